"""What everybody may pass on: the results as a page in one file, a picture or a text, and calendars."""

from __future__ import annotations

from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rightbower.office.event_files import SHARED, ShareResults
from rightbower.tournament.events.sharing import calendar
from rightbower.web.common.address import address
from rightbower.web.common.files import KINDS, taken
from rightbower.web.state.access import desk_of, history_of

FORMS: Final = {ending: form for form, ending in SHARED.items()}


async def take_results(request: Request) -> Response:
    """The results in the form that the address ends with."""
    history, ending = history_of(request), str(request.path_params["form"])
    if ending not in FORMS:
        raise HTTPException(404, "The results are there as html, png, txt and ics.")
    link = address(request, f"/events/{history.event.id}")
    name = f"{history.event.id}.{ending}"
    return await taken(request, ShareResults, history, name, form=FORMS[ending], link=link)


async def hall_calendar(request: Request) -> Response:
    """All days of play of this hall, to subscribe to."""
    desk = desk_of(request)
    events = [each.event for each in desk.events.readable() if not each.event.practice]
    events = sorted((each for each in events if not each.archived), key=lambda each: each.date)
    links = [address(request, f"/events/{each.id}") for each in events]
    made = calendar(events, "Euchre events", desk.clock(), links)
    return Response(made, media_type=KINDS["ics"])
