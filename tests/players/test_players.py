"""The players: legal in every book, of one mind for a seed, each stronger than the last; club; what is seen."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rightbower.players import PLAYERS, Player, player
from rightbower.players.expert import win_chances
from rightbower.players.sight import Sight, score_situation
from rightbower.players.views import view
from rightbower.rules.acts import Action, Bury, GoAlone, Name, Order, Pass, PickUp, Play
from rightbower.rules.book import RuleBook, load, names
from rightbower.rules.cards import Seat, Side, Suit, card, cards, shuffled
from rightbower.rules.ceremonies import deal_cards
from rightbower.rules.game import Game, act, deal_out, start_bell, start_game
from seated_players import does, table


def club_does(game: Game) -> Action:
    """What a club player does whose turn it is."""
    return does("club", game)


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


# Those who think in worlds play whole games in the soaks of their strength.
QUICK = sorted(PLAYERS.keys() - {"expert", "expert-1", "expert-quick", "master"})


@pytest.mark.parametrize("book", names())
@pytest.mark.parametrize("name", QUICK)
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


@pytest.mark.parametrize("name", ["beginner", "club", "club-bold", "league"])
def test_nobody_loses_a_national_game_by_ordering_without_a_trump(name: str) -> None:
    book: RuleBook = load("national-2025")
    four = (player(name),) * 4
    for number in range(150):
        game = start_bell(start_game(book, Seat(number % 4), score=(10, 10)))
        game = play_deal(game, f"bare-{number}", four)
        assert game.finished[-1].deal.ending != "game lost"


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


def test_a_suit_that_may_not_be_named_is_not_named() -> None:
    down = "S, 9H turned up"
    passed = "W pass, N pass, E pass, S turn down"
    game = table(down, acts=passed, west="JS JC AS KS 9D")
    seen = view(game, Seat.W)
    assert player("league")(seen) == Name(Seat.W, Suit.SPADES, alone=True)
    fewer = tuple(each for each in seen.legal if getattr(each, "suit", None) is not Suit.SPADES)
    assert player("league")(replace(seen, legal=fewer)) == Pass(Seat.W)


@pytest.mark.parametrize(
    ("book", "score", "side", "told"),
    [
        ("standard", (3, 7), None, (3, 7, 4)),
        ("standard", (3, 7), Side.NS, (7, 3, -4)),
        ("standard", (3, 7), Side.EW, (3, 7, 4)),
    ],
)
def test_how_the_game_stands_for_a_side(
    book: str, score: tuple[int, int], side: Side | None, told: tuple[int, int, int]
) -> None:
    now = score_situation(view(table("S, 9H turned up", book, score), Seat.W), side)
    assert (now.we_need, now.they_need, now.lead) == told
    assert (now.march, now.last_hand) == (2, False)


@pytest.mark.parametrize(
    ("deals", "played", "time_up", "last"),
    [(8, 7, False, True), (8, 6, False, False), (None, 7, False, False), (None, 7, True, True)],
)
def test_the_last_hand_is_that_of_the_last_deal_or_of_the_time(
    deals: int | None, played: int, time_up: bool, last: bool
) -> None:
    book = load("standard")
    book = replace(book, game=replace(book.game, deals=deals))
    seen = replace(view(table("S, 9H turned up"), Seat.W), book=book)
    assert score_situation(replace(seen, played=played, time_up=time_up)).last_hand is last


def sight(acts: str, seat: Seat = Seat.W, **hands: str) -> Sight:
    """What a seat can work out, with the nine of hearts turned up by South."""
    return Sight(view(table("S, 9H turned up", "standard", (0, 0), acts, **hands), seat))


def test_the_dealer_is_known_to_hold_the_turn_up_and_nobody_else() -> None:
    seen = sight("W order, S bury 9C", west="JH AH AS KS QC", south="9C TC JC KC AC")
    nine = 1 << card("9H").index
    assert [seat for seat in Seat if seen.may_hold(seat, nine)] == [Seat.S]
    ten = 1 << card("TH").index
    assert all(seen.may_hold(seat, ten) for seat in Seat)


def test_a_card_turned_down_is_held_by_nobody() -> None:
    seen = sight("W pass, N pass, E pass, S turn down, W name spades", west="JS AS KS QS 9D")
    assert not any(seen.may_hold(seat, 1 << card("9H").index) for seat in Seat)


@pytest.mark.parametrize(
    ("acts", "seat", "foes"),
    [
        ("W order, S bury 9C", Seat.W, [Seat.N, Seat.S]),
        ("W order alone, S bury 9C", Seat.W, [Seat.N, Seat.S]),
        ("W pass, N order alone", Seat.W, [Seat.N]),
    ],
)
def test_whoever_sits_out_is_no_opponent(acts: str, seat: Seat, foes: list[Seat]) -> None:
    seen = sight(acts, seat, north="JH AH KS 9S TS", west="JD KH AS QS QC", south="9C TC JC KC AC")
    assert seen.foes == foes


def test_a_hand_is_sorted_with_trumps_last_and_their_colour_before() -> None:
    seen = sight("W order, S bury 9C", west="JD 9D AS QC KH", south="9C TC JC KC AC")
    assert sorted(seen.hand, key=seen.order) == list(cards("QC AS 9D KH JD"))


def test_a_card_played_later_takes_the_trick_from_a_lower_one_or_from_a_plain_one() -> None:
    seen = sight("W order, S bury 9C", west="JD 9D AS QC KH", south="9C TC JC KC AC")
    beats = {
        (one, other): seen.beats(card(one), card(other))
        for one in ("JD", "KH", "AS", "KS", "AC")
        for other in ("AH", "QS")
    }
    assert {pair for pair, does_ in beats.items() if does_} == {
        ("JD", "AH"),
        ("JD", "QS"),
        ("KH", "QS"),
        ("AS", "QS"),
        ("KS", "QS"),
    }


@pytest.mark.parametrize("name", ["beginner", "club", "league"])
def test_a_discard_that_is_due_comes_before_a_card_that_may_be_played(name: str) -> None:
    game = table("S, 9H turned up", acts="W order", south="9C TC JC KC AC", west="JH AH KH QH AS")
    seen = view(game, Seat.S)
    proper = player(name)(seen)
    plays = tuple(Play(Seat.S, card(each)) for each in ("9H", "9C"))
    assert isinstance(proper, Bury)
    assert player(name)(replace(seen, legal=(*plays, *seen.legal))) == proper


def test_a_game_goes_from_an_even_chance_to_its_result() -> None:
    book = load("standard")
    deals = [(Seat.S, (2, 0)), (Seat.W, (2, 4)), (Seat.N, (10, 4))]
    found = win_chances(book, 10, deals, Side.NS, Side.NS)
    assert found[-1] == 1.0
    assert win_chances(book, 10, deals, Side.NS, Side.EW)[-1] == 0.0
    assert win_chances(book, 10, deals, None, Side.NS) == [*found[:3], 0.5]
    assert found[1] > found[0] > found[2]
    assert win_chances(book, 10, [], Side.NS, Side.NS) == [], (
        "a game that ended before its first deal"
    )
