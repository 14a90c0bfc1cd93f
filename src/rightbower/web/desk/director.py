"""The addresses of the director's pages of an event."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from rightbower.web.desk import (
    at_table,
    checkin,
    everything,
    finish,
    log,
    paper,
    people,
    plan,
    rounds,
    seating,
    standing,
    table_rulings,
)
from rightbower.web.desk.doors import directed_event
from rightbower.web.desk.due import due

BOTH = ["GET", "POST"]


async def desk(request: Request) -> Response:
    """Lead to the step that is due now."""
    event = directed_event(request)
    return RedirectResponse(f"/events/{event.id}/desk/{due(event).step}", 303)


def routes() -> list[BaseRoute]:
    """Addresses and what answers them."""
    base = "/events/{event}/desk"
    return [
        Route(base, desk),
        Route(f"{base}/check-in", checkin.check_in_page, methods=BOTH),
        Route(f"{base}/entrant/{{number:int}}", people.entrant_page, methods=BOTH),
        Route(f"{base}/plan", plan.plan_page, methods=BOTH),
        Route(f"{base}/seating", seating.seating_page, methods=BOTH),
        Route(f"{base}/round", rounds.round_page, methods=BOTH),
        Route(f"{base}/table/{{table:int}}", at_table.table_page, methods=BOTH),
        Route(f"{base}/table/{{table:int}}/ruling", table_rulings.table_ruling, methods=BOTH),
        Route(f"{base}/standings", standing.standings_page, methods=BOTH),
        Route(f"{base}/finish", finish.finish_page, methods=BOTH),
        Route(f"{base}/log", log.log_page, methods=BOTH),
        Route(f"{base}/everything", everything.everything, methods=BOTH),
        Route(f"{base}/programs", everything.programs, methods=BOTH),
        Route(f"{base}/paper", paper.paper_page),
        Route(f"{base}/paper/{{name}}.pdf", paper.take_paper),
        Route(f"{base}/file.{{form}}", paper.take_file),
    ]
