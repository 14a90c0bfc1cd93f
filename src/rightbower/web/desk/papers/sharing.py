"""Sharing: the event's address and its code, and the results as page, picture, text and certificates."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from rightbower.events.sharing import newsletter
from rightbower.web.common.address import address
from rightbower.web.desk.common.forms import page
from rightbower.web.state.access import directed_event
from rightbower.web.state.codes import event_code


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
