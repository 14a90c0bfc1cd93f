"""People put right at the desk: names, entries taken off the list, places changed by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from in_english import english
from rightbower.tournament.events.verify import verify
from web.at_desk import Director, hall

PAIRS = ("Ann & Al", "Bea & Bob", "Cat & Cy", "Dot & Don", "Eve & Ed")


@pytest.fixture
def day(tmp_path: Path) -> Iterator[Director]:
    """Five pairs, so that one sits out."""
    with hall(tmp_path) as client:
        director = Director(client, "alberta-pairs", rounds="3")
        director.names(*PAIRS)
        yield director


def finish(day: Director) -> None:
    """Four pairs play two rounds that leave nobody level, and the event is closed."""
    day.do("entrant/5", "entrants-remove")
    day.do("plan", "plan", rounds="2")
    day.seat()
    day.all_in()
    day.seat()
    day.line("1 10 2")
    day.line("2 4 10")
    day.sure("finish", "finish")


def test_a_name_is_put_right_at_any_time(day: Director) -> None:
    day.do("entrant/1", "entrants-rename", old="Al", name="Alphonse")
    assert day.event.entrant(1).name == "Ann & Alphonse"
    finish(day)
    day.do("entrant/1", "entrants-rename", old="ann", name="Anna")
    assert "Anna & Alphonse" in {place.name for place in day.event.places}
    assert "Anna & Alphonse" in day.look("standings")


def test_a_name_that_another_has_is_refused(day: Director) -> None:
    said = day.do("entrant/1", "entrants-rename", old="Al", name="  bob ")
    assert day.status == 422
    assert "bob is on the list already, as entrant 2" in said.lower()
    assert "say whose name" in day.do("entrant/1", "entrants-rename", name="Zed").lower()
    assert "already written that way" in day.do("entrant/1", "entrants-rename", old="Al", name="Al")


def test_an_entry_is_taken_off_the_list_before_it_is_seated(day: Director) -> None:
    day.do("entrant/5", "entrants-remove")
    assert "Eve & Ed" not in day.look("check-in").partition("Last:")[0]
    assert len([each for each in day.event.entrants if each.state == "here"]) == 4
    day.names("Eve & Ed")
    assert day.event.entrant(6).name == "Eve & Ed"
    day.seat()
    assert "has been seated; they can leave instead" in day.do("entrant/1", "entrants-remove")


def test_two_change_places_after_what_changes_was_shown(day: Director) -> None:
    day.seat()
    one, other = (table.sides[0][0] for table in day.event.round.tables[:2])
    before = [table.sides for table in day.event.round.tables]
    asked = day.do(f"entrant/{one}", "swap", other=other, why="bad knee")
    assert [table.sides for table in day.event.round.tables] == before
    assert "The next round is seated from these places." in asked
    day.do(f"entrant/{one}", "swap", other=other, why="bad knee", sure="yes", version=day.seen)
    now = day.event.round.tables
    assert (now[0].sides[0], now[1].sides[0]) == ((other,), (one,))
    desk = day.client.app.state.desk  # type: ignore[attr-defined]  # an ASGI app has no state
    day.all_in()
    day.seat()
    assert verify(desk.history(day.id)).different == ()


def test_the_one_who_sits_out_is_changed_by_hand(day: Director) -> None:
    day.seat()
    lone = [table for table in day.event.round.tables if not table.playing]
    out = lone[0].entrants[0] if lone else day.event.round.byes[0]
    seat = next(table for table in day.event.round.tables if table.playing).sides[1][0]
    day.sure(f"entrant/{out}", "swap", other=seat, why="has to leave for a call")
    playing = [who for table in day.event.round.tables if table.playing for who in table.entrants]
    assert out in playing
    assert seat not in playing


def test_seats_stay_where_a_result_is_in(day: Director) -> None:
    day.seat()
    one, other = (table for table in day.event.round.tables if table.playing)
    day.line(f"{one.number} 10 3")
    said = day.do(f"entrant/{one.sides[0][0]}", "swap", other=other.sides[0][0], why="too late")
    assert f"Table {one.number} has its result" in english(said)
    assert "say why" in english(day.do(f"entrant/{other.sides[0][0]}", "swap", other=other.sides[1][0], why="").lower())  # fmt: skip


def test_what_a_change_of_places_led_to_stands_below_every_page(day: Director) -> None:
    day.seat()
    one, other = (table.sides[0][0] for table in day.event.round.tables[:2])
    said = day.sure(f"entrant/{one}", "swap", other=other, why="bad knee")
    first, second = day.event.name_of(one), day.event.name_of(other)
    assert f"Round 1: {first} and {second} change places: bad knee." in said
    table = day.event.round.tables[0]
    against = " against ".join(day.event.name_of(*side) for side in table.sides)
    assert f"Table {table.number}: {against}." in day.look("round")


def test_many_are_counted_and_few_are_named(day: Director) -> None:
    day.names("Fay & Fred", "Gus & Gil", here=False)
    assert "Here: Fay & Fred and Gus & Gil." in day.do("check-in", "entrants-check-in", all="yes")
    day.names("A & B", "C & D", "E & F", "G & H", "I & J", here=False)
    assert "Here: 5 pairs." in day.do("check-in", "entrants-check-in", all="yes")


def test_who_sits_out_is_offered_the_seat_of_one_who_leaves(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        night = Director(client, "charity-day")
        night.names("Ann", "Bea", "Cat", "Dot", "Eve")
        night.seat()
        out = night.event.name_of(*night.event.round.byes)
        leaving = night.event.round.tables[0].sides[0][0]
        said = night.do(f"entrant/{leaving}", "entrants-withdraw", why="her ride came")
        assert f"change places with {out}, who sits out, or enter a result there" in said
        assert night.path.endswith("/desk/round")
        assert f"{night.event.name_of(leaving)} has left" in night.look("round")


def test_all_who_are_here_have_paid_in_one_press_and_undo_takes_it_back(day: Director) -> None:
    assert "nobody who is here owes anything" in day.do("check-in", "all-paid").casefold()
    day.do("check-in", "fee", fee="5")
    day.do("check-in", "paid", number=2, amount="20")
    day.names("Fay & Fred", here=False)
    assert "4 at once: 20.00 in all." in day.do("check-in", "all-paid")
    assert "pot 40.00" in day.look("check-in")
    assert "pot 20.00" in day.do("check-in", "undo-money")
    day.do("check-in", "all-paid", back="money")
    assert day.path.endswith("/desk/money")


def test_after_a_change_one_is_led_where_the_entrant_is(day: Director) -> None:
    day.seat()
    (out,) = day.event.round.byes
    playing = day.event.round.tables[0].entrants[0]
    for number, page in ((out, "check-in"), (playing, "round")):
        old = day.event.entrant(number).players[0].name
        day.do(f"entrant/{number}", "entrants-rename", old=old, name=f"{old} Lee")
        assert day.path == f"/events/{day.id}/desk/{page}"
