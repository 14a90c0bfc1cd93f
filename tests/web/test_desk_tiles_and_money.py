"""What the desk says of tables, of the clock, of those on the list, and of money."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from in_english import english
from rightbower.rules.message import as_written
from rightbower.tournament.events import registration, results
from rightbower.tournament.events.attendance import withdraw
from rightbower.tournament.events.entrants import Entrant, EventError, Former, Player
from rightbower.tournament.events.results import confirm, dispute, enter
from rightbower.tournament.events.round_clock import BellRang, ClockPaused, ClockStarted
from rightbower.tournament.events.table_view import tables_now
from rightbower.web.desk import checkin, money, rounds
from rightbower.web.notes import MoneyNote, Notes, Paid, PaidEach
from rightbower.web.pages.desk_pages import FilledForm
from tournament.events.day import Day, individuals, ring_of_pairs
from web.asking import asking
from web.four_pairs import PAIRS, four_pairs

# Tiles and the clock of a round


def word(day: Day, table: int = 1, call: str | None = None) -> str:
    return english(rounds.tile(day.view(table), call).word)


def test_a_tile_says_how_its_table_stands() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    names = ("A1 & A1x", "B1 & B1x")
    assert english(rounds.tile(day.view(1))) == english(
        rounds.Tile(1, "playing", as_written("No score yet"), "", names, "out")
    )
    day.do(enter(day.event, 1, (10, 8), side=1))
    sent = rounds.tile(day.view(1))
    a, b = day.event.plan.side_names
    assert english((sent.word, sent.score, sent.mark)) == english(
        (f"{b} sent it, {a} has not", "10–8?", "half")
    )
    day.do(dispute(day.event, 1, why="it was 10–6"))
    told = rounds.tile(day.view(1))
    assert english((told.word, told.score, told.mark)) == ("Disputed: it was 10–6", "10–8", "wrong")
    day.do(confirm(day.event, 1))
    stands = rounds.tile(day.view(1))
    assert english((stands.word, stands.score, stands.mark, stands.called)) == (
        "In",
        "10–8",
        "in",
        False,
    )
    day.do(results.void(day.event, 1, why="a lost pack"))
    void = rounds.tile(day.view(1))
    assert english((void.word, void.score, void.mark)) == ("No game", "", "out")


def test_a_tile_calls_with_its_reason() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    assert english(word(day, call="")) == "Calls you"
    assert english(word(day, call="a revoke?")) == "Calls you: a revoke?"
    called = rounds.tile(day.view(1), "")
    assert english((called.mark, called.called)) == ("call", True)


def test_a_tile_says_who_has_left_while_nothing_is_in() -> None:
    day = individuals("national-progressive", 4)
    day.seat()
    table = day.event.round.tables[0]
    north, east = table.sides[0][0], table.sides[1][0]
    day.do(withdraw(day.event, [north]))
    assert english(word(day)) == f"{day.name(north)} has left"
    day.do(withdraw(day.event, [east]))
    assert english(word(day)) in english(
        (
            f"{day.name(north)} and {day.name(east)} have left",
            f"{day.name(east)} and {day.name(north)} have left",
        )
    )
    day.do(enter(day.event, 1, (6, 4)))
    assert english(word(day)) == "In"


def test_a_side_without_anybody_is_a_dash() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    empty = day.view(1, sides=((1,), ()))
    assert english(rounds.tile(empty).sides) == ("A1 & A1x", "—")
    assert english(rounds.tile(empty).word) == "Sits out"


def test_tiles_are_counted_by_state() -> None:
    day = ring_of_pairs("alberta-55plus", 3)
    day.play("A1 10–8 B1")
    tiles = [rounds.tile(each) for each in tables_now(day.event)]
    assert rounds._counts(tiles) == {"marked": 1, "playing": 2}


def test_the_clock_of_the_round_page() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    idle = rounds.DeskClock("not started", "25:00", False)
    assert rounds._clock(day.event, 1, 0.0) == idle
    assert rounds._clock(day.event, 0, 0.0) == idle
    free = rounds._clock(ring_of_pairs("provincial-55plus", 2).event, 0, 0.0)
    assert free.time == "0:00"
    day.do(ClockStarted(1, 25))
    at = day.now
    running = rounds._clock(day.event, 1, at + 60)
    assert (running.state, running.time, running.limited) == ("running", "24:00", True)
    assert (running.advice, running.early) == (1800, True)
    assert running.reminder.startswith("30 minutes have passed")
    assert rounds._clock(day.event, 1, at + 1799).early
    assert not rounds._clock(day.event, 1, at + 1800).early
    day.do(ClockPaused())
    assert rounds._clock(day.event, 1, at + 60).state == "stopped"
    day.do(BellRang())
    rang = rounds._clock(day.event, 1, at + 60)
    assert (rang.state, rang.reminder, rang.advice, rang.early) == ("rang", "", 0.0, True)


def test_a_clock_without_a_limit_counts_up() -> None:
    day = individuals("charity-day", 4, rounds=1)
    day.seat()
    day.do(ClockStarted(1, None))
    found = rounds._clock(day.event, 1, day.now + 65)
    assert found == rounds.DeskClock("running", "1:05", False)


# Check-in


def entrant(**changed: Any) -> Entrant:
    return replace(four_pairs().event.entrants[0], **changed)


def remarks(preset: str = "alberta-pairs", **changed: Any) -> list[str]:
    day = Day(preset)
    day.enter(*(PAIRS[:2] if preset == "alberta-pairs" else ("Ann", "Bea")))
    return checkin.row_remarks(day.event, replace(day.event.entrants[0], **changed))


def test_a_row_says_what_is_to_be_known() -> None:
    plain = remarks()
    assert remarks(floater=True) == ["floater, not ranked", *plain]
    assert remarks(sitter=3) == ["sits at table 3", *plain]
    assert remarks(since=2) == [*plain, "came after round 2"]
    assert remarks(since=2, state="withdrawn") == plain
    assert remarks(why="a train was late") == [*plain, "a train was late"]
    former = (Former(Player("Amy"), 2),)
    assert remarks(former=former) == [*plain, "for Amy since round 3"]
    single = remarks(players=(Player("Ann"),))
    assert single[0] == "without a partner"
    assert "without a partner" not in remarks("whist-chart", players=(Player("Ann"),))


def test_a_row_names_the_one_whose_birth_date_is_missing() -> None:
    assert remarks() == ["birth date missing"]
    born = Player("Ann", born="1950-01-01")
    assert remarks(players=(born, Player("Al"))) == ["birth date missing: Al"]
    assert remarks(players=(born, Player("Al", born="1951-01-01"))) == []


def test_the_list_is_sorted_by_the_first_or_the_last_name() -> None:
    someone = entrant(players=(Player("Ann van Lee"), Player("Al Abel")))
    assert checkin.sorted_by(someone, "first") == "Ann"
    assert checkin.sorted_by(someone, "last") == "Lee"
    assert checkin.sort_key(someone, "last") == ("lee", someone.name.casefold())


def test_after_a_press_one_is_back_at_the_row() -> None:
    assert (
        checkin.onward(asking(), FilledForm(tuple({"then": "seating", "number": "3"}.items())))
        == "seating"
    )
    assert (
        checkin.onward(asking(), FilledForm(tuple({"back": "money", "number": "3"}.items())))
        == "money"
    )
    assert (
        checkin.onward(asking(), FilledForm(tuple({"number": "3", "who": "4"}.items())))
        == "check-in#e3"
    )
    assert checkin.onward(asking(), FilledForm(tuple({"who": "4"}.items()))) == "check-in#e4"
    assert checkin.onward(asking(), FilledForm(tuple({"who": "Ann"}.items()))) == "check-in"
    assert checkin.onward(asking(), FilledForm()) == "check-in"


# Money


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("5", 500),
        ("12.50", 1250),
        ("12,5", 1250),
        (".5", 50),
        ("", 0),
        ("7.", 700),
        ("1000", 100000),
    ],
)
def test_amounts_are_read(text: str, found: int) -> None:
    assert money.cents(text) == found


@pytest.mark.parametrize("text", ["x", "-5", "1.234", "1.x", "1.2.3"])
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(EventError, match=r"is not an amount; write 5 or 12\.50"):
        money.cents(text)


@pytest.mark.parametrize("text", ["1000.01", "1001", "1" + "0" * 12, "0" * 13])
def test_more_than_anybody_pays_is_refused(text: str) -> None:
    with pytest.raises(EventError, match="more than anybody pays"):
        money.cents(text)
    assert money.cents("0" * 12) == 0


def test_everybody_here_who_owes_has_paid() -> None:
    day = four_pairs()
    day.do(registration.add(day.event, [[Player("Eve"), Player("Ed")]]))
    notes = Notes(fee=500, paid={1: 500, 2: 300, 3: 700})
    assert money.all_paid(day.event, notes) == PaidEach(((2, 500), (4, 500)))
    settled = Notes(fee=500, paid=dict.fromkeys(range(1, 5), 500))
    for nothing in (settled, Notes(fee=0)):
        with pytest.raises(EventError, match="nobody who is here owes anything"):
            money.all_paid(day.event, nothing)


def test_the_latest_note_about_money_is_taken_back() -> None:
    with pytest.raises(EventError, match="nothing was paid yet"):
        money.undo_money(Notes())
    assert money.undo_money(Notes(money=MoneyNote(1.0, Paid(2, 500), Paid(2, 100)))) == Paid(2, 100)
