"""Backups by plan: the program that makes one, and when the next is due."""

from __future__ import annotations

import asyncio
import os
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from rightbower.web.running import backups
from rightbower.web.running.backups import BackupPlan, Backups
from web.apart import run_apart
from web.clockwork import run

pytestmark = pytest.mark.sqlite


class Process:
    """A program that was started, and what it says."""

    def __init__(self, returncode: int | None, said: bytes | BaseException) -> None:
        self.returncode, self.said, self.ended = returncode, said, list[str]()
        self.words: tuple[Any, ...] = ()

    async def start(self, *words: Any, **options: Any) -> Process:
        """As asyncio starts one."""
        self.words, self.options = words, options
        return self

    async def communicate(self) -> tuple[bytes, None]:
        """Wait for it."""
        if isinstance(self.said, BaseException):
            raise self.said
        return self.said, None

    def kill(self) -> None:
        """End it at once."""
        self.ended.append("killed")

    async def wait(self) -> None:
        """Until it has ended."""
        self.ended.append("waited for")


@pytest.mark.parametrize("returncode", [None, 0, 2])
def test_a_backup_is_made_by_a_program_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, returncode: int | None
) -> None:
    process = Process(returncode, b" said \xff\n")
    monkeypatch.setattr(asyncio, "create_subprocess_exec", process.start)
    plan = BackupPlan(tmp_path / "to", keep=5)
    found = run_apart(backups.copied(tmp_path / "from", plan))
    assert found == (returncode or 0, "said \N{REPLACEMENT CHARACTER}")
    words = ["journal", "backup", str(tmp_path / "to"), "--keep", "5", "--data"]
    expected = (sys.executable, "-m", "rightbower", *words, str(tmp_path / "from"))
    assert process.words == expected
    pipe = asyncio.subprocess
    assert process.options == {"stdin": pipe.DEVNULL, "stdout": pipe.PIPE, "stderr": pipe.STDOUT}
    assert process.ended == []


def test_a_backup_that_is_broken_off_leaves_no_program_behind(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    process = Process(None, KeyboardInterrupt())
    monkeypatch.setattr(asyncio, "create_subprocess_exec", process.start)

    async def story() -> None:
        with pytest.raises(KeyboardInterrupt):
            await backups.copied(tmp_path, BackupPlan(tmp_path))

    run_apart(story())
    assert process.ended == ["killed", "waited for"]


class Keeper:
    """Backups whose copies succeed or fail as a test says, at a time it says."""

    def __init__(self, folder: Path, *outcomes: tuple[int, str]) -> None:
        self.now, self.asked, self.outcomes = 1000.0, list[Any](), list(outcomes)
        self.backups = Backups(
            folder / "data", BackupPlan(folder / "b", 100.0), self.copy, lambda: self.now
        )

    async def copy(self, data: Path, plan: BackupPlan) -> tuple[int, str]:
        """The next outcome."""
        self.asked.append((data, plan))
        return self.outcomes.pop(0)


def test_one_that_was_just_made_does_as_well(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    keeper = Keeper(tmp_path, (1, "no room"), (0, "whole"), (0, "again"))
    make = keeper.backups.make

    async def story() -> None:
        failed = await make(60)
        assert (failed.at, failed.whole, failed.says) == (1000.0, False, "no room")
        assert caplog.messages == ["the backup failed: no room"]
        assert caplog.records[0].levelname == "ERROR"
        made = await make(60)
        assert (made.whole, made.says) == (True, "whole")
        keeper.now += 59
        assert await make(60) is made
        keeper.now += 1
        assert (await make(60)).says == "again"
        assert keeper.backups.last is not made

    run(story)
    assert keeper.asked == [(tmp_path / "data", keeper.backups.plan)] * 3
    assert len(caplog.messages) == 1


def test_a_clock_that_was_set_back_makes_no_old_backup_fresh(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path, (0, "one"), (0, "two"))

    async def story() -> None:
        await keeper.backups.make()
        keeper.now -= 5000
        assert (await keeper.backups.make(60)).says == "two"

    run(story)


def test_when_the_next_backup_is_due(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path, (1, "failed"), (0, "whole"))
    here, folder = keeper.backups, tmp_path / "b"
    folder.mkdir()
    assert (here.newest(), here.wait()) == (None, 0.0)
    for name, at in (("20260101-000001", 880.0), ("20260101-000002", 950.0)):
        path = folder / f"rightbower-{name}.journal"
        path.touch()
        os.utime(path, (at, at))
    assert (here.newest(), here.wait()) == (950.0, 50.0)

    async def failed() -> None:
        await here.make()

    run(failed)
    assert here.wait() == backups.RETRY
    keeper.now += backups.RETRY - 10
    assert here.wait() == 10.0
    keeper.now += 20
    assert here.wait() == 0.0
    run(failed)
    keeper.now = 1020.0
    assert here.wait() == 30.0


def test_a_plan_without_a_time_makes_none_by_itself(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"

    async def story() -> None:
        here = Backups(tmp_path, BackupPlan(folder, 0))
        here.start()
        here.start()
        assert here._going is None
        await here.stop()

    run(story)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
