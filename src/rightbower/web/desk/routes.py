"""The addresses of the events, and of the director's pages of one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ExceptionHandler

from rightbower.web.desk import checkin, money, rounds, seating, standings
from rightbower.web.desk import checkin as names
from rightbower.web.desk import checkin as people
from rightbower.web.desk import money as messages
from rightbower.web.desk import (
    papers as audit_log,
)
from rightbower.web.desk import (
    papers as downloads,
)
from rightbower.web.desk import (
    papers as phone_desk,
)
from rightbower.web.desk import (
    setup as entrance,
)
from rightbower.web.desk import (
    setup as plan,
)
from rightbower.web.desk import (
    setup as practice_night,
)
from rightbower.web.desk import (
    setup as sign_in,
)
from rightbower.web.desk import standings as finish
from rightbower.web.desk import table as table_page
from rightbower.web.desk import table as table_rulings
from rightbower.web.desk.pending import pending_step
from rightbower.web.public import play_online
from rightbower.web.state import access
from rightbower.web.state.access import directed_event

BOTH = ["GET", "POST"]
HANDLERS: Final[Mapping[Any, ExceptionHandler]] = {access.AskPin: access.ask_pin}


async def desk(request: Request) -> Response:
    """Lead to the step that is due now."""
    event = directed_event(request)
    return RedirectResponse(f"/events/{event.id}/desk/{pending_step(event).step}", 303)


def routes() -> list[BaseRoute]:
    """Addresses and what answers them."""
    base = "/events/{event}/desk"
    return [
        Route("/account", sign_in.account_page, methods=BOTH),
        Route("/organizers", sign_in.organizers_page, methods=BOTH),
        Route("/events", entrance.events_page),
        Route("/events/new", entrance.new_event, methods=BOTH),
        Route("/events/practice", practice_night.practice_night, methods=["POST"]),
        Route("/events/{event}/pin", entrance.event_pin, methods=BOTH),
        WebSocketRoute("/events/{event}/live", access.live),
        Route(base, desk),
        Route(f"{base}/check-in", checkin.check_in_page, methods=BOTH),
        Route(f"{base}/people.json", names.find_people),
        Route(f"{base}/find.json", people.find_entrants),
        Route(f"{base}/entrant/{{number:int}}", people.entrant_page, methods=BOTH),
        Route(f"{base}/plan", plan.plan_page, methods=BOTH),
        Route(f"{base}/seating", seating.seating_page, methods=BOTH),
        Route(f"{base}/round", rounds.round_page, methods=BOTH),
        Route(f"{base}/table/{{table:int}}", table_page.table_page, methods=BOTH),
        Route(f"{base}/table/{{table:int}}/ruling", table_rulings.table_ruling, methods=BOTH),
        Route(f"{base}/standings", standings.standings_page, methods=BOTH),
        Route(f"{base}/finish", finish.finish_page, methods=BOTH),
        Route(f"{base}/messages", messages.messages_page, methods=BOTH),
        Route(f"{base}/money", money.money_page, methods=BOTH),
        Route(f"{base}/money/cash.pdf", money.take_cash_sheet),
        Route(f"{base}/practice", practice_night.let_phones_play, methods=["POST"]),
        Route(f"{base}/log", audit_log.log_page, methods=BOTH),
        Route(f"{base}/backup", audit_log.back_up, methods=["POST"]),
        Route(f"{base}/online", play_online.put_online, methods=["POST"]),
        Route(f"{base}/phones", phone_desk.directors_page),
        Route(f"{base}/phones/free", phone_desk.free, methods=["POST"]),
        Route(f"{base}/share", downloads.share_page),
        Route(f"{base}/paper", downloads.paper_page),
        Route(f"{base}/paper/{{name}}.pdf", downloads.take_paper),
        Route(f"{base}/file.{{form}}", downloads.take_file),
    ]
