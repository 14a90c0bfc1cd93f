"""QR codes on paper: squares that a phone reads, drawn without a picture."""

from __future__ import annotations

import segno
from reportlab.lib.colors import black
from reportlab.pdfgen.canvas import Canvas

QUIET = 2  # squares of white around a code


def draw_code(canvas: Canvas, text: str, left: float, bottom: float, size: float) -> None:
    """A text as a code so wide, its white edge within."""
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
