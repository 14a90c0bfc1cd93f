"""What each legal card leads to, over many worlds that a player holds possible."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from rightbower.players.kernel.compiling.compiled import entry
from rightbower.players.kernel.compiling.threads import in_threads
from rightbower.players.kernel.numbers.bits import BIT, PLACES, cards_of
from rightbower.players.kernel.positions import Positions, laid_out
from rightbower.players.kernel.search import apart
from rightbower.players.kernel.solve import HAND, kind, makers_most
from rightbower.rules.cards import PACK, Card, Seat, Suit, suit_in_play

CHUNK: Final = 64
KINDS: Final = 3


class MoveValues(NamedTuple):
    """The legal cards and, for each, in how many worlds it leads to what.

    The columns are euchred, made and march; or the makers' tricks, none to five.
    """

    cards: tuple[Card, ...]
    counts: np.ndarray


@entry(
    "void(int64[:, ::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[:, ::1],"
    " int64[::1], int64[::1], int64, int64[:, ::1])"
)
def _try(
    hands: np.ndarray,
    trump: np.ndarray,
    leader: np.ndarray,
    makers: np.ndarray,
    lone: np.ndarray,
    table: np.ndarray,
    won: np.ndarray,
    cards: np.ndarray,
    enough: int,
    counts: np.ndarray,
) -> None:
    """Count where each card leads; ``cards`` are relative to trump, from the lowest."""
    for row in range(len(hands)):
        a, b, c, d, only, left = laid_out(
            hands[row], trump[row], leader[row], lone[row], table[row]
        )
        lead = leader[row] & 1 == makers[row]
        gone = PLACES & ~(a | b | c | d)
        unlike = apart(a, gone) | apart(b, gone) | apart(c, gone) | apart(d, gone)
        found = 0
        for number, card in enumerate(cards):
            # a neighbour of the card before it leads to the same
            if number == 0 or unlike & card:
                chosen = only | card
                if enough:
                    found = kind(a, b, c, d, left, chosen, lead, won[row], enough)
                else:
                    found = won[row] + makers_most(a, b, c, d, left, chosen, lead)
            counts[number, found] += 1


def move_values(worlds: Positions, enough: int | None = 3, threads: int = 1) -> MoveValues:
    """Each legal card of the seat on turn, with best play after it by all who see all.

    All worlds are the same moment: only the hands that the seat does not see differ. ``enough`` is
    the book's ``score.tricks_to_make``; with None the makers' tricks are counted.
    """
    if enough is not None and not 1 <= enough <= HAND:
        raise ValueError(f"makers need from 1 to {HAND} tricks, not {enough}")
    if not len(worlds.hands):
        raise ValueError("there is no world to look at")
    trump = Suit(int(worlds.trump[0]))
    legal = sorted(_legal(worlds, trump), key=lambda card: int(BIT[trump, card.index]))
    bits = np.array([BIT[trump, card.index] for card in legal], dtype=np.int64)
    starts = range(0, len(worlds.hands), CHUNK)
    width = HAND + 1 if enough is None else KINDS
    counts = np.zeros((len(starts), len(legal), width), dtype=np.int64)

    def some(start: int) -> None:
        rows = slice(start, start + CHUNK)
        part = counts[start // CHUNK]
        _try(*(column[rows] for column in worlds), bits, enough or 0, part)

    in_threads(some, starts, threads)
    return MoveValues(tuple(legal), counts.sum(axis=0))


def on_turn(worlds: Positions) -> Seat:
    """Who plays next: the first seat from the leader on with no card on the table."""
    seat = Seat(int(worlds.leader[0]))
    lone = int(worlds.lone[0])
    while worlds.table[0, seat] >= 0 or (lone >= 0 and seat is Seat(lone).partner):
        seat = seat.left
    return seat


def _legal(worlds: Positions, trump: Suit) -> list[Card]:
    """The cards that the seat on turn may play; refuse worlds that are not one moment."""
    for column in (worlds.trump, worlds.leader, worlds.makers, worlds.lone, worlds.won):
        if (column != column[0]).any():
            raise ValueError("the worlds are not all the same moment")
    seat = on_turn(worlds)
    hand = int(worlds.hands[0, seat])
    if (worlds.hands[:, seat] != hand).any() or (worlds.table != worlds.table[0]).any():
        raise ValueError(f"{seat.word} sees its hand and the table, so all worlds must agree there")
    led = int(worlds.table[0, worlds.leader[0]])
    held = list(cards_of(hand))
    if led < 0:
        return held
    suit = suit_in_play(PACK[led], trump)
    return [card for card in held if suit_in_play(card, trump) is suit] or held
