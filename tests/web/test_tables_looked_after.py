"""An event's tables in the hall, looked after by themselves: after a start, over halls, by the clock."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from rightbower.rules.cards import Seat
from rightbower.store.claims import HandedOver
from rightbower.store.contract import JournalError, Unreadable
from rightbower.tournament.events.clock import Clock
from rightbower.tournament.events.entrants import EventError
from rightbower.web.common.refusal import Refused
from rightbower.web.hall.entries import Beginning, Sat, Timed
from rightbower.web.notes import PutOnline
from rightbower.web.state import online
from rightbower.web.state.online import WRITER
from web.looked_after import Day, Place, Table, result, seated

# An event that is over, and one before its first round.
OVER: list[dict[str, Any]] = [{"finished": True}, {"rounds": []}]


def test_after_a_start_games_of_the_latest_round_that_are_over_have_their_results() -> None:
    old, one = Table("old", "day/1/1/seed"), Table("one", "day/2/1/seed")
    two = Table("two", "day/2/2/seed", over=False)
    place = Place(Day(), old, one, two)
    assert [each for each in place.after() if each[0] == "do"] == [result(1)]
    assert ("find", "old") not in place.noted
    place.noted.clear()
    assert place.after(place.online.adopt()) == [("own", "event/day")]
    place.faults.append(HandedOver("another"))
    place.after(place.online.adopt())


@pytest.mark.parametrize(
    ("day", "event"), [(Day(finished=True), "day/2/1/seed"), (Day(), "day/1/1/seed")]
)
def test_after_a_start_nothing_is_looked_after_that_is_over(day: Any, event: str) -> None:
    place = Place(day, Table("one", event))
    assert [each for each in place.after() if each[0] != "find"] == []
    assert place.after(place.online.adopt()) == place.noted
    assert ("own", "event/day") not in place.noted


def test_results_of_games_that_ended_in_other_halls_are_collected() -> None:
    tables = [seated(1), seated(2, result="10-7"), seated(3, void=True), seated(4), seated(5)]
    there = [Table(f"t{number}", f"day/2/{number}/seed") for number in (1, 2, 3)]
    place = Place(Day(*tables), *there, Table("t4", "day/2/4/seed", over=False))
    assert place.hall.finished == [place.online._finished]
    assert place.hall.beginning == place.online._beginning
    assert place.desk.changed == [place.online._keep_time]
    assert place.after(place.online.collect("day")) == [
        ("played in", "day/2"),
        ("look", "t1"),
        result(1),
    ]
    for changes in OVER:
        place = Place(Day(*tables, **changes), *there)
        assert place.after(place.online.collect("day")) == []
    place = Place(Day(*tables), *there)
    place.said_over = ["t1", "t4"]
    place.at["t1"].table.over = False
    place.desk.notes("event/day").online[2, 4] = "t4"
    looked = [("look", "t1"), ("look", "t4")]
    assert place.after(place.online.collect("day")) == [("played in", "day/2"), *looked]


def test_tables_that_no_hall_has_are_taken_up_while_their_game_is_to_be_played() -> None:
    tables = [seated(1), seated(2), seated(3, result="10-7"), seated(4), seated(5)]
    there = [Table(f"t{number}", f"day/2/{number}/seed") for number in (1, 2, 3, 5)]
    place = Place(Day(*tables), *there, asleep=[there[0], there[2], there[3]])
    place.faults.append(HandedOver("another"))
    assert place.after(place.online.look_after("day")) == [("come", "t1"), ("come", "t5")]
    for changes in OVER:
        place = Place(Day(*tables, **changes), *there, asleep=there)
        assert place.after(place.online.look_after("day")) == []


@pytest.mark.parametrize("changes", OVER)
def test_tables_are_put_into_the_hall_only_while_a_round_is_seated(changes: Any) -> None:
    place = Place(Day(**changes))
    with pytest.raises(EventError, match=r"^Seat a round first; its tables can then be played in"):
        place.after(place.online.put(place.day, "strict"))
    assert place.noted == []


def test_nobody_sits_down_at_a_table_that_is_not_in_the_hall() -> None:
    other = Table("other", "day/2/2/the seed before it was seated anew", over=False)
    place = Place(Day(), other)
    assert place.online.table_of(Day(rounds=[]), 1) is None  # type: ignore[arg-type]  # a stand-in
    for number in (1, 2):
        assert place.online.table_of(place.day, number) is None
        with pytest.raises(Refused, match=r"^This table is not played in the hall\.$"):
            place.after(place.online.sit(place.day, number, 1, "phone", Seat.N))


def test_a_result_is_entered_once_and_only_if_it_is_due() -> None:
    there = Table("one", "day/2/1/seed")
    due, entered, gone_on = Day(), Day(seated(1, result="10-7")), Day(rounds=[1, 2, 3])
    for day, times in ((due, 1), (entered, 0), (gone_on, 0)):
        place = Place(day, there)

        async def twice(place: Place = place) -> None:
            for _ in range(2):
                place.online._finished(there.name, there.table)

        assert place.after(twice()) == [result(1)] * times
    place = Place(due)

    async def free() -> None:
        place.online._finished("table/two", Table("two", "").table)

    assert place.after(free()) == [], "a table of no event has no result for one"


def test_a_result_that_could_not_be_saved_is_entered_again_until_it_can() -> None:
    there = Table("one", "day/2/1/seed")

    async def over(place: Place) -> None:
        place.online._finished(there.name, there.table)

    place = Place(Day(), there)
    place.faults += [JournalError("the disk is full"), HandedOver("another")]
    assert place.after(over(place)) == [result(1)] * 3
    assert place.took == 6.0, "it waits a little each time"
    for fault in (EventError("it was entered at the desk"), Unreadable("it cannot be read")):
        place = Place(Day(), there)
        place.faults.append(fault)
        assert place.after(over(place)) == [result(1)], "it is not tried again"
        assert place.after(over(place)) == [result(1)] * 2, "but later it may be"


def test_a_game_begins_by_the_event_only_in_its_own_round(monkeypatch: pytest.MonkeyPatch) -> None:
    def begin(table: Any, dealer: Seat, now: float, told: list[Any]) -> list[Any]:
        return ["by the event", dealer, now, told]

    monkeypatch.setattr(online, "begins", lambda _, now: ["by itself", now])
    monkeypatch.setattr(online, "begin", begin)
    monkeypatch.setattr(
        online,
        "dealer_of",
        lambda table, event, seated: (table.opened.event, event.id, seated.number),
    )
    place = Place(Day(clock=Clock(2, 60.0, since=10.0)))

    def beginning(event: str) -> list[Any]:
        return place.online._beginning(Table("one", event, over=False).table, 7.0)

    assert beginning("day/2/1/seed") == [
        "by the event",
        ("day/2/1/seed", "day", 1),
        7.0,
        [Timed(70.0, 7.0)],
    ]
    assert beginning("day/1/1/seed") == beginning("") == ["by itself", 7.0]


@pytest.mark.parametrize("sole", [True, False])
def test_the_clock_is_told_to_tables_that_are_awake_here(sole: bool) -> None:
    one, two = (Table(name, f"day/2/{at}/seed", over=False) for at, name in enumerate("ab", 1))
    told = Table("c", "day/2/3/seed", over=False)
    told.table.bell_at = 70.0
    day = Day(*map(seated, range(1, 5)), clock=Clock(2, 60.0, since=10.0))
    place = Place(day, one, two, told, sole=sole, asleep=[two])

    async def ticks() -> None:
        place.online._keep_time(place.day)

    looked_up = [("find", name) for name in ("abc" if sole else "ac")]
    assert place.after(ticks()) == looked_up, "elsewhere it is told by the hall that has it"
    assert (one.written, two.written, told.written) == ([Timed(70.0, 5.0)], [], [])
    place.day = Day(rounds=[])
    place.noted.clear()
    assert place.after(ticks()) == []


def test_after_a_start_tables_are_told_the_time_that_is_left() -> None:
    one = Table("one", "day/2/1/seed", over=False)
    Place(Day(clock=Clock(2, 60.0, since=10.0)), one).after()
    assert one.written == [Timed(70.0, 5.0)]


SINGLES = seated(1, sides=((3, 4), (5, 6)))


@pytest.mark.parametrize(
    ("book", "changes"), [("standard", {}), ("national-2025", {"clock.minutes": None})]
)
def test_each_table_that_waits_is_opened_with_those_whose_phones_are_known(
    book: str, changes: Any
) -> None:
    plan = SimpleNamespace(book=book, target=7, minutes=None, other=None, duplicate=None)
    tables = (SINGLES, seated(2), seated(3, result="10-7"), seated(4))
    there = Table("there", "day/2/4/seed", over=False)
    place = Place(Day(*tables, plan=plan), there, sole=False)
    place.phones = {"cat's": 3, "dan's": 6, "ann's": 1}

    async def put() -> None:
        assert await place.online.put(place.day, "strict") == 2

    def opened(number: int) -> Any:
        more = {"target": 7, "overlay": changes, "listed": False, "event": f"day/2/{number}/seed"}
        return ("open", (book, WRITER, "strict", more))

    assert [each for each in place.after(put()) if each[0] != "find"] == [
        ("own", "event/day"),
        opened(1),
        ("note", ("event/day", PutOnline(2, 1, "new"))),
        opened(2),
        ("note", ("event/day", PutOnline(2, 2, "new"))),
    ]
    first, second = place.opened
    sat = [Sat(Seat.N, "cat's", "Cat", 4.0), Sat(Seat.W, "dan's", "Dan", 4.0)]
    assert (first.written, second.written) == (sat, [])
    assert first.handed_over, "whichever hall its players come to has it"


def test_a_game_begins_when_all_four_are_known() -> None:
    place = Place(Day(SINGLES))
    place.phones = {f"phone {number}": number for number in (3, 4, 5, 6)}
    place.after(place.online.put(place.day, "strict"))
    (opened,) = place.opened
    assert opened.written[4:] == [Beginning(5.0)]
    assert not opened.handed_over


def test_chairs_are_taken_by_those_they_are_held_for() -> None:
    seats = [
        SimpleNamespace(who=who, bot=None) if who else None
        for who in ("", "bea's", "al's", "bob's")
    ]
    place = Place(Day(), Table("one", "day/2/1/seed", over=False, seats=tuple(seats)))

    def sit(entrant: int, who: str, seat: Seat) -> list[Any]:
        found = place.at["one"]
        found.written.clear()

        async def sits() -> None:
            assert await place.online.sit(place.day, 1, entrant, who, seat) is found  # type: ignore[comparison-overlap]  # a stand-in

        place.after(sits())
        return found.written

    with pytest.raises(Refused, match=r"^That chair is another player's\.$"):
        sit(1, "ann's", Seat.E)
    with pytest.raises(Refused, match=r"^Al sits there with another phone\.$"):
        sit(1, "ann's", Seat.S)
    assert sit(1, "al's", Seat.S) == [], "whoever sits there comes back"
    assert sit(1, "al's", Seat.N) == [], "nobody sits in two chairs"
    begins = Beginning(5.0)
    assert sit(1, "ann's", Seat.N) == [Sat(Seat.N, "ann's", "Ann", 5.0), begins]
    place.at["one"].table.beginning = begins
    assert sit(2, "bob's", Seat.W) == [], "it begins once"
