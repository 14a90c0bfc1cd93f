"""Practice: what one has answered, what comes next, drills and puzzles."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from typing import Any, TypeVar
from urllib.parse import urlencode

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from rightbower.office.workers import Busy, NotDone, pool
from rightbower.players.thumb import club
from rightbower.players.views import View, view
from rightbower.rules import game as games
from rightbower.rules.acts import Action, read_action, say, write_without_seat
from rightbower.rules.book import RuleBook, load, names
from rightbower.rules.cards import Seat, shuffled
from rightbower.rules.game import Game
from rightbower.rules.openings import deal_pack
from rightbower.rules.refusal import Refusal
from rightbower.study.puzzles import LEVELS, Puzzle, chosen, puzzle_of_day, shipped
from rightbower.study.reasons import SYMBOLS
from rightbower.web.common.guard import asker_of
from rightbower.web.common.rendering import render
from rightbower.web.hall.hints import Advice, advised, worlds_now
from rightbower.web.study.positions import Way, position

R = TypeVar("R")


def book_or_404(name: str) -> RuleBook:
    """The book of a name, or a plain 404."""
    if name not in names():
        raise HTTPException(404, f"There is no book called {name}.")
    return load(name)


async def studied(request: Request, work: Callable[..., R], *args: Any) -> R:
    """The result of some work by a worker, for one visitor a little at a time.

    A page that asks to wait where too much is asked at once.
    """
    try:
        return await pool("study").run(work, *args, asker=asker_of(request))
    except (Busy, NotDone) as busy:
        raise HTTPException(503, str(busy)) from None


YOU = Seat.S
LONGEST = 16


class Decision(Struct, frozen=True):
    """One choice of yours: what you saw, and what you did."""

    seen: View
    action: Action


async def practice(request: Request) -> Response:
    """Choose, then read what each choice was worth, then go on."""
    book = book_or_404(request.query_params.get("book", "standard"))
    deal = request.query_params.get("deal", "")
    if not deal:
        fresh = urlencode({"book": book.name, "deal": worth_playing(book)})
        return RedirectResponse(f"/practice?{fresh}", 303)
    given = request.query_params.getlist("a")[:LONGEST]
    try:
        game, decisions = played(book, deal[:40], given)
    except Refusal as fault:
        raise HTTPException(400, f"This cannot be done here: {fault}.") from None
    here = [("book", book.name), ("deal", deal)] + [("a", each) for each in given]
    looking = bool(request.query_params.get("look")) and bool(decisions)
    asked = bool(request.query_params.get("hint")) and game.deal is not None and not looking
    seen = decisions[-1].seen if looking else view(game, YOU)
    told = None
    if looking or asked:
        chosen = decisions[-1].action if looking else None
        told = await studied(request, advised, seen, chosen, None, worlds_now())
    return render(
        request,
        "practice.html",
        books=[load(name) for name in names()],
        book=book,
        you=YOU,
        seen=seen,
        here=position(seen, YOU, None if looking else _practice_way(here)),
        chosen=write_without_seat(decisions[-1].action) if looking else "",
        worth=told.worth if told and looking else [],
        why=SYMBOLS(told.why) if told else "",
        club=str(say(club(decisions[-1].seen))) if looking else "",
        last=game.finished[-1] if game.finished else None,
        go_on=f"/practice?{urlencode(here)}",
        hint=f"/practice?{urlencode([*here, ('hint', '1')])}",
    )


def _practice_way(here: list[tuple[str, str]]) -> Way:
    """Where each choice leads."""
    return lambda action: (
        f"/practice?{urlencode([*here, ('a', write_without_seat(action)), ('look', '1')])}"
    )


def worth_playing(book: RuleBook) -> str:
    """A new deal in which you have something to choose."""
    while True:
        deal = secrets.token_hex(4)
        game, _ = played(book, deal, ())
        if game.deal is not None:
            return deal


def played(book: RuleBook, deal: str, given: Sequence[str]) -> tuple[Game, list[Decision]]:
    """The hand up to your next choice, after the choices given; one that is forced is made."""
    pack = shuffled(f"practice {deal}", book.pack.cards)
    game = games.start_game(book, Seat(pack[0].index % len(Seat)))
    game = game if game.begun else games.start_bell(game)
    game = deal_pack(game, pack)
    left, decisions = list(given), []
    while game.deal is not None and game.deal.turn is not None:
        seat = game.deal.turn
        seen = view(game, seat)
        if seat is not YOU or len(seen.legal) == 1:
            action = club(seen)
        elif left:
            action = read_action(f"{YOU} {left.pop(0)}")
            decisions.append(Decision(seen, action))
        else:
            break
        game = games.act(game, action)
    return game, decisions


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
    every = shipped().puzzles
    found = [every[number] for number in chosen(every)]
    return render(
        request,
        "puzzles.html",
        count=len(found),
        proved=sum(each.proved for each in found),
        themes=sorted(Counter(each.theme for each in found).items()),
        levels=LEVELS,
        books=[load(name) for name in names()],
        collection=shipped(),
    )


async def today(_request: Request) -> Response:
    """Lead to the puzzle of the day, the same for everybody."""
    day = datetime.now(UTC).date()
    number = puzzle_of_day(day.toordinal())
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
    given = given_to(puzzle, request.query_params.get("a", ""))
    told = (
        None
        if given is None
        else await studied(request, advised, puzzle.seen, given, puzzle.answer)
    )
    return puzzle_shown(request, number, given, told)


def puzzle_shown(
    request: Request, number: int, given: Action | None, told: Advice | None = None
) -> Response:
    """The page of a puzzle; what its choices are worth is there where somebody has worked it out."""
    puzzle = shipped().puzzles[number]
    seen = puzzle.seen
    assert seen.seat is not None
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
        here=position(seen, seen.seat, None if given else _puzzles_way(number, kept)),
        chosen="" if given is None else write_without_seat(given),
        right=given == puzzle.answer,
        worth=[] if told is None else told.worth,
        why="" if told is None else SYMBOLS(told.why),
        another=f"/puzzles/another?{urlencode([pair for pair in kept if pair[0] != 'day'])}",
    )


def _puzzles_way(number: int, kept: list[tuple[str, str]]) -> Way:
    """Where each choice leads."""
    return lambda action: (
        f"/puzzles/{number}?{urlencode([*kept, ('a', write_without_seat(action))])}"
    )


def given_to(puzzle: Puzzle, words: str) -> Action | None:
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
