"""All that the hall knows of a person, to be taken along; nobody else's key is in it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from rightbower.rules.cards import Seat
from rightbower.store.contract import JournalError, Projection
from rightbower.web.common.identity import COOKIE, Person
from rightbower.web.common.rendering import render
from rightbower.web.hall import archive as lists
from rightbower.web.hall.archive import STREAM, PastGame, read_table
from rightbower.web.hall.entries import DealFacts
from rightbower.web.hall.front_pages import hall_of, person_of, remembered
from rightbower.web.hall.hall import Hall
from rightbower.web.profile.played import accuracy, fair_picture, to_work_on
from rightbower.web.profile.ratings import (
    LADDERS,
    SURE,
    Ladder,
    Rating,
    RatingCourse,
    Ratings,
    Statistics,
    rating_graph,
    statistics,
)
from rightbower.web.state.accounts import signer

FORM: Final = "rightbower profile 1"


class ExportedGame(Struct, frozen=True):
    """A finished game as one who played it takes it along."""

    table: str
    ended: str
    book: str
    seat: Seat
    names: tuple[str, ...]
    bots: tuple[str, ...]
    score: tuple[int, int]
    winner: str
    reason: str
    deals: tuple[DealFacts, ...]


class ProfileExport(Struct, frozen=True):
    """A person's name, games, statistics and ratings."""

    form: str
    name: str
    statistics: Statistics
    ratings: dict[Ladder, Rating]
    games: list[ExportedGame]


def exported(person: Person, games: Sequence[PastGame], course: RatingCourse) -> ProfileExport:
    """What a person takes along."""
    ratings = {
        ladder: played[-1].rating for ladder in LADDERS if (played := course.of(ladder, person.who))
    }
    found = statistics(person.who, games)
    own = [_game(person.who, game) for game in games]
    return ProfileExport(FORM, person.name, found, ratings, own)


def _game(who: str, game: PastGame) -> ExportedGame:
    return ExportedGame(
        game.table,
        datetime.fromtimestamp(game.at, UTC).isoformat(timespec="seconds"),
        game.book,
        Seat(game.people.index(who)),
        game.names,
        game.bots,
        game.score,
        game.winner,
        game.reason,
        game.deals,
    )


SHOWN: Final = 12
FORM_OF: Final = 12
MOST_PARTNERS: Final = 8
# What each ladder is called.
TITLES: Final[dict[Ladder, str]] = {"people": "Among people", "bots": "Against bots"}


def routes() -> list[BaseRoute]:
    """The addresses of one's own page."""
    return [
        Route("/you", own_page),
        Route("/you.json", take_along),
        Route("/you/erase", erase, methods=["POST"]),
    ]


def ratings_of(request: Request) -> Ratings:
    """The hall's ratings."""
    ratings: Ratings = request.app.state.ratings
    return ratings


async def own_page(request: Request) -> Response:
    """Your games, statistics and ratings."""
    person = person_of(request)
    games = lists.past_games(hall_of(request).journal, person.who, lists.EVERY)
    course = await asyncio.to_thread(ratings_of(request).course)
    found = statistics(person.who, games)
    hall, known = hall_of(request), request.app.state.played
    played = await hall.reads(known.of, hall, person.who, games)
    page = render(
        request,
        "profile.html",
        person=person,
        erased=request.query_params.get("erased") == "yes",
        signed=signer(request),
        games=[(game, game.told_by(person.who)) for game in games[:SHOWN]],
        many=len(games),
        found=found,
        partners=found.partners[:MOST_PARTNERS],
        ladders=[_ladder(course, ladder, person.who) for ladder in LADDERS],
        percent=percent,
        form=list(_form(person.who, games[:FORM_OF])),
        fair=fair_picture(played),
        accuracy=accuracy(played),
        work=to_work_on(played),
        many_played=len(played),
    )
    return remembered(request, page, person)


def _form(who: str, games: Sequence[PastGame]) -> Iterator[tuple[str, str]]:
    """How the newest games ended, the oldest of them first: a letter, and the words for it."""
    for game in reversed(games):
        if who in game.people:
            won = game.winner == Seat(game.people.index(who)).side.name
            letter = "D" if not game.winner else "W" if won else "L"
            yield letter, {"D": "drawn", "W": "won", "L": "lost"}[letter]


def percent(part: int, whole: int) -> str:
    """A share in whole per cent; a dash where there is nothing to share."""
    return f"{round(100 * part / whole)}%" if whole else "–"


def _ladder(course: RatingCourse, ladder: Ladder, who: str) -> dict[str, Any]:
    """What the page shows of one ladder."""
    played = course.of(ladder, who)
    rating = played[-1].rating if played else None
    return {
        "name": ladder,
        "title": TITLES[ladder],
        "games": len(played),
        "rating": rating,
        "sure": rating is not None and rating.deviation <= SURE,
        "graph": rating_graph([each.rating for each in played]),
    }


async def take_along(request: Request) -> Response:
    """All that the hall knows of a person, as a file."""
    person, hall = person_of(request), hall_of(request)
    course = await asyncio.to_thread(ratings_of(request).course)
    data = exported(person, lists.past_games(hall.journal, person.who, lists.EVERY), course)
    text = msgspec.json.format(msgspec.json.encode(data), indent=1)
    named = {"content-disposition": 'attachment; filename="rightbower-profile.json"'}
    return Response(text, media_type="application/json", headers=named)


async def erase(request: Request) -> Response:
    """Erase the one who asks; the browser is a newcomer's again."""
    form = await request.form()
    if form.get("sure") != "yes":
        raise HTTPException(400, "Nothing was erased: tick the box first.")
    response = RedirectResponse("/you?erased=yes", 303)
    # Nobody knows a browser that comes without a cookie, so nothing is written down of it.
    if not (known := request.app.state.keys.person(request)):
        return response
    if not await request.app.state.erasures.take(request):
        raise HTTPException(429, "Many were erased from here. Try again in a few minutes.")
    await erase_person(hall_of(request), known.who)
    ratings_of(request).forget()
    response.delete_cookie(COOKIE)
    return response


async def erase_person(hall: Hall, who: str) -> None:
    """Erase a person: no page, list or file has the name from now on, and the games stay."""
    label, every = lists.label(who), lists.EVERY
    past = await hall.reads(hall.journal.listed, lists.PAST, label, every)
    under_way = await hall.reads(hall.journal.listed, lists.OPEN, label, every)
    before = hall.erased.many
    entry = hall.erased.add(who, hall.clock())
    sitting = [live for live in hall.tables.values() if live.table.seat_of(who) is not None]
    try:
        for live in sitting:
            await live.read_anew()
        changed = [lists.without_name(each, hall.erased.game) for each in past]
        changed += [_listed_anew(hall, each.stream) for each in under_way]
        await hall.async_journal.write(STREAM, before, [entry], changed)
    except JournalError:
        hall.erased.read()
        for live in sitting:
            await live.read_anew()
        raise


def _listed_anew(hall: Hall, stream: str) -> Projection:
    return lists.projection(stream, read_table(hall.stored(stream))[0])
