"""Players' score cards: a row for each round, as many cards to a page as leaves room to write."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from rightbower.papers.printing.papers import Heading, Paper, ScoreCard
from rightbower.papers.printing.sheets import (
    GAP,
    INK,
    LINE,
    SHADE,
    SIZES,
    drawn,
    fitting,
    name,
    natural,
    put,
    shortened,
    words,
)

BORDER: Final = 12 * mm  # of the page
EDGE: Final = 5 * mm  # between a card's edge and what is on it
LOWEST_ROW: Final = 8.5 * mm  # room to write in by hand
TALLEST_ROW: Final = 14 * mm
LAYOUTS: Final = ((2, 2), (1, 2), (2, 1), (1, 1))  # cards across and down, most first
NAME_SIZES: Final = (20.0, 18.0, 16.0, 14.0)
HEAD_SIZES: Final = (13.0, 12.0, 11.0, 10.0, 9.0, 8.0)


class Box(NamedTuple):
    """A part of the page; ``top`` is its upper edge."""

    left: float
    top: float
    across: float
    down: float


class _Texts(NamedTuple):
    """What stands above and below the rows of a card."""

    above: list[Paragraph]
    below: list[Paragraph]


def score_cards(heading: Heading, cards: Sequence[ScoreCard], paper: Paper = "A4") -> bytes:
    """The cards of all players, to be cut along the dashes."""
    boxes = boxes_of(LAYOUTS[-1], paper)
    for layout in LAYOUTS:
        found = boxes_of(layout, paper)
        if all(_rows_that_fit(heading, card, found[0]) >= card.rounds for card in cards):
            boxes = found
            break
    parts = [part for card in cards for part in _parts(heading, card, boxes[0])]
    pages = [parts[start : start + len(boxes)] for start in range(0, len(parts), len(boxes))]

    def draw(canvas: Canvas) -> None:
        for page in pages or [[]]:
            cut_lines(canvas, boxes)
            for part, box in zip(page, boxes, strict=False):
                _draw(canvas, box, heading, part)
            canvas.showPage()

    return drawn(heading, draw, SIZES[paper])


def boxes_of(layout: tuple[int, int], paper: Paper) -> list[Box]:
    """The page in so many equal parts, across and down."""
    columns, rows = layout
    page_across, page_down = SIZES[paper]
    across, down = (page_across - 2 * BORDER) / columns, (page_down - 2 * BORDER) / rows
    return [
        Box(BORDER + column * across, page_down - BORDER - row * down, across, down)
        for row in range(rows)
        for column in range(columns)
    ]


def _texts(heading: Heading, card: ScoreCard, box: Box) -> _Texts:
    room = box.across - 2 * EDGE
    who = shortened(f"{card.number}  {card.name}")
    above = [
        words(shortened(heading.title), 14, bold=True),
        *(words(line, 12) for line in heading.lines),
    ]
    size = fitting(who, room, NAME_SIZES, bold=True)
    above.append(name(who, room + 2 * GAP, size, bold=True))
    return _Texts(above, [words(line, 12) for line in card.foot])


def _height(texts: Sequence[Paragraph], across: float) -> float:
    return sum(text.wrap(across, 10_000)[1] for text in texts)


def _room_for_rows(heading: Heading, card: ScoreCard, box: Box) -> float:
    texts, across = _texts(heading, card, box), box.across - 2 * EDGE
    taken = _height(texts.above, across) + _height(texts.below, across) + 2 * EDGE + 5 * mm
    return box.down - taken


def _rows_that_fit(heading: Heading, card: ScoreCard, box: Box) -> int:
    return int(_room_for_rows(heading, card, box) // LOWEST_ROW) - 1


def _parts(heading: Heading, card: ScoreCard, box: Box) -> list[ScoreCard]:
    """The card, or where one page is too short for it several cards one after the other."""
    most = max(1, _rows_that_fit(heading, card, box))
    return [
        replace(
            card,
            rounds=min(most, card.rounds - start),
            first=card.first + start,
            filled=card.filled[start : start + most],
        )
        for start in range(0, max(card.rounds, 1), most)
    ]


def cut_lines(canvas: Canvas, boxes: Sequence[Box]) -> None:
    """Dashes between the parts of a page."""
    canvas.saveState()
    canvas.setStrokeColor(LINE)
    canvas.setDash(3, 3)
    for box in boxes[1:]:
        if box.left > boxes[0].left:
            canvas.line(box.left, box.top, box.left, box.top - box.down)
        if box.top < boxes[0].top:
            canvas.line(box.left, box.top, box.left + box.across, box.top)
    canvas.restoreState()


def _draw(canvas: Canvas, box: Box, heading: Heading, card: ScoreCard) -> None:
    texts, across = _texts(heading, card, box), box.across - 2 * EDGE
    left, top = box.left + EDGE, box.top - EDGE
    for text in texts.above:
        top = put(canvas, text, left, top, across)
    tall = min(_room_for_rows(heading, card, box) / (card.rounds + 1), TALLEST_ROW)
    top = _draw_rows(canvas, card, Box(left, top - 3 * mm, across, tall)) - 2 * mm
    for text in texts.below:
        top = put(canvas, text, left, top, across)


def _draw_rows(canvas: Canvas, card: ScoreCard, row: Box) -> float:
    """The ruled rows with their headings; ``row`` is the first of them."""
    size = min(
        fitting(head, row.across / len(card.columns) - 2 * mm, HEAD_SIZES, bold=True)
        for head in card.columns
    )
    first = min(natural(card.columns[:1], size, bold=True), row.across / len(card.columns))
    others = (row.across - first) / max(len(card.columns) - 1, 1)
    widths = [first, *[others] * (len(card.columns) - 1)]
    lines = [card.columns]
    for at in range(card.rounds):
        known = card.filled[at] if at < len(card.filled) else ()
        lines.append((str(card.first + at), *known))
    top = row.top
    for number, line in enumerate(lines):
        left = row.left
        for at, across in enumerate(widths):
            canvas.setFillColor(SHADE)
            canvas.setStrokeColor(INK)
            canvas.rect(left, top - row.down, across, row.down, fill=int(number == 0))
            if at < len(line):
                bold = number == 0 or at == 0
                type_size = size if number == 0 else fitting(line[at], across - 2 * mm, HEAD_SIZES)
                text = words(line[at], type_size, bold=bold, align="centre")
                tall = text.wrap(across, row.down)[1]
                put(canvas, text, left, top - (row.down - tall) / 2, across)
            left += across
        top -= row.down
    return top
