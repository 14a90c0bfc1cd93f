"""Write a record as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rightbower.record import entries
from rightbower.record.at_table import facts_at, game_of
from rightbower.record.heading import (
    ASSUMED,
    MAGIC,
    MODE,
    TURN_UPS,
    VERSION,
    plain,
    points,
    quoted,
    stamp,
    write_table_line,
)
from rightbower.record.replay import after_entry, initial_state
from rightbower.rules.acts import write_action
from rightbower.rules.book import Citation, RuleBook, load, names
from rightbower.rules.cards import Card, Seat
from rightbower.rules.ceremonies import Cut
from rightbower.rules.game import TurnUp


def write(record: entries.Record) -> str:
    """The record as text, with the marks, scores and result that follow from it."""
    lines = [f"{MAGIC} {VERSION}", *_book(record.book), *_heading(record)]
    standing = initial_state(record)
    for number, entry in enumerate(record.entries, 1):
        try:
            after = after_entry(standing, entry)
        except ValueError as fault:
            raise entries.RecordError(f"entry {number} cannot be written: {fault}") from None
        lines += _entry(entry, len(game_of(standing).finished) + 1)
        lines += facts_at(standing, after)
        standing = after
    return "\n".join(lines) + "\n"


def _book(book: RuleBook) -> Iterator[str]:
    """The book, and each setting that a house sheet lays over it."""
    base = book.extends or book.name
    yield f"book {plain(base)}"
    yield f"edition {plain(book.edition)}"
    if not book.extends:
        if book.name in names() and load(book.name) != book:
            raise entries.RecordError(f"the book is not the {book.name} that comes with Rightbower")
        return
    under = load(base)
    yield f"house name {plain(book.name)}"
    if book.title != under.title:
        yield f"house title {plain(book.title)}"
    for path in book.paths():
        value, cited = book.value(path), book.cite(path)
        if (value, cited) != (under.value(path), under.cite(path)):
            yield f"house {path} = {_setting(value, cited, book.name, path)}"


def _setting(value: Any, cited: Citation, name: str, path: str) -> str:
    """One line of a house sheet, as the sheet itself would have it."""
    parts = {"value": value, "note": cited.note}
    if cited.clause != f"{name}:{path}":
        parts["clause"] = cited.clause
    if cited.see:
        parts["see"] = cited.see
    if cited.also:
        parts["also"] = cited.also
    return "{ " + ", ".join(f"{key} = {_toml(each)}" for key, each in parts.items()) + " }"


def _toml(value: Any) -> str:
    match value:
        case None:
            return '"none"'
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case str():
            return quoted(value)
        case _:
            return "[" + ", ".join(_toml(each) for each in value) + "]"


def _heading(record: entries.Record) -> Iterator[str]:
    if record.title:
        yield f"title {plain(record.title)}"
    if record.date:
        yield f"date {plain(record.date)}"
    for seat, player in zip(Seat, record.players, strict=True):
        yield f"player {seat} {plain(player)}"
    yield f"first dealer {record.first_dealer}"
    if record.at_table:
        yield f"mode {MODE}"
    if record.target is not None:
        yield f"target {record.target}"
    yield f"start score {points(record.start_score)}"
    if record.at is not None:
        yield f"begun{stamp(record.at)}"


def write_entry(entry: entries.Entry, number: int = 1) -> str:
    """One entry as the lines a record has for it; ``number`` is the deal's, where it is one."""
    return "\n".join(line for line in _entry(entry, number) if line)


def _entry(entry: entries.Entry, number: int) -> Iterable[str]:
    match entry:
        case entries.CutEntry(cut=cut):
            return (f"cut {_cut(cut)}{stamp(entry.at)}",)
        case entries.DealtEntry():
            return _dealt(entry, number)
        case entries.TurnUpEntry():
            return (f"turn-up {TURN_UPS[entry.turn_up]}{stamp(entry.at)}",)
        case entries.ActionEntry():
            words = write_action(entry.action)
            if entry.assumed:
                words = words.replace(" bury ", f" bury {ASSUMED}")
            return (f"{words}{stamp(entry.at)}",)
        case entries.BellEntry():
            return (f"bell {entry.signal}{stamp(entry.at)}",)
        case entries.ReminderEntry():
            return (f"reminder {entry.advice}{stamp(entry.at)}",)
        case entries.VoidEntry():
            return (f"void, {entry.dealer} deals{stamp(entry.at)}",)
        case entries.NoteEntry():
            return (f"note {plain(entry.text)}",)
        case _:
            return (write_table_line(entry),)


def _cut(cut: Cut) -> str:
    if cut.by is None:
        return "not offered"
    return f"by {cut.by} {'declined' if cut.lifted is None else cut.lifted}"


def _dealt(entry: entries.DealtEntry, number: int) -> Iterator[str]:
    def listed(cards: Iterable[Card]) -> str:
        return " ".join(ASSUMED * (card in entry.assumed) + card.name for card in cards)

    yield ""
    yield f"deal {number} by {entry.dealer}{stamp(entry.at)}"
    for seat, hand in zip(Seat, entry.cards.hands, strict=True):
        yield f"hand {seat} {listed(hand)}"
    how = "" if entry.turn_up is TurnUp.FACED else f" {TURN_UPS[entry.turn_up]}"
    yield f"turn-up {entry.cards.turn_up}{how}"
    yield f"stock {listed(entry.cards.stock)}"
