"""An event whose tables live in several halls comes to the same as in one, whoever is killed."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from unittest.mock import patch

import pytest
from msgspec import json
from msgspec.structs import replace

from rightbower.office.journals import journal_of
from rightbower.store.claims import HandedOver
from rightbower.store.journal import Journal
from rightbower.tournament.events.clock import bell_at
from rightbower.tournament.events.contest import EVENT
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.places import standings
from rightbower.tournament.events.round_clock import StartClock
from rightbower.web import notes as note_facts
from rightbower.web.hall.hall import Hall, leave
from rightbower.web.hall.table import Pace
from rightbower.web.state.desk import Desk
from rightbower.web.state.online import Online
from web.apart import run_apart
from web.clockwork import idle, run
from web.day import Facts, prepared_event, room, seated
from web.faults import FaultyJournal
from web.several import SeveralHalls
from web.test_lines import Ear

PACE = Pace(bot=1, trick=1, deal=2, grace=0, retry=2, salts=0)
AT_ONCE = Pace(bot=0, trick=0, deal=0, grace=0, retry=0.01, salts=0)
STREAM = f"{EVENT.prefix}day"


def same_shuffles() -> object:
    """Each run shuffles alike: the first table opened has the first seed."""
    numbers = itertools.count(1)
    return patch("rightbower.rules.shuffles.new_seed", lambda: f"seed {next(numbers)}")


def placed(event: Event) -> bytes:
    """Everybody's place, with the reasons."""
    return json.encode(standings(event))


def in_one_hall(folder: Path, rounds: int) -> bytes:
    """The event played in one hall over SQLite."""

    async def story() -> bytes:
        with Journal(folder / "rightbower.journal") as journal:
            hall = Hall(journal, AT_ONCE)
            desk = Desk(hall.async_journal)
            online = Online(hall, desk)
            for _ in range(rounds):
                await desk.do("day", Facts([seated]))
                await online.put(desk.event("day"), "strict")
                while not all(table.result for table in desk.event("day").round.tables):
                    await asyncio.sleep(0.01)
            hall.close()
            desk.close()
            return placed(desk.event("day"))

    with same_shuffles():  # type: ignore[attr-defined]  # it is a context manager
        return run_apart(story())


class Night:
    """The event in several halls, some of which are killed in every round."""

    def __init__(self, journal: FaultyJournal, chance: random.Random) -> None:
        self.several, self.chance = SeveralHalls(journal, PACE), chance
        self.names = (f"hall-{number}" for number in itertools.count(1))
        self.killed: list[str] = []
        for _ in range(3):
            self.several.open(next(self.names))

    async def somewhere(self, what: Callable[[str], Awaitable[object]]) -> None:
        """Ask any hall, and the one it names, as a browser does."""
        hall = ""
        while True:
            here = hall if hall in self.several.halls else self.chance.choice([*self.several.halls])
            try:
                await what(here)
            except HandedOver as gone:
                hall = gone.hall
                await asyncio.sleep(0.1)
            else:
                return

    async def watch(self, table: str) -> None:
        """Somebody looks at a table until its game is over, wherever it is played."""
        over = False

        async def visit(name: str) -> None:
            nonlocal over
            live = await self.several.halls[name].come(table)
            assert live is not None
            ear = Ear(f"watches {table}", self.several.halls[name])
            live.join(ear.line, None)
            while name in self.several.halls and not ear.line.closed and not live.table.over:
                await asyncio.sleep(1)
            over = live.table.over and name in self.several.halls

        while not over:
            await self.somewhere(visit)

    async def round(self) -> None:
        """Seat, play and enter one round."""
        await self.somewhere(lambda name: self.several.desks[name].do("day", Facts([seated])))
        await self.somewhere(self._put)
        event = next(iter(self.several.desks.values()))
        online = event.notes(STREAM).online
        number = len(event.event("day").rounds)
        names = [name for (round_, _), name in online.items() if round_ == number]
        watching = [asyncio.ensure_future(self.watch(name)) for name in names]
        for _ in range(2):
            await asyncio.sleep(self.chance.uniform(20, 60))
            self._kill(STREAM)
            self._kill(
                self.chance.choice([each for each in self.several.table.owners if "table/" in each])
            )
        await asyncio.gather(*watching)
        while not all(table.result for table in self.event.round.tables):
            await asyncio.sleep(1)

    async def _put(self, name: str) -> None:
        desk = self.several.desks[name]
        await self.several.onlines[name].put(desk.event("day"), "strict")

    def _kill(self, resource: str) -> None:
        """The hall that owns something is killed, and another is started in its place."""
        owner, _ = self.several.table.owners.get(resource, ("", 0))
        if owner in self.several.halls:
            self.killed.append(resource)
            self.several.kill(owner)
            self.several.open(next(self.names))

    @property
    def event(self) -> Event:
        return next(iter(self.several.desks.values())).event("day")


def copied(folder: Path) -> FaultyJournal:
    """What a data folder holds, in a journal that halls in one process can share."""
    journal = FaultyJournal(prompt=True)
    with journal_of(folder) as stored:
        for stream in stored.streams():
            for entry in stored.read(stream):
                journal.from_elsewhere(stream, entry.body)
    return journal


def in_several(folder: Path, rounds: int, seed: int) -> tuple[bytes, list[str]]:
    """The same event over three halls with kills; its places, and whose halls were killed."""
    journal = copied(folder)

    async def story() -> tuple[bytes, list[str]]:
        night = Night(journal, random.Random(seed))
        for _ in range(rounds):
            await night.round()
        await idle()
        found = placed(night.event)
        night.several.close()
        return found, night.killed

    with same_shuffles():  # type: ignore[attr-defined]  # it is a context manager
        return run(story)


def compared(tmp_path: Path, tables: int, rounds: int, seed: int) -> None:
    folders = (tmp_path / "one", tmp_path / "several")
    for folder in folders:
        prepared_event(folder, preset="charity-day", tables=tables, rounds=None, phones=True)
    places, killed = in_several(folders[1], rounds, seed)
    assert places == in_one_hall(folders[0], rounds)
    assert STREAM in killed
    assert any(each.startswith("table/") for each in killed)


@pytest.mark.sqlite
def test_the_places_are_the_same_though_halls_are_killed_in_every_round(tmp_path: Path) -> None:
    compared(tmp_path, tables=6, rounds=2, seed=1)


def test_the_clock_and_the_bell_of_an_event_reach_its_tables_in_other_halls(tmp_path: Path) -> None:
    prepared_event(tmp_path, preset="national-progressive", tables=2, rounds=None, phones=True)

    async def story() -> None:
        several = SeveralHalls(copied(tmp_path), replace(PACE, grace=9999))
        one, two = several.open("one"), several.open("two")
        desk = several.desks["one"]
        await desk.do("day", Facts([seated]))
        await several.onlines["one"].put(desk.event("day"), "strict")
        name = desk.notes(STREAM).online[1, 1]
        live = await two.come(name)
        assert live is not None
        live.join(Ear("somebody", two).line, None)
        watched: list[str] = []
        watching = asyncio.ensure_future(watches(several.desks["two"], watched))
        await asyncio.sleep(2)
        await desk.do("day", StartClock(20))
        await asyncio.sleep(2)
        assert live.table.bell_at == bell_at(desk.event("day").clock) is not None
        assert watched[-1] == str(desk.event("day").version), "who watches there is told"
        # Its owner dies before the bell: the hall where the event is played and watched rings it.
        assert one.ownership.owns(STREAM)
        several.kill("one")
        await asyncio.sleep(25 * 60)
        event = several.desks["two"].event("day")
        assert event.clock.rang_at is not None
        assert live.table.game is not None
        assert live.table.game.time_up
        assert two.ownership.owns(STREAM)
        watching.cancel()
        several.close()

    run(story)


async def watches(desk: Desk, heard: list[str]) -> None:
    """Somebody looks at the wall of an event."""

    async def state() -> str:
        return str(desk.event("day").version)

    async def send(text: str) -> None:
        heard.append(text)

    await desk.watchers.serve(STREAM, state, send)


def test_a_hall_that_leaves_lets_go_of_its_events(tmp_path: Path) -> None:
    prepared_event(tmp_path, tables=2)

    async def story() -> None:
        several = SeveralHalls(copied(tmp_path), PACE)
        one, _ = several.open("one"), several.open("two")
        await several.desks["one"].do("day", Facts([seated]))
        with pytest.raises(HandedOver) as gone:
            await several.desks["two"].do("day", StartClock(20))
        assert gone.value.hall == "one"
        assert several.desks["two"].event("day").rounds, "any hall shows what is durable"
        await leave(one)
        with pytest.raises(HandedOver) as gone:
            await several.desks["one"].do("day", StartClock(20))
        assert gone.value.hall == "two"
        await several.desks["two"].do("day", StartClock(20))
        assert several.desks["one"].event("day").clock.round == 1
        several.close()

    run(story)


def test_two_halls_that_note_something_at_once_lose_nothing(tmp_path: Path) -> None:
    prepared_event(tmp_path, tables=2)

    async def story() -> None:
        night = Night(copied(tmp_path), random.Random(1))

        async def paid(number: int) -> None:
            fact = note_facts.PhoneTaken(f"device {number}", number)
            await night.somewhere(
                lambda name: night.several.desks[name].note(STREAM, lambda _: fact)
            )

        await asyncio.gather(*(paid(number) for number in (1, 2, 3, 4)))
        for desk in night.several.desks.values():
            assert {f"device {number}" for number in (1, 2, 3, 4)} <= desk.notes(
                STREAM
            ).phones.keys()
        night.several.close()

    run(story)


def test_a_request_that_changes_something_is_led_to_the_owner(tmp_path: Path) -> None:
    prepared_event(tmp_path, tables=2, deeds=[seated])

    async def elsewhere(*_: str) -> None:
        raise HandedOver("b")

    with room(tmp_path) as here, pytest.MonkeyPatch.context() as patched:
        ownership = here.desk.ownership
        patched.setattr(ownership, "owns", lambda _: False)
        patched.setattr(ownership, "acquire", elsewhere)
        browser = here.phone().client
        browser.follow_redirects = False
        led = browser.post("/events/day/pin?back=x", data={"pin": "0000"})
        assert (led.status_code, led.headers["location"]) == (307, "/events/day/pin?back=x&hall=b")
        # A proxy that does not know that hall must not send it round and round.
        lost = browser.post("/events/day/pin?hall=b", data={"pin": "0000"})
        assert (lost.status_code, lost.headers["retry-after"]) == (503, "1")
        assert "handed over to another hall" in lost.text
        assert browser.post("/events/nowhere/pin", data={"pin": "0000"}).status_code == 404
        for page in ("", "/wall", "/log"):
            assert browser.get(f"/events/day{page}").status_code == 200


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
def test_the_same_with_seventy_five_tables(tmp_path: Path, seed: int) -> None:
    compared(tmp_path, tables=75, rounds=3, seed=seed)
