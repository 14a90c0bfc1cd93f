"""What the wall says: whole sentences, from the event as everybody sees it."""

from __future__ import annotations

from msgspec.structs import replace

from rightbower.tournament.events import registration
from rightbower.tournament.events.entrants import Award, Player
from rightbower.tournament.events.results import dispute, enter
from rightbower.tournament.events.table_view import State
from rightbower.web.notes import Notes
from rightbower.web.snapshots.event_view import (
    WaitingResult,
    WallWords,
    award_view,
    snapshot,
    wall_words,
)
from tournament.events.day import Day, individuals, ring_of_pairs


def words(day: Day, *, door: bool = True) -> WallWords:
    return snapshot(day.event, Notes(door=door), 0.0).words


def test_who_is_here_and_who_is_expected() -> None:
    day = Day("alberta-pairs")
    day.enter("Ann & Al", "Bea & Bob")
    assert words(day).here == "2 here"
    assert words(day).invites == "Put yourself on the list"
    assert words(day, door=False).invites == "Follow it on your phone"
    day.do(registration.add(day.event, [[Player("Cat"), Player("Cy")]]))
    assert words(day).here == "2 here, 1 expected"


def test_a_round_says_how_many_tables_are_in_and_which_are_not() -> None:
    day = ring_of_pairs("alberta-55plus", 3)
    said = words(day)
    assert (said.by_table, said.by_name) == ("Round 1: tables", "Round 1: find your seat")
    assert said.round.startswith("Round 1")
    assert said.tables_in == ("0 of 3 tables are in",)
    day.play("A2 10–8 B2")
    assert words(day).tables_in == ("1 of 3 tables are in", "Still playing: 1, 3")
    day.play_all()
    assert words(day).tables_in == ("All tables are in",)
    assert words(day).over == "Round 1 is over"
    assert words(day).then == "Stay near: the next round is seated soon."


def test_many_open_tables_are_not_listed_and_one_without_a_game_is_not_counted() -> None:
    day = ring_of_pairs("alberta-55plus", 10)
    day.play("A1 10–8 B1")
    assert words(day).tables_in == ("1 of 10 tables are in",)
    day.play("A2 10–8 B2")
    assert words(day).tables_in[1] == "Still playing: 3, 4, 5, 6, 7, 8, 9, 10"


def test_a_table_without_a_game_is_neither_in_nor_missing() -> None:
    seen = snapshot(ring_of_pairs("alberta-55plus", 3).event, Notes(), 0.0)

    def said(*states: State) -> tuple[str, ...]:
        tables = [replace(seen.tables[0], number=n, state=s) for n, s in enumerate(states, 1)]
        return wall_words(replace(seen, tables=tuple(tables))).tables_in

    assert said("bye", "playing", "marked") == ("1 of 2 tables are in", "Still playing: 2")
    assert said("void", "entered", "disputed", "marked") == (
        "2 of 4 tables are in",
        "Still playing: 2, 3",
    )
    assert said("bye", "playing", "playing") == ("0 of 2 tables are in",)
    assert said("bye", "void") == ("All tables are in",)
    nine: list[State] = ["playing"] * 9
    assert said("marked", *nine) == ("1 of 10 tables are in",)
    assert len(said("marked", *nine[1:])) == 2


def test_nobody_is_expected_where_all_are_here_and_rounds_are_told_where_known() -> None:
    seen = snapshot(ring_of_pairs("alberta-55plus", 2).event, Notes(), 0.0)
    assert wall_words(replace(seen, here=3, entered=4)).here == "3 here, 1 expected"
    assert wall_words(replace(seen, here=4, entered=4)).here == "4 here"
    assert wall_words(replace(seen, round=2, rounds=None)).round == "Round 2"
    assert wall_words(replace(seen, round=2, rounds=5)).round == "Round 2 of 5"
    assert wall_words(replace(seen, stage="finished")).standings == "Final results"
    by_points = wall_words(replace(seen, counts="event points"))
    assert (by_points.figure, by_points.unit) == ("event_points", "points")


def test_the_last_round_keeps_nobody_and_the_figure_is_what_the_plan_counts() -> None:
    day = individuals("charity-day", 4, rounds=1)
    day.seat()
    assert words(day).round == "Round 1 of 1"
    day.play_all("9–4")
    said = words(day)
    assert said.then == "That was the last round."
    assert (said.standings, said.figure, said.unit) == ("Standings", "points", "points")
    assert words(ring_of_pairs("alberta-55plus", 2)).unit == "won"


def test_a_result_that_waits_says_for_whom() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.do(enter(day.event, 1, (10, 8), side=0))
    day.do(enter(day.event, 2, (10, 7)))
    day.do(dispute(day.event, 2, why="it was 10–6"))
    game = "A1 & A1x – B1 & B1x", "A2 & A2x – B2 & B2x"
    assert snapshot(day.event, Notes(), 0.0).waiting == (
        WaitingResult(1, 1, game[0], "10–8, the other side confirms"),
        WaitingResult(1, 2, game[1], "10–7, disputed"),
    )


def test_a_prize_says_what_each_has() -> None:
    day = ring_of_pairs("alberta-55plus", 2)

    def said(*winners: int, each: int = 0) -> tuple[str, str]:
        found = award_view(day.event, Award(("first", "high"), winners, each))
        return found.prize, found.says

    assert said(1) == ("first and high", "first and high")
    assert said(1, each=1250) == ("first and high", "first and high · 12.50")
    assert said(1, 2, each=1250) == ("first and high", "first and high · 12.50 each")
