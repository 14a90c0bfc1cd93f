"""Standings and prizes: nothing by names, nobody lost, everything said."""

import pytest

from in_english import english
from rightbower.tournament.events.columns import figure_heads, figures
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Prize
from rightbower.tournament.events.finish import finish, hand_in
from rightbower.tournament.events.places import standings, table
from rightbower.tournament.events.prizes import awards
from rightbower.tournament.events.results import enter
from rightbower.tournament.events.scorecards import personal_card
from rightbower.tournament.events.table_view import seats
from rightbower.tournament.events.tie_steps import (
    decide,
    play_off,
    share,
    show_coins,
    toss_coins,
)
from tournament.events.day import Day, after, individuals, played, record, ring_of_pairs


def test_a_tie_is_never_broken_by_names_or_numbers() -> None:
    event = played("alberta-55plus", [*record("Zoe", 2, [5]), *record("Abe", 2, [5])])
    first, second = table(event).places[:2]
    assert (first.rank, second.rank, first.open, second.shared) == (1, 1, True, True)
    assert "still open: Zoe & Zoex and Abe & Abex play one extra game." in first.why


def test_clubs_go_by_games_between_those_level_then_the_difference() -> None:
    games = [
        "X 10–8 Y",
        "Y 10–8 Z",
        "Z 10–8 X",
        *record("X", 1, [9]),
        *record("Y", 1, [5]),
        *record("Z", 1, [0]),
    ]
    event = played("standard", games)
    assert event.preset == "round-robin"
    order = [place.name[0] for place in table(event).places[:3]]
    assert order == ["X", "Y", "Z"]
    assert "points of difference" in table(event).places[0].why


def test_three_who_met_are_ranked_by_wins_among_themselves() -> None:
    games = ["X 10–8 Y", "X 10–8 Z", "Y 10–8 Z", *record("Y", 1, []), *record("Z", 2, [])]
    event = played("standard", games)
    assert [place.name[0] for place in table(event).places[:3]] == ["X", "Y", "Z"]
    assert "2 wins among themselves to 1 and 0" in table(event).places[0].why


def test_what_nothing_parts_is_shared_and_said() -> None:
    event = played("standard", [*record("X", 2, [5]), *record("Y", 2, [5])])
    first, second = table(event).places[:2]
    assert (first.rank, second.rank, first.shared) == (1, 1, True)
    assert "they share the place (round-robin preset)" in first.why


def test_many_who_are_level_are_told_in_short() -> None:
    event = played(
        "alberta-55plus",
        [g for n in "ABCDEFG" for g in record(n, 2, [len(n)])] + record("H", 2, [9]),
    )
    assert "tied on 2 wins with 7 others" in table(event).places[0].why
    assert "29 points in all to 21–29 in the group" in table(event).places[0].why


def test_coins_games_and_cuts_only_when_they_are_asked_for() -> None:
    event = played("alberta-55plus", [*record("X", 2, []), *record("Y", 1, [])])
    for attempt in (
        lambda: toss_coins(event, "seed"),
        lambda: play_off(event, (10, 2)),
        lambda: show_coins(event, ["heads"]),
    ):
        with pytest.raises(EventError, match="is asked for now; nobody is tied"):
            attempt()
    with pytest.raises(EventError, match="are not a tie that is open"):
        share(event, [1, 2], "friends")
    level = played("alberta-55plus", [g for n in "XYZ" for g in record(n, 2, [5])])
    with pytest.raises(EventError, match="no play-off game is asked for now; next: One player"):
        play_off(level, (10, 2))
    with pytest.raises(EventError, match="3 coins are tossed"):
        show_coins(level, ["heads"])
    with pytest.raises(EventError, match="heads or tails"):
        show_coins(level, ["heads", "tails", "edge"])  # type: ignore[list-item]  # what is refused
    numbers = [place.entrant for place in table(level).places[:3]]
    with pytest.raises(EventError, match="a decision needs a reason"):
        share(level, numbers, "")
    assert table(after(level, decide(level, numbers[::-1], "lots"))).places[0].entrant == numbers[2]


def test_ties_are_parted_after_play_and_again_when_it_goes_on() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.play("A1 10–8 B1")
    with pytest.raises(EventError, match="round 1 is not over; ties are broken after play"):
        play_off(day.event, (10, 7))
    day.play("A2 10–8 B2")
    day.do(play_off(day.event, (10, 7)))
    assert day.places()[0] == "A1"
    day.seat()
    assert not day.event.ties
    day.play("A1 10–8 B2, A2 10–8 B1")
    assert day.places()[0] == "A1=A2"  # the game they played off was before the last round


def test_the_end_waits_for_ties_and_results() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    with pytest.raises(EventError, match="no round has been played"):
        finish(Day("alberta-pairs").event)
    day.play("A1 10–8 B1")
    with pytest.raises(EventError, match="round 1 is not over at table 2"):
        finish(day.event)
    day.play("A2 10–8 B2")
    with pytest.raises(EventError, match="1 of 2 rounds are played; give a reason to stop here"):
        finish(day.event)
    with pytest.raises(EventError, match=r"play one extra game. \(A01-T10\.6, X-43\)"):
        finish(day.event, why="snow")
    day.do(play_off(day.event, (10, 7)))
    day.do(finish(day.event, why="snow"))
    assert tuple(each.kept for each in standings(day.event)) == day.event.places
    assert awards(day.event)[0].winners == (day.event.places[0].entrant,)


def test_prizes_are_shared_by_those_who_share_places() -> None:
    prizes = [Prize("first", 1, 6000), Prize("second", 2, 4001), Prize("third", 3, 1000)]
    event = played(
        "standard", [*record("X", 2, [5]), *record("Y", 2, [5]), *record("Z", 1, [])], prizes=prizes
    )
    both, third = awards(event)
    assert (both.prizes, both.each, both.left) == (("first", "second"), 5000, 1)
    assert len(both.winners) == 2
    assert (third.prizes, third.each) == (("third",), 1000)


def test_low_prizes_count_from_the_bottom() -> None:
    day = individuals(
        "charity-day",
        8,
        prizes=[Prize("high"), Prize("low", low=True), Prize("next low", 2, low=True)],
    )
    day.seat()
    first, second = day.event.round.tables
    day.do(enter(day.event, first.number, (12, 3)))
    day.do(enter(day.event, second.number, (8, 4)))
    day.do(hand_in(day.event, tuple(range(1, 9))))
    found = awards(day.event)
    assert [each.prizes for each in found] == [("high",), ("low", "next low")]
    assert set(found[1].winners) == set(first.sides[1])


def test_lists_by_table_by_name_and_of_one_player() -> None:
    day = individuals("national-progressive", 5, placing="first free")
    round_ = day.seat()
    found = {seat.name: (seat.table, seat.place) for seat in seats(day.event, round_)}
    out = day.name(round_.byes[0])
    assert english(found[out]) == (0, "sits out")
    assert english(sorted(found[name][1] for name in found if name != out)) == ["E", "N", "S", "W"]
    (row,) = personal_card(day.event, round_.byes[0])
    assert english((row.says, row.points)) == ("sits out", None)
    pairs = ring_of_pairs("alberta-55plus", 2)
    assert (
        english(
            {seat.name: seat.place for seat in seats(pairs.event, pairs.event.round)}["A1 & A1x"]
        )
        == "A"
    )


def test_the_story_tells_every_entry() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.do(enter(day.event, 1, (10, 8), side=0))
    lines = day.history.lines()
    assert [line.number for line in lines] == list(range(1, len(day.history.entries) + 1))
    assert english(lines[0].says) == "Our day opened (alberta-pairs, Alberta 55 plus Games)"
    assert english(lines[-1].says) == "round 1, table 1: 10–8"
    assert all(entry.fact.says(day.event) for entry in day.history.entries)


@pytest.mark.parametrize("book", ["alberta-55plus", "charity-social", "national-2025", "standard"])
def test_each_number_stands_under_its_heading(book: str) -> None:
    event = played(book, [*record("Zoe", 2, [5]), *record("Abe", 1, [5])])
    counted = event.plan.standings.ranking == "event points"
    for place in table(event).places:
        found = dict(zip(figure_heads(event), figures(event, place), strict=True))
        assert found.pop("Points", None) == (place.event_points if counted else None)
        assert found == {
            "Won": place.won,
            "Drawn": place.drawn,
            "Lost": place.lost,
            "Byes": place.byes,
            "For": place.points,
            "Against": place.against,
        }
