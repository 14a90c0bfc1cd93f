"""A hall and a desk with an event's tables, as far as these have to do with each other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from types import SimpleNamespace
from typing import Any

from rightbower.rules.cards import Seat
from rightbower.store.contract import Unreadable
from rightbower.tournament.events.clock import Clock
from rightbower.tournament.events.phone_results import HallResult
from rightbower.web.hall.archive import played_in
from rightbower.web.hall.entries import Sat
from rightbower.web.state.online import WRITER, Online
from web.clockwork import run

NAMES = {1: ("Ann", "Al"), 2: ("Bea", "Bob"), 3: ("Cat",), 4: ("Cy",), 5: ("Dot",), 6: ("Dan",)}


def seated(number: int, **changes: Any) -> Any:
    """A table of the round with two pairs and its game before it."""
    told = {"sides": ((1,), (2,)), "dealer": 0, "playing": True, "result": None, "void": False}
    return SimpleNamespace(number=number, **{**told, **changes})


class Day:
    """An event in its second round."""

    def __init__(self, *tables: Any, **changes: Any) -> None:
        self.id, self.rounds, self.clock, self.finished = "day", [1, 2], Clock(2), False
        tables = tables or (seated(1), seated(2))
        numbered = {each.number: each for each in tables}
        self._round = SimpleNamespace(seed="seed", tables=tables, table=numbered.__getitem__)
        self.hall: Any = None
        self.plan = SimpleNamespace(
            book="standard", target=10, minutes=None, other=None, duplicate=None
        )
        vars(self).update(changes)

    @property
    def round(self) -> Any:
        """The latest round; there has to be one."""
        assert self.rounds
        return self._round

    def entrant(self, number: int) -> Any:
        """One of the list."""
        players = [SimpleNamespace(name=name) for name in NAMES[number]]
        single = len(players) == 1
        return SimpleNamespace(number=number, players=players, single=single, state="")


class Table:
    """A table in the hall, awake; what is written to it is noted."""

    def __init__(self, name: str, event: str, over: bool = True, seats: Any = (None,) * 4) -> None:
        self.id, self.name = name, f"table/{name}"
        self.written, self.handed_over = list[Any](), False
        facts = SimpleNamespace(reason="points", winner="NS", score=(10, 7), last_dealer=Seat.W)
        self.table: Any = SimpleNamespace(
            opened=SimpleNamespace(event=event),
            over=over,
            game=None,
            bell_at=None,
            finished=facts,
            beginning=None,
            seats=seats,
            seat_of=lambda who: next((each for each in seats if each and each.who == who), None),
        )

    def now(self) -> float:
        """Always the same moment."""
        return 5.0

    async def decided(self, decide: Callable[[Any, float], Sequence[Any]]) -> None:
        """Note what is decided; whoever sat down sits there."""
        entries = decide(self.table, self.now())
        self.written += entries
        for each in entries:
            if isinstance(each, Sat):
                seats = list(self.table.seats)
                seats[each.seat] = SimpleNamespace(who=each.who)
                self.table.seats = tuple(seats)

    async def hand_over(self) -> None:
        """Another hall has it from now on."""
        self.handed_over = True


class Place:
    """A hall and a desk, as far as an event's tables have to do with them; what is asked is noted."""

    def __init__(self, day: Any, *tables: Table, sole: bool = True, asleep: Any = ()) -> None:
        self.day, self.noted, self.faults = day, list[Any](), list[Exception]()
        self.said_over = list[str]()
        self.phones, self.took, self.opened = dict[str, int](), 0.0, list[Table]()
        self.at = {each.name.removeprefix("table/"): each for each in tables}
        found: dict[str, Any] = {each.name: each for each in tables if each not in asleep}
        hall: Any = SimpleNamespace(
            tables=found,
            find=lambda name: self._noted("find", name, self.at.get(name)),
            come=self._come,
            look=self._look,
            reads=self._reads,
            journal=None,
            finished=[],
            ownership=SimpleNamespace(sole=sole),
            pace=SimpleNamespace(retry=3.0),
            clock=lambda: 4.0,
            open=self._open,
        )
        names = {
            (int(round_), int(number)): name
            for name, each in self.at.items()
            for _, round_, number, _ in [each.table.opened.event.split("/")]
        }
        desk: Any = SimpleNamespace(
            changed=[],
            events=SimpleNamespace(ids=lambda: ["broken", "day"]),
            event=self._event,
            notes=lambda _: SimpleNamespace(online=names, phones=self.phones),
            note=self._note,
            own=self._own,
            do=self._do,
        )
        self.hall, self.desk, self.online = hall, desk, Online(hall, desk)

    def _noted(self, what: str, about: Any, answer: Any = None) -> Any:
        self.noted.append((what, about))
        if self.faults and what in ("own", "come", "do"):
            raise self.faults.pop(0)
        return answer

    def _event(self, id_: str) -> Any:
        if id_ == "broken":
            raise Unreadable("the event 'broken' cannot be read")
        return self.day

    async def _come(self, name: str) -> Any:
        return self._noted("come", name, self.at.get(name))

    async def _look(self, name: str) -> Any:
        return self._noted("look", name, self.at.get(name))

    async def _open(self, *words: Any, **more: Any) -> Any:
        opened = Table("new", more["event"], over=False)
        self.opened.append(opened)
        if known := more.pop("then"):
            await opened.decided(lambda *_: known)
        return self._noted("open", (*words, more), opened)

    async def _note(self, stream: str, decide: Any) -> None:
        self._noted("note", (stream, decide(None) if callable(decide) else decide))

    async def _reads(self, ask: Any, journal: Any, event: str) -> list[str]:
        assert (ask, journal) == (played_in, None)
        self._noted("played in", event)
        return self.said_over or [name for name, each in self.at.items() if each.table.over]

    async def _own(self, stream: str) -> None:
        self._noted("own", stream)

    async def _do(self, _: str, command: Any, by: str) -> None:
        self._noted("do", (command, by))

    def after(self, work: Coroutine[Any, Any, Any] | None = None) -> list[Any]:
        """What was asked and done when everything is done; a start of the hall where nothing is given."""

        async def story() -> None:
            if work is None:
                self.online.wake()
            else:
                await work
            while self.online._tasks:
                done, _ = await asyncio.wait(self.online._tasks)
                assert [each.exception() for each in done] == [None] * len(done)
            self.took = asyncio.get_running_loop().time()

        run(story)
        return self.noted


def result(number: int) -> tuple[str, Any]:
    """The result of a table is entered."""
    return ("do", (HallResult(2, "seed", number, 10, 7, None, 2), WRITER))
