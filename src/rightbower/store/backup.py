"""A copy of the journal, also while a hall has it open, and checked entry by entry."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from msgspec import Struct

from rightbower.store.checks import damage
from rightbower.store.contract import JournalError
from rightbower.store.sqlite import check_file, damaged, make_private, open_read_only

# Faults of the machine around a journal, which say nothing about what is in it.
NOT_THE_FILE = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN)


class Copied(Struct, frozen=True):
    """What a copy holds, after it was read again from the first entry to the last."""

    streams: int
    entries: int


def backup(path: Path | str, to: Path | str) -> Copied:
    """Copy a journal as it stands at this moment; nobody who plays has to wait for it.

    The copy has its name only when it is whole.
    """
    source, target = Path(path), Path(to)
    if target.exists():
        raise JournalError(f"{target} is there already; choose another name for the backup")
    if not source.is_file():
        raise JournalError(f"there is no journal {source}")
    unfinished = target.with_name(f"{target.name}.part")
    try:
        _copy(source, unfinished)
        found = verified(unfinished, source)
        unfinished.replace(target)
    except JournalError:
        raise
    except (sqlite3.Error, OSError) as fault:
        raise JournalError(f"{target} cannot be written: {fault}") from None
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
    return found


def _copy(source: Path, to: Path) -> None:
    to.unlink(missing_ok=True)
    make_private(to)
    with (
        contextlib.closing(open_read_only(source)) as journal,
        contextlib.closing(sqlite3.connect(to)) as copy,
    ):
        journal.backup(copy)
        copy.execute("pragma journal_mode = delete")


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
                raise JournalError(f"{why}; is the disk full, or failing?") from None
            raise damaged(named or path, str(fault)) from None
