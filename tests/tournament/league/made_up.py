"""Seasons made up from a seed, entry by entry, with the table and the bracket they come to.

``python -m tournament.league.made_up`` (in ``tests``) writes them anew: read the difference before it is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rightbower.tournament.league.questions import ShowBracket, ShowTable
from rightbower.tournament.league.simulated import Habits, season

FILE = Path(__file__).with_name("made_up.txt")
OFTEN = Habits(*(0.4,) * len(Habits.__struct_fields__))
SEASONS = {
    "seldom": (1, 4, None, Habits()),
    "often": (2, 5, 4, OFTEN),
    "often again": (5, 3, 3, OFTEN),
    "and again": (8, 4, 3, OFTEN),
}


def seasons() -> str:
    """All of them."""
    return "\n".join(line for name in SEASONS for line in _told(name)) + "\n"


def _told(name: str) -> Iterator[str]:
    seed, teams, weeks, habits = SEASONS[name]
    history = season(seed, teams, weeks, habits=habits)
    yield f"== {name}"
    yield from (f"{each.number} {each.says}" for each in history.lines())
    for query in (ShowTable(), ShowBracket()):
        for sheet in query.answer(history, 0.0).sheets:
            yield from str(sheet.title).splitlines()
            yield from (" | ".join(row) for row in sheet.rows)


if __name__ == "__main__":
    FILE.write_text(seasons(), "utf-8")
