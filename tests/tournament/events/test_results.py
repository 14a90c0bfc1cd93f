"""Results: confirmed, disputed, corrected, undone, ruled on; and what the officer is told."""

from pathlib import Path

import pytest

from in_english import english
from rightbower.tournament.contest import last_counting
from rightbower.tournament.events.attendance import withdraw
from rightbower.tournament.events.event import ResultRuling
from rightbower.tournament.events.finish import finish, undo
from rightbower.tournament.events.outcome import result_text, so_far
from rightbower.tournament.events.plan import change_plan
from rightbower.tournament.events.remarks import remarks
from rightbower.tournament.events.results import confirm, correct, dispute, enter, rule, void
from rightbower.tournament.events.seating import not_yet
from tournament.events.day import (
    Day,
    cut_at,
    finished_day,
    individuals,
    places,
    refused,
    ring_of_pairs,
)


def test_a_result_is_entered_once_and_then_corrected() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.play("A1 10–8 B1")
    with refused("table 1 has a result for round 1 already, 10–8; correct it with a reason"):
        day.play("A1 8–10 B1")
    with refused("a correction needs a reason"):
        correct(day.event, 1, 1, (8, 10), why="")
    with refused("table 2 has no result in round 1 to correct"):
        correct(day.event, 1, 2, (8, 10), why="read the wrong way round")
    with refused("there is no table 7 in round 1"):
        enter(day.event, 7, (10, 0))
    with refused("there is no round 3; 1 have been seated"):
        enter(day.event, 1, (10, 0), round_=3)
    day.do(correct(day.event, 1, 1, (8, 10), why="read the wrong way round"))
    assert (day.place("A1").won, day.place("B1").won) == (0, 1)


def test_points_under_zero_and_a_strange_side_are_refused() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    with refused("points cannot be below zero"):
        enter(day.event, 1, (10, -1))
    with refused("lost by NS or by EW"):
        enter(day.event, 1, (10, 1), lost=2)
    with refused("entrant 99 does not sit at table 1"):
        enter(day.event, 1, (10, 1), last_dealer=99)


def test_a_bye_has_no_result() -> None:
    day = Day("alberta-pairs", placing="first free")
    day.enter("Ann & Al", "Bea & Bob", "Cleo & Cy")
    day.seat()
    with refused("nobody plays at table 2 in round 1: it is a bye"):
        enter(day.event, 2, (10, 0))
    day.play_all()
    assert [day.place(name).points for name in ("Cleo",)] == [0]  # a bye adds nothing
    assert (day.place("Cleo").byes, day.place("Cleo").won) == (1, 0)


def test_a_dispute_stops_the_next_round_until_it_is_decided() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.do(enter(day.event, 1, (10, 8), side=0))
    day.play("A2 10–2 B2")
    with refused("say what is disputed"):
        dispute(day.event, 1, why="")
    day.do(dispute(day.event, 1, why="we made nine"))
    assert english(not_yet(day.event)) == "the director has to decide the dispute at table 1"
    with refused("is disputed; the director decides"):
        confirm(day.event, 1, side=1)
    day.do(correct(day.event, 1, 1, (10, 9), why="the markers show nine"))
    assert day.seat().number == 2


def test_the_officer_may_settle_a_dispute_as_entered() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.do(enter(day.event, 1, (10, 8), side=0))
    day.do(dispute(day.event, 1, why="we made nine"))
    day.do(confirm(day.event, 1))
    assert english(not_yet(day.event)) == "round 1 is not over: no result yet from table 2"
    with refused("confirmed already"):
        confirm(day.event, 1)


def test_a_game_may_be_void_and_count_again() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.play("A1 10–8 B1, A2 10–2 B2")
    with refused("say why no game counts"):
        void(day.event, 1, why=" ")
    day.do(void(day.event, 1, why="two kings of hearts"))
    assert english((day.place("A1").played, day.place("A1").points)) == (0, 0)
    with refused("no game counts at table 1 in round 1: two kings of hearts"):
        confirm(day.event, 1)
    assert (
        english(result_text(day.event.round.table(1), day.event.plan))
        == "no game: two kings of hearts"
    )
    day.do(correct(day.event, 1, 1, (10, 8), why="it was another table"))
    assert english(day.place("A1").points) == 10


def test_a_ruling_is_in_the_points_and_shown_in_the_game() -> None:
    day = individuals("charity-day", 4)
    day.seat()
    day.do(enter(day.event, 1, (9, 6)))
    day.do(rule(day.event, 1, ResultRuling(1, 2, why="a reneg", clause="S02-9.9")))
    day.do(rule(day.event, 1, ResultRuling(0, -1, why="signals")))
    day.do(rule(day.event, 1, ResultRuling(0, 4, in_score=True, why="a reneg alone")))
    table = day.event.round.table(1)
    assert [day.place(day.name(side[0])).points for side in table.sides] == [8, 8]
    assert english(result_text(table, day.event.plan)) == (
        "8–8; Black +2: a reneg (S02-9.9); Red -1: signals; Red +4 already in the score: a reneg alone"
    )


def test_a_deduction_stops_at_zero() -> None:
    day = individuals("charity-day", 4)
    day.seat()
    day.do(rule(day.event, 1, ResultRuling(0, -9, why="signals")))
    day.do(enter(day.event, 1, (3, 9)))
    assert day.place(day.name(day.event.round.table(1).sides[0][0])).points == 0


def test_a_ruling_is_whole_and_leaves_a_winner() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.play("A1 10–8 B1")
    with refused("gives or takes points, or loses a side the game, not both"):
        rule(day.event, 1, ResultRuling(0, 2, lost=True, why="both"))
    with refused("a ruling needs a reason"):
        rule(day.event, 1, ResultRuling(0, 2))
    with refused("a ruling is about NS or EW"):
        rule(day.event, 1, ResultRuling(2, 2, why="…"))
    with refused("with the ruling the score is tied at 8"):
        rule(day.event, 1, ResultRuling(0, -2, why="signals"))


def test_a_penalty_can_turn_a_game() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.play("A1 10–8 B1")
    day.do(rule(day.event, 1, ResultRuling(0, -4, why="a revoke", clause="A01-11.R6")))
    assert (day.place("B1").won, day.place("B1").points, day.place("A1").points) == (1, 10, 6)


def test_a_correction_in_round_one_of_twelve_is_as_if_entered_right() -> None:
    wrong, right = (individuals("charity-day", 24, rounds=8) for _ in range(2))
    for day, first in ((wrong, (3, 11)), (right, (11, 3))):
        for number in range(8):
            day.seat(str(number))
            if not number:
                day.do(enter(day.event, 2, first))
            day.play_all(f"{9 + number % 3}–{4 + number % 2}")
    assert places(wrong.event) != places(right.event)
    wrong.do(correct(wrong.event, 1, 2, (11, 3), why="read the wrong way round"))
    assert places(wrong.event) == places(right.event)
    assert [round_.tables for round_ in wrong.event.rounds[1:]] == [
        round_.tables for round_ in right.event.rounds[1:]
    ]


def test_a_correction_in_a_ring_of_twelve_is_as_if_entered_right() -> None:
    wrong, right = (ring_of_pairs("alberta-55plus", 12) for _ in range(2))
    for day, first in ((wrong, "A4 3–10 B4"), (right, "A4 10–9 B4")):
        for number in range(12):
            if number:
                day.seat(str(number))
            else:
                day.play(first)
            for table in day.event.round.tables:
                if table.result is None:
                    low = (table.number * 7 + number * 3) % 10
                    score = (10, low) if (table.number + number) % 3 else (low, 10)
                    day.do(enter(day.event, table.number, score))
    wrong.do(correct(wrong.event, 1, 4, (10, 9), why="misread"))
    assert [day.place(f"{letter}4").why for day in (wrong,) for letter in "AB"] == [
        day.place(f"{letter}4").why for day in (right,) for letter in "AB"
    ]
    assert places(wrong.event) == places(right.event)


def test_where_winners_move_the_officer_hears_who_would_have() -> None:
    day = Day("national-progressive", placing="first free")
    day.enter(*(f"{seat}{table}" for table in range(1, 4) for seat in "NESW"))
    day.seat()
    day.play_all("11–4")
    same = correct(day.event, 1, 2, (4, 11), why="misread")
    assert remarks(day.event, same) == ()  # nobody has moved yet
    day.seat()
    seated = day.event.round.tables
    (told,) = remarks(day.event, correct(day.event, 1, 2, (4, 11), why="misread"))
    assert english(told) == (
        "The seats of round 2 stay as they were. By the corrected result E2 would have gone up from"
        " table 2 and W2 down, instead of N2 and S2."
    )
    assert english(remarks(day.event, correct(day.event, 1, 2, (12, 4), why="misread"))) == ()
    day.do(correct(day.event, 1, 2, (4, 11), why="misread"))
    assert day.event.round.tables == seated
    assert english((day.place("E2").event_points, day.place("N2").event_points)) == (2, 0)


def test_after_a_swiss_round_the_officer_hears_that_pairings_stay() -> None:
    day = Day("swiss-pairs", placing="first free")
    day.enter(*(f"P{number} & Q{number}" for number in range(4)))
    day.seat()
    day.play_all()
    day.seat()
    (told,) = remarks(day.event, correct(day.event, 1, 1, (4, 10), why="misread"))
    assert "seated by the old result and stay that way" in english(told)


def test_a_thin_score_is_doubted_and_let_through_where_a_deal_may_be_thrown_in(
    tmp_path: Path,
) -> None:
    sheet = tmp_path / "gentle.toml"
    sheet.write_text(
        'name = "gentle"\nextends = "charity-social"\n[bidding.all_pass]\n'
        'value = "throw in"\nnote = "Nobody has to call."\n'
    )
    day = individuals("charity-day", 4, book=str(sheet))
    day.seat()
    fact = enter(day.event, 1, (3, 2))
    assert english(remarks(day.event, fact)) == ("only 5 points in 8 deals: is that right?",)
    day.do(fact)


def test_undo_takes_back_one_thing_after_another() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    fresh = day.event
    day.play("A1 10–8 B1")
    day.do(correct(day.event, 1, 1, (8, 10), why="misread"))
    day.undo()
    assert english(day.place("A1").won) == 1
    day.undo()
    assert day.event.rounds == fresh.rounds
    lines = [line for line in day.history.lines() if line.undone]
    assert english([line.says for line in lines]) == [
        "round 1, table 1: 10–8",
        "round 1, table 1: corrected to 8–10: misread",
    ]
    assert day.event.version == len(day.history.entries)


def test_a_round_seated_too_soon_can_be_undone() -> None:
    day = individuals("charity-day", 8)
    day.seat()
    day.undo()
    day.enter("P9", "P10", "P11", "P12")
    assert len(day.seat().tables) == 3


def test_the_opening_and_the_final_results_stay() -> None:
    day = individuals("charity-day", 4)
    with refused("the opening of the event cannot be undone"):
        undo(Day("charity-day").event, last_counting(Day("charity-day").history.entries))
    day = finished_day()
    last = last_counting(day.history.entries)
    for attempt in (
        lambda: undo(day.event, last),
        lambda: correct(day.event, 1, 1, (8, 10), why="late"),
        lambda: withdraw(day.event, [1]),
        lambda: change_plan(day.event, rounds=3),
        lambda: day.seat(),
        lambda: finish(day.event),
        lambda: cut_at(day, 1, "A1 9S, B1 KD"),
    ):
        with refused("the results are (already )?final"):
            attempt()
    assert places(day.event) == ["A1", "B1", "B2", "A2"]
    assert day.event.places[0].name == "A1 & A1x"


@pytest.mark.parametrize("points", [(31, 0), (0, 31), (28, 3), (27, 2), (20, 11)])
def test_points_that_no_eight_deals_come_to_are_refused(points: tuple[int, int]) -> None:
    """S02-9.5 to 9.14: a deal scores 1, 2 or 4."""
    day = individuals("charity-day", 4)
    day.seat()
    with refused(f"8 deals cannot end {points[0]} to {points[1]}: a deal scores 1, 2 or 4"):
        enter(day.event, 1, points)
    day.do(enter(day.event, 1, points, why="the host saw the fives"))


def test_every_score_that_eight_deals_come_to_is_taken() -> None:
    day = individuals("charity-day", 4)
    day.seat()
    reached = {(0, 0)}
    for _ in range(8):
        reached = {
            (ours + made, theirs + given)
            for ours, theirs in reached
            for worth in (1, 2, 4)
            for made, given in ((worth, 0), (0, worth))
        }
    for points in reached:
        enter(day.event, 1, points)
    for total in range(8, 33):
        for ours in range(total + 1):
            if (ours, total - ours) not in reached:
                with refused("8 deals cannot end"):
                    enter(day.event, 1, (ours, total - ours))


def test_the_round_is_over_once_every_table_that_plays_is_in() -> None:
    day = Day("alberta-pairs", placing="first free")
    day.enter("A & B", "C & D", "E & F")
    assert english(so_far(day.event)) == "before the first result"
    day.seat()
    day.play_all()
    assert english(so_far(day.event)) == "after round 1"
