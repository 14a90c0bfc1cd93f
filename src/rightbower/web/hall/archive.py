"""Tables as the journal has them: read, listed, and without the names of those who were erased."""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from msgspec import Struct, json
from msgspec.structs import replace

from rightbower.record.entries import (
    ActionEntry,
    BellEntry,
    ClaimEntry,
    DealtEntry,
    DroppedEntry,
    RecordEntry,
    SlipEntry,
    read_entry,
)
from rightbower.record.record import as_known
from rightbower.referee.doing import improper
from rightbower.referee.rulings import dismissed
from rightbower.referee.table import Ruled, TableError
from rightbower.rules.cards import Seat, cards
from rightbower.rules.game import Reason
from rightbower.rules.refusal import Refusal
from rightbower.store.contract import Projection, StoredEntry, StreamJournal
from rightbower.web.common.background import read_soon
from rightbower.web.hall.dealing import dealt, one_too_many
from rightbower.web.hall.entries import (
    Acted,
    Begun,
    CalledOff,
    DealFacts,
    DealtByNumber,
    GameFinished,
    HallEntry,
    OlderEntry,
    Played,
    Rang,
    Sat,
    Slipped,
    TakenBack,
    decode,
    encode,
    read_action,
)
from rightbower.web.hall.play_by_play import PlayByPlay
from rightbower.web.hall.table import HallTable, fold, same_result

# What happens in the game itself.
InGame = Begun | Played | TakenBack | CalledOff


def read_table(stored: Sequence[StoredEntry]) -> tuple[HallTable, PlayByPlay]:
    """A table as its stream has it.

    What a finished game came to is what its facts say; it is played again only to be looked at, and
    where today's book no longer comes to the same it is told by the facts alone.
    """
    entries = [decode(each.body) for each in stored]
    if not entries:
        raise Refusal("there is nothing in it")
    if not any(isinstance(each, GameFinished) for each in entries):
        return _played(entries)
    with contextlib.suppress(ValueError, LookupError, AssertionError):
        return _played(entries)
    return _unplayed(entries)


def _played(entries: Sequence[HallEntry | OlderEntry]) -> tuple[HallTable, PlayByPlay]:
    table: HallTable | None = None
    lines = PlayByPlay()
    for entry in entries:
        if isinstance(entry, GameFinished) and (table is None or not same_result(table, entry)):
            raise Refusal("the book has changed since")
        table, today = after(table, entry)
        lines.add(table, today)
    assert table is not None
    return table, lines


def _unplayed(entries: Sequence[HallEntry | OlderEntry]) -> tuple[HallTable, PlayByPlay]:
    table: HallTable | None = None
    lines = PlayByPlay()
    for entry in entries:
        table = without_game(table, entry)
        if not isinstance(entry, Played | OlderEntry):
            lines.add(table, entry)
    assert table is not None
    return table, lines


def without_game(table: HallTable | None, entry: HallEntry | OlderEntry) -> HallTable:
    """The table after one more entry, without its game, whose facts are stored."""
    if table is None or not isinstance(entry, InGame | OlderEntry):
        assert not isinstance(entry, OlderEntry)
        return fold(table, entry)
    return replace(
        table,
        dealt=table.dealt + _deals(entry),
        taken_back=table.taken_back + isinstance(entry, TakenBack),
        version=table.version + 1,
        touched=entry.at,
    )


def _deals(entry: InGame | OlderEntry) -> bool:
    match entry:
        case DealtByNumber() | Slipped(what={"deal": _}) | Played(entry=DealtEntry()):
            return True
    return False


def after(table: HallTable | None, entry: HallEntry | OlderEntry) -> tuple[HallTable, HallEntry]:
    """The table after one more entry of either form, and the entry in today's."""
    if not isinstance(entry, OlderEntry):
        return fold(table, entry), entry
    assert table is not None, "a table is opened first"
    today = renewed(table, entry)
    try:
        return fold(table, today), today
    except TableError as fault:
        return _let_pass(table, today, fault), today


def _let_pass(table: HallTable, played: Played, fault: TableError) -> HallTable:
    """A claim that was heard then and would be refused today has its place in the log, and no more.

    Later entries name rulings by their numbers, so that none may be missing.
    """
    claim, referee = played.entry, table.referee
    if referee is None or not isinstance(claim, ClaimEntry):
        raise fault
    ruling = dismissed(claim.fact.kind, fault.said, "rulings.borrowed")
    log = (*referee.log, Ruled(claim.fact, claim.by, ruling, len(referee.game.finished) + 1))
    version = table.version + 1
    return replace(table, referee=replace(referee, log=log), version=version, touched=played.at)


def renewed(table: HallTable, entry: OlderEntry) -> Played:
    """An entry of the first form as a record has it."""
    match entry:
        case DealtByNumber():
            return dealt(table, entry.at)
        case Acted():
            return Played(_acted(table, entry), entry.move, entry.by_bot)
        case Rang():
            return Played(BellEntry("end", entry.at))
        case Slipped(what={"deal": _, "extra": letter}):
            return one_too_many(dealt(table, entry.at, entry.move), Seat.of(letter))
        case Slipped():
            return Played(_slipped(entry), entry.move)


def _acted(table: HallTable, entry: Acted) -> ActionEntry | SlipEntry:
    proper = ActionEntry(read_action(entry.action), entry.at)
    if table.referee is None or not improper(as_known(table.referee, proper), proper.action):
        return proper
    return SlipEntry(proper.action, entry.at)


def _slipped(entry: Slipped) -> RecordEntry:
    match entry.what:
        case {"line": str(line)}:
            said = read_entry(line)
            return replace(said, at=entry.at)
        case {"drop": str(shown)}:
            return DroppedEntry(Seat.of(shown[0]), cards(shown[2:]), entry.at)
    raise Refusal(f"this table does not know {entry.what}")


OPEN: Final = "open tables"
PAST: Final = "past games"
ASIDE: Final = "set aside"
# By this label are found the tables that anybody may join.
JOIN: Final = "join"
# And by this one the games that anybody may watch.
WATCH: Final = "watch"
PREFIX: Final = "table/"
EVERY: Final = 1 << 40
# A game or table that nobody came to for so long is not offered any more.
FORGET_AFTER: Final = 2 * 24 * 3600.0


class OpenTable(Struct, frozen=True):
    """A table that is not over, in short; a seat that is free has no name."""

    table: str
    title: str
    names: tuple[str, ...]
    begun: bool
    score: tuple[int, int]


class PastGame(Struct, frozen=True, omit_defaults=True):
    """A finished game, in short: who played it, by which book, and how it ended.

    ``people``, ``names`` and ``bots`` go by seat; a person has no bot. It was ``helped`` where
    somebody asked for a hint or took a play back. ``round`` is that of an event (``spring/3``).
    ``left`` are those who gave up their chairs before the end.
    """

    table: str
    title: str
    people: tuple[str, ...]
    names: tuple[str, ...]
    score: tuple[int, int]
    at: float
    book: str = ""
    bots: tuple[str, ...] = ()
    winner: str = ""
    reason: Reason = "points"
    helped: bool = False
    deals: tuple[DealFacts, ...] = ()
    same: str = ""
    round: str = ""
    left: tuple[tuple[Seat, str], ...] = ()

    def told_by(self, who: str) -> str:
        """A sentence about the game for one who played it, with its day."""
        seat = Seat(self.people.index(who))
        how = "Drew" if not self.winner else "Won" if self.winner == seat.side.name else "Lost"
        if self.reason == "abandoned":
            how = "Given up at"
        ours, theirs = self.score[seat.side], self.score[seat.side.other]
        partner, left, right = (self.names[each] for each in (seat.partner, seat.left, seat.right))
        day = datetime.fromtimestamp(self.at, UTC).astimezone()
        return (
            f"{how} {ours}–{theirs} with {partner} against {left} and {right}, {day:%B} {day.day}"
        )


class SetAside(Struct, frozen=True):
    """A stream that cannot be read, and why."""

    stream: str
    reason: str


def changes(stream: str, before: HallTable | None, after: HallTable) -> list[Projection]:
    """What changes in the lists of the hall with a table."""
    if before is not None and _alike(before, after):
        return []
    old = None if before is None else projection(stream, before)
    new = projection(stream, after)
    if old is not None and (old.list, old.body, old.labels) == (new.list, new.body, new.labels):
        return []
    leaving = [Projection(old.list, stream)] if old is not None and old.list != new.list else []
    return [*leaving, new]


def _alike(before: HallTable, after: HallTable) -> bool:
    """Whether nothing that is listed can have changed; asked at every move."""
    if before.seats is not after.seats or before.finished is not after.finished:
        return False
    if before.beginning is not after.beginning:
        return False
    old, new = before.game, after.game
    return old is new or (old is not None and new is not None and old.score == new.score)


def projection(stream: str, table: HallTable) -> Projection:
    """What a table is listed as."""
    people = tuple(sitter.who for sitter in table.seats if sitter is not None)
    name = stream.removeprefix(PREFIX)
    if table.finished is not None:
        return past_projection(stream, past_game(name, table, table.finished))
    names = tuple("" if sitter is None else sitter.name for sitter in table.seats)
    score = (0, 0) if table.game is None else table.game.score
    listed = OpenTable(name, table.book.title, names, table.game is not None, score)
    same = _same_labels(table.opened.same, people)
    labels = (*_open_to_all(table), *map(label, people), *same)
    return Projection(OPEN, stream, table.touched, labels, json.encode(listed))


def past_game(name: str, table: HallTable, facts: GameFinished) -> PastGame:
    """A table's finished game, in short."""
    sitters = [sitter for sitter in table.seats if sitter is not None]
    return PastGame(
        name,
        facts.title,
        tuple(sitter.who for sitter in sitters),
        tuple(sitter.name for sitter in sitters),
        facts.score,
        facts.at,
        table.opened.book,
        tuple(sitter.bot for sitter in sitters),
        facts.winner,
        facts.reason,
        helped=table.helped,
        deals=facts.deals,
        same=table.opened.same,
        round="/".join(table.opened.event.split("/")[:2]),
        left=table.given_up,
    )


def past_projection(stream: str, game: PastGame) -> Projection:
    """A finished game as it is listed, found by those who played it."""
    people = [who for who, bot in zip(game.people, game.bots, strict=True) if not bot]
    labels = {*map(label, people), *_same_labels(game.same, people)}
    labels |= {round_label(game.round)} if game.round else set()
    return Projection(PAST, stream, game.at, tuple(sorted(labels)), json.encode(game))


def round_label(round_: str) -> str:
    """What the finished games of an event's round (``spring/3``) are found by."""
    return f"round {round_}"


def played_in(journal: StreamJournal, round_: str) -> list[str]:
    """The tables of an event's round whose games are over."""
    return [each.stream.removeprefix(PREFIX) for each in journal.listed(PAST, round_label(round_))]


def _same_labels(key: str, people: Sequence[str]) -> list[str]:
    """What a table of the same deals as others is found by: the deals, and who plays them there."""
    return [f"same {key}", *(f"same {key} {who}" for who in people)] if key else []


def played_before(journal: StreamJournal, list_: str, key: str, who: str) -> str:
    """The stream of a list where somebody plays these deals; nothing where there is none."""
    found = journal.listed(list_, f"same {key} {who}", 1)
    return found[0].stream if found else ""


def same_games(journal: StreamJournal, key: str) -> list[PastGame]:
    """The finished games at the same deals."""
    return _games(journal.listed(PAST, f"same {key}", EVERY))


def without_name(listed: Projection, shown: Callable[[PastGame], PastGame]) -> Projection:
    """A listed game as it is listed once a name in it is not shown any more."""
    game = json.decode(listed.body, type=PastGame)
    return past_projection(listed.stream, shown(game))


def _open_to_all(table: HallTable) -> tuple[str, ...]:
    """What anybody may do at a table; nothing at a private one, or an event's."""
    if not table.opened.listed or table.opened.event:
        return ()
    if table.game is not None:
        return (WATCH,)
    return (JOIN,) if None in table.seats and table.beginning is None else ()


def label(who: str) -> str:
    """What a person's tables are found by."""
    return f"who {who}"


def open_tables(journal: StreamJournal, by: str, since: float, most: int) -> list[OpenTable]:
    """The tables found by a label, the newest first; those that nobody came to are left out."""
    found = journal.listed(OPEN, by, most)
    return [json.decode(each.body, type=OpenTable) for each in found if each.at > since]


def forgotten(journal: StreamJournal, since: float, most: int) -> list[str]:
    """The tables of unfinished games that nobody has come to for long."""
    old = [each for each in journal.listed(OPEN) if each.at <= since]
    found = [json.decode(each.body, type=OpenTable) for each in old]
    return [each.table for each in found if each.begun][:most]


def past_games(journal: StreamJournal, who: str, most: int) -> list[PastGame]:
    """The games a person has finished, the newest first."""
    return _games(journal.listed(PAST, label(who), most))


def all_past_games(journal: StreamJournal) -> list[PastGame]:
    """Every finished game of the hall, the first first."""
    found = _games(journal.listed(PAST, most=EVERY))
    return sorted(found, key=lambda game: (game.at, game.table))


def newest_game(journal: StreamJournal) -> PastGame | None:
    """The game of the hall that ended last."""
    return next(iter(_games(journal.listed(PAST, most=1))), None)


def _games(found: Sequence[Projection]) -> list[PastGame]:
    return [json.decode(each.body, type=PastGame) for each in found]


def set_aside(journal: StreamJournal) -> list[SetAside]:
    """The tables that cannot be read."""
    return [SetAside(each.stream, each.body.decode()) for each in journal.listed(ASIDE)]


def unlisted(journal: StreamJournal, streams: Sequence[str]) -> Iterator[str]:
    """Those of the streams that no list has, or whose finished game is listed in an older form."""
    for stream in streams:
        past = journal.projection(PAST, stream)
        if past is not None:
            if not json.decode(past.body, type=PastGame).bots:
                yield stream
        elif all(journal.projection(each, stream) is None for each in (OPEN, ASIDE)):
            yield stream


STREAM: Final = "erased people"
# Another hall over the same journal may have erased somebody: so often it is looked at, in seconds.
READ_AGAIN: Final = 10.0
# How the entry of somebody who sat down begins.
SAT: Final = b'{"type":"sat"'


class ProfileErased(Struct, frozen=True):
    """Somebody whose name is not read any more; ``mark`` is a hash of their device's key."""

    mark: str
    at: float


class ErasedPeople:
    """Everybody who was erased, in their order: ``many`` entries, whose numbers ``_marks`` have."""

    _marks: dict[str, int]
    many: int
    _read_at: float

    def __init__(self, journal: StreamJournal, clock: Callable[[], float] = time.monotonic) -> None:
        self._journal, self._clock = journal, clock
        self.read()

    def __contains__(self, who: object) -> bool:
        if self._clock() - self._read_at > READ_AGAIN:
            self._read_at = self._clock()
            read_soon(self._journal, self._read_on)
        return bool(self._marks) and _mark(str(who)) in self._marks

    def read(self) -> None:
        """Those whom the journal has."""
        self._marks, self.many = {}, 0
        self._read_on()

    def _read_on(self) -> None:
        """Those whom another hall has added; one on its way to the disk stays."""
        self._read_at, have = self._clock(), self.many
        stored = self._journal.read(STREAM, have)
        if self.many == have:
            for each in stored:
                self._remember(json.decode(each.body, type=ProfileErased).mark)

    def add(self, who: str, at: float) -> bytes:
        """One more; what is to be written down of it."""
        self._remember(_mark(who))
        return json.encode(ProfileErased(_mark(who), at))

    def _remember(self, mark: str) -> None:
        self.many += 1
        self._marks.setdefault(mark, self.many)

    def shown(self, who: str, name: str) -> tuple[str, str]:
        """The key and the name of a person as they are read."""
        if who not in self:
            return who, name
        number = self._marks[_mark(who)]
        return f"erased {number}", f"Erased player {number}"

    def entries(self, stored: Sequence[StoredEntry]) -> list[StoredEntry]:
        """The entries of a table as they are read."""
        if not self._marks:
            return list(stored)
        return [
            replace(each, body=self._sat(each.body)) if each.body.startswith(SAT) else each
            for each in stored
        ]

    def _sat(self, body: bytes) -> bytes:
        sat = decode(body)
        assert isinstance(sat, Sat)
        who, name = self.shown(sat.who, sat.name)
        return encode(replace(sat, who=who, name=name))

    def game(self, game: PastGame) -> PastGame:
        """A listed game as it is read."""
        shown = [self.shown(*each) for each in zip(game.people, game.names, strict=True)]
        people, names = zip(*shown, strict=True)
        return replace(game, people=people, names=names)


def _mark(who: str) -> str:
    return hashlib.sha256(f"erased {who}".encode()).hexdigest()
