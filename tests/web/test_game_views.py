"""The game as a table shows it to everybody: bids, tricks, the hand that ended, the end, the clock."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from rightbower.record.entries import ReminderEntry
from rightbower.rules.cards import Seat, Side
from rightbower.rules.game import GameResult, Scored
from rightbower.web.hall import wire
from rightbower.web.hall.entries import BotStoodIn, Played, TakenBack, Timed
from rightbower.web.hall.says import names_of
from rightbower.web.hall.table import HallTable, finished, fold, folded
from rightbower.web.hall.views import chairs, game_view, message_for, own_view
from web.joined import seen_game
from web.played_so_far import TAKEN, TRICKS, after
from web.seated import Sitting

NONE_YET = {"up": False, "pips": 0, "at": (0, 0, 0)}
BIDS = [("W", "Pass"), ("N", "Pass"), ("E", "Pass"), ("S", "Pick it up")]
HEARTS = ["JH", "JD", "AH", "KH", "QH", "TH", "9H"]


def seen(table: HallTable) -> dict[str, Any]:
    """What an onlooker knows, without the fives, which are tested for themselves."""
    found = seen_game(table)
    assert found is not None
    del found["fives"]
    return found


BEGUN = {
    "dealer": "S",
    "score": (0, 0),
    "deal": 1,
    "turnup": "9H",
    "won": (0, 0),
    "tricks_of": (0, 0, 0, 0),
    "goal": "of 10",
    "rated": True,
}
MADE = {"bids": BIDS, "trump": "H", "trumps": HEARTS, "maker": "S"}


@pytest.mark.parametrize(
    ("acts", "more"),
    [
        ((), {"phase": "round one", "turn": "W", "cards_left": (5, 5, 5, 5)}),
        (
            ("W pass, N pass, E pass, S pick up",),
            {**MADE, "phase": "bury", "turn": "S", "cards_left": (5, 5, 6, 5)},
        ),
        (
            (TAKEN, "W AS, N 9S"),
            {
                **MADE,
                "phase": "play",
                "turn": "E",
                "cards_left": (4, 5, 5, 4),
                "trick": [("W", "AS"), ("N", "9S")],
            },
        ),
        (
            (TAKEN, *TRICKS[:2]),
            {
                **MADE,
                "phase": "play",
                "turn": "E",
                "cards_left": (3, 3, 3, 3),
                "before": [("S", "KH"), ("W", "QH"), ("N", "TH"), ("E", "AH")],
                "previous": [("S", "KH"), ("W", "QH"), ("N", "TH"), ("E", "AH")],
                "winner": "E",
                "won": (1, 1),
                "tricks_of": (0, 1, 1, 0),
            },
        ),
        (
            (TAKEN, *TRICKS[:2], "E QC"),
            {
                **MADE,
                "phase": "play",
                "turn": "S",
                "cards_left": (3, 2, 3, 3),
                "trick": [("E", "QC")],
                "previous": [("S", "KH"), ("W", "QH"), ("N", "TH"), ("E", "AH")],
                "winner": "E",
                "won": (1, 1),
                "tricks_of": (0, 1, 1, 0),
            },
        ),
        (
            ("W pass, N order alone", "W AS"),
            {
                "bids": [("W", "Pass"), ("N", "Order it up and go alone")],
                "trump": "H",
                "trumps": HEARTS,
                "maker": "N",
                "lone": "N",
                "phase": "play",
                "turn": "N",
                "cards_left": (5, 5, 5, 4),
                "trick": [("W", "AS")],
            },
        ),
        (
            ("W pass, N pass, E pass, S turn down, W name S",),
            {
                "bids": [*BIDS[:3], ("S", "Turn it down"), ("W", "Spades")],
                "trump": "S",
                "trumps": ["JS", "JC", "AS", "KS", "QS", "TS", "9S"],
                "maker": "W",
                "turned_down": True,
                "phase": "play",
                "turn": "W",
                "cards_left": (5, 5, 5, 5),
            },
        ),
    ],
)
def test_the_game_as_everybody_sees_it(acts: tuple[str, ...], more: dict[str, Any]) -> None:
    assert seen(after(*acts)) == {**BEGUN, **more}


BY_CARDS = ("trump", "trick", "winner", "played", "takers")
LAST = {
    "ending": "played",
    "marks": [("NS", 1, "score.make", "standard:score.make")],
    "maker": "S",
    "tricks": (4, 1),
    "trump": "H",
    "trick": [("S", "QD"), ("W", "KS"), ("N", "AD"), ("E", "QS")],
    "winner": "N",
    # Also what was played at a claim: the hand is over, and everybody may look.
    "played": [[(each[0], each[2:]) for each in trick.split(", ")] for trick in TRICKS],
    "takers": ["S", "E", "S", "S", "N"],
}


def test_a_hand_that_ended_is_shown_until_the_next_is_dealt() -> None:
    table = after(TAKEN, *TRICKS)
    assert seen(table) == {
        "dealer": "W",
        "score": (1, 0),
        "deal": 1,
        "last": LAST,
        "goal": "of 10",
        "rated": True,
    }
    assert own_view(table, Seat.N) is None
    sitting = Sitting(mode="strict")
    sitting.do(", ".join((TAKEN, *TRICKS)))
    sitting.ask("N", wire.Next("n"))
    again = seen(sitting.table)
    assert ("last" in again, again["phase"], again["deal"]) == (False, "round one", 2)


def test_a_lone_hand_that_ended_and_one_thrown_in() -> None:
    sitting = Sitting(mode="strict", overlay={"bidding.all_pass": "throw in"})
    sitting.do("W pass, N pass, E pass, S turn down, W pass, N pass, E pass, S pass")
    assert seen(sitting.table)["last"] == {"ending": "thrown in", "tricks": (0, 0)}
    alone = after(
        "W pass, N pass, E pass, S pick up alone, S bury JC",
        "W AS, E TS, S 9H",
        "S JH, W QH, E AH",
        "S KH, W 9D, E KD",
        "S AC, W TC, E QC",
        "S QD, W KS, E QS",
    )
    last = seen(alone)["last"]
    assert (last["alone"], last["tricks"], last["winner"]) == (True, (5, 0), "S")
    assert [mark[:3] for mark in last["marks"]] == [("NS", 4, "score.lone_march")]


def test_the_end_of_a_game_by_its_cards_and_by_its_facts() -> None:
    table = after(TAKEN, *TRICKS)
    assert table.game is not None
    end = GameResult((1, 0), Side.NS, "points", "game.target")
    over = replace(table, game=replace(table.game, result=end))
    facts = replace(over, finished=finished(over))
    told_end = {
        "winner": "NS",
        "reason": "points",
        "clause": "standard:game.target",
        "score": [1, 0],
    }
    whole = seen(facts)
    assert whole["result"] == told_end
    assert whole["seed"] == "seed"
    assert len(whole["course"]) == 2
    assert (whole["course"][0] > 0.3, whole["course"][-1]) == (True, 1.0)
    unplayed = to_builtins(game_view(replace(facts, game=None)))
    by_facts = {key: each for key, each in LAST.items() if key not in BY_CARDS}
    assert unplayed == {
        "dealer": "W",
        "score": (1, 0),
        "deal": 1,
        "last": by_facts,
        "result": told_end,
        "seed": "seed",
    }
    drawn = replace(over, game=replace(table.game, result=GameResult((1, 0), None, "agreed", "")))
    assert seen(drawn)["result"] == {
        "winner": None,
        "reason": "agreed",
        "clause": "",
        "score": [1, 0],
    }
    assert game_view(replace(table, game=None)) is None
    assert "seed" not in seen(table)
    assert "course" not in seen(table)
    assert message_for(facts, Seat.N).clause == "standard:game.target"
    assert message_for(table, Seat.N).clause == ""


def test_a_game_that_ended_before_its_first_hand_is_told_by_its_facts() -> None:
    table = after()
    assert table.game is not None
    end = GameResult((0, 0), None, "abandoned", "")
    over = replace(table, game=replace(table.game, result=end, deal=None, time_up=True))
    shown = game_view(replace(over, game=None, finished=finished(over)))
    assert shown is not None
    assert (shown.last, shown.time_up, shown.score) == (None, True, (0, 0))


def test_where_a_game_turned_is_told_once_it_is_over() -> None:
    table = after(TAKEN, *TRICKS)
    assert table.game is not None
    scored = table.game.finished[0]
    finishing = (
        replace(scored, score=(0, 4)),
        Scored(scored.deal, scored.marks, (4, 4)),
        Scored(scored.deal, scored.marks, (10, 4)),
    )
    end = GameResult((10, 4), Side.NS, "points", "game.target")
    game = replace(table.game, finished=finishing, result=end, score=(10, 4))
    over = replace(table, game=game)
    facts = replace(over, finished=finished(over))
    assert message_for(facts, Seat.N).course.startswith("You were down to ")
    assert message_for(facts, Seat.E).course.startswith("You were up to ")
    assert message_for(facts, None).course == ""
    assert message_for(over, Seat.N).course == ""


def test_a_hand_that_was_stopped_counts_the_tricks_that_somebody_won() -> None:
    table = after(TAKEN, TRICKS[0], "S KH")
    assert table.game is not None
    assert table.game.deal is not None
    stopped = Scored(replace(table.game.deal, ending="stopped"), (), (0, 0))
    between = replace(table, game=replace(table.game, deal=None, finished=(stopped,)))
    last = seen(between)["last"]
    assert (last["tricks"], last["trick"]) == ((1, 0), [("S", "KH")])
    assert "winner" not in last


def test_a_table_that_was_reminded_of_the_time_reads_it() -> None:
    table = Sitting(mode="strict", overlay={"clock.advice_minutes": 20}).table
    assert "reminder" not in seen(table)
    reminded = fold(table, Played(ReminderEntry("clock.advice_minutes", 1200.0)))
    assert seen(reminded)["reminder"].startswith("20 minutes have passed: ")


def test_the_clock_of_a_turn_runs_for_people_alone() -> None:
    sitting = Sitting(mode="strict")
    opened = replace(sitting.table.opened, turn_seconds=30)
    table = replace(sitting.table, opened=opened, touched=100.0)
    assert seen(table)["turn_by"] == 130.0
    away = folded(table, [BotStoodIn(Seat.W, "club", 101.0)])
    assert "turn_by" not in seen(away)
    assert "turn_by" not in seen(sitting.table)
    hand = replace(after(TAKEN, *TRICKS), opened=opened)
    assert "turn_by" not in seen(hand)


def test_the_bell_of_an_event_is_shown_where_the_game_has_no_clock_of_its_own() -> None:
    table = fold(after(), Timed(900.0, 3.0))
    assert seen(table)["ends_at"] == 900.0
    assert table.game is not None
    limited = Sitting(mode="strict", overlay={"clock.minutes": 10}).table
    own_bell = seen(limited)["ends_at"]
    assert own_bell is not None
    assert seen(fold(limited, Timed(9.0, 3.0)))["ends_at"] == own_bell


def test_a_game_with_a_hint_or_a_play_taken_back_is_not_rated() -> None:
    table = after("W pass")
    assert seen(table)["rated"]
    assert "rated" not in seen(replace(table, hints=(0, 0, 1, 0)))
    assert "rated" not in seen(folded(table, [TakenBack(Seat.W, 1, 3.0)]))


def test_the_fives_lie_as_the_score_stands_and_never_below_nothing() -> None:
    table = after(TAKEN, *TRICKS)
    shown: dict[str, Any] = to_builtins(game_view(table))
    assert shown["fives"] == ({"up": False, "pips": 1, "at": (0.3, 0.08, 25)}, NONE_YET)
    assert table.game is not None
    below = replace(table, game=replace(table.game, score=(-2, 0)))
    lost: dict[str, Any] = to_builtins(game_view(below))
    assert lost["fives"] == (NONE_YET, NONE_YET)


def test_cards_of_earlier_tricks_are_seen_where_the_book_leaves_them_open() -> None:
    sitting = Sitting(mode="strict", overlay={"playing.won_tricks": "face down"})
    sitting.do(f"{TAKEN}, {TRICKS[0]}, S KH")
    assert "open_cards" not in seen(sitting.table)
    sitting = Sitting(mode="strict", overlay={"playing.won_tricks": "winning card face down"})
    sitting.do(f"{TAKEN}, {TRICKS[0]}, S KH")
    assert seen(sitting.table)["open_cards"] == [
        [("W", "AS"), ("N", "9S"), ("E", "TS"), ("S", None)],
        [("S", "KH")],
    ]


def test_two_people_of_one_name_are_told_apart() -> None:
    table = after(TAKEN, "W AS, N 9S")
    north, east, south, west = table.seats
    assert north is not None
    assert west is not None
    ann = replace(
        table, seats=(replace(north, name="Ann Lee"), east, south, replace(west, name="Ann Lee"))
    )
    assert names_of(ann) == ("Ann Lee", "East", "South", "Ann Lee (2)")
    assert [chair.name for chair in chairs(ann, frozenset())] == list(names_of(ann))
    assert names_of(table) == ("North", "East", "South", "West")
