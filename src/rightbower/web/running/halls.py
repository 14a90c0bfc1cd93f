"""All halls on one journal: whether they live, what they own, and how far the standbys are behind."""

from __future__ import annotations

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from rightbower.store.claims import SILENCE, HallSeen, StandbySeen
from rightbower.store.contract import JournalError
from rightbower.store.opening import OpenJournal
from rightbower.web.common.background import beside
from rightbower.web.common.guard import near
from rightbower.web.common.rendering import render
from rightbower.web.hall.hall import Hall
from rightbower.web.running.health import Counts
from rightbower.web.state.owner import is_owner


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


def routes() -> list[BaseRoute]:
    """The page for those who run the halls."""
    return [Route("/halls", halls_page)]


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
