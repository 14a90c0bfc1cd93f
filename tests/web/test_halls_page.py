"""The page of all halls: for whoever runs one, and nobody else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from postgres import Postgres
from rightbower.office.journals import open_at
from rightbower.store.claims import HallSeen, Ownership
from rightbower.web.app import make_app
from rightbower.web.common.identity import ENVIRONMENT
from rightbower.web.hall.hall import Hall
from rightbower.web.running import health as halls


def text_of(page: str) -> str:
    """What a reader reads."""
    return " ".join(re.sub(r"<[^>]+>", " ", page.split("<main")[1]).split())


@pytest.mark.sqlite
def test_a_hall_alone_says_so(tmp_path: Path) -> None:
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        client.post("/play", data={"book": "standard"})
        page = text_of(client.get("/halls").text)
        assert "has its journal to itself" in page
        assert "This hall open 1 0" in page
        assert "Standbys" not in page
        assert "Live connections: 0 Tables awake: 1" in page


def test_it_is_for_whoever_runs_the_hall(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    with TestClient(app, base_url="http://localhost") as client:
        assert client.get("/halls", headers={"x-forwarded-for": "203.0.113.7"}).status_code == 404
        far = TestClient(app, base_url="http://localhost", client=("192.168.1.9", 5))
        assert far.get("/halls").status_code == 404
        far.get(f"/owner/{app.state.owner}")
        assert far.get("/halls").status_code == 200


@pytest.mark.parametrize(
    ("seen", "word", "well"),
    [
        (HallSeen("a", "", 0.4, True, 5, 3), "0 s ago", True),
        (HallSeen("b", "", 9.0, True, 5, 3), "9 s ago; it hangs", False),
        (HallSeen("c", "", 9.0, False, 5, 3), "gone; its tables go to whoever", False),
    ],
)
def test_a_hall_is_well_while_it_lives_and_says_so(seen: HallSeen, word: str, well: bool) -> None:
    row = halls._row(seen, Hall.__new__(_Named))
    assert row.word.startswith(word)
    assert (row.well, row.tables, row.others, row.here) == (well, 3, 2, seen.hall == "a")


class _Named(Hall):
    """A hall of which only the name is known."""

    ownership = Ownership()
    ownership.name = "a"


def test_one_that_is_gone_under_our_name_is_not_this_one() -> None:
    assert not halls._row(HallSeen("a", "", 9.0, False, 5, 3), Hall.__new__(_Named)).here


def test_the_link_of_whoever_runs_the_halls_is_good_at_each_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ENVIRONMENT, "key-" * 8)
    one, other = (make_app(tmp_path / name, name=name) for name in "ab")
    assert one.state.owner == other.state.owner
    with TestClient(one, base_url="http://localhost", client=("192.168.1.9", 5)) as client:
        client.get(f"/owner/{one.state.owner}")
        cookies = client.cookies
    with TestClient(other, base_url="http://localhost", client=("192.168.1.9", 5)) as client:
        assert client.get("/halls").status_code == 404
        client.cookies = cookies
        assert client.get("/halls").status_code == 200
    monkeypatch.setenv(ENVIRONMENT, "lock" * 8)
    assert make_app(tmp_path / "c", name="c").state.owner != one.state.owner
    alone = {make_app(tmp_path / "d").state.owner for _ in range(2)}
    assert len(alone) == 2, "a hall by itself has a new one with each start"


def test_all_halls_of_a_journal_are_on_it_with_what_they_own(
    tmp_path: Path, server: Postgres
) -> None:
    address = server.fresh()
    with open_at(address) as first, open_at(address) as second:
        for name, journal in (("a", first), ("b", second)):
            journal.claims.enter(name, f"?hall={name}")
        for resource in ("table/1", "table/2", "event/x"):
            assert first.claims.take(resource).result(10).mine
        assert second.claims.take("table/3").result(10).mine
        seen, standbys = halls.looked(second)
    assert [(each.hall, each.alive, each.claims, each.tables) for each in seen] == [
        ("a", True, 3, 2),
        ("b", True, 1, 1),
    ]
    assert standbys == []
