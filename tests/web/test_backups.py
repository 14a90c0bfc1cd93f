"""Backups of an open hall: on time, at the press of a button, and restored elsewhere under load."""

from __future__ import annotations

import asyncio
import os
import re
import threading
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from rightbower.cli import main
from rightbower.office.journals import journal_of
from rightbower.store.journal import Journal
from rightbower.store.restore import backups
from rightbower.web.app import make_app
from rightbower.web.running.backups import RETRY, BackupPlan, Backups
from web.at_desk import Director
from web.clockwork import run
from web.day import prepared_event, seated
from web.serving import Player, Server, prepared, serving
from web.test_server import at_tables, set_playing

pytestmark = pytest.mark.sqlite

HOUR = 3600.0


def test_backups_are_made_on_time_and_again_soon_after_one_failed(tmp_path: Path) -> None:
    made: list[float] = []

    async def copy(_: Path, plan: BackupPlan) -> tuple[int, str]:
        now = asyncio.get_running_loop().time()
        made.append(now)
        if len(made) == 2:
            return 1, "the disk is full"
        path = plan.folder / f"rightbower-20260101-{len(made):06}.journal"
        path.touch()
        os.utime(path, (now, now))
        return 0, ""

    async def story() -> None:
        clock = asyncio.get_running_loop().time
        here = Backups(tmp_path, BackupPlan(tmp_path / "backups", 10 * HOUR), copy, clock)
        here.start()
        await asyncio.sleep(25 * HOUR)
        await here.stop()
        assert here.last is not None
        assert here.last.whole

    run(story)
    assert made == [0.0, 10 * HOUR, 10 * HOUR + RETRY, 20 * HOUR + RETRY]


@pytest.mark.parametrize("folder", ["a file", "a link to nowhere", "one that nobody may read"])
def test_a_hall_opens_where_no_backup_can_be_made_and_says_so(
    tmp_path: Path, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, made = tmp_path / "backups", []
    if folder == "a file":
        place.touch()
    elif folder == "a link to nowhere":
        place.symlink_to(tmp_path / "nowhere" / "x")
    else:
        place.mkdir()

        def unreadable(_: Path) -> list[Path]:
            raise PermissionError("not yours")

        monkeypatch.setattr("rightbower.web.running.backups.backups", unreadable)

    async def copy(*_: object) -> tuple[int, str]:
        made.append(asyncio.get_running_loop().time())
        return 1, "it cannot be written"

    async def story() -> None:
        clock = asyncio.get_running_loop().time
        here = Backups(tmp_path, BackupPlan(place, 10 * HOUR), copy, clock)
        here.start()
        await asyncio.sleep(2.5 * RETRY)
        await here.stop()
        assert here.last is not None
        assert here.last.says == "it cannot be written"
        assert here.newest() is None

    run(story)
    assert made == [0.0, RETRY, 2 * RETRY]


def test_a_hall_that_stops_waits_until_a_backup_has_let_go_of_the_journal(tmp_path: Path) -> None:
    let_go = []

    async def copy(_: Path, plan: BackupPlan) -> tuple[int, str]:
        try:
            await asyncio.sleep(HOUR)
        finally:
            await asyncio.sleep(1)
            let_go.append(plan)
        return 0, ""

    async def story() -> None:
        here = Backups(tmp_path, BackupPlan(tmp_path / "backups"), copy)
        here.start()
        await asyncio.sleep(1)
        await here.stop()
        assert let_go

    run(story)


def test_the_desk_has_a_button_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = BackupPlan(tmp_path / "backups", seconds=0)
    app = make_app(tmp_path / "data", backups=plan)
    with TestClient(app, base_url="http://localhost") as client:
        desk = Director(client, "charity-day")
        assert "Back up now" in client.get(f"/events/{desk.id}/desk/log").text
        assert backups(plan.folder) == [], "none is made by itself"
        page = client.post(f"/events/{desk.id}/desk/backup").text
        assert "Backed up at" in page
        assert "all of it is there" in page
        (copy,) = backups(plan.folder)
        with Journal(copy) as journal:
            assert f"event/{desk.id}" in journal.streams()
        client.post(f"/events/{desk.id}/desk/backup")
        assert backups(plan.folder) == [copy], "whoever presses again at once has that one"
        monkeypatch.setattr("rightbower.web.desk.papers.A_MINUTE", 0.0)
        (tmp_path / "data" / "rightbower.journal").rename(tmp_path / "gone")
        page = client.post(f"/events/{desk.id}/desk/backup").text
        (tmp_path / "gone").rename(tmp_path / "data" / "rightbower.journal")
        assert "failed" in page
        assert str(tmp_path) not in page
    with TestClient(app, base_url="http://localhost") as stranger:
        answer = stranger.post(f"/events/{desk.id}/desk/backup", follow_redirects=False)
        assert "/pin" in answer.headers["location"]


def test_a_hall_without_backups_shows_no_button(tmp_path: Path) -> None:
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        desk = Director(client, "charity-day")
        assert "Back up now" not in client.get(f"/events/{desk.id}/desk/log").text
        assert client.post(f"/events/{desk.id}/desk/backup").status_code == 409


def streams(data: Path) -> dict[str, list[bytes]]:
    """Everything that a journal holds."""
    with journal_of(data) as journal:
        return {name: [e.body for e in journal.read(name)] for name in journal.streams()}


def seen(server: Server, names: list[str]) -> dict[str, Any]:
    """What people see of the tables and the event."""
    shown: dict[str, Any] = {}
    for name in names:
        player = Player(server, name, f"p{name[1:]}-S")
        shown[name] = {key: player.state[key] for key in ("version", "chairs", "game")}
        for chair in shown[name]["chairs"]:
            chair.pop("away", None)
        player.socket.close()
    return shown


def test_restore_drill(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Back a hall up while people play, restore it elsewhere: what was there is all there."""
    data, folder, elsewhere = (tmp_path / each for each in ("data", "backups", "elsewhere"))
    data.mkdir()
    prepared_event(data, tables=4, deeds=[seated], phones=True)
    names = prepared(data, 3)
    with serving(data) as server:
        people = at_tables(server, names)
        stop = threading.Event()
        threads = set_playing(people, stop)
        while any(max(p.acknowledged for p in people[name].values()) < 12 for name in names):
            assert any(thread.is_alive() for thread in threads)
            stop.wait(0.02)
        before = {name: max(p.acknowledged for p in people[name].values()) for name in names}
        for _ in range(2):
            words = ["journal", "backup", str(folder), "--keep", "5", "--data", str(data)]
            assert main(words) == 0
        stop.set()
        for thread in threads:
            thread.join()
        for table in people.values():
            for player in table.values():
                player.socket.close()
        # The hall deals by itself once more where a deal was over: only then is it quiet.
        there: dict[str, Any] = {}
        while there != (there := seen(server, names)):
            assert main(words) == 0
        assert not re.search("Traceback", server.stop())
    first, *_, last = backups(folder)
    assert main(["journal", "restore", str(first), "--data", str(elsewhere)]) == 0
    during, whole = streams(elsewhere), streams(data)
    assert set(during) == set(whole)
    for name, kept in during.items():
        assert kept == whole[name][: len(kept)], f"{name} is not its own beginning"
    for name in names:
        assert len(during[f"table/{name}"]) >= before[name], "something acknowledged is missing"
    assert main(["journal", "restore", str(last), "--data", str(elsewhere)]) == 0
    (elsewhere / "secret").write_bytes((data / "secret").read_bytes())
    with serving(elsewhere) as restored:
        assert seen(restored, names) == there
        restored.stop()
    assert streams(elsewhere) == whole
