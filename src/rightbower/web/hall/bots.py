"""How bots decide: most at once, those who think in processes of their own.

A table's loop never waits for an expert. Where many think already a quicker one answers in its place,
and where there is no room left, or it takes too long, a league player does, here and at once.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final

from rightbower.office.workers import Asker, Busy, NotDone, Workers, pool
from rightbower.players.views import View
from rightbower.rules.acts import Action
from rightbower.web.hall.strengths import STRENGTHS

if TYPE_CHECKING:
    from rightbower.players import Player

THINKERS: Final = frozenset(name for name, each in STRENGTHS.items() if each.thinks)
QUICKER: Final = "expert-quick"
AT_ONCE: Final = "league"
# With so many waiting already the next ones are thought out by the quicker player.
LONG_QUEUE: Final = 8
# Seconds that a table waits for a bot before another moves for it.
PATIENCE: Final = 4.0


class Thinking:
    """The thinking of a hall's bots; ``stood_in`` counts who answered for a stronger one.

    ``under_way`` is how many think just now, those who wait for a process with them.
    """

    def __init__(self, workers: Callable[[], Workers] | None = None) -> None:
        self._workers = workers or partial(pool, "bots")
        self.stood_in: Counter[str] = Counter()
        self.under_way = 0

    def expect(self, bots: Iterable[str]) -> None:
        """Have the processes ready where one of these will think."""
        if not THINKERS.isdisjoint(bots):
            self._workers().start()

    async def act(self, bot: str, seen: View, whose: str = "") -> Action:
        """What a bot does, or another for it; ``whose`` says by whom its table was opened.

        Nobody's bots take more than their share of the processes, however many tables they have left.
        """
        if bot not in THINKERS or len(seen.legal) == 1:
            return thought(bot, seen)
        workers = self._workers()
        level = QUICKER if workers.waiting >= LONG_QUEUE else bot
        self.under_way += 1
        try:
            async with asyncio.timeout(PATIENCE):
                found = await workers.run(thought, level, seen, asker=Asker(whose))
        except (Busy, NotDone, TimeoutError):
            level, found = AT_ONCE, thought(AT_ONCE, seen)
        finally:
            self.under_way -= 1
        if level != bot:
            self.stood_in[level] += 1
        return found


def thought(bot: str, seen: View) -> Action:
    """What a player does here and now, as a worker finds it out."""
    return _player(bot)(seen)


@lru_cache(maxsize=16)
def _player(name: str) -> Player:
    from rightbower.players import player

    return player(name, seed=1)
