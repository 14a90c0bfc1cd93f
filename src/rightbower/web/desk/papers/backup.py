"""A backup at the press of a button, made and proved while the day goes on."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.tournament.dates import clock_said
from rightbower.web.running.backups import Backups
from rightbower.web.state.access import directed_event

# Whoever presses again sooner is told of the last one.
A_MINUTE = 60.0


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
    at = clock_said(backups.last.at)
    if backups.last.whole:
        return f"Backed up at {at}. The copy was restored for a trial, and all of it is there."
    return f"The backup at {at} failed. The host finds the reason in the hall's log."
