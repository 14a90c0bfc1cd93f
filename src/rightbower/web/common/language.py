"""The language somebody reads in: as chosen with the switch, else as the browser wishes, else English."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from msgspec import json
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from rightbower.rules.message import LANGUAGES, catalogue
from rightbower.web.common.identity import A_YEAR, cookie_of, give_cookie

COOKIE: Final = "rightbower-language"
USUAL: Final = "en"
# What a page says of itself when it opens a live line; a link may ask for a language too.
ASKED: Final = "language"
# What a page in a reader's language depends on; a cache that keeps it keeps it for the like alone.
DEPENDS_ON: Final = "Accept-Language, Cookie"
LONGEST_WISH = 200


def language_of(connection: HTTPConnection) -> str:
    """The language in which somebody is told things."""
    for chosen in (connection.query_params.get(ASKED, ""), cookie_of(connection, COOKIE)):
        if chosen in LANGUAGES:
            return chosen
    return wished(connection.headers.get("accept-language", ""))


@lru_cache(maxsize=1024)
def wished(header: str) -> str:
    """The best of our languages by what a browser sends; of equal wishes the first.

    >>> wished("fr-CA,fr;q=0.9,en;q=0.8"), wished("de, en;q=0.7, fr;q=0.3"), wished("de"), wished("")
    ('fr', 'en', 'en', 'en')
    >>> wished("en;q=0.5, fr"), wished("fr;q=0"), wished("fr;q=often")
    ('fr', 'en', 'en')
    """
    best, weight = USUAL, 0.0
    for wish in header[:LONGEST_WISH].split(","):
        name, _, rest = wish.strip().partition(";")
        found, wanted = name.partition("-")[0].strip().lower(), _weight(rest)
        if found in LANGUAGES and wanted > weight:
            best, weight = found, wanted
    return best


def _weight(text: str) -> float:
    key, _, number = text.partition("=")
    if not key.strip():
        return 1.0
    try:
        return float(number) if key.strip().lower() == "q" else 0.0
    except ValueError:
        return 0.0


async def switch(request: Request) -> Response:
    """Remember the language that somebody chooses, and show the page again in it."""
    form = await request.form()
    chosen = str(form.get("language", ""))
    answer = RedirectResponse(_page_before(request), 303)
    if chosen in LANGUAGES:
        give_cookie(request, answer, COOKIE, chosen, A_YEAR)
    return answer


def _page_before(request: Request) -> str:
    """The page of this hall on which somebody chose, so far as the browser says."""
    page = request.headers.get("referer", "")
    return page if urlsplit(page).netloc == request.headers.get("host") else "/"


def routes() -> list[Route]:
    """Where the switch sends what somebody chose."""
    return [Route("/language", switch, methods=["POST"])]


SCRIPTS: Final = Path(__file__).parent.parent / "static" / "js"
# A script says a sentence with ``said("…")``, and names a word that it says later with ``word("…")``.
SAID: Final = re.compile(r'\b(?:said|word)\(\s*("(?:[^"\\\n]|\\.)*")')
IMPORTED: Final = re.compile(r'\b(?:from|import)\s*\(?\s*"\./([\w.]+\.js)"')


@cache
def sentences_in(script: str) -> tuple[str, ...]:
    """The sentences of one script, in its order."""
    return tuple(str(json.decode(each)) for each in SAID.findall(_text(script)))


@cache
def _text(script: str) -> str:
    return (SCRIPTS / script).read_text("utf-8")


def reached_from(scripts: Iterable[str]) -> Iterator[str]:
    """These scripts and all that they import, at once or later."""
    waiting, met = list(scripts), set(scripts)
    while waiting:
        script = waiting.pop()
        yield script
        for other in IMPORTED.findall(_text(script)):
            if other not in met:
                met.add(other)
                waiting.append(other)


@cache
def sentences_of(language: str, scripts: tuple[str, ...]) -> dict[str, str]:
    """What the scripts of a page say, by the English, as far as the language has it."""
    known = catalogue(language)
    said = {text for script in reached_from(scripts) for text in sentences_in(script)}
    return {text: known[text] for text in sorted(said & known.keys())}
