"""Advice, review and open hands, as a library and on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rightbower.advice import advise, annotated, described, review
from rightbower.book import load
from rightbower.cards import Seat
from rightbower.cli import main
from rightbower.deal import write_action
from rightbower.egn import read as read_egn
from rightbower.record import Record, read

GAMES = Path(__file__).parent / "games"
ONE_LINE = ["advise", "--dealer", "S", "--turn-up", "9H", "--seat", "W", "--worlds", "60"]


def test_three_top_trumps_and_two_top_spades_go_alone() -> None:
    seen = described(load("standard"), "S", "9H", "W", "JH JD AH KS AS")
    found = advise(seen, worlds=80)
    assert write_action(found[0].action) == "W order alone"
    assert found[0].points > 3.5
    assert [each.chance for each in found] == sorted((e.chance for e in found), reverse=True)


def test_nothing_in_hand_is_passed() -> None:
    seen = described(load("standard"), "S", "9H", "W", "9S TS 9D TD 9C")
    assert write_action(advise(seen, worlds=80)[0].action) == "W pass"


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"hand": "JH JH AH KS AS"}, "in the hand twice"),
        ({"hand": "JH JD AH KS AS 9C"}, "give the 5 cards dealt, not 6"),
        ({"hand": "9H JD AH KS AS"}, "9H is turned up"),
        ({"hand": "1H JD AH KS AS"}, "not one of the 24 cards"),
        ({"done": "N pass"}, "it is West's turn then"),
        ({"done": "W pass"}, "North's turn, not West's"),
        ({"score": "three"}, "write the score as 3-5"),
        ({"done": "W order, S bury JH", "seat": "W"}, "JH appears twice"),
    ],
)
def test_what_cannot_be_is_said(change: dict[str, str], fault: str) -> None:
    told = {"dealer": "S", "turn_up": "9H", "seat": "W", "hand": "JH JD AH KS AS", **change}
    with pytest.raises(ValueError, match=fault):
        described(load("standard"), **told)


def test_a_book_that_wants_a_trump_of_the_caller_can_be_told_of_a_call() -> None:
    hand, done = "JH JD AH KH QH", "W pass, N pass, E order, S bury 9C, W AS, N 9S"
    seen = described(load("national-2025"), "S", "9H", "E", "TS AC KC QC TH", done)
    assert seen.maker is Seat.E
    done = "W pass, N order, S bury 9C"
    assert described(load("national-2025"), "S", "9H", "W", hand, done).maker is Seat.N


def game() -> Record:
    """A record of our own making."""
    path = GAMES / "standard-unfinished.txt"
    return read(path.read_text("utf-8"))


def test_a_review_finds_costs_and_writes_them_as_notation() -> None:
    told = game()
    comments = review(told, worlds=20)
    assert comments
    assert all(comment.cost >= 0 for comment in comments)
    assert {comment.sign for comment in comments} <= {"", "?!", "?", "??"}
    text = annotated(told, comments)
    again = read_egn(text)
    assert again.record.players == told.players
    signs = sum(bool(comment.sign) for comment in comments)
    assert text.count("was better by") == signs
    assert all(bool(comment.why) == bool(comment.sign) for comment in comments)


def test_the_advise_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ONE_LINE, "--hand", "JH JD AH KS AS", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    options = told["options"]
    assert told["why"].startswith("Order it up alone: three trumps with both bowers")
    assert {option["action"] for option in options} == {"pass", "order", "order alone"}
    assert main([*ONE_LINE, "--hand", "JH JD AH KS AS"]) == 0
    assert "% to win" in capsys.readouterr().out
    assert main([*ONE_LINE, "--hand", "JH JD AH KS"]) == 1
    assert capsys.readouterr().err == "rightbower advise: give the 5 cards dealt, not 4\n"


def test_the_solve_command(capsys: pytest.CaptureFixture[str]) -> None:
    hands = ["--north", "JD AD 9S KC TH", "--east", "QS TS KD QC AH", "--west", "AS KS 9D TC QH"]
    common = ["solve", *hands, "--trump", "H", "--leader", "W", "--maker", "S"]
    assert main([*common, "--south", "JH KH QD AC 9H", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tricks"] == 5
    assert main([*common, "--south", "JH KH QD AC 9H", "--alone"]) == 0
    assert "South's side takes" in capsys.readouterr().out
    assert main([*common, "--south", "JH KH QD AC JD"]) == 1
    assert "JD appears twice" in capsys.readouterr().err
    assert main([*common, "--south", "JH KH QD AC"]) == 1
    assert "South holds 4 cards, not 5" in capsys.readouterr().err


def test_the_review_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = GAMES / "standard-unfinished.txt"
    out = tmp_path / "game.egn"
    assert main(["review", str(path), "--worlds", "10", "--egn", str(out), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["decisions"]
    assert main(["review", str(out), "--worlds", "5"]) == 0
    assert "in all" in capsys.readouterr().out
    assert main(["review", str(tmp_path / "none")]) == 1
    capsys.readouterr()


def test_several_games_are_reviewed_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [str(GAMES / "standard-unfinished.txt"), str(GAMES / "charity-social.txt")]
    common = ["review", *files, "--worlds", "3", "--workers", "1"]
    assert main([*common, "--egn", str(tmp_path / "out")]) == 0
    told = capsys.readouterr().out
    assert all(f"{file}:\n" in told for file in files)
    assert "% a game, " in told
    assert sorted(path.stem for path in (tmp_path / "out").iterdir()) == sorted(
        Path(file).stem for file in files
    )
    assert main([*common, "--json"]) == 0
    games = json.loads(capsys.readouterr().out)["games"]
    assert [game["file"] for game in games] == files
    assert all(game["decisions"] for game in games)
    bad = tmp_path / "bad.txt"
    bad.write_text("nothing of the kind")
    assert main(["review", files[0], str(bad)]) == 1
    assert capsys.readouterr().err.startswith(f"rightbower review: {bad}: ")
    assert main(["review", files[0], files[0], "--egn", str(tmp_path / "o"), "--worlds", "1"]) == 1
    assert "same name" in capsys.readouterr().err
