"""Large events: what is shown of them costs little more for twice as many, and the loop never waits."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rightbower.tournament.contest import Entry, Fact
from rightbower.tournament.events.attendance import check_in_all
from rightbower.tournament.events.entrants import Player
from rightbower.tournament.events.event import Event, EventHistory
from rightbower.tournament.events.places import standings
from rightbower.tournament.events.plan import open_event
from rightbower.tournament.events.registration import add
from rightbower.tournament.events.results import enter
from rightbower.tournament.events.seating import SeatRound, seat
from rightbower.web.desk.standings import outside_low_prize
from rightbower.web.notes import Notes
from rightbower.web.public import event_page
from rightbower.web.snapshots.event_view import MANY_ENTRANTS, as_text, snapshot
from rightbower.web.snapshots.phone_snapshot import phone_snapshot
from rightbower.web.snapshots.whereabouts import whereabouts
from rightbower.web.state import access
from web.day import prepared_event, room, seated

# Twice as many may take twice the steps and a little for sorting, never four times as many.
TWICE = 2.4


def played(preset: str, entrants: int) -> Event:
    """An event after its first round, in which many are tied, as they are early in a day."""
    history = EventHistory.of(
        [Entry(0.0, "x", open_event(preset, "x", "X", "2026-11-15", rounds=3))]
    )
    size = 2 if history.event.plan.entering.unit == "pair" else 1

    def write(fact: Fact) -> None:
        nonlocal history
        history = history.extend(Entry(0.0, "x", fact))

    people = [[Player(f"Ann{number} {part}") for part in "AB"[:size]] for number in range(entrants)]
    write(add(history.event, people))
    write(check_in_all(history.event))
    write(seat(history.event, "seed"))
    points = (8, 7) if preset == "charity-day" else (10, 7)
    for table in history.event.round.tables:
        if table.playing:
            write(enter(history.event, table.number, points))
    return history.event


def steps(work: Callable[[], object]) -> int:
    """How many calls something takes, of Python and of what it is built upon."""
    count = 0

    def called(_: Any, what: str, __: Any) -> None:
        nonlocal count
        count += what in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize(
    "preset", ["swiss-pairs", "alberta-pairs", "charity-day", "national-progressive"]
)
def test_what_the_wall_shows_of_twice_as_many_takes_twice_the_steps(preset: str) -> None:
    some, more = played(preset, 64), played(preset, 128)
    assert len(more.entrants) == 2 * len(some.entrants)
    for show in (lambda event: snapshot(event, Notes(), 0.0), standings):
        few, many = steps(lambda show=show: show(some)), steps(lambda show=show: show(more))  # type: ignore[misc]
        assert many < TWICE * few, (few, many)


def test_each_of_a_large_level_group_is_told_why() -> None:
    places = standings(played("alberta-pairs", 64))
    assert "tied on 1 win with 31 others" in places[0].why
    assert "tied at 10 points in all" in places[0].why


@pytest.fixture
def where(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """In which threads the standings of an event were worked out for a page or the wall."""
    threads: list[str] = []

    def noting(work: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*args: Any) -> Any:
            threads.append(threading.current_thread().name)
            return work(*args)

        return noted

    monkeypatch.setattr(event_page, "by_name", noting(event_page.by_name))
    monkeypatch.setattr(access, "as_text", noting(as_text))
    return threads


@pytest.mark.parametrize(("tables", "apart"), [(4, False), (MANY_ENTRANTS // 2 + 2, True)])
def test_pages_and_wall_of_a_large_event_are_made_beside_the_loop(
    tmp_path: Path, where: list[str], tables: int, apart: bool
) -> None:
    prepared_event(tmp_path, preset="alberta-pairs", tables=tables, deeds=[seated])
    with room(tmp_path) as here:
        assert here.client.get("/events/day").status_code == 200
        with here.client.websocket_connect("/events/day/live") as wall:
            assert wall.receive_json()["id"] == "day"
    assert len(where) == 2
    if here.desk.remote:
        off_the_loop = ("reads", "beside")
        assert all(name.startswith(off_the_loop) for name in where), "an engine is never waited for"
    else:
        assert all(name.startswith("beside") is apart for name in where)


def test_a_phone_is_sent_words_that_were_made_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def counted(*args: Any) -> str:
        made.append(phone_snapshot(*args))
        return made[-1]

    monkeypatch.setattr("rightbower.web.snapshots.event_views.phone_snapshot", counted)
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        assert here.desk.views.short("day") == here.desk.views.short("day")
        assert len(made) == 1
        here.write(lambda event: enter(event, 1, (10, 7)))
        assert here.desk.views.short("day") == made[1]


def test_after_a_result_the_wall_and_every_phone_and_page_are_served_by_one_snapshot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    both = threading.Barrier(2, timeout=60)

    def counted(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*args: Any) -> Any:
            made.append(name)
            return work(*args)

        return noted

    monkeypatch.setattr(
        "rightbower.web.snapshots.event_views.snapshot", counted("snapshot", snapshot)
    )
    monkeypatch.setattr(event_page, "by_name", counted("page", event_page.by_name))
    tables = MANY_ENTRANTS // 2 + 2
    prepared_event(tmp_path, preset="alberta-pairs", tables=tables, deeds=[seated], phones=True)
    with room(tmp_path) as here:
        phones = [here.seated_phone(number) for number in here.event.round.tables[0].entrants]
        here.write(lambda event: enter(event, 1, (10, 7)))
        made.clear()
        asked = ["/events/day/phone", "/events/day"]

        def look(phone: Any) -> None:
            both.wait()
            for path in asked:
                assert phone.client.get(path).status_code == 200

        threads = [threading.Thread(target=look, args=[phone]) for phone in phones]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        with here.client.websocket_connect("/events/day/live") as wall:
            assert wall.receive_json()["tables"][0]["state"] == "marked"
    assert sorted(made) == ["page", "snapshot"]


@pytest.mark.parametrize("preset", ["alberta-pairs", "charity-day"])
def test_where_somebody_sits_takes_no_more_steps_among_twice_as_many(preset: str) -> None:
    some, more = played(preset, 64), played(preset, 128)
    number = some.round.tables[0].entrants[0]
    other = more.round.tables[0].entrants[0]
    few, many = (
        steps(lambda: whereabouts(some, number)),
        steps(lambda: whereabouts(more, other)),
    )
    assert many <= few + 2, (few, many)


def test_a_round_is_seated_beside_the_loop_upon_the_newest_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:

    threads: list[str] = []

    def noted(*args: Any, **more: Any) -> Any:
        threads.append(threading.current_thread().name)
        return seat(*args, **more)

    monkeypatch.setattr("rightbower.tournament.events.seating.seat", noted)
    prepared_event(tmp_path)
    with room(tmp_path) as here:
        assert here.client.portal is not None
        here.client.portal.call(here.desk.do, "day", SeatRound(seed="x"))
        assert len(here.event.rounds) == 1
    assert [name.startswith("beside") for name in threads] == [True]


def test_who_may_be_let_win_low_among_twice_as_many_takes_twice_the_steps() -> None:
    some, more = played("charity-day", 64), played("charity-day", 128)
    few, many = (
        steps(lambda event=event: outside_low_prize(event, standings(event)))  # type: ignore[misc]
        for event in (some, more)
    )
    assert many < TWICE * few, (few, many)
    assert outside_low_prize(some, standings(some)) == []
