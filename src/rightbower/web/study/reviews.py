"""Reviews of finished games: looked into once, away from the live tables, and kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from msgspec import Struct
from starlette.requests import HTTPConnection

from rightbower.office.worker import tell
from rightbower.office.workers import pool
from rightbower.record.entries import Record
from rightbower.rules.acts import Bury, Play
from rightbower.rules.deal import Deal
from rightbower.rules.refusal import Refusal

if TYPE_CHECKING:
    from rightbower.study.review import Comment

KEPT = 200
MOST_WAITING = 20
Look = Callable[[Record, Callable[[int, int], None]], Awaitable["list[Comment]"]]


class Progress(Struct):
    """How far a review has come; ``comments`` once it is done, ``fault`` where it failed."""

    done: int = 0
    of: int = 1
    comments: list[Comment] | None = None
    fault: str = ""


class Reviews:
    """One review at a time, by a worker of its own; the newest are kept."""

    def __init__(self, look: Look | None = None) -> None:
        self._look = look or _look
        self._kept: OrderedDict[str, Progress] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Semaphore(1)

    def of(self, table: str) -> Progress | None:
        """The review of a table's game, finished or not, if somebody asked for it."""
        return self._kept.get(table)

    def ask(self, table: str, game: Record) -> Progress:
        """The review of a game; the first to ask sets it going."""
        found = self._kept.get(table)
        if found is None or found.fault:
            if len(self._tasks) >= MOST_WAITING:
                return Progress(fault="many games wait for their review already; try again later")
            found = self._kept[table] = Progress()
            task = asyncio.get_running_loop().create_task(self._review(found, game))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return found

    async def _review(self, progress: Progress, game: Record) -> None:
        def told(done: int, of: int) -> None:
            progress.done, progress.of = done, of

        async with self._turn:
            try:
                progress.comments = await self._look(game, told)
            except Refusal as fault:
                progress.fault = str(fault)


def reviews_of(connection: HTTPConnection) -> Reviews:
    """The hall's reviews."""
    reviews: Reviews = connection.app.state.reviews
    return reviews


async def _look(game: Record, told: Callable[[int, int], None]) -> list[Comment]:
    return await pool("study").run(reviewed, game, tell=told)


def reviewed(game: Record) -> list[Comment]:
    """The review of a game, worked out here and now, as a worker does it."""
    from rightbower.study.review import review

    return review(game, progress=tell)


def act_index(deal: Deal, comment: Comment) -> int:
    """Which act of a deal a comment is about."""
    played = isinstance(comment.action, Play)
    before = 0
    for number, act in enumerate(deal.acts):
        if act == comment.action and before == comment.place:
            return number
        counts = isinstance(act, Play) if played else not isinstance(act, Bury)
        before += counts
    raise Refusal(f"{comment.action} is nowhere in this deal")
