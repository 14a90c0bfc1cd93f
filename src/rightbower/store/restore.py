"""A backup put in the journal's place, and backups proved by doing so elsewhere."""

from __future__ import annotations

import contextlib
import re
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rightbower.store.backup import Copied, backup, copied, not_written, verified, workplace
from rightbower.store.contract import InUse, JournalError
from rightbower.store.journal import Journal
from rightbower.store.opening import JOURNAL
from rightbower.store.sqlite import MARK, RESTORING, ROLLBACK, SHM, WAL, damaged, free_name, hold

# What an engine leaves beside a journal, and our own mark: none of it belongs to another journal.
BESIDE: Final = (WAL, SHM, MARK, ROLLBACK)
# After so many seconds nobody writes to a part of a backup any more.
LEFT: Final = 24 * 3600.0
_DATED: Final = re.compile(r"rightbower-\d{8}-\d{6}(-\d+)?\.journal")


def dated(folder: Path, now: float) -> Path:
    """A free name for a backup of this moment."""
    name = time.strftime("rightbower-%Y%m%d-%H%M%S", time.localtime(now))
    found, number = folder / f"{name}.journal", 2
    while found.exists():
        found, number = folder / f"{name}-{number}.journal", number + 1
    return found


def backups(folder: Path) -> list[Path]:
    """The dated backups of a folder, the oldest first."""
    if not folder.is_dir():
        return []
    found = [path for path in folder.iterdir() if _DATED.fullmatch(path.name)]
    return sorted(found, key=lambda path: (path.stat().st_mtime, path.name))


def back_up(data: Path, folder: Path, keep: int, now: float) -> tuple[Path, Copied]:
    """A dated backup, proved by restoring it; of older ones so many are kept that there are ``keep``.

    It has its name only when it is proved.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    for left in folder.glob("rightbower-*.journal.part*"):
        # Older versions made them, and left them when they were killed.
        if time.time() - left.stat().st_mtime > LEFT:
            left.unlink(missing_ok=True)
    with not_written(folder), workplace(folder) as work:
        copied(data / JOURNAL, work / "copy")
        found = proved(work / "copy")
        target = dated(folder, now)
        (work / "copy").replace(target)
    older = [path for path in backups(folder) if path != target]
    for old in superfluous(older, target, keep) if keep else []:
        old.unlink(missing_ok=True)
    return target, found


def superfluous(older: Sequence[Path], newest: Path, keep: int) -> list[Path]:
    """Those that may go so that ``keep`` stay: all but the last of a day first, then the oldest.

    However often somebody makes one today, the days before keep theirs.
    """
    following = [*older[1:], newest]
    extra = [
        old for old, after in zip(older, following, strict=bool(older)) if _day(old) == _day(after)
    ]
    last = [old for old in older if old not in extra]
    return [*extra, *last][: max(0, len(older) + 1 - keep)]


def _day(backup: Path) -> str:
    return backup.name.split("-")[1]


def proved(copy: Path) -> Copied:
    """Restore a backup into an empty folder and read all of it, as a hall would."""
    with workplace(copy.parent) as folder:
        found = restore(copy, folder)
        with Journal(folder / JOURNAL) as journal:
            streams = journal.streams()
            entries = sum(len(journal.read(stream)) for stream in streams)
    if found != Copied(len(streams), entries):
        raise damaged(copy, "a trial restore did not give what it holds")
    return found


def restore(copy: Path, data: Path) -> Copied:
    """Put a backup in the journal's place; the journal that was there is set aside beside it."""
    if not copy.is_file():
        raise JournalError(f"there is no backup {copy}")
    found = verified(copy)
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    journal = data / JOURNAL
    with contextlib.closing(_held(journal)):
        fresh = Path(f"{journal}{RESTORING}")
        fresh.unlink(missing_ok=True)
        backup(copy, fresh)
        _set_aside(journal)
        fresh.replace(journal)
    return found


def _held(journal: Path) -> sqlite3.Connection:
    """Keep halls out, as far as none has the journal open."""
    try:
        return hold(journal)
    except InUse as fault:
        raise JournalError(f"{fault}; close the hall first") from None


def _set_aside(journal: Path) -> None:
    """Give the journal and what is beside it another name, under which it can be opened."""
    other = free_name(f"{journal}.before-restore", ("", *BESIDE))
    for ending in ("", *BESIDE):
        file = Path(f"{journal}{ending}")
        if file.exists():
            file.replace(f"{other}{ending}")
