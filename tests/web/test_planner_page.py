"""The page that plans an evening: its numbers, the formats, and the way to the event."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import pytest

from rightbower.office.workers import Busy
from rightbower.web.desk import setup
from web.at_desk import flat, hall, says


def test_an_evening_is_planned_and_made(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        page = client.get("/planner?people=14&tables=4&minutes=120&breaks=1")
        assert page.status_code == 200
        text = says(page.text)
        assert "Find 2 more and nobody sits out: 16 fill 4 tables." in text
        assert "Make this evening" in text
        more = re.search(r'href="([^"]*)" aria-label="more: people"', flat(page.text))
        assert more is not None
        assert "A host or a helper may play. With 15 you use 3." in says(
            client.get(html.unescape(more[1])).text
        )
        swiss = client.get("/planner?people=14&tables=4&minutes=120&format=swiss-pairs")
        make = re.search(r'href="(/events/new[^"]*)">Make this evening', flat(swiss.text))
        assert make is not None
        made = flat(client.get(html.unescape(make[1])).text)
        assert 'value="swiss-pairs" checked' in made
        assert 'id="rounds" name="rounds" inputmode="numeric" maxlength="3" value="4"' in made


def test_what_cannot_be_is_said_and_numbers_that_are_none_are_as_usual(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        refused = client.get("/planner?people=3")
        assert refused.status_code == 422
        assert "An evening has from 4 to 100 people" in says(refused.text)
        assert client.get("/planner.json?people=3").status_code == 422
        assert "No format fits" in says(
            client.get("/planner?people=8&tables=2&minutes=10&breaks=0").text
        )
        usual = says(client.get("/planner?people=x&tables=4").text)
        assert "2 have no chair: 26 people need 6 tables." not in usual
        assert "8 have no chair" not in usual


def test_programs_read_the_same_figures(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        found = client.get("/planner.json?people=16&tables=4&minutes=90&breaks=0").json()
        assert [each["preset"] for each in found][:2] == ["charity-day", "national-progressive"]
        assert found[0]["idle"] == 0


def test_an_evening_is_simulated_by_a_worker_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def here(_: object) -> None:
        raise AssertionError("this is not for the hall's own process")

    monkeypatch.setattr("rightbower.tournament.events.planner._fits", here)
    asked: list[object] = []

    class Workers:
        async def run(self, work: object, wish: object, **_: object) -> tuple[()]:
            asked.append((work, wish))
            return ()

    monkeypatch.setattr(setup, "pool", lambda _: Workers())
    with hall(tmp_path) as client:
        for _ in range(3):
            assert client.get("/planner?people=40&tables=10").status_code == 200
        assert client.get("/planner.json?people=40&tables=10").json() == []
        assert len(asked) == 1
        for people in range(4, 14):
            client.get(f"/planner.json?people={people}")
        monkeypatch.setattr(setup, "MOST_EVENINGS", 11)
        client.get("/planner.json?people=30")
        kept: Any = client.app.state.evenings  # type: ignore[attr-defined]  # an ASGI app has no state
        assert len(kept) == 11, "one goes for one that comes"

        def busy(name: str) -> None:
            raise Busy("One thing at a time, please.")

        monkeypatch.setattr(setup, "pool", busy)
        assert client.get("/planner?people=31").status_code == 503
