"""What went wrong, on a page for people or as JSON for programs, and the way to the hall that owns it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from rightbower.rules.message import word
from rightbower.store.claims import HandedOver
from rightbower.web.common.command_line import pass_on
from rightbower.web.common.rendering import render

API = "/api/"
# The hall that is meant, in an address; a proxy that knows it sends the request there.
HALL = "hall"
WAIT = word(
    "This is just being handed over to another hall. Nothing is lost; try again in a moment."
)


def fault_page(request: Request, status: int, detail: str) -> Response:
    """One sentence with a status."""
    if request.url.path.startswith(API):
        return JSONResponse({"error": detail}, status)
    return render(request, "error.html", status=status, detail=detail)


async def sent_elsewhere(request: Request, fault: Exception) -> Response:
    """Name the hall that owns it; where the proxy did not find that one, ask for a moment."""
    assert isinstance(fault, HandedOver)
    if not fault.hall or request.query_params.get(HALL) == fault.hall:
        page = fault_page(request, 503, WAIT)
        page.headers["retry-after"] = "1"
        return page
    query = request.url.include_query_params(**{HALL: fault.hall}).query
    return RedirectResponse(f"{request.url.path}?{query}", 307, headers=pass_on(request))
