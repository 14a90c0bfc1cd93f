"""The bidding card of a book on one page, for the fridge: its chart as rules to keep in mind."""

from __future__ import annotations

from typing import Final

from reportlab.lib.colors import Color, HexColor, white
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from rightbower.papers.printing.papers import Heading, Paper
from rightbower.papers.printing.sheets import (
    INK,
    LINE,
    SIZES,
    drawn,
    plain_family,
    put,
    wider_families,
    words,
)
from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import Card, card
from rightbower.study.charts.chart import (
    PASS,
    WORDS,
    CallRule,
    Chart,
    Weak,
    grid,
    kind_words,
    kinds,
)
from rightbower.study.charts.rules import hand_of, special_rules, weakest
from rightbower.study.charts.spots import ROUND_ONE, ROUND_TWO, SEATS

EDGE: Final = 13 * mm
TALL: Final = 6.8 * mm  # a row of a grid
LABEL: Final = 15 * mm  # its first column
SMALL: Final = 9.5
SIGNS: Final = {WORDS[0]: "yes", WORDS[1]: "1 ace", WORDS[2]: "2 aces", PASS: "–"}
PAINT: Final[dict[str, Color]] = {
    WORDS[0]: HexColor("#bfe3c6"),
    WORDS[1]: HexColor("#f4e3a8"),
    WORDS[2]: HexColor("#f6d0a6"),
    PASS: white,
}
ALONE: Final = HexColor("#7fc48f")
VERBS: Final = ("order", "order", "order", "pick up")
LEGEND: Final = (
    "The rows are your trumps, the columns the card turned up. “yes”: call. “1 ace”, “2 aces”: call with that many aces in"
    " other suits. “alone”: strong enough for a lone hand. “–”: pass. The dealer counts the turn-up as a trump. “Next”"
    " is the other suit of the turned-down color, “cross” a suit of the other color; count the left bower as a trump there."
)


def bidding_card(book: RuleBook, chart: Chart, paper: Paper = "Letter") -> bytes:
    """The page as a PDF."""
    wide, high = SIZES[paper]

    def draw(canvas: Canvas) -> None:
        _draw(canvas, book, chart, wide - 2 * EDGE, high - EDGE)
        canvas.showPage()

    return drawn(Heading(title=f"Bidding card: {book.title}"), draw, (wide, high))


def _draw(canvas: Canvas, book: RuleBook, chart: Chart, across: float, top: float) -> None:
    at = (
        put(canvas, words(f"When to call: {book.title}", 17, bold=True), EDGE, top, across) - 1 * mm
    )
    at = put(canvas, words(LEGEND, SMALL), EDGE, at, across) - 3 * mm
    half = (across - 8 * mm) / 2
    for pair in ((0, 1), (2, 3)):
        ends = [
            _seat(canvas, chart, place, EDGE + side * (half + 8 * mm), at, half)
            for side, place in enumerate(pair)
        ]
        at = min(ends) - 4 * mm
    for line in special_rules(book, load("standard")):
        at = put(canvas, words(f"• {line}", SMALL), EDGE, at, across) - 0.8 * mm
    source = f"Rightbower; judged by {chart.judge}, at an even score. Call differently at nine points, or when far behind."
    put(canvas, words(source, 8), EDGE, at - 1 * mm, across)


def _seat(canvas: Canvas, chart: Chart, place: int, x: float, top: float, across: float) -> float:
    """One seat: both rounds and its weakest call; where it ends."""
    at = put(canvas, words(SEATS[place].capitalize(), 13, bold=True), x, top, across) - 0.5 * mm
    at = _grid(canvas, chart, ROUND_ONE, place, x, at, across) - 2 * mm
    at = _grid(canvas, chart, ROUND_TWO, place, x, at, across * 0.55) - 1.5 * mm
    for number, kind in ((ROUND_ONE, "9"), (ROUND_TWO, "next"), (ROUND_TWO, "cross")):
        if found := weakest(chart, number, place, kind):
            at = put(canvas, words(_weak_words(found[0]), SMALL), x, at, across) - 0.3 * mm
    return at


def _weak_words(weak: Weak) -> str:
    hand = " ".join(_name(each) for each in hand_of(weak))
    up = _name(card(weak.turn_up))
    if weak.round == ROUND_ONE:
        return f"Weakest to {VERBS[weak.place]} with {up} up: {hand}"
    return f"Weakest for {weak.kind} after {up}: {hand}"


def _name(each: Card) -> str:
    """A card as people write it, where a font has the suits."""
    drawable = any(family.has(each.symbol) for family in wider_families())
    return each.symbol if drawable else each.name


def _grid(
    canvas: Canvas, chart: Chart, number: int, place: int, x: float, top: float, across: float
) -> float:
    """The rules of a seat in a round, a box for each; nothing where it never has a choice."""
    rows = grid(chart, number, place)
    if not any(cell for row in rows for cell in row.cells):
        return put(canvas, words("No choice in round two.", SMALL), x, top, across)
    columns = kinds(number)
    wide = (across - LABEL) / len(columns)
    verb = VERBS[place] if number == ROUND_ONE else "name"
    _text(canvas, x + LABEL / 2, top - TALL, verb, bold=True)
    for column, kind in enumerate(columns):
        _text(canvas, x + LABEL + (column + 0.5) * wide, top - TALL, kind_words(kind), bold=True)
    for line, row in enumerate(rows, 2):
        y = top - line * TALL
        _text(canvas, x + LABEL / 2, y, f"{row.trumps}", bold=False)
        for column, cell in enumerate(row.cells):
            _box(canvas, x + LABEL + column * wide, y, wide, cell)
    return top - (len(rows) + 1) * TALL


def _box(canvas: Canvas, x: float, y: float, wide: float, cell: CallRule | None) -> None:
    canvas.setStrokeColor(LINE)
    canvas.setLineWidth(0.5)
    canvas.setFillColor(_paint(cell))
    canvas.rect(x, y, wide, TALL, fill=1)
    if cell is not None:
        said = "alone" if cell.alone and cell.rule == WORDS[0] else SIGNS[cell.rule]
        _text(canvas, x + wide / 2, y, said, bold=False)


def _paint(cell: CallRule | None) -> Color:
    if cell is None:
        return white
    return ALONE if cell.alone and cell.rule == WORDS[0] else PAINT[cell.rule]


def _text(canvas: Canvas, x: float, y: float, text: str, bold: bool) -> None:
    family = plain_family()
    canvas.setFillColor(INK)
    canvas.setFont(family.bold if bold else family.regular, SMALL)
    canvas.drawCentredString(x, y + TALL / 3.2, text)
