"""Certificates: a page lying across for each, within a double line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from rightbower.papers.printing.papers import Certificate, Heading, Paper
from rightbower.papers.printing.sheets import (
    INK,
    MARGIN,
    SIZES,
    TYPE,
    drawn,
    fitting,
    put,
    shortened,
    words,
)

INSIDE: Final = 12 * mm  # between the border and the words
NAME_SIZES: Final = (52.0, 46.0, 40.0, 34.0, 30.0, 26.0, 22.0, 18.0)
HONOUR_SIZES: Final = (34.0, 30.0, 26.0, 22.0, 18.0)
SIGNED: Final = 70 * mm


def certificates(
    heading: Heading, made: Sequence[Certificate], officer: str, paper: Paper = "A4"
) -> bytes:
    """A page for each; one that says so where there is nobody to honour yet."""
    down, across = SIZES[paper]

    def draw(canvas: Canvas) -> None:
        for each in made:
            _draw(canvas, heading, each, officer, (across, down))
            canvas.showPage()
        if not made:
            at = down - MARGIN
            for line in (heading.title, *heading.lines):
                at = put(canvas, words(line, TYPE), MARGIN, at, across - 2 * MARGIN)

    return drawn(heading, draw, (across, down), numbered=False)


def _draw(
    canvas: Canvas, heading: Heading, each: Certificate, officer: str, size: tuple[float, float]
) -> None:
    across, down = size
    canvas.setStrokeColor(INK)
    for edge, thick in ((MARGIN, 2.4), (MARGIN + 2 * mm, 0.8)):
        canvas.setLineWidth(thick)
        canvas.rect(edge, edge, across - 2 * edge, down - 2 * edge)
    left, room = MARGIN + INSIDE, across - 2 * (MARGIN + INSIDE)
    texts = _texts(heading, each, room)
    tall = sum(text.wrap(room, down)[1] for text in texts) + 5 * mm * (len(texts) - 1)
    at = down - MARGIN - INSIDE - max(0.0, (down - 2 * (MARGIN + INSIDE) - 16 * mm - tall) / 2)
    for text in texts:
        at = put(canvas, text, left, at, room) - 5 * mm
    _signature(canvas, officer, across)


def _signature(canvas: Canvas, officer: str, across: float) -> None:
    """Room to sign at the foot."""
    canvas.setLineWidth(0.6)
    left, line = (across - SIGNED) / 2, MARGIN + INSIDE + 6 * mm
    canvas.line(left, line, left + SIGNED, line)
    put(canvas, words(officer.capitalize(), TYPE, align="centre"), left, line - 1 * mm, SIGNED)


def _texts(heading: Heading, each: Certificate, room: float) -> list[Paragraph]:
    named, honour = shortened(each.name), shortened(each.honour)
    return [
        words("♠ ♥ ♦ ♣", 26, align="centre"),
        words(shortened(heading.title), 26, bold=True, align="centre"),
        *(words(line, TYPE, align="centre") for line in heading.lines),
        words(named, fitting(named, room, NAME_SIZES, bold=True), bold=True, align="centre"),
        words(honour, fitting(honour, room, HONOUR_SIZES), align="centre"),
        *(words(line, TYPE, align="centre") for line in each.lines),
    ]
