"""A record: its heading and entries as text, read, written and replayed, older ones too."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rightbower.record.entries import (
    ActionEntry,
    ClaimEntry,
    DealtEntry,
    Record,
    RecordEntry,
    SlipEntry,
    entry_of_line,
    stamp,
)
from rightbower.record.heading import (
    HEADINGS,
    MAGIC,
    MODE,
    VERSION,
    facts,
    heading,
    lines_of,
    points,
)
from rightbower.record.lines import RecordError, RecordLine, plain, quoted
from rightbower.referee.audit import place_any
from rightbower.referee.irregularities import Fact, NotBuried, WrongCall
from rightbower.referee.rulings import citations
from rightbower.referee.table import Ruled, Table, table_after
from rightbower.rules.acts import Action, Bury, GoAlone, Name, Order, PickUp, Play
from rightbower.rules.book import EVERY_PATH, Citation, RuleBook, load, names
from rightbower.rules.cards import Seat
from rightbower.rules.deal import Deal
from rightbower.rules.game import Game, start_game
from rightbower.rules.message import message
from rightbower.rules.refusal import said_by, wrong_kind
from rightbower.rules.score import Mark


def as_known(table: Table, entry: RecordEntry) -> Table:
    """The table as it stood by the rules of the time when the entry was written."""
    if table.game.deal is None:
        return table
    match entry:
        case ClaimEntry(fact=fact):
            return _as_called(table, fact)
        case (
            ActionEntry(action=Bury() | Play() as action)
            | SlipEntry(action=Bury() | Play() as action)
        ):
            return _as_held(table, action)
    return table


def _as_called(table: Table, fact: Fact) -> Table:
    """A claim on a call with alone, from when that was one act in every book."""
    if not isinstance(fact, WrongCall):
        return table
    call, acts = fact.call, table.deal.acts
    if not isinstance(call, Order | PickUp | Name) or not call.alone or call in acts:
        return table
    pair = (replace(call, alone=False), GoAlone(call.seat))
    said = [at for at in range(len(acts)) if acts[at : at + 2] == pair]
    return _as_one(table, call, said[-1]) if said else table


def _as_one(table: Table, call: Order | PickUp | Name, said: int) -> Table:
    """The two acts from number ``said`` on as one; what was done after them is done again."""
    acts = table.deal.acts
    (number,) = (at for at, (deal, _) in enumerate(table.history) if len(deal.acts) == said)
    deal, _ = table.history[number]
    game = replace(table.game, deal=deal)
    table = replace(table, game=game, history=table.history[:number])
    for action in (call, *acts[said + 2 :]):
        table = table_after(table, action)
    return table


def _as_held(table: Table, action: Bury | Play) -> Table:
    """A dealer with six cards, from when a card taken back took the ruling on it along."""
    deal = table.deal
    dead = Bury(action.seat, deal.turn_up)
    needs_six = isinstance(action, Bury) or action.card is deal.turn_up
    if not needs_six or dead not in deal.acts or not _held_to_five(table, dead):
        return table
    if any(trick.card_of(dead.seat) is not None for trick in deal.tricks):
        return table
    return _with_six(table, dead)


def _held_to_five(table: Table, dead: Bury) -> bool:
    """Whether a ruling of this hand took the turn-up out of play."""
    hand = len(table.game.finished) + 1
    return any(
        isinstance(each, Ruled)
        and isinstance(each.fact, NotBuried)
        and (each.fact.seat, each.hand, each.ruling.upheld) == (dead.seat, hand, True)
        for each in table.log
    )


def _with_six(table: Table, dead: Bury) -> Table:
    """The turn-up in the dealer's hand again; what was done since it was taken is done again."""
    taken = max(at for at, (deal, _) in enumerate(table.history) if dead not in deal.acts)
    before, _ = table.history[taken]
    later = ((_again(before, deal.acts, dead), o) for deal, o in table.history[taken + 1 :])
    game = replace(table.game, deal=_again(before, table.deal.acts, dead))
    return replace(table, game=game, history=(*table.history[: taken + 1], *later))


def _again(deal: Deal, acts: tuple[Action, ...], dead: Bury) -> Deal:
    for action in acts[len(deal.acts) :]:
        deal = deal if action == dead else place_any(deal, action)
    return deal


FACTS = ("ruling", "mark", "score", "result")


def read(text: str, book: RuleBook | None = None) -> Record:
    """The record in a text; refuse, by its line, whatever cannot be or was not so.

    ``book`` is one that the caller insists on; it also serves for a book of the caller's own.
    """
    if not isinstance(text, str):
        raise wrong_kind("text", "the text of a record", text)
    lines = lines_of(text)
    top: list[RecordLine] = []
    for line in lines:
        if line.kind not in HEADINGS:
            lines = chain([line], lines)
            break
        top.append(line)
    record = heading(top, book)
    try:
        standing = start(record)
    except ValueError as fault:
        raise RecordError(
            message("line {number}: {reason}", number=1, reason=said_by(fault))
        ) from None
    return record.then(*_entries(lines, standing))


def _entries(lines: Iterator[RecordLine], standing: Table) -> Iterator[RecordEntry]:
    due: tuple[str, ...] = ()
    for line in lines:
        if line.kind in FACTS:
            due = _check(line, due)
            continue
        entry = entry_of_line(line, lines, len(standing.game.finished) + 1)
        try:
            after = after_entry(standing, entry)
        except ValueError as fault:
            raise line.refuse(said_by(fault)) from None
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
            raise line.refuse(
                message(
                    "the record says {line}, and the replay gives {fact}",
                    line=repr(line.text),
                    fact=repr(fact),
                )
            )
    raise line.refuse(
        message(
            "the record says {line}, and nothing of the kind follows here", line=repr(line.text)
        )
    )


def write(record: Record) -> str:
    """The record as text, with the marks, scores and result that follow from it."""
    lines = [f"{MAGIC} {VERSION}", *_book(record.book), *_heading(record)]
    standing = start(record)
    for number, entry in enumerate(record.entries, 1):
        try:
            after = after_entry(standing, entry)
        except ValueError as fault:
            raise RecordError(
                message(
                    "entry {number} cannot be written: {reason}",
                    number=number,
                    reason=said_by(fault),
                )
            ) from None
        lines += entry.lines(len(standing.game.finished) + 1)
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
            raise RecordError(
                message("the book is not the {book} that comes with Rightbower", book=book.name)
            )
        return
    under = load(base)
    yield f"house name {plain(book.name)}"
    if book.title != under.title:
        yield f"house title {plain(book.title)}"
    for path in EVERY_PATH:
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


def _heading(record: Record) -> Iterator[str]:
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


def facts_at(before: Table, after: Table) -> tuple[str, ...]:
    """What follows from an entry: the ruling it brought, marks, the score and the result."""
    ruled = [
        f"ruling {len(before.log) + at} {_ruling(after, each)}"
        for at, each in enumerate(after.log[len(before.log) :])
        if isinstance(each, Ruled)
    ]
    booked = facts(before.game, after.game)
    if before.game.score != after.game.score and not any(each[:5] == "score" for each in booked):
        booked = (f"score {points(after.game.score)}", *booked)
    return (*ruled, *booked)


def _ruling(table: Table, ruled: Ruled) -> str:
    """One line for a ruling: what it is about, how it went and its first clause."""
    how = "upheld" if ruled.ruling.upheld else "dismissed"
    if ruled.ruling.suggestion:
        how = "suggested"
    clause = citations(ruled.ruling, table.game.book)[0]
    return f"{how}: {plain(str(ruled.fact.sentence()))}, {clause}"


def begin(record: Record) -> Game:
    """The game before its first entry."""
    return start_game(
        record.book,
        record.first_dealer,
        record.target,
        record.players,
        record.start_score,
        record.at,
    )


def start(record: Record) -> Table:
    """The table before the first entry: strict, or one where slips can happen."""
    return Table(begin(record), strict=not record.at_table)


def after_entry(table: Table, entry: RecordEntry) -> Table:
    """The table after one more entry; raise a ``ValueError`` for what cannot have been."""
    if table.strict:
        return replace(table, game=entry.on_game(table.game))
    return entry.at_table(as_known(table, entry))


def replay(record: Record) -> Game:
    """The game of a record; refuse one that the book does not allow."""
    if not isinstance(record, Record):
        raise wrong_kind("record", "a Record, as read_record gives it", record)
    return stories(record)[0]


def at_the_table(record: Record) -> Table:
    """The table a record of a game as at the table leads to, with its log of rulings."""
    if not record.at_table:
        raise RecordError(message("the record is not of a game as at the table"))
    table = start(record)
    for entry in record.entries:
        table = after_entry(table, entry)
    return table


class DealStory(Struct, frozen=True):
    """A deal that counted or is under way, how it was dealt and what it brought."""

    deal: Deal
    dealt: DealtEntry
    knows_buried: bool
    marks: tuple[Mark, ...]
    score: tuple[int, int]


def stories(record: Record) -> tuple[Game, tuple[DealStory, ...]]:
    """The game of a record, and the story of each deal."""
    standing = start(record)
    told: list[tuple[DealtEntry, bool]] = []
    dealt: DealtEntry | None = None
    knows = True
    for number, entry in enumerate(record.entries, 1):
        try:
            standing = after_entry(standing, entry)
        except ValueError as fault:
            deal = len(standing.game.finished) + 1
            raise RecordError(
                message(
                    "entry {number}, deal {deal}: {reason}",
                    number=number,
                    deal=deal,
                    reason=said_by(fault),
                )
            ) from None
        if isinstance(entry, DealtEntry):
            dealt, knows = entry, True
        elif isinstance(entry, ActionEntry) and entry.assumed:
            knows = False
        finished = len(standing.game.finished)
        if finished > len(told):
            assert dealt is not None
            told.append((dealt, knows))
        told = told[:finished]
    game = standing.game
    found = [
        DealStory(each.deal, *how, each.marks, each.score)
        for each, how in zip(game.finished, told, strict=True)
    ]
    if game.deal is not None:
        assert dealt is not None
        found.append(DealStory(game.deal, dealt, knows, (), game.score))
    return game, tuple(found)
