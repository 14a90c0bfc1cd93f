"""Letters on paper: a font that has them all, or the nearest letters there are."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFError, TTFont

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


def runs(text: str) -> list[tuple[Family, str]]:
    """The words of a text with a font for each, spaces among them.

    Where no font has a letter, its accents are left out, and where that does not help it becomes
    a question mark.
    """
    return [_word(part) for part in re.split(r"(\s+)", clean(text)) if part]


def _word(word: str) -> tuple[Family, str]:
    plain = plain_family()
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


def width(text: str, size: float, bold: bool = False) -> float:
    """How wide a text is when it is set."""
    return sum(
        float(pdfmetrics.stringWidth(word, family.bold if bold else family.regular, size))
        for family, word in runs(text)
    )


def fitting(text: str, room: float, sizes: Sequence[float], bold: bool = False) -> float:
    """The largest of the sizes at which a text fits on one line, or the smallest of them."""
    return next((size for size in sizes if width(text, size, bold) <= room), sizes[-1])


def shortened(text: str) -> str:
    """A text that is no longer than any name, for a card where it must not push all else away.

    >>> shortened("x" * 200) == "x" * 119 + "…"
    True
    """
    line = clean(text)
    return line if len(line) <= LONGEST_NAME else line[: LONGEST_NAME - 1] + "…"
