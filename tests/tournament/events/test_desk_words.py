"""The director's commands for ties, substitutes and the list of entrants."""

from pathlib import Path

import pytest

from typed import Terminal


@pytest.fixture
def terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Terminal:
    monkeypatch.setenv("RIGHTBOWER_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "200")
    return Terminal(capsys, "event")


def test_a_level_cut_for_places_is_entered_with_its_redraw(terminal: Terminal) -> None:
    terminal("new", "national-progressive", "--name", "N", "--placing", "first free", "--decided", "4")  # fmt: skip
    terminal("entrants", "add", *(f"{letter}n" for letter in "ABCDEFGH"), "--here")
    terminal("seat", "--seed", "a")
    assert "Round 1 is not over; ties are broken after play." in terminal("tie")
    terminal("result", "1:11-3", "2:11-5")
    cards = ("1=AS", "3=KD", "5=KS", "7=9H")
    assert "no card was given for Gn" in terminal.refused("tie", "cut", *cards[:3])
    assert "it is a tie: Cn and En cut again" in terminal.refused("tie", "cut", *cards)
    assert "'again' is not a cut" in terminal.refused("tie", "cut", *cards, "again")
    terminal("tie", "cut", *cards, "again=3=9S", "5=ts")
    assert "cut KS, then in the redraw cut TS" in terminal("standings", "--plain")


def test_the_host_is_told_how_to_decide_about_a_shared_place(terminal: Terminal) -> None:
    terminal("new", "charity-day", "--name", "C", "--rounds", "1")
    terminal("entrants", "add", *(f"{letter}n" for letter in "ABCDEFGH"), "--here")
    terminal("seat", "--seed", "a")
    terminal("result", "1:9-5", "2:4-8")
    terminal("hand-in", "--all")
    said = terminal("tie")
    assert "An and Cn share 1st place unless the host decides otherwise." in said
    assert "tie place WHO WHO" in said
    terminal("tie", "place", "3", "1", "--why", "the elder")
    assert "Nobody whose place matters is tied." in terminal("tie")
    terminal("finish")
    assert "The results are final." in terminal("tie")


def test_a_substitute_at_zone_playoffs_brings_papers(terminal: Terminal) -> None:
    terminal("new", "alberta-pairs", "--name", "Z", "--date", "2026-03-01", "--stage", "zone playoffs")  # fmt: skip
    terminal("entrants", "add", "Cy & Di", "--member", "--born", "1950-01-01", "--here")
    swap = ("entrants", "substitute", "1", "Cy", "Ida Todd", "--zone", "Zone 3")
    assert "not shown to be an active member (A01-E.2)" in terminal.refused(*swap)
    young = (*swap, "--member", "--born", "1999-01-01")
    assert "Ida Todd is not 55 by 31 December 2026" in terminal.refused(*young)
    two = ("entrants", "substitute", "1", "Cy", "Ida & Eve", "--member")
    assert "name just one player to take over" in terminal.refused(*two)
    terminal(*swap, "--member", "--born", "1950-06-30")
    assert "Ida Todd & Di" in terminal("entrants", "list")


def test_a_list_with_pairs_made_of_singles_can_be_taken_in_again(
    terminal: Terminal, tmp_path: Path
) -> None:
    terminal("new", "alberta-pairs", "--name", "One")
    terminal("entrants", "add", "Ann & Bob", "Cy", "Di", "--here")
    terminal("seat", "--seed", "a")
    file = str(tmp_path / "e.csv")
    terminal("export", "csv", file, "--table", "entrants")
    terminal("new", "alberta-pairs", "--name", "Two")
    terminal("entrants", "import", file, "-e", "two")
    listed = terminal("entrants", "list", "-e", "two", "--plain")
    assert [line.split("\t")[1] for line in listed.splitlines()[2:4]] == ["Ann & Bob", "Cy & Di"]
