"""The rule library in the browser: each book, books side by side, search."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rightbower.rules import library
from rightbower.rules import library as trace
from rightbower.rules.book import RuleBook, load, names
from rightbower.web.common.rendering import render
from rightbower.web.hall.pages.book_summary import in_short
from rightbower.web.study.practice import book_or_404


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
    return render(
        request,
        "book.html",
        book=book,
        summary=library.summary(book),
        short=in_short(book),
        topics={topic: library.lines(book, topic) for topic in library.SHELVES},
        clauses=clauses,
        carriers=trace.carriers(book),
        courtesies=[each for each in clauses.values() if each.kind == "C"],
        readings={**trace.readings(), **trace.gaps()},
        say=library.say,
    )


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
