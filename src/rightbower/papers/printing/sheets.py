"""Sheets of a paper."""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Final, Literal, TypeAlias
from xml.sax.saxutils import escape

from msgspec import Struct
from pypdf import PdfReader, PdfWriter
from reportlab.lib.colors import Color
from reportlab.lib.pagesizes import A4, letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFError, TTFont
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

from rightbower.papers.printing.papers import Heading, Paper

# reportlab brings Vera, which has the letters of western Europe.
VERA: Final = ("Vera.ttf", "VeraBd.ttf")
# Fonts with more letters, where the computer has them.
SYSTEM: Final = (
    ("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
    ("/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
    ("/usr/share/fonts/TTF/DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
    ("C:/Windows/Fonts/arial.ttf", "arialbd.ttf"),
    ("C:/Windows/Fonts/msgothic.ttc", "msgothic.ttc"),
    ("C:/Windows/Fonts/simsun.ttc", "simsun.ttc"),
    ("/System/Library/Fonts/Supplemental/Arial Unicode.ttf", "Arial Unicode.ttf"),
    ("/Library/Fonts/Arial Unicode.ttf", "Arial Unicode.ttf"),
)
_HAN: Final = ((0x20, 0x7E), (0x4E00, 0x9FFF))
# Every viewer has Times; it is for what hangs on a wall.
TIMES: Final = ("Times-Roman", "Times-Bold")
EASTERN: Final = (
    ("STSong-Light", _HAN),
    ("HeiseiKakuGo-W5", (*_HAN, (0x3005, 0x3005), (0x3041, 0x30FF))),
    ("HYGothic-Medium", (*_HAN, (0xAC00, 0xD7A3))),
)
MISSING: Final = "?"
LONGEST_NAME: Final = 120  # letters


class Family(Struct, frozen=True):
    """A font, its bold form, and the letters both have."""

    regular: str
    bold: str
    letters: frozenset[int]

    def has(self, text: str) -> bool:
        """Whether every letter of a text is there."""
        return all(ord(letter) in self.letters for letter in text)


@cache
def plain_family() -> Family:
    """The font that is always there."""
    family = _family(*VERA)
    assert family is not None, "reportlab comes without its fonts"
    return family


@cache
def serif_family() -> Family:
    """The letters of western Europe as books have them."""
    letters = bytes(range(0x20, 0x100)).decode("cp1252", "ignore")
    return Family(*TIMES, frozenset(map(ord, letters)))


@cache
def wider_families() -> tuple[Family, ...]:
    """Fonts of this computer with more letters."""
    found = (
        _family(regular, str(Path(regular).with_name(bold)))
        for regular, bold in SYSTEM
        if Path(regular).exists()
    )
    return tuple(family for family in found if family)


@cache
def eastern_families() -> tuple[Family, ...]:
    """Names of fonts that a viewer brings itself for Chinese, Japanese and Korean."""
    found = []
    for name, ranges in EASTERN:
        pdfmetrics.registerFont(UnicodeCIDFont(name))
        letters = frozenset(code for first, last in ranges for code in range(first, last + 1))
        found.append(Family(name, name, letters))
    return tuple(found)


def _family(regular: str, bold: str) -> Family | None:
    try:
        fonts = [
            TTFont(f"{Path(file).stem}-{weight}", file)
            for file, weight in ((regular, "r"), (bold, "b"))
        ]
    except (TTFError, OSError):
        return None
    for font in fonts:
        pdfmetrics.registerFont(font)
    letters = frozenset(fonts[0].face.charToGlyph) & frozenset(fonts[1].face.charToGlyph)
    return Family(fonts[0].fontName, fonts[1].fontName, letters)


def clean(text: str) -> str:
    r"""A text on one line, without letters that cannot be seen; accents joined to their letters.

    >>> clean("  Zoe\u0308\tØrsted\x00 ")
    'Zoë Ørsted'
    """
    line = " ".join(unicodedata.normalize("NFC", text).split())
    return "".join(letter for letter in line if unicodedata.category(letter)[0] != "C")


def runs(text: str, first: Family | None = None) -> list[tuple[Family, str]]:
    """The words of a text with a font for each, spaces among them; ``first`` is tried before others.

    Where no font has a letter, its accents are left out, and where that does not help it becomes
    a question mark.
    """
    return [_word(part, first) for part in re.split(r"(\s+)", clean(text)) if part]


def _word(word: str, first: Family | None) -> tuple[Family, str]:
    plain = plain_family()
    if first is not None and first.has(word):
        return first, word
    if plain.has(word):
        return plain, word
    for family in (*wider_families(), *eastern_families()):
        if family.has(word):
            return family, word
    return plain, "".join(_nearest(letter, plain) for letter in word)


def _nearest(letter: str, family: Family) -> str:
    if family.has(letter):
        return letter
    parts = unicodedata.normalize("NFKD", letter)
    bare = "".join(part for part in parts if not unicodedata.combining(part))
    return bare if bare and family.has(bare) else MISSING


def width(text: str, size: float, bold: bool = False, first: Family | None = None) -> float:
    """How wide a text is when it is set."""
    return sum(
        float(pdfmetrics.stringWidth(word, family.bold if bold else family.regular, size))
        for family, word in runs(text, first)
    )


def fitting(
    text: str, room: float, sizes: Sequence[float], bold: bool = False, first: Family | None = None
) -> float:
    """The largest of the sizes at which a text fits on one line, or the smallest of them."""
    return next((size for size in sizes if width(text, size, bold, first) <= room), sizes[-1])


def shortened(text: str) -> str:
    """A text that is no longer than any name, for a card where it must not push all else away.

    >>> shortened("x" * 200) == "x" * 119 + "…"
    True
    """
    line = clean(text)
    return line if len(line) <= LONGEST_NAME else line[: LONGEST_NAME - 1] + "…"


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
def _style(size: float, bold: bool, align: Align, usual: Family, ink: Color) -> ParagraphStyle:
    return ParagraphStyle(
        "words",
        fontName=usual.bold if bold else usual.regular,
        fontSize=size,
        leading=size * 1.25,
        alignment=_ALIGN[align],
        textColor=ink,
    )


def words(
    text: str,
    size: float = TYPE,
    *,
    bold: bool = False,
    align: Align = "left",
    first: Family | None = None,
    ink: Color = INK,
) -> Paragraph:
    """A text that wraps where it must."""
    usual = first or plain_family()
    style = _style(size, bold, align, usual, ink)
    marked = (
        escape(word)
        if family is usual
        else f'<font name="{family.bold if bold else family.regular}">{escape(word)}</font>'
        for family, word in runs(text, first)
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
