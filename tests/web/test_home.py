"""The first page: who one can play against."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from rightbower.players import PLAYERS
from rightbower.web.app import make_app
from rightbower.web.common.identity import COOKIE, Keys, Person
from rightbower.web.hall.bots import STRENGTHS
from web.at_desk import flat
from web.serving import played_out


def test_every_player_but_the_random_one_can_be_chosen_and_is_described(tmp_path: Path) -> None:
    with TestClient(make_app(tmp_path)) as client:
        page = client.get("/").text
    for name in PLAYERS:
        if name != "random":
            assert f'<option value="{name}"' in page
            assert STRENGTHS[name].says in page


@pytest.mark.parametrize("name", STRENGTHS)
def test_each_of_them_sits_down(tmp_path: Path, name: str) -> None:
    with TestClient(make_app(tmp_path)) as client:
        answer = client.post("/play", data={"strength": name}, follow_redirects=False)
    assert answer.status_code == 303


def test_the_list_of_games_is_ones_own(tmp_path: Path) -> None:
    """Of two people who play and have played, each finds the own games alone."""
    data = tmp_path / "hall"
    data.mkdir()
    played_out(data, "ours")
    played_out(data, "theirs")
    app = make_app(data)
    keys = Keys.of(data)
    with TestClient(app) as client:
        for who, game in (("ours-S", "ours"), ("theirs-S", "theirs")):
            client.cookies.clear()
            client.cookies.set(COOKIE, keys.cookie(Person(who, who)))
            opened = client.post("/play", data={}, follow_redirects=False).headers["location"]
            found = re.findall(r'<li><a href="(/t/[^"]+)"', flat(client.get("/").text))
            assert found == [opened, f"/t/{game}/replay"]
        client.cookies.clear()
        assert 'href="/t/' not in client.get("/").text
