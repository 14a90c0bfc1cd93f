"""What the public page of an event shows of everybody's day: rounds as bars, a day by its rounds, the podium."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from rightbower.tournament.events.results import enter, void
from rightbower.web.notes import Notes
from rightbower.web.snapshots.days import (
    ON_A_STEP,
    RoundPlayed,
    all_bars,
    beside_name,
    days,
    podium,
    rounds_of,
)
from rightbower.web.snapshots.event_view import Snapshot, snapshot
from tournament.events.day import Day
from web.day import prepared_event, room, seated


def played_day() -> Day:
    """Five pairs, two rounds: a game won and lost, one void, one not in yet."""
    day = Day("alberta-pairs", placing="first free", rounds=2)
    day.enter("Ann & Al", "Bea & Bob", "Cat & Cy", "Dot & Dan", "Eve & Ed")
    day.seat()
    first, second = (each for each in day.event.round.tables if each.playing)
    day.do(enter(day.event, first.number, (10, 7)))
    day.do(void(day.event, second.number, why="a lost pack"))
    day.seat()
    return day


def test_a_day_is_told_from_ones_own_side_of_the_table() -> None:
    day = played_day()
    found = days(day.event)
    table = next(each for each in day.event.rounds[0].tables if each.result)
    (one,), (other,) = table.sides
    ours, theirs = found[one][0], found[other][0]
    assert (ours.how, ours.ours, ours.theirs) == ("won", 10, 7)
    assert (theirs.how, theirs.ours, theirs.theirs) == ("lost", 7, 10)
    assert ours.against == day.event.name_of(other)
    (out,) = day.event.rounds[0].byes
    assert found[out][0] == RoundPlayed(1, "out")
    hows = {each[0].how for each in found.values()}
    assert hows == {"won", "lost", "void", "out"}
    assert {each[1].how for each in found.values()} == {"open", "out"}


def test_a_bar_stands_where_its_round_is_and_only_what_counts_is_drawn() -> None:
    found = {1: (RoundPlayed(1, "won", 1, ours=10, theirs=4), RoundPlayed(2, "lost", 2, ours=0, theirs=10)),
             2: (RoundPlayed(1, "out"), RoundPlayed(2, "even", 1, ours=5, theirs=5))}  # fmt: skip
    drawn = all_bars(found, 2)
    assert drawn[1].won.startswith("M1 ")
    assert drawn[1].lost.startswith("M17.5 ")
    assert (drawn[1].even, drawn[2].won, drawn[2].lost) == ("", "", "")
    assert str(drawn[2].says) == "Points by round: –, 5"
    assert drawn[1].wide == drawn[2].wide


def placed(seen: Snapshot, *ranks: int) -> Snapshot:
    """The snapshot with these ranks at its top."""
    some = seen.places[0]
    places = [replace(some, rank=rank, name=f"N{at} & M{at}") for at, rank in enumerate(ranks)]
    return replace(seen, places=tuple(places))


def test_who_is_tied_shares_a_step_and_a_crowd_on_one_is_counted() -> None:
    seen = snapshot(played_day().event, Notes(), 0.0)
    first, third = podium(placed(seen, 1, 1, 3, 4))
    assert (first.rank, first.shared, first.names) == (1, True, ("N0 & M0", "N1 & M1"))
    assert [letter for letter, _ in first.faces] == ["N", "M", "N", "M"]
    assert (third.rank, third.shared, third.more) == (3, False, 0)
    (all_level,) = podium(placed(seen, *[1] * 9))
    assert (len(all_level.names), all_level.more) == (ON_A_STEP, 9 - ON_A_STEP)
    assert podium(replace(seen, places=())) == ()


def test_under_a_name_stands_what_the_places_do_not_go_by() -> None:
    seen = snapshot(played_day().event, Notes(), 0.0)
    place = replace(seen.places[0], won=3, drawn=0, lost=1, points=33)
    assert str(beside_name(replace(seen, counts="games won"), place)) == "33 points made"
    assert str(beside_name(replace(seen, counts="points made"), place)) == "3 won, 1 lost"


def test_the_latest_round_comes_first_with_the_points_that_count() -> None:
    second, first = rounds_of(played_day().event)
    assert (second[0], first[0]) == (2, 1)
    assert [each.points for each in first[1]].count((10, 7)) == 1
    assert [each.points for each in first[1]].count(None) == 1
    assert {each.points for each in second[1]} == {None}


def test_anybodys_day_is_a_press_away_and_ones_own_is_asked_for_once(tmp_path: Path) -> None:
    deeds = [seated, lambda event: enter(event, 1, (10, 4)), lambda event: enter(event, 2, (10, 6))]
    prepared_event(tmp_path, deeds=deeds)
    with room(tmp_path) as here:
        winner = here.event.round.table(1).sides[0][0]
        name = here.event.name_of(winner)
        phone = here.phone()
        common = phone.client.get("/events/day").text
        assert f'href="?who={winner}#me"' in common
        assert 'class="path"' not in common
        shown = phone.client.get(f"/events/day?who={winner}").text
        assert f'<h2 class="who" id="mine">{name.replace("&", "&amp;")}</h2>' in shown
        assert "<b>10–4</b>" in shown
        assert "Enter the score" not in shown
        for odd in ("0", "999", "x", "9" * 9):
            assert 'class="path"' not in phone.client.get(f"/events/day?who={odd}").text
