"""Where the words go and where the answers come from."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    from rich.console import Console

WIDTH: Final = 80
SIGNS: Final = "♥“╭▒●▮·–▶"
IN_LETTERS: Final = str.maketrans(
    {"♣": "", "♦": "", "♥": "", "♠": "", "“": '"', "”": '"', "–": "-", "·": "-", "’": "'"}
    | {"●": "o", "▒": "#", "▮": "*", "│": "|", "▶": ">"}
)


class EndOfInput(Exception):
    """Nobody will answer any more."""


class Screen:
    """A terminal with colours that is drawn afresh, or plain lines one after another."""

    def __init__(
        self,
        answers: Iterator[str],
        out: TextIO,
        plain: bool,
        pace: float = 0,
        echoes: bool = False,
    ) -> None:
        self.answers = answers
        self.echoes = echoes
        self.signs = _writes_signs(out)
        self.plain = plain or not self.signs
        self.pace = 0 if self.plain else pace
        self.console = _console(out, self.plain)

    def say(self, *lines: str) -> None:
        """Print lines of marked-up text, folded to the width."""
        for line in lines:
            self.console.print(line if self.signs else line.translate(IN_LETTERS))

    def list(self, lines: Iterable[str]) -> None:
        """Print lines as points of a list."""
        from rich.table import Table

        grid = Table.grid(padding=(0, 1))
        for line in lines:
            grid.add_row(
                "·" if self.signs else "-", line if self.signs else line.translate(IN_LETTERS)
            )
        self.console.print(grid)

    def ask(self, prompt: str) -> str:
        """The next answer; raise ``EndOfInput`` when there is none."""
        self.console.print(f"[bold dark_goldenrod]{prompt}[/] ", end="")
        try:
            answer = next(self.answers).strip()
        except StopIteration:
            self.console.print()
            raise EndOfInput from None
        if not self.echoes:
            self.console.print(answer, markup=False)
        return answer

    def fresh(self) -> None:
        """Begin a new picture; plain lines simply go on."""
        if not self.plain:
            self.console.clear()

    def rest(self, beats: float = 1) -> None:
        """Leave time to look."""
        if self.pace:
            time.sleep(self.pace * beats)


def _console(out: TextIO, plain: bool) -> Console:
    from rich.console import Console

    if plain:
        return Console(file=out, color_system=None, highlight=False, emoji=False, width=WIDTH)
    console = Console(file=out, highlight=False, emoji=False)
    console.width = min(console.width, WIDTH)
    return console


def _writes_signs(out: TextIO) -> bool:
    try:
        SIGNS.encode(getattr(out, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def typed() -> Iterator[str]:
    """What a person types, until the input ends."""
    while True:
        try:
            yield input()
        except EOFError:
            return
