"""``rightbower club``: seasons of nights and the book of people from the terminal."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from rightbower.cli.contest import ContestWords, Terminal, Word, importing, listing, opening
from rightbower.office.club_files import ImportPeople
from rightbower.office.contests import CONTESTS


def _people_from(terminal: Terminal, args: argparse.Namespace) -> None:
    terminal.do([ImportPeople(args.file.read_text("utf-8-sig", "replace"))])


WORDS: Final = {
    "open": opening("start the club of this hall"),
    "list": listing("show the club in this data folder", ("Id", "Name", "Seasons")),
    "people-from": Word(
        "add people from a CSV file",
        lambda parser: parser.add_argument("file", type=Path, help="a CSV file"),
        _people_from,
    ),
    "import": importing("import the club from its JSON export"),
}
typed = ContestWords(CONTESTS["club"], WORDS)
