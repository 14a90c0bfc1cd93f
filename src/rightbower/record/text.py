"""The words that reader and writer of records share."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from rightbower.cards import Side
from rightbower.game import Game, GameResult, TurnUp
from rightbower.score import Mark

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
