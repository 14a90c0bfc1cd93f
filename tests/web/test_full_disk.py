"""A disk that is full for a while: the hall says so, keeps what it has, and goes on by itself."""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from rightbower.office.journals import journal_of
from rightbower.web.common.identity import COOKIE, Person
from web.day import prepared_event, seated
from web.serving import Player, Server, prepared

pytestmark = pytest.mark.sqlite
# At the first signal no file may grow any more, at the second it may again.
LIMITED = """
import resource, signal, sys
def limit(size):
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
signal.signal(signal.SIGUSR1, lambda *_: limit(20))
signal.signal(signal.SIGUSR2, lambda *_: limit(resource.RLIM_INFINITY))
"""
PAGES = (
    "/",
    "/events",
    "/events/day",
    "/events/day/wall",
    "/t/t0",
    "/t/bots",
    "/set-aside",
    "/healthz",
)


class FullDisk:
    """How a disk is filled and emptied again."""

    def __init__(self, fill: Callable[[Server], None], empty: Callable[[Server], None]) -> None:
        self.fill, self.empty = fill, empty


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[FullDisk]:
    """A disk of a few MB in memory, which only root can mount."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(folder)]
    if sys.platform != "linux" or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("no small disk can be mounted here")
    try:
        yield FullDisk(lambda _: fill(folder / "fill"), lambda _: (folder / "fill").unlink())
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(path: Path) -> None:
    """Write until there is no room left."""
    file = os.open(path, os.O_CREAT | os.O_WRONLY)
    with contextlib.suppress(OSError):
        while os.write(file, bytes(512)):
            pass
    os.close(file)


@contextlib.contextmanager
def no_larger_files(folder: Path) -> Iterator[FullDisk]:
    """The system lets no file of the hall grow."""
    folder.mkdir()
    yield FullDisk(
        lambda server: server.process.send_signal(signal.SIGUSR1),
        lambda server: server.process.send_signal(signal.SIGUSR2),
    )


def asked(server: Server, path: str, **form: str) -> tuple[int, str]:
    """What the hall answers Ann."""
    headers = {"Cookie": f"{COOKIE}={server.keys.cookie(Person('ann', 'Ann'))}"}
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    try:
        if form:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            line.request("POST", path, urlencode(form), headers)
        else:
            line.request("GET", path, headers=headers)
        answer = line.getresponse()
        return answer.status, answer.read().decode()
    finally:
        line.close()


def until(reached: Callable[[], bool], what: str) -> None:
    for _ in range(1200):
        if reached():
            return
        time.sleep(0.05)
    raise AssertionError(what)


@pytest.mark.parametrize("disk", [no_larger_files, small_disk])
def test_a_full_disk_on_a_bots_turn(
    disk: Callable[[Path], contextlib.AbstractContextManager[FullDisk]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import web.serving as serving

    monkeypatch.setattr(serving, "SERVER", LIMITED + serving.SERVER)
    with disk(tmp_path / "disk") as full:
        data = tmp_path / "disk" / "data"
        data.mkdir()
        prepared_event(data, tables=2, deeds=[seated])
        prepared(data, 1)
        serving.table_of_bots(data, "bots", "ann")
        server = Server(data)
        try:
            goes_on_by_itself(server, full)
        finally:
            server.kill()
        with journal_of(data) as journal:
            assert all(journal.read(stream) for stream in journal.streams())


def goes_on_by_itself(server: Server, full: FullDisk) -> None:
    ann = Player(server, "bots", "ann")
    until(lambda: heard(ann)["game"]["deal"] >= 2, "the bots play")
    full.fill(server)
    until(lambda: asked(server, "/readyz")[0] == 503, "the hall says that it cannot write")
    while "cannot save" not in ann.state["told"]["line"]:
        ann.hear("state")
    stuck = ann.state["version"]
    for path in PAGES:
        status, text = asked(server, path)
        assert status in (200, 303), path
        assert str(server.data) not in text, path
    assert "cannot save anything just now" in asked(server, "/")[1]
    for path, form in (
        ("/play", {"book": "standard"}),
        ("/tables", {"book": "standard"}),
        (
            "/events/new",
            {"preset": "charity-day", "name": "D", "date": "2026-05-30", "pin": "2468"},
        ),
    ):
        status, text = asked(server, path, **form)
        assert (status, "could not be saved" in text) == (503, True), path
        assert str(server.data) not in text
    full.empty(server)
    until(lambda: heard(ann)["version"] > stuck + 10, "the bots play on by themselves")
    until(
        lambda: asked(server, "/readyz")[0] == 200 or "almost full" in asked(server, "/readyz")[1],
        "it is over",
    )
    assert "cannot save anything just now" not in asked(server, "/")[1]
    assert asked(server, "/play", book="standard")[0] == 303


def heard(player: Player) -> dict[str, Any]:
    with contextlib.suppress(TimeoutError):
        player.hear("state")
    return player.state
