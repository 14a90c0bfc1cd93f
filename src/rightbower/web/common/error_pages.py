"""What went wrong, in words: on a page for people, as JSON for programs."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rightbower.web.common.rendering import render

API = "/api/"


def fault_page(request: Request, status: int, detail: str) -> Response:
    """One sentence with a status."""
    if request.url.path.startswith(API):
        return JSONResponse({"error": detail}, status)
    return render(request, "fault.html", status=status, detail=detail)
