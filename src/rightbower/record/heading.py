"""The lines above the first deal: the book, the players and how the game was set up."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from rightbower.record.entries import Record, RecordError
from rightbower.record.slip_lines import MODE
from rightbower.record.text import SCORE, RecordLine, quoted
from rightbower.rules.book import BookError, RuleBook, load, names
from rightbower.rules.book import read as read_book
from rightbower.rules.cards import Seat


def heading(lines: list[RecordLine], given: RuleBook | None) -> Record:
    """The record without its entries; ``given`` is the book the caller wants it read by."""
    found: dict[str, RecordLine] = {}
    for line in lines:
        what = _what(line)
        if what in found:
            raise line.refuse(f"{what} was given in line {found[what].number}")
        found[what] = line
    for kind, what in REQUIRED.items():
        if kind not in found:
            raise RecordError(f"line 1: the record does not say its {what}")
    record = Record(_book(found, given), Seat.N)
    for line in lines:
        if setting := SETTINGS.get(line.kind):
            record = setting(record, line)
    return record


def _what(line: RecordLine) -> str:
    """What a line of the heading is about: a player by seat, a house setting by its path."""
    if line.kind in ("player", "house"):
        return f"{line.kind} {line.rest.partition(' ')[0]}"
    return line.kind


def _book(found: Mapping[str, RecordLine], given: RuleBook | None) -> RuleBook:
    named, edition = found["book"], found["edition"]
    name = named.plain()
    if name in names():
        book = load(name)
    elif given is not None and given.name == name:
        book = given
    else:
        raise named.refuse(f"there is no book called {name!r}; the books are {', '.join(names())}")
    if edition.plain() != book.edition:
        raise edition.refuse(
            f"the record is by the edition {edition.plain()!r} of {name},"
            f" and the one installed is {book.edition!r}"
        )
    book = _with_house(book, {what: line for what, line in found.items() if line.kind == "house"})
    if given is not None and given != book:
        raise named.refuse(f"the record is by {book.name}, not by the {given.name} asked for")
    return book


def _with_house(book: RuleBook, found: Mapping[str, RecordLine]) -> RuleBook:
    """The book with a house sheet over it: each house line is a line of that sheet."""
    if not found:
        return book
    if "house name" not in found:
        first = next(iter(found.values()))
        raise first.refuse("house settings need a line that gives the house name")
    sheet = f"extends = {quoted(book.name)}\nname = {_text(found['house name'])}\n"
    if "house title" in found:
        sheet += f"title = {_text(found['house title'])}\n"
    settings = [line for what, line in found.items() if what not in ("house name", "house title")]
    for line in settings:
        _check_shape(line)
    try:
        return read_book(sheet + "\n".join(line.rest for line in settings), "the house sheet")
    except BookError as fault:
        raise _blamed(settings, book, fault) from None


def _text(line: RecordLine) -> str:
    return quoted(replace(line, rest=line.rest.partition(" ")[2]).plain())


def _check_shape(line: RecordLine) -> None:
    """A house line holds one setting of one topic."""
    try:
        topics = tomllib.loads(line.rest)
    except (tomllib.TOMLDecodeError, RecursionError):
        raise line.refuse("this is not a setting as a house sheet writes it") from None
    if [len(topic) if isinstance(topic, dict) else 0 for topic in topics.values()] != [1]:
        raise line.refuse("a house setting is written as topic.setting = { value = …, note = … }")


def _blamed(settings: list[RecordLine], book: RuleBook, fault: BookError) -> RecordError:
    """The refusal of the house line at fault: one that fails by itself, else the last."""
    for line in settings:
        try:
            read_book(f"extends = {quoted(book.name)}\nname = 'house'\n{line.rest}", "the house")
        except BookError as alone:
            return line.refuse(str(alone))
    return settings[-1].refuse(str(fault))


def _title(record: Record, line: RecordLine) -> Record:
    return replace(record, title=line.plain())


def _date(record: Record, line: RecordLine) -> Record:
    return replace(record, date=line.plain())


def _player(record: Record, line: RecordLine) -> Record:
    who, _, name = line.rest.partition(" ")
    seat = line.read(Seat.of, who)
    name = replace(line, rest=name).plain()
    north, east, south, west = (
        name if each is seat else old for each, old in zip(Seat, record.players, strict=True)
    )
    return replace(record, players=(north, east, south, west))


def _first(record: Record, line: RecordLine) -> Record:
    what, _, who = line.rest.partition(" ")
    if what != "dealer":
        raise line.refuse("only the first dealer is named here")
    return replace(record, first_dealer=line.read(Seat.of, who))


def _mode(record: Record, line: RecordLine) -> Record:
    if line.rest != MODE:
        raise line.refuse(f"the one mode that is written down is {MODE}")
    return replace(record, at_table=True)


def _target(record: Record, line: RecordLine) -> Record:
    if not re.fullmatch(r"\d{1,6}", line.rest):
        raise line.refuse(f"{line.rest!r} is not a target; write a number of points")
    return replace(record, target=int(line.rest))


def _start(record: Record, line: RecordLine) -> Record:
    found = SCORE.fullmatch(line.rest.removeprefix("score "))
    if not found or not line.rest.startswith("score "):
        raise line.refuse("the start score is written as start score NS 0 EW 0")
    return replace(record, start_score=(int(found[1]), int(found[2])))


def _begun(record: Record, line: RecordLine) -> Record:
    bare, at = line.timed()
    if at is None or bare.rest:
        raise line.refuse("when the game began is written as begun @0")
    return replace(record, at=at)


SETTINGS: Final[Mapping[str, Callable[[Record, RecordLine], Record]]] = {
    "title": _title,
    "date": _date,
    "player": _player,
    "first": _first,
    "mode": _mode,
    "target": _target,
    "start": _start,
    "begun": _begun,
}
REQUIRED: Final = {"book": "book", "edition": "edition", "first": "first dealer"}
HEADINGS: Final = frozenset({"book", "edition", "house", *SETTINGS})
