"""Each check of a machine at its limits: Python, users, folders, room, clock, and files."""

from __future__ import annotations

import errno
import os
import resource
import sqlite3
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rightbower.store.restore import backups
from rightbower.web.running import checkup
from rightbower.web.running.checkup import Finding, SetUp, check_up
from web.set_up import NOON, Usage, found, later, well_set_up

pytestmark = pytest.mark.sqlite


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SetUp:
    """A set-up with nothing wrong."""
    return well_set_up(tmp_path, monkeypatch)


def test_all_that_is_well_is_said_in_order(here: SetUp) -> None:
    (backup,) = backups(here.data / "backups")
    version = ".".join(map(str, sys.version_info[:3]))
    assert list(check_up(here)) == [
        Finding("python", "good", f"Python {version}, SQLite {sqlite3.sqlite_version}"),
        Finding("folder", "good", f"{here.data} can be written"),
        Finding("disk", "good", f"9000 MB are free for {here.data}"),
        Finding("clock", "good", "the clock is not behind the hall's own files"),
        Finding("limits", "good", "a program may open 8192 files and connections"),
        Finding("keys", "good", "the hall's keys can be read, and nobody can guess them"),
        Finding("journal", "good", "3 entries, all as they were written"),
        Finding("backup", "good", f"{backup.name} is complete, 0 hours old"),
        Finding("port", "good", f"port {here.port} is free"),
    ]


@pytest.mark.parametrize(
    ("version", "bad"), [((3, 10, 9), True), ((3, 11, 0), False), ((4, 0, 1), False)]
)
def test_the_oldest_python_that_does(
    here: SetUp, monkeypatch: pytest.MonkeyPatch, version: tuple[int, int, int], bad: bool
) -> None:
    monkeypatch.setattr(checkup, "sys", SimpleNamespace(version_info=version))
    said = ".".join(map(str, version))
    (python,) = found(here, "python")
    if bad:
        assert python == Finding(
            "python", "bad", f"Python is {said}", "install Python 3.11 or newer"
        )
    else:
        assert python.verdict == "good"
        assert python.says.startswith(f"Python {said}, ")


def test_root_is_told_to_be_somebody_else(here: SetUp, monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(here, "user") == []
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    do = "run the hall as a user of its own: deploy/rightbower.service does"
    says = "you are running as root, which a hall does not need"
    assert found(here, "user") == [Finding("user", "doubtful", says, do)]
    monkeypatch.delattr(os, "geteuid")
    assert found(here, "user") == []


def test_without_a_folder_only_that_is_said_of_it(
    here: SetUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = SetUp(here.data.with_name("nowhere"), here.port, backups=here.data / "backups")
    said = list(check_up(nowhere))
    do = "start the hall once, or name the folder with --data"
    assert said[1] == Finding("folder", "bad", f"there is no data folder {nowhere.data}", do)
    about = [each.about for each in said]
    monkeypatch.setenv("RIGHTBOWER_KEYS", "k" * 32)
    assert found(nowhere, "keys") == []
    assert about == ["python", "folder", "clock", "limits", "journal", "backup", "port"]


def test_a_folder_that_cannot_be_written_is_to_be_given_away(
    here: SetUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(**_: object) -> None:
        raise OSError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("tempfile.TemporaryFile", refused)
    do = "give the folder to the user who runs the hall: chown -R"
    says = f"{here.data} cannot be written: Permission denied"
    assert found(here, "folder") == [Finding("folder", "bad", says, do)]


@pytest.mark.parametrize(
    ("name", "mode", "told"),
    [
        ("", 0o700, 0),
        ("", 0o750, 700),
        ("", 0o701, 700),
        ("secret", 0o600, 0),
        ("secret", 0o640, 600),
        ("secret.old", 0o604, 600),
        ("rightbower.journal", 0o660, 600),
        ("rightbower.journal-wal", 0o601, 600),
        ("notes.txt", 0o644, 0),
    ],
)
def test_what_others_may_read(here: SetUp, name: str, mode: int, told: int) -> None:
    path = here.data / name if name else here.data
    if name:
        path.touch()
        path.chmod(0o600)
    path.chmod(mode)
    for left in here.data.iterdir():
        if left != path:
            left.chmod(0o700 if left.is_dir() else 0o600)
    says = f"{path} can be read by other users"
    expected = [Finding("permissions", "bad", says, f"chmod {told} {path}")] if told else []
    assert found(here, "permissions") == expected


def test_a_file_of_another_user_is_told(here: SetUp, monkeypatch: pytest.MonkeyPatch) -> None:
    real, other = Path.stat, here.data / "secret"

    def stat(path: Path, **options: Any) -> Any:
        seen = real(path, **options)
        uid = seen.st_uid + 1 if path == other else seen.st_uid
        return SimpleNamespace(st_mode=seen.st_mode, st_uid=uid, st_mtime=seen.st_mtime)

    assert found(here, "owner") == []
    monkeypatch.setattr(Path, "stat", stat)
    says = f"{other} belongs to another user than its folder"
    do = f"chown -R the whole folder: {here.data}"
    assert list(checkup._strangers(here.data)) == [Finding("owner", "bad", says, do)]


@pytest.mark.parametrize(
    ("free", "verdict", "megabytes"),
    [
        (checkup.LEAST_ROOM - 1, "bad", 52),
        (checkup.LEAST_ROOM, "doubtful", 52),
        (checkup.ROOM - 1, "doubtful", 524),
        (checkup.ROOM, "good", 524),
    ],
)
def test_how_much_room_is_enough(
    here: SetUp, monkeypatch: pytest.MonkeyPatch, free: int, verdict: Any, megabytes: int
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: Usage(0, 0, free))
    do = "" if verdict == "good" else "make room, or move the data folder to a larger disk"
    says = f"{megabytes} MB are free for {here.data}"
    assert found(here, "disk") == [Finding("disk", verdict, says, do)]


@pytest.mark.parametrize(
    ("back", "bad"), [(checkup.AHEAD, False), (checkup.AHEAD + 1, True), (-9, False)]
)
def test_a_clock_that_is_behind_the_files(
    here: SetUp, monkeypatch: pytest.MonkeyPatch, back: float, bad: bool
) -> None:
    later(monkeypatch, -back)
    (clock,) = found(here, "clock")
    if bad:
        at = time.strftime("%Y-%m-%d %H:%M", time.gmtime(NOON - back))
        says = f"the clock says {at}, and there are files from later"
        do = "set the clock: timedatectl set-ntp true"
        assert clock == Finding("clock", "bad", says, do)
    else:
        assert clock.verdict == "good"


@pytest.mark.parametrize(
    ("files", "verdict"), [(1023, "bad"), (1024, "doubtful"), (4095, "doubtful"), (4096, "good")]
)
def test_how_many_files_are_enough(
    here: SetUp, monkeypatch: pytest.MonkeyPatch, files: int, verdict: Any
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (files, files))
    do = "" if verdict == "good" else "ulimit -n 4096, or LimitNOFILE=4096 in the unit"
    says = f"a program may open {files} files and connections"
    assert found(here, "limits") == [Finding("limits", verdict, says, do)]


def test_a_system_without_such_limits_has_none(
    here: SetUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)
    assert found(here, "limits") == []
