"""A set-up with nothing wrong, and what a check-up says about one thing of it."""

from __future__ import annotations

import os
import resource
import time
from collections import namedtuple
from pathlib import Path
from types import SimpleNamespace

import pytest

from rightbower.office.journals import journal_of
from rightbower.store.restore import back_up, backups
from rightbower.web.common.identity import Keys
from rightbower.web.running import checkup
from rightbower.web.running import checkup as reachable
from rightbower.web.running.checkup import Finding, SetUp, check_up
from web.serving import free_port

Usage = namedtuple("Usage", "total used free")
NOON = 1_780_000_000.0


def well_set_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SetUp:
    """A set-up with nothing wrong, at a time that stands still, on a machine with much of everything."""
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    Keys.of(data)
    with journal_of(data) as journal:
        journal.append("event/a", 0, [b"1", b"2", b"3"])
    back_up(data, data / "backups", keep=3, now=NOON)
    for path in (*backups(data / "backups"), data / "rightbower.journal"):
        os.utime(path, (NOON, NOON))
    told = SimpleNamespace(time=lambda: NOON, strftime=time.strftime, localtime=time.gmtime)
    monkeypatch.setattr(checkup, "time", told)
    monkeypatch.setattr("shutil.disk_usage", lambda _: Usage(0, 0, 9_000_000_000))
    monkeypatch.setattr(resource, "getrlimit", lambda _: (8192, 8192))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(reachable, "own_address", lambda: "192.0.2.7")
    return SetUp(data, free_port())


def found(here: SetUp, about: str) -> list[Finding]:
    """What a check-up says about one thing."""
    return [each for each in check_up(here) if each.about == about]


def later(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let time pass, or be set back."""
    monkeypatch.setattr("rightbower.web.running.checkup.time.time", lambda: NOON + seconds)
