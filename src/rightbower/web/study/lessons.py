"""The first lesson in the browser: one step a page, each done by playing a card or making a call."""

from __future__ import annotations

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from rightbower.players.views import View
from rightbower.rules import library
from rightbower.rules import library as trace
from rightbower.rules.acts import Bury, Play, read_action
from rightbower.rules.book import RuleBook, load, names
from rightbower.rules.cards import Seat
from rightbower.rules.deal import Phase
from rightbower.rules.message import capital
from rightbower.study.lessons import LessonStep, lesson
from rightbower.web.common.rendering import render
from rightbower.web.hall.card_text import spoken
from rightbower.web.hall.house_rules import in_short
from rightbower.web.hall.seats import BOT_NAMES
from rightbower.web.study.positions import lesson_table
from rightbower.web.study.practice import book_or_404

YOU = Seat.S
NOT_ALLOWED = "You hold a card of the suit that was led, so you have to play it."
NOT_THIS = "Not that one. Have another look."


def routes() -> list[BaseRoute]:
    """The addresses of the lesson."""
    return [
        Route("/learn", learn),
        Route("/learn/{book}", lesson_end),
        Route("/learn/{book}/{step:int}", step_page),
    ]


async def learn(_request: Request) -> Response:
    """Lead to the first step by the common book."""
    return RedirectResponse("/learn/standard/1", 303)


async def step_page(request: Request) -> Response:
    """A step; with an answer, what becomes of it."""
    book = book_or_404(str(request.path_params["book"]))
    given = request.query_params.get("a", "")[:40]
    hint = bool(request.query_params.get("hint"))
    return step_shown(request, book, int(request.path_params["step"]), given, hint)


def step_shown(
    request: Request, book: RuleBook, number: int, given: str = "", hint: bool = False
) -> Response:
    """The page of a step."""
    steps = lesson(book)
    if not 1 <= number <= len(steps):
        raise HTTPException(404, f"The lesson has {len(steps)} steps.")
    step = steps[number - 1]
    seen = step.seen(book)
    right = given in step.right
    return render(
        request,
        "lesson.html",
        book=book,
        step=step,
        text=_with_bold(step),
        number=number,
        steps=len(steps),
        right=right,
        done=right,
        given=given,
        answer=_answer(step, seen, given) if given else "",
        hint=hint,
        **lesson_table(seen, BOT_NAMES, YOU),
        clause=book.clause(step.path) if step.path else "",
    )


async def lesson_end(request: Request) -> Response:
    """The lesson is done: play."""
    return end_shown(request, book_or_404(str(request.path_params["book"])))


def end_shown(request: Request, book: RuleBook) -> Response:
    """The page after the last step."""
    others = [load(name) for name in names() if name != book.name]
    return render(request, "lesson_end.html", book=book, others=others)


def _with_bold(step: LessonStep) -> Markup:
    """The text of a step, its new words in bold."""
    marked = enumerate(step.text.split("*"))
    return Markup().join(
        Markup("<b>{}</b>").format(words) if number % 2 else words for number, words in marked
    )


def _answer(step: LessonStep, seen: View, given: str) -> str:
    """What is said to an answer."""
    if given in step.right:
        return step.well
    try:
        action = read_action(f"{YOU} {given}")
    except ValueError:
        raise HTTPException(400, "This cannot be done here.") from None
    if action in seen.legal:
        return NOT_THIS
    if isinstance(action, Play) and action.card in seen.hand:
        return NOT_ALLOWED
    if isinstance(action, Bury) and seen.phase is Phase.BURY and action.card in seen.hand:
        return f"{capital(spoken(action.card))} has to stay."
    raise HTTPException(400, "This cannot be done here.")


async def books_page(request: Request) -> Response:
    """All books, the form to compare them, and search over all."""
    books = [load(name) for name in names()]
    word = request.query_params.get("q", "").strip()[:60]
    found = [(book, hits) for book in books if (hits := _search(book, word))] if word else []
    return render(
        request,
        "rules.html",
        summaries=[library.summary(book) for book in books],
        word=word,
        found=found,
        say=library.say,
    )


def _search(book: RuleBook, word: str) -> library.SearchResult | None:
    try:
        return library.look_up(book, word)
    except ValueError:
        return None


async def one_book(request: Request) -> Response:
    """A book: its settings by topic, its laws, and every clause with what carries it."""
    book = book_or_404(str(request.path_params["book"]))
    clauses = trace.clauses(book.document)
    beside = request.query_params.get("beside", "")
    other = book_or_404(beside) if beside and beside != book.name else None
    only = other is not None and request.query_params.get("only") == "yes"
    return render(
        request,
        "book.html",
        book=book,
        summary=library.summary(book),
        short=in_short(book),
        about=library.about(book),
        summaries=[library.summary(load(name)) for name in names()],
        beside=other,
        only=only,
        topics=_parts(book, other, only),
        clauses=clauses,
        carriers=trace.carriers(book),
        courtesies=[each for each in clauses.values() if each.kind == "C"],
        readings={**trace.readings(), **trace.gaps()},
        say=library.say,
    )


BookLine = tuple[library.SettingLine, library.SettingLine | None]


def _parts(book: RuleBook, other: RuleBook | None, only: bool) -> dict[str, list[BookLine]]:
    """The settings of a book by topic, each beside that of another; ``only`` where they differ."""
    found: dict[str, list[BookLine]] = {}
    for topic in library.SHELVES:
        rows: list[BookLine] = [
            (each, None if other is None else library.line(other, each.path))
            for each in library.lines(book, topic)
        ]
        found[topic] = [
            (own, another)
            for own, another in rows
            if not only or (another is not None and another.value != own.value)
        ]
    return {topic: rows for topic, rows in found.items() if rows}


async def side_by_side(request: Request) -> Response:
    """Two or more books beside each other, what differs first."""
    chosen = [book_or_404(name) for name in dict.fromkeys(request.query_params.getlist("book"))]
    if len(chosen) < 2:
        raise HTTPException(400, "Choose at least two books to set side by side.")
    rows = library.compare(chosen)
    return render(
        request,
        "compare.html",
        books=chosen,
        different=[row for row in rows if row.differs],
        same=[row for row in rows if not row.differs],
        say=library.say,
    )
