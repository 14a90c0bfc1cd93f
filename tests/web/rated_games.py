"""Games that have ended, as they are rated and counted."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rightbower.web.hall.archive import PastGame
from rightbower.web.profile.ratings import RatingCourse

PEOPLE = ("nan", "eve", "sam", "wes")


def game(table: str = "g", **more: Any) -> PastGame:
    """A game of four people that North and South won."""
    plain = PastGame(
        table,
        "A book",
        PEOPLE,
        tuple(each.title() for each in PEOPLE),
        (10, 6),
        1000.0,
        "standard",
        ("", "", "", ""),
        "NS",
    )
    return replace(plain, **more)


BOTS = ("club", "club", "", "club")
WITH_BOTS: dict[str, Any] = {"bots": BOTS, "people": ("bot:N", "bot:E", "sam", "bot:W")}


def course_of(*games: PastGame) -> RatingCourse:
    """The ratings after these games."""
    found = RatingCourse()
    for each in games:
        found.add(each)
    return found
