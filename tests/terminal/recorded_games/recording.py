"""Whole games in the terminal, all that was shown, as they were recorded.

``python tests/terminal/recorded_games/recording.py`` records them anew; say in the commit why they changed.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import Final
from unittest import mock

HERE: Final = Path(__file__).parent
FOLDER: Final = HERE / "games"
sys.path.insert(0, str(HERE.parents[1]))

from rightbower.players import player  # noqa: E402
from rightbower.rules.book import names  # noqa: E402
from rightbower.rules.cards import Seat  # noqa: E402
from rightbower.terminal.picture import Screen  # noqa: E402
from rightbower.terminal.session import Setup, Sitting  # noqa: E402
from terminal import test_terminal, test_terminal_at_table  # noqa: E402

ASKED: Final = (
    "why", "help", "?", "rules", "rules bidding", "rules march", "rules juggling", "rules A01-4", "score", "tricks",
    "hand", "banana", "0", "99", "JH", "jd", "10s", "alone", "order alone", "pass", "clubs", "hearts alone",
    "turn it down", "partner", "pick it up", "rulings", "call", "call 9", "drop", "early", "overrule", "call x",
    "overrule 1 never mind",
)  # fmt: skip
# What begins a color, and the character it is written as: files without it are text to git.
ESCAPE: Final = "\x1b"
WRITTEN_AS: Final = "␛"


class Curious(test_terminal.Evening):
    """Somebody who asks and tries all sorts of things before choosing."""

    def any_choice(self, chance: Random) -> Iterator[str]:
        """Now and then a question or a word of any kind."""
        while True:
            yield chance.choice(ASKED) if chance.random() < 0.35 else self.choice(chance)


class CuriousAtTable(test_terminal_at_table.Evening):
    """The same as at the table."""

    def answer(self) -> str:
        """Now and then a question or a word of any kind."""
        return self.chance.choice(ASKED) if self.chance.random() < 0.2 else super().answer()


def _alone(book: str, plain: bool, folder: Path) -> str:
    return test_terminal.Evening(folder, book, plain=plain, seed=f"{book}-1").played()


def _curious(book: str, folder: Path) -> str:
    return Curious(folder, book, seed=f"{book}-3").played()


def _with_slips(book: str, seed: str, folder: Path) -> str:
    return test_terminal_at_table.Evening(folder, book, seed).played()


def _curious_with_slips(book: str, folder: Path) -> str:
    return CuriousAtTable(folder, book, "4").played()


def _drawn_with_slips(folder: Path) -> str:
    evening = test_terminal_at_table.Evening(folder, "alberta-55plus", "5")
    evening.sitting.screen = Screen(evening.answers(), evening.out, plain=False)
    return evening.played()


def _from_another_seat(folder: Path) -> str:
    """You sit East, by the clock, and stop in the middle."""
    evening = test_terminal.Evening(folder, "national-2025", seed="7")
    given = evening.sitting.setup
    ticks = iter(range(0, 10_000, 7))
    setup = Setup(
        book=given.book, you=Seat.E, players=given.players, others=player("club"), seed="7",
        file=folder / "east.txt", tick=lambda: float(next(ticks)),
    )  # fmt: skip
    answers = iter(["", "", "", "quit", "no", "1", "1", "1", "2", "1", "1", "1", "1"])
    evening.sitting = Sitting(setup, Screen(answers, evening.out, plain=True))
    evening.sitting.play()
    return evening.out.getvalue()


GAMES: Final[Mapping[str, Callable[[Path], str]]] = {
    **{f"{book} plain": partial(_alone, book, True) for book in names()},
    **{f"{book} drawn": partial(_alone, book, False) for book in ("standard", "national-2025")},
    **{f"{book} curious": partial(_curious, book) for book in names()},
    **{f"{book} with slips {seed}": partial(_with_slips, book, seed) for book in names() for seed in "12"},
    **{f"{book} curious with slips": partial(_curious_with_slips, book) for book in names()},
    "drawn with slips": _drawn_with_slips,
    "from another seat": _from_another_seat,
}  # fmt: skip


def shown(name: str) -> list[str]:
    """What a game shows now."""
    with (
        tempfile.TemporaryDirectory() as folder,
        mock.patch.dict("os.environ", {"COLUMNS": "80", "TERM": "xterm-256color"}),
    ):
        text = GAMES[name](Path(folder)).replace(folder, "FOLDER")
    return text.splitlines()


def file_of(name: str) -> Path:
    """Where a game is recorded."""
    return FOLDER / f"{name.replace(' ', '-')}.txt"


def recorded(name: str) -> list[str]:
    """What a game showed when it was recorded."""
    return file_of(name).read_text("utf-8").replace(WRITTEN_AS, ESCAPE).splitlines()


def main() -> None:
    """Record them all."""
    for name in GAMES:
        text = "".join(f"{line}\n" for line in shown(name))
        assert WRITTEN_AS not in text, "an escape could not be told from what is shown"
        file_of(name).write_text(text.replace(ESCAPE, WRITTEN_AS), "utf-8")


if __name__ == "__main__":
    main()
