"""A journal that was written before games ended in facts: it opens, and every result is kept."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from rightbower.office.journals import journal_of
from rightbower.record import record
from rightbower.web.app import make_app
from rightbower.web.hall import archive as lists
from rightbower.web.hall.entries import GameFinished, decode
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.views import game_view
from rightbower.web.study.replay import record_of

pytestmark = pytest.mark.sqlite

OLD = Path(__file__).parent / "old"
EXPECTED: dict[str, Any] = json.loads(gzip.decompress((OLD / "expected.json.gz").read_bytes()))
TABLES: dict[str, dict[str, Any]] = EXPECTED["tables"]
# In these somebody called a card that fell from a hand put away, which today is not heard: their
# results stand, but their records cannot be played again.
REFUSED_TODAY = ("slips-alberta-55plus", "slips-national-2025")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with the old journal."""
    packed = (OLD / "rightbower.journal.gz").read_bytes()
    (tmp_path / "rightbower.journal").write_bytes(gzip.decompress(packed))
    return tmp_path


def plain(text: str) -> list[str]:
    """The lines of a record that follow from the rules, and the acts, without times."""
    lines = [re.sub(r" @[-\d.e]+$", "", line) for line in text.splitlines()]
    return [line for line in lines if not line.startswith(("note ", "drop "))]


def test_every_table_of_an_old_journal_is_as_it_was(data: Path) -> None:
    with journal_of(data) as journal:
        hall = Hall(journal)
        hall.wake()
        for name, expected in TABLES.items():
            live = hall.find(name)
            assert live is not None, name
            assert live.table.over == expected["over"], name
            seen = game_view(live.table)
            assert (None if seen is None else list(seen.score)) == expected["score"], name
            if expected["over"]:
                facts, was = live.table.finished, expected["result"]
                assert facts is not None
                assert (list(facts.score), facts.winner or None) == (was["score"], was["winner"])
                assert (facts.reason, facts.setting) == (was["reason"], was["path"])
                if name not in REFUSED_TODAY:
                    assert plain(record.write(record_of(live))) == plain(expected["record"]), name
        found = lists.past_games(journal, "ann", 100)
        assert [game.table for game in found] == [game["table"] for game in EXPECTED["past"]]
        assert [list(game.score) for game in found] == [g["score"] for g in EXPECTED["past"]]
        assert [game.title for game in found] == [g["title"] for g in EXPECTED["past"]]


def test_it_is_brought_up_to_date_once(data: Path) -> None:
    with journal_of(data) as journal:
        Hall(journal).wake()
        heads = {stream: journal.head(stream) for stream in journal.streams("table/")}
        for name, expected in TABLES.items():
            added = journal.read(f"table/{name}", expected["version"])
            assert len(added) == expected["over"]
            assert all(isinstance(decode(each.body), GameFinished) for each in added)
    with journal_of(data) as journal:
        Hall(journal).wake()
        assert heads == {stream: journal.head(stream) for stream in journal.streams("table/")}


def test_its_pages_open(data: Path) -> None:
    with TestClient(make_app(data), base_url="http://localhost") as client:
        assert client.get("/").status_code == 200
        assert client.get("/events").status_code == 200
        assert client.get("/events/day").status_code == 200
        for name, expected in TABLES.items():
            assert client.get(f"/t/{name}").status_code == 200
            for page in ("replay", "record", "fair"):
                found = client.get(f"/t/{name}/{page}")
                open_to_all = expected["over"] or page == "fair"
                played_again = page == "fair" or name not in REFUSED_TODAY
                status = (200 if played_again else 409) if open_to_all else 403
                assert found.status_code == status, (name, page)
