"""A club night online: doors, tables that open themselves, a sub for whoever is gone, and every table again."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rightbower.tournament.events.event import Event
from rightbower.tournament.events.online_night import OnlineNightSet
from rightbower.web.notes import PhoneTaken
from rightbower.web.state.online import Online, chairs_of
from web.at_desk import Director, hall
from web.day import PIN, Room, prepared_event, room, seated


def settled(late: int) -> Callable[[Event], OnlineNightSet]:
    """All tables in the hall; the doors have been open for long."""
    return lambda _: OnlineNightSet("2026-01-01T19:00", late, "strict")


def until(what: Callable[[], Any]) -> Any:
    """What comes by itself, and is waited for."""
    for _ in range(3000):
        if found := what():
            return found
        time.sleep(0.01)
    raise AssertionError("it did not come")


def online_of(here: Room) -> Online:
    found: Online = here.client.app.state.online  # type: ignore[attr-defined]  # a Starlette
    return found


def test_tables_open_themselves_and_bots_play_for_whoever_does_not_come(tmp_path: Path) -> None:
    prepared_event(tmp_path, preset="fair-draw", tables=1, rounds=1, deeds=[settled(0)])
    with room(tmp_path, grace=0) as here:
        here.write(seated)
        result = until(lambda: here.event.round.table(1).result)
        assert result.marked
        table = online_of(here).table_of(here.event, 1)
        assert table is not None
        assert [sitter is not None and bool(sitter.bot) for sitter in table.table.seats] == [
            True
        ] * 4
        assert "Every table again" not in here.phone().get()
        number = here.event.round.table(1).sides[0][0]
        ann = here.seated_phone(number)
        assert "Every table again Round 1: table 1" in ann.get()
        ann.get(f"/t/{table.id}/replay")
        assert ann.status == 200


def test_the_chair_is_kept_and_whoever_comes_late_has_it_back_from_a_bot(tmp_path: Path) -> None:
    prepared_event(tmp_path, preset="fair-draw", tables=1, rounds=1, deeds=[settled(60)])
    with room(tmp_path) as here:
        here.write(seated)
        table = until(lambda: online_of(here).table_of(here.event, 1))
        seats = chairs_of(here.event, here.event.round.table(1))
        first, *_ = seats.values()
        ann = here.seated_phone(first[0])
        assert "Your game is played in the hall" in ann.get("phone")
        assert table.table.game is None
        director = here.phone()
        director.post("pin", pin=PIN)
        director.post("desk/online", do="fill")
        assert all(sitter is not None and sitter.bot for sitter in table.table.seats)
        ann.post("phone/play", seat=next(iter(seats)).name)
        assert ann.at.startswith("/t/"), ann.text
        sitter = table.table.seats[next(iter(seats))]
        assert (sitter.name, bool(sitter.bot)) == (first[1], False)


def test_somebody_who_sits_out_plays_for_whoever_is_gone(tmp_path: Path) -> None:
    names = ["Ann", "Bea", "Cy", "Di", "Ed"]
    prepared_event(tmp_path, preset="fair-draw", names=names, rounds=1, deeds=[seated])
    with room(tmp_path) as here:
        (waits,) = here.event.round.out
        assert here.client.portal is not None
        here.client.portal.call(here.desk.note, "event/day", PhoneTaken("phone", waits))
        here.write(settled(60))
        table = until(lambda: online_of(here).table_of(here.event, 1))
        director = here.phone()
        director.post("pin", pin=PIN)
        director.post("desk/online", do="fill")
        people = [sitter.name for sitter in table.table.seats if sitter and not sitter.bot]
        assert people == [here.event.name_of(waits)]
        assert waits in here.event.round.table(1).entrants
        assert len(here.event.round.out) == 1


def test_the_page_of_a_chair_says_when_the_doors_open_and_lets_one_in(tmp_path: Path) -> None:
    prepared_event(tmp_path, preset="fair-draw", names=["Ann"], rounds=1)
    with room(tmp_path) as here:
        here.write(lambda _: OnlineNightSet("2999-01-12T19:00", 10, "strict"))
        bea = here.phone()
        assert "The doors open Sat 12 Jan 2999, 7:00 pm" in bea.post("join", name="Bea")
        here.write(settled(10))
        assert "The doors are open. I am here" in bea.get(bea.at)
        assert "You are here." in bea.post(bea.at, do="here")
        assert here.event.entrant(2).state == "here"


def test_a_night_online_is_settled_at_the_desk(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        director = Director(client, "fair-draw")
        said = director.do("phones", "online-night", opens="2027-01-12T19:00", late=5)
        assert director.status == 200, said
        night = director.event.night
        assert night is not None
        assert (night.opens, night.late, night.mode) == ("2027-01-12T19:00", 5, "strict")
        assert "Change it" in said
        director.do("phones", "online-night", opens="", late=10)
        assert director.event.night is None
