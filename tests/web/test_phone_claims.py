"""Whose phone a phone is: a table's code is stronger than one's own sign-up, and that than a word."""

from __future__ import annotations

from pathlib import Path

import pytest

from rightbower.tournament.events.attendance import check_in_all
from rightbower.web.notes import PhoneTaken
from rightbower.web.notes import decode as decode_note
from rightbower.web.notes import encode as encode_note
from web.day import PIN, Phone, Room, prepared_event, room, seated
from web.test_phones import both

ROOM, ALSO_ROOM, ELSEWHERE = "192.168.1.20", "192.168.1.21", "93.184.216.34"
ASKED = "Whose phone is this?"


def says_who(here: Room, entrant: int, address: str = ROOM) -> Phone:
    """A browser that says "That is me" and wants to enter the score."""
    phone = here.phone(address)
    phone.post("me", entrant=entrant)
    phone.post("phone/mine")
    return phone


def claims(here: Room) -> dict[int, str]:
    """How the phones in use are known, by entrant."""
    notes = here.desk.notes("event/day")
    return {number: notes.claims.get(who, "code") for who, number in notes.phones.items()}


def freed(here: Room, entrant: int) -> None:
    """The director frees the phones of an entrant."""
    director = here.phone("10.9.9.9")
    director.post("pin", pin=PIN)
    director.post("desk/phones/free", entrant=entrant)


def test_a_table_code_always_takes_over_from_a_word(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        one, _ = both(here)
        strangers = [says_who(here, one) for _ in range(3)]
        assert [each.status for each in strangers] == [200, 200, 403], "as many as play"
        for _ in range(2):
            honest = here.phone()
            honest.take(1, one)
            assert honest.status == 200
            assert "What was the score?" in honest.get("phone")
        late = here.phone()
        assert "has a phone here already" in late.take(1, one), "but not from another code"
        for stranger in strangers:
            assert ASKED in stranger.get("phone")
        assert claims(here) == {one: "code"}


def test_one_who_said_who_they_are_scans_the_code_afterward(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        one, other = both(here)
        ann = says_who(here, other)
        assert claims(here) == {other: "word"}
        ann.take(1, one)
        assert (ann.status, claims(here)) == (200, {one: "code"}), "and may put a slip right"
        ann.take(1, other)
        assert claims(here) == {one: "code"}


def test_whoever_the_desk_freed_needs_the_code_from_then_on(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        one, _ = both(here)
        says_who(here, one)
        freed(here, one)
        again = says_who(here, one)
        assert (again.status, claims(here)) == (403, {})
        assert ASKED in again.text
        honest = here.phone()
        honest.take(1, one)
        assert claims(here) == {one: "code"}


@pytest.mark.parametrize(
    ("address", "public", "headers", "status"),
    [
        (ROOM, False, {}, 200),
        ("127.0.0.1", False, {}, 200),
        (ROOM, True, {}, 403),
        (ELSEWHERE, False, {}, 403),
        (ROOM, False, {"x-forwarded-for": ROOM}, 403),
    ],
)
def test_a_word_is_enough_in_the_room_alone(
    tmp_path: Path, address: str, public: bool, headers: dict[str, str], status: int
) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        here.client.app.state.public = public  # type: ignore[attr-defined]  # a Starlette
        one, _ = both(here)
        phone = here.phone(address)
        phone.client.headers.update(headers)
        phone.post("me", entrant=one)
        phone.post("phone/mine")
        assert phone.status == status
        assert (ASKED in phone.text) is (status == 403)
        assert claims(here) == ({one: "word"} if status == 200 else {})


def test_elsewhere_who_signed_up_on_the_device_needs_no_code(tmp_path: Path) -> None:
    prepared_event(tmp_path, preset="charity-day", tables=1, rounds=None)
    with room(tmp_path) as here:
        eve, thief = here.phone(ELSEWHERE), here.phone(ELSEWHERE)
        eve.post("join", name="Eve New")
        number = next(e.number for e in here.event.entrants if e.name == "Eve New")
        for name in ("Flo Old", "Gus Few", "Hal Low"):
            here.phone("93.184.216.35").post("join", name=name)
        here.write(check_in_all)
        here.write(seated)
        thief.post("me", entrant=number)
        thief.post("phone/mine")
        assert thief.status == 403
        eve.post("phone/mine")
        assert (eve.status, claims(here)) == (200, {number: "chair"})
        table = next(each for each in here.event.round.tables if number in each.entrants)
        honest = here.phone()
        honest.take(table.number, number)
        assert claims(here) == {number: "code"}, "a code is stronger still"
        freed(here, number)
        eve.post("phone/mine")
        assert eve.status == 403


@pytest.mark.parametrize("address", [ROOM, ALSO_ROOM])
def test_nobody_agrees_with_themselves_by_word_alone(tmp_path: Path, address: str) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        one, other = both(here)
        first, second = says_who(here, one), says_who(here, other, address)
        first.enter(10, 3)
        said = second.confirm()
        table = here.event.round.table(1)
        assert table.result is not None
        assert (table.result.state == "confirmed") is (address != ROOM)
        assert ("This score was sent from here." in said) is (address == ROOM)
        if address == ROOM:
            second.take(1, other)
            assert "The score is in" in second.confirm(), "with the code it may"


def test_nobody_gives_way_to_themselves_by_word_alone(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        one, other = both(here)
        first, second = says_who(here, one), says_who(here, other)
        first.enter(10, 3)
        second.get("phone")
        second.post("phone/dispute", **second._where(), ours=10, theirs=4)
        first.get("phone")
        first.post("phone/take-theirs", **first._where())
        result = here.event.round.table(1).result
        assert result is not None
        assert result.state == "disputed"
        assert "This score was sent from here." in first.text


def test_what_was_written_before_is_a_phone_by_code() -> None:
    old = b'{"at":1.0,"fact":{"type":"phone-taken","who":"x","entrant":3},"by":""}'
    note = decode_note(old)
    assert note.fact == PhoneTaken("x", 3, "code")
    assert encode_note(note) == old
