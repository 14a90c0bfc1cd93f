"""The picture of a hand as PNG, for places that show no SVG: the same drawing, put down dot by dot."""

from __future__ import annotations

import io
from typing import Final
from xml.etree import ElementTree

from PIL import Image, ImageDraw

from rightbower.papers.printing.picture import font
from rightbower.papers.printing.sheets import runs
from rightbower.web.share.hand_picture import HIGH, TEXT_STYLE, WIDE

# Drawn larger and made smaller again, which softens the edges.
FINER: Final = 2
BOLD: Final = "700"
Disc = tuple[float, float, float]
Point = tuple[float, float]
_STEM: Final = ((0.0, 0.35), (0.14, 0.0), (-0.14, 0.0))
# The suit signs as discs (middle, radius) and polygons, in parts of the height of a letter.
SHAPES: Final[dict[str, tuple[tuple[Disc, ...], tuple[tuple[Point, ...], ...]]]] = {
    "♦": ((), (((0.0, 0.76), (0.27, 0.38), (0.0, 0.0), (-0.27, 0.38)),)),
    "♥": (
        ((-0.155, 0.55, 0.165), (0.155, 0.55, 0.165)),
        (((-0.305, 0.48), (0.305, 0.48), (0.0, 0.02)), ((0.0, 0.6), (0.15, 0.4), (-0.15, 0.4))),
    ),
    "♠": (
        ((-0.155, 0.27, 0.165), (0.155, 0.27, 0.165)),
        (((-0.305, 0.34), (0.305, 0.34), (0.0, 0.8)), _STEM),
    ),
    "♣": (((0.0, 0.57, 0.165), (-0.17, 0.29, 0.165), (0.17, 0.29, 0.165)), (_STEM,)),
}


def as_png(drawing: str) -> bytes:
    """A drawing of ``hand_picture`` as PNG; it has boxes, discs and lines of text, nothing else."""
    image = Image.new("RGB", (FINER * WIDE, FINER * HIGH))
    draw = ImageDraw.Draw(image)
    # Our own drawing, in which what people wrote is escaped.
    for each in ElementTree.fromstring(drawing).iter():
        match each.tag.rpartition("}")[2]:
            case "rect":
                _box(draw, each)
            case "circle":
                _disc(draw, each)
            case "text":
                _text(draw, each)
    out = io.BytesIO()
    image.resize((WIDE, HIGH), Image.Resampling.LANCZOS).save(out, "PNG", optimize=True)
    return out.getvalue()


def _of(each: ElementTree.Element, name: str) -> float:
    return FINER * float(each.get(name, "0"))


def _box(draw: ImageDraw.ImageDraw, each: ElementTree.Element) -> None:
    left, top, edge = _of(each, "x"), _of(each, "y"), each.get("stroke")
    draw.rounded_rectangle(
        (left, top, left + _of(each, "width"), top + _of(each, "height")),
        _of(each, "rx"),
        each.get("fill"),
        edge,
        round(_of(each, "stroke-width")) if edge else 0,
    )


def _disc(draw: ImageDraw.ImageDraw, each: ElementTree.Element) -> None:
    x, y, r = (_of(each, name) for name in ("cx", "cy", "r"))
    draw.ellipse((x - r, y - r, x + r, y + r), each.get("fill"))


def _text(draw: ImageDraw.ImageDraw, each: ElementTree.Element) -> None:
    """A line of text around its middle, each word in a font that has its letters."""
    text, size = (each.text or "").replace(TEXT_STYLE, ""), round(_of(each, "font-size"))
    if text in SHAPES:
        _suit(draw, text, (_of(each, "x"), _of(each, "y")), size, str(each.get("fill")))
        return
    bold = each.get("font-weight") == BOLD
    words = [
        (word, font(family.bold if bold else family.regular, size)) for family, word in runs(text)
    ]
    left = _of(each, "x") - sum(drawn.getlength(word) for word, drawn in words) / 2
    for word, drawn in words:
        draw.text((left, _of(each, "y")), word, each.get("fill"), drawn, anchor="ls")
        left += drawn.getlength(word)


def _suit(
    draw: ImageDraw.ImageDraw, suit: str, foot: tuple[float, float], size: float, fill: str
) -> None:
    """A suit sign standing on a line, drawn: not every font has it."""
    x, y = foot
    discs, polygons = SHAPES[suit]
    for left, up, radius in discs:
        at, over, r = x + left * size, y - up * size, radius * size
        draw.ellipse((at - r, over - r, at + r, over + r), fill)
    for polygon in polygons:
        draw.polygon([(x + left * size, y - up * size) for left, up in polygon], fill)
