"""Table cards: the number to be seen across a hall, and in words who goes where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import segno
from reportlab.lib.colors import black
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from rightbower.papers.printing.papers import Heading, Paper, TableCard
from rightbower.papers.printing.sheets import (
    MARGIN,
    SIZES,
    SMALL,
    TYPE,
    drawn,
    fitting,
    put,
    shortened,
    words,
)

NUMBER_SIZES: Final = (190.0, 170.0, 150.0, 130.0, 110.0, 95.0, 80.0, 60.0, 40.0, 24.0)
SMALLEST_NUMBER: Final = 95.0  # the least that is seen across a hall
MOVEMENT_SIZES: Final = (40.0, 36.0, 33.0, 30.0, 26.0, 22.0, 20.0, 18.0, 16.0, 14.0)

CODE: Final = 52 * mm
QUIET: Final = 2  # squares of white around a code
READABLE: Final = 22.0  # from a chair at the table


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
    first, movement = _texts(heading, card, across, top)
    at = top
    if card.link:
        _code(canvas, card)
    for text in first:
        at = put(canvas, text, MARGIN, at, across) - 2 * mm
    at -= 4 * mm
    left, room = _beside(card, across)
    for text in movement:
        if at - _tall(text, room) < MARGIN:
            canvas.showPage()
            at = put(canvas, words(f"Table {card.number}", TYPE, bold=True), MARGIN, top, across)
        at = put(canvas, text, left, at, room) - 3 * mm
    canvas.showPage()


def _beside(card: TableCard, across: float) -> tuple[float, float]:
    """Where the movement stands: beside the phones' code where there is one."""
    taken = CODE + 6 * mm if card.link else 0.0
    return MARGIN + taken, across - taken


def _code(canvas: Canvas, card: TableCard) -> None:
    """The code that brings a phone to the table, at the foot of the card."""
    foot = MARGIN + 16 * mm
    draw_code(canvas, card.link, MARGIN, foot, CODE)
    said = [words("Scan it, or type", SMALL, align="centre"), words(card.code, 16, bold=True, align="centre")]  # fmt: skip
    for text in said:
        foot = put(canvas, text, MARGIN, foot, CODE)


def _texts(
    heading: Heading, card: TableCard, across: float, top: float
) -> tuple[list[Paragraph], list[Paragraph]]:
    """The number with what stands around it, and the movement; the number makes room for it."""
    widest = fitting(f"Table {card.number}", across, NUMBER_SIZES, bold=True)
    sizes = [size for size in NUMBER_SIZES if widest >= size >= SMALLEST_NUMBER] or [widest]
    first: list[Paragraph] = []
    movement: list[Paragraph] = []
    for size in sizes:
        first = [
            words(shortened(heading.title), 18, bold=True, align="centre"),
            words(f"Table {card.number}", size, bold=True, align="centre"),
            *_seats(card),
        ]
        left = top - MARGIN - sum(_tall(text, across) + 2 * mm for text in first) - 4 * mm
        movement, fits = _movement(card, _beside(card, across)[1], left)
        if fits:
            break
    return first, movement


def _seats(card: TableCard) -> list[Paragraph]:
    return [words(shortened(f"{seat}: {name}"), 22, align="centre") for seat, name in card.seats]


def _movement(card: TableCard, across: float, down: float) -> tuple[list[Paragraph], bool]:
    """The movement in the largest type that fits below the number, and whether it can be read."""
    texts: list[Paragraph] = []
    for size in MOVEMENT_SIZES:
        texts = [words(line, size, align="centre") for line in card.movement]
        if sum(_tall(text, across) + 3 * mm for text in texts) <= down:
            return texts, size >= READABLE
    return texts, False


def _tall(text: Paragraph, across: float) -> float:
    return float(text.wrap(across, 10_000)[1])


def draw_code(canvas: Canvas, text: str, left: float, bottom: float, size: float) -> None:
    """A QR code so wide, its white edge within: squares that a phone reads."""
    rows = [list(row) for row in segno.make(text, error="m").matrix]
    square = size / (len(rows) + 2 * QUIET)
    canvas.saveState()
    canvas.setFillColor(black)
    for down, row in enumerate(rows):
        for across, dark in enumerate(row):
            if dark:
                x = left + (across + QUIET) * square
                y = bottom + size - (down + QUIET + 1) * square
                # A hair wider, so that no white line shows between squares.
                canvas.rect(x, y, square * 1.01, square * 1.01, stroke=0, fill=1)
    canvas.restoreState()
