"""Finished games that everybody who played them lets researchers have; nobody is named.

A game is given away only where each person who ever sat at its table shares it, with their name or
without, and ticks on the game's own page that researchers may have it. Games of events, games by house rules, deals that others may still
play, and games of a person who was erased are left out. What is given has chairs in place of names,
and no times, titles, notes or table names; the games stand in an order that says nothing of when
they were played.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict, replace

from rightbower.players.simulate import row, write_parquet
from rightbower.record import egn
from rightbower.record.entries import NoteEntry, OverruleEntry, Record, RecordEntry
from rightbower.record.record import replay
from rightbower.rules.acts import write_action
from rightbower.rules.cards import Seat
from rightbower.rules.refusal import Refusal
from rightbower.store.contract import StoredEntry, StreamJournal
from rightbower.web.hall.archive import ErasedPeople, read_table
from rightbower.web.hall.entries import Sat, decode
from rightbower.web.hall.table import HallTable
from rightbower.web.study.replay import record_from

TABLES: Final = "table/"
PERSON: Final = "person"
ERASED: Final = "erased "


class OpenGame(Struct, frozen=True):
    """A game to be given away: its record, without names and times, and what sat in each chair."""

    record: Record
    egn: str
    chairs: tuple[str, ...]

    @property
    def number(self) -> str:
        """A number of its own, from what was played alone."""
        return hashlib.sha256(self.egn.encode()).hexdigest()[:16]


def open_games(journal: StreamJournal) -> list[OpenGame]:
    """All games of a hall that may be given away, in an order that says nothing of their times."""
    found = list(_open_games(journal))
    return sorted(found, key=lambda game: game.number)


def _open_games(journal: StreamJournal) -> Iterator[OpenGame]:
    erased = ErasedPeople(journal)
    for stream in journal.streams(TABLES):
        stored = erased.entries(journal.read(stream))
        try:
            table, _ = read_table(stored)
            if not _agreed_by_all(table, stored):
                continue
            record = without_names(record_from(stored), table)
            ended = table.finished or table.game
            if ended is None or replay(record).score != ended.score:
                continue
            yield OpenGame(record, egn.write(record), chairs(table))
        except (ValueError, LookupError, AssertionError):
            continue  # it cannot be read, or has no form in the notation


def _agreed_by_all(table: HallTable, stored: Sequence[StoredEntry]) -> bool:
    """Whether each person who ever sat there agrees, and no one else's deals or rules are in it."""
    sat = {each.who for each in _sat(stored) if not each.bot}
    share = {
        sitter.who
        for seat, sitter in zip(Seat, table.seats, strict=True)
        if sitter is not None and table.studied[seat]
    }
    opened = table.opened
    return (
        table.over
        and all(table.seats)
        and bool(sat)
        and sat <= share
        and not any(who.startswith(ERASED) for who in sat)
        and not (table.given_up or opened.event or opened.same or opened.overlay)
    )


def _sat(stored: Sequence[StoredEntry]) -> Iterator[Sat]:
    for each in stored:
        entry = decode(each.body)
        if isinstance(entry, Sat):
            yield entry


def chairs(table: HallTable) -> tuple[str, ...]:
    """What sat in each chair: a person, or a bot by its player's name."""
    return tuple((each.bot or PERSON) if each is not None else "" for each in table.seats)


def without_names(record: Record, table: HallTable) -> Record:
    """The record with chairs for names, without times, titles and what anybody wrote."""
    north, east, south, west = (
        f"{seat.word} ({who})" for seat, who in zip(Seat, chairs(table), strict=True)
    )
    entries = tuple(
        _without_words(each) for each in record.entries if not isinstance(each, NoteEntry)
    )
    return replace(
        record, players=(north, east, south, west), at=None, title="", date="", entries=entries
    )


def _without_words(entry: RecordEntry) -> RecordEntry:
    """An entry without its time, and without who had the last word and why."""
    if isinstance(entry, OverruleEntry):
        entry = replace(entry, officer="officer", reason="not told")
    return replace(entry, at=None) if hasattr(entry, "at") else entry


def columns(games: Sequence[OpenGame]) -> dict[str, list[Any]]:
    """A line for each deal of the games, as columns."""
    lines: list[dict[str, Any]] = []
    for game in games:
        for number, scored in enumerate(replay(game.record).finished, start=1):
            deal = scored.deal
            told = asdict(row(scored, number))
            del told["number"]
            hands = {
                seat.word.lower(): " ".join(card.name for card in deal.dealt[seat]) for seat in Seat
            }
            sat = {
                f"{seat.word.lower()}_is": who for seat, who in zip(Seat, game.chairs, strict=True)
            }
            acts = ", ".join(map(write_action, deal.acts))
            first = {"game": game.number, "book": game.record.book.name, "deal": number}
            last = {"score_ns": scored.score[0], "score_ew": scored.score[1]}
            lines.append({**first, **told, **hands, "acts": acts, **last, **sat})
    return {name: [each[name] for each in lines] for name in lines[0]} if lines else {}


def write_games(games: Sequence[OpenGame], folder: Path) -> None:
    """Write the games into a new folder: each as EGN, and all their deals as one Parquet file."""
    if folder.exists():
        raise Refusal(f"{folder} is there already; name a new folder")
    folder.mkdir(parents=True)
    for game in games:
        (folder / f"{game.number}.egn").write_text(game.egn, "utf-8")
    if games:
        write_parquet(columns(games), folder / "deals.parquet")
