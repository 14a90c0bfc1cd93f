"""The first page: who one can play against."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from rightbower.players import PLAYERS
from rightbower.web.app import make_app
from rightbower.web.hall.strengths import STRENGTHS


def test_every_player_but_the_random_one_can_be_chosen_and_is_described(tmp_path: Path) -> None:
    with TestClient(make_app(tmp_path)) as client:
        page = client.get("/").text
    for name in PLAYERS:
        if name != "random":
            assert f'<option value="{name}"' in page
            assert STRENGTHS[name][1] in page


@pytest.mark.parametrize("name", STRENGTHS)
def test_each_of_them_sits_down(tmp_path: Path, name: str) -> None:
    with TestClient(make_app(tmp_path)) as client:
        answer = client.post("/play", data={"strength": name}, follow_redirects=False)
    assert answer.status_code == 303
