"""The page that plans an evening: people, tables, hours and breaks, and the formats side by side."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from anyio import to_thread
from msgspec import Struct, json
from starlette.requests import Request
from starlette.responses import Response

from rightbower.rules.refusal import Refusal
from rightbower.tournament.events.planner import BREAK, EveningWish, Fit, advice, fits
from rightbower.web.common.refusal import sentence
from rightbower.web.common.rendering import render

# What stands there before anybody says otherwise, and by how much a press changes it.
USUAL = {"people": 26, "tables": 7, "minutes": 180, "breaks": 1}
STEPS = {"people": 1, "tables": 1, "minutes": 30, "breaks": 1}
LONGEST_NUMBER = 4
JSON = "application/json"


class Stepper(Struct, frozen=True):
    """A number that can be pressed down or up; the addresses are those of the page with it changed."""

    name: str
    shown: str
    fewer: str
    more: str


async def planner_page(request: Request) -> Response:
    """Which formats fit, with their figures, and one of them by the clock."""
    said = request.query_params
    there = {name: _number(said.get(name, ""), usual) for name, usual in USUAL.items()}
    wish = EveningWish(**there)
    found: tuple[Fit, ...] = ()
    fault = ""
    try:
        found = await to_thread.run_sync(fits, wish)
    except Refusal as refused:
        fault = sentence(refused)
    chosen = next((each for each in found if each.preset == said.get("format")), None)
    chosen = chosen or next(iter(found), None)
    return render(
        request,
        "planner.html",
        422 if fault else 200,
        wish=wish,
        fits=found,
        fault=fault,
        advice="" if fault else advice(wish),
        chosen=chosen,
        breaks=BREAK,
        steppers={name: _stepper(there, name) for name in there},
        choose=lambda preset: _address({**there, "format": preset}),
        make="" if chosen is None else _make(chosen),
    )


async def planner_figures(request: Request) -> Response:
    """The same for programs."""
    there = {
        name: _number(request.query_params.get(name, ""), usual) for name, usual in USUAL.items()
    }
    try:
        found = await to_thread.run_sync(fits, EveningWish(**there))
    except Refusal as refused:
        return Response(json.encode({"fault": sentence(refused)}), 422, media_type=JSON)
    return Response(json.encode(found), media_type=JSON)


def _number(text: str, usual: int) -> int:
    return int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else usual


def _stepper(there: Mapping[str, int], name: str) -> Stepper:
    value, step = there[name], STEPS[name]
    least = 0 if name == "breaks" else step
    shown = f"{value / 60:g}" if name == "minutes" else str(value)
    fewer = _address({**there, name: max(least, value - step)})
    return Stepper(name, shown, fewer, _address({**there, name: value + step}))


def _address(said: Mapping[str, int | str]) -> str:
    return f"/planner?{urlencode(said)}"


def _make(fit: Fit) -> str:
    """The page of a new event, filled in."""
    return f"/events/new?{urlencode({'preset': fit.preset, 'rounds': fit.rounds})}"
