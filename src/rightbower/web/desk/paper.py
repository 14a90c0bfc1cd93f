"""Paper from the page, and the event as files: PDF, CSV, XLSX and JSON."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from rightbower.events.paperwork import EVENT_PAPERS
from rightbower.office.event_files import Export, Print
from rightbower.web.desk.forms import page
from rightbower.web.state.access import directed_event, history_of
from rightbower.web.state.files import taken


async def paper_page(request: Request) -> Response:
    """Everything that can be printed or taken along."""
    papers = [(name, paper.does) for name, paper in EVENT_PAPERS.items()]
    return await page(request, "desk_paper.html", "paper", papers=papers)


async def take_paper(request: Request) -> Response:
    """One paper as a PDF."""
    event, name = directed_event(request), str(request.path_params["name"])
    size = request.query_params.get("size", "a4").casefold()
    file = f"{event.id}-{name}.pdf"
    what = name if name in EVENT_PAPERS else "?"
    return await taken(request, Print, history_of(request), file, what=what, paper=size)


async def take_file(request: Request) -> Response:
    """The standings and games as a spreadsheet, or the whole event as JSON."""
    event, form = directed_event(request), str(request.path_params["form"])
    return await taken(request, Export, history_of(request), f"{event.id}.{form}", form=form)
