"""The addresses of the API."""

from __future__ import annotations

from starlette.routing import BaseRoute, Route

from rightbower.web.api import calls
from rightbower.web.api.openapi import BASE


def routes() -> list[BaseRoute]:
    """Addresses and what answers them."""
    found: list[BaseRoute] = [Route(f"{BASE}/openapi.json", calls.openapi)]
    for word in ("events", "leagues"):
        every = f"{BASE}/{word}"
        found += [
            Route(every, calls.every_contest, methods=["GET", "POST"]),
            Route(f"{every}/import", calls.bring, methods=["POST"]),
            Route(every + "/{id}/commands", calls.do_all, methods=["POST"]),
            Route(every + "/{id}/{name}", calls.ask),
            Route(every + "/{id}/{name}", calls.do, methods=["POST"]),
        ]
    return found
