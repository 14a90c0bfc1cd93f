"""What the public page of an event says: names, seats, games, forms, places, results."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from in_english import english
from rightbower.rules.message import message
from rightbower.tournament.events import attendance, registration
from rightbower.tournament.events.attendance import partner, withdraw
from rightbower.tournament.events.entrants import Player
from rightbower.tournament.events.places import standings
from rightbower.tournament.events.results import enter, void
from rightbower.tournament.events.round_clock import ClockView
from rightbower.web.notes import DoorSet, NoteFact, Notes
from rightbower.web.public.event_page import (
    ByName,
    _common_html,
    by_name,
    clock_words,
    people,
    reasons,
)
from rightbower.web.snapshots.event_view import snapshot
from tournament.events.day import Day, ring_of_pairs
from web.at_desk import says
from web.day import Room, prepared_event, room, seated


def noted(here: Room, fact: NoteFact) -> None:
    """Keep something beside the event."""
    assert here.client.portal is not None
    here.client.portal.call(here.desk.note, "event/day", lambda _: fact)


def test_everybody_who_takes_part_can_choose_their_name() -> None:
    day = Day("alberta-pairs")
    day.enter("bea & Zoe", "Ann & Cy", "Dot", "Eve", "Fay & Gus")
    day.do(registration.add(day.event, [[Player("Hal"), Player("Ida")]]))
    day.do(attendance.did_not_come(day.event, [6]))
    day.do(withdraw(day.event, [5]))
    day.do(partner(day.event, 3, 4))
    assert people(day.event) == [
        ("Ann", "Cy", 2),
        ("bea", "Zoe", 1),
        ("Cy", "Ann", 2),
        ("Dot", "Eve", 7),
        ("Eve", "Dot", 7),
        ("Zoe", "bea", 1),
    ]


def test_seats_are_listed_by_name_with_those_who_sit_out() -> None:
    day = Day("swiss-pairs", rounds=2)
    day.enter("bea & Zoe", "Ann & Cy", "Dot & Eve")
    day.seat()
    seen = snapshot(day.event, Notes(), 0.0)
    (out,) = seen.byes
    first, second = seen.tables[0].names
    sides = {**dict.fromkeys(first, seen.sides[0]), **dict.fromkeys(second, seen.sides[1])}
    wanted = [ByName(name, 1, side) for name, side in sides.items()]
    wanted += [ByName(name, 0, "sits out") for name in out]
    assert by_name(seen) == sorted(wanted, key=lambda each: each.name.casefold())
    assert [each.name for each in by_name(seen)] == ["Ann", "bea", "Cy", "Dot", "Eve", "Zoe"]


def test_what_is_still_open_is_only_said_once_play_is_over() -> None:
    day = ring_of_pairs("alberta-55plus", 2, rounds=2)
    day.play("A1 10–8 B1, A2 10–8 B2")
    seen = snapshot(day.event, Notes(), 0.0)
    won, still = message("1 win"), message("still open: {step}", step="a game")
    one, *others = standings(day.event)
    places = [replace(one, reasons=(won,), still=still), *others]
    assert english(reasons(places, seen)[0]) == "1 win"
    assert english(reasons(places, replace(seen, stage="finish"))[0]) == "1 win; still open: a game"
    over = reasons(places, replace(seen, stage="finished"))
    assert english(over[0]) == "1 win; still open: a game"
    assert english(reasons([], seen)) == [""] * len(seen.places)


def test_the_clock_for_those_without_script() -> None:
    assert clock_words(None) == ""
    assert clock_words(ClockView(1, True, 65.0, 10.0, False)) == "1:05"
    assert clock_words(ClockView(1, True, None, 70.0, False)) == "1:10"


def common(day: Day) -> str:
    """What everybody reads on the public page."""
    seen = snapshot(day.event, Notes(), 0.0)
    return says(_common_html(day.event, seen, Notes(), "en"))


def test_the_page_counts_the_games_that_are_in() -> None:
    day = Day("alberta-pairs", placing="first free")
    day.enter(
        "Ann & Al", "Bea & Bob", "Cat & Cy", "Dot & Dan", "Eve & Ed", "Fay & Gus", "Hal & Ida"
    )
    assert "On the list" in common(day)
    day.seat()
    first, second, third = (each for each in day.event.round.tables if each.playing)
    assert "0 of 3 tables are in." in common(day)
    assert "Nothing has been played yet" in common(day)
    day.do(enter(day.event, first.number, (10, 7)))
    assert "1 of 3 tables are in." in common(day)
    assert "Standings" in common(day)
    day.do(void(day.event, second.number, why="a lost pack"))
    assert "2 of 3 tables are in." in common(day)
    assert "does not count: a lost pack" in common(day)
    day.do(enter(day.event, third.number, (10, 7), side=0))
    said = common(day)
    assert "2 of 3 tables are in." in english(said)
    assert "waits for the other side" in english(said)
    (out,) = day.event.round.byes
    assert f"Sitting out: {day.event.entrant(out).name}" in english(said)
    assert f"{day.event.entrant(out).players[0].name} – sits out" in english(said)


def test_the_form_asks_for_a_partner_where_one_is_needed(tmp_path: Path) -> None:
    prepared_event(tmp_path, id_="day", preset="alberta-pairs", rounds=None)
    prepared_event(tmp_path, id_="swiss", preset="swiss-pairs", rounds=2)
    prepared_event(tmp_path, id_="chart", preset="whist-chart", rounds=None)
    with room(tmp_path) as here:
        forms = {id_: here.phone().get(f"/events/{id_}/join") for id_ in ("day", "swiss", "chart")}
        singles = {
            id_: here.desk.event(id_).plan.entering.singles != "none" for id_ in ("day", "swiss")
        }
        for id_, alone in singles.items():
            assert ("Your partner, if you have one" in forms[id_]) is alone
            assert (f"Put {'me' if alone else 'us'} on the list" in forms[id_]) is True
        assert "Your partner" not in forms["chart"]
        assert "Put me on the list" in forms["chart"]
        assert "Play has begun" not in forms["day"]
        assert ("Date of birth" in forms["day"], "Date of birth" in forms["chart"]) == (True, False)
        here.write(seated)
        assert "Play has begun: you are seated from the next round on." in here.phone().get("join")


def test_ones_own_place_is_told_beside_where_one_sits(tmp_path: Path) -> None:
    deeds: list[Callable[[Any], Any]] = [seated, lambda event: enter(event, 1, (10, 4))]
    prepared_event(tmp_path, tables=1, deeds=deeds)
    with room(tmp_path) as here:
        winner, loser = (side[0] for side in here.event.round.table(1).sides)
        phone = here.phone()
        assert "You are" not in phone.get()
        assert "You are 1 : 1 won, 0 lost, 10 points made." in phone.post("me", entrant=winner)
        assert "You are 2 : 0 won, 1 lost, 4 points made." in phone.post("me", entrant=loser)
        assert "This is not me" in phone.text
        assert "Enter the score" in phone.text
        own = here.seated_phone(winner)
        said = own.get()
        assert "Enter the score" in said
        assert "This is not me" not in said
        log = own.get("log")
        assert log.index("round 1, table 1") < log.index("round 1 seated")


def test_a_known_phone_is_led_to_its_own_page_and_an_unknown_one_chooses(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        table = here.event.round.table(1)
        phone = here.seated_phone(table.sides[0][0])
        assert phone.at == "/events/day/phone"
        phone.get("table/2")
        assert phone.at == "/events/day/phone"
        stranger = here.phone()
        stranger.get("table/1?code=WRONG")
        assert stranger.status == 403
        said = "Scan the code on the table, or type it, to use your phone there."
        assert said in stranger.text
        stranger.get("phone")
        assert stranger.status == 403
        stranger.post("phone/call", why="")
        assert stranger.status == 403
        assert "This phone is nobody's yet." in stranger.text
        other = here.phone()
        other.take(1, here.event.round.table(2).sides[0][0])
        assert other.status == 403
        assert "Choose one of those who sit at this table." in other.text
        for side in table.sides:
            assert here.event.name_of(*side) in other.text
        taken = here.phone()
        taken.take(1, table.sides[0][0])
        third = here.phone()
        third.take(1, table.sides[0][0])
        assert "has a phone here already" in third.text


def test_the_form_at_the_door_asks_what_the_book_asks(tmp_path: Path) -> None:
    prepared_event(tmp_path, preset="whist-chart", rounds=None)
    with room(tmp_path) as here:
        asked = here.phone()
        asked.get("join")
        assert "Your partner" not in asked.text
        assert "Date of birth" not in asked.text
        asked.post("join", name=" ida  lamb")
        assert "ida lamb by phone" in {each.by for each in here.desk.history("day").entries}
        noted(here, DoorSet(False))
        shut = here.phone()
        shut.get("join")
        assert "The list is closed. Ask the director, please." in shut.text
        assert 'name="name"' not in shut.page


def test_whose_page_it_is_is_chosen_and_given_up_again(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        phone = here.phone()
        phone.post("me", entrant="999999")
        assert "Choose your name" in phone.text
        phone.post("me", entrant="2")
        assert here.event.name_of(2) in phone.text
        assert "You sit at table" in phone.text
        phone.post("me", entrant="0")
        assert "Choose your name" in phone.text


@pytest.mark.parametrize(("form", "kind"), [("html", "text/html"), ("txt", "text/plain")])
def test_the_results_are_there_in_some_forms_only(tmp_path: Path, form: str, kind: str) -> None:
    prepared_event(tmp_path, tables=1, rounds=1, deeds=[seated, lambda e: enter(e, 1, (10, 4))])
    with room(tmp_path) as here:
        found = here.client.get(f"/events/day/results.{form}")
        assert found.headers["content-type"].startswith(kind)
        none = here.client.get("/events/day/results.exe")
        assert none.status_code == 404
        assert "The results are there as html, png, txt and ics." in none.text
