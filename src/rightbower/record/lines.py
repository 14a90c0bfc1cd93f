"""A line of a record as it is read: its number, its first word and the rest, with text in quotes."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from typing import Final, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules.message import Message, message
from rightbower.rules.refusal import Refusal, said_by

Read = TypeVar("Read")
TIME: Final = re.compile(r"-?\d+(\.\d+)?(e[+-]?\d+)?")


class RecordError(Refusal):
    """A record that cannot be read or replayed, and where it fails."""


def plain(text: str) -> str:
    """Text on one line: as it stands where that is safe, else in quotes with escapes."""
    if text and text == text.strip() and text.isprintable() and text[0] != '"':
        return text
    return quoted(text)


def unplain(text: str) -> str:
    """The text that ``plain`` wrote."""
    return msgspec.json.decode(text, type=str) if text.startswith('"') else text


def quoted(text: str) -> str:
    """Text in quotes, as JSON and TOML both read it."""
    return msgspec.json.encode(text).decode().replace("\x7f", "\\u007f")


class RecordLine(Struct, frozen=True):
    """One line of a record: its number, its first word and the rest."""

    number: int
    kind: str
    rest: str

    def refuse(self, reason: Message | str) -> RecordError:
        """The refusal of this line."""
        return RecordError(message("line {number}: {reason}", number=self.number, reason=reason))

    @property
    def text(self) -> str:
        return f"{self.kind} {self.rest}".strip()

    def plain(self) -> str:
        """The rest as text that may stand in quotes."""
        try:
            return unplain(self.rest)
        except msgspec.DecodeError:
            raise self.refuse(message("the quotes do not hold one text with its escapes")) from None

    def read(self, reader: Callable[[str], Read], text: str) -> Read:
        """What a reader makes of a text of this line; its refusal says where that stands."""
        try:
            return reader(text)
        except ValueError as fault:
            raise self.refuse(said_by(fault)) from None

    def timed(self) -> tuple[RecordLine, float | None]:
        """The line without the time at its end, and the time."""
        rest, mark, time = self.rest.rpartition("@")
        if not mark or (rest and not rest.endswith(" ")):
            return self, None
        if not TIME.fullmatch(time) or not math.isfinite(float(time)):
            raise self.refuse(
                message("@{time} is not a time; write seconds, such as @12.5", time=time)
            )
        return replace(self, rest=rest.strip()), float(time)


Lines = Iterator[RecordLine]
