"""The people in a piece of text, as clubs write them: joined, last name first, or in doubt."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

# Between the names of two partners; "and" and "with" are words of their own.
JOINER: Final = re.compile(r"\s*[&+/]\s*|\s+(?:and|with|et)\s+|\s+[-–—]\s+", re.IGNORECASE)
DANGLING: Final = re.compile(
    r"(?:^|\s)(?:[&+/]|and|with|[-–—])$|^(?:[&+/]|and\s|with\s)", re.IGNORECASE
)
NUMBERING: Final = re.compile(r"^\s*(?:\d{1,3}\s*[.):]\s+|\d{1,3}[.)]|[•*·–-]\s+)\s*")
# Words that begin a last name of several words: "van Dyke, Mary Ann" is one person.
PARTICLES: Final = frozenset(
    [
        "van",
        "von",
        "der",
        "den",
        "de",
        "del",
        "di",
        "da",
        "du",
        "la",
        "le",
        "mc",
        "mac",
        "st",
        "st.",
        "o",
        "ten",
        "ter",
        "dos",
        "saint",
        "al",
        "bin",
    ]
)
NOT_A_NAME: Final = frozenset(
    ("?", "??", "tba", "tbd", "tbc", "n/a", "none", "nobody", "partner", "no partner", "needed")
) | {"needs partner", "partner needed", "looking", "single", "total", "totals", "x", "-"}
# What a name never holds: an address, five figures or more, a colon, a bracket that is not closed.
STRAY: Final = re.compile(r"@|:|\d(?:[\s().-]*\d){4}|\([^)]*$")

COMMAS: Final = ("last name first", "two players")
SHARED: Final = ("the same last name", "names of their own")


class People(Struct, frozen=True):
    """The players a text names; ``doubt`` is what has to be asked first, ``fault`` what is wrong."""

    names: tuple[str, ...] = ()
    doubt: str = ""
    fault: str = ""


def people(text: str, answers: Mapping[str, str] | None = None, heading: str = "") -> People:
    """Read the name of one player or two.

    ``answers`` settle what the text leaves open: under ``commas`` and ``shared``. ``heading`` says
    whether a column is of players (``name``) or of pairs (``names``).

    >>> people("Ed Hall and Fay Ives").names, people("Lamb, Ida & Mann, Joe").names
    (('Ed Hall', 'Fay Ives'), ('Ida Lamb', 'Joe Mann'))
    >>> people("Lamb, Ida").doubt, people("Lamb, Ida", {"commas": "last name first"}).names
    ('commas', ('Ida Lamb',))
    """
    given = answers or {}
    plain = " ".join(NUMBERING.sub("", text).split()).strip(",; ")
    if DANGLING.search(plain):
        return People((plain,), fault="one of the two names is missing")
    parts = [part.strip(", ") for part in JOINER.split(plain) if part.strip(", ")]
    found = _with_commas(parts, given, heading) if "," in plain else _joined(parts, given)
    return _checked(found)


def _joined(parts: Sequence[str], answers: Mapping[str, str]) -> People:
    """Names without commas; "Ed and Fay Ives" may share the last name."""
    if len(parts) != 2 or len(parts[0].split()) > 1 or len(parts[1].split()) == 1:
        return People(tuple(parts))
    if "shared" not in answers:
        return People(tuple(parts), doubt="shared")
    if answers["shared"] == SHARED[0]:
        return People((f"{parts[0]} {parts[1].partition(' ')[2]}", parts[1]))
    return People(tuple(parts))


def _with_commas(parts: Sequence[str], answers: Mapping[str, str], heading: str) -> People:
    if len(parts) > 1:
        if all(part.count(",") == 1 for part in parts):
            return People(tuple(_turned(part) for part in parts))
        return People(tuple(parts), fault="write each name like Ida Lamb")
    left, _, right = (piece.strip() for piece in parts[0].partition(","))
    if not left or "," in right:
        return People((parts[0],), fault="write one player a line, or two with & between them")
    choice = answers.get("commas") or _comma_by_heading(left, right, heading)
    if choice == COMMAS[0]:
        return People((_turned(parts[0]),))
    if choice == COMMAS[1]:
        return People((left, right))
    return People((parts[0],), doubt="commas")


def _comma_by_heading(left: str, right: str, heading: str) -> str:
    """What a comma means under a heading that settles it; nothing where it could be either."""
    if heading == "name" and len(right.split()) == 1 and len(left.split()) == 1:
        return COMMAS[0]
    if heading == "names" and full(left) and full(right):
        return COMMAS[1]
    return ""


def full(name: str) -> bool:
    """Whether a text is a whole name, first and last, and surely not a last name of two words."""
    words = name.split()
    return len(words) > 1 and words[0].casefold() not in PARTICLES


def _turned(name: str) -> str:
    last, _, first = (piece.strip() for piece in name.partition(","))
    return f"{first} {last}"


def _checked(found: People) -> People:
    """The same, with the fault of a text that is not a name."""
    if found.fault or found.doubt:
        return found
    for name in found.names:
        if name.casefold().strip(".! ()") in NOT_A_NAME or not any(map(str.isalpha, name)):
            return People(found.names, fault=f"{name} is not a name; write only the player's name")
        if STRAY.search(name):
            return People(found.names, fault=f"{name} has more in it than a name")
    return found
