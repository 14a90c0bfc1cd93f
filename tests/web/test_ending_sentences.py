"""What a table says of a hand and a game that ended, to each of the four and to one who watches."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rightbower.rules.cards import Seat, Side
from rightbower.rules.game import GameResult, Scored
from rightbower.rules.score import Mark
from rightbower.web.hall.says import course_text, ended, line, result
from rightbower.web.hall.table import HallTable, finished
from rightbower.web.hall.wire import Ended
from table import worked
from web.four_readers import PASSED, READERS, TAKEN, named
from web.seated import Sitting

RESULTS = [
    (
        GameResult((10, 6), Side.NS, "points", "game.target"),
        [
            "Nan and Sam win, 10–6.",
            "You and Sam win, 10–6.",
            "They win, 10–6.",
            "You and Nan win, 10–6.",
            "They win, 10–6.",
        ],
    ),
    (
        GameResult((6, 10), Side.EW, "points", "game.target"),
        [
            "Eve and Wes win, 10–6.",
            "They win, 10–6.",
            "You and Wes win, 10–6.",
            "They win, 10–6.",
            "You and Eve win, 10–6.",
        ],
    ),
    (GameResult((6, 4), None, "agreed", ""), ["A draw, 6–4."] * 5),
    (GameResult((2, 5), None, "abandoned", ""), ["The game was left at 5–2."] * 5),
    (
        GameResult((3, 7), Side.NS, "resigned", ""),
        [
            "Eve and Wes resign at 7–3.",
            "They resign. You and Sam win.",
            "You resign at 7–3.",
            "They resign. You and Nan win.",
            "You resign at 7–3.",
        ],
    ),
    (
        GameResult((3, 7), Side.EW, "resigned", ""),
        [
            "Nan and Sam resign at 3–7.",
            "You resign at 3–7.",
            "They resign. You and Wes win.",
            "You resign at 3–7.",
            "They resign. You and Eve win.",
        ],
    ),
]


@pytest.mark.parametrize(("came_to", "told"), RESULTS)
def test_how_a_game_ended(came_to: GameResult, told: list[str]) -> None:
    table = named(Sitting(mode="strict").table)
    assert table.game is not None
    assert [result(table, came_to, you) for you in READERS] == told
    over = replace(table, game=replace(table.game, result=came_to, deal=None))
    assert [line(over, you) for you in READERS] == told
    by_facts = replace(over, game=None, finished=finished(over))
    assert [line(by_facts, you) for you in READERS] == told


def came_to(marks: tuple[Mark, ...], words: str) -> HallTable:
    """A table after a hand that was called in these words and came to these marks."""
    sitting = Sitting(mode="strict")
    sitting.do(words)
    game = sitting.table.game
    assert game is not None
    assert game.deal is not None
    deal = replace(game.deal, ending="played")
    return named(
        replace(
            sitting.table,
            game=replace(game, deal=None, finished=(Scored(deal, marks, (1, 0)),)),
        )
    )


ONE_TRICK = f"{TAKEN}, W AS, N 9S, E TS, S 9H"


@pytest.mark.parametrize(
    ("side", "points", "path", "titles", "brought"),
    [
        (
            Side.NS,
            1,
            "score.make",
            ["North–South made it", "You made it", "They made it"],
            "+1 point",
        ),
        (
            Side.NS,
            2,
            "score.march",
            ["North–South took all five", "You took all five", "They took all five"],
            "+2 points",
        ),
        (
            Side.EW,
            2,
            "score.euchre",
            ["East–West euchred them", "You were euchred", "They were euchred"],
            "+2 points",
        ),
        (
            Side.EW,
            4,
            "score.lone_euchre",
            ["East–West euchred the loner", "You were euchred alone", "They were euchred alone"],
            "+4 points",
        ),
        (
            Side.NS,
            1,
            "score.lone_make",
            ["North–South made it alone", "You made it alone", "They made it alone"],
            "+1 point",
        ),
        (
            Side.NS,
            4,
            "score.lone_march",
            ["North–South made the loner", "You made the loner", "They made the loner"],
            "+4 points",
        ),
        (
            Side.EW,
            -1,
            "game.target",
            ["East–West score", "They score", "You score"],
            "-1 point",
        ),
        (
            Side.EW,
            -2,
            "game.target",
            ["East–West score", "They score", "You score"],
            "-2 points",
        ),
    ],
)
def test_what_a_hand_came_to(
    side: Side, points: int, path: str, titles: list[str], brought: str
) -> None:
    marks = (Mark(Side.NS, 0, "score.make"), Mark(side, points, path), Mark(side, 9, "game.target"))
    table = came_to(marks, ONE_TRICK)
    clause = table.book.clause(path)
    assert clause
    for you, title in zip((None, Seat.N, Seat.E), titles, strict=True):
        told = "Sam called hearts: 1 of 2 tricks."
        assert ended(table, you) == Ended(title, brought, told, clause)
    own = ended(table, Seat.S)
    assert own is not None
    assert (own.title, own.text) == (titles[1], "You called hearts: 1 of 2 tricks.")


def test_a_hand_that_brought_nothing_is_over() -> None:
    told = ended(came_to((), ONE_TRICK), None)
    assert told == Ended("The hand is over", "no points", "Sam called hearts: 1 of 2 tricks.")


def test_that_somebody_went_alone_is_told() -> None:
    table = came_to((), f"{PASSED}, S pick up alone, S bury JC, W AS")
    told = ended(table, None)
    assert told is not None
    assert told.text == "Sam called hearts and went alone: 0 of 1 tricks."


def test_nothing_is_told_of_a_hand_while_one_is_played_or_none_was() -> None:
    table = came_to((), ONE_TRICK)
    assert table.game is not None
    assert ended(replace(table, game=None), None) is None
    assert ended(replace(table, game=replace(table.game, finished=())), None) is None
    assert ended(replace(table, game=replace(table.game, deal=worked("D1"))), None) is None


def test_the_last_hand_lies_there_unless_the_game_was_called_off() -> None:
    table = came_to((), ONE_TRICK)
    assert table.game is not None

    def over(path: str) -> Ended | None:
        end = GameResult((10, 0), Side.NS, "points", path)
        assert table.game is not None
        return ended(replace(table, game=replace(table.game, result=end)), None)

    assert over("game.target") == ended(table, None)
    assert over("") is None


@pytest.mark.parametrize(
    ("chances", "you", "told"),
    [
        ([0.5, 0.3, 1.0], None, ""),
        ([0.5, 1.0], Seat.N, ""),
        ([0.5, 0.3, 1.0], Seat.N, "You were down to 30% after deal 1."),
        ([0.5, 0.3, 1.0], Seat.S, "You were down to 30% after deal 1."),
        ([0.5, 0.3, 1.0], Seat.E, "You were up to 70% after deal 1."),
        ([0.5, 0.6, 0.2, 1.0], Seat.N, "You were down to 20% after deal 2."),
        ([0.5, 0.5, 1.0], Seat.N, "You led all the way."),
        ([0.5, 0.49, 1.0], Seat.N, "You were down to 49% after deal 1."),
        ([0.1, 0.6, 0.7, 1.0], Seat.N, "You led all the way."),
        ([0.5, 0.6, 0.7, 0.0], Seat.N, "You were up to 70% after deal 2."),
        ([0.5, 0.5, 0.0], Seat.N, ""),
        ([0.9, 0.4, 0.0], Seat.S, ""),
        ([0.5, 0.51, 0.0], Seat.S, "You were up to 51% after deal 1."),
        ([0.5, 0.6, 0.0], Seat.W, "You were down to 40% after deal 1."),
        ([0.5, 0.4, 0.0], Seat.E, "You led all the way."),
    ],
)
def test_where_a_game_turned(chances: list[float], you: Seat | None, told: str) -> None:
    assert course_text(chances, you) == told
