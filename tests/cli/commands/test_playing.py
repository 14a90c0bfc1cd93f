"""``rightbower play``: how the game is set up from what was said."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from rightbower.cli import main, play
from rightbower.players import player
from rightbower.rules.cards import Seat
from rightbower.terminal.session import Sitting


class Played:
    """Notes the sitting instead of playing it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sittings: list[Any] = []
        self.fault: BaseException | None = None

        def noted(sitting: Any) -> bool:
            self.sittings.append(sitting)
            if self.fault is not None:
                raise self.fault
            return True

        monkeypatch.setattr(Sitting, "play", noted)


def test_a_game_is_set_up_as_it_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = Played(monkeypatch)
    file = tmp_path / "game.txt"
    words = f"play --seat E --name Zoe --seed 7 --players beginner --record {file} --target 5 --pace fast"
    assert main(words.split()) == 0
    (sitting,) = played.sittings
    setup = sitting.setup
    assert sitting.strict
    assert (setup.book.name, setup.you, setup.seed, setup.file) == ("standard", Seat.E, "7", file)
    assert setup.players == ("North", "Zoe", "South", "West")
    assert setup.target == 5
    assert setup.tick is time.monotonic
    assert sitting.screen.plain


def test_a_game_without_a_word_has_the_usual_set_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = Played(monkeypatch)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["play", "--clock", "off", "--as-at-the-table", "--slips", "never"]) == 0
    (sitting,) = played.sittings
    setup = sitting.setup
    assert not sitting.strict
    assert (setup.you, setup.players) == (Seat.S, ("North", "East", "South", "West"))
    assert (setup.target, setup.tick) == (None, None)
    assert setup.seed.isdecimal()
    assert setup.file.parent == tmp_path / "rightbower" / "games"
    assert sitting.often == 0
    assert type(setup.others) is type(player("club"))


def test_stopping_by_the_keyboard_is_a_status(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played = Played(monkeypatch)
    played.fault = KeyboardInterrupt()
    assert main(["play", "--record", str(tmp_path / "x.txt")]) == play.INTERRUPTED == 130
    taken = tmp_path / "taken.txt"
    taken.touch()
    assert main(["play", "--record", str(taken)]) == 1
    assert "exists already" in capsys.readouterr().err
    assert main(["play", "--target", "0", "--record", str(tmp_path / "y.txt")]) == 1
    assert main(["play", "--seat", "Q", "--record", str(tmp_path / "y.txt")]) == 1
    assert "'Q' is not a seat" in capsys.readouterr().err


def test_a_terminal_is_drawn_upon_and_a_pipe_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = Played(monkeypatch)
    for number, (stdin, stdout, words, plain) in enumerate(
        [(True, True, [], False), (True, False, [], True), (False, True, [], True), (True, True, ["--plain"], True)]
    ):  # fmt: skip
        monkeypatch.setattr("sys.stdin.isatty", lambda stdin=stdin: stdin, raising=False)
        monkeypatch.setattr("sys.stdout.isatty", lambda stdout=stdout: stdout, raising=False)
        assert (
            main(["play", "--record", str(tmp_path / f"{number}.txt"), "--pace", "slow", *words])
            == 0
        )
        screen = played.sittings[-1].screen
        assert (screen.plain, screen.echoes) == (plain, stdin)
        assert screen.pace == (0 if plain else 1.2)
