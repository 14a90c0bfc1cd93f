"""Each fault at each point of a round: the desk goes on, the bell rings, nothing answered is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from rightbower.store.contract import JournalError
from rightbower.store.streams import AsyncJournal
from rightbower.tournament.commands import Command
from rightbower.tournament.contest import Entry, encode
from rightbower.tournament.events.attendance import check_in_all
from rightbower.tournament.events.contest import EVENT
from rightbower.tournament.events.entrants import Player
from rightbower.tournament.events.event import Event, EventHistory
from rightbower.tournament.events.plan import open_event
from rightbower.tournament.events.registration import AddEntrants, add
from rightbower.tournament.events.results import EnterResult, ResultEntered
from rightbower.tournament.events.round_clock import StartClock
from rightbower.tournament.events.simulated import people
from rightbower.web.state.desk import Desk
from web.clockwork import idle, run
from web.day import seated
from web.faults import FaultyJournal

STREAM = "event/day"
MINUTES = 10
LONGEST = 3600.0
RESULTS = {1: (10, 6), 2: (3, 10), 3: (10, 9)}
Fault = Callable[["Round"], None]


class Round:
    """A seated round of three tables, a clock, and two people at the desk at the same time."""

    def __init__(self) -> None:
        self.journal = FaultyJournal(prompt=True)
        opened = open_event("swiss-pairs", "day", "The day", "2026-11-15", rounds=3)
        history = EventHistory.of([Entry(0.0, "director", opened)])
        names = people(12)
        pairs = [[Player(a), Player(b)] for a, b in zip(names[::2], names[1::2], strict=True)]
        for deed in (lambda event: add(event, pairs), check_in_all, seated):
            history = history.extend(Entry(0.0, "director", deed(history.event)))
        bodies = [encode(each) for each in history.entries]
        self.journal.append(STREAM, 0, bodies)
        self.before = self.journal.posted
        self.async_journal = AsyncJournal(self.journal)
        self.desk = Desk(self.async_journal, clock=lambda: asyncio.get_running_loop().time())
        self.answered: list[str] = []
        self.asking: list[asyncio.Task[object]] = []

    @property
    def event(self) -> Event:
        """The event as everybody may see it."""
        event = self.desk.event("day")
        assert event.version <= self.journal.head(STREAM), "what is not durable was shown"
        return event

    async def do(self, name: str, command: Command, there: Callable[[Event], bool]) -> None:
        """An act of the desk, again until it is answered, or somebody sees that it is there."""
        while True:
            work: asyncio.Task[object] = asyncio.ensure_future(self.desk.do("day", command))
            self.asking.append(work)
            try:
                await work
                self.answered.append(name)
                return
            except JournalError:
                pass
            except asyncio.CancelledError:
                await asyncio.sleep(60)
            await asyncio.sleep(1)
            if there(self.event):
                return

    async def play(self) -> None:
        """The clock is started, results come from two sides, the bell rings by itself."""
        await self.do("clock", StartClock(MINUTES), lambda event: event.clock.running)
        await asyncio.gather(*(self.enter(table) for table in RESULTS))
        loop = asyncio.get_running_loop()
        while self.event.clock.rang_at is None:
            assert loop.time() < LONGEST, "the bell does not ring"
            await asyncio.sleep(10)
        await idle()
        self.desk.close()

    async def enter(self, table: int) -> None:
        """A table's result."""
        await asyncio.sleep(table % 2)
        command = EnterResult(table, *RESULTS[table])
        await self.do(
            f"result {table}", command, lambda event: self.result(event, table) is not None
        )

    def result(self, event: Event, table: int) -> tuple[int, int] | None:
        """What stands at a table."""
        found = event.round.table(table).result
        return None if found is None else found.points

    def check(self) -> None:
        """All is in the journal, once, and it comes to what the desk shows."""
        entries = [EVENT.decode(body) for body in self.journal.bodies(STREAM)]
        again = EventHistory.of(entries).event
        assert again == self.event
        assert {table: self.result(again, table) for table in RESULTS} == RESULTS
        entered = [each for each in entries if isinstance(each.fact, ResultEntered)]
        assert len(entered) == len(RESULTS), "a result was entered twice"
        assert again.clock.rang_at is not None


def a_round(fault: Fault | None = None, point: int = 0) -> Round:
    """A round in which a fault strikes at one append."""

    async def story() -> Round:
        here = Round()

        def strike(number: int, stream: str) -> None:
            if fault is not None and stream == STREAM and number - here.before == point:
                fault(here)

        here.journal.before_post = strike
        await here.play()
        here.check()
        return here

    return run(story)


def fails_once(here: Round) -> None:
    here.journal.fail()


def disk_is_full_for_a_while(here: Round) -> None:
    here.journal.fail(times=6)


def is_slow(here: Round) -> None:
    here.journal.prompt = False

    def at_last() -> None:
        here.journal.prompt = True
        here.journal.land()

    asyncio.get_running_loop().call_later(30, at_last)


def is_slow_and_fails(here: Round) -> None:
    is_slow(here)
    here.journal.fail()


def is_cancelled(here: Round) -> None:
    is_slow(here)
    for each in here.asking:
        asyncio.get_running_loop().call_later(1, each.cancel)


def is_cancelled_and_fails(here: Round) -> None:
    is_cancelled(here)
    here.journal.fail()


FAULTS = (
    fails_once,
    disk_is_full_for_a_while,
    is_slow,
    is_slow_and_fails,
    is_cancelled,
    is_cancelled_and_fails,
)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_fault_at_each_point_of_a_round(fault: Fault) -> None:
    calm = a_round()
    assert calm.answered == ["clock", "result 2", "result 1", "result 3"]
    for point in range(1, calm.journal.posted - calm.before + 1):
        a_round(fault, point)


def test_two_who_check_in_at_once_check_in_their_own() -> None:
    async def story() -> None:
        here = Round()
        before = len(here.event.entrants)
        here.journal.prompt = False
        both = [
            asyncio.ensure_future(here.desk.do("day", AddEntrants((names,), here=True)))
            for names in ("Zoe Quist & Yan Prew", "Xia Orr & Wim Nagy")
        ]
        await idle()
        here.journal.land()
        await idle()
        here.journal.land()
        await asyncio.gather(*both)
        new = here.event.entrants[before:]
        assert [each.state for each in new] == ["here", "here"]
        assert len({each.name for each in new}) == 2
        here.desk.close()

    run(story)
