"""The one thing that a director does next, the rail above it, and the guide through a practice night."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from in_english import english
from rightbower.rules.message import as_written
from rightbower.tournament.events import attendance, registration, results
from rightbower.tournament.events.attendance import check_in_all
from rightbower.tournament.events.entrants import Player
from rightbower.tournament.events.finish import finish, hand_in
from rightbower.tournament.events.results import confirm, dispute
from rightbower.tournament.events.round_clock import ClockStarted
from rightbower.tournament.events.ties import TieStep
from rightbower.web.desk.pending import (
    PendingStep,
    RailStep,
    afterwards,
    over,
    pending_step,
    rail,
    tie_message,
    waiting_said,
)
from rightbower.web.desk.steps import GuideStep, guide
from rightbower.web.notes import Notes
from tournament.events.day import Day, individuals, ring_of_pairs


def expected(day: Day, *names: str) -> None:
    """Put entrants on the list who are not here yet."""
    people = [[Player(each) for each in name.split(" & ")] for name in names]
    day.do(registration.add(day.event, people))


def states(day: Day) -> list[str]:
    """How each step of the rail stands."""
    return [each.state for each in rail(day.event, pending_step(day.event))]


def round_title(day: Day) -> str:
    return english(rail(day.event, pending_step(day.event))[2].title)


def test_before_play_names_then_people_then_seats() -> None:
    day = Day("alberta-pairs")
    nobody = PendingStep(
        "check-in", as_written("Put names on the list"), as_written("Nobody is on the list yet.")
    )
    assert english(pending_step(day.event)) == english(nobody)
    assert english(rail(day.event, nobody)) == english(
        [
            RailStep("check-in", as_written("Check-in"), "now"),
            RailStep("seating", as_written("Seating"), "later"),
            RailStep("round", as_written("Round"), "later"),
            RailStep("standings", as_written("Standings"), "later"),
            RailStep("finish", as_written("Finish"), "later"),
        ]
    )
    day.enter("Ann & Al")
    check_in = PendingStep(
        "check-in", as_written("Check people in"), as_written("People are still expected.")
    )
    assert english(pending_step(day.event)) == english(check_in)  # one pair is no table
    expected(day, "Bea & Bob")
    assert english(pending_step(day.event)) == english(check_in)
    day.do(check_in_all(day.event))
    seats = PendingStep(
        "seating",
        as_written("Go on to seating"),
        as_written("Everyone on the list is accounted for."),
    )
    assert english(pending_step(day.event)) == english(seats)
    assert english(round_title(day)) == "Round"
    expected(day, "Cat & Cy")
    assert english(pending_step(day.event)) == english(check_in)


def test_four_single_players_make_a_table() -> None:
    assert pending_step(individuals("charity-day", 3).event).step == "check-in"
    assert pending_step(individuals("charity-day", 4).event).step == "seating"


def test_the_clock_is_started_where_there_is_one_and_nothing_is_in() -> None:
    day = ring_of_pairs("alberta-55plus", 3)
    start = PendingStep(
        "round",
        as_written("Start the clock of round 1"),
        as_written("Round 1 is seated."),
        "clock-start",
    )
    assert english(pending_step(day.event)) == english(start)
    assert english(states(day)) == ["done", "done", "now", "later", "later"]
    day.play("A1 10–8 B1")
    enter = PendingStep("round", as_written("Enter results"), as_written("1 of 3 tables are in."))
    assert english(pending_step(day.event)) == english(enter)
    running = ring_of_pairs("alberta-55plus", 3)
    running.do(ClockStarted(1, 25))
    assert english(pending_step(running.event).says) == "0 of 3 tables are in."
    without = ring_of_pairs("provincial-55plus", 3)
    assert english(pending_step(without.event).says) == "0 of 3 tables are in."


def test_results_that_wait_are_settled_by_number_and_kind() -> None:
    day = ring_of_pairs("alberta-55plus", 3)
    day.do(results.enter(day.event, 1, (10, 8), side=0))
    day.play("A2 10–8 B2, A3 10–7 B3")
    assert english(pending_step(day.event)) == english(
        PendingStep(
            "round", as_written("Settle the results"), as_written("1 result is to be confirmed.")
        )
    )
    day.do(dispute(day.event, 2, why="no"))
    assert (
        english(pending_step(day.event).says)
        == "1 result is to be confirmed and 1 result is in dispute."
    )
    day.do(dispute(day.event, 3, why="no"))
    day.do(confirm(day.event, 1))
    assert english(pending_step(day.event).says) == "2 results are in dispute."


def test_a_void_game_is_not_waited_for() -> None:
    day = ring_of_pairs("provincial-55plus", 3)
    day.do(results.void(day.event, 1, why="a lost pack"))
    assert english(pending_step(day.event).says) == "0 of 2 tables are in."
    assert english(waiting_said(day.event)) == "Waiting for tables 2 and 3"


def test_the_next_round_is_seated_in_one_press_and_says_how_all_move() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.play_all()
    assert english(pending_step(day.event)) == english(
        PendingStep(
            "seating",
            as_written("Seat round 2 (A up)"),
            as_written("All tables of round 1 are in."),
            "seat",
        )
    )
    assert english(states(day)) == ["done", "now", "later", "later", "later"]
    assert english(round_title(day)) == "Round 1 of 2"
    free = individuals("national-progressive", 4)
    free.seat()
    free.play_all()
    assert english(pending_step(free.event).label) == "Seat round 2"
    assert english(round_title(free)) == "Round 1"


def test_after_the_last_round_ties_then_the_finish_then_the_results() -> None:
    day = individuals("charity-day", 4, rounds=1)
    day.seat()
    assert not over(day.event)
    day.play_all("9–4")
    assert over(day.event)
    assert english(pending_step(day.event)) == english(
        PendingStep(
            "finish",
            as_written("To the finish"),
            as_written("The only round is played. 4 score cards are still out."),
        )
    )
    assert english(states(day)) == ["done", "done", "done", "done", "now"]
    day.do(finish(day.event, "all agree"))
    assert english(pending_step(day.event)) == english(
        PendingStep("finish", as_written("See the results"), as_written("The results are final."))
    )
    assert english(states(day)) == english(["done"] * 5)


def test_two_rounds_are_counted_and_one_card_is_singular() -> None:
    day = individuals("charity-day", 4, rounds=2)
    for score in ("9–4", "7–5"):
        day.seat()
        day.play_all(score)
    assert (
        english(pending_step(day.event).says)
        == "All 2 rounds are played. 4 score cards are still out."
    )
    day.do(hand_in(day.event, (1, 2, 3)))
    assert (
        english(pending_step(day.event).says)
        == "All 2 rounds are played. 1 score card is still out."
    )
    day.do(hand_in(day.event, (4,)))
    assert english(pending_step(day.event).says) == "All 2 rounds are played."


def test_a_tie_comes_before_the_finish_and_keeps_the_standings_open() -> None:
    day = ring_of_pairs("alberta-55plus", 2, rounds=1)
    day.play("A1 10–8 B1, A2 10–8 B2")
    step = pending_step(day.event)
    assert english((step.step, step.label, step.act)) == ("standings", "Break the tie", "")
    assert "A1" in english(step.says)
    assert english(states(day)) == ["done", "done", "done", "now", "later"]
    assert english(afterwards(day.event)) == "To the finish"


def test_where_no_number_of_rounds_is_planned_play_may_end_after_any() -> None:
    day = individuals("national-progressive", 4)
    day.seat()
    assert english(afterwards(day.event)) == "Seat round 2"
    assert not over(day.event)
    day.play_all()
    assert over(day.event)
    assert english(states(day)) == ["done", "now", "later", "later", "later"]
    before = Day("alberta-pairs")
    assert not over(before.event)
    assert english(afterwards(before.event)) == "To the finish"
    assert english(waiting_said(before.event)) == ""


def test_more_rounds_to_come_are_not_the_end() -> None:
    day = ring_of_pairs("alberta-55plus", 2, rounds=2)
    day.play_all()
    assert not over(day.event)
    assert english(afterwards(day.event)) == "Seat round 2"
    day.seat()
    assert english(afterwards(day.event)) == "To the finish"


def test_the_tables_waited_for_are_named_while_they_are_few() -> None:
    day = ring_of_pairs("provincial-55plus", 7)
    assert english(waiting_said(day.event)) == "Waiting for 7 tables"
    day.play("A1 10–8 B1")
    assert english(waiting_said(day.event)) == "Waiting for tables 2, 3, 4, 5, 6 and 7"
    day.play("A2 10–8 B2, A3 10–8 B3, A4 10–8 B4, A5 10–8 B5, A6 10–8 B6")
    assert english(waiting_said(day.event)) == "Waiting for table 7"
    day.play("A7 10–8 B7")
    assert english(waiting_said(day.event)) == "Waiting for an earlier round"


@pytest.mark.parametrize(
    ("many", "says"), [(6, "by name"), (7, "7 are tied, and their places matter.")]
)
def test_a_crowd_of_tied_people_is_counted(many: int, says: str) -> None:
    group = tuple(range(1, many + 1))
    assert english(
        tie_message(TieStep("coins", group, group, as_written("by name"), ""))
    ) == english(says)


def practice(*deeds: Callable[[Day], object], rounds: int = 2) -> Day:
    """A practice night as it stands after these deeds."""
    day = Day("alberta-pairs", rounds=rounds, practice=True, placing="first free")
    for deed in deeds:
        deed(day)
    return day


def told(day: Day, notes: Notes | None = None) -> GuideStep:
    found = guide(day.event, notes or Notes())
    assert found is not None
    return found


def four_pairs(day: Day) -> None:
    day.enter("Ann & Al", "Bea & Bob", "Cat & Cy", "Dot & Dan")


def seated(day: Day) -> None:
    four_pairs(day)
    day.seat()


def played_through(day: Day) -> None:
    """Ann & Al win both games and nobody else does."""
    seated(day)
    day.play_all()
    day.seat()
    for table in day.event.round.tables:
        wins = 1 if 1 in table.entrants else next(each for each in table.entrants if each != 3)
        points = (10, 4) if table.side_of(wins) == 0 else (4, 10)
        day.do(results.enter(day.event, table.number, points))


def test_the_guide_is_for_practice_only() -> None:
    assert guide(Day("alberta-pairs").event, Notes()) is None


def test_the_guide_at_the_door() -> None:
    day = practice()
    assert english(told(day)) == english(
        GuideStep(1, as_written("Write the names under Put names on the list, one per line."))
    )
    expected(day, "Ann & Al", "Bea & Bob")
    assert english(told(day)) == english(
        GuideStep(
            1,
            as_written(
                "2 are expected. Tick a name when they come in, or, when you have seen everybody, press"
                " All expected are here. Undo below takes back a wrong press."
            ),
        )
    )
    day.do(attendance.check_in(day.event, [1]))
    assert str(told(day).says).startswith("1 are expected.")
    day.do(check_in_all(day.event))
    assert english(told(day)) == english(
        GuideStep(
            2,
            as_written(
                "Everybody is here. Go on to seating and press Seat round 1; the wall shows who sits where."
            ),
        )
    )


def test_the_guide_at_the_tables() -> None:
    day = practice(seated)
    assert english(told(day)) == english(
        GuideStep(
            3,
            as_written(
                "They sit. Press Start: the clock runs here, on the wall and on every phone."
            ),
        )
    )
    day.do(ClockStarted(1, 25))
    assert english(told(day)) == english(
        GuideStep(
            4,
            as_written(
                "They play, and send their scores by phone. In this practice the phones wait for you:"
                " press Let the phones play."
            ),
            phones=True,
        )
    )
    day.do(results.enter(day.event, 1, (10, 8)))
    assert english(told(day)) == english(
        GuideStep(
            7,
            as_written(
                "Table 2 hands you a paper. Type its number and both scores into Score, such as 2 10 6, and"
                " press Enter."
            ),
        )
    )
    day.do(results.enter(day.event, 2, (10, 8), side=0))
    assert english(told(day)) == english(
        GuideStep(
            6,
            as_written(
                "One side sent a score and the other forgot to say yes. Press Confirm on the striped table."
            ),
        )
    )
    day.do(dispute(day.event, 1, why="no"))
    assert english(told(day)) == english(
        GuideStep(
            6,
            as_written(
                "A table disagrees: it is red. Tap it, ask them what happened, then let the right score"
                " stand, or write what is right under Another score."
            ),
        )
    )


def test_the_guide_leaves_the_clock_out_once_something_is_in() -> None:
    day = practice(seated)
    day.do(results.enter(day.event, 1, (10, 8)))
    assert told(day).number == 7
    void = practice(seated)
    void.do(results.void(void.event, 1, why="a lost pack"))
    assert told(void).number == 7


def test_a_call_from_a_table_of_this_round_goes_before_all_else() -> None:
    day = practice(seated)
    calls = GuideStep(
        5,
        as_written(
            "A table calls you. Press I am coming, and they see on their phone that you come."
        ),
    )
    assert english(told(day, Notes(calls={(1, 2): ""}))) == english(calls)
    assert english(told(day, Notes(calls={(2, 2): ""})).number) == 3
    day.play_all()
    assert english(told(day, Notes(calls={(1, 1): "why"}))) == english(calls)


def test_the_guide_between_rounds_and_at_the_end() -> None:
    day = practice(seated)
    day.play_all()
    assert english(told(day)) == english(
        GuideStep(
            8,
            as_written("All scores are in. Press Seat round 2: everybody then sees where to go."),
        )
    )
    day = practice(played_through)
    assert english(told(day)) == english(
        GuideStep(
            9,
            as_written(
                "All rounds are played. Break the ties that the desk asks about, if any, then Finish: Close the event."
            ),
        )
    )
    day.do(finish(day.event, "enough"))
    assert english(told(day)) == english(
        GuideStep(
            9,
            as_written(
                "That was a whole night. The results are on the wall, on the phones and under Paper. Throw this"
                " practice away under More, Plan; then make the real event."
            ),
        )
    )
