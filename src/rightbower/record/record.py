"""A whole record: read, written, and played again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, assert_never, cast, get_args

from msgspec import Struct

from rightbower.record import entries
from rightbower.record.heading import (
    ASSUMED,
    HEADINGS,
    MAGIC,
    MODE,
    TURN_UPS,
    VERSION,
    RecordLine,
    facts,
    heading,
    lines_of,
    plain,
    points,
    quoted,
    read_table_line,
    stamp,
    write_table_line,
)
from rightbower.record.older_records import as_known
from rightbower.referee.claims import call_card, call_suit, choose, claim, overrule
from rightbower.referee.doing import (
    act_at_table,
    cut_at_table,
    deal_at_table,
    drop_cards,
    enter_result,
    face,
    improper,
    open_table,
    ring_bell,
    start_bell_at_table,
    turn_trick,
)
from rightbower.referee.doing import remind as remind_at_table
from rightbower.referee.irregularities import describe
from rightbower.referee.rulings import citations
from rightbower.referee.table import Ruled, Table
from rightbower.rules.acts import Bury, read_action, write_action
from rightbower.rules.book import Citation, RuleBook, load, names
from rightbower.rules.cards import Card, Seat, Suit, card
from rightbower.rules.ceremonies import Cut, Dealt
from rightbower.rules.deal import Deal
from rightbower.rules.game import (
    Advice,
    Game,
    GameError,
    TurnUp,
    act,
    cut,
    deal_out,
    remind,
    ring,
    show_turn_up,
    start_bell,
    start_game,
    void,
)
from rightbower.rules.message import message
from rightbower.rules.refusal import said_by
from rightbower.rules.score import Mark

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
        raise entries.RecordError(
            message("line {number}: {reason}", number=1, reason=said_by(fault))
        ) from None
    return record.then(*_entries(lines, standing))


def _entries(lines: Iterator[RecordLine], standing: GameOrTable) -> Iterator[entries.Entry]:
    due: tuple[str, ...] = ()
    for line in lines:
        if line.kind in FACTS:
            due = _check(line, due)
            continue
        entry = _read_entry(line, lines, len(game_of(standing).finished) + 1)
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
            raise line.refuse(f"the record says {line.text!r}, and the replay gives {fact!r}")
    raise line.refuse(f"the record says {line.text!r}, and nothing of the kind follows here")


def read_entry(text: str) -> entries.Entry:
    """One entry from the lines that ``write_entry`` makes of it; which deal it is, is not checked."""
    first, *rest = (
        RecordLine(number, *_words(line)) for number, line in enumerate(text.split("\n"), 1)
    )
    return _read_entry(first, iter(rest), None)


def _words(line: str) -> tuple[str, str]:
    kind, _, rest = line.partition(" ")
    return kind, rest


def _read_entry(line: RecordLine, lines: Iterator[RecordLine], number: int | None) -> entries.Entry:
    if line.kind == "note":
        return entries.NoteEntry(line.plain())
    bare, at = line.timed()
    match line.kind:
        case "deal":
            return _read_dealt(bare, at, lines, number)
        case "cut":
            return entries.CutEntry(_read_cut(bare), at)
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


def _read_cut(line: RecordLine) -> Cut:
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


def _read_dealt(
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


def write(record: entries.Record) -> str:
    """The record as text, with the marks, scores and result that follow from it."""
    lines = [f"{MAGIC} {VERSION}", *_book(record.book), *_heading(record)]
    standing = initial_state(record)
    for number, entry in enumerate(record.entries, 1):
        try:
            after = after_entry(standing, entry)
        except ValueError as fault:
            raise entries.RecordError(
                message(
                    "entry {number} cannot be written: {reason}",
                    number=number,
                    reason=said_by(fault),
                )
            ) from None
        lines += _write_entry(entry, len(game_of(standing).finished) + 1)
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
    return "\n".join(line for line in _write_entry(entry, number) if line)


def _write_entry(entry: entries.Entry, number: int) -> Iterable[str]:
    match entry:
        case entries.CutEntry(cut=cut):
            return (f"cut {_write_cut(cut)}{stamp(entry.at)}",)
        case entries.DealtEntry():
            return _write_dealt(entry, number)
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


def _write_cut(cut: Cut) -> str:
    if cut.by is None:
        return "not offered"
    return f"by {cut.by} {'declined' if cut.lifted is None else cut.lifted}"


def _write_dealt(entry: entries.DealtEntry, number: int) -> Iterator[str]:
    def listed(cards: Iterable[Card]) -> str:
        return " ".join(ASSUMED * (card in entry.assumed) + card.name for card in cards)

    yield ""
    yield f"deal {number} by {entry.dealer}{stamp(entry.at)}"
    for seat, hand in zip(Seat, entry.cards.hands, strict=True):
        yield f"hand {seat} {listed(hand)}"
    how = "" if entry.turn_up is TurnUp.FACED else f" {TURN_UPS[entry.turn_up]}"
    yield f"turn-up {entry.cards.turn_up}{how}"
    yield f"stock {listed(entry.cards.stock)}"


GameOrTable = Game | Table


def game_of(standing: GameOrTable) -> Game:
    """The game, with or without a table around it."""
    return standing.game if isinstance(standing, Table) else standing


def table_step(table: Table, entry: entries.Entry) -> Table:
    """The table after one more entry; raise a ``ValueError`` for what cannot have been."""
    match entry:
        case entries.CutEntry():
            return cut_at_table(table, entry.cut, entry.at)
        case entries.DealtEntry():
            return deal_at_table(table, entry.cards, entry.dealer, entry.turn_up, entry.at)
        case entries.TurnUpEntry():
            return face(table, entry.turn_up, entry.at)
        case entries.ActionEntry():
            if reason := improper(table, entry.action):
                raise GameError(reason)
            return act_at_table(table, entry.action, entry.at)
        case entries.SlipEntry():
            return act_at_table(table, entry.action, entry.at)
        case entries.BellEntry(signal="start"):
            return start_bell_at_table(table, entry.at)
        case entries.BellEntry():
            return ring_bell(table, entry.at)
        case entries.ReminderEntry():
            return remind_at_table(table, entry.advice, entry.at)
        case entries.VoidEntry():
            raise GameError("as at the table a deal is void by a ruling")
        case entries.NoteEntry():
            return table
        case entries.DroppedEntry():
            return drop_cards(table, entry.seat, entry.cards)
        case entries.TurnedEntry():
            return turn_trick(table)
        case entries.ClaimEntry():
            return claim(table, entry.fact, entry.by, entry.proof, entry.points, entry.last_hand)
        case entries.ChoiceEntry():
            return choose(table, entry.option, entry.by, entry.number)
        case entries.CalledEntry():
            return _called(table, entry)
        case entries.OverruleEntry():
            return overrule(table, entry.officer, entry.reason, entry.remedies, entry.number)
        case entries.EnteredEntry():
            return enter_result(table)
        case _:
            assert_never(entry)


def _called(table: Table, entry: entries.CalledEntry) -> Table:
    if isinstance(entry.called, Card):
        return call_card(table, entry.by, entry.called)
    assert entry.called is None or isinstance(entry.called, Suit)
    return call_suit(table, entry.by, entry.called)


def facts_at(before: GameOrTable, after: GameOrTable) -> tuple[str, ...]:
    """What follows from an entry: the ruling it brought, marks, the score and the result."""
    if not isinstance(before, Table) or not isinstance(after, Table):
        return facts(game_of(before), game_of(after))
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
    return f"{how}: {plain(describe(ruled.fact))}, {clause}"


def begin(record: entries.Record) -> Game:
    """The game before its first entry."""
    return start_game(
        record.book,
        record.first_dealer,
        record.target,
        record.players,
        record.start_score,
        record.at,
    )


def step(game: Game, entry: entries.Entry) -> Game:
    """The game after one more entry; raise a ``ValueError`` for what the book forbids."""
    match entry:
        case entries.CutEntry():
            return cut(game, entry.cut, entry.at)
        case entries.DealtEntry():
            return _replay_dealt(game, entry)
        case entries.TurnUpEntry():
            return show_turn_up(game, entry.turn_up, entry.at)
        case entries.ActionEntry():
            return act(game, entry.action, entry.at)
        case entries.BellEntry(signal="start"):
            return start_bell(game, entry.at)
        case entries.BellEntry():
            return ring(game, entry.at)
        case entries.ReminderEntry():
            return remind(game, entry.advice, entry.at)
        case entries.VoidEntry():
            return void(game, entry.dealer, entry.at)
        case entries.NoteEntry():
            return game
        case _:
            raise GameError("slips and rulings belong to a game whose mode is as at the table")


def initial_state(record: entries.Record) -> GameOrTable:
    """The state before the first entry: a game, or a table where slips can happen."""
    game = begin(record)
    return open_table(game) if record.at_table else game


def after_entry(standing: GameOrTable, entry: entries.Entry) -> GameOrTable:
    """The game or the table after one more entry."""
    if isinstance(standing, Table):
        return table_step(as_known(standing, entry), entry)
    return step(standing, entry)


def replay(record: entries.Record) -> Game:
    """The game of a record; refuse one that the book does not allow."""
    return stories(record)[0]


def at_the_table(record: entries.Record) -> Table:
    """The table a record of a game as at the table leads to, with its log of rulings."""
    standing = initial_state(record)
    for entry in record.entries:
        standing = after_entry(standing, entry)
    if not isinstance(standing, Table):
        raise entries.RecordError("the record is not of a game as at the table")
    return standing


class DealStory(Struct, frozen=True):
    """A deal that counted or is under way, how it was dealt and what it brought."""

    deal: Deal
    dealt: entries.DealtEntry
    knows_buried: bool
    marks: tuple[Mark, ...]
    score: tuple[int, int]


def stories(record: entries.Record) -> tuple[Game, tuple[DealStory, ...]]:
    """The game of a record, and the story of each deal."""
    standing = initial_state(record)
    told: list[tuple[entries.DealtEntry, bool]] = []
    dealt: entries.DealtEntry | None = None
    knows = True
    for number, entry in enumerate(record.entries, 1):
        try:
            standing = after_entry(standing, entry)
        except ValueError as fault:
            deal = len(game_of(standing).finished) + 1
            raise entries.RecordError(
                message(
                    "entry {number}, deal {deal}: {reason}",
                    number=number,
                    deal=deal,
                    reason=said_by(fault),
                )
            ) from None
        if isinstance(entry, entries.DealtEntry):
            dealt, knows = entry, True
        elif isinstance(entry, entries.ActionEntry) and entry.assumed:
            knows = False
        finished = len(game_of(standing).finished)
        if finished > len(told):
            assert dealt is not None
            told.append((dealt, knows))
        told = told[:finished]
    game = game_of(standing)
    found = [
        DealStory(each.deal, *how, each.marks, each.score)
        for each, how in zip(game.finished, told, strict=True)
    ]
    if game.deal is not None:
        assert dealt is not None
        found.append(DealStory(game.deal, dealt, knows, (), game.score))
    return game, tuple(found)


def _replay_dealt(game: Game, entry: entries.DealtEntry) -> Game:
    if entry.dealer is not game.dealer:
        clause = game.book.named("laws.deal_passes")
        raise GameError(f"it is {game.dealer.word}'s deal, not {entry.dealer.word}'s ({clause})")
    return deal_out(game, entry.cards, entry.at, entry.turn_up)
