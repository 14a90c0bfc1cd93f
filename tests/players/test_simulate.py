"""Matches and simulations."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pyarrow.parquet
import pytest

from rightbower.cli import main
from rightbower.players import player
from rightbower.players.simulate import (
    TOURNAMENT,
    DealRow,
    book_for,
    match,
    net_points,
    new_game,
    play_deal,
    row,
    simulate,
    statistics,
)
from rightbower.rules.acts import read_action
from rightbower.rules.book import load, names
from rightbower.rules.cards import Seat, shuffled
from rightbower.rules.ceremonies import deal_cards
from rightbower.rules.game import act, deal_out
from table import cards_out

OPEN = ["--trump", "H", "--leader", "N", "--maker", "N", "--north"]
ASKED = ["--dealer", "S", "--turn-up", "9H", "--seat", "W", "--hand"]


def test_a_player_against_itself_is_level_in_every_deal() -> None:
    level = match("club", "club", 60, workers=1)
    assert (level.points_per_deal, level.standard_error) == (0, 0)


def test_a_function_plays_as_the_player_of_its_name_does() -> None:
    named = match("club", "beginner", 20, workers=1)
    own = match(lambda seen: player("club")(seen), "beginner", 20)
    assert own.points_per_deal == named.points_per_deal
    assert own.first == "<lambda>"
    assert match("club", player("beginner"), 20).second == "beginner"


def test_club_beats_chance_and_swapping_the_names_swaps_the_sign() -> None:
    assert match("club", "random", 150, seed=5, workers=1).ci95[0] > 0.7
    won = match("club", "beginner", 150, seed=5, workers=1)
    lost = match("beginner", "club", 150, seed=5, workers=1)
    assert won.points_per_deal == pytest.approx(-lost.points_per_deal)


def test_the_same_seed_gives_the_same_match_on_any_number_of_processes() -> None:
    alone = match("beginner", "club", 120, seed=3, workers=1)
    together = match("beginner", "club", 120, seed=3, workers=2)
    assert alone == together
    assert match("beginner", "club", 120, seed=4, workers=1) != alone


@pytest.mark.parametrize("book", names())
def test_games_by_every_book_are_counted_whole(book: str) -> None:
    rows, ends = simulate("club", "beginner", 6, book=book, workers=1)
    figures = statistics(rows, ends)
    assert figures["games"] == len(ends) == 6
    called = sum(sum(shares) for shares in figures["called_percent"].values())
    assert called + figures["thrown_in_percent"] == pytest.approx(100, abs=0.1)
    assert figures["points_per_deal"]["NS"] == pytest.approx(
        sum(row.ns for row in rows) / len(rows), abs=1e-3
    )


def test_a_row_has_the_points_of_each_side() -> None:
    """League players against beginners: the sides' points differ, and each row has its own side's."""
    game = new_game(load("standard"), Seat.S)
    while game.result is None:
        cards = deal_cards(shuffled(f"rows {game.played}"), game.dealer, game.book)
        game = play_deal(game, cards, [player(name) for name in ("league", "beginner") * 2])
    rows = [row(each, number) for number, each in enumerate(game.finished, 1)]
    assert (sum(each.ns for each in rows), sum(each.ew for each in rows)) == game.score
    assert game.score[0] != game.score[1]


def test_too_little_to_play_is_said() -> None:
    with pytest.raises(ValueError, match="at least 2 deals"):
        match("club", "club", 1)
    with pytest.raises(ValueError, match="at least one game"):
        simulate("club", "club", 0)


def test_the_match_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "club", "beginner", "--deals", "20", "--workers", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    low, high = told["ci95"]
    assert low <= told["points_per_deal"] <= high
    assert main(["match", "club", "club", "--deals", "4", "--workers", "1", "--keep-turn-up"]) == 0
    assert "points a deal for club" in capsys.readouterr().out
    assert main(["match", "club", "wizard", "--deals", "4", "--workers", "1"]) == 1
    assert "neither one of our players" in capsys.readouterr().err


def test_every_deal_can_be_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    common = ["simulate", "--games", "2", "--workers", "1"]
    assert main([*common, "--out", str(tmp_path / "deals.csv"), "--json"]) == 0
    deals = json.loads(capsys.readouterr().out)["deals"]
    with (tmp_path / "deals.csv").open(newline="") as file:
        assert len(list(csv.DictReader(file))) == deals
    assert main([*common, "--out", str(tmp_path / "deals.parquet")]) == 0
    assert "round 1, seat 4" in capsys.readouterr().out
    assert pyarrow.parquet.read_table(tmp_path / "deals.parquet").num_rows == deals
    assert main([*common, "--out", str(tmp_path / "deals.doc")]) == 1
    assert "should end in .csv or .parquet" in capsys.readouterr().err


def test_the_expert_bids_like_strong_players() -> None:
    """Within 8 points of tournament players in every figure but one: it picks up more as dealer."""
    rows, ends = simulate("expert-quick", "expert-quick", 40, seed=4, workers=1)
    figures = statistics(rows, ends)
    for name in ("round 1", "round 2"):
        for seat in range(4):
            far = 17 if (name, seat) == ("round 1", 3) else 8
            here, good = (each["called_percent"][name][seat] for each in (figures, TOURNAMENT))
            assert here == pytest.approx(good, abs=far), (name, seat)
    for name in ("point", "march", "euchred", "lone_tried", "lone_march"):
        good = TOURNAMENT[f"{name}_percent"]
        assert figures[f"{name}_percent"] == pytest.approx(good, abs=8), name


def deal_row(
    round_: int, caller: int, tricks: int, ns: int, ew: int, alone: bool = False
) -> DealRow:
    """A deal by what was called and what it brought; North deals."""
    ending = "played" if round_ else "thrown in"
    return DealRow(1, "N", "9H", round_, caller, "E", "H", alone, tricks, ending, ns, ew)


def test_the_figures_of_a_few_deals() -> None:
    rows = [
        deal_row(1, 1, 3, 0, 1),
        deal_row(1, 4, 4, 1, 0),
        deal_row(2, 1, 5, 0, 2),
        deal_row(2, 3, 5, 0, 4, alone=True),
        deal_row(1, 3, 3, 0, 1, alone=True),
        deal_row(2, 2, 2, 0, 2),
        deal_row(0, 0, 0, 0, 0),
        deal_row(0, 0, 0, 0, 0),
    ]
    assert statistics(rows, ["EW", "draw"]) == {
        "games": 2,
        "deals": 8,
        "deals_per_game": 4.0,
        "wins": {"EW": 1, "draw": 1},
        "called_percent": {
            "round 1": [12.5, 0.0, 12.5, 12.5],
            "round 2": [12.5, 12.5, 12.5, 0.0],
        },
        "thrown_in_percent": 25.0,
        "point_percent": 25.0,
        "march_percent": 12.5,
        "euchred_percent": 12.5,
        "lone_tried_percent": 25.0,
        "lone_march_percent": 12.5,
        "points_per_deal": {"NS": 0.125, "EW": 1.25},
    }
    assert statistics([], [])["deals_per_game"] == 0.0


@pytest.mark.parametrize(
    ("book", "words", "net"),
    [
        ("national-2025", "W order", 11),
        ("national-2025", "W pass, N order", -11),
        (
            "national-2025",
            "W pass, N pass, E pass, S turn down, W pass, N pass, E pass, S pass",
            0,
        ),
    ],
)
def test_a_deal_that_loses_the_game_counts_as_its_target(book: str, words: str, net: int) -> None:
    cards = cards_out("9H", N="AD KD QC TC 9D", W="AS KS KC 9C 9S")
    game = deal_out(new_game(load(book), Seat.S), cards)
    for action in words.split(","):
        game = act(game, read_action(action))
    assert net_points(game) == net


def test_a_match_may_have_its_own_word_on_burying_the_turn_up() -> None:
    assert book_for("standard") == load("standard")
    for said, value in ((True, "allowed"), (False, "never")):
        for name in ("standard", "national-2025"):
            book = book_for(name, said)
            assert book.burying.turn_up == value
            assert book.cite("burying.turn_up").note == "Set for the match."


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["match", "club", "wizard", "--deals", "4"], "neither one of our players"),
        (["match", "club", "expert", "--deals", "1"], "at least 2 deals"),
        (["match", "club", "league", "--book", "moon"], "moon"),
        (["simulate", "--ns", "wizard"], "neither one of our players"),
        (["solve", *OPEN, "JH JH 9H TH AH", "--east", "9C TC JC QC KC", "--south", "9D TD JD QD KD", "--west", "9S TS JS QS KS"], "JH appears twice"),
        (["solve", *OPEN, "JH QH 9H TH AH AC", "--east", "9C TC JC QC KC", "--south", "9D TD JD QD KD", "--west", "9S TS JS QS KS"], "North holds 6 cards, not 5"),
        (["advise", *ASKED, "JH JD AH KS KS"], "twice"),
        (["advise", *ASKED, "JH JD AH KS QS TS"], "give the 5 cards"),
    ],
)  # fmt: skip
def test_bad_input_is_one_clear_sentence(
    words: list[str], fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, *(["--workers", "1"] if words[0] in ("match", "simulate") else [])]) == 1
    told = capsys.readouterr().err.strip()
    assert fault in told
    assert "\n" not in told
    assert "Traceback" not in told
