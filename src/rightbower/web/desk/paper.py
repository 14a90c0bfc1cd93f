"""Paper from the page, and the event as files: PDF, CSV, XLSX and JSON."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rightbower.events.columns import figure_heads, figures, rank_said, reason
from rightbower.events.event import Event
from rightbower.events.scorecards import master_card
from rightbower.events.standings import standings
from rightbower.spreadsheets import Cell, Page, write_csv, write_xlsx
from rightbower.store.events import as_json
from rightbower.web.desk.frame import page
from rightbower.web.state.doors import directed_event, history_of

GAMES = ("Round", "Table", "First", "Second", "First's points", "Second's points", "Result")
KINDS = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
}


async def paper_page(request: Request) -> Response:
    """Everything that can be printed or taken along."""
    from rightbower.printing import EVENT_PAPERS

    papers = [(name, paper.does) for name, paper in EVENT_PAPERS.items()]
    return await page(request, "desk_paper.html", "paper", papers=papers)


async def take_paper(request: Request) -> Response:
    """One paper as a PDF."""
    from rightbower.printing import EVENT_PAPERS, event_paper

    event = directed_event(request)
    name = request.path_params["name"]
    if name not in EVENT_PAPERS:
        raise HTTPException(404, "There is no such paper.")
    size = request.query_params.get("size", "A4")
    try:
        pdf = await run_in_threadpool(
            event_paper, event, name, "Letter" if size == "Letter" else "A4"
        )
    except ValueError as fault:
        raise HTTPException(409, str(fault)) from fault
    return _file(pdf, "application/pdf", f"{event.id}-{name}.pdf", "inline")


async def take_file(request: Request) -> Response:
    """The standings and games as a spreadsheet, or the whole event as JSON."""
    event = directed_event(request)
    form = request.path_params["form"]
    if form not in KINDS:
        raise HTTPException(404, "There is no such file.")
    if form == "json":
        data = as_json(history_of(request))
    elif form == "csv":
        data = write_csv(pages(event)[0])
    else:
        data = await run_in_threadpool(write_xlsx, pages(event))
    return _file(data, KINDS[form], f"{event.id}.{form}", "attachment")


def _file(data: bytes, kind: str, name: str, how: str) -> Response:
    return Response(
        data, media_type=kind, headers={"content-disposition": f'{how}; filename="{name}"'}
    )


def pages(event: Event) -> list[Page]:
    """The standings and the games as tables."""
    places: tuple[tuple[Cell, ...], ...] = tuple(
        (rank_said(each), each.name, *figures(event, each), reason(each))
        for each in standings(event)
    )
    games: list[tuple[Cell, ...]] = []
    for row in master_card(event):
        points = row.points or ("", "")
        games.append((row.round, row.table, row.first, row.second, *points, row.says))
    heads = ("Place", "Name", *figure_heads(event), "Why")
    return [Page("Standings", heads, places), Page("Games", GAMES, tuple(games))]
