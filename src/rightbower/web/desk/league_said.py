"""What somebody sent by a form of the league's desk, read field by field."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from rightbower.events.league.league import Fixture, LeagueError

LONGEST = 400
LONGEST_NAME = 60
MOST_TEXT = 200_000


class Said(Struct, frozen=True):
    """The fields of a form; ``now`` is the local time at which it came, ``officer`` who runs it."""

    fields: tuple[tuple[str, str], ...] = ()
    now: str = ""
    officer: str = ""

    def text(self, name: str) -> str:
        """A line of text, without stray blanks; empty where it is not said."""
        found = next((value for key, value in self.fields if key == name), "")
        return " ".join(found.split())[:LONGEST]

    def long(self, name: str) -> str:
        """A text of several lines."""
        return next((value for key, value in self.fields if key == name), "")[:MOST_TEXT]

    def many(self, name: str) -> list[str]:
        """All values of a field that were chosen, each as it is."""
        found = [" ".join(value.split())[:LONGEST] for key, value in self.fields if key == name]
        return [each for each in found if each]

    def names(self, name: str) -> list[str]:
        """Names somebody wrote, by lines or commas, none of them too long to be shown."""
        parts = re.split(r"[,\n]", self.long(name))
        found = [" ".join(part.split()) for part in parts if part.strip()]
        if any(len(each) > LONGEST_NAME for each in found):
            raise LeagueError(f"a name has at most {LONGEST_NAME} letters")
        return found

    def number(self, name: str, default: int | None = None) -> int:
        """A whole number."""
        text = self.text(name)
        if not text and default is not None:
            return default
        if not re.fullmatch(r"[0-9]{1,4}", text):
            raise LeagueError(f"{name}: {text!r} is no whole number")
        return int(text)

    def one_of(self, name: str, choices: Sequence[str]) -> str:
        """One of a few words."""
        text = self.text(name)
        if text not in choices:
            raise LeagueError(f"choose one of {', '.join(choices)}")
        return text

    def when(self, fixture: Fixture | None = None) -> str:
        """The local time of what happened: now if not said; a time of day is that of the night."""
        text = self.text("when")
        if re.fullmatch(r"[0-2][0-9]:[0-5][0-9](:[0-5][0-9])?", text):
            today = self.now[:10]
            moved = fixture is not None and any(g.moved[:10] == today for g in fixture.games)
            day = today if fixture is None or moved else fixture.starts[:10]
            return f"{day}T{text}"
        return text or self.now

    def points(self, one: str, other: str) -> tuple[int, int] | None:
        """The points of both teams; None where neither is said."""
        if not self.text(one) and not self.text(other):
            return None
        if not self.text(one) or not self.text(other):
            raise LeagueError("write the points of both teams")
        return self.points_of(self.text(one)), self.points_of(self.text(other))

    @staticmethod
    def points_of(text: str) -> int:
        """Points as somebody wrote them."""
        if not re.fullmatch(r"[0-9]{1,2}", text):
            raise LeagueError(f"{text!r} is no number of points")
        return int(text)

    @property
    def sure(self) -> bool:
        """Whether somebody looked at what changes and agreed."""
        return self.text("sure") == "yes"
