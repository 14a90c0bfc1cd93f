"""The parts of a hall one by one: lobby, gallery, thinking bots, another game, a live table."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from rightbower.office.workers import Busy, NotDone
from rightbower.rules.cards import Seat
from rightbower.rules.message import ENGLISH
from rightbower.web.hall import archive as lists
from rightbower.web.hall import bots as thinking
from rightbower.web.hall import wire
from rightbower.web.hall.audience import table_at
from rightbower.web.hall.bots import LONG_QUEUE, Thinking
from rightbower.web.hall.entries import (
    CalledOff,
    HallEntry,
    Manners,
    Sat,
    TableOpened,
    encode,
)
from rightbower.web.hall.hall import LAST_WORDS, Hall, leave
from rightbower.web.hall.lobby import LobbyTable, _goes_on
from rightbower.web.hall.table import Pace, fold
from web.asked import asked
from web.clockwork import idle, run
from web.faults import FaultyJournal
from web.heard import Heard
from web.seated import Sitting

STILL = Pace(bot=9999, trick=9999, deal=9999, grace=99999, linger=100, salts=0)


def hall_now(journal: FaultyJournal | None = None) -> Hall:
    """A hall whose clock is the story's."""
    return Hall(
        journal or FaultyJournal(prompt=True), STILL, lambda: asyncio.get_running_loop().time()
    )


def sat(*letters: str) -> list[HallEntry]:
    return [Sat(Seat[each], each.lower(), Seat[each].word, 0.0) for each in letters]


# The lobby


def test_a_game_in_the_lobby_has_its_sides_and_points() -> None:
    table = lists.OpenTable("t", "A book", ("Nan", "Eve", "", "Wes"), True, (3, 4))
    assert _goes_on(table, ENGLISH) == LobbyTable(
        "/t/t", "A book", "Nan and South 3, Eve and Wes 4", chairs=("N", "E", "S", "W")
    )
    assert _goes_on(table, ENGLISH, later=True).names == "Nan and South, Eve and Wes"


def test_tables_that_wait_say_how_many_chairs_are_free() -> None:
    async def story() -> None:
        hall = hall_now()
        deserted = await hall.open("standard", "n", then=sat("N", "E", "W"))
        live = await hall.open("standard", "s", then=sat("S"))
        live.join(Heard("s"), None)
        await idle()
        (first, second) = hall.lobby.view().waiting
        title = live.table.book.title
        way = live.name.replace("table/", "/t/")
        assert first == LobbyTable(way, title, "South", "three chairs free", ("", "", "S", ""))
        assert second.href == deserted.name.replace("table/", "/t/")
        assert second.names == "North, East, West"
        assert second.text == "one chair free, nobody there just now"
        hall.close()

    run(story)


# The gallery


def test_a_table_as_it_was_a_while_ago() -> None:
    opened = TableOpened("standard", "strict", "s", "S", 1.0)
    entries: list[HallEntry] = [opened, Sat(Seat.N, "n", "Nan", 5.0), Sat(Seat.E, "e", "Eve", 9.0)]
    table = fold(fold(fold(None, opened), entries[1]), entries[2])
    some = [SimpleNamespace(body=encode(each)) for each in entries]
    kept: Any = some
    assert table_at(table, kept, 9.0) is table
    assert table_at(table, kept, 99.0) is table
    assert table_at(table, kept, 8.9).version == 2
    assert table_at(table, kept, 5.0).version == 2
    assert table_at(table, kept, 4.9).version == 1
    assert table_at(table, kept, 0.0).version == 1
    assert table_at(table, [], 0.0) is table
    over = fold(Sitting(mode="strict").table, CalledOff("resigned", "NS", 50.0))
    assert table_at(over, kept, 0.0) is over


# Bots that think


class Desk:
    """Workers that answer as they are told to."""

    def __init__(self, waiting: int = 0, fault: Exception | None = None) -> None:
        self.waiting, self.fault, self.asked, self.started = waiting, fault, list[str](), 0

    def start(self) -> None:
        self.started += 1

    async def run(self, does: Any, level: str, seen: Any, asker: Any) -> Any:
        self.asked.append(level)
        if self.fault is not None:
            raise self.fault
        return f"thought by {level}"


def acted(desk: Desk, bot: str = "master", only: int = 9) -> tuple[Any, dict[str, int], int]:
    """What a bot does, who stood in, and how many think afterwards."""
    known: Any = desk
    minds = Thinking(lambda: known)
    seen: Any = SimpleNamespace(legal=("an action",) * only)
    found = asyncio.run(minds.act(bot, seen))
    return found, dict(minds.stood_in), minds.under_way


def test_who_thinks_does_so_elsewhere_and_others_answer_where_there_is_no_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thinking, "thought", lambda bot, _: f"at once by {bot}")
    assert acted(Desk()) == ("thought by master", {}, 0)
    assert acted(Desk(LONG_QUEUE - 1)) == ("thought by master", {}, 0)
    quicker = ("thought by expert-quick", {"expert-quick": 1}, 0)
    assert acted(Desk(LONG_QUEUE)) == quicker
    assert acted(Desk(LONG_QUEUE), "expert-quick") == ("thought by expert-quick", {}, 0)
    for fault in (Busy("b"), NotDone("n"), TimeoutError()):
        assert acted(Desk(fault=fault)) == ("at once by league", {"league": 1}, 0)
    assert acted(Desk(), "club") == ("at once by club", {}, 0)
    assert acted(Desk(), "master", only=1) == ("at once by master", {}, 0)


def test_the_processes_are_ready_where_somebody_will_think() -> None:
    desk = Desk()
    known: Any = desk
    minds = Thinking(lambda: known)
    minds.expect(["club", "", "league"])
    assert desk.started == 0
    minds.expect(["club", "expert"])
    assert desk.started == 1


# Another game


def test_the_same_people_play_again_by_the_same_rules() -> None:
    async def story() -> None:
        hall = hall_now()
        live = await hall.open(
            "national-2025",
            "s",
            "as-at-the-table",
            7,
            {"score.march": 3},
            30,
            False,
            friendly=False,
            then=[*sat("N", "S"), Sat(Seat.E, "bot:E", "Edgar", 0.0, "club")],
            manners=Manners(chat=True, bots_after=9),
        )
        south = Heard("s")
        live.join(south, None)
        early = await asked(live, south, wire.Again("a"))
        assert isinstance(early, wire.No)
        assert early.reason == "A new game begins when this one is over."
        opened = live.table.opened
        table = Sitting(mode="strict").table
        over = fold(table, CalledOff("resigned", "NS", 3.0))
        live.table = replace(
            over, opened=opened, seats=live.table.seats, version=live.table.version
        )
        assert isinstance(await asked(live, Heard("x"), wire.Again("a")), wire.No)
        assert isinstance(await asked(live, south, wire.Again("a")), wire.Done)
        again = hall.find(live.table.followed)
        assert again is not None
        new = again.table.opened
        for name in ("book", "by", "mode", "target", "overlay", "turn_seconds", "listed"):
            assert getattr(new, name) == getattr(opened, name), name
        assert (new.friendly, new.manners) == (False, Manners(chat=True))
        assert again.table.seats == live.table.seats
        assert again.table.game is None, "a chair is free"
        followed = live.table.followed
        await asked(live, south, wire.Again("b"))
        assert live.table.followed == followed
        hall.close()

    run(story)


# A live table


def test_when_nobody_has_looked_for_long() -> None:
    async def story() -> None:
        journal = FaultyJournal(prompt=True)
        hall = hall_now(journal)
        live = await hall.open("standard", "s", then=sat("S"))
        assert live.quiet(100.0, 100.0)
        assert not live.quiet(99.9, 100.0)
        browser = Heard("s")
        live.join(browser, None)
        assert not live.quiet(500.0, 100.0)
        await asyncio.sleep(50)
        live.leave(browser)
        assert not live.quiet(149.0, 100.0)
        assert live.quiet(150.0, 100.0)
        journal.prompt = False
        writing = asyncio.ensure_future(live.commit([Sat(Seat.E, "e", "Eve", 60.0)]))
        await idle()
        assert not live.quiet(500.0, 100.0), "it is being written"
        journal.land()
        await writing
        assert live.quiet(150.0, 100.0)
        assert live.is_away(Seat.S)
        assert live.away() == {Seat.S, Seat.E}
        assert not live.is_away(Seat.N)
        hall.close()

    run(story)


def test_ones_own_pace_holds_where_one_person_plays() -> None:
    async def story() -> None:
        hall = Hall(FaultyJournal(prompt=True), Pace(bot=8, trick=16, salts=0), lambda: 0.0)
        bots: list[HallEntry] = [
            Sat(seat, f"bot:{seat}", "Bot", 0.0, "club") for seat in Seat if seat is not Seat.S
        ]
        live = await hall.open("standard", "s", then=[*sat("S"), *bots])
        browser, stranger = Heard("s"), Heard("x")
        live.join(browser, None)
        await asked(live, stranger, wire.OwnPace("p", "slow"))
        assert live.pace == hall.pace
        await asked(live, browser, wire.OwnPace("p", "fast"))
        assert (live.pace.bot, live.pace.trick) == (1.0, 2.0)
        two = await hall.open("standard", "s", then=sat("S", "N"))
        two.speed = "fast"
        assert two.pace == hall.pace
        event = await hall.open("standard", "s", then=sat("S"), event="day/1/1")
        event.speed = "fast"
        assert event.pace == hall.pace
        hall.close()

    run(story)


def test_a_hall_without_a_name_for_a_table_finds_one_of_chance() -> None:
    async def story() -> None:
        hall = hall_now()
        names = {(await hall.open("standard", "s")).name for _ in range(4)}
        assert len(names) == 4
        assert all(len(each) == len("table/") + 10 for each in names)
        named = await hall.open("standard", "s", name="mine", seed="a seed", same="key")
        assert (named.name, named.table.opened.seed) == ("table/mine", "a seed")
        assert named.table.opened.shuffle == 3
        assert (await hall.open("standard", "s")).table.opened.shuffle == 2
        assert await hall.look("mine") is named
        assert hall.find("nothing") is None
        told: list[str] = []
        hall.finished.append(lambda name, _: told.append(name))
        hall.is_over("table/mine", named.table)
        assert told == ["table/mine"]
        hall.close()

    run(story)


def test_a_hall_that_closes_alone_waits_for_no_other() -> None:
    async def story() -> tuple[float, list[str], bool]:
        hall = hall_now()
        live = await hall.open("standard", "s", then=sat("S"))
        browser = Heard("s")
        live.join(browser, None)
        await idle()
        since = asyncio.get_running_loop().time()
        await leave(hall)
        took = asyncio.get_running_loop().time() - since
        return took, [*hall.tables], hall.ownership.leaving

    took, left, leaving = run(story)
    assert took == pytest.approx(LAST_WORDS)
    assert (left, leaving) == ([], True)
