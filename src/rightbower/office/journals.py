"""Opening a journal, whichever engine keeps it."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from rightbower.rules.extras import missing
from rightbower.store.contract import JournalError
from rightbower.store.journal import Journal
from rightbower.store.opening import JOURNAL, OpenJournal, data_folder
from rightbower.store.sqlite import look

POSTGRES: Final = ("postgresql://", "postgres://")
# An address of another kind, or one of PostgreSQL that is written otherwise; it may hold a password.
FOREIGN: Final = re.compile(r"://|^postgres(ql)?:|\b(host|dbname|password)\s*=", re.IGNORECASE)
# In a data folder it says where the journal is; only the owner should read it.
ADDRESS: Final = "journal-address"


def is_address(place: Path | str) -> bool:
    """Whether a journal is named by an address and not by its file."""
    named = str(place)
    if named.startswith(POSTGRES):
        return True
    if FOREIGN.search(named):
        kind = named.partition(":")[0].partition("=")[0]
        raise JournalError(f"a journal is a file or postgresql://…, not {kind}…")
    return False


def open_at(place: Path | str) -> OpenJournal:
    """The journal of a file, or of an address: ``postgresql://…``."""
    if not is_address(place):
        return Journal(place)
    try:
        from rightbower.store.postgres.journal import PostgresJournal
    except ImportError:
        raise JournalError(missing("a journal in PostgreSQL", "asyncpg").said) from None
    return PostgresJournal(str(place))


def place_of(data: Path, given: str = "") -> Path | str:
    """Where the journal of a data folder is.

    It is what was given, what the folder's ``journal-address`` says, $RIGHTBOWER_JOURNAL, or else
    a file in the folder.
    """
    noted = data / ADDRESS
    if given or not noted.is_file():
        return given or os.environ.get("RIGHTBOWER_JOURNAL") or data / JOURNAL
    if address := noted.read_text("utf-8").strip():
        return address
    raise JournalError(f"{noted} is empty: write the address of the journal into it, or remove it")


def journal_of(folder: Path | str | None = None, given: str = "") -> OpenJournal:
    """The journal of a data folder, which is made where it is missing."""
    home = data_folder(folder)
    home.mkdir(parents=True, exist_ok=True, mode=0o700)
    return open_at(place_of(home, given))


def has_journal(folder: Path | str | None = None) -> bool:
    """Whether a data folder has a journal yet; one that was there and is gone is told."""
    place = place_of(data_folder(folder))
    if is_address(place) or Path(place).is_file():
        return True
    look(Path(place))
    return False


def file_of(data: Path) -> Path:
    """The file of a data folder's journal, which has to have one."""
    place = place_of(data)
    if is_address(place):
        raise JournalError(
            "this journal is in PostgreSQL: back it up with the tools of PostgreSQL,"
            " or copy it with 'rightbower journal copy'"
        )
    if not Path(place).is_file():
        raise JournalError(f"there is no journal in {data}")
    return Path(place)
