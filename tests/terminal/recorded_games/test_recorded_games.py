"""Whole games in the terminal still show what they showed."""

from __future__ import annotations

from functools import cache

import pytest

from terminal.recorded_games import recording


@cache
def recorded() -> dict[str, list[str]]:
    """The games as they were recorded, read once."""
    return recording.recorded()


@pytest.mark.parametrize("name", recording.GAMES)
def test_a_game_shows_what_it_showed(name: str) -> None:
    assert recording.shown(name) == recorded()[name]


def test_no_game_is_recorded_that_is_not_played() -> None:
    assert list(recorded()) == list(recording.GAMES)
