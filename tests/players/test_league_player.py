"""The league player: what it calls, leads and buries, and what a hand is worth to it."""

from __future__ import annotations

import pytest

from rightbower.players.league import (
    GAMBLE,
    LONE_GAMBLE,
    LONE_NEVER,
    lighter,
    lone_shift,
    lone_strength,
    strength,
)
from rightbower.players.sight import ScoreSituation
from rightbower.rules.acts import (
    Action,
    Bury,
    GoAlone,
    KeepPartner,
    Name,
    Order,
    Pass,
    PickUp,
    Play,
    TurnDown,
)
from rightbower.rules.cards import Seat, Suit, card, cards
from rightbower.rules.game import Game
from seated_players import does, table


def league_does(game: Game) -> Action:
    """What a league player does whose turn it is."""
    return does("league", game)


def test_league_orders_its_partner_with_less_than_it_orders_an_opponent() -> None:
    hand = "JH 9H AS KC 9D"
    assert league_does(table("E deals, TH up", acts="S pass", W=hand)) == Order(Seat.W)
    assert league_does(table("E deals, TH up", S=hand)) == Pass(Seat.S)


def test_league_names_next_before_a_suit_of_the_other_colour() -> None:
    game = table("E deals, 9H up", acts="S pass, W pass, N pass, E turn down", S="JD AD 9S JC KC")
    assert league_does(game) == Name(Seat.S, Suit.DIAMONDS)


def test_a_stuck_dealer_names_its_best_suit() -> None:
    passes = "W pass, N pass, E pass, S turn down, W pass, N pass, E pass"
    game = table("S deals, 9H up", acts=passes, S="9S TS QS 9C 9D")
    assert league_does(game) == Name(Seat.S, Suit.SPADES)


def test_league_goes_alone_with_the_tops_but_not_for_its_last_two_points() -> None:
    hand = "JH JD AH AS KS"
    passes = "W pass, N pass, E pass"
    assert league_does(table("S deals, 9H up", acts=passes, S=hand)) == PickUp(Seat.S, alone=True)
    late = table("S deals, 9H up", score=(8, 3), acts=passes, S=hand)
    assert league_does(late) == PickUp(Seat.S)


def test_league_calls_lighter_when_the_next_point_wins_for_both() -> None:
    hand = "KH 9D TC AS 9S"
    early = table("S deals, TH up", acts="W pass, N pass, E pass", S=hand)
    late = table("S deals, TH up", score=(9, 9), acts="W pass, N pass, E pass", S=hand)
    assert league_does(early) == TurnDown(Seat.S)
    assert league_does(late) == PickUp(Seat.S)


@pytest.mark.parametrize("book", ["alberta-55plus", "provincial-55plus"])
def test_a_partner_bound_to_be_alone_orders_only_with_a_lone_hand(book: str) -> None:
    fair = table("E deals, 9H up", book, acts="S pass", W="JH KH QH 9S 9C")
    strong = table("E deals, 9H up", book, acts="S pass", W="JH JD AH KH AS")
    assert league_does(fair) == Pass(Seat.W)
    assert league_does(strong) == Order(Seat.W, alone=True)


def test_a_dealer_without_a_natural_card_turns_it_down() -> None:
    game = table(
        "S deals, JH up", "alberta-55plus", acts="W pass, N pass, E pass", S="JD AS KS AD AC"
    )
    assert league_does(game) == TurnDown(Seat.S)


def test_in_the_charity_book_league_says_alone_after_the_bury() -> None:
    acts = "W pass, N pass, E pass, S pick up, S bury KS"
    strong = table("S deals, 9H up", "charity-social", acts=acts, S="JH JD AH AS KS")
    weak = table("S deals, 9H up", "charity-social", acts=acts, S="QH TH AH TS KS")
    assert league_does(strong) == GoAlone(Seat.S)
    assert league_does(weak) == KeepPartner(Seat.S)


def test_league_buries_to_make_a_void_and_keeps_aces_and_trumps() -> None:
    acts = "W order"
    lone_low = table("S deals, 9H up", acts=acts, S="AS KS 9C AD JH")
    assert league_does(lone_low) == Bury(Seat.S, card("9C"))
    only_aces = table("S deals, 9H up", acts=acts, S="AS AC AD KH JH")
    assert league_does(only_aces) in {Bury(Seat.S, card(ace)) for ace in ("AS", "AC", "AD")}


def test_a_maker_leads_the_right_bower() -> None:
    game = table(
        "E deals, TH up", acts="S order, E bury 9C", S="JH AH KH 9S TS", E="9C TC QC KC AC"
    )
    assert league_does(game) == Play(Seat.S, card("JH"))


def test_a_defender_leads_an_ace_and_keeps_its_trump() -> None:
    game = table(
        "E deals, TH up", acts="S pass, W order, E bury 9C", S="9H AS QS 9D TD", E="9C TC QC KC AC"
    )
    assert league_does(game) == Play(Seat.S, card("AS"))


def test_a_partners_winning_ace_is_not_trumped() -> None:
    acts = "W pass, N pass, E order, S bury QC, W 9D, N AD, E QD"
    game = table("S deals, TH up", acts=acts, S="9S TS QC 9H KC", W="9D KS QS JS 9C", N="AD TC JC KD AC", E="JH AH QD QH KH")  # fmt: skip
    assert league_does(game) in {Play(Seat.S, card(plain)) for plain in ("9S", "TS", "KC")}


def test_the_last_hand_wins_as_cheaply_as_it_can() -> None:
    acts = "W order, S bury QC, W 9D, N TD, E QD"
    game = table("S deals, TH up", acts=acts, S="AD KD QC 9H KC", W="9D JH AH QS 9C", N="TD TC JC 9S AC", E="QD KS AS QH KH")  # fmt: skip
    assert league_does(game) == Play(Seat.S, card("KD"))


def test_second_hand_keeps_its_king_where_the_next_opponent_is_out_of_the_suit_and_may_trump() -> (
    None
):
    acts = "W order, S bury JC, W QS, N JS, E 9C, S 9D, W TS"
    game = table("S deals, TH up", acts=acts, W="QS TS JH AH KC", N="JS KS 9S QC QD", E="9C TC KD KH QH", S="9D TD AD AC JC")  # fmt: skip
    assert league_does(game) == Play(Seat.N, card("9S"))


def needs(we: int, they: int, lead: int = 0, last_hand: bool = False) -> ScoreSituation:
    """A score at which a march brings two points."""
    return ScoreSituation(we, they, lead, 2, last_hand)


@pytest.mark.parametrize(
    ("now", "round_two", "points"),
    [
        (needs(1, 1), False, GAMBLE),
        (needs(2, 1), False, 0),
        (needs(2, 1), True, GAMBLE),
        (needs(1, 2), True, 0),
        (needs(5, 5, -1, last_hand=True), False, GAMBLE),
        (needs(5, 5, 0, last_hand=True), False, 0),
        (needs(5, 5, -1), False, 0),
    ],
)
def test_league_calls_lighter_before_the_last_point_and_behind_in_the_last_hand(
    now: ScoreSituation, round_two: bool, points: int
) -> None:
    assert lighter(now, round_two) == points


@pytest.mark.parametrize(
    ("now", "points"),
    [
        (needs(3, 9), 0),
        (needs(2, 9), LONE_NEVER),
        (needs(9, 9, 1, last_hand=True), LONE_NEVER),
        (needs(9, 9, 0, last_hand=True), 0),
        (needs(9, 9, -2, last_hand=True), 0),
        (needs(9, 9, -3, last_hand=True), -LONE_GAMBLE),
        (needs(9, 9, -3), 0),
        (needs(9, 9, 1), 0),
    ],
)
def test_league_goes_alone_only_where_it_can_bring_more(now: ScoreSituation, points: int) -> None:
    assert lone_shift(now) == points


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("JH JD AH 9S QC", 49),
        ("JH JD AH KS 9S", 51),
        ("JH JD AH KS 9C", 49),
        ("JH JD AH AS KS", 57),
        ("JH JD AH QS 9S", 49),
        ("JH JD AH 9H KS", 54),
        ("9S TS 9C TC 9D", 0),
    ],
)
def test_what_a_hand_is_worth_alone(hand: str, points: int) -> None:
    assert lone_strength(cards(hand), Suit.HEARTS) == points


@pytest.mark.parametrize(
    ("hand", "points"),
    [("AS AC AD KS KC", 0), ("JH 9H AS KS QS", 19), ("JH 9H AS KS QC", 17), ("9H TD 9D 9S 9C", 6)],
)
def test_what_a_hand_is_worth_to_a_maker(hand: str, points: int) -> None:
    assert strength(cards(hand), Suit.HEARTS) == points
