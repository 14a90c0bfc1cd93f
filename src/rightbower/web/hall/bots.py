"""The bots one can play against, how strong they are, and how they decide."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from rightbower.office.workers import Asker, Busy, NotDone, Workers, pool
from rightbower.players.views import View
from rightbower.rules.acts import Action
from rightbower.rules.message import word

if TYPE_CHECKING:
    from rightbower.players import Player

USUAL: Final = "club"


class Strength(Struct, frozen=True):
    """A bot: what it is called here, what to expect of it, its rating, and whether it has to think.

    Bots stand still, so that their ladder means the same in every hall: docs/hall.md says how their
    ratings were measured. Those who think do so in processes of their own.
    """

    label: str
    says: str
    rating: float
    thinks: bool = False


STRENGTHS: Final[dict[str, Strength]] = {
    "beginner": Strength(
        word("Beginners"),
        word("Know the rules, call with three trumps, and play high to win."),
        1370,
    ),
    "club": Strength(
        word("Club players"),
        word("Play by the old sayings, and forget which cards are gone."),
        1500,
    ),
    "club-careful": Strength(
        word("Careful club players"), word("Call only with a strong hand."), 1450
    ),
    "club-bold": Strength(
        word("Bold club players"), word("Call often, and go alone sooner."), 1450
    ),
    "league": Strength(word("League players"), word("Sound bidding and sound play."), 1610),
    "league-table": Strength(
        word("League players by the table"),
        word("Bid by a worked-out table that is hard to beat, and play like the league."),
        1620,
    ),
    "expert-quick": Strength(
        word("Quick experts"),
        word("Try out some ways the hidden cards could lie before each choice."),
        1680,
        thinks=True,
    ),
    "expert": Strength(
        word("Experts"),
        word("Try out many more ways; each takes a moment to think."),
        1700,
        thinks=True,
    ),
    "expert-1": Strength(
        word("First experts"),
        word("Our first expert, kept as it was to measure the others by."),
        1700,
        thinks=True,
    ),
    "master": Strength(
        word("Masters"),
        word("The strongest we have: bid by the table, and think the longest."),
        1700,
        thinks=True,
    ),
}


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

    def has_to_think(self, bot: str, seen: View) -> bool:
        """Whether a bot needs more than a moment for what it does."""
        return bot in THINKERS and len(seen.legal) != 1

    async def act(self, bot: str, seen: View, whose: str = "") -> Action:
        """What a bot does, or another for it; ``whose`` says by whom its table was opened.

        Nobody's bots take more than their share of the processes, however many tables they have left.
        """
        if not self.has_to_think(bot, seen):
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
