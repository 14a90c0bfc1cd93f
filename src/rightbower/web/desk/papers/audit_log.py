"""The audit log: every entry with who, when and why; undo; every draw made again; and a backup at a press."""

from __future__ import annotations

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.tournament.dates import clock_text
from rightbower.tournament.events.history import history_lines
from rightbower.tournament.events.state.fold import EventHistory
from rightbower.tournament.events.verify import verify
from rightbower.web.desk.common.forms import NOTHING, Form, handle, page
from rightbower.web.desk.common.latest_entry import about
from rightbower.web.desk.common.pending import STEPS
from rightbower.web.running.backups import Backups
from rightbower.web.state.access import directed_event, history_of

# Whoever presses again sooner is told of the last one.
A_MINUTE = 60.0


class NamedLogLine(Struct, frozen=True):
    """A line of the log with the names it is about."""

    number: int
    at: str
    by: str
    says: str
    who: str
    undone: bool


def lines(history: EventHistory) -> list[NamedLogLine]:
    """All entries in words, the latest first."""
    found = [
        NamedLogLine(
            line.number,
            clock_text(line.at),
            line.by,
            line.says,
            about(history.event, entry.fact),
            line.undone,
        )
        for line, entry in zip(history_lines(history), history.entries, strict=True)
    ]
    return found[::-1]


async def log_page(request: Request) -> Response:
    """The director's log, with undo."""
    return await handle(request, show, _back)


def _back(form: Form) -> str:
    steps = {step for step, _ in STEPS}
    return form["back"] if form.get("back") in steps else "log"


async def show(request: Request, fault: str = "", form: Form = NOTHING) -> Response:
    """The page as it stands."""
    directed_event(request)
    history = history_of(request)
    checked = verify(history) if "check" in request.query_params else None
    return await page(
        request,
        "desk_log.html",
        "log",
        fault,
        form,
        lines=lines(history),
        checked=checked,
        backups=request.app.state.backups is not None,
        backup=last_backup(request) if "backup" in request.query_params else "",
    )


async def back_up(request: Request) -> Response:
    """Make a backup now, and lead back to the log, which says what became of it."""
    event = directed_event(request)
    backups: Backups | None = request.app.state.backups
    if backups is None:
        raise HTTPException(409, "This hall keeps no backups.")
    await backups.make(fresh=A_MINUTE)
    return RedirectResponse(f"/events/{event.id}/desk/log?backup", 303)


def last_backup(request: Request) -> str:
    """What became of the last backup, without naming where it is."""
    backups: Backups | None = request.app.state.backups
    if backups is None or backups.last is None:
        return ""
    at = clock_text(backups.last.at)
    if backups.last.whole:
        return f"Backed up at {at}. The copy was restored for a trial, and all of it is there."
    return f"The backup at {at} failed. The host finds the reason in the hall's log."
