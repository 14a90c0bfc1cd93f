"""The table in the terminal: who deals, what was said, and why a choice is what it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rightbower.advice import described
from rightbower.book import load
from rightbower.terminal import draw
from rightbower.terminal.answers import why
from rightbower.terminal.screen import Screen
from table import dealt
from test_terminal import Evening


@pytest.mark.parametrize(
    ("led", "said"),
    [
        ("W QS", "Spades was led. You hold no spades."),
        ("W 9D", "Diamonds was led. You hold A♦ D. A player"),
    ],
)
def test_why_names_the_cards_that_follow(led: str, said: str) -> None:
    done = f"W pass, N pass, E pass, S pick up, S bury 9C, {led}, N TD, E KD"
    seen = described(load("standard"), "S", "9H", "S", "JH JD 9C TC AD", done, "0-0")
    (line,) = why(dealt("S deals, 9H up"), seen)
    assert re.sub(r"\[[^]]*\]", "", line).startswith(said)


def test_cards_that_may_be_played_have_their_colors_and_the_others_are_dim() -> None:
    done = "W pass, N pass, E pass, S pick up, S bury 9C, W 9D, N TD, E KD"
    seen = described(load("standard"), "S", "9H", "S", "JH JD 9C TC AD", done, "0-0")
    inks = re.findall(r"\[([^]│]*)\] *(\d*\w[♠♥♦♣]) *\[/\]", draw.hand(seen)[1])
    assert {card: ink for ink, card in inks} == {
        "J♥": "dim",
        "J♦": "dim",
        "9♥": "dim",
        "A♦": "bold red",
        "10♣": "dim",
    }


def drawn_table(done: str) -> str:
    """The table as West sees it after these acts, without its colours; South deals."""
    seen = described(load("standard"), "S", "9H", "W", "JH JD 9C TC AD", done, "0-0")
    return re.sub(r"\[[^]]*\]", "", "\n".join(draw.table(seen, None)))


def test_the_table_shows_the_dealer_the_turn_up_and_the_calls() -> None:
    before = drawn_table("")
    assert before.count("(dealer)") == 1
    assert "South (dealer)" in before
    assert "turn-up" in before
    second = drawn_table("W pass, N pass, E pass, S turn down")
    assert "turned down" in second
    assert "turn-up" not in second
    assert second.count("“") == 4


def test_once_the_play_is_on_only_the_makers_call_is_told() -> None:
    playing = drawn_table("W pass, N order, S bury 9S").splitlines()
    assert sum(line.count("“") for line in playing) == 1
    at = next(number for number, line in enumerate(playing) if "North" in line)
    assert "“" in playing[at + 1]


def test_a_drawn_table_leaves_time_to_look_at_others_cards_and_more_at_a_trick(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, rested = Evening(tmp_path, plain=False), list[float]()
    monkeypatch.setattr(Screen, "rest", lambda _, beats=1: rested.append(beats))
    evening.played()
    finished = evening.sitting.game.finished
    tricks = sum(len(each.deal.tricks) for each in finished)
    assert rested.count(2.5) == tricks > 0
    assert rested.count(1) > tricks
