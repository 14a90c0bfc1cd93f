"""Whether the hall lives and can take what people do, its figures as Prometheus reads them, and all halls on one journal."""

from __future__ import annotations

import resource
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from rightbower.store.claims import SILENCE, HallSeen, StandbySeen
from rightbower.store.contract import JournalError
from rightbower.store.opening import OpenJournal
from rightbower.web.common.background import beside
from rightbower.web.common.guard import near
from rightbower.web.common.rendering import render
from rightbower.web.hall.bots import Thinking
from rightbower.web.hall.hall import Hall
from rightbower.web.running.logs import Counts, Sample
from rightbower.web.state.owner import is_owner

# With less room than this on the disk the hall says that it is not ready, while it still goes on.
LEAST_ROOM = 50 * 1024 * 1024


def text(samples: Iterator[Sample]) -> str:
    """The figures as Prometheus reads them."""
    lines: list[str] = []
    told: set[str] = set()
    for name, kind, means, value in samples:
        family = name.partition("{")[0]
        if kind == "histogram":
            family = family.rpartition("_")[0]
        if family not in told:
            lines += [f"# HELP {family} {means}", f"# TYPE {family} {kind}"]
            told.add(family)
        lines.append(f"{name} {value:.17g}")
    return "\n".join(lines) + "\n"


def routes() -> list[BaseRoute]:
    """The addresses for those who run the hall."""
    return [
        Route("/healthz", healthz),
        Route("/readyz", readyz),
        Route("/metrics", metrics),
        Route("/halls", halls_page),
    ]


async def healthz(_: Request) -> Response:
    """The hall answers."""
    return PlainTextResponse("ok\n")


async def readyz(request: Request) -> Response:
    """Whether what people do can be written down; the reason where it cannot."""
    why = _not_ready(request.app.state)
    return PlainTextResponse(f"{why or 'ready'}\n", 503 if why else 200)


def _not_ready(state: Any) -> str:
    journal: OpenJournal = state.hall.journal
    if state.hall.ownership.leaving:
        return "this hall is closing"
    if journal.trouble:
        return f"the journal cannot be written: {journal.trouble}"
    if state.hall.async_journal.failing or journal.failing:
        return "the journal cannot be written"
    if journal.folder is not None and _room(journal.folder) < LEAST_ROOM:
        return "the disk is almost full"
    return ""


async def metrics(request: Request) -> Response:
    """The hall's figures, for this machine alone."""
    if not near(request):
        raise HTTPException(404)
    hall: Hall = request.app.state.hall
    shown = await hall.reads(_figures, request.app.state)
    return PlainTextResponse(shown, media_type="text/plain; version=0.0.4")


def _figures(state: Any) -> str:
    return text(_samples(state))


def _samples(state: Any) -> Iterator[Sample]:
    yield from state.counts.samples()
    yield "rightbower_tables_awake", "gauge", "Tables in memory", len(state.hall.tables)
    yield "rightbower_claims", "gauge", "Tables, events and leagues owned", _owned(state.hall)
    yield from _of_bots(state.hall.thinking)
    yield from _of_journal(state.hall.journal)
    if state.backups is not None:
        newest = state.backups.newest() or 0.0
        yield "rightbower_backup_seconds", "gauge", "When the newest backup was made", newest
    yield from _of_process()


def _owned(hall: Hall) -> int:
    return len(hall.tables) if hall.ownership.sole else len(hall.ownership.resources)


def _of_bots(thinking: Thinking) -> Iterator[Sample]:
    yield "rightbower_bots_thinking", "gauge", "Bots that think just now", thinking.under_way
    name, means = "rightbower_bots_stood_in_total", "Moves made for a stronger bot, by whom"
    for level, count in sorted(thinking.stood_in.items()):
        yield f'{name}{{level="{level}"}}', "counter", means, count


def _of_journal(journal: OpenJournal) -> Iterator[Sample]:
    yield "rightbower_journal_entries", "gauge", "Entries in the journal", journal.entries
    yield "rightbower_journal_commits_total", "counter", "Commits", journal.commits
    name = "rightbower_journal_failures_total"
    yield name, "counter", "Commits that failed", journal.failures
    writable = float(not journal.failing)
    yield "rightbower_journal_writable", "gauge", "Whether the last commit worked", writable
    if journal.folder is not None:
        free = _room(journal.folder)
        yield "rightbower_disk_free_bytes", "gauge", "Room left for the journal", free


def _of_process() -> Iterator[Sample]:
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = used.ru_utime + used.ru_stime
    yield "process_cpu_seconds_total", "counter", "CPU time", seconds
    status = Path("/proc/self/statm")
    if status.exists():
        pages = int(status.read_text().split()[1])
        held = float(pages * resource.getpagesize())
        yield "process_resident_memory_bytes", "gauge", "Memory held", held
        files = float(sum(1 for _ in Path("/proc/self/fd").iterdir()))
        yield "process_open_fds", "gauge", "Open files and lines", files


def _room(folder: Path) -> int:
    return shutil.disk_usage(folder).free


class HallRow(Struct, frozen=True):
    """One hall as it is shown."""

    name: str
    word: str
    well: bool
    tables: int
    others: int
    here: bool


class StandbyRow(Struct, frozen=True):
    """One standby as it is shown."""

    name: str
    waited_for: str
    behind: str


async def halls_page(request: Request) -> Response:
    """Every hall, for whoever runs this one."""
    if not near(request) and not is_owner(request):
        raise HTTPException(404)
    hall: Hall = request.app.state.hall
    counts: Counts = request.app.state.counts
    try:
        halls, standbys = await beside(looked, hall.journal)
    except JournalError:
        raise HTTPException(503, "The journal does not answer just now.") from None
    rows = [_alone(hall)] if hall.ownership.sole else [_row(each, hall) for each in halls]
    return render(
        request,
        "halls.html",
        rows=rows,
        standbys=[_standby(each) for each in standbys],
        sole=hall.ownership.sole,
        lines=counts.lines,
        awake=len(hall.tables),
        thinking=hall.thinking.under_way,
        stood_in=sum(hall.thinking.stood_in.values()),
    )


def looked(journal: OpenJournal) -> tuple[list[HallSeen], list[StandbySeen]]:
    """What the journal knows of halls and standbys."""
    return journal.claims.halls(), journal.standbys()


def _alone(hall: Hall) -> HallRow:
    return HallRow("This hall", "open", True, len(hall.tables), 0, True)


def _row(seen: HallSeen, hall: Hall) -> HallRow:
    others, here = seen.claims - seen.tables, seen.alive and seen.hall == hall.ownership.name
    well = seen.alive and seen.silent <= SILENCE
    word = f"{seen.silent:.0f} s ago"
    if not seen.alive:
        word = "gone; its tables go to whoever is asked for them"
    elif not well:
        word += "; it hangs, and is cut off when its tables are wanted"
    return HallRow(seen.hall, word, well, seen.tables, others, here)


def _standby(seen: StandbySeen) -> StandbyRow:
    waited_for = "yes" if seen.waited_for else "no"
    kilobytes = f"{seen.bytes_behind / 1000:,.0f} kB"
    return StandbyRow(seen.name, waited_for, f"{kilobytes}, {seen.seconds_behind:.1f} s")
