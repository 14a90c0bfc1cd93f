"""Whole games in the terminal still show what they showed."""

from __future__ import annotations

import pytest

from terminal.recorded_games.recording import ESCAPE, FOLDER, GAMES, file_of, recorded, shown


@pytest.mark.parametrize("name", GAMES)
def test_a_game_shows_what_it_showed(name: str) -> None:
    assert shown(name) == recorded(name)


def test_no_game_is_recorded_that_is_not_played() -> None:
    assert sorted(FOLDER.iterdir()) == sorted(map(file_of, GAMES))


def test_recorded_games_are_text_to_git() -> None:
    for file in FOLDER.iterdir():
        text = file.read_text("utf-8")
        assert "\0" not in text, file.name
        assert ESCAPE not in text, file.name
