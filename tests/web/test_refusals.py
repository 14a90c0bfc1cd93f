"""Only what the project refuses in words of its own is shown; an error of ours is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from rightbower.rules.refusal import Refusal
from rightbower.tournament.events.results import EnterResult
from web.at_desk import Director, hall

OURS = "not enough values to unpack (expected 2, got 1)"


def entering(tmp_path: Path, fault: ValueError) -> tuple[int, str]:
    """Type a result whose decision fails; the answer's status and text."""

    def decide(*_: object) -> object:
        raise fault

    with hall(tmp_path) as client, pytest.MonkeyPatch.context() as patched:
        director = Director(client, "national-progressive")
        director.names("Ann", "Bea", "Cat", "Dot")
        director.seat()
        patched.setattr(EnterResult, "decide", decide)
        director.do("round", "result", line="1 10 7")
        return director.status, director.text


def test_a_refusal_is_shown_in_its_own_words(tmp_path: Path) -> None:
    status, text = entering(tmp_path, Refusal("the table plays cribbage"))
    assert status == 422
    assert "The table plays cribbage" in text


def test_the_text_of_a_programming_error_reaches_nobody(tmp_path: Path) -> None:
    with pytest.raises(
        ValueError, match="not enough values"
    ):  # the server's own page says nothing of it
        entering(tmp_path, ValueError(OURS))


def test_a_quotation_mark_left_open_is_told_in_words(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        director = Director(client, "national-progressive")
        director.names("Ann", "Bea", "Cat", "Dot")
        director.seat()
        director.do("round", "result", line='1 10 "7')
        assert director.status == 422
        assert "A quotation mark is not closed" in director.text
