"""What a PDF file draws, a line for each text, line and box, with its place on the page."""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from PIL import Image
from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream

Matrix = tuple[float, float, float, float, float, float]
WHOLE: Final[Matrix] = (1, 0, 0, 1, 0, 0)
INK: Final = "0.1 0.1 0.1"  # what all is drawn in where nothing else is said
MANY: Final = 100  # so many boxes in a row are a picture: their number and a sum are told
FONTS: Final = {"BitstreamVeraSans-Bold": "bold", "BitstreamVeraSans-Roman": "plain",
                "/Times-Bold": "book"}  # fmt: skip


def drawing(data: bytes) -> list[str]:
    """All pages of a file."""
    lines = []
    for number, page in enumerate(PdfReader(io.BytesIO(data)).pages, 1):
        lines.append(f"page {number}: {_said(page.mediabox.width, page.mediabox.height)}")
        lines += _in_short(_drawn(page))
    return lines


def _in_short(lines: Iterable[str]) -> Iterator[str]:
    for filled, some in groupby(lines, lambda each: each.startswith("box") and "line" not in each):
        found = list(some)
        if filled and len(found) > MANY:
            told = zlib.crc32("\n".join(found).encode())
            yield f"{len(found)} boxes from {found[0]} to {found[-1]}, sum {told}"
        else:
            yield from found


def _said(*numbers: float) -> str:
    return " ".join(f"{round(float(each), 1):g}" for each in numbers)


def _colour(told: str) -> str:
    return "" if told == INK else f" {told}"


def _times(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    p, q, r, s, t, u = other
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)  # fmt: skip


def _matrix(operands: Sequence[Any]) -> Matrix:
    a, b, c, d, e, f = map(float, operands)
    return a, b, c, d, e, f


class _Pen:
    """What is in force while a page is drawn."""

    def __init__(self) -> None:
        self.at, self.text, self.line = WHOLE, WHOLE, WHOLE
        self.font, self.size, self.leading = "", 0.0, 0.0
        self.fill, self.stroke, self.thick, self.dash = "0", "0", "1", ""
        self.path: list[str] = []

    def copy(self) -> _Pen:
        other = _Pen()
        other.__dict__.update(self.__dict__)
        return other

    def down(self, across: float, up: float) -> None:
        self.line = _times((1, 0, 0, 1, across, up), self.line)

    def spot(self, x: float, y: float) -> tuple[float, float]:
        *_, left, up = _times((1, 0, 0, 1, x, y), self.at)
        return left, up


def _drawn(page: PageObject) -> Iterator[str]:
    contents = page.get_contents()
    if contents is None:
        return
    fonts = {
        name: FONTS.get(str(each.get_object()["/BaseFont"]).rpartition("+")[2], str(each))
        for name, each in page["/Resources"]["/Font"].items()  # type: ignore[index]
    }
    pen, kept = _Pen(), list[_Pen]()
    stream = ContentStream(contents, page.pdf)
    for operands, operator in stream.operations:
        match operator.decode():
            case "q":
                kept.append(pen.copy())
            case "Q":
                pen = kept.pop()
            case "cm":
                pen.at = _times(_matrix(operands), pen.at)
            case "BT":
                pen.line = WHOLE
            case "Tm":
                pen.line = _matrix(operands)
            case "Td":
                pen.down(float(operands[0]), float(operands[1]))
            case "T*":
                pen.down(0, -pen.leading)
            case "TL":
                pen.leading = float(operands[0])
            case "Tf":
                pen.font, pen.size = fonts[str(operands[0])], float(operands[1])
            case "Tj":
                *_, left, up = _times(pen.line, pen.at)
                words = operands[0]
                said = words.decode("latin-1") if isinstance(words, bytes) else str(words)
                # Letters beyond ASCII have numbers of the file's own.
                said = "".join("·" if each < " " else each for each in said)
                if said.strip():
                    yield f"text {_said(left, up)} {pen.font} {pen.size:g}{_colour(pen.fill)}: {said}"
            case "rg" | "g":
                pen.fill = _said(*operands)
            case "RG" | "G":
                pen.stroke = _said(*operands)
            case "w":
                pen.thick = _said(*operands)
            case "d":
                pen.dash = " dashed" if operands[0] else ""
            case "re":
                left, up = pen.spot(float(operands[0]), float(operands[1]))
                pen.path.append(f"box {_said(left, up, *operands[2:])}")
            case "m" | "l" as kind:
                left, up = pen.spot(float(operands[0]), float(operands[1]))
                pen.path.append(f"{'from' if kind == 'm' else 'to'} {_said(left, up)}")
            case "S" | "s":
                yield f"{' '.join(pen.path)} line{_colour(pen.stroke)} {pen.thick}{pen.dash}"
                pen.path = []
            case "f" | "f*":
                yield f"{' '.join(pen.path)} filled {pen.fill}"
                pen.path = []
            case "B" | "B*" | "b":
                yield f"{' '.join(pen.path)} line{_colour(pen.stroke)} {pen.thick}{pen.dash} filled {pen.fill}"
                pen.path = []
            case "c":
                left, up = pen.spot(float(operands[4]), float(operands[5]))
                pen.path.append(f"round to {_said(left, up)}")
            case "Do":
                yield f"picture {_said(*pen.at)}"
            case "n":
                pen.path = []


class PictureLines:
    """Notes what is drawn into a picture, in the place of what draws."""

    def __init__(self, image: Image.Image) -> None:
        self.lines = [f"picture {_said(*image.size)}"]

    def rectangle(self, box: Sequence[float], fill: str) -> None:
        """A box."""
        self.lines.append(f"box {_said(*box)} {fill}")

    def text(self, at: Sequence[float], words: str, font: Any, fill: str) -> None:
        """A word."""
        if words.strip():
            weight = font.getname()[1]
            self.lines.append(f"text {at[0]:.0f} {at[1]:.0f} {weight} {font.size} {fill}: {words}")

    def line(self, ends: Sequence[float], fill: str, width: int) -> None:
        """A line."""
        self.lines.append(f"line {_said(*ends)} {fill} {width}")
