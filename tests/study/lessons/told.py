"""What is said in the positions of ``told.toml``, read and, after a wished-for change, written anew.

``.venv/bin/python tests/study/lessons/told.py`` writes it anew; read what changed before it is kept.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from msgspec import Struct, convert

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from rightbower.study.explain import explain
from rightbower.study.plays import sure_order
from rightbower.study.reasons import Reason
from study.lessons.lessons import Position

FILE = Path(__file__).with_name("told.toml")


class Told(Struct, frozen=True):
    """A position, a choice for it and perhaps a mistake, and all that is said of them."""

    at: str
    best: str
    mistake: str
    says: str
    claims: tuple[str, ...]

    def now(self) -> Told:
        """The same as it is said now."""
        each = Position("", self.at, self.best, self.mistake, "", (), ())
        mistake = each.action(self.mistake) if self.mistake else None
        said = explain(each.seen, each.action(self.best), mistake)
        claims = tuple(claim(reason) for reason in (*said.reasons, *said.faults))
        return Told(self.at, self.best, self.mistake, said.text, claims)


class Sure(Struct, frozen=True):
    """A position and the order in which every card of the hand wins, where there is one."""

    at: str
    order: str

    def now(self) -> Sure:
        """The same as it is found now."""
        seen = Position("", self.at, "", "", "", (), ()).seen
        return Sure(self.at, " ".join(map(str, sure_order(seen))))


class File(Struct):
    """All of the file."""

    told: list[Told]
    sure: list[Sure]


def claim(reason: Reason) -> str:
    """The ideas of a reason, and the cards, the suit, the seat and the count it speaks of.

    >>> claim(Reason(("void", "book"), "", count=2))
    'void, book | - | - | - | 2'
    """
    cards = " ".join(map(str, reason.cards)) or None
    seat = None if reason.seat is None else reason.seat.word
    parts = (", ".join(reason.ideas), cards, reason.suit, seat, reason.count)
    return " | ".join("-" if part is None else str(part) for part in parts)


def told() -> File:
    """What the file says."""
    return convert(tomllib.loads(FILE.read_text("utf-8")), File)


def written(file: File) -> str:
    """The text of the file."""
    lines = [
        "# What is said of a choice, and of a mistake where one was made, with what each reason speaks of: its",
        "# ideas | cards | suit | seat | count. Then the cards that are sure to win, in their order.",
        "# ``at`` is as in positions.toml; house rules follow the book's name. told.py writes the file anew.",
    ]
    for each in file.told:
        lines += ["", "[[told]]", f'at = "{each.at}"', f'best = "{each.best}"']
        lines += [f'mistake = "{each.mistake}"', f'says = "{each.says}"', "claims = ["]
        lines += [f'    "{one}",' for one in each.claims] + ["]"]
    for sure in file.sure:
        lines += ["", "[[sure]]", f'at = "{sure.at}"', f'order = "{sure.order}"']
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    kept = told()
    anew = File([each.now() for each in kept.told], [each.now() for each in kept.sure])
    FILE.write_text(written(anew), "utf-8")
