"""The network that judges cards, held against what a seat sees, written out plainly."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from players.kernel.test_habits import decisions
from players.test_expert import seen_by
from rightbower.players.expert import cards_to_play
from rightbower.players.kernel.bits import lanes, mask_of, number_of, place_of
from rightbower.players.kernel.network import (
    INPUTS,
    KINDS,
    judge_cards,
    network_options,
    play_contracts,
)
from rightbower.players.kernel.options import LEDGER, call_options
from rightbower.players.kernel.search import MADE, MARCH
from rightbower.players.kernel.worlds import BURY_PLACE, likely_worlds
from rightbower.players.tables import network
from rightbower.players.views import View, view
from rightbower.rules.acts import PickUp, Play
from rightbower.rules.book import names
from rightbower.rules.cards import Card, Seat, Suit, cards, height, suit_in_play
from rightbower.rules.deal import Phase, Trick
from rightbower.rules.game import Game, act

FIRST_OF_LANE = (0, 6, 12, 17)


def best_of(trick: Trick, seen: View) -> Seat:
    """Who is winning a trick under way."""
    assert seen.trump is not None
    trump, ((_, led), *_) = seen.trump, trick.plays

    def order(play: tuple[Seat, Card]) -> tuple[bool, bool, int]:
        suit = suit_in_play(play[1], trump)
        return suit is trump, suit is suit_in_play(led, trump), height(play[1], trump)

    return max(trick.plays, key=order)[0]


def inputs_of(seen: View) -> Iterator[int]:
    """Every input that is set, by what the seat has seen."""
    assert seen.seat is not None
    assert isinstance(seen.trump, Suit)
    assert seen.maker is not None
    assert seen.turn_up is not None
    me, trump = seen.seat, seen.trump

    def number(card: Card) -> int:
        lane, place = place_of(card, trump)
        return FIRST_OF_LANE[lane] + place

    def side(seat: Seat) -> int:
        return (seat - me) % 4

    yield from (number(card) for card in seen.hand)
    whole = [trick for trick in seen.tricks if trick.winner is not None]
    for trick in seen.tricks:
        for seat, card in trick.plays:
            if trick.winner is not None:
                yield 24 + 24 * side(seat) + number(card)
            elif seat is not me:
                yield 192 + 24 * side(seat) + number(card)
        if trick.plays:
            leader, led = trick.plays[0]
            yield 120 + 24 * side(leader) + number(led)
    yield (312 if seen.taken_by is None else 288) + number(seen.turn_up)
    if seen.taken_by is me and seen.buried is not None:
        yield 336 + number(seen.buried)
    yield 360 + side(seen.maker)
    yield 364 + side(seen.dealer)
    if seen.lone is not None:
        yield 368 + side(seen.lone)
    yield 372 + sum(trick.winner in (seen.maker, seen.maker.partner) for trick in whole)
    yield 377 + len(whole)
    for trick in seen.tricks:
        for seat, card in trick.plays:
            led_suit = suit_in_play(trick.plays[0][1], trump)
            if seat is not me and suit_in_play(card, trump) is not led_suit:
                yield 378 + 4 * side(seat) + lanes(trump)[led_suit]
    if seen.tricks[-1].plays and seen.tricks[-1].winner is None:
        yield 393 + side(best_of(seen.tricks[-1], seen))
        yield 397 + lanes(trump)[suit_in_play(seen.tricks[-1].plays[0][1], trump)]


def judged(seen: View) -> np.ndarray:
    """What the network says of each card that may be played, worked out layer by layer."""
    net = network()
    given = np.zeros(INPUTS, np.float32)
    given[list(inputs_of(seen))] = 1
    first = np.maximum(given @ net.one + net.one_bias, 0)
    second = np.maximum(first @ net.two + net.two_bias, 0)
    told = np.exp(net.three @ second + net.three_bias).reshape(-1, KINDS)
    rows = []
    for play in cards_to_play(seen)[0]:
        assert isinstance(seen.trump, Suit)
        lane, place = place_of(play.card, seen.trump)
        rows.append(told[FIRST_OF_LANE[lane] + place])
    return np.array([row / row.sum() for row in rows])


@pytest.mark.parametrize("book", names())
def test_the_network_judges_by_what_the_seat_has_seen(book: str) -> None:
    tried = 0
    for _, seen in decisions(book, 12):
        if seen.phase is not Phase.PLAY:
            continue
        world, may = likely_worlds(seen, 1, 1, seed=1), cards_to_play(seen)[1]
        found = np.zeros((len(may), KINDS))
        judge_cards(world.moment, world.plays, may, *network(), found)
        assert np.allclose(found, judged(seen), atol=1e-3)
        tried += 1
    assert tried > 30


WORTHS = np.array([-2.0, 1.0, 2.0])


def by_the_network(seen: View) -> Play:
    """The card that is worth most to the side of the seat, by what it alone has seen."""
    assert seen.maker is not None
    plays = cards_to_play(seen)[0]
    worths = judged(seen) @ WORTHS if len(plays) > 1 else np.zeros(1)
    making = seen.seat in (seen.maker, seen.maker.partner)
    return plays[int(np.argmax(worths if making else -worths))]


def kind_after(game: Game, play: Play) -> int:
    """Euchre, made or march, where everybody plays on by the network after a card."""
    deals = len(game.finished)
    game = act(game, play)
    while len(game.finished) == deals:
        game = act(game, by_the_network(view(game, game.deal.turn if game.deal else None)))
    deal = game.finished[-1].deal
    assert deal.maker is not None
    won = sum(trick.winner in (deal.maker, deal.maker.partner) for trick in deal.tricks)
    return 0 if won < 3 else 2 if won == 5 else 1


@pytest.mark.parametrize("book", ["standard", "alberta-55plus"])
def test_deals_are_played_on_by_what_each_seat_has_seen(book: str) -> None:
    """Nobody plays by the card that another has buried, though it is known in a world."""
    tried, same = 0, 0
    for game, seen in decisions(book, 60):
        if seen.phase is not Phase.PLAY or seen.lone is not None or len(seen.tricks) > 2:
            continue
        assert game.deal is not None
        plays, may = cards_to_play(seen)
        world = likely_worlds(seen, 1, 1, seed=1)
        for seat in Seat:
            world.hands[0, seat] = mask_of(game.deal.hands[seat])
        world.hands[0, BURY_PLACE] = 0 if game.deal.buried is None else mask_of([game.deal.buried])
        world.times[0] = 1
        played = np.zeros((1, KINDS), np.int64)
        network_options(world.rules, *world.situation, may[:1], WORTHS, *network(), 1, played)
        same += int(played[0].argmax()) == kind_after(game, plays[0])
        tried += 1
    assert tried > 60
    assert same == tried


def test_a_partner_plays_along_unless_the_call_is_alone() -> None:
    """South has two small trumps; North holds all that is high, and nobody else a trump."""
    passes = "W pass, N pass, E pass"
    hands = {
        "S": "QH 9S TS 9C TC",
        "N": "JH JD AH KH AS",
        "E": "AC KC QC KS QS",
        "W": "AD KD QD TD JC",
    }
    seen = seen_by("S", "S deals, 9H up", passes, (0, 0), **hands)
    world = likely_worlds(seen, 1, 1, seed=1)
    for name, held in hands.items():
        world.hands[0, Seat.of(name)] = mask_of(cards(held))
    calls = [number_of(PickUp(Seat.S)), number_of(PickUp(Seat.S, alone=True))]
    played = np.zeros((2, LEDGER), dtype=np.int64)
    numbers = np.array(calls, dtype=np.int64)
    call_options(world.rules, world.bends, world.moment, world.hands, world.times, numbers, played)
    with_partner, alone = played[0, :KINDS], played[1, KINDS : 2 * KINDS]
    assert with_partner.tolist() == [0, 0, 1]
    assert alone.tolist() == [1, 0, 0]


def test_what_is_buried_is_missing_from_the_hand() -> None:
    """With the club gone South has the five highest trumps; with a bower gone the club loses a trick."""
    passes = "W pass, N pass, E pass"
    hands = {
        "S": "JH JD AH KH 9C",
        "N": "AD KD QD TD 9S",
        "E": "AC KC QC TC JC",
        "W": "AS KS QS TS JS",
    }
    world = likely_worlds(seen_by("S", "S deals, QH up", passes, (0, 0), **hands), 1, 1, seed=1)
    dealt = np.array([[mask_of(cards(hands[seat.letter])) for seat in Seat]] * 2)
    buried = [card.index for card in cards("9C JH")]
    contracts = np.array([(Seat.S, Suit.HEARTS, 0, 1, card) for card in buried])
    kinds, ends = np.zeros(2, np.int64), np.tile(WORTHS, (4, 1))
    play_contracts(world.rules, world.moment, dealt, contracts, ends, *network(), kinds)
    assert kinds.tolist() == [MARCH, MADE]
