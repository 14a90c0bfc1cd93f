"""Small cards for the tables of one round: who sits there, who deals, and the phones' code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from rightbower.papers.printing.cards import EDGE, Box, boxes_of, cut_lines
from rightbower.papers.printing.papers import Heading, Paper, TableCard
from rightbower.papers.printing.sheets import (
    GAP,
    SIZES,
    SMALL,
    TYPE,
    drawn,
    fitting,
    name,
    put,
    shortened,
    words,
)
from rightbower.papers.printing.table_cards import draw_code

LAYOUT: Final = (2, 2)
CODE: Final = 34 * mm
BETWEEN: Final = 1.2 * mm
LONGEST: Final = 10_000
NUMBER_SIZES: Final = (54.0, 46.0, 40.0, 34.0, 28.0, 22.0)
NAME_SIZES: Final = (20.0, 18.0, 16.0, 14.0, 13.0)


def round_cards(heading: Heading, cards: Sequence[TableCard], paper: Paper = "A4") -> bytes:
    """Four cards to a page, to be cut along the dashes."""
    boxes = boxes_of(LAYOUT, paper)
    pages = [cards[start : start + len(boxes)] for start in range(0, len(cards), len(boxes))]

    def draw(canvas: Canvas) -> None:
        for page in pages:
            cut_lines(canvas, boxes)
            for card, box in zip(page, boxes, strict=False):
                _draw(canvas, box, heading, card)
            canvas.showPage()
        if not pages:
            left, at, across, _ = boxes[0]
            for line in (heading.title, *heading.lines):
                at = put(canvas, words(line, TYPE), left, at, across)
            canvas.showPage()

    return drawn(heading, draw, SIZES[paper])


def _draw(canvas: Canvas, box: Box, heading: Heading, card: TableCard) -> None:
    left, top, across = box.left + EDGE, box.top - EDGE, box.across - 2 * EDGE
    room = box.down - 2 * EDGE - (CODE if card.link else 0)
    for text in _fitting_texts(heading, card, across, room):
        top = put(canvas, text, left, top, across) - BETWEEN
    if not card.link:
        return
    bottom = box.top - box.down + EDGE
    draw_code(canvas, card.link, left, bottom, CODE)
    beside, room = left + CODE + GAP, across - CODE - GAP
    said = [words("Scan it when the game is over, or type", SMALL), words(card.code, 16, bold=True)]
    at = bottom + CODE - 4 * mm
    for text in said:
        at = put(canvas, text, beside, at, room) - 1 * mm


def _fitting_texts(
    heading: Heading, card: TableCard, across: float, room: float
) -> list[Paragraph]:
    """The words of a card; the number gives way to long names."""
    found: list[Paragraph] = []
    for size in NUMBER_SIZES:
        found = _texts(heading, card, across, size)
        if sum(text.wrap(across, LONGEST)[1] + BETWEEN for text in found) <= room:
            break
    return found


def _texts(heading: Heading, card: TableCard, across: float, largest: float) -> list[Paragraph]:
    title = shortened(", ".join((heading.title, *heading.lines)))
    number = f"Table {card.number}"
    sizes = [size for size in NUMBER_SIZES if size <= largest]
    found = [
        words(title, SMALL),
        words(number, fitting(number, across, sizes, bold=True), bold=True),
    ]
    for side, names in card.seats:
        found.append(words(side, SMALL))
        size = fitting(shortened(names), across, NAME_SIZES, bold=True)
        found.append(name(names, across + 2 * GAP, size, bold=True))
    return [*found, *(words(line, SMALL) for line in card.movement)]
