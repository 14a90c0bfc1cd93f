"""No bell ends a game by a book without a time limit: one judge for library, record and table."""

import pytest

from rightbower.record.entries import BellEntry, Record
from rightbower.record.lines import RecordError
from rightbower.record.record import at_the_table, begin, read, replay, write
from rightbower.referee.doing import open_table, ring_bell
from rightbower.rules.book import load, overlay
from rightbower.rules.cards import Seat, Side
from rightbower.rules.game import GameError, bell_objection, place_bell, ring, start_game


def refused_everywhere(name: str, clause: str) -> None:
    """A bell at 7–3 is refused alike by the library, at a table and in a record of either kind."""
    book = load(name)
    says = f"{book.title} has no time limit, so no bell ends a game ({clause})"
    game = start_game(book, Seat.S, score=(7, 3))
    with pytest.raises(GameError) as told:
        ring(game)
    assert str(told.value) == says
    with pytest.raises(GameError, match="no bell ends a game"):
        ring_bell(open_table(game))
    for at_table in (False, True):
        lines = write(Record(book, Seat.S, start_score=(7, 3), at_table=at_table)) + "bell end\n"
        with pytest.raises(RecordError, match="no bell ends a game") as found:
            at_the_table(read(lines)) if at_table else replay(read(lines))
        assert str(found.value).endswith(f"({clause})")
    timed = overlay(book, {"clock.minutes": 20}, "Twenty minutes a game.")
    result = ring(start_game(timed, Seat.S, score=(7, 3))).result
    assert result is not None
    assert (result.winner, result.reason) == (Side.NS, "time")


def test_L03_12_2_no_bell_ends_a_game() -> None:
    refused_everywhere("sportcial-league", "L03-12.2")


def test_S02_2_7_no_bell_ends_a_game() -> None:
    refused_everywhere("charity-social", "S02-2.7")


def test_A00_9_3_no_bell_ends_a_game() -> None:
    refused_everywhere("provincial-55plus", "A00-9.3")


def test_standard_clock_minutes_no_bell_ends_a_game_without_a_limit() -> None:
    refused_everywhere("standard", "standard:clock.minutes")


def test_A01_C_1_the_bell_ends_a_game_at_the_limit() -> None:
    assert ring(start_game(load("alberta-55plus"), Seat.S, score=(7, 3))).result is not None


def test_N04_2_2_the_bell_ends_a_game() -> None:
    record = Record(load("national-2025"), Seat.S, start_score=(7, 3)).then(BellEntry("end"))
    assert BellEntry("end").on_game(begin(record)).result is not None


def test_L03_12_2_a_house_that_keeps_the_time_for_all_tables_rings_its_own_bell() -> None:
    lifted = overlay(load("sportcial-league"), {"clock.minutes": None}, "Set for this table.")
    assert bell_objection(lifted) is None
    over = ring(start_game(lifted, Seat.S, score=(7, 3))).result
    assert over is not None
    assert lifted.clause(over.path) == "sportcial-league:clock.minutes"


def test_L03_12_2_a_bell_that_was_rung_once_is_only_placed() -> None:
    """Old tables of the hall hold such bells, and are read as they were written."""
    rung = place_bell(start_game(load("sportcial-league"), Seat.S, score=(7, 3)))
    assert rung.result is not None
