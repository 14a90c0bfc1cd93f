"""A journal that is moved under an open hall: the hall says so, takes nothing, and goes on when it is back."""

from __future__ import annotations

from pathlib import Path

import pytest

from rightbower.office.journals import journal_of
from web.serving import Player, Server, table_of_bots
from web.test_full_disk import asked, heard, until

pytestmark = pytest.mark.sqlite
AWAY = "the journal cannot be written: rightbower.journal was moved or removed; put it back, or start the hall again"


def test_a_hall_whose_journal_is_moved_says_so_and_goes_on_when_it_is_back(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    table_of_bots(data, "bots", "ann")
    server, journal = Server(data), data / "rightbower.journal"
    try:
        ann = Player(server, "bots", "ann")
        until(lambda: heard(ann)["game"]["deal"] >= 2, "the bots play")
        assert asked(server, "/readyz")[0] == 200
        journal.rename(tmp_path / "moved")
        until(lambda: asked(server, "/readyz") == (503, f"{AWAY}\n"), "it is noticed")
        while "cannot save" not in ann.state["told"]["line"]:
            ann.hear("state")
        stuck = ann.state["version"]
        assert "Its journal was moved or removed" in asked(server, "/")[1]
        status, text = asked(server, "/play", book="standard")
        assert (status, "could not be saved" in text, str(data) in text) == (503, True, False)
        (tmp_path / "moved").rename(journal)
        until(lambda: heard(ann)["version"] > stuck + 10, "the bots play on by themselves")
        assert asked(server, "/readyz")[0] == 200
        assert "Its journal was moved" not in asked(server, "/")[1]
    finally:
        server.kill()
    with journal_of(data) as opened:
        assert all(opened.read(stream) for stream in opened.streams())


def test_a_quiet_hall_notices_too(tmp_path: Path) -> None:
    data = tmp_path / "data"
    server = Server(data)
    try:
        (data / "rightbower.journal").rename(tmp_path / "moved")
        until(lambda: asked(server, "/readyz")[0] == 503, "it is noticed")
        assert "Its journal was moved or removed" in asked(server, "/")[1]
    finally:
        server.kill()
