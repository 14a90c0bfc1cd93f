"""Opening a journal, whichever engine keeps it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rightbower.store.contract import JournalError
from rightbower.store.journal import Journal
from rightbower.store.open_journal import OpenJournal

POSTGRES: Final = ("postgresql://", "postgres://")


def is_address(place: Path | str) -> bool:
    """Whether a journal is named by an address and not by its file."""
    return str(place).startswith(POSTGRES)


def open_at(place: Path | str) -> OpenJournal:
    """The journal of a file, or of an address: ``postgresql://…``."""
    if not is_address(place):
        if "://" in str(place):
            raise JournalError(f"a journal is a file or postgresql://…, not {place}")
        return Journal(place)
    try:
        from rightbower.store.postgres.journal import PostgresJournal
    except ImportError:
        raise JournalError(
            "a journal in PostgreSQL needs asyncpg: pip install 'rightbower[federation]'"
        ) from None
    return PostgresJournal(str(place))
