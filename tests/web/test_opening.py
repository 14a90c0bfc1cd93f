"""Opening a table: a form with something wrong comes back whole; an invitation can be followed."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest
from starlette.testclient import TestClient

from rightbower.web.app import make_app

TYPED = {
    "book": "charity-social",
    "mode": "as-at-the-table",
    "target": "ten",
    "turn_seconds": "30",
    "listed": "yes",
}


@pytest.mark.parametrize("wrong", ["ten", "0", "-3", "1000", "7.5", "٣"])
def test_a_wrong_number_keeps_the_whole_form(client: TestClient, wrong: str) -> None:
    answer = client.post("/tables", data={**TYPED, "target": wrong})
    page = answer.text
    assert answer.status_code == 400
    assert 'value="charity-social" selected' in page
    assert 'value="as-at-the-table" selected' in page
    assert 'name="turn_seconds" value="30"' in page
    assert f'name="target" value="{wrong}"' in page
    assert 'value="yes" checked' in page
    assert 'id="target-wrong">Write a whole number from 1 to 999' in page
    assert not client.app.state.hall.tables  # type: ignore[attr-defined]


def test_every_wrong_field_is_told_at_once(client: TestClient) -> None:
    page = client.post("/tables", data={**TYPED, "book": "no-such", "turn_seconds": "soon"}).text
    assert "There is no such book" in page
    assert page.count('-wrong">Write a whole number') == 2


def test_a_target_the_book_does_not_have_is_told_at_the_form(client: TestClient) -> None:
    answer = client.post("/tables", data={**TYPED, "target": "7"})
    assert answer.status_code == 400
    assert "plays a number of deals, not to a target" in answer.text
    assert 'name="target" value="7"' in answer.text


def test_the_form_corrected_opens_the_table(client: TestClient) -> None:
    answer = client.post(
        "/tables", data={**TYPED, "book": "alberta-55plus", "target": " 7 "}, follow_redirects=False
    )
    assert answer.status_code == 303
    (live,) = client.app.state.hall.tables.values()  # type: ignore[attr-defined]
    opened = live.table.opened
    assert (opened.book, opened.target, opened.turn_seconds) == ("alberta-55plus", 7, 30)
    assert (opened.mode, opened.listed) == ("as-at-the-table", True)


def test_a_game_against_nobody_known_is_refused(client: TestClient) -> None:
    assert client.post("/play", data={"strength": "random"}).status_code == 400
    assert client.post("/play", data={"book": "../x"}).status_code == 400


@pytest.mark.parametrize("room", [True, False])
def test_an_invitation_never_carries_an_address_that_only_this_computer_knows(
    tmp_path: Path, room: bool
) -> None:
    with (
        patch("rightbower.web.common.address.own_address", return_value="192.168.1.7"),
        TestClient(make_app(tmp_path, room=room), base_url="http://127.0.0.1:8123") as client,
    ):
        page = client.post("/tables", data={"book": "standard"}).text
        invite = page[page.index('id="invite-sheet"') : page.index('id="rules-sheet"')]
    assert "127.0.0.1" not in invite
    assert ("http://192.168.1.7:8123/t/" in invite) is room
    assert ('href="/room"' in invite) is not room
    assert ("qr.svg" in invite) is room


def test_without_a_network_the_page_for_phones_says_so(tmp_path: Path) -> None:
    with (
        patch("rightbower.web.state.owner.own_address", return_value="127.0.0.1"),
        TestClient(make_app(tmp_path, room=False), base_url="http://127.0.0.1:8123") as client,
    ):
        assert "This laptop is on no network" in client.get("/room").text
