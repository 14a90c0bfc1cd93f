"""What every page of a league needs: the league asked for, who runs it, what was filled in, the time, clauses as links."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import cache

from markupsafe import Markup, escape
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request

from rightbower.rules.book import load, names
from rightbower.rules.message import (
    ENGLISH,
    Arg,
    Message,
    Quoted,
    Reference,
    ToldPart,
    Voice,
    called,
    message,
)
from rightbower.tournament.league.contest import LEAGUE
from rightbower.tournament.league.league import League, LeagueHistory, Team
from rightbower.web.state.access import AskPin, desk_of, may_direct

CLAUSE = re.compile(r"\b(?:[A-Z]0[0-9]-[0-9A-Z][0-9A-Za-z.]*[0-9A-Za-z]|[XG]-[0-9]{2,3}[a-z]?)\b")
READINGS = "sportcial-league"


def league_history_of(request: Request) -> LeagueHistory:
    """The league of the address with all its entries, or a plain 404."""
    found = desk_of(request).leagues.find(str(request.path_params["league"]))
    if found is None:
        raise HTTPException(404, "There is no such league here.")
    if found.league.thrown_away:
        raise HTTPException(404, "This practice league was thrown away.")
    return found


def league_of(request: Request) -> League:
    """The league of the address as it stands."""
    return league_history_of(request).league


def team_of_address(league: League, number: int | None) -> Team:
    """The team of a number that stands in an address or form, or a plain 404."""
    if number is None or not 1 <= number <= len(league.teams):
        raise HTTPException(404, "There is no such team.")
    return league.team(number)


def league_stream(league: League) -> str:
    """The stream of a league, by which its notes, watchers and PIN are known."""
    return LEAGUE.prefix + league.id


def may_run(connection: HTTPConnection, league: League) -> bool:
    """Whether this browser may run the league."""
    return may_direct(connection, league_stream(league))


def directed_league(request: Request) -> LeagueHistory:
    """The league of the address for its Gamer; others are asked for the PIN."""
    history = league_history_of(request)
    if not may_run(request, history.league):
        raise AskPin(f"/leagues/{history.league.id}")
    return history


def local(at: float) -> str:
    """Seconds as the time on the wall, such as 2027-01-12T19:10:00."""
    return (
        datetime.fromtimestamp(at, UTC).astimezone().replace(tzinfo=None).isoformat("T", "seconds")
    )


def now_of(connection: HTTPConnection) -> str:
    """The local time by the desk's clock."""
    return local(desk_of(connection).clock())


@cache
def _books() -> dict[str, str]:
    """The book of each document, by its first letters."""
    return {book.document: book.name for book in map(load, reversed(names()))}


def cited(said: Message | str, reader: Voice = ENGLISH) -> Markup:
    """A sentence with its clauses as links into the rule library; so are those in what people wrote."""
    if isinstance(said, str):
        return _linked(said)
    return Markup().join(map(_part, reader.parts(said)))


def _part(part: ToldPart) -> Markup | str:
    written = part.kind == "clause" or isinstance(part.about, Quoted)
    return _linked(part.text) if written else escape(part.text)


def _linked(text: str) -> Markup:
    """A text that somebody wrote, or citations, with links."""

    def link(found: re.Match[str]) -> str:
        clause = found[0]
        book = READINGS if clause[1] == "-" else _books().get(clause[:3])
        return f'<a class="clause" href="/rules/{book}#{clause}">{clause}</a>' if book else clause

    return Markup(CLAUSE.sub(link, str(escape(text))))


def with_names(league: League, said: Message) -> Message:
    """A line of the log for people who do not know the numbers."""

    def name(reference: Reference) -> Arg:
        number = reference.of
        if reference.kind != "fixture" or not isinstance(number, int):
            return reference
        if not 1 <= number <= len(league.fixtures):
            return reference
        match = league.match(league.fixture(number))
        return message("fixture {number} ({match})", number=number, match=match)

    return called(said, name)
