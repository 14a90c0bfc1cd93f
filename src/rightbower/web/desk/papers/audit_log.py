"""The audit log: every entry with who, when and why; undo; and every draw made again."""

from __future__ import annotations

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from rightbower.events.history import story
from rightbower.events.state.fold import EventHistory
from rightbower.events.verify import verify
from rightbower.tournament.dates import clock_said
from rightbower.web.desk.common.forms import NOTHING, Form, about, handle, page
from rightbower.web.desk.common.pending import STEPS
from rightbower.web.desk.papers.backup import last_backup
from rightbower.web.state.access import directed_event, history_of


class Written(Struct, frozen=True):
    """A line of the log with the names it is about."""

    number: int
    at: str
    by: str
    says: str
    who: str
    undone: bool


def lines(history: EventHistory) -> list[Written]:
    """All entries in words, the latest first."""
    found = [
        Written(
            line.number,
            clock_said(line.at),
            line.by,
            line.says,
            about(history.event, entry.fact),
            line.undone,
        )
        for line, entry in zip(story(history), history.entries, strict=True)
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
