"""The wall: a page for a projector or a television, read from ten metres away."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from rightbower.web.common.address import address
from rightbower.web.common.identity import Keys
from rightbower.web.common.rendering import render
from rightbower.web.hall.pages.pages import person_of, remembered
from rightbower.web.state.access import desk_of, event_of
from rightbower.web.state.codes import event_code


async def wall_page(request: Request) -> Response:
    """The frame of the wall; its pages are drawn in the browser from the event's state."""
    event = event_of(request)
    keys: Keys = request.app.state.keys
    code = event_code(keys, event.id)
    page = render(
        request,
        "wall.html",
        event=event,
        code=code,
        address=address(request, "/c").partition("//")[2],
        seen=desk_of(request).views.seen(event.id),
    )
    return remembered(request, page, person_of(request))
