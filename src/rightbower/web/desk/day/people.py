"""One entrant's page: leaving, substitute, partner, keeping apart, floater, sitting player, papers."""

from __future__ import annotations

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rightbower.events.people import eligibility
from rightbower.events.scorecards import personal_card
from rightbower.events.state.entrants import Entrant
from rightbower.events.state.event import Event
from rightbower.events.state.participants import singles
from rightbower.web.desk.common.forms import NOTHING, Form, handle, page
from rightbower.web.desk.day.checkin import row_remarks
from rightbower.web.state.access import directed_event


def _entrant(request: Request) -> Entrant:
    event = directed_event(request)
    number = request.path_params["number"]
    if not 1 <= number <= len(event.entrants):
        raise HTTPException(404, "Nobody on the list has this number.")
    return event.entrant(number)


async def entrant_page(request: Request) -> Response:
    """Everything about one entrant."""
    number = _entrant(request).number
    back = "round" if _playing(directed_event(request), number) else f"check-in#e{number}"
    return await handle(request, show, back, {"who": str(number)})


def _playing(event: Event, number: int) -> bool:
    """Whether an entrant sits at a table whose game has no result yet."""
    tables = event.round.tables if event.rounds else ()
    here = (table for table in tables if number in table.entrants)
    return any(table.playing and table.result is None and not table.void for table in here)


async def show(request: Request, fault: str = "", form: Form = NOTHING) -> Response:
    """The page as it stands."""
    event, entrant = directed_event(request), _entrant(request)
    others = [
        each
        for each in event.entrants
        if each.number != entrant.number and each.state in ("entered", "here")
    ]
    unpaired = [event.entrant(each) for each in singles(event) if each != entrant.number]
    return await page(
        request,
        "desk_entrant.html",
        "check-in",
        fault,
        form,
        entrant=entrant,
        remarks=row_remarks(event, entrant),
        others=sorted(others, key=lambda each: each.name.casefold()),
        unpaired=unpaired,
        **_places(event, entrant.number),
        card=personal_card(event, entrant.number),
        unchecked=eligibility.unchecked(event, entrant),
    )


def _places(event: Event, number: int) -> dict[str, Any]:
    """Where an entrant sits now, and everybody with whom places can be changed."""
    if not event.rounds:
        return {"round_now": 0}
    round_ = event.round
    at = {who: table.number for table in round_.tables for who in table.entrants}
    words = {who: f"{event.name_of(who)}, table {table}" for who, table in at.items()}
    words |= {who: f"{event.name_of(who)}, sits out" for who in round_.byes}
    others = sorted((each for each in words.items() if each[0] != number), key=lambda each: each[1])
    return {
        "round_now": round_.number if number in words else 0,
        "table_now": at.get(number, 0),
        "sits_out": number in round_.byes,
        "places": others,
    }
