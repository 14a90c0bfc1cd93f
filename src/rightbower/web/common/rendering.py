"""Pages from templates; everything a person typed is shown as text."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from rightbower.book import load, names
from rightbower.tournament.dates import day_said, time_said
from rightbower.trace import every_clause
from rightbower.web.common.template_cache import kept_templates

TEMPLATES = Path(__file__).parent.parent / "templates"


@cache
def environment() -> Environment:
    """The templates, with escaping always on."""
    found = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=kept_templates(Path(__file__)),
    )
    found.filters["day"] = day_said
    found.filters["time"] = time_said
    return found


def warm() -> None:
    """Read every book, clause and template once, so that no visitor waits for it."""
    for name in names():
        load(name)
    every_clause()
    for name in environment().list_templates():
        environment().get_template(name)


def render(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A page as the browser gets it."""
    html = (
        environment()
        .get_template(template)
        .render(
            request=request,
            status=status,
            has_desk=_has_desk(request),
            room=request.app.state.room,
            cannot_write=request.app.state.hall.landings.failing,
            **values,
        )
    )
    return HTMLResponse(html, status)


def _has_desk(request: Request) -> bool:
    """Whether the hall has the pages of events, so that the bar can lead there."""
    return any(getattr(route, "path", "") == "/events" for route in request.app.routes)
