"""The seniors' tournament under way: target, time, movement, master card, rulings."""

import pytest

from in_english import english
from rightbower.rules.book import RuleBook
from rightbower.tournament.events.clock import left
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import ResultRuling
from rightbower.tournament.events.finish import hand_in, not_over
from rightbower.tournament.events.outlook import outlook
from rightbower.tournament.events.plan import change_plan
from rightbower.tournament.events.results import enter, rule
from rightbower.tournament.events.round_clock import ClockStarted
from rightbower.tournament.events.scorecards import master_card
from rightbower.tournament.events.seating import not_yet
from tournament.events.day import Day, cut_at, preset_of, ring_of_pairs


def test_A01_T5_1_the_target_is_set_beforehand(seniors: RuleBook) -> None:
    day = Day(preset_of(seniors), placing="first free")
    assert day.event.plan.target == 10
    day.do(change_plan(day.event, target=7))
    day.enter("Ann & Al", "Bea & Bob")
    day.seat()
    day.play("Ann 8–6 Bea")
    assert (day.place("Ann").points, day.place("Bea").points) == (7, 6)
    with pytest.raises(EventError, match="the plan is fixed once play has begun"):
        change_plan(day.event, target=5)


def test_A01_C_1_a_game_has_twenty_five_minutes() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    event = ClockStarted(1, day.event.plan.minutes).apply(day.event, 0.0)
    assert left(event.clock, now=60.0) == 24 * 60
    assert day.event.plan.clause("clock.minutes").startswith("A01-C.1")
    day.play("A1 7–5 B1")  # time was called; the winner is entered with the target
    assert (day.place("A1").points, day.place("B1").points) == (10, 5)


@pytest.mark.parametrize(
    ("book", "score", "clause"),
    [
        ("provincial-55plus", "10–10", r"\(A00-9\.1\)"),
        (
            "provincial-55plus",
            "6–6",
            r"\(A00-9\.1\)",
        ),  # no time ends it, so no clause of time says why
        ("alberta-55plus", "10–10", r"\(A01-9\.1\)"),
        ("alberta-55plus", "9–9", r"\(A01-C\.1, X-12\)"),
    ],
)
def test_A00_9_1_a_tie_is_refused_by_the_books_own_clause(
    book: str, score: str, clause: str
) -> None:
    day = ring_of_pairs(book, 2)
    with pytest.raises(EventError, match=f"a game has a winner {clause}"):
        day.play(f"A1 {score} B1")


def test_A01_C_1_time_does_not_end_a_level_game() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    with pytest.raises(EventError, match=r"tied at 6; a game has a winner"):
        day.play("A1 6–6 B1")


def test_A01_T6_1_a_round_robin_of_letters(seniors: RuleBook) -> None:
    """Every A team meets every B team once, and no A team meets another."""
    day = ring_of_pairs(seniors, 5)
    met = set()
    for number in range(5):
        if number:
            day.seat()
        met |= {day.seats(table) for table in range(1, 6)}
        day.play_all()
    assert met == {f"A{a} v B{b}" for a in range(1, 6) for b in range(1, 6)}
    assert english(not_yet(day.event)) == "all 5 rounds have been played"


def test_A01_T6_2_the_a_team_goes_up_a_table(seniors: RuleBook) -> None:
    day = ring_of_pairs(seniors, 4)
    day.play_all()
    day.seat()
    assert [day.seats(table) for table in (1, 2, 3, 4)] == [
        "A4 v B1",
        "A1 v B2",
        "A2 v B3",
        "A3 v B4",
    ]


def test_A01_T6_2_an_odd_pair_has_a_bye_and_no_game(seniors: RuleBook) -> None:
    """G-18: the free place stays where it is, so each A team sits out once."""
    day = Day(preset_of(seniors), placing="first free")
    day.enter("A1 & x1", "B1 & y1", "A2 & x2", "B2 & y2", "A3 & x3")
    sat = []
    for number in range(3):
        round_ = day.seat()
        if not number:
            cut_at(day, 1, "A1 9S, B1 KD")
            cut_at(day, 2, "A2 9S, B2 KD")
        sat += [day.name(each) for each in round_.byes]
        day.play_all()
    assert sat == ["A3", "A2", "A1"]
    assert [day.place(name).byes for name in ("A1", "B1")] == [1, 0]
    assert [day.place(name).played for name in ("A1", "B1")] == [2, 3]


def test_A01_T6_3_the_director_may_move_the_b_teams_down(seniors: RuleBook) -> None:
    """SC-132: table 1 has B2 against A1, and so on round."""
    day = ring_of_pairs(seniors, 4)
    day.play_all()
    day.seat(move="B down")
    assert [day.seats(table) for table in (1, 2, 3, 4)] == [
        "A1 v B2",
        "A2 v B3",
        "A3 v B4",
        "A4 v B1",
    ]


def test_A01_T6_3_both_in_one_change_are_refused(seniors: RuleBook) -> None:
    day = ring_of_pairs(seniors, 4)
    day.play_all()
    clause = f"{seniors.document}-T6.3, X-27"
    with pytest.raises(EventError, match=rf"A up or B down, not both in one change \({clause}\)"):
        day.seat(move="both")


def test_A01_T6_3_up_and_down_by_turns_still_meet_everyone(seniors: RuleBook) -> None:
    day = ring_of_pairs(seniors, 4)
    met = [day.seats(table) for table in range(1, 5)]
    for move in ("B down", "A up", "B down"):
        day.play_all()
        day.seat(move=move)
        met += [day.seats(table) for table in range(1, 5)]
    assert sorted(met) == sorted(f"A{a} v B{b}" for a in range(1, 5) for b in range(1, 5))


def test_A01_T7_1_both_sides_points_are_on_the_master_card(seniors: RuleBook) -> None:
    day = ring_of_pairs(seniors, 2)
    day.play("A1 10–8 B1, A2 3–10 B2")
    rows = [
        (row.round, row.table, row.first, row.second, row.points) for row in master_card(day.event)
    ]
    assert rows == [
        (1, 1, "A1 & A1x", "B1 & B1x", (10, 8)),
        (1, 2, "A2 & A2x", "B2 & B2x", (3, 10)),
    ]


def test_A01_T7_1_the_card_is_the_directors(seniors: RuleBook) -> None:
    """X-54: players keep none, the director keeps one."""
    said = outlook(ring_of_pairs(seniors, 2).event)
    assert f"Results are kept on one master score card ({seniors.document}-T7.1)." in english(said)


def test_A01_T6_1_how_many_of_the_meetings_take_place(seniors: RuleBook) -> None:
    said = outlook(ring_of_pairs(seniors, 4).event)
    assert english(said[0]) == "8 pairs are here: 4 tables."
    assert (
        english(said[1])
        == "A up: 16 of 28 possible meetings in 4 rounds; teams of one letter never meet."
    )
    assert english(said[2]) == "A full round robin would take 7 rounds for all 28."


def test_A01_T6_1_the_director_may_stop_before_the_last_round(seniors: RuleBook) -> None:
    day = ring_of_pairs(seniors, 3)
    day.play("A1 10–4 B1, A2 10–5 B2, A3 9–10 B3")
    day.seat()
    day.play("A1 10–4 B2, A2 3–10 B3, A3 9–10 B1")
    assert english(not_over(day.event)) == "2 of 3 rounds are played; give a reason to stop here"
    assert "play one extra game" in str(not_over(day.event, why="snow"))


def test_A01_T6_2_one_sides_word_is_enough_to_move_on(seniors: RuleBook) -> None:
    """Where N04 wants both sides to have marked the score, the seniors' books are silent."""
    day = ring_of_pairs(seniors, 2)
    for number in (1, 2):
        day.do(enter(day.event, number, (10, 4), side=0))
    assert not_yet(day.event) is None


def test_A01_T3_1_players_have_no_cards_to_hand_in(seniors: RuleBook) -> None:
    day = ring_of_pairs(seniors, 2)
    with pytest.raises(EventError, match="there are no cards to hand in"):
        hand_in(day.event, (1,))


def test_A01_T7_2_the_winner_is_entered_with_the_target(seniors: RuleBook) -> None:
    day = ring_of_pairs(seniors, 2)
    day.play("A1 13–8 B1, A2 9–11 B2")
    assert [row.points for row in master_card(day.event)] == [(10, 8), (9, 10)]


@pytest.mark.parametrize("score", ["14–3", "10–10", "12–11", "100–4"])
def test_A01_T7_2_what_no_game_can_end_with_is_refused(seniors: RuleBook, score: str) -> None:
    day = ring_of_pairs(seniors, 2)
    with pytest.raises(EventError, match="table 1"):
        day.play(f"A1 {score} B1")


def test_A01_T7_2_a_game_without_a_time_limit_reaches_its_target() -> None:
    day = ring_of_pairs("provincial-55plus", 2)
    with pytest.raises(EventError, match="neither side has 10 and no time limit runs"):
        day.play("A1 7–5 B1")
    day.play("A1 7–5 B1", why="the hall closed")
    assert day.place("A1").points == 10


def test_A01_T9_1_the_directors_ruling_stands_in_the_game(seniors: RuleBook) -> None:
    day = ring_of_pairs(seniors, 2)
    day.play("A1 10–8 B1")
    ruling = ResultRuling(0, lost=True, why="left the table", clause=f"{seniors.document}-T9.1")
    day.do(rule(day.event, 1, ruling))
    assert (day.place("A1").won, day.place("B1").won) == (0, 1)
    assert "A team lose the game: left the table" in english(master_card(day.event)[0].says)
