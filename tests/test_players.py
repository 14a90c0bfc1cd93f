"""The players: legal in every book, of one mind for a seed, and each stronger than the last."""

from __future__ import annotations

import pytest

from rightbower.book import RuleBook, load, names
from rightbower.cards import Seat, Side, Suit, card, shuffled
from rightbower.ceremonies import deal_cards
from rightbower.deal import (
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
    read_action,
)
from rightbower.game import Game, act, deal_out, start_bell, start_game
from rightbower.players import PLAYERS, Player, player
from rightbower.view import view
from table import cards_out


def table(
    words: str,
    book: str = "standard",
    score: tuple[int, int] = (0, 0),
    acts: str = "",
    **hands: str,
) -> Game:
    """A game with one deal set up in words and some actions taken."""
    dealer, turn_up = (part.split()[0] for part in words.split(","))
    game = start_bell(start_game(load(book), Seat.of(dealer), score=score))
    game = deal_out(game, cards_out(turn_up, **hands))
    for action in acts.split(",") if acts else ():
        game = act(game, read_action(action))
    return game


def does(name: str, game: Game) -> Action:
    """What a player does whose turn it is."""
    assert game.deal is not None
    assert game.deal.turn is not None
    return player(name)(view(game, game.deal.turn))


def club_does(game: Game) -> Action:
    """What a club player does whose turn it is."""
    return does("club", game)


def league_does(game: Game) -> Action:
    """What a league player does whose turn it is."""
    return does("league", game)


def play_deal(game: Game, seed: str, players: tuple[Player, ...]) -> Game:
    """The game after one more deal, each action through the checked door."""
    game = deal_out(game, deal_cards(shuffled(seed), game.dealer, game.book))
    while game.deal is not None:
        assert game.deal.turn is not None
        game = act(game, players[game.deal.turn](view(game, game.deal.turn)))
    return game


def margin(one: Player, other: Player, deals: int) -> float:
    """Points per deal of one player over another, each deal played from both sides."""
    book = load("standard")
    total = 0
    for number in range(deals):
        fresh = start_game(book, Seat(number % 4))
        for sign, four in ((1, (one, other, one, other)), (-1, (other, one, other, one))):
            score = play_deal(fresh, f"duplicate-{number}", four).score
            total += sign * (score[Side.NS] - score[Side.EW])
    return total / (2 * deals)


def test_an_unknown_player_is_refused_in_one_sentence() -> None:
    with pytest.raises(ValueError, match="no player called 'wizard'; the players are random, "):
        player("wizard")


@pytest.mark.parametrize("book", names())
@pytest.mark.parametrize("name", ["random", "beginner", "club", "league"])
def test_every_player_plays_a_whole_game_by_every_book(name: str, book: str) -> None:
    four = tuple(player(name, seed) for seed in range(4))
    game = start_bell(start_game(load(book), Seat.S))
    while game.result is None and len(game.finished) < 60:
        game = play_deal(game, f"{book}-{len(game.finished)}", four)
    assert game.result is not None


def test_the_same_seed_does_the_same_things() -> None:
    def one_deal(seed: int) -> Game:
        return play_deal(
            start_game(load("standard"), Seat.N), "twice", (player("random", seed),) * 4
        )

    assert one_deal(1) == one_deal(1)
    assert one_deal(1) != one_deal(2)


def test_each_player_beats_the_weaker_ones_by_far() -> None:
    beginner, club, league = player("beginner"), player("club"), player("league")
    assert margin(club, player("random", 1), 300) > 0.9
    assert margin(beginner, player("random", 1), 300) > 0.5
    assert margin(club, beginner, 600) > 0.05
    assert margin(league, club, 600) > 0.05


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


@pytest.mark.parametrize("name", ["beginner", "club", "club-bold", "league"])
def test_nobody_loses_a_national_game_by_ordering_without_a_trump(name: str) -> None:
    book: RuleBook = load("national-2025")
    four = (player(name),) * 4
    for number in range(150):
        game = start_bell(start_game(book, Seat(number % 4), score=(10, 10)))
        game = play_deal(game, f"bare-{number}", four)
        assert game.finished[-1].deal.ending != "game lost"


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


def test_the_registry_makes_a_player_from_a_name_and_a_seed() -> None:
    game = table("S deals, TH up", W="9D JH AH QS 9C")
    seen = view(game, Seat.W)
    for name, make in PLAYERS.items():
        if not name.startswith("expert"):
            assert make(3)(seen) in seen.legal


def test_club_calls_on_two_tricks_and_a_half_and_on_three_against_the_dealer() -> None:
    hand = "JH 9H AS KC 9D"
    assert club_does(table("E deals, TH up", acts="S pass", W=hand)) == Order(Seat.W)
    assert club_does(table("E deals, TH up", S=hand)) == Pass(Seat.S)
    assert club_does(table("E deals, TH up", S="JH AH 9S AS KC")) == Order(Seat.S)


def test_the_bold_call_on_less_and_the_careful_wait_for_more() -> None:
    light = table("E deals, TH up", acts="S pass", W="JH 9H KH KC 9D")
    fair = table("E deals, TH up", acts="S pass", W="JH 9H AS KC 9D")
    assert [does(name, light) == Order(Seat.W) for name in ("club-bold", "club")] == [True, False]
    assert [does(name, fair) == Order(Seat.W) for name in ("club", "club-careful")] == [True, False]


def test_club_goes_alone_with_four_tricks_but_not_for_its_last_two_points() -> None:
    passes = "W pass, N pass, E pass"
    hand = "JH JD AH AS KS"
    assert club_does(table("S deals, 9H up", acts=passes, S=hand)) == PickUp(Seat.S, alone=True)
    late = table("S deals, 9H up", score=(8, 3), acts=passes, S=hand)
    assert club_does(late) == PickUp(Seat.S)
    said = "W pass, N pass, E pass, S pick up, S bury KS"
    strong = table("S deals, 9H up", "charity-social", acts=said, S=hand)
    assert club_does(strong) == GoAlone(Seat.S)


def test_a_stuck_club_player_names_its_best_suit() -> None:
    passes = "W pass, N pass, E pass, S turn down, W pass, N pass, E pass"
    game = table("S deals, 9H up", acts=passes, S="9S TS QS 9C 9D")
    assert club_does(game) == Name(Seat.S, Suit.SPADES)


def test_club_leads_the_right_bower_as_maker_and_an_ace_in_defence() -> None:
    made = table(
        "E deals, TH up", acts="S order, E bury 9C", S="JH AH KH 9S TS", E="9C TC QC KC AC"
    )
    assert club_does(made) == Play(Seat.S, card("JH"))
    defended = table(
        "E deals, TH up", acts="S pass, W order, E bury 9C", S="9H AS QS 9D TD", E="9C TC QC KC AC"
    )
    assert club_does(defended) == Play(Seat.S, card("AS"))


def test_club_plays_second_hand_low_and_trumps_what_is_theirs() -> None:
    acts = "W pass, N pass, E order, S bury QC, W 9D"
    second = table("S deals, TH up", acts=acts, W="9D KS QS JS 9C", N="KD QD JC TC AC", E="TD JH AH QH KH", S="AD 9S TS QC 9H")  # fmt: skip
    assert club_does(second) == Play(Seat.N, card("QD"))
    acts = "W pass, N order, S bury QC, W 9D, N QD"
    third = table("S deals, TH up", acts=acts, W="9D KS QS JS 9C", N="KD QD TD JC TC", E="KC JH AH QH KH", S="AD 9S TS QC 9H")  # fmt: skip
    assert club_does(third) == Play(Seat.E, card("QH"))


def test_club_leaves_its_partners_trick_alone() -> None:
    acts = "W pass, N pass, E order, S bury QC, W 9D, N AD, E QD"
    game = table("S deals, TH up", acts=acts, S="9S TS QC 9H KC", W="9D KS QS JS 9C", N="AD TC JC KD AC", E="JH AH QD QH KH")  # fmt: skip
    assert club_does(game) == Play(Seat.S, card("9S"))
