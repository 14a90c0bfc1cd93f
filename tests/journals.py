"""Journals of each engine, for tests that hold them to the same contract."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree, ignore_patterns

from msgspec import Struct

from postgres import Postgres
from rightbower.office.journals import ADDRESS, journal_of, open_at
from rightbower.store.opening import OpenJournal, copy_journal

ENGINES = ("sqlite", "postgresql")


class Opened(Struct, frozen=True):
    """The same journal, opened each time it is called."""

    place: str

    def __call__(self) -> OpenJournal:
        return open_at(self.place)


def noted_place(server: Postgres, data: Path, given: str = "") -> str:
    """The journal of a data folder in PostgreSQL, noted there for other processes."""
    note = data / ADDRESS
    if not given and not note.is_file():
        data.mkdir(parents=True, exist_ok=True)
        note.write_text(server.fresh(), "utf-8")
    return given or note.read_text("utf-8")


def copied_folder(data: Path, to: Path) -> Path:
    """A copy of a data folder, its journal with it wherever that is."""
    copytree(data, to, dirs_exist_ok=True, ignore=ignore_patterns(ADDRESS))
    if (data / ADDRESS).is_file():
        with journal_of(data) as source, journal_of(to) as target:
            copy_journal(source, target)
    return to
