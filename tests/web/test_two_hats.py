"""Two hats: one who speaks for two sides is shown to everybody; names that cannot be told apart are not taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from rightbower.rules.cards import Seat
from rightbower.tournament.events.entrants import EventError, Player
from rightbower.tournament.events.registration import add
from rightbower.tournament.names import hidden_character, looks_like
from rightbower.web.common.identity import clean_name
from rightbower.web.hall.entries import Sat
from rightbower.web.hall.hall import Hall
from rightbower.web.state.desk import MANY_DEVICES
from web.asked import settled
from web.day import Phone, Room, prepared_event, room, seated
from web.heard import Heard
from web.test_live import in_a_hall


def at_table_one(here: Room, addresses: tuple[str, str]) -> tuple[Phone, Phone]:
    """The phones of the two sides of the first table, each at an address."""
    phones = []
    for (entrant,), address in zip(here.event.round.tables[0].sides, addresses, strict=True):
        phone = here.phone(address)
        phone.take(1, entrant)
        phones.append(phone)
    return phones[0], phones[1]


@pytest.mark.parametrize(
    ("addresses", "shown"),
    [(("10.0.0.5", "10.0.0.5"), True), (("10.0.0.5", "10.0.0.6"), False)],
)
def test_a_result_entered_and_confirmed_from_one_address_is_shown_to_everybody(
    tmp_path: Path, addresses: tuple[str, str], shown: bool
) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        one, other = at_table_one(here, addresses)
        one.enter(10, 7)
        other.confirm()
        words = "both sides came from one phone or computer"
        assert (words in here.desk.views.seen("day").tables[0].note) is shown
        director = here.phone()
        director.post("pin", pin="4711")
        assert (words in director.get("desk/round")) is shown
        assert (words in one.get("")) is shown


def test_where_many_share_an_address_it_says_nothing(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        for number in range(MANY_DEVICES + 1):
            here.desk.senders.note_device("203.0.113.1", f"phone {number}")
        one, other = at_table_one(here, ("203.0.113.1", "203.0.113.1"))
        one.enter(10, 7)
        other.confirm()
        assert here.desk.views.seen("day").tables[0].note == ""


@pytest.mark.parametrize(
    "name",
    [
        "Ann\u202eeeL",
        "Ann\u200bLee",
        "Ann\nLee",
        "Ann\x07",
        "Z" + "\u0301" * 9,
        "Ann\u2066Lee",
        "x" * 61,
    ],
)
def test_a_name_that_cannot_be_shown_as_it_is_written_is_refused(tmp_path: Path, name: str) -> None:
    event = prepared_event(tmp_path, tables=1)
    with pytest.raises(EventError, match=r"not shown|at most 60 letters"):
        add(event, [[Player(name), Player("Bob Ray")]])
    assert not hidden_character(clean_name(name))
    assert len(clean_name(name)) <= 40


def test_names_that_look_alike_are_one_name(tmp_path: Path) -> None:
    event = prepared_event(tmp_path, names=["Ann Lee", "Bob Ray", "Cid Fox", "Dee Moe"])
    for alike in ("\u0410nn Lee", "\uff21nn Lee", "ANN  lee", "Ann L\u0435e"):
        assert looks_like(alike) == looks_like("Ann Lee")
        with pytest.raises(EventError, match="on the list already"):
            add(event, [[Player(alike), Player("Eve New")]])
    assert looks_like("Zoë") != looks_like("Zoe"), "an accent is a letter of its own"


@pytest.mark.parametrize(
    ("addresses", "told"),
    [
        ({"S": "198.51.100.1", "E": "198.51.100.1"}, True),
        ({"S": "198.51.100.1", "E": "198.51.100.2"}, False),
        ({"S": "127.0.0.1", "E": "127.0.0.1"}, False),
        ({"S": "198.51.100.1", "E": "198.51.100.1", "N": "198.51.100.1"}, False),
        ({"S": "198.51.100.1", "E": "198.51.100.1", "N": "198.51.100.9"}, True),
    ],
)
def test_two_hands_held_from_one_address_are_told_to_the_table(
    tmp_path: Path, addresses: dict[str, str], told: bool
) -> None:
    async def story(hall: Hall) -> None:
        sat = [Sat(Seat[each], each, each, 1.0) for each in addresses]
        live = await hall.open("standard", "S", then=sat)
        for who, address in addresses.items():
            person = Heard(who)
            person.place = address
            live.join(person, None)
        await settled(live)
        said = [line.told("en").text for _, line in live.lines.lines]
        assert (
            "S and E play from the same address" in said
            or "E and S play from the same address" in said
        ) is told
        again = Heard("S")
        again.place = addresses["S"]
        live.join(again, None)
        await settled(live)
        assert [line.told("en").text for _, line in live.lines.lines] == said, "it is told once"

    in_a_hall(tmp_path, story)
