"""Messages from the desk to everybody or to one table, and tables that call the director."""

from __future__ import annotations

import json
from pathlib import Path

from web.day import PIN, Phone, Room, prepared_event, room, seated


def director(here: Room) -> Phone:
    """A browser that knows the PIN."""
    desk = here.phone()
    desk.post("pin", pin=PIN)
    return desk


def wall(here: Room) -> dict[str, object]:
    """What the wall is sent."""
    with here.client.websocket_connect(f"/events/{here.id}/live") as line:
        found: dict[str, object] = json.loads(line.receive_text())
        return found


def test_a_message_is_on_the_wall_and_on_every_phone_until_taken_away(tmp_path: Path) -> None:
    prepared_event(tmp_path, tables=2, deeds=[seated])
    with room(tmp_path) as here:
        desk = director(here)
        phone = here.seated_phone(here.event.round.table(1).sides[0][0])
        assert (
            "write what you want to say" in desk.post("desk/messages", do="say", text=" ").lower()
        )
        desk.post("desk/messages", do="say", text="Coffee is  served")
        assert wall(here)["message"] == "Coffee is served"
        assert "Coffee is served" in phone.get("phone")
        assert "Coffee is served" in here.phone().get()
        desk.post("desk/messages", do="away")
        assert wall(here)["message"] == ""
        assert "Coffee" not in phone.get("phone")


def test_a_message_to_one_table_is_read_there_alone(tmp_path: Path) -> None:
    prepared_event(tmp_path, tables=2, deeds=[seated])
    with room(tmp_path) as here:
        desk = director(here)
        one, other = (here.seated_phone(here.event.round.table(n).sides[0][0]) for n in (1, 2))
        desk.post("desk/messages", do="say", text="Your lights are on", table=2)
        assert "Your lights are on" not in one.get("phone")
        assert "Your lights are on" in other.get("phone")
        assert wall(here)["message"] == ""
        assert "to table 2" in desk.get("desk/messages")
        gone = desk.post("desk/messages", do="away", table=2)
        assert ("to table 2" in gone, "Nothing is shown" in gone) == (False, True)
        assert "Your lights are on" not in other.get("phone")
        assert "There is no table 9" in desk.post("desk/messages", do="say", text="x", table=9)
        long = desk.post("desk/messages", do="say", text="x" * 161)
        assert "at most 160 letters" in long


def test_a_message_is_for_a_table_where_a_game_is_played(tmp_path: Path) -> None:
    names = ["Ann", "Al", "Bea", "Bob", "Cat", "Cy"]
    prepared_event(tmp_path, preset="alberta-pairs", names=names, deeds=[seated])
    with room(tmp_path) as here:
        desk = director(here)
        desk.get("desk/messages")
        tables = here.event.round.tables
        assert [table.playing for table in tables].count(False) == 1
        for table in tables:
            offered = f'<option value="{table.number}">table {table.number}</option>' in desk.page
            assert offered is table.playing


def test_a_table_calls_and_the_director_comes(tmp_path: Path) -> None:
    prepared_event(tmp_path, tables=2, deeds=[seated])
    with room(tmp_path) as here:
        desk = director(here)
        phone = here.seated_phone(here.event.round.table(2).sides[1][0])
        assert "Call now" in phone.get("phone?help")
        phone.post("phone/call", why="was that a revoke?")
        assert "has been called to your table" in phone.get("phone")
        assert "Table 2 calls : was that a revoke?" in desk.get("desk/standings")
        assert "1 calling you" in desk.get("desk/round")
        assert "Calls you: was that a revoke?" in desk.text
        assert wall(here)["calls"] == [2]
        desk.post("desk/messages", do="coming", table=2, back="round")
        assert desk.at.endswith("/desk/round")
        assert "calls" not in desk.text
        assert wall(here)["calls"] == []
        assert "has been called" not in phone.get("phone")


def test_a_stranger_neither_speaks_nor_calls(tmp_path: Path) -> None:
    prepared_event(tmp_path, tables=2, deeds=[seated])
    with room(tmp_path) as here:
        stranger = here.phone()
        stranger.post("desk/messages", do="say", text="free beer")
        stranger.post("phone/call", why="hello")
        assert stranger.status == 403
        seen = wall(here)
        assert (seen["message"], seen["calls"]) == ("", [])
