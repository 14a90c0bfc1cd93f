"""The same deals for several people, each at a table of their own: the deal of the day, and matches by link.

A key names the deals: ``day-2026-11-16``, or ``standard-8-k7x3mq9d`` for eight deals by a book. Their
seed is made from the hall's secret, so that nobody can read them before they are played.
"""

from __future__ import annotations

import re
import secrets
from datetime import UTC, date, datetime
from typing import Any, Final

from msgspec import Struct

from rightbower.rules.book import load, names
from rightbower.rules.cards import Seat
from rightbower.rules.refusal import Refusal
from rightbower.store.contract import StreamJournal
from rightbower.web.hall.archive import (
    OPEN,
    PAST,
    PREFIX,
    PastGame,
    played_before,
    same_games,
)
from rightbower.web.hall.bots import USUAL
from rightbower.web.hall.table import HallTable

YOU: Final = Seat.S
BOTS: Final = USUAL
LENGTHS: Final = (4, 8, 16)
DAY: Final = re.compile(r"day-(\d{4}-\d{2}-\d{2})")
MATCH: Final = re.compile(rf"([a-z0-9-]+)-({'|'.join(map(str, LENGTHS))})-([a-z0-9]{{8,16}})")


class SameDeals(Struct, frozen=True):
    """Deals that several people play: by which book, how many, and of which day if of one."""

    key: str
    book: str
    deals: int
    day: date | None = None

    @property
    def changes(self) -> dict[str, Any]:
        """The settings that differ from the book: a number of deals, whatever the score, and no clock."""
        found: dict[str, Any] = {"game.deals": self.deals}
        rules = load(self.book)
        if rules.game.target is not None:
            found["game.target"] = None
        if rules.clock.minutes is not None:
            found["clock.minutes"] = None
        return found

    @property
    def purpose(self) -> str:
        """What the seed is made for."""
        return f"same deals {self.key}"


def today(now: float) -> date:
    """The day it is where the hall is."""
    return datetime.fromtimestamp(now, UTC).astimezone().date()


def of_day(day: date) -> str:
    """The key of a day's deal."""
    return f"day-{day.isoformat()}"


def new_match(book: str, deals: int) -> str:
    """A key for deals that nobody has played."""
    return f"{book}-{deals}-{secrets.token_hex(5)}"


def same_deals(key: str, now: float) -> SameDeals:
    """What a key names; a day that has not come names nothing yet."""
    if found := DAY.fullmatch(key):
        try:
            day = date.fromisoformat(found[1])
        except ValueError:
            raise Refusal("there is no such day") from None
        if day > today(now):
            raise Refusal("that day has not come yet")
        return SameDeals(key, "standard", 1, day)
    read = MATCH.fullmatch(key)
    if read is None or read[1] not in names():
        raise Refusal("there are no such deals; the link may be mistyped")
    return SameDeals(key, read[1], int(read[2]))


def own_table(journal: StreamJournal, key: str, who: str) -> tuple[str, bool]:
    """The table where a person plays or played these deals, and whether that is over."""
    for list_ in (PAST, OPEN):
        if found := played_before(journal, list_, key, who):
            return found.removeprefix(PREFIX), list_ == PAST
    return "", False


def may_look(table: HallTable, journal: StreamJournal, who: str, now: float) -> bool:
    """Whether somebody may see the cards of a finished game: not before having played the same deals."""
    key = table.opened.same
    if not key or table.seat_of(who) is not None:
        return True
    deals = same_deals(key, now)
    if deals.day is not None and deals.day < today(now):
        return True
    return own_table(journal, key, who)[1]


class SameResult(Struct, frozen=True):
    """Somebody's result at the same deals: net points deal by deal."""

    who: str
    name: str
    deals: tuple[int, ...]
    at: float

    @property
    def total(self) -> int:
        """All deals together."""
        return sum(self.deals)


def result_of(game: PastGame) -> SameResult:
    """The net points of South's side in each deal."""
    nets, before = [], (0, 0)
    for deal in game.deals:
        won, lost = (deal.score[side] - before[side] for side in (YOU.side, YOU.side.other))
        nets.append(won - lost)
        before = deal.score
    return SameResult(game.people[YOU], game.names[YOU], tuple(nets), game.at)


def results(journal: StreamJournal, deals: SameDeals) -> list[SameResult]:
    """The results of all who finished these deals alone against bots, the best first."""
    games = [game for game in same_games(journal, deals.key) if _counts(game)]
    return sorted(map(result_of, games), key=lambda each: (-each.total, each.at))


def _counts(game: PastGame) -> bool:
    """One person against bots, and a game that was finished."""
    ended = game.reason in ("deals", "game lost")
    return ended and [bool(bot) for bot in game.bots] == [seat is not YOU for seat in Seat]
