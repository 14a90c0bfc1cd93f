"""A copy of the journal tells nobody's cards while a game is played, and all of it afterwards."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from rightbower.office.journals import journal_of
from rightbower.rules.cards import PACK, Seat
from rightbower.store.restore import restore
from rightbower.web.app import make_app
from rightbower.web.hall.entries import TableOpened, TableUnsealed, decode
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.sealing import SEALED, Seals
from rightbower.web.hall.seats import bot_sits
from rightbower.web.hall.table import Pace

BOTS = Pace(bot=0, trick=0, deal=0, grace=9999, salts=0)


def quick_game(client: TestClient) -> str:
    answer = client.post("/play", data={"book": "standard"}, follow_redirects=False)
    return str(answer.headers["location"]).removeprefix("/t/")


@pytest.mark.sqlite
def test_a_copy_of_the_journal_tells_nothing_of_a_game_that_is_played(tmp_path: Path) -> None:
    data, stolen = tmp_path / "data", tmp_path / "stolen"
    with TestClient(make_app(data, BOTS), base_url="http://localhost") as client:
        name = quick_game(client)
        hall: Hall = client.app.state.hall  # type: ignore[attr-defined]
        live = hall.find(name)
        assert live is not None
        assert live.table.game is not None
        seed = live.table.opened.seed
        hall.journal.backup(tmp_path / "copy")  # type: ignore[attr-defined]
    restore(tmp_path / "copy", stolen)
    files = b"".join(path.read_bytes() for path in (*stolen.iterdir(), tmp_path / "copy"))
    assert seed.encode() not in files
    assert not re.search(rb'"text":"deal|\bdeal \d', files)
    assert not any(f" {card.name} ".encode() in files for card in PACK)
    with journal_of(stolen) as journal:
        bodies = [entry.body for entry in journal.read(f"table/{name}")]
    assert bodies
    assert all(body.startswith(SEALED) for body in bodies)
    with TestClient(make_app(stolen, BOTS), base_url="http://localhost") as client:
        page = client.get(f"/t/{name}")
        assert page.status_code == 409
        assert "the secret of this hall is not the one it was sealed with" in page.text
    shutil.copy(data / "secret", stolen / "secret")
    with TestClient(make_app(stolen, BOTS), base_url="http://localhost") as client:
        assert client.get(f"/t/{name}").status_code == 200, "with the secret it is played on"


@pytest.mark.sqlite
def test_when_a_game_is_over_everybody_can_read_it_without_the_secret(tmp_path: Path) -> None:
    data, elsewhere = tmp_path / "data", tmp_path / "elsewhere"
    with TestClient(make_app(data, BOTS), base_url="http://localhost") as client:
        name = quick_game(client)
        played_by_bots(client, name)
        shown = client.get(f"/t/{name}/record").text
        fair = client.get(f"/t/{name}/fair").text
        client.app.state.hall.journal.backup(tmp_path / "copy")  # type: ignore[attr-defined]
    restore(tmp_path / "copy", elsewhere)
    with journal_of(elsewhere) as journal:
        last = decode(journal.read(f"table/{name}")[-1].body)
    assert isinstance(last, TableUnsealed)
    with TestClient(make_app(elsewhere, BOTS), base_url="http://localhost") as client:
        assert client.get(f"/t/{name}/record").text == shown
        assert client.get(f"/t/{name}/fair").text == fair
    assert "NOT as it was played" not in fair
    assert "as it was played ✓" in fair


def played_by_bots(client: TestClient, name: str) -> None:
    """A bot takes the chair of the only person, and the game goes to its end by itself."""
    portal = client.portal
    assert portal is not None
    hall: Hall = client.app.state.hall  # type: ignore[attr-defined]
    live = hall.find(name)
    assert live is not None

    async def go_on() -> None:
        import asyncio

        hall.pace = Pace(bot=0, trick=0, deal=0, grace=0, salts=0)
        for seat in Seat:
            if (sitter := live.table.seats[seat]) is not None and not sitter.bot:
                await live.commit([bot_sits(seat, "club", live.now())])
        live.plan()
        for _ in range(4000):
            if live.table.over:
                return
            await asyncio.sleep(0.01)
        raise AssertionError("the game did not end")

    portal.call(go_on)


def test_each_table_has_a_key_of_its_own_and_nothing_can_be_moved() -> None:
    seals, entry = Seals("secret"), TableOpened("standard", "strict", "seed", "x", 1.0)
    one, again = (seals.bodies("table/a", [entry], over=False)[0] for _ in range(2))
    assert one != again, "the same entry is never sealed to the same bytes"
    assert b"seed" not in one
    from rightbower.store.contract import StoredEntry

    (opened,) = seals.opened("table/a", [StoredEntry("table/a", 1, one)])
    assert decode(opened.body) == entry
    for stream, body, other in (
        ("table/b", one, seals),
        ("table/a", one, Seals("another")),
        ("table/a", one[:-1] + bytes([one[-1] ^ 1]), seals),
        ("table/a", one[:5], seals),
    ):
        with pytest.raises(ValueError, match="secret of this hall"):
            other.opened(stream, [StoredEntry(stream, 1, body)])
    assert Seals().bodies("table/a", [entry], over=False)[0].startswith(b"{")
