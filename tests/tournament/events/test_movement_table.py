"""The movements by name: one table of what each is like, one of how it seats."""

import re
from pathlib import Path
from typing import get_args, get_type_hints

import rightbower
from rightbower.rules.event_settings import Movement
from rightbower.tournament.events.event import KINDS
from rightbower.tournament.events.seating import MOVEMENTS

SOURCE = Path(rightbower.__file__).parent


def test_every_movement_of_the_books_is_told_of() -> None:
    """One table knows what is said, drawn and foreseen of each, another how it is seated."""
    named = set(get_args(get_type_hints(Movement)["kind"]))
    assert set(KINDS) == set(MOVEMENTS) == named


def test_a_movement_is_asked_for_by_its_name_only_to_look_it_up() -> None:
    """What it is like stands in one table, so that a new one is an entry there."""
    asking = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if re.search(r"movement\.kind\b(?![\"'])", path.read_text())
    }
    assert asking == {
        "tournament/events/board_tables.py",
        "tournament/events/movements/ring.py",
        "tournament/events/seating.py",
        "tournament/events/event.py",
        "tournament/events/planner.py",
        "web/desk/setup.py",
    }
