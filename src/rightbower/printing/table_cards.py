"""Table cards: the number to be seen across a hall, and in words who goes where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from rightbower.printing.fonts import fitting, shortened
from rightbower.printing.papers import Heading, Paper, TableCard
from rightbower.printing.sheets import MARGIN, SIZES, TYPE, drawn, put, words

NUMBER_SIZES: Final = (190.0, 150.0, 110.0, 80.0, 60.0, 40.0, 24.0)
MOVEMENT_SIZES: Final = (40.0, 36.0, 33.0, 30.0, 26.0, 22.0, 20.0, 18.0, 16.0, 14.0)


def table_cards(heading: Heading, cards: Sequence[TableCard], paper: Paper = "A4") -> bytes:
    """A page lying across for each table."""
    down, across = SIZES[paper]

    def draw(canvas: Canvas) -> None:
        for card in cards:
            _draw(canvas, heading, card, across - 2 * MARGIN, down - MARGIN)
        if not cards:
            canvas.showPage()

    return drawn(heading, draw, (across, down))


def _draw(canvas: Canvas, heading: Heading, card: TableCard, across: float, top: float) -> None:
    """One card; words that find no room go on to another page."""
    first = [
        words(shortened(heading.title), 18, bold=True, align="centre"),
        words(f"Table {card.number}", _number_size(card, across), bold=True, align="centre"),
        *_seats(card),
    ]
    left = top - MARGIN - sum(_tall(text, across) + 2 * mm for text in first) - 4 * mm
    at = top
    for text in first:
        at = put(canvas, text, MARGIN, at, across) - 2 * mm
    at -= 4 * mm
    for text in _movement(card, across, left):
        if at - _tall(text, across) < MARGIN:
            canvas.showPage()
            at = put(canvas, words(f"Table {card.number}", TYPE, bold=True), MARGIN, top, across)
        at = put(canvas, text, MARGIN, at, across) - 3 * mm
    canvas.showPage()


def _number_size(card: TableCard, across: float) -> float:
    return fitting(f"Table {card.number}", across, NUMBER_SIZES, bold=True)


def _seats(card: TableCard) -> list[Paragraph]:
    return [words(shortened(f"{seat}: {name}"), 22, align="centre") for seat, name in card.seats]


def _movement(card: TableCard, across: float, down: float) -> list[Paragraph]:
    """The movement in the largest type that fits below the number."""
    texts: list[Paragraph] = []
    for size in MOVEMENT_SIZES:
        texts = [words(line, size, align="centre") for line in card.movement]
        if sum(_tall(text, across) + 3 * mm for text in texts) <= down:
            break
    return texts


def _tall(text: Paragraph, across: float) -> float:
    return float(text.wrap(across, 10_000)[1])
