"""A record cut into lines, each of which can say where it stands."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec

from rightbower.record.entries import RecordError
from rightbower.record.text import MAGIC, TIME, VERSION, unplain


class RecordLine(msgspec.Struct, frozen=True):
    """One line of a record: its number, its first word and the rest."""

    number: int
    kind: str
    rest: str

    def refuse(self, reason: str) -> RecordError:
        """The refusal of this line."""
        return RecordError(f"line {self.number}: {reason}")

    @property
    def text(self) -> str:
        return f"{self.kind} {self.rest}".strip()

    def plain(self) -> str:
        """The rest as text that may stand in quotes."""
        try:
            return unplain(self.rest)
        except msgspec.DecodeError:
            raise self.refuse("the quotes do not hold one text with its escapes") from None

    def timed(self) -> tuple[RecordLine, float | None]:
        """The line without the time at its end, and the time."""
        rest, mark, time = self.rest.rpartition("@")
        if not mark or (rest and not rest.endswith(" ")):
            return self, None
        if not TIME.fullmatch(time) or not math.isfinite(float(time)):
            raise self.refuse(f"@{time} is not a time; write seconds, such as @12.5")
        return msgspec.structs.replace(self, rest=rest.strip()), float(time)


def lines_of(text: str) -> Iterator[RecordLine]:
    """The lines that say something, under a first line that names the version."""
    cut = [line.strip() for line in text.removeprefix("\ufeff").split("\n")]
    if cut[0] != f"{MAGIC} {VERSION}":
        if cut[0].startswith(MAGIC):
            raise RecordError(
                f"line 1: this Rightbower reads version {VERSION} of the record, not {cut[0]!r}"
            )
        raise RecordError(f"line 1: a record begins with {MAGIC} {VERSION}")
    for number, line in enumerate(cut[1:], 2):
        if line:
            kind, _, rest = line.partition(" ")
            yield RecordLine(number, kind, rest.strip())
