"""Three halls on PostgreSQL behind a proxy: killed, hung, drained and joined while all play."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path

import pytest
from msgspec import Struct
from websockets.http11 import Request
from websockets.server import ServerProtocol

from crowd import HOPS, Crowd
from postgres import Postgres
from rightbower.office.journals import open_at
from rightbower.store.opening import OpenJournal
from rightbower.web.common.identity import Keys
from rightbower.web.common.line_messages import GOES_ON, moved_text
from store.federation import (
    HAPROXY,
    Federation,
    Proxy,
    answers,
    federation,
    moves_of,
    owned_by,
    proxied,
    tables_in,
)
from web.apart import run_apart

ROOT = Path(__file__).resolve().parents[2]
Story = Callable[[Federation, Crowd, OpenJournal], Coroutine[None, None, object]]
# In seconds; a quiet machine needs less than half of it.
BACK_ON_A_BUSY_MACHINE, MOVE_ON_A_BUSY_MACHINE = 3.0, 6.0
# After a hall hangs, in a soak on a machine that has nothing else to do.
MOVE_AFTER_HANGING = 10.0
# Within so many seconds each proxy asks each hall whether it is ready.
ASKED_AGAIN = 1.5
PROXIES = [
    "caddy",
    pytest.param(
        "haproxy", marks=pytest.mark.skipif(HAPROXY is None, reason="haproxy is not installed")
    ),
]


def evening(
    folder: Path,
    server: Postgres,
    tables: int,
    story: Story,
    by_chance: bool = False,
    proxy: Proxy = "caddy",
) -> None:
    """Tell a story of a federation at whose tables everybody plays; nothing may be lost in it."""
    place = server.fresh()
    names = tables_in(place, tables)
    with (
        federation(folder, place) as found,
        proxied(found, by_chance, proxy),
        open_at(place) as journal,
    ):
        crowd = Crowd(found.port, found.keys, names)

        async def told() -> None:
            async with crowd:
                await crowd.all_move("everybody plays")
                await story(found, crowd, journal)
                await crowd.all_move("everybody still plays")

        run_apart(told())
        assert crowd.refused == []
        for name in names:
            taken = moves_of(journal, found, name)
            assert set(crowd.acknowledged[name]) <= set(taken), "something acknowledged is missing"
            assert max(Counter(taken).values()) == 1, "a move was taken twice"
        for hall in found.halls.values():
            assert "Traceback" not in hall.log, hall.log


class Pause(Struct, frozen=True):
    """How long people were away and their tables stood still, in seconds, and how often they tried."""

    back: list[float]
    moves: list[float]
    tries: int

    def __str__(self) -> str:
        return (
            f"{len(self.moves)} tables; back p50 {self.back[len(self.back) // 2]:.2f} s,"
            f" p99 {self.back[int(len(self.back) * 0.99)]:.2f} s, last {self.back[-1]:.2f} s;"
            f" next move p50 {self.moves[len(self.moves) // 2]:.2f} s, last {self.moves[-1]:.2f} s;"
            f" at most {self.tries} tries"
        )


async def after(
    crowd: Crowd, tables: list[str], what: str, happens: Callable[[], None], in_turn: bool = False
) -> Pause:
    """Let something happen and wait until those at these tables are back and play; how long it took.

    Where tables go one after the other it took so long since their lines were lost.
    """
    began = crowd.from_now_on()
    happens()
    guests = [guest for table in tables for guest in crowd.guests[table]]
    await crowd.until(lambda: all(guest.back > began for guest in guests), f"{what}: all are back")
    await crowd.until(lambda: crowd.next_move.keys() >= set(tables), f"{what}: play goes on")
    pause = Pause(
        sorted(guest.back - (guest.left if in_turn else began) for guest in guests),
        sorted(
            crowd.next_move[table]
            - (min(guest.left for guest in crowd.guests[table]) if in_turn else began)
            for table in tables
        ),
        max(guest.needed for guest in guests),
    )
    print(f"{what}: {pause}")
    return pause


async def killed(found: Federation, crowd: Crowd, journal: OpenJournal) -> Pause:
    tables = owned_by(journal, crowd.tables, "a")
    assert tables
    crowd.turned_away.clear()
    pause = await after(crowd, tables, "killed", found.halls["a"].kill)
    assert not crowd.turned_away[503], "the proxy has two halls more"
    assert owned_by(journal, crowd.tables, "a") == []
    return pause


async def killed_in_a_soak(found: Federation, crowd: Crowd, journal: OpenJournal) -> None:
    """Everybody is back soon, also where the machine has much else to do."""
    pause = await killed(found, crowd, journal)
    # One try that came too early, and as many as a page goes on at once where it is sent elsewhere.
    assert pause.tries <= HOPS + 1, "somebody was put off again and again"
    assert pause.back[int(len(pause.back) * 0.99)] <= BACK_ON_A_BUSY_MACHINE
    assert pause.moves[-1] <= MOVE_ON_A_BUSY_MACHINE


async def joined(found: Federation, crowd: Crowd, journal: OpenJournal) -> None:
    """A killed hall comes again and a new one joins: nobody's line drops."""
    drops = sum(guest.drops for guest in crowd.everybody)
    found.halls["a"].start()
    fourth = found.add("d")
    await asyncio.to_thread(found.halls["a"].wait)
    await asyncio.to_thread(fourth.wait)
    await crowd.all_move("with one hall more")
    assert sum(guest.drops for guest in crowd.everybody) == drops
    assert {each.hall for each in journal.claims.halls() if each.alive} >= {"a", "b", "c", "d"}


async def drained(found: Federation, crowd: Crowd, journal: OpenJournal) -> None:
    tables = owned_by(journal, crowd.tables, "b")
    assert tables
    await after(crowd, tables, "drained", found.halls["b"].drain, in_turn=True)
    assert await asyncio.to_thread(found.halls["b"].process.wait, 60) == -signal.SIGTERM
    assert owned_by(journal, crowd.tables, "b") == []


async def hung(found: Federation, crowd: Crowd, journal: OpenJournal) -> Pause:
    tables = owned_by(journal, crowd.tables, "c")
    assert tables
    fences = [journal.claims.owner(f"table/{table}") for table in tables]
    process = found.halls["c"].process
    pause = await after(crowd, tables, "hung", partial(process.send_signal, signal.SIGSTOP))
    process.send_signal(signal.SIGCONT)
    await crowd.all_move("the hung hall is awake")
    # Awake it may be given a table anew; what it had is no longer its own.
    for before in fences:
        assert before is not None
        now = journal.claims.owner(before.resource)
        assert now is None or now.fence > before.fence
    return pause


async def hung_in_a_soak(found: Federation, crowd: Crowd, journal: OpenJournal) -> None:
    pause = await hung(found, crowd, journal)
    assert pause.moves[-1] <= MOVE_AFTER_HANGING


async def database_away(server: Postgres, found: Federation, crowd: Crowd, _: OpenJournal) -> None:
    """The database is away until every proxy must have noticed, and comes back: no proxy cuts the lines."""
    drops = sum(guest.drops for guest in crowd.everybody)
    await asyncio.to_thread(server.kill)
    try:
        for hall in found.halls.values():
            while await asyncio.to_thread(answers, hall.port, "/readyz"):
                await asyncio.sleep(0.1)
        await asyncio.sleep(ASKED_AGAIN)
    finally:
        await asyncio.to_thread(server.start)
    await crowd.all_move("the database is back")
    # A machine with far too much to do may lose some; benchmarks/failover.py allows none.
    dropped = sum(guest.drops for guest in crowd.everybody) - drops
    assert dropped < len(crowd.everybody) // 2


def one_after_the_other(*parts: Story) -> Story:
    """Several stories at the same tables."""

    async def told(found: Federation, crowd: Crowd, journal: OpenJournal) -> None:
        for part in parts:
            await part(found, crowd, journal)

    return told


async def sends_on(
    asked: list[str], read: asyncio.StreamReader, write: asyncio.StreamWriter
) -> None:
    """A hall that says ``moved`` and closes in one breath, before whoever came has said a word."""
    hall = ServerProtocol()
    hall.receive_data(await read.readuntil(b"\r\n\r\n"))
    [request] = hall.events_received()
    assert isinstance(request, Request)
    asked.append(request.path)
    hall.send_response(hall.accept(request))
    hall.send_text(moved_text("b").encode())
    hall.send_close(GOES_ON)
    write.write(b"".join(hall.data_to_send()))
    write.close()


def test_a_guest_who_is_sent_on_before_having_said_a_word_goes_there_at_once() -> None:
    asked: list[str] = []

    async def told() -> None:
        server = await asyncio.start_server(partial(sends_on, asked), "localhost", 0)
        crowd = Crowd(server.sockets[0].getsockname()[1], Keys("a key"), ["t"])
        staying = asyncio.ensure_future(crowd.guests["t"][0].stay())
        await crowd.until(lambda: len(asked) > HOPS, "it goes where it is sent")
        staying.cancel()
        server.close()

    run_apart(told())
    there = "/t/t/live?protocol=2"
    assert asked[: HOPS + 1] == [there, *[f"{there}&hall=b"] * HOPS]


@pytest.mark.parametrize("proxy", PROXIES)
def test_halls_are_killed_join_leave_and_hang_while_sixty_tables_play(
    tmp_path: Path, server: Postgres, proxy: Proxy
) -> None:
    away = partial(database_away, server)
    evening(
        tmp_path,
        server,
        60,
        one_after_the_other(away, killed, joined, drained, hung),
        proxy=proxy,
    )


@pytest.mark.soak
def test_it_is_the_same_where_a_proxy_chooses_by_chance(tmp_path: Path, server: Postgres) -> None:
    evening(tmp_path, server, 20, killed_in_a_soak, by_chance=True)


@pytest.mark.soak
@pytest.mark.parametrize("by_chance", [False, True])
def test_the_same_with_three_hundred_tables(
    tmp_path: Path, server: Postgres, by_chance: bool
) -> None:
    story = one_after_the_other(killed_in_a_soak, joined, drained, hung_in_a_soak)
    evening(tmp_path, server, 300, story, by_chance)


@pytest.mark.soak
@pytest.mark.parametrize("proxy", PROXIES)
@pytest.mark.parametrize("fault", ["kill", "hang", "drain", "outage"])
def test_people_are_back_as_soon_as_is_promised(fault: str, proxy: Proxy) -> None:
    words = ["--busy", "--runs", "2", "--fault", fault, "--proxy", proxy]
    program = str(ROOT / "benchmarks" / "failover.py")
    ran = subprocess.run([sys.executable, program, *words], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
