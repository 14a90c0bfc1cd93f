"""No seat receives what it may not know: equal-looking games send equal bytes."""

from __future__ import annotations

import random
from unittest.mock import patch

import pytest

from rightbower.book import load, names
from rightbower.cards import PACK, Card, Seat, shuffled
from rightbower.ceremonies import Dealt as Cards
from rightbower.ceremonies import deal_cards
from rightbower.deal import Action, Bury, legal, write_action
from rightbower.web import wire
from rightbower.web.commands import move
from rightbower.web.entries import Begun, Dealt, Opened, Sat, TableEntry
from rightbower.web.refusal import Refused
from rightbower.web.seen import chairs, seen
from rightbower.web.table import Table, fold
from rightbower.web.tale import told

GAMES = 60


class World:
    """A table whose first deal has the cards given, and what a seat was sent about it."""

    def __init__(self, book: str, cards: Cards, seat: Seat | None) -> None:
        self.seat = seat
        self.sent: list[bytes] = []
        self.table = fold(None, Opened(book, "strict", "seed", "x", 0.0))
        for each in Seat:
            self._add(Sat(each, f"w-{each}", each.word, 0.0))
        self._add(Begun(Seat.S, 0.0))
        with patch("rightbower.web.table.deal_cards", return_value=cards):
            self._add(Dealt(1, 1.0))

    def _add(self, entry: TableEntry) -> None:
        self.table = fold(self.table, entry)
        you = None if self.seat is None else self.seat.name
        state = wire.State(
            self.table.version,
            you,
            chairs(self.table, frozenset()),
            told(self.table, entry),
            seen(self.table, self.seat),
        )
        self.sent.append(wire.write_reply(state))

    def take(self, action: Action) -> None:
        """The action, through the same door as a browser's."""
        words = write_action(action)[2:]
        for entry in move(self.table, action.seat, words, "", 2.0):
            self._add(entry)

    def choices(self) -> tuple[Action, ...]:
        game = self.table.game
        return () if game is None or game.deal is None else legal(game.deal)


def look_alike(cards: Cards, seat: Seat | None, chance: random.Random) -> Cards:
    """The same deal to this seat: its hand and the turn-up stay, some hidden cards change places."""
    kept = set() if seat is None else set(cards.hands[seat])
    hidden: list[Card] = [card for card in PACK if card not in kept | {cards.turn_up}]
    mixed = chance.sample(hidden, chance.choice([2, 2, 3, 6]))
    becomes = dict(zip(mixed, mixed[1:] + mixed[:1], strict=True))
    hands = tuple(tuple(becomes.get(card, card) for card in hand) for hand in cards.hands)
    return Cards(hands, cards.turn_up, tuple(becomes.get(card, card) for card in cards.stock))


def walk_together(one: World, other: World, chance: random.Random) -> int:
    """Do the same in both worlds as long as both allow it; how many steps that was."""
    steps = 0
    while choices := one.choices():
        action = chance.choice(choices)
        theirs = action
        if isinstance(action, Bury) and action.seat is not one.seat:
            theirs = next(each for each in other.choices() if isinstance(each, Bury))
        try:
            other.take(theirs)
        except Refused:
            return steps
        one.take(action)
        if one.table.game is None or other.table.game is None:
            return steps
        one_deal, other_deal = one.table.game.deal, other.table.game.deal
        if (one_deal is None) != (other_deal is None):
            return steps
        steps += 1
        if one.sent != other.sent and public_difference(one.table, other.table):
            return steps
        assert one.sent == other.sent
    return steps


def public_difference(one: Table, other: Table) -> bool:
    """Whether the same words led to different public things, as a lost game does."""
    a, b = one.game, other.game
    assert a is not None
    assert b is not None
    return (a.result, a.score) != (b.result, b.score)


@pytest.mark.parametrize("book", names())
def test_two_deals_that_look_the_same_send_the_same_bytes(book: str) -> None:
    chance = random.Random(book)
    steps = 0
    for number in range(GAMES):
        cards = deal_cards(shuffled(f"{book} {number}"), Seat.S, load(book))
        seat = chance.choice([*Seat, None])
        one = World(book, cards, seat)
        other = World(book, look_alike(cards, seat, chance), seat)
        assert one.sent == other.sent
        steps += walk_together(one, other, chance)
    assert steps > GAMES * 5, "the worlds parted too early to say anything"
