"""Bidding charts in the browser: a map to press for each book and seat, for one hand, and on paper."""

from __future__ import annotations

from functools import cache
from typing import Final

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from rightbower.players.views import View
from rightbower.rules.book import RuleBook, load, names
from rightbower.rules.refusal import Refusal
from rightbower.study.chart_rules import differences, special_rules
from rightbower.study.charts import (
    ACES,
    HAND,
    ROWS,
    SEATS,
    Chart,
    chart_of,
    clearness,
    kind_words,
    source,
    view_from_text,
)
from rightbower.study.teacher import Option, advise, difference, judge_of
from rightbower.web.common.background import beside
from rightbower.web.common.language import language_of
from rightbower.web.common.rendering import environment, render
from rightbower.web.hall.card_text import order_of_hand, said
from rightbower.web.study.chart_map import (
    LONGEST,
    RANKS_UP,
    VERDICTS,
    answer_of,
    answers,
    around,
    bowers_of,
    calls_in_100,
    columns,
    dealt,
    eight_maps,
    look_of,
    map_lines,
    of_suit,
    often,
    picked,
    rack_suits,
    scored,
    square_of,
    weak_hands,
)
from rightbower.web.study.practice import book_or_404, studied

COMMON: Final = "standard"
MOST_POINTS: Final = 30  # where a game has no target


def routes() -> list[BaseRoute]:
    """The addresses of the charts."""
    return [
        Route("/charts", chart_page),
        Route("/charts/hand", hand_page),
        Route("/charts/compare", compare_page),
        Route("/charts/{book}.pdf", card_file),
    ]


async def chart_page(request: Request) -> Response:
    """The map of a seat, five cards to pick, and what such a hand does."""
    book = book_or_404(request.query_params.get("book", COMMON))
    try:
        look = look_of(request.query_params, book)
    except Refusal as fault:
        raise HTTPException(400, f"This hand cannot be looked at: {fault}.") from None
    chart = await beside(_chart, book.name)
    common = await beside(_chart, COMMON)
    if look.quiz and not look.asked and not request.query_params.get("hand"):
        look = dealt(look)
    told = answer_of(book, look) if len(look.hand) == HAND else None
    shown = square_of(look, told)
    next_look = dealt(scored(look, told), anew=True)
    return render(
        request,
        "charts.html",
        books=[load(name) for name in names()],
        book=book,
        look=look,
        seats=[(each, calls_in_100(chart, look.round, place)) for place, each in enumerate(SEATS)],
        columns=columns(look),
        lines=list(map_lines(look, chart, common, shown)),
        told=told,
        shown=shown,
        often=often(chart, shown),
        cells=chart.row(shown.round, shown.place, shown.kind, shown.row),
        rack=[
            (suit, [picked(look, each) for each in of_suit(suit)]) for suit in rack_suits(look.up)
        ],
        hand=order_of_hand(look.hand, None if told is None else told.trump),
        trumps=bowers_of(look, told),
        table=around(look),
        quiz=answers(book, look) if look.hidden else [],
        right=told is not None and look.answer == told.kind,
        deal=dealt(look.but(quiz=""), anew=True),
        next_look=next_look,
        weak=weak_hands(chart, look),
        eight=await beside(eight_maps, book.name, language_of(request)),
        special=special_rules(book, load(COMMON)),
        source=source(chart),
        words={"aces": ACES, "rows": ROWS, "ups": RANKS_UP, "verdicts": VERDICTS},
    )


@cache
def _chart(book: str) -> Chart:
    """A chart; it takes a while to count, and is always the same."""
    return chart_of(book)


async def hand_page(request: Request) -> Response:
    """What each call is worth to one hand, how clear it is, and why."""
    given = {name: value[:LONGEST] for name, value in request.query_params.items()}
    book = book_or_404(given.get("book", "standard"))
    try:
        seen = _seen(book, given)
    except Refusal as fault:
        raise HTTPException(400, f"This hand cannot be looked at: {fault}.") from None
    found, why = await studied(request, judged, seen)
    look = look_of({**given, "up": given.get("turn_up", ""), "hand": given.get("hand", "")}, book)
    return render(
        request,
        "chart_hand.html",
        book=book,
        seen=seen,
        look=look,
        hand=order_of_hand(seen.hand, None),
        found=[(said(each.action, book), each, difference(each)) for each in found],
        clear=clearness(found),
        why=why,
        basis=judge_of(seen),
        score=_score(given),
        seat=SEATS[look.place],
        most=(seen.target or MOST_POINTS) - 1,
    )


def judged(seen: View) -> tuple[list[Option], str]:
    """What each call is worth, and why the best is best."""
    from rightbower.study.explain import explain

    found = advise(seen)
    return found, explain(seen, found[0].action).text


def _seen(book: RuleBook, given: dict[str, str]) -> View:
    """The view of the hand that was picked."""
    number, place = given.get("round", "1"), given.get("seat", "1")
    if not (number.isdecimal() and place.isdecimal()):
        raise Refusal("the seats are 1 to 4 and the rounds 1 and 2")
    told = given.get("turn_up", ""), given.get("hand", ""), "-".join(_score(given))
    return view_from_text(book, int(number), int(place) - 1, *told)


def _score(given: dict[str, str]) -> tuple[str, str]:
    """The score as it was given, one's own side first."""
    return given.get("ours") or "0", given.get("theirs") or "0"


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
    chart = await beside(_chart, book.name)
    data = await studied(request, bidding_card, book, chart)
    named = {"Content-Disposition": f'inline; filename="bidding-card-{book.name}.pdf"'}
    return Response(data, media_type="application/pdf", headers=named)
