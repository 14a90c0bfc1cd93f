"""What the desk keeps beside an event: its PIN, fees, phones and tables played online.

None of it changes a score or a place; it has a stream of its own, so that an event's journal can be
shown to everybody.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, json
from msgspec.structs import replace

from rightbower.web.notes import note_facts

PREFIX = "desk/"
KEPT = 3


class Note(Struct, frozen=True):
    """One entry of the desk's own stream; ``by`` is who wrote it, where they are known by name."""

    at: float
    fact: note_facts.NoteFact
    by: str = ""


class MoneyNote(Struct, frozen=True):
    """The latest note about money, when it was made, and what takes it back."""

    at: float
    fact: note_facts.FeeSet | note_facts.Paid | note_facts.PaidEach
    back: note_facts.FeeSet | note_facts.Paid | note_facts.PaidEach


class Notes(Struct, frozen=True):
    """What the notes come to; ``paid`` is in cents by entrant, ``phones`` are entrants by browser.

    ``tokens`` are hashes by the name of the program; ``money`` is the latest note about money.
    ``message`` is for everybody, ``said_before`` the latest of those, ``table_messages`` are for one
    table each, ``calls`` are tables that call, and ``said`` counts what phones have to be told.
    """

    version: int = 0
    pin: note_facts.PinSet | None = None
    directors: frozenset[str] = frozenset()
    fee: int = 0
    paid: dict[int, int] = {}
    door: bool = True
    phones: dict[str, int] = {}
    captains: dict[str, int] = {}
    online: dict[tuple[int, int], str] = {}
    one_hand: frozenset[tuple[int, int]] = frozenset()
    season: note_facts.SeasonPlanned | None = None
    tokens: dict[str, str] = {}
    money: MoneyNote | None = None
    message: str = ""
    said_before: tuple[str, ...] = ()
    table_messages: dict[int, str] = {}
    calls: dict[tuple[int, int], str] = {}
    said: int = 0

    @property
    def pot(self) -> int:
        """What is in the pot, in cents."""
        return sum(self.paid.values())


def extend(notes: Notes, note: Note) -> Notes:
    """The notes with one more."""
    after = replace(notes, version=notes.version + 1)
    match note.fact:
        case note_facts.PinSet():
            return replace(after, pin=note.fact)
        case note_facts.DirectorNamed(account):
            return replace(after, directors=notes.directors | {account})
        case note_facts.LetIn() | note_facts.WrongPin():
            return after
        case note_facts.FeeSet(cents):
            money = MoneyNote(note.at, note.fact, note_facts.FeeSet(notes.fee))
            return replace(after, fee=cents, money=money)
        case note_facts.Paid(entrant, cents):
            money = MoneyNote(
                note.at, note.fact, note_facts.Paid(entrant, notes.paid.get(entrant, 0))
            )
            return replace(after, paid={**notes.paid, entrant: cents}, money=money)
        case note_facts.PaidEach(paid):
            before = tuple((number, notes.paid.get(number, 0)) for number, _ in paid)
            money = MoneyNote(note.at, note.fact, note_facts.PaidEach(before))
            return replace(after, paid={**notes.paid, **dict(paid)}, money=money)
        case note_facts.DoorSet(is_open):
            return replace(after, door=is_open)
        case note_facts.PhoneTaken(who, entrant):
            return replace(after, phones={**notes.phones, who: entrant})
        case note_facts.PhoneFreed(entrant):
            kept = {who: number for who, number in notes.phones.items() if number != entrant}
            return replace(after, phones=kept)
        case note_facts.CaptainTaken(who, team):
            return replace(after, captains={**notes.captains, who: team})
        case note_facts.CaptainFreed(team):
            left = {who: own for who, own in notes.captains.items() if own != team}
            return replace(after, captains=left)
        case note_facts.OneHand(round_, table):
            return replace(after, one_hand=notes.one_hand | {(round_, table)})
        case note_facts.PutOnline(round_, table, hall_table):
            return replace(after, online={**notes.online, (round_, table): hall_table})
        case note_facts.MessageShown() | note_facts.HelpCalled() | note_facts.HelpGiven():
            return _spoken(after, note.fact)
        case note_facts.SeasonPlanned():
            return replace(after, season=note.fact)
        case note_facts.TokenMade(name, hashed):
            return replace(after, tokens={**notes.tokens, name: hashed})
        case note_facts.TokenGone(name):
            tokens = {known: held for known, held in notes.tokens.items() if known != name}
            return replace(after, tokens=tokens)


def _spoken(
    notes: Notes, fact: note_facts.MessageShown | note_facts.HelpCalled | note_facts.HelpGiven
) -> Notes:
    """The notes after something was said from the desk or from a table."""
    notes = replace(notes, said=notes.said + 1)
    match fact:
        case note_facts.MessageShown(text, 0):
            return replace(notes, message=text, said_before=_newest(text, notes.said_before))
        case note_facts.MessageShown(text, table):
            messages = {**notes.table_messages, table: text}
            return replace(
                notes, table_messages={at: each for at, each in messages.items() if each}
            )
        case note_facts.HelpCalled(round_, table, why):
            return replace(notes, calls={**notes.calls, (round_, table): why})
        case note_facts.HelpGiven(round_, table):
            left = {at: why for at, why in notes.calls.items() if at != (round_, table)}
            return replace(notes, calls=left)


def _newest(text: str, before: tuple[str, ...]) -> tuple[str, ...]:
    """The latest messages with one more, each once, the newest first."""
    return ((text,) if text else ()) + tuple(each for each in before if each != text)[:KEPT]


def fold(notes: Sequence[Note]) -> Notes:
    """The notes from the first to the last."""
    found = Notes()
    for note in notes:
        found = extend(found, note)
    return found


def encode(note: Note) -> bytes:
    """A note as the journal keeps it."""
    return json.encode(note)


_decoder = json.Decoder(Note)


def decode(body: bytes) -> Note:
    """A note from the journal."""
    return _decoder.decode(body)
