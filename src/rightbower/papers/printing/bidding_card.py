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
    words,
)
from rightbower.rules.book import RuleBook, load
from rightbower.study.chart_rules import special_rules
from rightbower.study.charts import (
    ALONE,
    CALL,
    KINDS,
    MOST_ACES,
    PASS,
    ROUND_ONE,
    ROUND_TWO,
    ROWS,
    SEATS,
    SOME,
    Cell,
    Chart,
    kind_words,
    source,
)

EDGE: Final = 10 * mm
GAP: Final = 4 * mm  # between two maps
TALL: Final = 5.3 * mm  # a row of a map
LABEL: Final = 10.5 * mm  # its first column
SMALL: Final = 8.5
ROOMY: Final = 5 * mm  # a box that has room for any number
PAINT: Final[dict[str, Color]] = {
    PASS: HexColor("#f1ebdd"),
    SOME: HexColor("#c5dccd"),
    CALL: HexColor("#14694a"),
    ALONE: HexColor("#d9a83c"),
}
INKS: Final[dict[str, Color]] = {PASS: INK, SOME: INK, CALL: white, ALONE: INK}
VERBS: Final = ("order", "order", "order", "pick up")
LEGEND: Final = (
    "Rows: the trumps you hold, with the right (R) and left (L) bowers among them; the dealer counts the turn-up."
    " Columns: the card turned up; in round two, next (the other suit of its color) or cross."
    " The three boxes: no ace of another suit, one, two. Each number: how many of 100 such hands call;"
    " in round one none stands where all do or none does."
)
KEYS: Final = ((CALL, "call"), (SOME, "close: some do"), (PASS, "pass"), (ALONE, "alone"))


def bidding_card(book: RuleBook, chart: Chart, paper: Paper = "Letter") -> bytes:
    """The page as a PDF, on its side."""
    high, wide = SIZES[paper]

    def draw(canvas: Canvas) -> None:
        _draw(canvas, book, chart, wide - 2 * EDGE, high - EDGE)
        canvas.showPage()

    return drawn(Heading(title=f"Bidding card: {book.title}"), draw, (wide, high))


def _draw(canvas: Canvas, book: RuleBook, chart: Chart, across: float, top: float) -> None:
    at = put(canvas, words(f"When to call: {book.title}", 15, bold=True), EDGE, top, across)
    _keys(canvas, EDGE + across, top - 4.2 * mm)
    at = put(canvas, words(LEGEND, SMALL), EDGE, at - 0.5 * mm, across) - 2 * mm
    wide = (across - 3 * GAP) / len(SEATS)
    for number in (ROUND_ONE, ROUND_TWO):
        for place in range(len(SEATS)):
            end = _map(canvas, chart, number, place, EDGE + place * (wide + GAP), at, wide)
        at = end - 2.5 * mm
    for line in special_rules(book, load("standard")):
        at = put(canvas, words(f"• {line}", SMALL), EDGE, at, across) - 0.4 * mm
    put(
        canvas,
        words(
            f"Rightbower. {source(chart)} Call differently at nine points, or when far behind.", 7.5
        ),
        EDGE,
        at,
        across,
    )


def _keys(canvas: Canvas, right: float, y: float) -> None:
    """What the colors mean, from the right edge."""
    for verdict, said in reversed(KEYS):
        right -= canvas.stringWidth(said, plain_family().regular, SMALL)
        _text(canvas, right, y, said, INK, middle=False)
        right -= 7.5 * mm
        _box(canvas, right, y, 6 * mm, verdict, "")
        right -= 5 * mm


def _map(
    canvas: Canvas, chart: Chart, number: int, place: int, x: float, top: float, across: float
) -> float:
    """One seat in a round, a row for each kind of holding; where it ends."""
    canvas.setFillColor(INK)
    title = f"{SEATS[place].capitalize()}, round {'one' if number == ROUND_ONE else 'two'}"
    at = put(canvas, words(title, 10, bold=True), x, top, across) - 0.3 * mm
    columns = KINDS[number]
    wide = (across - LABEL) / len(columns)
    verb = VERBS[place] if number == ROUND_ONE else "name"
    _text(canvas, x + LABEL / 2, at - TALL, verb, INK, bold=True)
    for column, kind in enumerate(columns):
        middle = x + LABEL + (column + 0.5) * wide
        _text(canvas, middle, at - TALL, kind_words(kind), INK, bold=True)
    for line, row in enumerate(ROWS):
        y = at - (line + 2) * TALL
        _text(canvas, x, y, row.short, INK, middle=False)
        for column, kind in enumerate(columns):
            cells = chart.row(number, place, kind, line)
            for aces, cell in enumerate(cells):
                part = (wide - 0.8 * mm) / (MOST_ACES + 1)
                _cell(canvas, x + LABEL + column * wide + aces * part, y, part, cell)
    return at - (len(ROWS) + 1) * TALL


def _cell(canvas: Canvas, x: float, y: float, wide: float, cell: Cell | None) -> None:
    if cell is not None:
        number = round(100 * cell.share)
        told = wide > ROOMY or 0 < number < 100
        _box(canvas, x, y, wide, cell.verdict, str(number) if told else "")


def _box(canvas: Canvas, x: float, y: float, wide: float, verdict: str, said: str) -> None:
    canvas.setStrokeColor(LINE)
    canvas.setLineWidth(0.3)
    canvas.setFillColor(PAINT[verdict])
    canvas.rect(x, y + 0.3 * mm, wide, TALL - 0.6 * mm, fill=1)
    size = SMALL if wide > ROOMY else 5.6
    if said:
        _text(canvas, x + wide / 2, y, said, INKS[verdict], size=size)


def _text(
    canvas: Canvas, x: float, y: float, text: str, ink: Color,
    bold: bool = False, middle: bool = True, size: float = SMALL,
) -> None:  # fmt: skip
    family = plain_family()
    canvas.setFillColor(ink)
    canvas.setFont(family.bold if bold else family.regular, size)
    put_at = canvas.drawCentredString if middle else canvas.drawString
    put_at(x, y + TALL / 3.2, text)
