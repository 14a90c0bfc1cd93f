"""Backups of an open hall: now and then by itself, and when somebody at a desk asks."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from msgspec import Struct

from rightbower.store.restore import backups

_log = logging.getLogger(__name__)
# After one that failed it is tried again this soon.
RETRY = 15 * 60.0


class BackupPlan(Struct, frozen=True):
    """Where backups go, how often they are made (never with 0), and how many are kept."""

    folder: Path
    seconds: float = 24 * 3600.0
    keep: int = 7


class BackupMade(Struct, frozen=True):
    """What became of a backup."""

    at: float
    whole: bool
    says: str


Copying = Callable[[Path, BackupPlan], Awaitable[tuple[int, str]]]


async def copied(data: Path, plan: BackupPlan) -> tuple[int, str]:
    """Copy, prove and tidy in a process of its own: nobody at a table waits for it."""
    words = ("journal", "backup", str(plan.folder), "--keep", str(plan.keep), "--data", str(data))
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "rightbower",
        *words,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        said, _ = await process.communicate()
    except BaseException:
        process.kill()
        await process.wait()
        raise
    return process.returncode or 0, said.decode("utf-8", "replace").strip()


class Backups:
    """The backups of one hall."""

    def __init__(
        self,
        data: Path,
        plan: BackupPlan,
        copy: Copying = copied,
        clock: Callable[[], float] = time.time,
        trouble: Callable[[], str] = str,
    ) -> None:
        self.data, self.plan, self.clock = data, plan, clock
        self.last: BackupMade | None = None
        self._copy, self._trouble = copy, trouble
        self._busy = asyncio.Lock()
        self._going: asyncio.Task[None] | None = None

    def newest(self) -> float | None:
        """When the newest backup of the folder was made."""
        try:
            found = backups(self.plan.folder)
            return found[-1].stat().st_mtime if found else None
        except OSError:
            # The disk it was on is gone, or may not be read just now.
            return None

    async def make(self, fresh: float = 0.0) -> BackupMade:
        """Make one now; one not older than ``fresh`` seconds does as well."""
        async with self._busy:
            if self.last is not None and self.last.whole and self._age(self.last) < fresh:
                return self.last
            # What lies in the journal's place now is not what the hall has open.
            why = self._trouble()
            status, said = (1, why) if why else await self._copy(self.data, self.plan)
            self.last = BackupMade(self.clock(), status == 0, said)
        if status:
            _log.error("the backup failed: %s", said)
        return self.last

    def _age(self, made: BackupMade) -> float:
        return abs(self.clock() - made.at)

    def wait(self) -> float:
        """Seconds until the next one is due."""
        now, newest = self.clock(), self.newest()
        due = 0.0 if newest is None else newest + self.plan.seconds - now
        if self.last is not None and not self.last.whole:
            due = max(due, self.last.at + RETRY - now)
        return max(0.0, due)

    async def go_on(self) -> None:
        """Make one whenever it is due."""
        while True:
            await asyncio.sleep(self.wait())
            await self.make()

    def start(self) -> None:
        """Begin to look after the backups."""
        # Where the folder cannot be made the first backup says so, and the hall is open all the same.
        with contextlib.suppress(OSError):
            self.plan.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if self.plan.seconds:
            self._going = asyncio.ensure_future(self.go_on())

    async def stop(self) -> None:
        """Look after them no more; one that is being made has let go of the journal afterwards."""
        if self._going is not None:
            self._going.cancel()
            await asyncio.wait([self._going])
