"""Names as people write them: what cannot be shown is refused, and what looks alike is the same name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

PRACTICE: Final = "Practice:"
MOST_MARKS: Final = 2  # accents upon one letter
# Letters of other alphabets that cannot be told from ours.
LOOK_ALIKES: Final = str.maketrans(
    "аеорсухіјѕԁһӏмтвнкАВЕКМНОРСТУХІЈЅ" + "αονρικτυχηωΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "ıɑɡǀ",
    "aeopcyxijsdhlmtbhkabekmhopctyxijs" + "aovpiktuxnwabezhikmnoptyx" + "iagl",
)

# What steers a terminal or turns the writing around; line breaks and joined signs are plain text.
CONTROL: Final = re.compile(
    "[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028-\\u202e\\u2066-\\u2069\\ud800-\\udfff]"
)


def control_character(text: str) -> str:
    """What a text holds that steers a terminal or turns the writing around; nothing where all is plain.

    >>> control_character("two lines,\\nwell played 👏🏽"), control_character("\\x1b[2J")
    ('', 'U+001B')
    """
    found = CONTROL.search(text)
    return f"U+{ord(found[0]):04X}" if found else ""


def without_control_characters(text: str) -> str:
    """A text as it may be printed anywhere: what steers a terminal is a space."""
    return CONTROL.sub(" ", text)


def hidden_character(name: str) -> str:
    """What a name holds that is not shown or turns the writing around; nothing where all is plain.

    >>> hidden_character("Zoë O’Brien"), hidden_character("Ann\\u202eeeL")
    ('', 'U+202E')
    """
    marks = 0
    for letter in unicodedata.normalize("NFC", name):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind[0] == "C" or kind in ("Zl", "Zp") or marks > MOST_MARKS:
            return f"U+{ord(letter):04X}"
    return ""


def name_order(name: str) -> str:
    """Where a name stands among others: accents, capitals and apostrophes put nobody at the end.

    >>> sorted(("Zoë", "Élise", "ann", "O’Brien", "Oban", "Eve"), key=name_order)
    ['ann', 'Élise', 'Eve', 'Oban', 'O’Brien', 'Zoë']
    """
    apart = unicodedata.normalize("NFKD", name)
    letters = (each for each in apart if not unicodedata.combining(each) and each not in "'’‘-")
    return "".join(letters).casefold()


# A list of a thousand pairs is compared whole when a name is added to it.
@lru_cache(maxsize=1 << 15)
def looks_like(name: str) -> str:
    """A name as the eye compares it: without capitals, and with look-alikes as the letters they seem.

    >>> looks_like("АNN  Lee") == looks_like("ann lee")
    True
    """
    plain = unicodedata.normalize("NFKC", name).translate(LOOK_ALIKES)
    return " ".join(plain.split()).casefold()


def marked(name: str, practice: bool) -> str:
    """The name of an event or league without stray blanks; practice says so wherever it stands.

    >>> marked("  Our  night ", False), marked("practice: Our night", True)
    ('Our night', 'Practice: Our night')
    """
    plain = " ".join(name.split())
    if practice and plain.casefold().startswith(PRACTICE.casefold()):
        plain = plain[len(PRACTICE) :].strip()
    return f"{PRACTICE} {plain}" if practice and plain else plain


def free_id(name: str, taken: Sequence[str], word: str = "event") -> str:
    """An id made from a name that no other has.

    >>> free_id("Café Noël 2026–27", [])
    'cafe-noel-2026-27'
    >>> free_id("Café Noël", ["cafe-noel"])
    'cafe-noel-2'
    """
    plain = (
        unicodedata.normalize("NFKD", name.replace("–", "-"))
        .encode("ascii", "ignore")
        .decode()
        .lower()
    )
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-") or word
    stem = f"new-{word}" if stem == "new" else stem
    id_, count = stem, 1
    while id_ in taken:
        count += 1
        id_ = f"{stem}-{count}"
    return id_
