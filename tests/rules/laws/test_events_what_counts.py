"""What counts: only results that both sides stand by, entered as the book has it and saying so."""

import pytest

from in_english import english
from rightbower.rules.book import RuleBook
from rightbower.tournament.events import outcome as results
from rightbower.tournament.events.attendance import check_in, set_sitter, take_back_sitter, withdraw
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.finish import finish, not_over
from rightbower.tournament.events.outcome import result_text
from rightbower.tournament.events.outlook import outlook
from rightbower.tournament.events.places import standings, table
from rightbower.tournament.events.remarks import remarks
from rightbower.tournament.events.results import confirm, dispute, enter
from rightbower.tournament.events.scorecards import master_card, personal_card
from rightbower.tournament.events.seating import not_yet, seat
from rightbower.tournament.events.tie_steps import play_off
from tournament.events.day import Day, individuals, played, record, ring_of_pairs


def test_A01_T7_2_eight_six_counts_as_ten_six_and_says_why(seniors: RuleBook) -> None:
    day = ring_of_pairs(seniors, 2, minutes=25)
    day.play("A1 8–6 B1, A2 10–6 B2")
    why = f"10–6; 8–6 made; the winner is entered with 10 ({seniors.document}-T7.2)"
    assert english([row.says for row in master_card(day.event)]) == english([why, "10–6"])
    assert english(personal_card(day.event, day.number("B1"))[0].says) == english(why)


def test_A01_T7_2_who_beat_whom_tells_of_the_points_made(seniors: RuleBook) -> None:
    event = played(seniors, ["X 8–6 Y", *record("X", 1, []), *record("Y", 2, [])])
    place = table(event).places[0]
    clause = f"{seniors.document}-T7.2"
    assert f"beat Y & Yx 10–6 in round 1, 8–6 made; the winner is entered with 10 ({clause})" in (
        place.why
    )


def test_A01_T7_1_one_sides_word_is_not_in_the_standings(seniors: RuleBook) -> None:
    day = ring_of_pairs(seniors, 2)
    day.do(enter(day.event, 1, (10, 4), side=0))
    assert day.place("A1").won == 0
    day.do(confirm(day.event, 1, side=1))
    assert day.place("A1").won == 1


def test_A01_T7_1_a_disputed_result_does_not_count_until_it_is_decided(seniors: RuleBook) -> None:
    day = ring_of_pairs(seniors, 2)
    day.play("A1 10–4 B1")
    day.do(dispute(day.event, 1, why="it was nine"))
    assert day.place("A1").won == 0
    (told,) = results.not_counting(day.event)
    assert english(told).startswith("Round 1, table 1: the result is disputed and does not count")
    day.do(confirm(day.event, 1))
    assert day.place("A1").won == 1
    assert results.not_counting(day.event) == ()


def test_A01_T6_2_the_next_round_is_seated_with_a_warning(seniors: RuleBook) -> None:
    day = ring_of_pairs(seniors, 2)
    day.play("A1 10–4 B1")
    day.do(enter(day.event, 2, (10, 4), side=0))
    assert not_yet(day.event) is None
    told = remarks(day.event, seat(day.event, "seed"))
    assert english(told[0]) == (
        "Round 1, table 2: only one side has entered the result; it does not count until the other"
        " side confirms it. Round 2 is seated without it."
    )


def test_A01_T10_1_places_are_not_final_while_a_result_waits(seniors: RuleBook) -> None:
    day = ring_of_pairs(seniors, 2)
    day.do(enter(day.event, 1, (10, 4), side=0))
    day.play("A2 10–6 B2")
    day.seat()
    day.play_all("10–5")
    assert english(not_over(day.event)) == (
        "the result of table 1 of round 1 is not confirmed by the other side and does not count yet"
    )
    day.do(confirm(day.event, 1, round_=1))
    assert "not confirmed" not in str(not_over(day.event))


def test_S02_1_6_an_unconfirmed_score_is_not_in_the_total() -> None:
    day = individuals("charity-day", 4)
    day.seat()
    day.do(enter(day.event, 1, (9, 4), side=0))
    assert {place.points for place in standings(day.event)} == {0}
    assert (
        english(result_text(day.event.round.table(1), day.event.plan)) == "9–4; not confirmed yet"
    )
    assert personal_card(day.event, 1)[0].points is None


def test_a_knock_out_waits_for_both_sides() -> None:
    day = Day("knock-out")
    day.enter(*(f"{name} & {name}x" for name in "ABCD"))
    day.seat()
    for number in (1, 2):
        day.do(enter(day.event, number, (10, 4), side=0))
    with pytest.raises(EventError, match="table 1 needs a winner who goes on, confirmed by both"):
        day.seat()


def test_A01_T10_6_a_play_off_game_ends_as_a_game_can_end(seniors: RuleBook) -> None:
    """At the boundary: 13 is a lone march from nine, 14 is out of reach; ten and ten is no end."""
    event = played(seniors, [*record("X", 2, [5]), *record("Y", 2, [5])])
    for points in ((14, 3), (10, 12), (10, 10)):
        with pytest.raises(EventError, match="play-off game"):
            play_off(event, points)
    assert play_off(event, (13, 9)).points == (13, 9)
    assert play_off(event, (14, 3), why="they played to fifteen").why == "they played to fifteen"


def test_A00_T10_6_without_a_time_limit_somebody_reaches_the_target() -> None:
    event = played("provincial-55plus", [*record("X", 2, [5]), *record("Y", 2, [5])])
    with pytest.raises(EventError, match=r"neither side has 10 and no time limit runs \(A00-9.1"):
        play_off(event, (9, 7))


def test_A01_T6_1_a_pair_that_comes_back_is_told_whom_it_meets_again(seniors: RuleBook) -> None:
    day = ring_of_pairs(seniors, 3)
    day.play_all()
    a1, b1 = day.number("A1"), day.number("B1")
    day.do(withdraw(day.event, [a1]))
    day.seat()
    day.play_all()
    day.do(withdraw(day.event, [day.number("A2")]))
    back = check_in(day.event, [a1])
    day.do(back)
    round_ = day.seat()
    met = next(each for each in round_.tables if a1 in each.entrants)
    assert b1 not in met.entrants  # two places are free, and in one of them they have not met


def test_A01_T6_1_a_meeting_that_cannot_be_helped_is_told_at_the_door(seniors: RuleBook) -> None:
    day = ring_of_pairs(seniors, 2, rounds=3)
    day.play_all()
    a1 = day.number("A1")
    day.do(withdraw(day.event, [a1]))
    day.seat()
    day.play_all()
    back = check_in(day.event, [a1])
    again = "Table 1: A1 & A1x and B1 & B1x meet again; they met in round 1."
    assert english(remarks(day.event, back)) == english((again,))
    day.do(back)
    assert again in english(remarks(day.event, seat(day.event, "seed")))


def test_A01_T6_1_an_odd_number_of_pairs_is_told_what_it_costs(seniors: RuleBook) -> None:
    day = Day("alberta-pairs" if seniors.document == "A01" else "provincial-pairs")
    day.enter(*(f"{name} & {name}x" for name in "ABCDEFG"))
    sentence = next(
        each for each in outlook(day.event) if english(each).startswith("7 pairs is an odd number")
    )
    assert "each A team sits out once and plays 3 of 4 rounds, a B team 4" in english(sentence)
    assert f"games won ({seniors.document}-T10.1)" in english(sentence)
    assert sentence in remarks(day.event, seat(day.event, "seed"))
    for number in range(4):
        day.seat(str(number))
        day.play_all()
    assert sorted(place.played for place in standings(day.event)) == [3, 3, 3, 3, 4, 4, 4]


def test_A01_T6_1_a_floater_makes_the_games_even(seniors: RuleBook) -> None:
    day = Day("alberta-pairs" if seniors.document == "A01" else "provincial-pairs")
    day.enter(*(f"{name} & {name}x" for name in "ABC"))
    day.enter("F & Fx", floater=True)
    assert not any("an odd number" in english(each) for each in outlook(day.event))


def test_N04_2_9a_a_sitter_can_be_taken_back_before_the_start() -> None:
    day = individuals("national-progressive", 8)
    day.do(set_sitter(day.event, 3, 1))
    day.do(take_back_sitter(day.event, 3))
    assert day.event.entrant(3).sitter == 0
    with pytest.raises(EventError, match="P3 is not a sitting player"):
        take_back_sitter(day.event, 3)
    day.do(set_sitter(day.event, 3, 1))
    day.seat()
    with pytest.raises(EventError, match=r"sitting players are named at the start \(N04-2.9a"):
        take_back_sitter(day.event, 3)


def test_N04_2_9a_a_sitters_table_has_to_exist() -> None:
    day = individuals("national-progressive", 8)
    with pytest.raises(EventError, match="there is no table 0; tables are numbered from 1"):
        set_sitter(day.event, 3, 0)
    assert remarks(day.event, set_sitter(day.event, 3, 2)) == ()
    (told,) = remarks(day.event, set_sitter(day.event, 3, 3))
    assert english(told).startswith("There is no table 3 yet: the 8 on the list make 2 tables.")


def test_a_finish_needs_no_more_once_all_is_confirmed() -> None:
    day = individuals("national-progressive", 4, rounds=1)
    day.seat()
    day.do(enter(day.event, 1, (5, 2), side=0))
    with pytest.raises(EventError, match="not confirmed by the other side"):
        finish(day.event)
