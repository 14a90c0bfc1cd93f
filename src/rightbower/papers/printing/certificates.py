"""Certificates: a page lying across for each, within a woven border, cards beside the name, a seal below."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from pathlib import Path
from typing import Final

from reportlab.lib.colors import Color, HexColor
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from rightbower.papers.printing.papers import Certificate, Heading, Paper
from rightbower.papers.printing.sheets import (
    MARGIN,
    SIZES,
    TYPE,
    Family,
    drawn,
    fitting,
    plain_family,
    put,
    serif_family,
    shortened,
    width,
    words,
)
from rightbower.tournament.events.sharing import Honour

FACES: Final = Path(__file__).with_name("faces")
# A certificate is drawn as if it were so wide and so high, and fitted to its paper.
WIDE, HIGH = 1100.0, 850.0
STOCK, WASH = HexColor("#fffdf6"), HexColor("#fbf0d3")
GREEN, BRASS, GOLD = HexColor("#0f4c3a"), HexColor("#b8892b"), HexColor("#f0d088")
RED, BLACK, RIBBON = HexColor("#b3261e"), HexColor("#16181d"), HexColor("#7c2430")
BROWN, QUIET = HexColor("#74520b"), HexColor("#5a5147")
NAME_SIZES: Final = (70.0, 62.0, 54.0, 48.0, 42.0, 36.0, 30.0, 26.0, 22.0, 18.0)
TITLE_SIZES: Final = (35.0, 30.0, 26.0, 22.0, 18.0)
HONOUR_SIZES: Final = (36.0, 30.0, 26.0, 22.0, 18.0)
FOOT: Final = 11.5
# The middle of each band of the border, and of the circles in its corners.
BAND: Final = 37.0
CARD: Final = (165.0, 231.0)
# Which two cards stand for what: both bowers for the best, nothing above a ten for the fewest points.
BY_PLACE: Final = {1: ("JH", "JD"), 2: ("JS", "JC"), 3: ("AD", "KD")}
OTHERS, LOW, LONERS = ("QH", "KH"), ("9H", "10H"), ("AS", "JS")
Point = tuple[float, float]
Sign = tuple[Point, tuple[tuple[Point, Point, Point], ...]]
# The four signs as curves: where one begins, and where it bends to, on a field of 100 by 100.
HEART: Final[Sign] = ((50, 94),
    (((38, 74), (6, 54), (6, 30)), ((6, 15), (17, 6), (29, 6)), ((39, 6), (46, 12), (50, 21)),
     ((54, 12), (61, 6), (71, 6)), ((83, 6), (94, 15), (94, 30)), ((94, 54), (62, 74), (50, 94))),
)  # fmt: skip
DIAMOND: Final[Sign] = ((50, 3),
    (((61, 22), (74, 38), (88, 50)), ((74, 62), (61, 78), (50, 97)), ((39, 78), (26, 62), (12, 50)),
     ((26, 38), (39, 22), (50, 3))),
)  # fmt: skip
SPADE: Final[Sign] = ((50, 4),
    (((62, 24), (92, 40), (92, 63)), ((92, 78), (81, 86), (70, 86)), ((62, 86), (57, 82), (54, 78)),
     ((55, 87), (58, 92), (63, 96)), ((54, 96), (46, 96), (37, 96)), ((42, 92), (45, 87), (46, 78)),
     ((43, 82), (38, 86), (30, 86)), ((19, 86), (8, 78), (8, 63)), ((8, 40), (38, 24), (50, 4))),
)  # fmt: skip
CLUB: Final[Sign] = ((50, 5),
    (((63, 5), (72, 14), (72, 26)), ((72, 33), (69, 38), (65, 42)), ((68, 40), (72, 39), (76, 39)),
     ((88, 39), (97, 48), (97, 60)), ((97, 72), (88, 81), (76, 81)), ((67, 81), (60, 77), (56, 70)),
     ((57, 82), (59, 90), (65, 95)), ((55, 95), (45, 95), (35, 95)), ((41, 90), (43, 82), (44, 70)),
     ((40, 77), (33, 81), (24, 81)), ((12, 81), (3, 72), (3, 60)), ((3, 48), (12, 39), (24, 39)),
     ((28, 39), (32, 40), (35, 42)), ((31, 38), (28, 33), (28, 26)), ((28, 14), (37, 5), (50, 5))),
)  # fmt: skip


def certificate(each: Honour) -> Certificate:
    """What is drawn for somebody who is honored."""
    cards = BY_PLACE.get(each.rank, LOW if each.low else LONERS if each.loners else OTHERS)
    seal = str(each.rank) if each.rank else "♥" if each.low else "★"
    lines = (each.tally,) if each.tally else ()
    return Certificate(each.name, each.honour, lines, cards, seal)


def certificates(
    heading: Heading, made: Sequence[Certificate], officer: str, paper: Paper = "A4"
) -> bytes:
    """A page for each; one that says so where there is nobody to honor yet."""
    down, across = SIZES[paper]

    def draw(canvas: Canvas) -> None:
        if made:
            canvas.beginForm("border")
            _border(canvas, across, down)
            canvas.endForm()
            canvas.beginForm("rosette", -50, -64, 50, 50)
            _rosette(canvas)
            canvas.endForm()
        for each in made:
            canvas.doForm("border")
            _page(canvas, heading, each, officer, (across, down))
            canvas.showPage()
        if not made:
            at = down - MARGIN
            for line in (heading.title, *heading.lines):
                at = put(canvas, words(line, TYPE), MARGIN, at, across - 2 * MARGIN)

    return drawn(heading, draw, (across, down), numbered=False)


def _page(
    canvas: Canvas, heading: Heading, each: Certificate, officer: str, size: tuple[float, float]
) -> None:
    across, down = size
    room = across * 0.74
    at = down * 0.9
    title = shortened(heading.title)
    for text in (
        _set(title, _fits(title, room, TITLE_SIZES), GREEN),
        *(words(line, TYPE, align="centre", ink=QUIET) for line in heading.lines),
    ):
        at = put(canvas, text, (across - room) / 2, at, room) - 4
    foot = down * 0.24
    _middle(canvas, each, across, (at + foot) / 2)
    for left, turned in ((0.152, 1), (0.848, -1)):
        _cards(canvas, each.cards, across * left, down * 0.49, across / WIDE, turned)
    _seal(canvas, each.seal, across / 2, down * 0.145, across / WIDE)
    for left, said in ((0.16, officer.capitalize()), (0.6, "For the club")):
        _signature(canvas, said, across * left, down * 0.125, across * 0.24)


def _middle(canvas: Canvas, each: Certificate, across: float, middle: float) -> None:
    """For what, to whom, and the tally, around a height between the cards."""
    room = across * 0.5
    honour, lines = shortened(each.honour), _name_lines(shortened(each.name), room)
    size = min(_fits(line, room, NAME_SIZES) for line in lines)
    texts = [
        (_set(honour, _fits(honour, room, HONOUR_SIZES), BROWN), 26.0),
        *((_set(line, size, BLACK), 0.0) for line in lines[:-1]),
        (_set(lines[-1], size, BLACK), 34.0),
        *((words(line, TYPE, align="centre", ink=QUIET), 6.0) for line in each.lines),
    ]
    at = middle + sum(text.wrap(room, 10_000)[1] + gap for text, gap in texts) / 2
    for number, (text, gap) in enumerate(texts):
        at = put(canvas, text, (across - room) / 2, at, room)
        if number == len(lines):
            half = min(room, max(width(line, size, True, _face(line)) for line in lines)) / 2
            canvas.setStrokeColor(BRASS)
            canvas.setLineWidth(2.4)
            canvas.line(across / 2 - half, at - 5, across / 2 + half, at - 5)
        at -= gap


def _name_lines(name: str, room: float) -> list[str]:
    """A name in a line; that of a pair in two, where its letters are larger so."""
    one, both, other = name.partition(" & ")
    if both and _fits(name, room, NAME_SIZES) < NAME_SIZES[4]:
        return [f"{one} &", other]
    return [name]


def _face(text: str) -> Family:
    """A text is set in one font: as in a book, where that has all its letters."""
    return serif_family() if serif_family().has(text) else plain_family()


def _set(text: str, size: float, ink: Color) -> Paragraph:
    return words(text, size, bold=True, align="centre", first=_face(text), ink=ink)


def _fits(text: str, room: float, sizes: Sequence[float]) -> float:
    return fitting(text, room, sizes, True, _face(text))


def _signature(canvas: Canvas, said: str, left: float, at: float, room: float) -> None:
    """Room to sign above a line."""
    canvas.setStrokeColor(QUIET)
    canvas.setLineWidth(0.8)
    canvas.line(left, at, left + room, at)
    put(canvas, words(said, FOOT, align="centre", ink=QUIET), left, at - 3, room)


def _cards(
    canvas: Canvas, cards: tuple[str, str], left: float, up: float, scale: float, turned: int
) -> None:
    """Two cards around a point, the better one above."""
    wide, tall = (each * scale for each in CARD)
    behind, before = (cards[1], cards[0]) if turned > 0 else (cards[0], cards[1])
    for name, angle, aside in ((behind, 9.0 * turned, -6.0 * turned), (before, -5.0 * turned, 0.0)):
        canvas.saveState()
        canvas.translate(left + aside * scale, up)
        canvas.rotate(angle)
        canvas.drawImage(FACES / f"{name}.png", -wide / 2, -tall / 2, wide, tall, mask="auto")
        canvas.restoreState()


def _border(canvas: Canvas, across: float, down: float) -> None:
    """The page, its woven border, and a suit in each corner."""
    canvas.saveState()
    canvas.setFillColor(STOCK)
    canvas.rect(0, 0, across, down, stroke=0, fill=1)
    canvas.scale(across / WIDE, down / HIGH)
    canvas.saveState()
    inside = canvas.beginPath()
    inside.rect(56, 56, WIDE - 112, HIGH - 112)
    canvas.clipPath(inside, stroke=0, fill=0)
    canvas.radialGradient(WIDE / 2, HIGH / 2, 420, (WASH, STOCK))
    canvas.restoreState()
    canvas.setStrokeColor(BRASS)
    for edge, thick in ((20, 2.5), (54, 1.5)):
        canvas.setLineWidth(thick)
        canvas.rect(edge, edge, WIDE - 2 * edge, HIGH - 2 * edge)
    for swing, shift, ink, thick in (
        (9, 0.0, GREEN, 1.1),
        (9, pi, GREEN, 1.1),
        (5, pi / 2, BRASS, 0.9),
        (5, -pi / 2, BRASS, 0.9),
    ):
        canvas.setStrokeColor(ink)
        canvas.setLineWidth(thick)
        for at in (BAND, HIGH - BAND):
            _wave(canvas, WIDE, at, swing, shift)
        for at in (BAND, WIDE - BAND):
            _wave(canvas, HIGH, at, swing, shift, upright=True)
    corners = ((BAND, BAND), (BAND, HIGH - BAND), (WIDE - BAND, HIGH - BAND), (WIDE - BAND, BAND))
    signs = ((CLUB, BLACK), (SPADE, BLACK), (HEART, RED), (DIAMOND, RED))
    for (x, y), (sign, ink) in zip(corners, signs, strict=True):
        canvas.setFillColor(STOCK)
        canvas.setStrokeColor(BRASS)
        canvas.setLineWidth(2)
        canvas.circle(x, y, 25, fill=1)
        canvas.setStrokeColor(GREEN)
        canvas.setLineWidth(1)
        canvas.circle(x, y, 21)
        _sign(canvas, sign, x, y, 26, ink)
    canvas.restoreState()


def _wave(
    canvas: Canvas, long: float, at: float, swing: float, shift: float, *, upright: bool = False
) -> None:
    """One thread of the border, from circle to circle."""
    first, last = BAND + 19, long - BAND - 19
    turns = round((last - first) / 41) * 2 * pi
    steps = round((last - first) / 4)
    path = canvas.beginPath()
    for step in range(steps + 1):
        share = step / steps
        along, aside = first + (last - first) * share, at + swing * sin(share * turns + shift)
        to = (aside, along) if upright else (along, aside)
        (path.lineTo if step else path.moveTo)(*to)
    canvas.drawPath(path, stroke=1, fill=0)


def _sign(canvas: Canvas, sign: Sign, x: float, y: float, size: float, ink: Color) -> None:
    """A suit around a point."""
    canvas.saveState()
    canvas.translate(x - size / 2, y + size / 2)
    canvas.scale(size / 100, -size / 100)
    canvas.setFillColor(ink)
    start, bends = sign
    path = canvas.beginPath()
    path.moveTo(*start)
    for one, two, end in bends:
        path.curveTo(*one, *two, *end)
    path.close()
    canvas.drawPath(path, stroke=0, fill=1)
    canvas.restoreState()


def _seal(canvas: Canvas, said: str, x: float, y: float, scale: float) -> None:
    """A seal with ribbons around a point: a place's number, a star, a heart."""
    canvas.saveState()
    canvas.translate(x, y)
    canvas.scale(scale, scale)
    canvas.doForm("rosette")
    if said == "★":
        _filled(canvas, _star(24, 10, 5), GOLD)
    elif said == "♥":
        _sign(canvas, HEART, 0, 0, 42, GOLD)
    else:
        canvas.setFillColor(GOLD)
        canvas.setFont(serif_family().bold, 44)
        canvas.drawCentredString(0, -15, said)
    canvas.restoreState()


def _rosette(canvas: Canvas) -> None:
    """The seal without what stands on it."""
    for side in (-1, 1):
        _filled(
            canvas,
            [(18 * side, -28), (26 * side, -62), (12 * side, -55), (4 * side, -62), (0, -32)],
            RIBBON,
        )
    _filled(canvas, _star(48, 44, 24), HexColor("#cf9f3f"))
    canvas.setFillColor(GREEN)
    canvas.setStrokeColor(GOLD)
    canvas.setLineWidth(2)
    canvas.circle(0, 0, 37, fill=1)


def _star(outer: float, inner: float, points: int) -> list[Point]:
    spokes = [
        (inner if number % 2 else outer, pi / 2 + number * pi / points)
        for number in range(2 * points)
    ]
    return [(long * cos(angle), long * sin(angle)) for long, angle in spokes]


def _filled(canvas: Canvas, points: Sequence[Point], ink: Color) -> None:
    path = canvas.beginPath()
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)
    path.close()
    canvas.setFillColor(ink)
    canvas.drawPath(path, stroke=0, fill=1)
