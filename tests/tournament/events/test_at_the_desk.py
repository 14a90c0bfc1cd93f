"""The desk on the terminal where something is typed twice, half wrong or too early."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from rightbower.cli import main

Typing = Callable[..., str]


@pytest.fixture
def typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Typing:
    """A command typed at a desk of its own, and what it says."""
    monkeypatch.setenv("RIGHTBOWER_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "160")

    def type_(line: str, status: int = 0) -> str:
        assert main(["event", *shlex.split(line)]) == status
        out, err = capsys.readouterr()
        return out + err

    return type_


@pytest.fixture
def pairs(typed: Typing) -> Typing:
    """Three tables of pairs, seated."""
    typed("new alberta-pairs --name A --date 2026-03-01 --placing 'first free'")
    typed("entrants add 'A & Aa' 'B & Bb' 'C & Cc' 'D & Dd' 'E & Ee' 'F & Ff' --here")
    typed("seat --seed q")
    return typed


def test_of_several_results_all_are_written_or_none(pairs: Typing) -> None:
    said = pairs("result 2:10-1 3:10-10 --json", 1)
    assert "table 3: the score is tied at 10" in said
    assert "none of these 2 results was saved" in said
    assert "10–1" not in pairs("tables")
    said = pairs("result 2:10-1 3:10-2 --json")
    assert said.count('"says"') == 2
    assert "10–1" in pairs("tables")


def test_results_of_one_table_twice_are_refused_together(pairs: Typing) -> None:
    assert "has a result for round 1 already" in pairs("result 2:10-1 2:10-3", 1)
    assert "10–1" not in pairs("tables")


def test_all_results_of_a_line_are_told_with_their_versions(pairs: Typing) -> None:
    said = pairs("result 1:10-4 2:10-1 3:10-2")
    assert [line.split(":")[0] for line in said.splitlines()] == [
        "round 1, table 1",
        "round 1, table 2",
        "round 1, table 3",
        "All results of round 1 are in.",
    ]


def test_nobody_is_named_twice(pairs: Typing) -> None:
    assert "B & Bb is named twice" in pairs("entrants withdraw 2 2 --why x", 1)
    assert "B & Bb is named twice" in pairs("entrants withdraw 2 Bb", 1)
    pairs("entrants withdraw 2 3 --why x")


def test_no_extra_time_is_not_a_minute(pairs: Typing) -> None:
    pairs("clock start --minutes 7")
    assert "extra time is more than 0 minutes" in pairs("clock more --minutes 0", 1)
    assert "1 minute of extra time" in pairs("clock more")


def test_the_clock_of_a_round_that_is_over_says_so(pairs: Typing) -> None:
    pairs("clock start --minutes 7")
    pairs("result 1:10-4 2:10-1 3:10-2")
    pairs("seat --seed r")
    assert "the round is over" in pairs("clock show")


def test_show_says_why_a_round_cannot_be_seated(typed: Typing) -> None:
    typed("new charity-day --name C --date 2026-03-01")
    typed("entrants add An Bo Cy --here")
    assert "Waiting: a table needs four players; 3 are here." in typed("show")
    typed("entrants add Di --here")
    assert "Round 1 can be seated." in typed("show")


def test_show_says_that_one_is_alone_in_the_draw(typed: Typing) -> None:
    typed("new knock-out --name K --date 2026-03-01 --placing 'first free'")
    typed("entrants add 'A & Aa' 'B & Bb' 'C & Cc' 'D & Dd' 'E & Ee' --here")
    for seed in "ab":
        typed(f"seat --seed {seed}")
        tables = typed("tables --plain").count("no result yet")
        typed("result " + " ".join(f"{table}:10-4" for table in range(1, tables + 1)))
    typed("entrants withdraw 1 --why ill")
    assert "can be seated" not in typed("show")


def test_the_player_who_deals_is_shown_by_name(typed: Typing) -> None:
    typed("new alberta-pairs --name F --date 2026-03-01")
    typed("entrants add Ann Bob Cy Di --here")
    typed("seat --seed 5")
    row = next(line for line in typed("tables --plain").splitlines() if line.startswith("1\t"))
    assert row.split("\t")[3] in ("Ann", "Bob", "Cy", "Di")


def test_a_list_and_a_demo_say_one_as_one(typed: Typing) -> None:
    typed("new charity-day --name C --date 2026-03-01")
    typed("entrants add An")
    assert "not begun, 1 entrant" in typed("list --plain").replace("1 entrants", "wrong")
    said = typed("demo charity-day --tables 2 --rounds 1 --quick --seed 1")
    assert "1 round at 2 tables, now in the journal." in said


def test_the_four_who_cut_for_partners_are_named_as_they_came(typed: Typing) -> None:
    typed("new alberta-pairs --name A --date 2026-03-01 --placing 'first free'")
    typed("entrants add Ann Bob Cy Di --here")
    typed("seat --seed q")
    typed("cut 1 partners Ann=9S Bob=KD Cy=AH Di=TC")
    assert "Ann & Di" in typed("tables --plain")
