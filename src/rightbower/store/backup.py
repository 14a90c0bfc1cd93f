"""A copy of the journal, also while a hall has it open, and checked entry by entry."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from rightbower.store.checks import damage
from rightbower.store.contract import JournalError, NotNow
from rightbower.store.sqlite import check_file, copy_to, damaged, hold, look, open_read_only

# Faults of the machine around a journal, which say nothing about what is in it.
NOT_THE_FILE = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN)
# In folders of this name copies are made and tried out; one whose lock is free was left by a kill.
TRIAL: Final = ".trial-"


class Copied(Struct, frozen=True):
    """What a copy holds, after it was read again from the first entry to the last."""

    streams: int
    entries: int


@contextlib.contextmanager
def workplace(parent: Path) -> Iterator[Path]:
    """A folder to make a copy in; those that were left by a kill are removed first."""
    for left in parent.glob(f"{TRIAL}*"):
        with contextlib.suppress(JournalError), contextlib.closing(hold(left / "work")):
            shutil.rmtree(left, ignore_errors=True)
    with (
        tempfile.TemporaryDirectory(dir=parent, prefix=TRIAL, ignore_cleanup_errors=True) as made,
        contextlib.closing(hold(Path(made) / "work")),
    ):
        yield Path(made)


def backup(path: Path | str, to: Path | str) -> Copied:
    """Copy a journal as it stands at this moment; nobody who plays has to wait for it.

    The copy has its name only when it is whole.
    """
    source, target = Path(path), Path(to)
    if target.exists():
        raise JournalError(f"{target} is there already; choose another name for the backup")
    if not source.is_file():
        raise JournalError(f"there is no journal {source}")
    with not_written(target), workplace(target.parent) as folder:
        found = copied(source, folder / "copy")
        (folder / "copy").replace(target)
    return found


@contextlib.contextmanager
def not_written(target: Path) -> Iterator[None]:
    """A fault of the disk is said of the file that was to be written."""
    try:
        yield
    except JournalError:
        raise
    except (sqlite3.Error, OSError) as fault:
        raise JournalError(f"{target} cannot be written: {fault}") from None


def copied(source: Path, to: Path) -> Copied:
    """Copy a journal to a new file and read it again."""
    look(source, through=True)
    with contextlib.closing(open_read_only(source)) as journal:
        copy_to(journal, to)
    return verified(to, source)


def verified(path: Path, named: Path | None = None) -> Copied:
    """What a journal holds, each stream without a gap and each row as it was written.

    Where it is not so, ``named`` is the journal that is said to be damaged.
    """
    with contextlib.closing(open_read_only(path)) as journal:
        try:
            check_file(journal, named or path)
            for why in damage(journal):
                raise damaged(named or path, why)
            counted = "select count(distinct stream), count(*) from entries"
            return Copied(*journal.execute(counted).fetchone())
        except sqlite3.DatabaseError as fault:
            if getattr(fault, "sqlite_errorcode", 0) & 0xFF in NOT_THE_FILE:
                why = f"the journal {named or path} cannot be read now: {fault}"
                raise NotNow(f"{why}; is the disk full, or failing?") from None
            raise damaged(named or path, str(fault)) from None


def listed_streams(path: Path) -> dict[str, int]:
    """The streams of a journal and how many entries each has, also while a hall has it open."""
    look(path)
    if not path.is_file():
        raise JournalError(f"there is no journal {path}")
    query = "select stream, max(version) from entries group by stream order by stream"
    with contextlib.closing(open_read_only(path)) as journal:
        try:
            return dict(journal.execute(query).fetchall())
        except sqlite3.DatabaseError as fault:
            raise damaged(path, str(fault)) from None
