"""Sheets of flowing tables: headings on every page, wide enough columns, page numbers."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, Literal, TypeAlias
from xml.sax.saxutils import escape

from pypdf import PdfReader, PdfWriter
from reportlab.lib.colors import Color
from reportlab.lib.pagesizes import A4, letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)

from rightbower.papers.printing.fonts import clean, fitting, plain_family, runs, shortened, width
from rightbower.papers.printing.papers import Heading, Paper

SIZES: Final[dict[Paper, tuple[float, float]]] = {"A4": A4, "Letter": letter}
MARGIN: Final = 15 * mm
INK: Final = Color(0.1, 0.1, 0.1)
LINE: Final = Color(0.55, 0.55, 0.55)
SHADE: Final = Color(0.92, 0.92, 0.92)
TYPE: Final = 13.0
SMALL: Final = 11.0
SMALLER: Final = (12.0, 11.0, 10.0)
TALLEST: Final = 140 * mm  # a row that fits on any page
GAP: Final = 2.2 * mm  # between a cell's words and its lines

Align = Literal["left", "centre", "right"]
_ALIGN: Final[dict[Align, Literal[0, 1, 2]]] = {"left": 0, "centre": 1, "right": 2}


class Words(Paragraph):
    """A text that wraps where it must; tables ask again and again, so the last answer is kept."""

    _asked: float | None = None
    _took: tuple[float, float] = (0.0, 0.0)

    def wrap(self, availWidth: float, availHeight: float) -> tuple[float, float]:
        """The room the text takes in a column so wide."""
        # Trying to split a text throws its lines away.
        if self._asked != availWidth or not hasattr(self, "blPara"):
            self._took = super().wrap(availWidth, availHeight)
            self._asked = availWidth
        return self._took


@cache
def _style(size: float, bold: bool, align: Align) -> ParagraphStyle:
    usual = plain_family()
    return ParagraphStyle(
        "words",
        fontName=usual.bold if bold else usual.regular,
        fontSize=size,
        leading=size * 1.25,
        alignment=_ALIGN[align],
        textColor=INK,
    )


def words(text: str, size: float = TYPE, *, bold: bool = False, align: Align = "left") -> Paragraph:
    """A text that wraps where it must."""
    usual = plain_family()
    style = _style(size, bold, align)
    marked = (
        escape(word)
        if family is usual
        else f'<font name="{family.bold if bold else family.regular}">{escape(word)}</font>'
        for family, word in runs(text)
    )
    return Words("".join(marked), style)


def name(text: str, across: float, size: float = TYPE, *, bold: bool = False) -> Paragraph:
    """A name in a column so wide: a long word breaks at its hyphen, or else is set smaller."""
    room = across - 2 * GAP - 1
    parts = [
        part for word in shortened(text).split() for part in _at_hyphens(word, room, size, bold)
    ]
    longest = max(parts, key=len, default="")
    sizes = (size, *(each for each in SMALLER if each < size))
    return words(" ".join(parts), fitting(longest, room, sizes, bold), bold=bold)


def _at_hyphens(word: str, room: float, size: float, bold: bool) -> list[str]:
    """The word whole where it fits, else cut after hyphens into parts as long as fit."""
    parts: list[str] = []
    for piece in word.replace("-", "-\n").split("\n") if width(word, size, bold) > room else [word]:
        if parts and width(parts[-1] + piece, size, bold) <= room:
            parts[-1] += piece
        else:
            parts.append(piece)
    return parts


class NumberedCanvas(Canvas):
    """A canvas that knows at the end how many pages there are."""

    def __init__(self, *arguments: object, **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]  # handed on as they come
        self._pages: list[dict[str, object]] = []

    def showPage(self) -> None:
        """Keep the page until all are known."""
        self._pages.append(dict(self.__dict__))
        self._startPage()  # type: ignore[attr-defined]  # left out of its types

    def save(self) -> None:
        """Number the pages and write them."""
        for number, page in enumerate(self._pages, start=1):
            self.__dict__.update(page)
            self.setFont(plain_family().regular, SMALL)
            self.setFillColor(INK)
            across = self._pagesize[0]  # type: ignore[attr-defined]  # left out of its types
            self.drawCentredString(across / 2, MARGIN / 2, f"{number} of {len(self._pages)}")
            super().showPage()
        super().save()


def drawn(
    heading: Heading,
    draw: Callable[[Canvas], None],
    size: tuple[float, float],
    *,
    numbered: bool = True,
) -> bytes:
    """Pages drawn by hand as a PDF file."""
    out = io.BytesIO()
    kind = NumberedCanvas if numbered else Canvas
    canvas = kind(out, pagesize=size, invariant=1, lang="en")
    canvas.setTitle(clean(heading.title))
    canvas.setAuthor("Rightbower")
    draw(canvas)
    canvas.save()
    return out.getvalue()


def bound(files: Sequence[bytes]) -> bytes:
    """The pages of several PDF files in one, for one press of the printer's button."""
    writer = PdfWriter()
    for each in files:
        writer.append(PdfReader(io.BytesIO(each)))
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def put(canvas: Canvas, text: Paragraph, left: float, top: float, across: float) -> float:
    """Draw a text below a height, and say where it ends."""
    _, tall = text.wrap(across, 10_000)
    text.drawOn(canvas, left, top - tall)
    return float(top - tall)


def sheet(
    heading: Heading, story: Sequence[Flowable], paper: Paper, *, wide: bool = False
) -> bytes:
    """The pages as a PDF file; the heading is large on the first and small on the others."""
    across, down = SIZES[paper]
    if wide:
        across, down = down, across
    out = io.BytesIO()
    title = clean(heading.title)
    document = BaseDocTemplate(
        out, pagesize=(across, down), title=title, author="Rightbower", invariant=1, lang="en"
    )
    frame = Frame(MARGIN, MARGIN, across - 2 * MARGIN, down - 2 * MARGIN, 0, 0, 0, 0, id="page")

    def running(canvas: Canvas, _: object) -> None:
        if canvas.getPageNumber() > 1:
            line = words(_cut(title, across - 2 * MARGIN), SMALL)
            put(canvas, line, MARGIN, down - MARGIN * 0.4, across - 2 * MARGIN)

    document.addPageTemplates([PageTemplate(id="page", frames=[frame], onPage=running)])
    document.build([*_top(heading), *story], canvasmaker=NumberedCanvas)
    return out.getvalue()


def _cut(text: str, room: float) -> str:
    """A text short enough for one line; the whole of it stands on the first page."""
    if width(text, SMALL) <= room:
        return text
    while text and width(text + "…", SMALL) > room:
        text = text[:-1]
    return text + "…"


def _top(heading: Heading) -> list[Flowable]:
    lines = [words(line, TYPE) for line in heading.lines]
    return [words(heading.title, 22, bold=True), Spacer(0, 1 * mm), *lines, Spacer(0, 4 * mm)]


def room(paper: Paper, *, wide: bool = False) -> float:
    """The width between the margins."""
    across, down = SIZES[paper]
    return (down if wide else across) - 2 * MARGIN


def natural(texts: Sequence[str], size: float, *, bold: bool = False) -> float:
    """The width a column needs so that none of its words wraps."""
    return max((width(text, size, bold) for text in texts), default=0) + 2 * GAP + 1


Cell: TypeAlias = Flowable | Sequence[Flowable] | str
Span: TypeAlias = tuple[str, tuple[int, int], tuple[int, int]]


def grid(
    heads: Sequence[Flowable],
    rows: Sequence[Sequence[Cell]],
    widths: Sequence[float],
    title: str = "",
    spans: Sequence[Span] = (),
) -> Table:
    """A ruled table; its headings, and the title above them, come again on each page.

    ``spans`` are cells that stretch over others, which are empty, counted from the headings on.
    """
    top: list[list[Cell]] = [list(heads)]
    if title:
        top.insert(0, [words(title, 16, bold=True), *[""] * (len(heads) - 1)])
    last = len(top) - 1
    table = Table(
        [*top, *map(list, rows)],
        colWidths=list(widths),
        repeatRows=len(top),
        splitInRow=int(not spans and _tallest(rows, widths) > TALLEST),
        hAlign="LEFT",
    )
    style = TableStyle(
        [
            ("GRID", (0, last), (-1, -1), 0.6, LINE),
            ("BACKGROUND", (0, last), (-1, last), SHADE),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("LEFTPADDING", (0, last), (-1, -1), GAP),
            ("RIGHTPADDING", (0, last), (-1, -1), GAP),
            ("TOPPADDING", (0, 0), (-1, -1), 1.3 * mm),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 1.6 * mm),
        ]
    )
    for command, first, end in spans:
        style.add(command, first, end)
    if title:
        style.add("SPAN", (0, 0), (-1, 0))
        style.add("LEFTPADDING", (0, 0), (-1, 0), 0)
    table.setStyle(style)
    return table


def _tallest(rows: Sequence[Sequence[Cell]], widths: Sequence[float]) -> float:
    """The height of the tallest cell; only one too tall for a page may be cut in two."""
    return max(
        (
            sum(
                each.wrap(across - 2 * GAP, TALLEST)[1]
                for each in ([cell] if isinstance(cell, Flowable) else cell)
                if isinstance(each, Flowable)
            )
            for row in rows
            for cell, across in zip(row, widths, strict=True)
        ),
        default=0,
    )
