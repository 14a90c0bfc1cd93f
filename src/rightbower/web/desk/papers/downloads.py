"""Paper from the page, the event as files (PDF, CSV, XLSX and JSON), and what can be passed on."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from rightbower.office.event_files import Export, Print
from rightbower.tournament.events.labels import EVENT_PAPERS
from rightbower.tournament.events.planning import tables_for
from rightbower.tournament.events.sharing import newsletter
from rightbower.tournament.events.state.event import Event
from rightbower.web.common.address import LOOPBACK, address
from rightbower.web.common.files import taken
from rightbower.web.desk.common.forms import page
from rightbower.web.state.access import directed_event, history_of
from rightbower.web.state.codes import event_code, table_code


async def paper_page(request: Request) -> Response:
    """Everything that can be printed or taken along."""
    event = directed_event(request)
    papers = [(name, text) for name, text in EVENT_PAPERS.items() if name != "pack"]
    tables = [each.number for each in event.round.tables if each.playing] if event.rounds else []
    people = [each for each in event.entrants if each.state not in ("paired", "no-show", "removed")]
    return await page(
        request, "desk_paper.html", "paper", papers=papers, tables=tables, people=people
    )


async def take_paper(request: Request) -> Response:
    """One paper as a PDF; of cards only one where it is printed again."""
    event, name = directed_event(request), str(request.path_params["name"])
    size = request.query_params.get("size", "a4").casefold()
    asked = {
        "what": name if name in EVENT_PAPERS else "?",
        "paper": size,
        "only": request.query_params.get("only") or None,
        "links": _links(request, event),
    }
    file = f"{event.id}-{name}.pdf"
    return await taken(request, Print, history_of(request), file, **asked)


def _links(request: Request, event: Event) -> list[str]:
    """The ways to the tables; none where phones cannot come in, since paper would keep them."""
    if not request.app.state.room and request.base_url.hostname in LOOPBACK:
        return []
    keys = request.app.state.keys
    seated = [table.number for table in event.round.tables] if event.rounds else []
    return [
        f"{number}={address(request, f'/c/{table_code(keys, event.id, number)}')}"
        for number in seated or range(1, tables_for(event) + 1)
    ]


async def take_file(request: Request) -> Response:
    """The standings and games as a spreadsheet, or the whole event as JSON."""
    event, form = directed_event(request), str(request.path_params["form"])
    return await taken(request, Export, history_of(request), f"{event.id}.{form}", form=form)


async def share_page(request: Request) -> Response:
    """Everything that can be passed on."""
    event = directed_event(request)
    link = address(request, f"/events/{event.id}")
    return await page(
        request,
        "desk_share.html",
        "share",
        link=link,
        code=event_code(request.app.state.keys, event.id),
        text=newsletter(event, link),
    )
