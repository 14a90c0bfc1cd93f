"""Practice by topic at the table: one position, one choice, why it is best; what was missed comes again."""

from __future__ import annotations

import contextlib
from typing import Any

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from rightbower.players.views import View
from rightbower.rules.acts import Action, Bury, Play, read_action, write_without_seat
from rightbower.rules.book import load
from rightbower.rules.cards import Seat
from rightbower.rules.refusal import Refusal
from rightbower.store.contract import Conflict
from rightbower.store.practice import PracticeAnswer, practice_id
from rightbower.store.streams import LiveStore
from rightbower.study.lessons import (
    TOPICS,
    PracticeState,
    Topic,
    next_number,
    numbers,
    to_come_again,
    topic,
)
from rightbower.study.puzzles import Puzzle, shipped
from rightbower.web.common.rendering import render
from rightbower.web.hall.card_text import happened, said, spoken
from rightbower.web.hall.front_pages import hall_of, person_of, remembered
from rightbower.web.hall.hints import Advice, advised
from rightbower.web.hall.says import why
from rightbower.web.hall.seats import BOT_NAMES
from rightbower.web.study.positions import lesson_table
from rightbower.web.study.practice import studied

LONGEST = 40


class DrillStep(Struct, frozen=True):
    """A position as the table of the lesson shows it."""

    title: str
    lines: list[str]
    ladder: tuple[str, ...] = ()


def routes() -> list[BaseRoute]:
    """The addresses of practice by topic."""
    return [
        Route("/drills", topics_page),
        Route("/drills/{topic}", drill_page, methods=["GET", "POST"]),
    ]


def practices_of(connection: HTTPConnection) -> LiveStore[PracticeState, PracticeAnswer]:
    """What everybody has practiced."""
    practices: LiveStore[PracticeState, PracticeAnswer] = connection.app.state.practices
    return practices


async def practiced(request: Request) -> PracticeState:
    """What the one who asks has practiced."""
    id_ = practice_id(person_of(request).who)
    found = await hall_of(request).reads(practices_of(request).find, id_)
    return found or PracticeState()


async def topics_page(request: Request) -> Response:
    """The topics, how many answers were right in each, and how many come again."""
    person, practice = person_of(request), await practiced(request)
    again = to_come_again(practice)
    rows = [
        (
            each,
            practice.right.get(each.name, 0),
            practice.answers.get(each.name, 0),
            again[each.name],
        )
        for each in TOPICS
    ]
    return remembered(request, render(request, "drills.html", rows=rows), person)


async def drill_page(request: Request) -> Response:
    """A position of a topic; with an answer, whether it is the best and why."""
    found = topic(str(request.path_params["topic"]))
    if found is None:
        raise HTTPException(404, "There is no such topic.")
    practice, person = await practiced(request), person_of(request)
    form = await request.form() if request.method == "POST" else {}
    number = _number(found, str(form.get("number", "")), practice)
    puzzle = shipped().puzzles[number]
    seen = puzzle.seen
    given = _given(puzzle, seen, str(form.get("a", ""))[:LONGEST])
    told = None
    if given is not None:
        told = await studied(request, advised, seen, given, puzzle.answer)
        right = given == puzzle.answer and not form.get("hinted")
        practice = await _noted(request, found, number, right)
    elif form.get("hint"):
        told = await studied(request, advised, seen, None, puzzle.answer)
    page = render(
        request,
        "drill.html",
        topic=found,
        number=number,
        practice=practice,
        hint=bool(form.get("hint")),
        **_shown(puzzle, seen, given, told),
    )
    return remembered(request, page, person)


def _number(found: Topic, text: str, practice: PracticeState) -> int:
    """The puzzle that was answered, or the one that comes next."""
    if text.isascii() and text.isdecimal() and len(text) < 6 and int(text) in numbers(found.name):
        return int(text)
    return next_number(practice, found.name)


def _given(puzzle: Puzzle, seen: View, words: str) -> Action | None:
    if not words:
        return None
    try:
        action = read_action(f"{puzzle.seat} {words}")
    except Refusal:
        raise HTTPException(400, "This cannot be done here.") from None
    if action not in seen.legal:
        raise HTTPException(400, "This cannot be done here.")
    return action


async def _noted(request: Request, found: Topic, number: int, right: bool) -> PracticeState:
    """Write an answer down, unless the page was sent twice; a second one may have come meanwhile."""
    store, id_ = practices_of(request), practice_id(person_of(request).who)
    entry = PracticeAnswer(hall_of(request).clock(), found.name, number, right)

    def upon(newest: PracticeState) -> list[PracticeAnswer]:
        return [entry] if number == next_number(newest, found.name) else []

    reads = hall_of(request).reads
    if await reads(store.find, id_) is None and upon(PracticeState()):
        with contextlib.suppress(Conflict):
            return await store.open(id_, entry)
    known = await reads(store.find, id_)
    return PracticeState() if known is None else await store.add(id_, upon)


def _shown(puzzle: Puzzle, seen: View, given: Action | None, told: Advice | None) -> dict[str, Any]:
    """What the table and the paper beside it show."""
    you = Seat.of(puzzle.seat)
    names = {
        you: "You",
        you.left: BOT_NAMES[Seat.W],
        you.partner: BOT_NAMES[Seat.N],
        you.right: BOT_NAMES[Seat.E],
    }
    north, east, south, west = (names[seat] for seat in Seat)
    right = given is not None and given == puzzle.answer
    words = "" if given is None else write_without_seat(given)
    return {
        "book": load(puzzle.book),
        "step": DrillStep("", _story(seen, names)),
        **lesson_table(seen, names, you),
        "right": right,
        "done": given is not None,
        "given": words,
        "best": _in_words(puzzle.answer, seen),
        "why": "" if told is None else why((north, east, south, west), told.why),
        "worth": [] if told is None or given is None else told.worth,
        "in_words": lambda action: _in_words(action, seen),
    }


def _in_words(action: Action, seen: View) -> str:
    """A choice as people say it."""
    match action:
        case Play(card=card):
            return spoken(card)
        case Bury(card=card):
            return f"discard {spoken(card)}"
    return said(action, seen.book)


def _story(seen: View, names: dict[Seat, str]) -> list[str]:
    """What has happened, in sentences: the score, the calls, the tricks before."""
    assert seen.seat is not None
    ours, theirs = seen.score[seen.seat.side], seen.score[seen.seat.side.other]
    goal = f" to {seen.target}" if seen.target else ""
    dealer = "You deal" if seen.dealer is seen.seat else f"{names[seen.dealer]} deals"
    lines = [f"{dealer}. The score is {ours}–{theirs}{goal}."]
    calls = [_told(names, each, seen.seat) for each in seen.bids]
    lines += [f"{'. '.join(calls)}."] if calls else []
    for number, trick in enumerate(seen.tricks, 1):
        if trick.winner is not None:
            cards = ", ".join(f"{names[seat]} {card.symbol}" for seat, card in trick.plays)
            who = "you took" if trick.winner is seen.seat else f"{names[trick.winner]} took"
            lines.append(f"Trick {number}, which {who}: {cards}.")
    return lines


def _told(names: dict[Seat, str], action: Action, you: Seat) -> str:
    line = happened(names[action.seat], action)
    return line.yours if action.seat is you else line.text
