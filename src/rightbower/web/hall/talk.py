"""What people at a table say to each other, and what they report to the host of the hall."""

from __future__ import annotations

import asyncio
import weakref
from collections import deque
from typing import TYPE_CHECKING, Final

from msgspec import Struct, json
from msgspec.structs import replace

from rightbower.rules.cards import Seat
from rightbower.rules.message import message, word
from rightbower.store.contract import Conflict
from rightbower.store.live import AsyncJournal
from rightbower.tournament.names import hidden_character
from rightbower.web.common.background import read_apart
from rightbower.web.common.refusal import Refused
from rightbower.web.hall import wire as protocol

if TYPE_CHECKING:
    from rightbower.web.hall.actor import Live
    from rightbower.web.hall.connections import Connection

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


class TableTalk:
    """The words of one table: what was written, and what waits until the hand is over."""

    __slots__ = ("_held", "_lines", "_live", "_number", "_reported")

    def __init__(self, live: Live) -> None:
        self._live: Live = weakref.proxy(live)
        self._number = 0
        self._lines: deque[WrittenLine] = deque(maxlen=REMEMBERED)
        self._held: list[protocol.PhraseSaid | WrittenLine] = []
        # Who has reported which line.
        self._reported: set[tuple[str, int]] = set()

    def say(self, connection: Connection, request: protocol.Say) -> None:
        """A phrase or a sign, to everybody at the table and to those who watch."""
        seat = self._speaker(connection)
        if request.phrase >= len(PHRASES) + len(REACTIONS):
            raise Refused(message("there is no such phrase"))
        self._spoken(protocol.PhraseSaid(seat.name, request.phrase))

    def write(self, connection: Connection, request: protocol.Chat) -> None:
        """A line of one's own, to those who sit here."""
        table = self._live.table
        if table.opened.event:
            clause = table.book.clause("conduct.table_talk")
            raise Refused(message("there is no chat at a table of an event"), clause)
        if not table.opened.manners.chat or table.opened.listed:
            raise Refused(message("this table was opened without a chat"))
        if connection.who in self._live.hall.reports.silenced:
            raise Refused(message("the host of this hall has taken the chat from you"))
        seat, text = self._speaker(connection), _clean(request.text)
        self._number += 1
        line = protocol.ChatLine(self._number, seat.name, connection.name, text)
        self._spoken(WrittenLine(connection.who, line))

    def _speaker(self, connection: Connection) -> Seat:
        table = self._live.table
        seat = table.seat_of(connection.who)
        if seat is None:
            raise Refused(message("only those who sit at the table speak"))
        if table.deal is not None and seat not in table.deal.active:
            clause = table.book.clause("laws.partner_sits_out")
            raise Refused(message("your partner plays alone: no word until the hand ends"), clause)
        if not self._live.hall.words.take(connection.who):
            raise Refused(message("you have said a lot: wait a moment"))
        return seat

    def _spoken(self, said: protocol.PhraseSaid | WrittenLine) -> None:
        if not self._cards_are_out():
            self._tell(said)
        elif len(self._held) < HELD:
            self._held.append(said)
        else:
            raise Refused(message("enough is waiting to be said when the hand is over"))

    def _cards_are_out(self) -> bool:
        """Whether a message could give away something about a hand; with one person there is nobody to give it to."""
        return self._live.table.cards_are_out and self._live.table.people > 1

    def go_on(self) -> None:
        """Something has happened at the table: once a hand is over what was held is said."""
        if self._held and not self._cards_are_out():
            held, self._held = self._held, []
            for said in held:
                self._tell(said)

    def _tell(self, said: protocol.PhraseSaid | WrittenLine) -> None:
        if isinstance(said, WrittenLine):
            self._lines.append(said)
        message = self._shown(said) if isinstance(said, WrittenLine) else said
        text = protocol.write_reply(message).decode()
        seats = self._live.table.seats_of_people()
        late = self._live.table.opened.manners.watched_after
        for other in tuple(self._live.connections):
            if other.who in seats or not (late or isinstance(said, WrittenLine)):
                other.post(text)

    def catch_up(self, connection: Connection) -> None:
        """What was written before, for somebody of the table who comes or comes back."""
        if self._lines and self._live.table.seat_of(connection.who) is not None:
            for written in self._lines:
                connection.post(protocol.write_reply(self._shown(written)).decode())

    def _shown(self, written: WrittenLine) -> protocol.ChatLine:
        """A line under the name that its writer goes by now: one who was erased has none."""
        name = self._live.hall.erased.shown(written.who, written.line.name)[1]
        return replace(written.line, name=name)

    async def report(self, connection: Connection, request: protocol.ReportLine) -> None:
        """Send a line to the host of the hall, with the few before it."""
        if self._live.table.seat_of(connection.who) is None:
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
        if not self._live.hall.words.take(connection.who):
            raise Refused(message("you have said a lot: wait a moment"))
        self._reported = {each for each in self._reported if each[1] >= lines[0].line.number}
        self._reported.add((connection.who, request.number))
        await self._live.hall.reports.add(
            Reported(
                self._live.id,
                connection.who,
                connection.name,
                about.who,
                about.line.name,
                about.line.text,
                tuple((each.who, each.line.name, each.line.text) for each in before),
                self._live.now(),
            )
        )


def _clean(text: str) -> str:
    """A line as it is shown; what cannot be shown is refused."""
    line = " ".join(text.split())
    if not line:
        raise Refused(message("write something first"))
    if hidden_character(line):
        raise Refused(message("this holds a letter that cannot be shown"))
    return line
