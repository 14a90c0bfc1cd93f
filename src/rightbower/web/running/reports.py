"""The host's page: what players have reported, and whom the chat was taken from."""

from __future__ import annotations

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from rightbower.tournament.dates import moment_text
from rightbower.web.common.rendering import render
from rightbower.web.hall.live.hall import Hall
from rightbower.web.hall.live.reports import ChatTaken, ReportClosed, Reported
from rightbower.web.hall.pages.pages import hall_of
from rightbower.web.state.owner import is_owner

FOR_THE_HOST = "This page is the host's. Open the link that the hall printed where it was started, then come here."


class ReportShown(Struct, frozen=True):
    """A report as the host reads it; ``lines`` are who wrote what, the reported one last."""

    number: int
    when: str
    table: str
    by: str
    about: str
    lines: list[tuple[str, str]]
    silenced: bool


def routes() -> list[BaseRoute]:
    """The addresses of the host's page."""
    return [
        Route("/reports", reports_page),
        Route("/reports/{number:int}", see_to, methods=["POST"]),
    ]


def _host(request: Request) -> Hall:
    if not is_owner(request):
        raise HTTPException(403, FOR_THE_HOST)
    return hall_of(request)


async def reports_page(request: Request) -> Response:
    """The reports that nobody has seen to."""
    hall = _host(request)
    found = [_shown(hall, number, each) for number, each in hall.reports.open()]
    return render(request, "reports.html", reports=found)


def _shown(hall: Hall, number: int, report: Reported) -> ReportShown:
    def name(who: str, name: str) -> str:
        return hall.erased.shown(who, name)[1]

    lines = [(name(who, called), text) for who, called, text in report.before]
    about = name(report.about, report.about_name)
    return ReportShown(
        number,
        moment_text(report.at),
        report.table,
        name(report.by, report.by_name),
        about,
        [*lines, (about, report.text)],
        report.about in hall.reports.silenced,
    )


async def see_to(request: Request) -> Response:
    """Close a report; take the chat from whom it is about, or give it back."""
    hall = _host(request)
    number = int(request.path_params["number"])
    report = hall.reports.find(number)
    if report is None:
        raise HTTPException(404, "There is no such report any more.")
    what = str((await request.form()).get("do", ""))
    if what in ("take", "give"):
        await hall.reports.add(ChatTaken(report.about, hall.clock(), back=what == "give"))
    elif what == "close":
        await hall.reports.add(ReportClosed(number, hall.clock()))
    else:
        raise HTTPException(400, "Choose what to do with the report.")
    return RedirectResponse("/reports", 303)
