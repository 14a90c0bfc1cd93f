"""What people at a table say to each other, and what they report to the host of the hall."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Final, Protocol

from msgspec import Struct, json
from msgspec.structs import replace

from rightbower.rules.cards import Seat
from rightbower.rules.message import message, word
from rightbower.store.contract import Conflict
from rightbower.store.limits import Tries
from rightbower.store.streams import AsyncJournal
from rightbower.tournament.names import hidden_character
from rightbower.web.common.background import read_apart
from rightbower.web.common.refusal import Refused
from rightbower.web.hall import wire as protocol
from rightbower.web.hall.archive import ErasedPeople
from rightbower.web.hall.connections import Connection
from rightbower.web.hall.table import HallTable

STREAM: Final = "reports"
TRIES: Final = 3


class Reported(Struct, frozen=True, tag="reported"):
    """Somebody reported a line of a table's chat; ``before`` are the lines before it."""

    table: str
    by: str
    by_name: str
    about: str
    about_name: str
    text: str
    before: tuple[tuple[str, str, str], ...]
    at: float


class ReportClosed(Struct, frozen=True, tag="closed"):
    """The host has dealt with a report."""

    number: int
    at: float


class ChatTaken(Struct, frozen=True, tag="chat taken"):
    """The host took the chat from somebody, or gave it back."""

    who: str
    at: float
    back: bool = False


ReportEntry = Reported | ReportClosed | ChatTaken


class Reports:
    """The reports of a hall, in a stream of their own."""

    def __init__(self, async_journal: AsyncJournal) -> None:
        self._async_journal = async_journal
        self._lock = asyncio.Lock()
        self.silenced: frozenset[str] = frozenset()
        self.read_on()

    def read_on(self) -> None:
        """Know what other halls have written since."""
        self._remember(*(entry for _, entry in self._entries()))

    def _entries(self) -> list[tuple[int, ReportEntry]]:
        stored = self._async_journal.journal.read(STREAM)
        return [(each.version, json.decode(each.body, type=ReportEntry)) for each in stored]

    def _remember(self, *entries: ReportEntry) -> None:
        silenced = self.silenced
        for entry in entries:
            if isinstance(entry, ChatTaken):
                who = {entry.who}
                silenced = silenced - who if entry.back else silenced | who
        self.silenced = silenced

    def open(self) -> list[tuple[int, Reported]]:
        """The open reports, the newest first, each with its number."""
        entries = self._entries()
        closed = {entry.number for _, entry in entries if isinstance(entry, ReportClosed)}
        found = [(number, each) for number, each in entries if isinstance(each, Reported)]
        return [(number, each) for number, each in reversed(found) if number not in closed]

    def find(self, number: int) -> Reported | None:
        """The open report of a number."""
        return dict(self.open()).get(number)

    async def add(self, entry: ReportEntry) -> None:
        """Write one down; where another hall wrote at the same moment, after that."""
        journal = self._async_journal.journal
        async with self._lock:
            for left in reversed(range(TRIES)):
                try:
                    head = await read_apart(journal, journal.head, STREAM)
                    await self._async_journal.write(STREAM, head, [json.encode(entry)])
                    break
                except Conflict:
                    await read_apart(journal, journal.read, STREAM)
                    if not left:
                        raise
        self._remember(entry)


PHRASES: Final = (
    word("Hello"),
    word("Good luck"),
    word("Well played"),
    word("Thank you, partner"),
    word("Sorry, partner"),
    word("One moment, please"),
    word("Good game"),
    word("Goodbye"),
)
# Signs to send instead of words, such as every device can show, and how they are read out.
REACTIONS: Final = {
    "★": word("well done"),
    "☺": word("smile"),
    "♥": word("heart"),
    "✌": word("peace"),
    "☕": word("coffee"),
}
# So much is told at once to one who comes back, or when a hand is over; a line takes more than both.
REMEMBERED: Final = 20
HELD: Final = 12
# How many lines before the one reported are shown to the host.
BEFORE: Final = 5


class WrittenLine(Struct, frozen=True):
    """A line somebody wrote, and whose it is."""

    who: str
    line: protocol.ChatLine


class Speaking(Protocol):
    """What those who write at a table need of its hall."""

    words: Tries
    reports: Reports
    erased: ErasedPeople


class TableTalk:
    """The words of one table: what was written, and what waits until the hand is over."""

    __slots__ = ("_lines", "_number", "_reported", "waits")

    def __init__(self) -> None:
        self._number = 0
        self._lines: deque[WrittenLine] = deque(maxlen=REMEMBERED)
        # What is to be said when the hand is over.
        self.waits: list[protocol.PhraseSaid | WrittenLine] = []
        # Who has reported which line.
        self._reported: set[tuple[str, int]] = set()

    def say(
        self,
        table: HallTable,
        others: Sequence[Connection],
        connection: Connection,
        request: protocol.Say,
        hall: Speaking,
    ) -> None:
        """A phrase or a sign, to everybody at the table and to those who watch."""
        seat = _speaker(table, connection, hall.words)
        if request.phrase >= len(PHRASES) + len(REACTIONS):
            raise Refused(message("there is no such phrase"))
        self._spoken(protocol.PhraseSaid(seat.name, request.phrase), table, others, hall.erased)

    def write(
        self,
        table: HallTable,
        others: Sequence[Connection],
        connection: Connection,
        request: protocol.Chat,
        hall: Speaking,
    ) -> None:
        """A line of one's own, to those who sit here."""
        if table.opened.event:
            clause = table.book.clause("conduct.table_talk")
            raise Refused(message("there is no chat at a table of an event"), clause)
        if not table.opened.manners.chat or table.opened.listed:
            raise Refused(message("this table was opened without a chat"))
        if connection.who in hall.reports.silenced:
            raise Refused(message("the host of this hall has taken the chat from you"))
        seat, text = _speaker(table, connection, hall.words), _clean(request.text)
        self._number += 1
        line = protocol.ChatLine(self._number, seat.name, connection.name, text)
        self._spoken(WrittenLine(connection.who, line), table, others, hall.erased)

    def _spoken(
        self,
        said: protocol.PhraseSaid | WrittenLine,
        table: HallTable,
        others: Sequence[Connection],
        erased: ErasedPeople,
    ) -> None:
        if not _cards_are_out(table):
            self._tell(said, table, others, erased)
        elif len(self.waits) < HELD:
            self.waits.append(said)
        else:
            raise Refused(message("enough is waiting to be said when the hand is over"))

    def go_on(self, table: HallTable, others: Sequence[Connection], erased: ErasedPeople) -> None:
        """Something has happened at the table: once a hand is over what was held is said."""
        if self.waits and not _cards_are_out(table):
            held, self.waits = self.waits, []
            for said in held:
                self._tell(said, table, others, erased)

    def _tell(
        self,
        said: protocol.PhraseSaid | WrittenLine,
        table: HallTable,
        others: Sequence[Connection],
        erased: ErasedPeople,
    ) -> None:
        if isinstance(said, WrittenLine):
            self._lines.append(said)
        shown = _shown(said, erased) if isinstance(said, WrittenLine) else said
        text = protocol.write_reply(shown).decode()
        seats, late = table.seats_of_people(), table.opened.manners.watched_after
        for other in tuple(others):
            if other.who in seats or not (late or isinstance(said, WrittenLine)):
                other.post(text)

    def catch_up(self, table: HallTable, connection: Connection, erased: ErasedPeople) -> None:
        """What was written before, for somebody of the table who comes or comes back."""
        if self._lines and table.seat_of(connection.who) is not None:
            for written in self._lines:
                connection.post(protocol.write_reply(_shown(written, erased)).decode())

    def report(
        self, table: HallTable, connection: Connection, request: protocol.ReportLine, hall: Speaking
    ) -> tuple[WrittenLine, tuple[WrittenLine, ...]]:
        """A line to be sent to the host of the hall, with the few before it."""
        if table.seat_of(connection.who) is None:
            raise Refused(message("only those who sit at the table report what was written at it"))
        lines = list(self._lines)
        at = next((n for n, each in enumerate(lines) if each.line.number == request.number), None)
        if at is None:
            raise Refused(message("that line is not there any more"))
        about, before = lines[at], lines[max(0, at - BEFORE) : at]
        if about.who == connection.who:
            raise Refused(message("you wrote that line yourself"))
        if (connection.who, request.number) in self._reported:
            raise Refused(message("you have reported that line already"))
        if not hall.words.take(connection.who):
            raise Refused(message("you have said a lot: wait a moment"))
        self._reported = {each for each in self._reported if each[1] >= lines[0].line.number}
        self._reported.add((connection.who, request.number))
        return about, tuple(before)


def _speaker(table: HallTable, connection: Connection, words: Tries) -> Seat:
    seat = table.seat_of(connection.who)
    if seat is None:
        raise Refused(message("only those who sit at the table speak"))
    if table.deal is not None and seat not in table.deal.active:
        clause = table.book.clause("laws.partner_sits_out")
        raise Refused(message("your partner plays alone: no word until the hand ends"), clause)
    if not words.take(connection.who):
        raise Refused(message("you have said a lot: wait a moment"))
    return seat


def _cards_are_out(table: HallTable) -> bool:
    """Whether a message could give away something about a hand; with one person there is nobody to give it to."""
    return table.cards_are_out and table.people > 1


def _shown(written: WrittenLine, erased: ErasedPeople) -> protocol.ChatLine:
    """A line under the name that its writer goes by now: one who was erased has none."""
    name = erased.shown(written.who, written.line.name)[1]
    return replace(written.line, name=name)


def reported(
    table: str,
    by: Connection,
    lines: tuple[WrittenLine, tuple[WrittenLine, ...]],
    now: float,
) -> Reported:
    """A report of a line, as the host reads it."""
    about, before = lines
    return Reported(
        table,
        by.who,
        by.name,
        about.who,
        about.line.name,
        about.line.text,
        tuple((each.who, each.line.name, each.line.text) for each in before),
        now,
    )


def _clean(text: str) -> str:
    """A line as it is shown; what cannot be shown is refused."""
    line = " ".join(text.split())
    if not line:
        raise Refused(message("write something first"))
    if hidden_character(line):
        raise Refused(message("this holds a letter that cannot be shown"))
    return line
