"""A table and its clock as every face sees them."""

from __future__ import annotations

from msgspec.structs import replace

from rightbower.tournament.events import results
from rightbower.tournament.events.attendance import substitute, withdraw
from rightbower.tournament.events.cuts import show_cut
from rightbower.tournament.events.entrants import Player
from rightbower.tournament.events.results import confirm, dispute, enter
from rightbower.tournament.events.round_clock import BellRang, ClockPaused, ClockStarted, clock_view
from rightbower.tournament.events.table_view import TableView, games_of, table_with, tables_now
from tournament.events.day import Day, individuals, ring_of_pairs


def test_a_table_goes_from_its_seats_to_its_result() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    fresh = day.view(1)
    assert (fresh.state, fresh.open, fresh.settled, fresh.waits) == ("playing", True, False, False)
    assert (fresh.points, fresh.counts, fresh.score) == (None, None, "")
    assert str(fresh.says) == "no result yet"
    day.do(enter(day.event, 1, (10, 8), side=1))
    sent = day.view(1)
    assert (sent.state, sent.sent_by, sent.points, sent.score) == ("entered", 1, (10, 8), "10–8")
    assert (sent.waits, sent.counts is None) == (True, True)
    day.do(dispute(day.event, 1, why="it was 10–6"))
    against = day.view(1)
    assert (against.state, against.dispute, against.waits) == ("disputed", "it was 10–6", True)
    assert (against.sent_by, against.open) == (None, True)
    day.do(confirm(day.event, 1))
    done = day.view(1)
    assert (done.state, done.open, done.settled, done.waits) == ("marked", False, True, False)
    assert done.counts is not None
    assert (done.counts.points, done.dispute) == ((10, 8), "")
    day.do(results.void(day.event, 1, why="a lost pack"))
    void = day.view(1)
    assert (void.state, void.settled, void.score, void.waits) == ("void", True, "", False)


def test_a_result_that_counts_at_once_waits_for_nobody() -> None:
    day = individuals("national-progressive", 4)
    day.seat()
    day.do(enter(day.event, 1, (6, 4), side=0))
    assert (day.view(1).state, day.view(1).waits) == ("entered", True)
    plan = day.event.plan
    at_once = replace(plan, standings=replace(plan.standings, unconfirmed="counts"))
    table = TableView(replace(day.event, plan=at_once), day.event.round, day.view(1).table)
    assert (table.state, table.waits) == ("entered", False)


def test_everybody_at_a_table_has_mates_and_others_against_them() -> None:
    day = individuals("national-progressive", 4)
    day.seat()
    table = day.view(1)
    (north, south), (east, west) = table.sides
    assert (table.mates(south), table.against(south)) == ((north,), (east, west))
    assert table.players == (
        (day.name(north), day.name(south)),
        (day.name(east), day.name(west)),
    )
    assert table.people(west, north) == (day.name(west), day.name(north))
    assert [each.place for each in table.seats] == ["N", "S", "E", "W"]
    assert (table.side_of(east), table.playing) == (1, True)
    day.do(withdraw(day.event, [west]))
    assert day.view(1).gone == (west,)


def test_a_table_is_named_as_its_round_was_played() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    number = day.number("A1")
    day.play_all()
    table = table_with(day.event, number)
    assert table is not None
    day.do(substitute(day.event, number, "A1x", Player("New")))
    day.seat()
    was, now = day.view(table.number, 1), table_with(day.event, number)
    assert now is not None
    side = was.side_of(number)
    assert (was.names[side], was.players[side]) == ("A1 & A1x", ("A1", "New"))
    assert now.names[now.side_of(number)] == "A1 & New"


def test_a_side_without_anybody_is_a_dash_and_nobody_plays() -> None:
    table = ring_of_pairs("alberta-55plus", 2).view(1, sides=((1,), ()))
    assert (table.names, table.state, table.playing) == (("A1 & A1x", "—"), "bye", False)


def test_who_deals_first_is_the_player_whose_cut_made_the_partners() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    (one,), (other,) = day.view(1).sides
    day.do(show_cut(day.event, 1, "deal", (((one, "KD"), (other, "9S")),)))
    assert day.view(1).dealer == day.event.name_of(other)


def test_the_tables_of_now_and_the_games_of_the_day() -> None:
    day = Day("alberta-pairs")
    assert (tables_now(day.event), list(games_of(day.event))) == ((), [])
    assert table_with(day.event, 1) is None
    day = ring_of_pairs("alberta-55plus", 2)
    day.play_all()
    day.seat()
    assert [each.round for each in tables_now(day.event)] == [2, 2]
    assert [(each.round, each.number) for each in games_of(day.event)] == [
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 2),
    ]


def test_a_clock_says_what_it_shows_and_whether_it_goes() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    assert clock_view(day.event, 0.0) is None
    day.do(ClockStarted(1, 25))
    at = day.now
    goes = clock_view(day.event, at + 60)
    assert goes is not None
    assert (goes.state, goes.time, goes.limited, goes.early) == ("running", "24:00", True, True)
    late = clock_view(day.event, at + 1800)
    assert late is not None
    assert (late.time, late.early) == ("0:00", False)
    day.do(ClockPaused())
    stands = clock_view(day.event, at + 60)
    assert stands is not None
    assert stands.state == "stopped"
    day.do(BellRang())
    rang = clock_view(day.event, at + 60)
    assert rang is not None
    assert rang.state == "rang"


def test_a_clock_is_that_of_its_round_alone() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.do(ClockStarted(1, None))
    free = clock_view(day.event, day.now + 65, 1)
    assert free is not None
    assert (free.time, free.limited, free.left) == ("1:05", False, None)
    day.play_all()
    day.seat()
    assert clock_view(day.event, day.now) is None
    assert clock_view(day.event, day.now, 2) is None
    assert clock_view(day.event, day.now, 1) is not None
