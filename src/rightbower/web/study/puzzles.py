"""Puzzles in the browser: one position, one best choice, and why; one of them is the day's."""

from __future__ import annotations

import secrets
from collections import Counter
from datetime import UTC, date, datetime
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from rightbower.rules.acts import Action, read_action, say, write_without_seat
from rightbower.rules.book import load, names
from rightbower.rules.refusal import Refusal
from rightbower.study.puzzles import LEVELS, Puzzle, chosen, of_day, shipped
from rightbower.web.common.rendering import render
from rightbower.web.hall.live.advising import advised
from rightbower.web.study.common import studied
from rightbower.web.study.positions import Way, position

CHOICES = ("theme", "level", "book")


def routes() -> list[BaseRoute]:
    """The addresses of the puzzles."""
    return [
        Route("/puzzles", puzzles_page),
        Route("/puzzles/today", today),
        Route("/puzzles/another", another),
        Route("/puzzles/{number:int}", puzzle_page),
    ]


async def puzzles_page(request: Request) -> Response:
    """The puzzles by theme and level."""
    found = shipped().puzzles
    return render(
        request,
        "puzzles.html",
        count=len(found),
        themes=sorted(Counter(each.theme for each in found).items()),
        levels=LEVELS,
        books=[load(name) for name in names()],
        collection=shipped(),
    )


async def today(_request: Request) -> Response:
    """Lead to the puzzle of the day, the same for everybody."""
    day = datetime.now(UTC).date()
    number = of_day(shipped().puzzles, day.toordinal())
    return RedirectResponse(f"/puzzles/{number}?day={day.isoformat()}", 303)


async def another(request: Request) -> Response:
    """Lead to any puzzle of the theme, level and book that were chosen."""
    wanted = {name: request.query_params.get(name, "") for name in CHOICES}
    found = chosen(shipped().puzzles, **wanted)
    if not found:
        raise HTTPException(404, "There is no puzzle like that; leave one of the choices open.")
    kept = urlencode({name: value for name, value in wanted.items() if value})
    return RedirectResponse(f"/puzzles/{secrets.choice(found)}{'?' if kept else ''}{kept}", 303)


async def puzzle_page(request: Request) -> Response:
    """A position and its choices; after one is chosen, what was best and why."""
    number = int(request.path_params["number"])
    if number >= len(shipped().puzzles):
        raise HTTPException(
            404, f"The puzzles are numbered from 0 to {len(shipped().puzzles) - 1}."
        )
    puzzle = shipped().puzzles[number]
    seen = puzzle.seen
    assert seen.seat is not None
    given = _given(puzzle, request.query_params.get("a", ""))
    told = None if given is None else await studied(request, advised, seen, given, puzzle.answer)
    kept = [
        (name, request.query_params[name])
        for name in (*CHOICES, "day")
        if name in request.query_params
    ]
    return render(
        request,
        "puzzle.html",
        number=number,
        puzzle=puzzle,
        book=load(puzzle.book),
        day=_day(request.query_params.get("day", "")),
        you=seen.seat,
        seen=seen,
        here=position(seen, seen.seat, None if given else _way(number, kept)),
        chosen="" if given is None else write_without_seat(given),
        right=given == puzzle.answer,
        worth=[] if told is None else told.worth,
        why="" if told is None else told.why,
        another=f"/puzzles/another?{urlencode([pair for pair in kept if pair[0] != 'day'])}",
    )


def _way(number: int, kept: list[tuple[str, str]]) -> Way:
    """Where each choice leads."""
    return lambda action: (
        f"/puzzles/{number}?{urlencode([*kept, ('a', write_without_seat(action))])}"
    )


def _given(puzzle: Puzzle, words: str) -> Action | None:
    """The choice that was made; None while there is none."""
    if not words:
        return None
    try:
        action = read_action(f"{puzzle.seat} {words[:40]}")
    except Refusal as fault:
        raise HTTPException(400, f"This cannot be done here: {fault}.") from None
    if action not in puzzle.seen.legal:
        raise HTTPException(400, f"This cannot be done here: {say(action)}.")
    return action


def _day(text: str) -> str:
    """A day as people write it; nothing for what is not a day."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return ""
    return f"{found:%B} {found.day}, {found.year}"
