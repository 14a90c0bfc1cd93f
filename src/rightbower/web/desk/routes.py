"""Every address of the desk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ExceptionHandler

from rightbower.web.desk import crowd, director, doors, entrance, leagues

HANDLERS: Final[Mapping[Any, ExceptionHandler]] = {doors.AskPin: doors.ask_pin}


def routes() -> list[BaseRoute]:
    """The pages of events and leagues."""
    return [
        Route("/events", entrance.shelf),
        Route("/events/new", entrance.new_event, methods=["GET", "POST"]),
        Route("/events/{event}/pin", entrance.event_pin, methods=["GET", "POST"]),
        WebSocketRoute("/events/{event}/live", doors.live),
        *director.routes(),
        *crowd.routes(),
        *leagues.routes(),
    ]
