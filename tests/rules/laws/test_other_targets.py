"""What a game may be played to besides the book's own target."""

import pytest

from rightbower.rules.book import load
from rightbower.rules.game import target_objection

EVERY = range(1, 31)


def targets(book: str) -> list[int]:
    """Every target up to thirty that a table may choose."""
    return [each for each in EVERY if target_objection(load(book), each) is None]


def test_S02_2_7_a_game_of_deals_has_no_target() -> None:
    assert targets("charity-social") == []


@pytest.mark.parametrize("book", ["national-2025", "sportcial-league"])
def test_N04_2_2_and_L03_7_7_no_other_target_is_named(book: str) -> None:
    assert targets(book) == [load(book).game.target]
