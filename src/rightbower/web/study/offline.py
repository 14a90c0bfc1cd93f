"""What a phone keeps of the hall: an icon on its home screen, and the lesson and puzzles without a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from msgspec import json
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from rightbower.rules.acts import Bury, Play, write_without_seat
from rightbower.rules.book import RuleBook, load
from rightbower.rules.deal import Phase
from rightbower.study.lessons import LessonStep, lesson
from rightbower.study.puzzles import puzzle_of_day, shipped
from rightbower.web.common.background import beside
from rightbower.web.common.language import reached_from
from rightbower.web.common.proxies import Front
from rightbower.web.common.rendering import render
from rightbower.web.study.lessons import end_shown, step_shown
from rightbower.web.study.practice import puzzle_shown

STATIC: Final = Path(__file__).parent.parent / "static"
BOOK: Final = "standard"
# So many days' puzzles stay on a phone, with the answers that came with the program.
PUZZLES: Final = 14
# The page that is shown instead of one that the phone has not kept.
ALONE: Final = "/offline"
SCRIPTS: Final = ("lesson.js", "practice.js", "settings.js", "install.js", "look.js")
IN_A_PAGE: Final = re.compile(r'(?:href|src)="(/static/[^"]+)"')
# Between two pages of a bundle; a page has no such comment of its own.
EDGE: Final = "\n<!--kept {} -->\n"


def routes() -> list[BaseRoute]:
    """The addresses of the shell."""
    return [
        Route("/manifest.webmanifest", manifest),
        Route("/worker.js", worker),
        Route("/offline/kept", kept),
        Route(ALONE, alone),
    ]


async def manifest(request: Request) -> Response:
    """How the hall stands on a home screen; every address is under its own path."""
    front: Front = request.app.state.front
    icons = [
        {
            "src": f"{front.base}/static/{file}.png",
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": use,
        }
        for file, size, use in (
            ("icon-192", 192, "any"),
            ("icon-512", 512, "any"),
            ("icon-maskable-512", 512, "maskable"),
        )
    ]
    said: dict[str, Any] = {
        "id": f"{front.base}/",
        "name": "Rightbower",
        "short_name": "Rightbower",
        "description": "Euchre by the book: play, learn, and run the night.",
        "start_url": f"{front.base}/",
        "scope": f"{front.base}/",
        "display": "standalone",
        "background_color": "#1a120c",
        "theme_color": "#14573f",
        "icons": icons,
        "shortcuts": [
            {"name": name, "url": front.base + path}
            for name, path in (("Learn Euchre", "/learn"), ("Puzzles", "/puzzles/today"))
        ],
    }
    return Response(json.encode(said), media_type="application/manifest+json")


async def worker(_request: Request) -> Response:
    """The script that keeps the shell; another version of the program is another script."""
    script = (STATIC / "worker.js").read_text("utf-8")
    head = f'const VERSION = "{_version()}";\n'
    return Response(
        head + script, media_type="text/javascript", headers={"cache-control": "no-cache"}
    )


@cache
def _version() -> str:
    """What all scripts, styles and templates of this program come to."""
    found = sha256()
    for folder in (STATIC, STATIC.parent / "templates"):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".js", ".css", ".html", ".svg"):
                found.update(path.read_bytes())
    return found.hexdigest()[:16]


async def alone(request: Request) -> Response:
    """What is shown while the hall cannot be reached."""
    return render(request, "offline.html")


async def kept(request: Request) -> Response:
    """Every page that works without the hall, one after the other, and what they are drawn with."""
    made: bytes = await beside(_bundle, request, datetime.now(UTC).date().toordinal())
    return Response(made, media_type="text/html; charset=utf-8")


_made: dict[tuple[str, int], bytes] = {}


def _bundle(request: Request, day: int) -> bytes:
    """The pages as one text, made once a day."""
    key = (_version(), day)
    if key not in _made:
        pages = [(path, bytes(page.body).decode()) for path, page in _pages(_nobody(request), day)]
        drawn = {address for _, page in pages for address in IN_A_PAGE.findall(page)}
        drawn |= {f"/static/js/{script}" for script in reached_from(SCRIPTS)}
        head = json.encode(sorted(drawn)).decode()
        text = head + "".join(EDGE.format(path) + page for path, page in pages)
        _made.clear()
        _made[key] = text.encode()
    return _made[key]


def _nobody(request: Request) -> Request:
    """The same request from somebody of whom nothing is known."""
    return Request({**request.scope, "headers": [(b"host", b"hall")], "query_string": b""})


def _pages(request: Request, day: int) -> Iterator[tuple[str, Response]]:
    yield ALONE, render(request, "offline.html")
    book = load(BOOK)
    steps = lesson(book)
    for number, step in enumerate(steps, 1):
        here = f"/learn/{BOOK}/{number}"
        yield here, step_shown(request, book, number)
        yield f"{here}?hint=1", step_shown(request, book, number, hint=True)
        for given in _answers(step, book):
            yield f"{here}?{urlencode([('a', given)])}", step_shown(request, book, number, given)
    yield f"/learn/{BOOK}", end_shown(request, book)
    for number in dict.fromkeys(puzzle_of_day(day + later) for later in range(PUZZLES)):
        here = f"/puzzles/{number}"
        yield here, puzzle_shown(request, number, None)
        for choice in shipped().puzzles[number].seen.legal:
            way = urlencode([("a", write_without_seat(choice))])
            yield f"{here}?{way}", puzzle_shown(request, number, choice)


def _answers(step: LessonStep, book: RuleBook) -> list[str]:
    """What can be pressed at a step: every call, or every card in hand."""
    seen = step.seen(book)
    calls = [write_without_seat(each) for each in seen.legal if not isinstance(each, Play | Bury)]
    before = "bury " if seen.phase is Phase.BURY else ""
    return calls or [f"{before}{card.name}" for card in seen.hand]
