"""Who may do what at an event: a player's phone, a stranger, the director."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.routing import Route

from rightbower.tournament.events.results import enter
from rightbower.web.common.identity import COOKIE, Keys
from rightbower.web.routes import routes
from rightbower.web.state import pins
from rightbower.web.state.codes import table_code
from web.day import PIN, Phone, Room, prepared_event, room, seated

DIRECTORS = sorted(
    {
        (method, route.path)
        for route in routes()
        if isinstance(route, Route) and route.path.startswith("/events/{event}/desk")
        for method in route.methods or ()
        if method != "HEAD"
    }
)


def two_phones(here: Room, table: int = 1) -> tuple[Phone, Phone]:
    """A phone on each side of a table."""
    one, other = here.event.round.table(table).sides
    return here.seated_phone(one[0]), here.seated_phone(other[0])


def test_a_side_cannot_confirm_its_own_entry(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        ann, _ = two_phones(here)
        ann.enter(10, 8)
        assert "phone/confirm" not in ann.get("phone")
        said = ann.post("phone/confirm", round=1, table=1, shown="10-8")
        assert "North–South entered the result; the other side confirms it" in said
        result = here.event.round.table(1).result
        assert result is not None
        assert not result.marked


def test_nor_can_the_partners_phone(tmp_path: Path) -> None:
    prepared_event(tmp_path, preset="charity-day", tables=1, rounds=None, deeds=[seated])
    with room(tmp_path) as here:
        north, south = here.event.round.table(1).sides[0]
        here.seated_phone(north).enter(9, 7)
        said = here.seated_phone(south).confirm(shown="9-7")
        assert "the other side confirms it" in said


def test_both_phones_of_a_pair_are_one_side(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        pair = here.event.round.table(1).sides[0][0]
        first, second = here.seated_phone(pair), here.seated_phone(pair)
        first.enter(10, 8)
        assert "the other side confirms it" in second.confirm(shown="10-8")
        third = here.phone()
        assert "has a phone here already" in third.take(1, pair)
        assert third.status == 403


def test_a_phone_enters_at_its_own_table_only(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        ann, _ = two_phones(here, table=1)
        assert "another round" in ann.post("phone/enter", round=1, table=2, ours=10, theirs=0)
        assert here.event.round.table(2).result is None
        other = here.event.round.table(2).sides[0][0]
        said = ann.take(2, other)
        assert "This phone is " in said
        assert "You sit at table 1," in ann.get("phone")


def test_nobody_confirms_for_another_table(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        ann, _ = two_phones(here, table=1)
        cora, _ = two_phones(here, table=2)
        ann.enter(10, 8)
        cora.post("phone/confirm", round=1, table=1, shown="10-8")
        cora.post("phone/dispute", round=1, table=1, why="I do not like it")
        result = here.event.round.table(1).result
        assert result is not None
        assert result.state == "entered"


@pytest.mark.parametrize("path", ["phone/enter", "phone/confirm", "phone/dispute"])
def test_a_phone_that_is_nobodys_does_nothing(tmp_path: Path, path: str) -> None:
    prepared_event(tmp_path, deeds=[seated, lambda event: enter(event, 1, (10, 8), side=0)])
    with room(tmp_path) as here:
        stranger, version = here.phone(), here.event.version
        stranger.post(path, round=1, table=1, shown="10-8", ours=10, theirs=8, why="x")
        assert stranger.status == 403
        assert here.event.version == version


def test_choosing_a_name_gives_no_rights(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        looker = here.phone()
        looker.post("me", entrant=here.event.round.table(1).sides[0][0])
        looker.post("phone/enter", round=1, table=1, ours=10, theirs=8)
        assert looker.status == 403
        assert here.event.round.table(1).result is None


def test_a_table_is_taken_only_with_its_own_code(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        who = here.event.round.table(1).sides[0][0]
        wrong = table_code(here.keys, "day", 2)
        for code in ("", "AAAAAA", wrong, table_code(Keys("another hall"), "day", 1)):
            phone = here.phone()
            phone.post("table/1/take", code=code, entrant=who)
            assert phone.status == 403
        sneak = here.phone()
        sneak.take(2, who)
        assert "Choose one of those who sit at this table" in sneak.text
        assert here.desk.notes("event/day").phones == {}


def test_a_made_up_cookie_is_nobody(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        ann, _ = two_phones(here)
        who = next(iter(here.desk.notes("event/day").phones))
        forged = here.phone()
        forged.client.cookies.set(COOKIE, f'["{who}","Ann"].made-up')
        forged.get("phone")
        assert forged.status == 403
        assert "You sit at table 1" in ann.get("phone")
        for page in ("", "log", "wall"):
            assert who not in here.phone().get(page)


def test_the_director_frees_a_phone(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        pair = here.event.round.table(1).sides[0][0]
        ann, again = here.seated_phone(pair), here.seated_phone(pair)
        director = here.phone()
        director.post("pin", pin=PIN)
        assert "2 phones" in director.get("desk/phones")
        director.post("desk/phones/free", entrant=pair)
        assert "Whose phone is this?" in ann.get("phone")
        assert again.get("phone") == ann.text
        assert "You sit at table 1" in here.seated_phone(pair).text


def test_the_desk_is_the_directors(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    assert len(DIRECTORS) > 10
    with room(tmp_path) as here:
        ann, _ = two_phones(here)
        version = here.event.version
        let_in = []
        for method, path in DIRECTORS:
            address = re.sub(r"\{\w+:int\}", "1", path.replace("{event}", "day"))
            address = re.sub(r"\{\w+\}", "x", address)
            answer = ann.client.request(method, address, follow_redirects=False)
            asked = answer.headers.get("location", "").startswith("/events/day/pin")
            if answer.status_code != 303 or not asked:
                let_in.append(f"{method} {address}: {answer.status_code}")
        assert let_in == []
        assert here.event.version == version


def test_nobody_is_shown_the_pin_or_a_table_code(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        ann, _ = two_phones(here)
        kept_pin = here.desk.notes("event/day").pin
        assert kept_pin is not None
        codes = [table_code(here.keys, "day", table) for table in (1, 2)]
        for page in ("", "log", "wall", "phone", "join", "pin", "/events"):
            ann.get(page)
            for secret in (PIN, kept_pin.hashed, kept_pin.salt, *codes):
                assert secret not in ann.page, f"{page} shows {secret}"
        with ann.client.websocket_connect("/events/day/live") as line:
            snapshot = line.receive_text()
        assert all(code not in snapshot for code in codes)
        assert kept_pin.hashed not in snapshot
        assert ann.client.get("/events/day/table/1/qr.svg").status_code == 403


def test_pin_guesses_are_few(tmp_path: Path) -> None:
    prepared_event(tmp_path)
    with room(tmp_path) as here:
        guesser = here.phone("10.0.0.66")
        said = [guesser.post("pin", pin=f"{number:04}") for number in range(9)]
        assert sum("That is not the PIN" in each for each in said) <= pins.OWN_GUESSES.at_once
        assert "Too many wrong PINs" in said[-1]
        guesser.post("pin", pin=PIN)
        assert guesser.status == 403, "not even the right one, for a while"
        honest = here.phone("10.0.0.7")
        honest.post("pin", pin=PIN)
        assert honest.at.startswith("/events/day/desk")


def test_many_addresses_together_do_not_guess_faster(tmp_path: Path) -> None:
    prepared_event(tmp_path)
    with room(tmp_path) as here:
        said = [
            here.phone(f"10.0.0.{number}").post("pin", pin=f"{number:04}") for number in range(30)
        ]
        assert sum("That is not the PIN" in each for each in said) <= pins.DESK_GUESSES.at_once


PROBES = (
    "<img src=x onerror=alert(1)>",
    "\"'><script>alert(1)</script>",
    "{{7*7}}",
    "</option><b>x",
)


def test_what_people_type_is_shown_as_text_on_every_page(tmp_path: Path) -> None:
    names = [f"{probe[:34]} {n}" for n, probe in enumerate(PROBES * 2)]
    prepared_event(tmp_path, names=names, deeds=[seated])
    with room(tmp_path) as here:
        ann, bob = two_phones(here)
        ann.enter(10, 8)
        bob.dispute(PROBES[1])
        director = here.phone()
        director.post("pin", pin=PIN)
        desk = [f"desk/{step}" for step in ("check-in", "seating", "round", "standings", "log")]
        looks = [(ann, each) for each in ("", "log", "phone", "wall", "join")]
        looks += [(director, each) for each in (*desk, "desk/phones", "desk/table/1")]
        for phone, page in looks:
            phone.get(page)
            assert phone.status == 200, page
            for raw in ("<img src=x", "<script>alert", "<b>x", " 49 "):
                assert raw not in phone.page, f"{page} has {raw}"
        assert names[0] in ann.get("") or names[0].split(" & ")[0] in ann.text
        assert PROBES[1] in ann.get("log")
