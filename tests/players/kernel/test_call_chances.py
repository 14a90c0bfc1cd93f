"""How likely the kernel takes calls to be, against the same told with the league player one can read."""

import math
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from rightbower.players.kernel import worlds as call_chances
from rightbower.players.kernel.bits import mask_of, number_of, pack
from rightbower.players.kernel.worlds import BIDS, DEALER, MOMENT, SEAT, TRUMP, TURN_UP, bends
from rightbower.players.league import (
    BOUND_BAR,
    LONE_BARS,
    NEXT,
    OTHER_SUIT,
    best_call,
    lighter,
    lone_shift,
    lone_strength,
    strength,
)
from rightbower.players.sight import score_situation
from rightbower.players.simulate import new_game
from rightbower.players.views import View, view
from rightbower.rules.acts import (
    Action,
    GoAlone,
    KeepPartner,
    Name,
    Pass,
    TurnDown,
)
from rightbower.rules.book import RuleBook, load, overlay
from rightbower.rules.cards import Card, Seat, Suit, shuffled
from rightbower.rules.ceremonies import deal_cards
from rightbower.rules.deal import Phase
from rightbower.rules.game import Game, deal_out, place

AUCTION = (Phase.ROUND_ONE, Phase.ROUND_TWO, Phase.ALONE)
NO_CALLS = np.zeros((4, 0), dtype=np.uint8)
BOOKS: dict[str, RuleBook] = {
    "standard": load("standard"),
    "charity-social": load("charity-social"),
    "partner bound": overlay(load("standard"), {"bidding.partner_order": "must be alone"}, "ours"),
    "thrown in": overlay(load("standard"), {"bidding.all_pass": "throw in"}, "ours"),
}


def auctions(book: RuleBook, deals: int) -> Iterator[tuple[Game, list[tuple[View, Action]]]]:
    """Deals in which anybody calls anything, passing more often, at any score."""
    chance = Random(5)
    for seed in range(deals):
        dealer = Seat(seed % 4)
        score = (chance.randrange(10), chance.randrange(10))
        started = new_game(book, dealer)
        game = Game(
            book, dealer, dealer, started.target, start_score=score, score=score, begun=True
        )
        game = deal_out(game, deal_cards(shuffled(f"calls {seed}"), dealer, book))
        made = []
        while game.deal is not None and game.deal.phase in AUCTION:
            seen = view(game, game.deal.turn)
            passes = chance.random() < 0.7
            made.append((seen, seen.legal[0] if passes else chance.choice(seen.legal)))
            game = place(game, made[-1][1])
        yield game, made


def called(spare: int, sharpness: float) -> float:
    """Seldom below the bar, usually above it; now and then anything."""
    slip = call_chances.SLIP
    return slip + (1 - 2 * slip) / (1 + math.exp(-sharpness * (spare + 0.5)))


def likely(seen: View, done: Action, hand: tuple[Card, ...]) -> float:
    """How likely a seat says this with the five cards it was dealt."""
    assert seen.seat is not None
    assert seen.turn_up is not None
    at, now = (seen.seat - seen.dealer - 1) % 4, score_situation(seen)
    light, bar = lighter(now, seen.phase is Phase.ROUND_TWO), LONE_BARS[at] + lone_shift(now)

    def alone(held: tuple[Card, ...], trump: Suit, least: int) -> float:
        chance = called(lone_strength(held, trump) - least, call_chances.LONE_SHARPNESS)
        return chance if isinstance(done, GoAlone) or getattr(done, "alone", False) else 1 - chance

    later = seen.book.alone.when != "with the call"
    if isinstance(done, GoAlone | KeepPartner):
        assert isinstance(seen.trump, Suit)
        return alone(hand, seen.trump, bar)
    suit, held, spare = best_call(seen)
    assert isinstance(suit, Suit)
    chance = called(spare + light, call_chances.SHARPNESS)
    if seen.phase is Phase.ROUND_ONE:
        if at == 1 and seen.book.bidding.partner_order == "must be alone":
            return alone(held, suit, BOUND_BAR)
        if isinstance(done, Pass | TurnDown):
            return 1 - chance
        return chance if later else chance * alone(held, suit, bar)
    if isinstance(done, Pass):
        return 1 - chance
    assert isinstance(done, Name)
    assert isinstance(done.suit, Suit)
    likeliest = 1.0 if done.suit is suit else call_chances.OTHER_SUIT
    bars = NEXT if done.suit is seen.turn_up.suit.same_colour else OTHER_SUIT
    if at != 3 or seen.book.bidding.all_pass != "stick the dealer":
        spare = strength(hand, done.suit) - bars[at]
        likeliest *= called(spare + light, call_chances.SHARPNESS)
    return likeliest if later else likeliest * alone(hand, done.suit, bar)


@pytest.mark.parametrize("name", BOOKS)
def test_calls_are_as_likely_as_a_league_player_finds_them(name: str) -> None:
    book, kinds = BOOKS[name], set()
    for game, made in auctions(book, 200):
        first = made[0][0]
        assert first.turn_up is not None
        hands = {seen.seat: seen.hand for seen, _ in reversed(made)}
        dealt = np.array([mask_of(hands.get(seat, ())) for seat in Seat], dtype=np.int64)
        bids = np.array([(seen.seat, number_of(done)) for seen, done in made], dtype=np.int64)
        trump = None if game.deal is None else game.deal.trump
        moment = np.zeros(MOMENT, dtype=np.int64)
        moment[DEALER], moment[TURN_UP], moment[BIDS] = first.dealer, first.turn_up.index, len(made)
        moment[TRUMP] = -1 if trump is None else trump
        for watcher in Seat:
            moment[SEAT] = watcher
            weight = call_chances.bids_weight(
                pack(book), bends(first), moment, bids, dealt, NO_CALLS, 0.0
            )
            others = [
                likely(seen, done, hands[seen.seat])
                for seen, done in made
                if seen.seat is not watcher
            ]
            assert weight == pytest.approx(math.prod(others)), (hands, made)
        kinds |= {(seen.phase, type(done)) for seen, done in made}
    assert len(kinds) >= 6
