"""Boards of duplicate Euchre: how many a round has, how they are scored, and how they are dealt."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct

from rightbower.rules import shuffles
from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import Card, Seat
from rightbower.rules.ceremonies import Dealt, deal_cards

Scoring = Literal["matchpoints", "total points", "difference to the field"]
# So many boards are kept at hand; working one out is a few hashes.
KEPT: Final = 1_024


class BoardPlan(Struct, frozen=True, omit_defaults=True):
    """Duplicate Euchre: every table plays the same boards, so many of them in a round.

    ``winners`` are 2 where each line is ranked by itself. ``at_once`` says that all tables have the
    boards of a round at the same time; otherwise one copy of each goes from table to table.
    """

    a_round: int
    scoring: Scoring = "matchpoints"
    winners: Literal[1, 2] = 1
    at_once: bool = False


class Board(Struct, frozen=True):
    """A board: its number, and four hands with the turn-up and the rest as they were dealt."""

    number: int
    dealer: Seat
    cards: Dealt

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """Five cards for each seat, from North."""
        return self.cards.hands


def seed_of(seed: str, boards: int) -> str:
    """The seed of one set of boards, from which a table in the hall deals them."""
    return hashlib.sha256(f"rightbower boards\n{seed}\n{boards}".encode()).hexdigest()


def set_of(number: int, plan: BoardPlan) -> tuple[int, int]:
    """The set of a board from 0, and which of its boards it is from 1.

    >>> set_of(3, BoardPlan(2)), set_of(4, BoardPlan(2))
    ((1, 1), (1, 2))
    """
    boards, place = divmod(number - 1, plan.a_round)
    return boards, place + 1


def numbers_of(boards: int, plan: BoardPlan) -> tuple[int, ...]:
    """The boards of a set.

    >>> numbers_of(1, BoardPlan(3))
    (4, 5, 6)
    """
    first = boards * plan.a_round + 1
    return tuple(range(first, first + plan.a_round))


def board(seed: str, number: int, plan: BoardPlan, book: RuleBook | str) -> Board:
    """A board as it is dealt, at a table in the hall and on paper alike."""
    return _board(seed_of(seed, set_of(number, plan)[0]), number, plan, load(book))


@lru_cache(KEPT)
def _board(seed: str, number: int, plan: BoardPlan, book: RuleBook) -> Board:
    _, place = set_of(number, plan)
    first = shuffles.first_dealer(shuffles.pack(seed, (), "first dealer", shuffles.SAME), book)
    dealer = Seat((first + place - 1) % len(Seat))
    order = shuffles.pack(seed, (), f"deal {place}", shuffles.SAME)
    return Board(number, dealer, deal_cards(order, dealer, book))
