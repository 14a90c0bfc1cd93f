"""How many connections the server has room for, and how it takes its leave of them."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn

from rightbower.web.server import socket as shutting_down
from rightbower.web.server.http import MOST_WANTED, Room, Visitors, descriptors
from rightbower.web.server.socket import LONGEST, OrderlyServer
from web.clockwork import run


class Leaving:
    """An application with something to do before it is closed."""

    def __init__(self, leave: Callable[[], Any]) -> None:
        self.state = SimpleNamespace(leave=leave)


def ended_with(leave: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What is closed after an application took its leave, and when."""
    closed = list[Any]()

    async def shutdown(_: uvicorn.Server, sockets: Any = None) -> None:
        closed.append((sockets, asyncio.get_running_loop().time()))

    monkeypatch.setattr(uvicorn.Server, "shutdown", shutdown)
    app: Any = Leaving(leave)

    async def story() -> None:
        sockets: Any = ["a socket"]
        await OrderlyServer(uvicorn.Config(app, log_config=None)).shutdown(sockets)

    run(story)
    return closed


def test_the_application_takes_its_leave_before_the_lines_are_closed(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def leave() -> None:
        await asyncio.sleep(7)

    assert ended_with(leave, monkeypatch) == [(["a socket"], 7)]
    assert caplog.records == []


def test_a_leave_without_an_end_is_waited_for_only_so_long(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def leave() -> None:
        await asyncio.sleep(1000)

    ((_, at),) = ended_with(leave, monkeypatch)
    assert at == pytest.approx(LONGEST)
    (record,) = caplog.records
    assert record.name == shutting_down.__name__
    assert record.getMessage() == "not everything could be handed over within 20 s"


def test_a_leave_that_fails_is_told_and_all_is_closed(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def leave() -> None:
        raise RuntimeError("a fault of ours")

    assert ended_with(leave, monkeypatch) == [(["a socket"], 0)]
    (record,) = caplog.records
    assert (record.getMessage(), record.levelname) == ("the hall did not close in order", "ERROR")
    assert record.exc_info


NO_LIMIT = -1


@pytest.mark.parametrize(
    ("soft", "hard", "gets", "asked", "found"),
    [
        (1024, 4096, True, 4096, 4096),
        (1024, 4096, False, 4096, 1024),
        (1024, NO_LIMIT, True, MOST_WANTED, MOST_WANTED),
        (1024, MOST_WANTED + 1, True, MOST_WANTED, MOST_WANTED),
        (4096, 4096, True, None, 4096),
        (MOST_WANTED, NO_LIMIT, True, None, MOST_WANTED),
        (MOST_WANTED + 9, NO_LIMIT, True, None, MOST_WANTED),
        (NO_LIMIT, NO_LIMIT, True, None, MOST_WANTED),
    ],
)
def test_the_server_asks_for_as_many_connections_as_it_gets(
    monkeypatch: pytest.MonkeyPatch,
    soft: int,
    hard: int,
    gets: bool,
    asked: int | None,
    found: int,
) -> None:
    held, wanted = [soft, hard], list[Any]()

    def setrlimit(which: int, limits: tuple[int, int]) -> None:
        wanted.append((which, limits))
        if not gets:
            raise ValueError("not allowed")
        held[:] = limits

    def getrlimit(which: int) -> tuple[int, int]:
        assert which == 7
        return held[0], held[1]

    system = SimpleNamespace(
        RLIMIT_NOFILE=7, RLIM_INFINITY=NO_LIMIT, getrlimit=getrlimit, setrlimit=setrlimit
    )
    monkeypatch.setitem(sys.modules, "resource", system)
    assert descriptors() == found
    assert wanted == ([] if asked is None else [(7, (asked, hard))])


def test_a_system_that_says_nothing_of_connections_has_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)
    assert descriptors() == MOST_WANTED


@pytest.mark.parametrize(
    ("files", "room"),
    [
        (10, Room(16, 12, 5)),
        (112, Room(16, 12, 5)),
        (1024, Room(928, 696, 309)),
        (65_536, Room(65_440, 1500, 400)),
    ],
)
def test_the_room_follows_from_how_many_files_may_be_open(files: int, room: Room) -> None:
    assert Room.of(files) == room


def test_nothing_is_kept_of_visitors_who_left() -> None:
    found = Visitors(Room(10, 10, 10))
    for number in range(4):
        assert found.came(number, f"at {number % 2}", lambda: None)
    found.is_served(0)
    found.left(0)
    found.left(0)
    found.waits(0)
    assert len(found) == 3
    for number in (1, 2, 3):
        found.left(number)
    held = (found._address, found._drop, found._all, found._waiting)
    assert held == ({}, {}, {}, {})


def test_who_asks_again_waits_behind_those_who_came_before() -> None:
    gone = list[int]()
    found = Visitors(Room(10, 10, 2))
    for number in (1, 2):
        found.came(number, "a", partial(gone.append, number))
    found.waits(1)
    found.came(3, "a", lambda: None)
    assert gone == [2]
    assert len(found) == 2


def test_one_request_that_becomes_whole_leaves_the_others_waiting() -> None:
    gone = list[int]()
    found = Visitors(Room(3, 3, 3))
    for number in (1, 2, 3):
        found.came(number, "a", partial(gone.append, number))
    found.is_served(2)
    found.left(2)
    assert found.came(4, "a", partial(gone.append, 4))
    assert gone == []
    assert found.came(5, "b", lambda: None), "the busiest address makes room"
    assert gone == [1]
    assert found.came(6, "a", lambda: None)
    assert gone == [1, 3]


def test_nobody_comes_in_where_all_are_served() -> None:
    found = Visitors(Room(2, 2, 2))
    for number, address in ((1, "a"), (2, "b")):
        assert found.came(number, address, lambda: None)
        found.is_served(number)
    assert not found.came(3, "c", lambda: None)
    assert len(found) == 2


# A hundred have knocked while the loop had something else to do: so many passes it takes to let them in.
KNOCKED, PASSES = 96, 12


def test_who_knocks_often_keeps_nobody_waiting_before_the_door() -> None:
    """By itself uvloop takes one in a pass, and each pass makes pages for those who are in."""
    uvloop = pytest.importorskip("uvloop")
    came = list[object]()

    class Knocked(asyncio.Protocol):
        def __init__(self, **_: Any) -> None: ...

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            came.append(transport)

    async def passes() -> int:
        app: Any = Leaving(lambda: asyncio.sleep(0))
        http: Any = Knocked
        config = uvicorn.Config(
            app, host="127.0.0.1", port=0, log_config=None, http=http, lifespan="off"
        )
        config.load()
        server = OrderlyServer(config)
        server.lifespan = config.lifespan_class(config)
        await server.startup()
        place = server.servers[0].sockets[0].getsockname()
        knocking = [socket.create_connection(place) for _ in range(KNOCKED)]
        passed = 0
        while len(came) < KNOCKED and passed < 1000:
            await asyncio.sleep(0)
            passed += 1
        for each in knocking:
            each.close()
        await server.shutdown()
        return passed

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        assert runner.run(passes()) < PASSES
