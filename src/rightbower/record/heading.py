"""How the lines and the heading of a record are written."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeVar, assert_never, get_args

import msgspec
from msgspec import DecodeError
from msgspec.structs import replace

from rightbower.record import entries
from rightbower.record.entries import Record, RecordError
from rightbower.referee.situation import Proof
from rightbower.referee.text import in_quotes, read_fact, read_remedy, write_fact, write_remedy
from rightbower.rules.acts import read_action, write_action
from rightbower.rules.book import BookError, RuleBook, load, names
from rightbower.rules.book import read as read_book
from rightbower.rules.cards import Card, Seat, Side, Suit, card, cards
from rightbower.rules.game import Game, GameResult, TurnUp
from rightbower.rules.message import Message, message
from rightbower.rules.refusal import Refusal, said_by
from rightbower.rules.score import Mark

Read = TypeVar("Read")
MAGIC: Final = "rightbower record"
VERSION: Final = 1
TURN_UPS: Final = {
    TurnUp.IN_PACK: "in pack",
    TurnUp.PUT_DOWN: "put down",
    TurnUp.FACED: "faced",
}
ASSUMED: Final = "?"
TIME: Final = re.compile(r"-?\d+(\.\d+)?(e[+-]?\d+)?")
SCORE: Final = re.compile(r"NS (-?\d{1,6}) EW (-?\d{1,6})")


def plain(text: str) -> str:
    """Text on one line: as it stands where that is safe, else in quotes with escapes."""
    if text and text == text.strip() and text.isprintable() and text[0] != '"':
        return text
    return quoted(text)


def unplain(text: str) -> str:
    """The text that ``plain`` wrote."""
    return msgspec.json.decode(text, type=str) if text.startswith('"') else text


def quoted(text: str) -> str:
    """Text in quotes, as JSON and TOML both read it."""
    return msgspec.json.encode(text).decode().replace("\x7f", "\\u007f")


def points(score: tuple[int, int]) -> str:
    """A score as records write it."""
    return f"NS {score[Side.NS]} EW {score[Side.EW]}"


def stamp(at: float | None) -> str:
    """The time at the end of a line."""
    return "" if at is None else f" @{float(at)!r}".removesuffix(".0")


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


class RecordLine(msgspec.Struct, frozen=True):
    """One line of a record: its number, its first word and the rest."""

    number: int
    kind: str
    rest: str

    def refuse(self, reason: Message | str) -> RecordError:
        """The refusal of this line."""
        return RecordError(message("line {number}: {reason}", number=self.number, reason=reason))

    @property
    def text(self) -> str:
        return f"{self.kind} {self.rest}".strip()

    def plain(self) -> str:
        """The rest as text that may stand in quotes."""
        try:
            return unplain(self.rest)
        except msgspec.DecodeError:
            raise self.refuse("the quotes do not hold one text with its escapes") from None

    def read(self, reader: Callable[[str], Read], text: str) -> Read:
        """What a reader makes of a text of this line; its refusal says where that stands."""
        try:
            return reader(text)
        except ValueError as fault:
            raise self.refuse(said_by(fault)) from None

    def timed(self) -> tuple[RecordLine, float | None]:
        """The line without the time at its end, and the time."""
        rest, mark, time = self.rest.rpartition("@")
        if not mark or (rest and not rest.endswith(" ")):
            return self, None
        if not TIME.fullmatch(time) or not math.isfinite(float(time)):
            raise self.refuse(f"@{time} is not a time; write seconds, such as @12.5")
        return msgspec.structs.replace(self, rest=rest.strip()), float(time)


def lines_of(text: str) -> Iterator[RecordLine]:
    """The lines that say something, under a first line that names the version."""
    cut = [line.strip() for line in text.removeprefix("\ufeff").split("\n")]
    if cut[0] != f"{MAGIC} {VERSION}":
        if cut[0].startswith(MAGIC):
            raise RecordError(
                f"line 1: this Rightbower reads version {VERSION} of the record, not {cut[0]!r}"
            )
        raise RecordError(f"line 1: a record begins with {MAGIC} {VERSION}")
    for number, line in enumerate(cut[1:], 2):
        if line:
            kind, _, rest = line.partition(" ")
            yield RecordLine(number, kind, rest.strip())


MODE: Final = "as at the table"
OFFICER: Final = "officer"
_PROOFS: Final[Mapping[str, Proof]] = {proof: proof for proof in get_args(Proof)}
_TEXT: Final = r'"(?:[^"\\]|\\.)*"'
_CLAIM: Final = re.compile(
    rf"([NESW]|{OFFICER})( on the last hand)?(?: for (\d{{1,3}}) points)?"
    rf"(?: proof ({'|'.join(get_args(Proof))}))?: (.+)"
)
_CHOICE: Final = re.compile(rf"(\d{{1,5}}) by (NS|EW|{OFFICER}): (.+)")
_DROP: Final = re.compile(r"([NESW]) (\w+(?: \w+)*)")
_CALL: Final = re.compile(r"([NESW]) (\w+)")
_OVERRULE: Final = re.compile(rf"(\d{{1,5}}) by ({_TEXT}) because ({_TEXT}): (.+)")


def read_table_line(line: RecordLine, at: float | None) -> entries.TableEntry | None:
    """The entry of a line of this kind; None for a kind not known here."""
    reader = _READERS.get(line.kind)
    if reader is None:
        return None
    try:
        return reader(line, at)
    except (ValueError, DecodeError) as fault:
        raise line.refuse(said_by(fault)) from None


def _slip(line: RecordLine, at: float | None) -> entries.TableEntry:
    return entries.SlipEntry(read_action(line.rest), at)


def _drop(line: RecordLine, at: float | None) -> entries.TableEntry:
    found = _fitting(_DROP, line, "a card that everyone sees is written as drop E AS")
    return entries.DroppedEntry(Seat.of(found[1]), cards(found[2]), at)


def _trick(line: RecordLine, at: float | None) -> entries.TableEntry:
    if line.rest != "turned":
        raise Refusal("a trick that is turned down is written as trick turned")
    return entries.TurnedEntry(at)


def _claim(line: RecordLine, at: float | None) -> entries.TableEntry:
    found = _fitting(_CLAIM, line, "a claim is written as claim N: revoke E 1")
    points = None if found[3] is None else int(found[3])
    proof = None if found[4] is None else _PROOFS[found[4]]
    by = None if found[1] == OFFICER else Seat.of(found[1])
    return entries.ClaimEntry(by, read_fact(found[5]), proof, points, found[2] is not None, at)


def _choice(line: RecordLine, at: float | None) -> entries.TableEntry:
    found = _fitting(_CHOICE, line, "a choice is written as choice 0 by NS: add")
    by = None if found[2] == OFFICER else Side[found[2]]
    return entries.ChoiceEntry(int(found[1]), by, found[3], at)


def _call(line: RecordLine, at: float | None) -> entries.TableEntry:
    found = _fitting(_CALL, line, "a call is written as call S spades, call S nothing or call S KC")
    called: Suit | Card | None = None
    if found[2] != "nothing":
        suits = [suit for suit in Suit if suit.name.lower() == found[2]]
        called = suits[0] if suits else card(found[2])
    return entries.CalledEntry(Seat.of(found[1]), called, at)


def _overrule(line: RecordLine, at: float | None) -> entries.TableEntry:
    found = _fitting(
        _OVERRULE, line, 'an overruling is written as overrule 0 by "Name" because "reason": stand'
    )
    remedies = tuple(read_remedy(each) for each in found[4].split(","))
    return entries.OverruleEntry(int(found[1]), unplain(found[2]), unplain(found[3]), remedies, at)


def _entered(line: RecordLine, at: float | None) -> entries.TableEntry:
    if line.rest != "the result":
        raise Refusal("that the result was entered is written as entered the result")
    return entries.EnteredEntry(at)


def _fitting(form: re.Pattern[str], line: RecordLine, say: str) -> re.Match[str]:
    found = form.fullmatch(line.rest)
    if found is None:
        raise Refusal(say)
    return found


_READERS: Final[Mapping[str, Callable[[RecordLine, float | None], entries.TableEntry]]] = {
    "!": _slip,
    "drop": _drop,
    "trick": _trick,
    "claim": _claim,
    "choice": _choice,
    "call": _call,
    "overrule": _overrule,
    "entered": _entered,
}


def write_table_line(entry: entries.TableEntry) -> str:
    """The entry as one line."""
    return f"{_words(entry)}{stamp(entry.at)}"


def _words(entry: entries.TableEntry) -> str:
    match entry:
        case entries.SlipEntry(action=action):
            return f"! {write_action(action)}"
        case entries.DroppedEntry(seat=seat, cards=shown):
            return f"drop {seat} {' '.join(each.name for each in shown)}"
        case entries.TurnedEntry():
            return "trick turned"
        case entries.ClaimEntry():
            return _claim_words(entry)
        case entries.ChoiceEntry(number=number, by=by, option=option):
            return f"choice {number} by {OFFICER if by is None else by.name}: {option}"
        case entries.CalledEntry(by=by, called=called):
            return f"call {by} {'nothing' if called is None else called}"
        case entries.OverruleEntry():
            what = ", ".join(write_remedy(each) for each in entry.remedies)
            who, why = in_quotes(entry.officer), in_quotes(entry.reason)
            return f"overrule {entry.number} by {who} because {why}: {what}"
        case entries.EnteredEntry():
            return "entered the result"
        case _:
            assert_never(entry)


def _claim_words(entry: entries.ClaimEntry) -> str:
    words = f"claim {OFFICER if entry.by is None else entry.by.name}"
    words += " on the last hand" if entry.last_hand else ""
    words += "" if entry.points is None else f" for {entry.points} points"
    words += "" if entry.proof is None else f" proof {entry.proof}"
    return f"{words}: {write_fact(entry.fact)}"


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
