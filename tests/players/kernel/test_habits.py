"""The compiled habits against the league player that one can read, decision by decision."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from random import Random

import numpy as np
import pytest

from rightbower.players.kernel.bits import (
    BIT,
    NAME,
    ORDER_ALONE,
    PASS,
    PICK_UP_ALONE,
    TURN_DOWN,
    mask_of,
    number_of,
    pack,
)
from rightbower.players.kernel.calls import (
    call_one,
    call_two,
    lone_strength,
    spare_one,
    strength,
    with_turn_up,
    worst,
)
from rightbower.players.kernel.play import (
    CONTRACT,
    LEADER,
    NOW,
    OVER,
    TABLE,
    begin,
    habit,
    play_on,
    put,
)
from rightbower.players.kernel.worlds import bends
from rightbower.players.league import ROUND_ONE, league
from rightbower.players.simulate import new_game
from rightbower.players.views import View, view
from rightbower.rules.acts import Bury, Play, read_action
from rightbower.rules.book import RuleBook, load, names, overlay
from rightbower.rules.cards import Card, Seat, Suit, cards, shuffled
from rightbower.rules.ceremonies import deal_cards
from rightbower.rules.deal import Phase
from rightbower.rules.game import Game, act, deal_out, start_bell, start_game
from rightbower.rules.judge import legal
from table import cards_out

# Rules of the bidding that no book of the library has, or not by themselves.
HOUSES: dict[str, dict[str, object]] = {
    "a natural card for everyone": {"bidding.natural_scope": "everyone"},
    "a natural card of the dealer too": {"bidding.natural_scope": "ordered dealer too"},
    "a natural card that is no jack": {
        "bidding.natural_scope": "everyone",
        "bidding.natural_jack": False,
    },
    "a trump to call": {"bidding.trump_to_order": "all but dealer"},
    "a trump to call, the left bower left out": {
        "bidding.trump_to_order": "all but dealer",
        "bidding.left_counts": False,
    },
    "a partner who orders is alone": {"bidding.partner_order": "must be alone"},
    "all pass": {"bidding.all_pass": "throw in", "alone.needs_trump": True},
}


league_bidding = import_module("rightbower.players.league")


def decisions(book: str, deals: int) -> Iterator[tuple[Game, View]]:
    """Moments with a choice, from deals in which the players now and then do anything."""
    for game, seen in moments(load(book), deals):
        if len(seen.legal) > 1:
            yield game, seen


def moments(rules: RuleBook, deals: int) -> Iterator[tuple[Game, View]]:
    """Every moment of such deals, also where there is only one thing to do."""
    for number in range(deals):
        chance, dealer = Random(number), Seat(number % 4)
        dealt = deal_cards(shuffled(f"{rules.name}:{number}"), dealer, rules)
        game = deal_out(new_game(rules, dealer), dealt)
        while game.deal is not None:
            seen = view(game, game.deal.turn)
            yield game, seen
            odd = chance.random() < 0.3
            game = act(game, chance.choice(legal(game.deal)) if odd else league(seen))


def bits_of(some: tuple[Card, ...], seen: View) -> int:
    assert seen.trump is not None
    return sum(int(BIT[seen.trump, card.index]) for card in some)


def on_the_table(seen: View) -> tuple[int, tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Who is on turn in the kernel after all cards played so far, and what it knows then."""
    assert seen.maker is not None
    assert seen.turn_up is not None
    now, void = np.full(NOW, 3, np.int64), np.full(4, 3, np.int64)  # as the last deal left them
    contract = np.zeros(CONTRACT, np.int64)
    seats = [-1 if seat is None else int(seat) for seat in (seen.maker, seen.lone, seen.taken_by)]
    buried = () if seen.buried is None else (seen.buried,)
    contract[:] = [*seats, bits_of((seen.turn_up,), seen), bits_of(buried, seen)]
    turn = int(seen.tricks[0].leader)
    begin(now, void, contract, turn)
    for trick in seen.tricks:
        for seat, card in trick.plays:
            turn = int(put(int(seat), bits_of((card,), seen), now, void, contract))
    lying = {seat: bits_of((card,), seen) for seat, card in seen.tricks[-1].plays}
    assert now[TABLE:].tolist() == [lying.get(seat, 0) for seat in Seat]
    assert (now[LEADER], now[OVER]) == (seen.tricks[-1].leader, len(seen.tricks) - 1)
    return turn, (now, void, contract)


def compiled_card(game: Game, seen: View) -> int:
    """What the kernel's habit plays, relative to trump; the bury is on record, and not for all to see."""
    turn, known = on_the_table(view(game, seen.taken_by))
    assert seen.seat == turn
    return int(habit(turn, bits_of(seen.hand, seen), *known))


@pytest.mark.parametrize("book", names())
def test_the_kernel_plays_and_buries_what_a_league_player_does(book: str) -> None:
    kinds = set()
    for game, seen in decisions(book, 60):
        wanted = league(seen)
        if isinstance(wanted, Play):
            assert compiled_card(game, seen) == bits_of((wanted.card,), seen), seen
            kinds.add(len(seen.tricks[-1].plays))
        elif isinstance(wanted, Bury):
            may = tuple(each.card for each in seen.legal if isinstance(each, Bury))
            found = worst(bits_of(seen.hand, seen), bits_of(may, seen))
            assert found == bits_of((wanted.card,), seen)
            kinds.add(-1)
    assert kinds == {-1, 0, 1, 2, 3}


@pytest.mark.parametrize("book", names())
def test_the_kernel_plays_a_deal_on_as_four_league_players_do(book: str) -> None:
    endings: set[tuple[int, bool]] = set()
    for game, seen in moments(load(book), 20):
        if seen.phase is not Phase.PLAY or sum(len(trick.plays) for trick in seen.tricks) % 6:
            continue
        assert game.deal is not None
        assert seen.maker is not None
        known = view(game, seen.taken_by)
        turn, (now, void, contract) = on_the_table(known)
        hands = np.array([bits_of(hand, known) for hand in game.deal.hands], dtype=np.int64)
        if seen.lone is not None:
            hands[seen.lone.partner] = 0
        found = int(play_on(turn, hands, now, void, contract))
        while game.deal is not None:
            game = act(game, league(view(game, game.deal.turn)))
        assert found == game.finished[-1].deal.tricks_of(seen.maker.side)
        endings.add((found, seen.lone is not None))
    assert len(endings) > 5


@pytest.mark.parametrize("book", names())
def test_the_kernel_calls_what_a_league_player_does(book: str) -> None:
    called = set()
    for game, seen in decisions(book, 60):
        if seen.phase in (Phase.ROUND_ONE, Phase.ROUND_TWO):
            assert compiled_call(game, seen) == spoken(seen)
            called.add((seen.phase, spoken(seen) > 0))
    assert len(called) == 4


@pytest.mark.parametrize("house", HOUSES)
def test_the_kernel_calls_by_the_rules_of_a_house(house: str) -> None:
    rules = overlay(load("standard"), HOUSES[house], note="As this house plays.")
    called = set()
    for game, seen in moments(rules, 120):
        if seen.phase in (Phase.ROUND_ONE, Phase.ROUND_TWO):
            assert compiled_call(game, seen) == spoken(seen), seen
            called.add((seen.phase, spoken(seen) > 0, len(seen.legal) > 1))
    assert len(called) >= 4


@pytest.mark.parametrize("left_counts", [True, False])
@pytest.mark.parametrize(
    ("done", "hand"),
    [
        ("W pass", "JD AS AC AD KS"),
        ("W pass, N pass, E pass, S turn down", "JH AS AC AH KH"),
    ],
)
def test_where_a_left_bower_is_not_trump_enough_nobody_calls_on_it(
    left_counts: bool, done: str, hand: str
) -> None:
    """At nine all three aces beside it would do."""
    values = {"bidding.trump_to_order": "all but dealer", "bidding.left_counts": left_counts}
    rules = overlay(load("standard"), values, note="As this house plays.")
    game = start_bell(start_game(rules, Seat.S, score=(9, 9)))
    seat = Seat.N if done == "W pass" else Seat.W
    game = deal_out(game, cards_out("9H", **{seat.name: hand}))
    for word in done.split(","):
        game = act(game, read_action(word))
    seen = view(game, seat)
    assert compiled_call(game, seen) == spoken(seen)
    assert (spoken(seen) > 0) == left_counts


def test_a_partners_low_trump_is_beaten_where_two_between_could_take_it() -> None:
    game = start_bell(start_game(load("standard"), Seat.W))
    game = deal_out(game, cards_out("9C", N="9H", E="9D TD QD KD AD", S="AH KH 9S TS QS"))
    passed = "N pass, E pass, S pass, W turn down, N pass, E pass, S name hearts"
    for word in f"{passed}, N 9H, E 9D".split(","):
        game = act(game, read_action(word))
    seen = view(game, Seat.S)
    wanted = league(seen)
    assert wanted == read_action("S AH")
    assert compiled_card(game, seen) == bits_of(cards("AH"), seen)


def test_the_kernel_counts_a_hand_as_a_league_player_does() -> None:
    hands = [shuffled(f"counted {number}") for number in range(60)]
    hands.append(
        (*cards("JH JD AH KH QH 9H"), *hands[0])
    )  # whoever holds so much keeps the turn-up
    for cards_in_order in hands:
        hand, turn_up = tuple(cards_in_order[:5]), cards_in_order[5]
        for suit in Suit:
            held = sum(int(BIT[suit, card.index]) for card in hand)
            assert strength(held) == league_bidding.strength(hand, suit)
            assert lone_strength(held) == league_bidding.lone_strength(hand, suit)
        six, suit = (*hand, turn_up), turn_up.suit
        buried = league_bidding.choose_bury(six, suit, hand)
        kept = tuple(card for card in six if card is not buried)
        bits = sum(int(BIT[suit, card.index]) for card in kept)
        assert with_turn_up(mask_of(hand), turn_up.index) == bits
        for place, bar in enumerate(ROUND_ONE):
            counted = league_bidding.strength(kept if place == 3 else hand, suit) - bar
            assert spare_one(mask_of(hand), turn_up.index, place) == counted


def compiled_call(game: Game, seen: View) -> int:
    """What the kernel calls, as far as it is said at once."""
    assert game.deal is not None
    assert seen.turn_up is not None
    assert seen.seat is not None
    hands = np.array([mask_of(hand) for hand in game.deal.hands], dtype=np.int64)
    call = call_one if seen.phase is Phase.ROUND_ONE else call_two
    place = (bends(seen), hands, int(seen.dealer), seen.turn_up.index, int(seen.seat))
    return without_alone(seen, int(call(pack(seen.book), *place)))


def spoken(seen: View) -> int:
    """The league player's call as the kernel says it."""
    number = number_of(league(seen))
    if number in (PASS, TURN_DOWN):
        return 0
    if seen.phase is Phase.ROUND_TWO:
        return number - NAME + 1
    return 1 + (number in (ORDER_ALONE, PICK_UP_ALONE))


def without_alone(seen: View, said: int) -> int:
    """The same call where alone is said only after the bury."""
    if said == 0 or seen.book.alone.when == "with the call":
        return said
    return 1 if seen.phase is Phase.ROUND_ONE else 1 + 2 * ((said - 1) // 2)
