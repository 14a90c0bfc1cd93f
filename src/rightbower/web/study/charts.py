"""Bidding charts in the browser: by book and seat, for one hand, between books, and on paper."""

from __future__ import annotations

from functools import cache
from typing import Any

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from rightbower.players.views import View
from rightbower.rules.acts import write_without_seat
from rightbower.rules.book import RuleBook, load, names
from rightbower.rules.refusal import Refusal
from rightbower.study.chart_rules import differences, hand_of, special_rules, weakest
from rightbower.study.charts import (
    ACES,
    KINDS,
    ROUND_ONE,
    ROWS,
    SEATS,
    Cell,
    Chart,
    chart_of,
    clearness,
    kind_words,
    source,
    view_from_text,
)
from rightbower.study.teacher import Option, advise, difference, judge_of
from rightbower.web.common.background import beside
from rightbower.web.common.rendering import environment, render
from rightbower.web.study.practice import book_or_404, studied

LONGEST = 40  # letters of a hand


def routes() -> list[BaseRoute]:
    """The addresses of the charts."""
    return [
        Route("/charts", chart_page),
        Route("/charts/hand", hand_page),
        Route("/charts/compare", compare_page),
        Route("/charts/{book}.pdf", card_file),
    ]


async def chart_page(request: Request) -> Response:
    """A book's chart: each seat with its rules, its picture and its weakest hands."""
    book = book_or_404(request.query_params.get("book", "standard"))
    chart, seats = await beside(_chart, book.name)
    return render(
        request,
        "charts.html",
        books=[load(name) for name in names()],
        book=book,
        chart=chart,
        seats=seats,
        special=special_rules(book, load("standard")),
        source=source(chart),
        **_form({}),
    )


@cache
def _chart(book: str) -> tuple[Chart, list[dict[str, Any]]]:
    """A chart and what the page shows of its seats; it takes a while to make, and is always the same."""
    chart = chart_of(book)
    return chart, [_seat(chart, place) for place in range(len(SEATS))]


def _seat(chart: Chart, place: int) -> dict[str, Any]:
    """What the page shows of one seat."""
    rounds = [
        {
            "number": number,
            "kinds": [kind_words(kind) for kind in KINDS[number]],
            "rows": [
                (row, [_column(chart, number, place, kind, line) for kind in KINDS[number]])
                for line, row in enumerate(ROWS)
            ],
            "weak": [
                (each, [one.name for one in hand_of(each)])
                for kind in KINDS[number]
                for each in weakest(chart, number, place, kind)[:1]
            ],
        }
        for number in KINDS
    ]
    return {"name": SEATS[place], "rounds": rounds}


def _column(
    chart: Chart, number: int, place: int, kind: str, line: int
) -> tuple[str, list[tuple[Cell | None, str]]]:
    """A square: what it says in words, and its three stripes."""
    cells = chart.row(number, place, kind, line)
    up = f"{kind_words(kind)} up" if number == ROUND_ONE else kind
    said = [
        f"{aces}: {cell.words}" for aces, cell in zip(ACES, cells, strict=True) if cell is not None
    ]
    words = f"{ROWS[line].words.capitalize()}, {up}. {'; '.join(said) or 'cannot be'}"
    return words, [(cell, "none" if cell is None else cell.verdict) for cell in cells]


async def hand_page(request: Request) -> Response:
    """What each call is worth to one hand, how clear it is, and why."""
    given = {name: value[:LONGEST] for name, value in request.query_params.items()}
    book = book_or_404(given.get("book", "standard"))
    try:
        seen = _seen(book, given)
    except Refusal as fault:
        raise HTTPException(400, f"This hand cannot be looked at: {fault}.") from None
    found, why = await studied(request, judged, seen)
    return render(
        request,
        "chart_hand.html",
        books=[load(name) for name in names()],
        book=book,
        seen=seen,
        found=[(write_without_seat(each.action), each, difference(each)) for each in found],
        clear=clearness(found),
        why=why,
        basis=judge_of(seen),
        **_form(given),
    )


def judged(seen: View) -> tuple[list[Option], str]:
    """What each call is worth, and why the best is best."""
    from rightbower.study.explain import explain

    found = advise(seen)
    return found, explain(seen, found[0].action).text


def _seen(book: RuleBook, given: dict[str, str]) -> View:
    """The view of the hand that was typed."""
    number, place = given.get("round", "1"), given.get("seat", "1")
    if not (number.isdecimal() and place.isdecimal()):
        raise Refusal("the seats are 1 to 4 and the rounds 1 and 2")
    told = given.get("turn_up", ""), given.get("hand", ""), given.get("score") or "0-0"
    return view_from_text(book, int(number), int(place) - 1, *told)


def _form(given: dict[str, str]) -> dict[str, Any]:
    """What stands in the form for a hand."""
    usual = {"seat": "1", "turn_up": "9H", "hand": "JH AH 9D AS KC", "round": "1", "score": "0-0"}
    return {"form": {**usual, **given}, "places": list(enumerate(SEATS, 1))}


async def compare_page(request: Request) -> Response:
    """What two books ask for differently."""
    given = [*request.query_params.getlist("book"), "standard", "alberta-55plus"][:2]
    one, other = book_or_404(given[0]), book_or_404(given[1])
    return render(
        request,
        "chart_compare.html",
        books=[load(name) for name in names()],
        one=one,
        other=other,
        found=await beside(_differing, one.name, other.name),
    )


@cache
def _differing(one: str, other: str) -> Markup:
    """The table of what two books ask for differently; it takes some time and is always the same."""
    found = list(differences(chart_of(one), chart_of(other)))
    table = environment().get_template("chart_differences.html")
    told = {
        "one": load(one),
        "other": load(other),
        "seats": SEATS,
        "kind_words": kind_words,
        "holdings": ROWS,
    }
    return Markup(table.render(found=found, **told))


async def card_file(request: Request) -> Response:
    """The one-page bidding card."""
    from rightbower.papers.printing.bidding_card import bidding_card

    book = book_or_404(str(request.path_params["book"]))
    data = await studied(request, bidding_card, book, chart_of(book.name))
    named = {"Content-Disposition": f'inline; filename="bidding-card-{book.name}.pdf"'}
    return Response(data, media_type="application/pdf", headers=named)
