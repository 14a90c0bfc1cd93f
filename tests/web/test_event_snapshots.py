"""The whole that everybody is shown of an event, worked out once for each change."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

from in_english import english
from rightbower.store.limits import Rate
from rightbower.tournament.events import registration
from rightbower.tournament.events.attendance import withdraw
from rightbower.tournament.events.entrants import Award, Player
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.results import confirm, dispute, enter, void
from rightbower.tournament.events.round_clock import ClockStarted, clock_view
from rightbower.tournament.events.table_view import state_of
from rightbower.web.notes import Notes
from rightbower.web.snapshots import event_views
from rightbower.web.snapshots.event_view import (
    ONE_HAND,
    AwardView,
    WaitingResult,
    WallTable,
    at_time,
    award_view,
    is_many,
    side_marks,
    snapshot,
    stage_of,
)
from rightbower.web.snapshots.event_views import EventViews
from rightbower.web.snapshots.phone_snapshot import phone_view
from tournament.events.day import Day, finished_day, individuals, ring_of_pairs


def seen(day: Day, **notes: Any) -> Any:
    return snapshot(day.event, Notes(**notes), 100.0)


# The whole


def test_the_stages_of_a_day() -> None:
    day = Day("alberta-pairs", rounds=2, placing="first free")
    day.enter("Ann & Al", "Bea & Bob", "Cat & Cy", "Dot & Dan")
    assert stage_of(day.event) == "check-in"
    day.seat()
    assert stage_of(day.event) == "round"
    day.do(enter(day.event, 1, (10, 8)))
    day.do(enter(day.event, 2, (10, 8), side=0))
    assert stage_of(day.event) == "round"
    day.do(confirm(day.event, 2))
    assert stage_of(day.event) == "between"
    day.do(dispute(day.event, 2, why="no"))
    assert stage_of(day.event) == "round"
    day.do(void(day.event, 2, why="no"))
    assert stage_of(day.event) == "between"
    day.seat()
    day.play_all()
    assert stage_of(day.event) == "finish"
    assert stage_of(finished_day().event) == "finished"
    free = individuals("national-progressive", 4)
    free.seat()
    free.play_all()
    assert stage_of(free.event) == "between"


def test_a_table_stands_as_its_result_does() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    table = day.event.round.tables[0]
    assert state_of(table) == "playing"
    assert state_of(replace(table, sides=((1,), ()))) == "bye"
    assert state_of(replace(table, void="why")) == "void"
    assert state_of(replace(table, sides=((1,), ()), void="why")) == "void"


def test_who_is_here_expected_and_gone_is_counted() -> None:
    day = Day("alberta-pairs")
    day.enter("Ann & Al", "Bea & Bob", "Cat & Cy")
    day.do(registration.add(day.event, [[Player("Dot"), Player("Dan")]]))
    day.do(withdraw(day.event, [3]))
    assert (seen(day).here, seen(day).entered) == (2, 3)


def test_the_snapshot_has_what_the_notes_and_the_plan_say() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    calls = {(1, 2): "why", (2, 1): "later", (1, 1): ""}
    found = seen(day, version=4, message="Coffee is ready.", calls=calls, door=True)
    assert (found.kind, found.id, found.name, found.date) == (
        "event",
        "day",
        "Our day",
        "2026-05-30",
    )
    assert (found.version, found.at) == (day.event.version + 4, 100.0)
    assert (found.message, found.calls, found.door) == ("Coffee is ready.", (2, 1), True)
    assert (found.round, found.rounds, found.stage) == (1, 2, "round")
    assert (found.sides, found.marks) == (day.event.plan.side_names, ("A", "B"))
    assert (found.counts, found.unit) == ("games won", "pair")
    assert seen(day, door=False).door is False
    assert seen(finished_day(), door=True).door is False


def test_rounds_are_as_planned_before_the_first_and_as_seated_after() -> None:
    before = individuals("charity-day", 4, rounds=3)
    assert (seen(before).rounds, seen(before).tables, seen(before).byes) == (3, (), ())
    assert seen(Day("alberta-pairs")).rounds is None
    ready = Day("alberta-pairs")
    ready.enter("Ann & Al", "Bea & Bob", "Cat & Cy", "Dot & Dan")
    assert (seen(ready).rounds, phone_view(ready.event, 9.0).rounds) == (None, None)


def test_ties_are_told_until_the_results_are_final() -> None:
    day = ring_of_pairs("alberta-55plus", 2, rounds=1)
    day.play("A1 10–8 B1, A2 10–8 B2")
    assert len(seen(day).steps) == 1
    done = finished_day()
    assert seen(done).steps == ()
    assert seen(done).places
    assert [each.rank for each in seen(done).places] == [each.rank for each in done.event.places]
    assert seen(done).awards == tuple(award_view(done.event, each) for each in done.event.awards)


def test_a_table_is_shown_with_its_sides_dealer_points_and_notes() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.do(enter(day.event, 1, (10, 8)))
    first, second = seen(day, online={(1, 2): "table/x"}, one_hand={(1, 1), (1, 2)}).tables
    names = (("A1", "A1x"), ("B1", "B1x"))
    assert english(first) == english(
        WallTable(1, "marked", ((1,), (2,)), names, (10, 8), first.dealer, "", str(ONE_HAND))
    )
    assert english(second.online) == "table/x"
    assert english((second.points, second.note, second.state)) == (None, "", "playing")
    assert "A1" in english(first.dealer)
    assert english(seen(day, online={(2, 2): "x"}, one_hand={(2, 1)}).tables[1].online) == ""
    day.do(void(day.event, 1, why="a lost pack"))
    assert english(seen(day).tables[0].note) == "a lost pack"
    assert english(seen(day, one_hand={(1, 1)}).tables[0].note) in english(
        (
            "a lost pack",
            f"a lost pack; {ONE_HAND}",
        )
    )


def test_a_result_of_an_earlier_round_that_waits_names_its_round() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.play("A1 10–8 B1, A2 10–7 B2")
    day.seat()
    day.do(dispute(day.event, 2, why="no", round_=1))
    day.do(enter(day.event, 1, (10, 4), side=0))
    now = " & ".join(seen(day).tables[0].names[0]), " & ".join(seen(day).tables[0].names[1])
    assert seen(day).waiting == (
        WaitingResult(1, 2, "Round 1: A2 & A2x – B2 & B2x", "10–7, disputed"),
        WaitingResult(2, 1, f"{now[0]} – {now[1]}", "10–4, the other side confirms"),
    )
    assert seen(finished_day()).waiting == ()


def test_those_who_sit_out_are_named_by_entrant() -> None:
    day = Day("swiss-pairs", rounds=2)
    day.enter("Ann & Al", "Bea & Bob", "Cat & Cy")
    day.seat()
    (out,) = day.event.round.byes
    assert seen(day).byes == (tuple(each.name for each in day.event.entrant(out).players),)


def test_sides_have_marks_of_a_letter_or_two() -> None:
    assert side_marks(("Red", "Black")) == ("♥", "♠")
    assert side_marks(("North–South", "East–West")) == ("NS", "EW")
    assert side_marks(("A team", "b team")) == ("A", "b")


def test_a_prize_is_shown_with_its_reason() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    given = Award(("first",), (2, 1), 500, why="most wins")
    winners = tuple(day.event.entrant(each).name for each in (2, 1))
    assert award_view(day.event, given) == AwardView(
        "first", "first · 5.00 each", winners, 500, "most wins"
    )


def test_many_are_more_than_so_many() -> None:
    day = Day("whist-chart")
    day.do(registration.add(day.event, [[Player(f"P{n}")] for n in range(120)]))
    assert not is_many(day.event)
    day.do(registration.add(day.event, [[Player("One more")]]))
    assert is_many(day.event)


def test_only_the_clock_goes_on_with_the_time() -> None:
    day = individuals("national-progressive", 4)
    day.seat()
    day.do(ClockStarted(1, 7))
    held = seen(day)
    later = at_time(held, day.event, 160.0)
    assert later.at == 160.0
    assert later.clock == clock_view(day.event, 160.0)
    assert replace(later, at=held.at, clock=held.clock) == held


# Worked out once for each change


class Books:
    """Events and notes that a hall would hold."""

    def __init__(self, day: Day) -> None:
        self.day, self.notes, self.now, self.asked = day, Notes(), 50.0, 0
        self.views = EventViews(self._event, self._notes, lambda: self.now)

    def _event(self, id_: str) -> Event:
        assert id_ == "day"
        return self.day.event

    def _notes(self, stream: str) -> Notes:
        assert stream == "event/day"
        self.asked += 1
        return self.notes


def test_a_snapshot_is_made_anew_when_the_event_or_its_notes_change() -> None:
    books = Books(ring_of_pairs("alberta-55plus", 2))
    first = books.views.seen("day")
    books.now = 60.0
    again = books.views.seen("day")
    assert (again.at, again.places is first.places) == (60.0, True)
    books.notes = Notes(version=1, message="Coffee is ready.")
    assert books.views.seen("day").message == "Coffee is ready."
    books.day.play("A1 10–8 B1")
    assert books.views.seen("day").tables[0].points == (10, 8)


def test_what_is_forgotten_is_worked_out_again() -> None:
    books = Books(ring_of_pairs("alberta-55plus", 2))
    first, words = books.views.seen("day"), books.views.short("day")
    books.views.shown["day", "en"] = (1, "page", "names", {})
    books.views.forget()
    assert books.views.seen("day").places is not first.places
    assert books.views.shown == {}
    assert (books.views.short("day") == words, books.views.short("day") is words) == (True, False)


def test_the_words_for_phones_are_made_once_for_each_change() -> None:
    books = Books(ring_of_pairs("alberta-55plus", 2))
    first = books.views.short("day")
    assert books.views.short("day") is first
    books.notes = Notes(said=1)
    told = books.views.short("day")
    assert json.decode(told)["said"] == 1
    assert books.views.short("day") is told
    books.day.play("A1 10–8 B1")
    assert json.decode(books.views.short("day"))["states"] == "mp"


def test_a_crowd_may_be_shown_what_is_a_moment_old(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_views, "LOOKS", Rate(2, 0))
    books = Books(ring_of_pairs("alberta-55plus", 2))

    def look() -> Any:
        return asyncio.run(books.views.recent_snapshot("day"))

    assert look().message == ""
    for version in (1, 2):
        books.notes = Notes(version=version, message=str(version))
        assert look().message == str(version)
    books.notes, books.now = Notes(version=3, message="new"), 70.0
    old = look()
    assert (old.message, old.at) == ("2", 70.0)
    assert books.views.seen("day").message == "new"
    assert look().message == "new"
