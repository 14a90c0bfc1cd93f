"""Read a record: each line is played as it is read, and each stated fact is checked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import cast, get_args

from rightbower.record import entries
from rightbower.record.at_table import GameOrTable, facts_at, game_of
from rightbower.record.heading import (
    ASSUMED,
    HEADINGS,
    TURN_UPS,
    RecordLine,
    heading,
    lines_of,
    read_table_line,
)
from rightbower.record.replay import after_entry, initial_state
from rightbower.rules.acts import Bury, read_action
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Card, Seat, card
from rightbower.rules.ceremonies import Cut, Dealt
from rightbower.rules.game import Advice, TurnUp

FACTS = ("ruling", "mark", "score", "result")
SEATS = tuple(seat.name for seat in Seat)
DEAL = re.compile(r"(\d{1,6}) by ([NESW])")
CUT = re.compile(r"by ([NESW]) (\d{1,2}|declined)")
VOID = re.compile(r"([NESW]) deals")


def read(text: str, book: RuleBook | None = None) -> entries.Record:
    """The record in a text; refuse, by its line, whatever cannot be or was not so.

    ``book`` is one that the caller insists on; it also serves for a book of the caller's own.
    """
    lines = lines_of(text)
    top: list[RecordLine] = []
    for line in lines:
        if line.kind not in HEADINGS:
            lines = chain([line], lines)
            break
        top.append(line)
    record = heading(top, book)
    try:
        standing = initial_state(record)
    except ValueError as fault:
        raise entries.RecordError(f"line 1: {fault}") from None
    return record.then(*_entries(lines, standing))


def _entries(lines: Iterator[RecordLine], standing: GameOrTable) -> Iterator[entries.Entry]:
    due: tuple[str, ...] = ()
    for line in lines:
        if line.kind in FACTS:
            due = _check(line, due)
            continue
        entry = _entry(line, lines, len(game_of(standing).finished) + 1)
        try:
            after = after_entry(standing, entry)
        except ValueError as fault:
            raise line.refuse(str(fault)) from None
        due = facts_at(standing, after)
        standing = after
        yield entry


def _check(line: RecordLine, due: tuple[str, ...]) -> tuple[str, ...]:
    """Check a stated fact against the replay; return the facts that may still be stated."""
    if line.text in due:
        at = due.index(line.text)
        return due[at + 1 :]
    for fact in due:
        if fact.startswith(line.kind):
            raise line.refuse(f"the record says {line.text!r}, and the replay gives {fact!r}")
    raise line.refuse(f"the record says {line.text!r}, and nothing of the kind follows here")


def read_entry(text: str) -> entries.Entry:
    """One entry from the lines that ``write_entry`` makes of it; which deal it is, is not checked."""
    first, *rest = (
        RecordLine(number, *_words(line)) for number, line in enumerate(text.split("\n"), 1)
    )
    return _entry(first, iter(rest), None)


def _words(line: str) -> tuple[str, str]:
    kind, _, rest = line.partition(" ")
    return kind, rest


def _entry(line: RecordLine, lines: Iterator[RecordLine], number: int | None) -> entries.Entry:
    if line.kind == "note":
        return entries.NoteEntry(line.plain())
    bare, at = line.timed()
    match line.kind:
        case "deal":
            return _dealt(bare, at, lines, number)
        case "cut":
            return entries.CutEntry(_cut(bare), at)
        case "turn-up":
            return entries.TurnUpEntry(_turn_up(bare, bare.rest), at)
        case "bell":
            if bare.rest == "start":
                return entries.BellEntry("start", at)
            if bare.rest == "end":
                return entries.BellEntry("end", at)
            raise line.refuse("a bell is written as bell start or bell end")
        case "reminder":
            return entries.ReminderEntry(_advice(bare), at)
        case "void,":
            if found := VOID.fullmatch(bare.rest):
                return entries.VoidEntry(Seat.of(found[1]), at)
            raise line.refuse("a deal that does not count is written as void, S deals")
        case kind if kind in SEATS:
            return _action(bare, at)
        case kind:
            if (entry := read_table_line(bare, at)) is not None:
                return entry
            raise line.refuse(f"{kind!r} is not a kind of line known here")


def _advice(line: RecordLine) -> Advice:
    for advice in get_args(Advice):
        if line.rest == advice:
            return cast(Advice, advice)
    raise line.refuse(f"a reminder is written as reminder {' or '.join(get_args(Advice))}")


def _cut(line: RecordLine) -> Cut:
    if line.rest == "not offered":
        return Cut(None)
    if found := CUT.fullmatch(line.rest):
        return Cut(Seat.of(found[1]), int(found[2]) if found[2].isdecimal() else None)
    raise line.refuse("a cut is written as cut by E 10, cut by E declined or cut not offered")


def _action(line: RecordLine, at: float | None) -> entries.ActionEntry:
    assumed = line.rest.startswith(f"bury {ASSUMED}")
    words = line.text.replace(f" bury {ASSUMED}", " bury ")
    action = line.read(read_action, words)
    return entries.ActionEntry(action, at, assumed and isinstance(action, Bury))


def _dealt(
    line: RecordLine, at: float | None, lines: Iterator[RecordLine], number: int | None
) -> entries.DealtEntry:
    """The deal line and the six lines under it: four hands, the turn-up and the stock."""
    found = DEAL.fullmatch(line.rest)
    if not found:
        raise line.refuse("a deal is written as deal 1 by S")
    if number is not None and int(found[1]) != number:
        raise line.refuse(f"this is deal {number}, not deal {found[1]}")
    assumed: list[Card] = []
    hands = []
    for seat in SEATS:
        under = _under(line, lines, "hand", seat)
        hands.append(_cards(under, under.rest.removeprefix(seat), assumed))
    shown = _under(line, lines, "turn-up")
    faced, _, how = shown.rest.partition(" ")
    turn_up = shown.read(card, faced)
    turned = _turn_up(shown, how) if how else TurnUp.FACED
    under = _under(line, lines, "stock")
    cards = Dealt(tuple(hands), turn_up, _cards(under, under.rest, assumed))
    return entries.DealtEntry(Seat.of(found[2]), cards, turned, at, frozenset(assumed))


def _under(deal: RecordLine, lines: Iterator[RecordLine], kind: str, seat: str = "") -> RecordLine:
    """The next line, which has to be of this kind."""
    line = next(lines, None)
    wanted = f"{kind} {seat}".strip()
    if line is None:
        raise deal.refuse(f"the record ends before the {wanted} of this deal")
    if line.kind != kind or (seat and line.rest.partition(" ")[0] != seat):
        raise line.refuse(f"the {wanted} of the deal has to stand here")
    return line


def _cards(line: RecordLine, text: str, assumed: list[Card]) -> tuple[Card, ...]:
    cards = []
    for word in text.split():
        cards.append(line.read(card, word.removeprefix(ASSUMED)))
        if word.startswith(ASSUMED):
            assumed.append(cards[-1])
    return tuple(cards)


def _turn_up(line: RecordLine, words: str) -> TurnUp:
    for turn_up, how in TURN_UPS.items():
        if words == how:
            return turn_up
    raise line.refuse(f"{words!r} is not in pack, put down or faced")
