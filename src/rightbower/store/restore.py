"""A backup put in the journal's place, and backups proved by doing so elsewhere."""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rightbower.store.backup import Copied, backup, verified
from rightbower.store.contract import JournalError
from rightbower.store.events import JOURNAL
from rightbower.store.journal import Journal
from rightbower.store.sqlite import damaged

# What an engine leaves beside a journal, and our own mark: none of it belongs to another journal.
BESIDE: Final = ("-wal", "-shm", "-mark", "-lock")
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
    """A dated backup, proved by restoring it; of older ones so many are kept that there are ``keep``."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    target = dated(folder, now)
    backup(data / JOURNAL, target)
    found = proved(target)
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
    with tempfile.TemporaryDirectory(dir=copy.parent, prefix=".trial-") as folder:
        found = restore(copy, Path(folder))
        with Journal(Path(folder) / JOURNAL) as journal:
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
    _refuse_open(journal)
    fresh = data / f"{JOURNAL}.restoring"
    fresh.unlink(missing_ok=True)
    backup(copy, fresh)
    _set_aside(journal)
    fresh.replace(journal)
    return found


def _refuse_open(journal: Path) -> None:
    """Raise where a program has the journal open; one that cannot be read is not open."""
    if not journal.exists():
        return
    try:
        Journal(journal).close()
    except JournalError as fault:
        if "another program" in str(fault):
            raise JournalError(f"{fault}; close the hall first") from None


def _set_aside(journal: Path) -> None:
    """Give the journal and what is beside it another name, under which it can be opened."""
    other, number = Path(f"{journal}.before-restore"), 2
    while other.exists():
        other, number = Path(f"{journal}.before-restore-{number}"), number + 1
    for ending in ("", *BESIDE):
        file = Path(f"{journal}{ending}")
        if file.exists():
            file.replace(f"{other}{ending}")
