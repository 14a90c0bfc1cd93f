"""What reader and writer of records share: lines, texts in them, and the facts that follow."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from typing import Final, TypeVar

import msgspec

from rightbower.record.entries import RecordError
from rightbower.rules.cards import Side
from rightbower.rules.game import Game, GameResult, TurnUp
from rightbower.rules.score import Mark

Read = TypeVar("Read")
MAGIC: Final = "rightbower record"
VERSION: Final = 1
TURN_UPS: Final = {
    TurnUp.IN_PACK: "in pack",
    TurnUp.PUT_DOWN: "put down",
    TurnUp.FACED: "faced",
}
ASSUMED: Final = "?"
TIME: Final = re.compile(r"-?\d+(\.\d+)?(e[+-]?\d+)?")
SCORE: Final = re.compile(r"NS (-?\d{1,6}) EW (-?\d{1,6})")


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


def points(score: tuple[int, int]) -> str:
    """A score as records write it."""
    return f"NS {score[Side.NS]} EW {score[Side.EW]}"


def stamp(at: float | None) -> str:
    """The time at the end of a line."""
    return "" if at is None else f" @{float(at)!r}".removesuffix(".0")


def facts(before: Game, after: Game) -> tuple[str, ...]:
    """What follows from an entry and is written under it: marks, score and result."""
    lines = []
    for scored in after.finished[len(before.finished) :]:
        lines += [_mark(after, mark) for mark in scored.marks]
        lines.append(f"score {points(scored.score)}")
    if after.result is not None and after.result != before.result:
        lines.append(_result(after, after.result))
    return tuple(lines)


def _mark(game: Game, mark: Mark) -> str:
    return f"mark {mark.side} {mark.points} {mark.path} {plain(game.book.clause(mark.path))}"


def _result(game: Game, result: GameResult) -> str:
    how = "drawn" if result.winner is None else f"{result.winner} wins"
    clause = plain(game.book.clause(result.path))
    return f"result {how} at {points(result.score)} {result.path} {clause}"


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

    def read(self, reader: Callable[[str], Read], text: str) -> Read:
        """What a reader makes of a text of this line; its refusal says where that stands."""
        try:
            return reader(text)
        except ValueError as fault:
            raise self.refuse(str(fault)) from None

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
