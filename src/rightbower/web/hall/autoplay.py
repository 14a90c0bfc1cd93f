"""What a table does by itself: deal, let a bot act, stand in for the absent, ring the bell."""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from rightbower.record.entries import (
    ChoiceEntry,
    ClaimEntry,
    CutEntry,
    DroppedEntry,
    EnteredEntry,
    TurnedEntry,
)
from rightbower.referee.table import NextStep, TableError, next_step
from rightbower.rules.cards import Seat
from rightbower.rules.ceremonies import Cut
from rightbower.store.contract import JournalError
from rightbower.web.hall.acts import move, next_deal, reminder, reminder_at, time_up
from rightbower.web.hall.calls import officers
from rightbower.web.hall.entries import BotStoodIn, HallEntry, Played, SaltsClosed
from rightbower.web.hall.seats import with_bots
from rightbower.web.hall.table import SEATS, HallTable, fold
from rightbower.web.hall.views import for_player

if TYPE_CHECKING:
    from rightbower.web.hall.actor import Live


def bot_slips(table: HallTable, now: float) -> list[HallEntry]:
    """What a bot does wrong now; nothing where the chance is not for it."""
    from rightbower.players.slips import OFTEN, slip

    chance = _chance(table, "slips")
    if table.referee is None or chance.random() >= OFTEN[table.opened.manners.slips]:
        return []
    match slip(table.referee, _people(table), chance):
        case None:
            return []
        case (seat, fallen):
            return [Played(DroppedEntry(seat, (fallen,), now), by_bot=True)]
        case action:
            return move(table, action, "", now, by_bot=True)


def bot_calls(table: HallTable, now: float) -> list[HallEntry]:
    """What a bot calls now of what people did; what bots do is for people to call."""
    from rightbower.players.slips import noticed

    if table.referee is None or table.opened.manners.slips == "never":
        return []
    people = _people(table)
    found = noticed(table.referee, people, _chance(table, "eyes"), of=people)
    if found is None:
        return []
    by, fact = found
    called = Played(
        ClaimEntry(by, fact, last_hand=table.referee.game.deal is None, at=now), by_bot=True
    )
    try:
        fold(table, called)
    except TableError:
        return []
    return [called]


def _people(table: HallTable) -> tuple[Seat, ...]:
    return tuple(seat for seat in SEATS if not table.player_at(seat))


def _chance(table: HallTable, what: str) -> Random:
    """The same at each look until something happens at the table."""
    return Random(f"{table.opened.seed} {what} {table.version}")


_log = logging.getLogger(__name__)
# How many times longer than at a strict table people have between the hands: to look, and to call.
UNHURRIED = 5
STAND_IN = "club"


class Autoplay:
    """Waits for the next thing that nobody has to ask for, and does it."""

    __slots__ = (
        "_acting",
        "_failed",
        "_left_at",
        "_slipped",
        "_stopped",
        "_task",
        "_timer",
        "hall",
        "live",
    )

    def __init__(self, live: Live) -> None:
        self.live: Live = weakref.proxy(live)
        self.hall = live.hall
        self._left_at: dict[Seat, float] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._acting = self._stopped = self._failed = False
        # The table's version after a bot slipped: then people have time to see it.
        self._slipped = 0

    @property
    def table(self) -> HallTable:
        return self.live.table

    def plan(self) -> None:
        """Set the next thing that happens without anybody asking."""
        if self._acting or self._stopped:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        delay = self._next_delay()
        if delay is not None:
            again = self.hall.pace.retry if self.live.unsaved or self._failed else 0.0
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(delay, again), self._due)

    def stop(self) -> None:
        """Plan no more."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()

    def came(self, seat: Seat) -> None:
        """Somebody is back, or here for the first time."""
        self._left_at.pop(seat, None)

    def went(self, seat: Seat) -> None:
        """Somebody has no connection left; the time of grace begins."""
        self._left_at[seat] = self.hall.clock()

    def _next_delay(self) -> float | None:
        table = self.table
        game = table.game
        if game is None:
            return self._filling_delay() if table.beginning is None else self._beginning_delay()
        if table.over:
            return None
        ends = None if game.time_up else game.ends_at
        due = (each for each in (ends, reminder_at(table)) if each is not None)
        delays = [each - self.hall.clock() for each in due]
        step = next_step(table.played, officers(table))
        if step is not None:
            delays += self._step_delays(step)
        return min(delays, default=None)

    def _filling_delay(self) -> float | None:
        """How long a table where somebody waits is kept open before bots take the empty chairs."""
        table, after = self.table, self.table.opened.manners.bots_after
        if after is None or table.over or not self.live.audience.people_here:
            return None
        if None not in table.seats:
            return 0.0
        return max(0.0, table.opened.at + after - self.hall.clock())

    def _beginning_delay(self) -> float:
        """How long a game that is to begin waits for what the players add to the shuffle."""
        table = self.table
        since = table.beginning if table.closed is None else table.closed
        assert since is not None, "no game is to begin"
        if not table.unsalted():
            return 0.0
        return max(0.0, since + self.hall.pace.salts - self.hall.clock())

    def _step_delays(self, due: NextStep) -> list[float]:
        """How long the next step waits, for people to follow or to do it themselves."""
        if self.table.referee is not None:
            return self._refereed_delays(due)
        if due.what != "turn":
            return [self.live.pace.deal if self.table.dealt else 0.0]
        (seat,) = due.seats
        if not self.table.player_at(seat):
            return self._patience(seat)
        deal, pace = self.table.deal, self.live.pace
        fresh_trick = deal is not None and len(deal.tricks) > 1 and not deal.tricks[-1].plays
        return [pace.trick if fresh_trick else pace.bot]

    def _refereed_delays(self, due: NextStep) -> list[float]:
        """The same as at the table: people have time to look and to call."""
        pace = self.live.pace
        if bot_calls(self.table, self.table.touched):
            return [pace.trick]
        people = [seat for seat in due.seats if not self.table.player_at(seat)]
        if due.what == "deal" and not self.table.dealt:
            return [pace.bot]
        nobodys = due.what in ("deal", "result", "turn-up")
        if nobodys or (people and due.what in ("cut", "trick")):
            return [pace.deal * UNHURRIED]
        if not people and self.table.version == self._slipped:
            return [pace.deal]
        if not people:
            return [pace.trick if due.what == "trick" else pace.bot]
        return [wait for seat in people for wait in self._patience(seat)]

    def _patience(self, seat: Seat) -> list[float]:
        """How long to wait for a person: the turn clock, and the grace time of the absent."""
        waits = []
        if self.table.opened.turn_seconds is not None:
            waits.append(self.table.touched + self.table.opened.turn_seconds - self.hall.clock())
        if seat in self._left_at or self.live.is_away(seat):
            left = self._left_at.setdefault(seat, self.hall.clock())
            waits.append(left + self.hall.pace.grace - self.hall.clock())
        return waits

    def _due(self) -> None:
        self._timer = None
        self._acting = True
        self._task = asyncio.ensure_future(self._act())

    async def _act(self) -> None:
        """Do what is due, and plan on, also where it could not be done."""
        self._failed = False
        try:
            async with self.live.turn():
                now = self.live.now()
                entries: list[HallEntry] = time_up(self.table, now) or reminder(self.table, now)
                await self.live.write(entries or await self._own_step())
        except JournalError:
            self._failed = True
        except Exception:
            self._failed = True
            _log.exception("what %s does by itself failed", self.live.name)
        finally:
            self._acting = False
            self.plan()

    async def _own_step(self) -> list[HallEntry]:
        game = self.table.game
        if game is None and self.table.beginning is not None:
            return self._next_beginning_step()
        if game is None and self._filling_delay() == 0.0:
            return with_bots(self.table, self.live.now())
        if game is None or self.table.over:
            return []
        return await self._table_step()

    def _next_beginning_step(self) -> list[HallEntry]:
        """Close the commitments, then begin; where the time is over, without those who did not come."""
        table, now = self.table, self.live.now()
        if self._beginning_delay() > 0:
            return []
        if table.closed is None and any(table.committed):
            return [SaltsClosed(now)]
        return self.hall.beginning(table, now)

    async def _table_step(self) -> list[HallEntry]:
        due, now = next_step(self.table.played, officers(self.table)), self.live.now()
        if due is None:
            return []
        if called := bot_calls(self.table, now):
            return called
        if due.what in ("deal", "turn-up"):
            return next_deal(self.table, now)
        if due.what == "cut":  # a bot does not cut, and a person had time to
            return [Played(CutEntry(Cut(due.seats[0]), now))]
        people = [seat for seat in due.seats if not self.table.player_at(seat)]
        if people and due.what != "trick":
            return self._stand_in(people)
        if due.choice is not None:
            choice = due.choice
            return [Played(ChoiceEntry(choice.number, choice.by, choice.option, now))]
        if due.what != "turn":
            return [Played(TurnedEntry(now) if due.what == "trick" else EnteredEntry(now))]
        (seat,) = due.seats
        if slipped := bot_slips(self.table, now):
            self._slipped = self.table.version + len(slipped)
            return slipped
        return await self._bot_acts(self.table.player_at(seat), seat)

    async def _bot_acts(self, bot: str, seat: Seat) -> list[HallEntry]:
        opened = self.table.opened
        # The tables of an event are opened by the desk for different people.
        whose = self.live.name if opened.event else opened.by
        action = await self.hall.thinking.act(bot, for_player(self.table, seat), whose)
        return move(self.table, action, "", self.live.now(), by_bot=True)

    def _stand_in(self, people: Sequence[Seat]) -> list[HallEntry]:
        """A bot for the first of these who has been waited for long enough."""
        for seat in people:
            if any(wait <= 0 for wait in self._patience(seat)):
                return [BotStoodIn(seat, STAND_IN, self.live.now())]
        return []
