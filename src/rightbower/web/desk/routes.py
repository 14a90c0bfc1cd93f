"""The addresses of the events, and of the director's pages of one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ExceptionHandler

from rightbower.web.desk import (
    checkin,
    money,
    papers,
    planner,
    rounds,
    seating,
    setup,
    standings,
    table,
)
from rightbower.web.desk.forms import DESK
from rightbower.web.desk.pending import pending_step
from rightbower.web.pages.desk_pages import DeskPage
from rightbower.web.public import play_online
from rightbower.web.state import access
from rightbower.web.state.access import directed_event

BOTH = ["GET", "POST"]
HANDLERS: Final[Mapping[Any, ExceptionHandler]] = {access.AskPin: access.ask_pin}


# The director's pages by their address below the event's desk.
PAGES: Final[Mapping[str, DeskPage]] = {
    "check-in": checkin.CHECK_IN,
    "entrant/{number:int}": checkin.ENTRANT,
    "plan": setup.PLAN,
    "seating": seating.SEATING,
    "round": rounds.ROUND,
    "table/{table:int}": table.TABLE,
    "table/{table:int}/ruling": table.RULING,
    "standings": standings.STANDINGS,
    "finish": standings.FINISH,
    "signup": papers.SIGNUP,
    "messages": money.MESSAGES,
    "money": money.MONEY,
    "log": papers.LOG,
}
SHOWN_ONLY: Final[Mapping[str, DeskPage]] = {
    "phones": papers.PHONES,
    "share": papers.SHARE,
    "paper": papers.PAPER,
}


async def desk(request: Request) -> Response:
    """Lead to the step that is due now."""
    event = directed_event(request)
    return RedirectResponse(f"/events/{event.id}/desk/{pending_step(event).step}", 303)


def routes() -> list[BaseRoute]:
    """Addresses and what answers them."""
    base = "/events/{event}/desk"
    return [
        Route("/account", setup.account_page, methods=BOTH),
        Route("/organizers", setup.organizers_page, methods=BOTH),
        Route("/planner", planner.planner_page),
        Route("/planner.json", planner.planner_figures),
        Route("/events", setup.events_page),
        Route("/events/new", setup.new_event, methods=BOTH),
        Route("/events/practice", setup.practice_night, methods=["POST"]),
        Route("/events/{event}/pin", setup.event_pin, methods=BOTH),
        WebSocketRoute("/events/{event}/live", access.live),
        Route(base, desk),
        Route(f"{base}/people.json", checkin.find_people),
        Route(f"{base}/find.json", checkin.find_entrants),
        *(Route(f"{base}/{at}", DESK.endpoint(page), methods=BOTH) for at, page in PAGES.items()),
        *(Route(f"{base}/{at}", DESK.endpoint(page)) for at, page in SHOWN_ONLY.items()),
        Route(f"{base}/money/cash.pdf", money.take_cash_sheet),
        Route(f"{base}/practice", setup.let_phones_play, methods=["POST"]),
        Route(f"{base}/backup", papers.back_up, methods=["POST"]),
        Route(f"{base}/online", play_online.put_online, methods=["POST"]),
        Route(f"{base}/phones/free", papers.free, methods=["POST"]),
        Route(f"{base}/paper/{{name}}.pdf", papers.take_paper),
        Route(f"{base}/file.{{form}}", papers.take_file),
    ]
