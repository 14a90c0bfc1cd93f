"""The addresses of the API, and of the pages made from the commands alone."""

from __future__ import annotations

from starlette.routing import BaseRoute, Route

from rightbower.web.api import calls, pages
from rightbower.web.api import pages as directors
from rightbower.web.api.openapi import BASE


def routes() -> list[BaseRoute]:
    """Addresses and what answers them."""
    found: list[BaseRoute] = [Route(f"{BASE}/openapi.json", calls.openapi)]
    for desk in ("/events/{event}/desk", "/leagues/{league}/desk", "/club/desk"):
        found += [
            Route(f"{desk}/everything", pages.everything, methods=["GET", "POST"]),
            Route(f"{desk}/programs", pages.programs, methods=["GET", "POST"]),
            Route(f"{desk}/access", directors.access_page, methods=["GET", "POST"]),
        ]
    for word in ("events", "leagues", "clubs"):
        every = f"{BASE}/{word}"
        found += [
            Route(every, calls.every_contest, methods=["GET", "POST"]),
            Route(f"{every}/import", calls.import_, methods=["POST"]),
            Route(every + "/{id}/commands", calls.do_all, methods=["POST"]),
            Route(every + "/{id}/{name}", calls.ask),
            Route(every + "/{id}/{name}", calls.do, methods=["POST"]),
        ]
    return found
