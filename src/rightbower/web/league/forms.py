"""What somebody sent by a form of the league's desk, to be shown again."""

from __future__ import annotations

from msgspec import Struct

LONGEST = 400
MOST_TEXT = 200_000


class FilledForm(Struct, frozen=True):
    """The fields of a form."""

    fields: tuple[tuple[str, str], ...] = ()

    def text(self, name: str) -> str:
        """A line of text, without stray blanks; empty where it is not said."""
        return " ".join(self.long(name).split())[:LONGEST]

    def long(self, name: str) -> str:
        """A text of several lines."""
        return next((value for key, value in self.fields if key == name), "")[:MOST_TEXT]

    def many(self, name: str) -> list[str]:
        """All values of a field that were chosen, each as it is."""
        found = [" ".join(value.split())[:LONGEST] for key, value in self.fields if key == name]
        return [each for each in found if each]
