"""Tables of three where numbers do not divide: who sits there, what it counts, and that nobody sits out."""

from __future__ import annotations

from collections import Counter

import pytest

from in_english import english
from rightbower.tournament.events.finish import HandIn, not_over
from rightbower.tournament.events.outlook import odd_number, outlook
from rightbower.tournament.events.participants import over
from rightbower.tournament.events.places import standings
from rightbower.tournament.events.plan import ChangePlan
from rightbower.tournament.events.remarks import remarks
from rightbower.tournament.events.scorecards import ShowTables, personal_card
from rightbower.tournament.events.seating import SwapSeats, seat
from rightbower.tournament.events.threes import EnterThree, no_score_of_three
from tournament.events.acts import act, sheets
from tournament.events.day import Day, individuals, refused


def social(people: int, preset: str = "charity-day") -> Day:
    """People who draw, those over at tables of three."""
    return act(individuals(preset, people), ChangePlan(threes="yes"))


def scored(day: Day, *points: int) -> Day:
    """The latest round in, with the points of each table of three."""
    day.play_all("10–4")
    for three in day.event.round.of_three:
        act(
            day,
            EnterThree(
                tuple(f"{who}={made}" for who, made in zip(three.entrants, points, strict=True))
            ),
        )
    return day


def test_who_is_at_a_table_of_three_does_not_sit_out_in_what_is_said() -> None:
    day = social(11)
    assert "11 players are here: 2 tables of four, 1 of three." in english(outlook(day.event))
    said = " ".join(english(remarks(day.event, seat(day.event, "seed"))))
    assert said.startswith("Table of three: ")
    assert "out this round" not in said


@pytest.mark.parametrize(
    ("people", "at_threes"),
    [
        (4, 0),
        (5, 1),
        (6, 2),
        (7, 3),
        (8, 0),
        (9, 1),
        (10, 6),
        (11, 3),
        (13, 9),
        (17, 9),
        (18, 6),
        (23, 3),
        (25, 9),
    ],
)
def test_as_many_sit_at_tables_of_three_as_fill_them(people: int, at_threes: int) -> None:
    day = social(people)
    assert over(day.event.plan, people) == at_threes
    round_ = day.seat()
    assert 4 * len(round_.tables) + at_threes == people
    whole = at_threes % 3 == 0
    assert len(round_.of_three) == (at_threes // 3 if whole else 0)
    assert len(round_.out) == (0 if whole else at_threes)


def test_what_each_made_at_three_is_in_the_total_and_on_the_card() -> None:
    day = scored_day = social(7)
    day.seat()
    scored(scored_day, 9, 3, 0)
    first, second, third = day.event.round.of_three[0].entrants
    made = {each.entrant: each.points for each in standings(day.event)}
    assert [made[each] for each in (first, second, third)] == [9, 3, 0]
    (row,) = personal_card(day.event, first)
    others = f"{day.event.name_of(second)} and {day.event.name_of(third)}"
    assert (row.sat_out, str(row.says)) == (9, f"table of three with {others}, 9 points")
    place = next(each for each in standings(day.event) if each.entrant == first)
    assert (place.byes, place.given, place.note) == (0, 9, "9 points of these at 1 table of three")
    title = sheets(day, ShowTables())[0][0]
    assert title.startswith("Round 1; table of three: ")
    assert "sitting out" not in title


def test_event_points_go_to_the_best_of_the_three() -> None:
    for points, expected in [
        ((9, 3, 0), (2, 0, 0)),
        ((7, 7, 1), (1, 1, 0)),
        ((4, 4, 4), (1, 1, 1)),
    ]:
        day = social(11, "national-progressive")
        day.seat()
        act(
            day,
            EnterThree(
                tuple(
                    f"{who}={made}"
                    for who, made in zip(day.event.round.of_three[0].entrants, points, strict=True)
                )
            ),
        )
        made = {each.entrant: each.event_points for each in standings(day.event)}
        assert tuple(made[each] for each in day.event.round.of_three[0].entrants) == expected


def test_all_share_the_table_of_three_as_they_would_sitting_out() -> None:
    day = social(7)
    there: Counter[int] = Counter()
    for number in range(7):
        day.seat(f"seed {number}")
        there.update(day.event.round.of_three[0].entrants)
        scored(day, 5, 4, 3)
    assert set(there.values()) == {3}


def test_a_day_waits_at_its_end_for_the_score_of_every_table_of_three() -> None:
    day = social(7)
    act(day, ChangePlan(rounds=8))
    for number in range(8):
        day.seat(str(number))
        day.play_all("10–4")
    assert "the table of three in round 1 has no score" in str(no_score_of_three(day.event))
    assert no_score_of_three(day.event, "nobody knows") is None
    act(day, HandIn(all=True))
    assert "table of three" in str(not_over(day.event))


def test_a_score_of_three_is_put_right_and_refused_where_it_cannot_be() -> None:
    day = social(7)
    with refused("no round has been played"):
        act(day, EnterThree(("1=2",)))
    day.seat()
    scored(day, 9, 3, 0)
    one, two, three = day.event.round.of_three[0].entrants
    with refused("entered already"):
        act(day, EnterThree((f"{three}=0", f"{one}=9", f"{two}=3")))
    act(day, EnterThree((f"{two}=4", f"{one}=8", f"{three}=0")))
    assert day.event.round.of_three[0].points == (8, 4, 0)
    day.undo()
    assert day.event.round.of_three[0].points == (9, 3, 0)
    elsewhere = day.event.round.tables[0].entrants[0]
    with refused("name the three who play"):
        act(day, EnterThree((f"{one}=1", f"{two}=1", f"{elsewhere}=1")))
    with refused("points are 0 to 99"):
        act(day, EnterThree((f"{one}=100", f"{two}=1", f"{three}=1")))
    with refused("does not say who made how many"):
        act(day, EnterThree(("many",)))


def test_who_changes_places_with_somebody_at_the_table_of_three_plays_there() -> None:
    day = social(7)
    day.seat()
    one = day.event.round.of_three[0].entrants[0]
    other = day.event.round.tables[0].sides[0][0]
    act(day, SwapSeats(one, other, "came late"))
    assert other in day.event.round.of_three[0].entrants
    assert one in day.event.round.tables[0].entrants


def test_tables_of_three_are_refused_where_they_cannot_be() -> None:
    for preset in ("alberta-pairs", "whist-chart", "knock-out"):
        with refused("for people who draw or move alone"):
            act(Day(preset), ChangePlan(threes="yes"))


def test_the_choice_is_offered_with_its_consequence_until_it_is_made() -> None:
    day = individuals("charity-day", 23)
    odd = odd_number(day.event)
    assert odd is not None
    assert (odd.over, odd.wanted, odd.threes, odd.fours) == (3, 1, 3, 5)
    act(day, ChangePlan(threes="yes"))
    assert odd_number(day.event) is None
    five = odd_number(individuals("charity-day", 5).event)
    assert five is not None
    assert five.threes == 0
    act(day, ChangePlan(threes="no"))
    assert odd_number(day.event) == odd
