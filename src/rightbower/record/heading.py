"""How the heading of a record is written, and the facts under its entries."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from rightbower.record.entries import Record
from rightbower.record.lines import RecordError, RecordLine, plain, quoted
from rightbower.rules.book import BookError, RuleBook, load, names
from rightbower.rules.book import read as read_book
from rightbower.rules.cards import Seat, Side
from rightbower.rules.game import Game, GameResult, target_objection
from rightbower.rules.message import message
from rightbower.rules.score import Mark

MAGIC: Final = "rightbower record"
VERSION: Final = 1
SCORE: Final = re.compile(r"NS (-?\d{1,6}) EW (-?\d{1,6})")


def points(score: tuple[int, int]) -> str:
    """A score as records write it."""
    return f"NS {score[Side.NS]} EW {score[Side.EW]}"


def facts(before: Game, after: Game) -> tuple[str, ...]:
    """What follows from an entry and is written under it: marks, score and result."""
    lines = []
    for scored in after.finished[len(before.finished) :]:
        lines += [_mark(after, mark) for mark in scored.marks]
        lines.append(f"score {points(scored.score)}")
    if after.result is not None and after.result != before.result:
        lines.append(_result(after, after.result))
    return tuple(lines)


def _mark(game: Game, mark: Mark) -> str:
    return f"mark {mark.side} {mark.points} {mark.path} {plain(game.book.clause(mark.path))}"


def _result(game: Game, result: GameResult) -> str:
    how = "drawn" if result.winner is None else f"{result.winner} wins"
    clause = plain(game.book.clause(result.path))
    return f"result {how} at {points(result.score)} {result.path} {clause}"


def lines_of(text: str) -> Iterator[RecordLine]:
    """The lines that say something, under a first line that names the version."""
    cut = [line.strip() for line in text.removeprefix("\ufeff").split("\n")]
    if cut[0] != f"{MAGIC} {VERSION}":
        if cut[0].startswith(MAGIC):
            raise RecordError(
                message(
                    "line 1: this Rightbower reads version {version} of the record, not {line}",
                    version=str(VERSION),
                    line=repr(cut[0]),
                )
            )
        raise RecordError(message("line 1: a record begins with {line}", line=f"{MAGIC} {VERSION}"))
    for number, line in enumerate(cut[1:], 2):
        if line:
            kind, _, rest = line.partition(" ")
            yield RecordLine(number, kind, rest.strip())


MODE: Final = "as at the table"


def heading(lines: list[RecordLine], given: RuleBook | None) -> Record:
    """The record without its entries; ``given`` is the book the caller wants it read by."""
    found: dict[str, RecordLine] = {}
    for line in lines:
        what = _what(line)
        if what in found:
            raise line.refuse(
                message("{what} was given in line {number}", what=what, number=found[what].number)
            )
        found[what] = line
    for kind, what in REQUIRED.items():
        if kind not in found:
            raise RecordError(message("line 1: the record does not say its {what}", what=what))
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
        raise named.refuse(
            message(
                "there is no book called {book}; the books are {books}",
                book=repr(name),
                books=", ".join(names()),
            )
        )
    if edition.plain() != book.edition:
        raise edition.refuse(
            message(
                "the record is by the edition {edition} of {book}, and the one installed is {other}",
                edition=repr(edition.plain()),
                book=name,
                other=repr(book.edition),
            )
        )
    book = _with_house(book, {what: line for what, line in found.items() if line.kind == "house"})
    if given is not None and given != book:
        raise named.refuse(
            message(
                "the record is by {book}, not by the {other} asked for",
                book=book.name,
                other=given.name,
            )
        )
    return book


def _with_house(book: RuleBook, found: Mapping[str, RecordLine]) -> RuleBook:
    """The book with a house sheet over it: each house line is a line of that sheet."""
    if not found:
        return book
    if "house name" not in found:
        first = next(iter(found.values()))
        raise first.refuse(message("house settings need a line that gives the house name"))
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
        raise line.refuse(message("this is not a setting as a house sheet writes it")) from None
    if [len(topic) if isinstance(topic, dict) else 0 for topic in topics.values()] != [1]:
        raise line.refuse(
            message(
                "a house setting is written as {form}",
                form="topic.setting = { value = …, note = … }",
            )
        )


def _blamed(settings: list[RecordLine], book: RuleBook, fault: BookError) -> RecordError:
    """The refusal of the house line at fault: one that fails by itself, else the last."""
    for line in settings:
        try:
            read_book(f"extends = {quoted(book.name)}\nname = 'house'\n{line.rest}", "the house")
        except BookError as alone:
            return line.refuse(alone.said)
    return settings[-1].refuse(fault.said)


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
        raise line.refuse(message("only the first dealer is named here"))
    return replace(record, first_dealer=line.read(Seat.of, who))


def _mode(record: Record, line: RecordLine) -> Record:
    if line.rest != MODE:
        raise line.refuse(message("the one mode that is written down is {mode}", mode=MODE))
    return replace(record, at_table=True)


def _target(record: Record, line: RecordLine) -> Record:
    if not re.fullmatch(r"\d{1,6}", line.rest):
        raise line.refuse(
            message("{text} is not a target; write a number of points", text=repr(line.rest))
        )
    target = int(line.rest)
    if reason := target_objection(record.book, target):
        raise line.refuse(reason)
    return replace(record, target=target)


def _start(record: Record, line: RecordLine) -> Record:
    found = SCORE.fullmatch(line.rest.removeprefix("score "))
    if not found or not line.rest.startswith("score "):
        raise line.refuse(message("the start score is written as start score NS 0 EW 0"))
    return replace(record, start_score=(int(found[1]), int(found[2])))


def _begun(record: Record, line: RecordLine) -> Record:
    bare, at = line.timed()
    if at is None or bare.rest:
        raise line.refuse(message("when the game began is written as begun @0"))
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
