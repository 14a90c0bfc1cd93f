"""Three halls on PostgreSQL behind a proxy: killed, hung, drained and joined while all play."""

from __future__ import annotations

import asyncio
import signal
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest

from crowd import Crowd
from federation import Federation, federation, proxied, tables_in
from postgres import Postgres
from rightbower.office.journals import open_at
from rightbower.store.open_journal import OpenJournal
from rightbower.web.hall.archive.sealing import Seals
from rightbower.web.hall.table.entries import Played, decode
from web.apart import run_apart

Story = Callable[[Federation, Crowd, OpenJournal], Coroutine[None, None, None]]


def evening(
    folder: Path, server: Postgres, tables: int, story: Story, by_chance: bool = False
) -> None:
    """Tell a story of a federation at whose tables everybody plays; nothing may be lost in it."""
    place = server.fresh()
    names = tables_in(place, tables)
    with federation(folder, place) as found, proxied(found, by_chance), open_at(place) as journal:
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


def moves_of(journal: OpenJournal, found: Federation, table: str) -> list[str]:
    """The numbers of the moves that a table's stream holds."""
    stream = f"table/{table}"
    seals = Seals(found.keys.derived("sealed tables"))
    entries = [decode(each.body) for each in seals.opened(stream, journal.read(stream))]
    return [each.move for each in entries if isinstance(each, Played) and each.move]


def owned_by(journal: OpenJournal, crowd: Crowd, hall: str) -> list[str]:
    """The tables of a hall."""
    found = []
    for table in crowd.tables:
        claim = journal.claims.owner(f"table/{table}")
        if claim is not None and claim.hall == hall:
            found.append(table)
    return found


async def after(crowd: Crowd, tables: list[str], what: str) -> None:
    """Wait until those at these tables are back and play; say how long it took."""
    began = time.monotonic()
    for table in tables:
        for guest in crowd.guests[table]:
            guest.back = 0.0
    guests = [guest for table in tables for guest in crowd.guests[table]]
    await crowd.until(lambda: all(guest.back for guest in guests), f"{what}: all are back")
    await crowd.until(
        lambda: all(crowd.last_move[table] > began for table in tables), f"{what}: play goes on"
    )
    back = sorted(guest.back - began for guest in guests)
    moves = sorted(crowd.last_move[table] - began for table in tables)
    print(
        f"{what}: {len(tables)} tables; back p50 {back[len(back) // 2]:.2f} s,"
        f" p99 {back[int(len(back) * 0.99)]:.2f} s; next move p50 {moves[len(moves) // 2]:.2f} s,"
        f" last {moves[-1]:.2f} s"
    )


async def killed(found: Federation, crowd: Crowd, journal: OpenJournal) -> None:
    tables = owned_by(journal, crowd, "a")
    assert tables
    found.halls["a"].kill()
    await after(crowd, tables, "killed")
    assert owned_by(journal, crowd, "a") == []


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
    tables = owned_by(journal, crowd, "b")
    assert tables
    found.halls["b"].drain()
    await after(crowd, tables, "drained")
    assert await asyncio.to_thread(found.halls["b"].process.wait, 60) == -signal.SIGTERM
    assert owned_by(journal, crowd, "b") == []


async def hung(found: Federation, crowd: Crowd, journal: OpenJournal) -> None:
    tables = owned_by(journal, crowd, "c")
    assert tables
    fences = [journal.claims.owner(f"table/{table}") for table in tables]
    process = found.halls["c"].process
    process.send_signal(signal.SIGSTOP)
    await after(crowd, tables, "hung")
    process.send_signal(signal.SIGCONT)
    await crowd.all_move("the hung hall is awake")
    # Awake it may be given a table anew; what it had is no longer its own.
    for before in fences:
        assert before is not None
        now = journal.claims.owner(before.resource)
        assert now is None or now.fence > before.fence


async def everything(found: Federation, crowd: Crowd, journal: OpenJournal) -> None:
    for part in (killed, joined, drained, hung):
        await part(found, crowd, journal)


def test_halls_are_killed_join_leave_and_hang_while_sixty_tables_play(
    tmp_path: Path, server: Postgres
) -> None:
    evening(tmp_path, server, 60, everything)


@pytest.mark.soak
def test_it_is_the_same_where_a_proxy_chooses_by_chance(tmp_path: Path, server: Postgres) -> None:
    evening(tmp_path, server, 20, killed, by_chance=True)


@pytest.mark.soak
@pytest.mark.parametrize("by_chance", [False, True])
def test_the_same_with_three_hundred_tables(
    tmp_path: Path, server: Postgres, by_chance: bool
) -> None:
    evening(tmp_path, server, 300, everything, by_chance)
