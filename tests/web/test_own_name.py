"""A name of one's own at the table: given on the page, standing at the chair before the game."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from rightbower.rules.cards import Seat
from rightbower.web.common.identity import Person, is_guest, newcomer
from rightbower.web.hall import wire
from rightbower.web.hall.entries import Sat
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.says import goal, line, which_deal
from web.asked import asked
from web.clockwork import idle
from web.heard import Heard
from web.seated import Sitting
from web.test_live import in_a_hall


def test_who_has_said_no_name_is_a_guest() -> None:
    assert is_guest(newcomer())
    assert not is_guest(newcomer("Ann"))
    assert not is_guest(Person("x", "Guest of honor"))


@pytest.mark.parametrize(
    ("back", "to"),
    [
        ("/t/abc123", "/t/abc123"),
        ("", "/"),
        ("https://elsewhere.example/t/a", "/"),
        ("//elsewhere.example", "/"),
        ("/t/abc/../../owner", "/"),
    ],
)
def test_a_name_given_at_a_table_leads_back_to_it_and_nowhere_else(
    client: TestClient, back: str, to: str
) -> None:
    answer = client.post("/name", data={"name": "Ann", "back": back}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, to)


def test_the_page_of_a_table_asks_a_guest_for_a_name(client: TestClient) -> None:
    address = client.post("/tables", data={}, follow_redirects=False).headers["location"]
    assert '"guest":true' in client.get(address).text
    client.post("/name", data={"name": "Ann", "back": address})
    assert '"guest":false' in client.get(address).text


def test_who_takes_another_name_keeps_the_chair(client: TestClient) -> None:
    address = client.post("/tables", data={}, follow_redirects=False).headers["location"]
    client.post("/name", data={"name": "Ann", "back": address})
    with client.websocket_connect(f"ws://localhost{address}/live?protocol=2") as line:
        line.send_json({"type": "hello"})
        assert line.receive_json()["you"] == "S"
        line.send_json({"type": "sit", "id": "a", "seat": "S"})
        while (state := line.receive_json()).get("done") != ["a"]:
            pass
        assert state["table"]["chairs"][Seat.S]["name"] == "Ann"


def test_a_new_name_stands_at_the_chair_until_the_game_begins(tmp_path: Path) -> None:
    async def story(hall: Hall) -> None:
        sat = [Sat(Seat.S, "ann", "Guest 123", 1.0), Sat(Seat.N, "bob", "Bob", 1.0)]
        live = await hall.open("standard", "ann", then=sat)
        ann = Heard("ann")
        live.join(ann, None)
        assert isinstance(await asked(live, ann, wire.Sit("a", "S")), wire.Done)
        await idle()
        assert ann.state["chairs"][Seat.S]["name"] == "Ann"
        await asked(live, ann, wire.Begin("b"))
        await idle()
        assert isinstance(await asked(live, ann, wire.Sit("c", "S")), wire.No)

    in_a_hall(tmp_path, story)


def test_the_line_says_whose_cut_it_is() -> None:
    sitting = Sitting("sportcial-league", dealing=False)
    assert sitting.table.game is not None
    cutter = sitting.table.game.dealer.right
    assert line(sitting.table, cutter).startswith("Your cut.")
    assert line(sitting.table, cutter.partner).endswith("may cut the deck.")


def test_which_deal_it_is_stands_once_and_a_target_beside_each_score() -> None:
    by_deals, by_points = Sitting("charity-social").table.game, Sitting("standard").table.game
    assert by_deals is not None
    assert by_points is not None
    assert (goal(by_deals), which_deal(by_deals)) == ("", "deal 1 of 8")
    assert (goal(by_points), which_deal(by_points)) == ("of 10", "")
