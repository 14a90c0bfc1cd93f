"""What can be put right at the desk: disputes with their reason, money, prizes, a closed event."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from web.at_desk import Director, hall

PAIRS = ("Ann & Al", "Bea & Bob", "Cat & Cy", "Dot & Don")


@pytest.fixture
def day(tmp_path: Path) -> Iterator[Director]:
    """Four pairs, the first round seated."""
    with hall(tmp_path) as client:
        director = Director(client, "alberta-pairs", rounds="2")
        director.names(*PAIRS)
        director.seat()
        yield director


def test_the_reason_of_a_dispute_is_seen_at_the_desk(day: Director) -> None:
    day.line("1 10 7")
    day.do("table/1", "dispute", why="it was 10 to 6")
    assert "disputed: it was 10 to 6" in day.look("round")
    assert "disputed: it was 10 to 6" in day.look("table/1")
    day.do("table/1", "confirm")
    assert "it was 10 to 6" not in day.look("table/1")


def test_who_enters_second_is_told_what_stands(day: Director) -> None:
    day.line("1 10 7")
    assert "Table 1 has a result for round 1 already, 10–7" in day.line("1 10 8")
    assert day.status == 422


def test_standings_are_after_the_rounds_that_are_in(day: Director) -> None:
    assert "before the first result" in day.look("standings")
    day.line("1 10 7")
    assert "in round 1, 1 of 2 tables in" in day.look("standings")
    day.line("2 10 4")
    assert "after round 1" in day.look("standings")
    day.seat()
    assert "after round 1" in day.look("standings")
    assert "round 2" not in day.look("standings").partition("Standings after")[2][:40]


def test_money_is_taken_back_like_everything_else(day: Director) -> None:
    day.do("check-in", "fee", fee="5")
    day.do("check-in", "paid", number=1, amount="5.00")
    seen = day.look("round")
    assert "Paid 5.00. (Ann & Al)" in seen.replace("( ", "(")
    day.do("check-in", "undo-money")
    assert "pot 0.00" in day.look("check-in")
    day.do("check-in", "paid", number=2, amount="5.00")
    day.line("1 10 7")
    assert "Paid" not in day.look("round").partition("Last:")[2]


def test_prizes_can_change_until_the_event_is_closed(day: Director) -> None:
    day.line("1 10 7")
    assert "Prizes, one per line" in day.look("plan")
    day.do("plan", "plan", prizes="First = 60\nSecond = 40")
    assert [prize.amount for prize in day.event.plan.prizes] == [6000, 4000]
    assert "fixed once play has begun" in day.do("plan", "plan", target="11")


def test_a_closed_event_is_opened_again_with_a_reason(day: Director) -> None:
    day.all_in()
    day.seat()
    day.line("1 10 2")
    day.line("2 4 10")
    day.sure("finish", "finish")
    assert day.event.finished
    assert "Say why" in day.do("finish", "reopen", why="")
    asked = day.do("finish", "reopen", why="a card was misread")
    assert day.event.finished, asked
    day.do("finish", "reopen", why="a card was misread", sure="yes", version=day.seen)
    assert not day.event.finished
    assert day.event.places == ()
    day.sure("table/1?round=2", "correct", first=10, second=3, why="the card says 3")
    day.sure("finish", "finish")
    assert day.event.finished
    assert "opened again: a card was misread" in day.look("log").lower()
