"""What the desk writes down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeVar

from msgspec import Struct, json
from msgspec.structs import replace


class PinSet(Struct, frozen=True, tag="pin-set"):
    """The director's PIN, salted and hashed."""

    salt: str
    hashed: str


class DirectorNamed(Struct, frozen=True, tag="director-named"):
    """The holder of an account directs this, without a PIN."""

    account: str
    name: str


class LetIn(Struct, frozen=True, tag="let-in"):
    """Somebody gave the right PIN, from an address."""

    where: str


class WrongPin(Struct, frozen=True, tag="wrong-pin"):
    """Somebody gave a wrong PIN, from an address."""

    where: str


class FeeSet(Struct, frozen=True, tag="fee-set"):
    """What an entrant pays, in cents."""

    cents: int


class Paid(Struct, frozen=True, tag="paid"):
    """An entrant paid so many cents in all; 0 takes it back."""

    entrant: int
    cents: int


class PaidEach(Struct, frozen=True, tag="paid-each"):
    """Several entrants paid at once: how many cents each in all."""

    paid: tuple[tuple[int, int], ...]


class DoorSet(Struct, frozen=True, tag="door-set"):
    """Whether people may put themselves on the list."""

    open: bool


Claim = Literal["word", "chair", "code"]


class PhoneTaken(Struct, frozen=True, tag="phone-taken", omit_defaults=True):
    """A phone is an entrant's from now on, perhaps instead of another; ``claim`` says how that is known."""

    who: str
    entrant: int
    claim: Claim = "code"
    instead: str = ""


class PhoneFreed(Struct, frozen=True, tag="phone-freed"):
    """The director freed the phones of an entrant."""

    entrant: int


class CaptainTaken(Struct, frozen=True, tag="captain-taken"):
    """A phone speaks for a team of a league from now on."""

    who: str
    team: int


class CaptainFreed(Struct, frozen=True, tag="captain-freed"):
    """The officer took the phones of a team's captain back."""

    team: int


class OneHand(Struct, frozen=True, tag="one-hand"):
    """A result was entered and confirmed from one and the same address."""

    round: int
    table: int


class PutOnline(Struct, frozen=True, tag="put-online"):
    """A table of a round is played in the hall."""

    round: int
    table: int
    hall_table: str


class MessageShown(Struct, frozen=True, tag="message-shown"):
    """The director says something to everybody, or to one table; nothing takes it away."""

    text: str
    table: int = 0


class HelpCalled(Struct, frozen=True, tag="help-called"):
    """A table calls the director."""

    round: int
    table: int
    why: str


class HelpGiven(Struct, frozen=True, tag="help-given"):
    """The director is on the way to a table that called."""

    round: int
    table: int


class HelpSettled(Struct, frozen=True, tag="help-settled"):
    """A table that called has settled it."""

    round: int
    table: int


class ScoreDisputed(Struct, frozen=True, tag="score-disputed"):
    """Who does not agree with the score of a table, and the score they say, North–South first."""

    round: int
    table: int
    entrant: int
    points: tuple[int, int] | None = None


class SeasonPlanned(Struct, frozen=True, tag="season-planned"):
    """When a league means to play, until its calendar is made: the first night, weeks, days off."""

    first_night: str
    weeks: int | None
    skip: tuple[str, ...]


class TokenMade(Struct, frozen=True, tag="token-made"):
    """A program may act by this token, of which only the hash is kept."""

    name: str
    hashed: str


class TokenGone(Struct, frozen=True, tag="token-gone"):
    """A program's token counts no longer."""

    name: str


NoteFact = (
    PinSet
    | DirectorNamed
    | LetIn
    | WrongPin
    | FeeSet
    | Paid
    | PaidEach
    | DoorSet
    | PhoneTaken
    | PhoneFreed
    | CaptainTaken
    | CaptainFreed
    | OneHand
    | PutOnline
    | MessageShown
    | HelpCalled
    | HelpGiven
    | HelpSettled
    | ScoreDisputed
    | SeasonPlanned
    | TokenMade
    | TokenGone
)


Key = TypeVar("Key")
Held = TypeVar("Held")

PREFIX = "desk/"
KEPT = 3


class Note(Struct, frozen=True):
    """One entry of the desk's own stream; ``by`` is who wrote it, where they are known by name."""

    at: float
    fact: NoteFact
    by: str = ""


class MoneyNote(Struct, frozen=True):
    """The latest note about money, when it was made, and what takes it back."""

    at: float
    fact: FeeSet | Paid | PaidEach
    back: FeeSet | Paid | PaidEach


class Help(Struct, frozen=True):
    """When a table called the director, and when the director answered; 0 is not yet."""

    called: float
    seen: float = 0.0


class Slip(Struct, frozen=True):
    """The score that somebody says against the one that was sent, and when."""

    at: float
    said: ScoreDisputed


class Notes(Struct, frozen=True):
    """What the notes come to; ``paid`` is in cents by entrant, ``phones`` are entrants by browser.

    ``claims`` says of phones that came without a code how they are known, ``freed`` are entrants who need
    the code. ``tokens`` are hashes by the name of the program; ``money`` is the latest note about money.
    ``message`` is for everybody, ``said_before`` the latest of those, ``table_messages`` are for one
    table each, ``calls`` are tables that call, ``help`` are those and where the director is coming until it
    is settled, ``slips`` are scores that were disputed, and ``said`` counts what phones have to be told.
    """

    version: int = 0
    pin: PinSet | None = None
    directors: frozenset[str] = frozenset()
    fee: int = 0
    paid: dict[int, int] = {}
    door: bool = True
    phones: dict[str, int] = {}
    claims: dict[str, Claim] = {}
    freed: frozenset[int] = frozenset()
    captains: dict[str, int] = {}
    online: dict[tuple[int, int], str] = {}
    one_hand: frozenset[tuple[int, int]] = frozenset()
    season: SeasonPlanned | None = None
    tokens: dict[str, str] = {}
    money: MoneyNote | None = None
    message: str = ""
    said_before: tuple[str, ...] = ()
    table_messages: dict[int, str] = {}
    calls: dict[tuple[int, int], str] = {}
    help: dict[tuple[int, int], Help] = {}
    slips: dict[tuple[int, int], Slip] = {}
    said: int = 0

    @property
    def pot(self) -> int:
        """What is in the pot, in cents."""
        return sum(self.paid.values())


def extend(notes: Notes, note: Note) -> Notes:
    """The notes with one more."""
    after = replace(notes, version=notes.version + 1)
    match note.fact:
        case PinSet():
            return replace(after, pin=note.fact)
        case DirectorNamed(account):
            return replace(after, directors=notes.directors | {account})
        case LetIn() | WrongPin():
            return after
        case FeeSet(cents):
            money = MoneyNote(note.at, note.fact, FeeSet(notes.fee))
            return replace(after, fee=cents, money=money)
        case Paid(entrant, cents):
            money = MoneyNote(note.at, note.fact, Paid(entrant, notes.paid.get(entrant, 0)))
            return replace(after, paid={**notes.paid, entrant: cents}, money=money)
        case PaidEach(paid):
            before = tuple((number, notes.paid.get(number, 0)) for number, _ in paid)
            money = MoneyNote(note.at, note.fact, PaidEach(before))
            return replace(after, paid={**notes.paid, **dict(paid)}, money=money)
        case DoorSet(is_open):
            return replace(after, door=is_open)
        case PhoneTaken(who, entrant, claim, instead):
            phones = {each: number for each, number in notes.phones.items() if each != instead}
            claims = {each: how for each, how in notes.claims.items() if each not in (who, instead)}
            claims |= {} if claim == "code" else {who: claim}
            return replace(after, phones={**phones, who: entrant}, claims=claims)
        case PhoneFreed(entrant):
            kept = {who: number for who, number in notes.phones.items() if number != entrant}
            claims = {who: how for who, how in notes.claims.items() if who in kept}
            return replace(after, phones=kept, claims=claims, freed=notes.freed | {entrant})
        case CaptainTaken(who, team):
            return replace(after, captains={**notes.captains, who: team})
        case CaptainFreed(team):
            left = {who: own for who, own in notes.captains.items() if own != team}
            return replace(after, captains=left)
        case OneHand(round_, table):
            return replace(after, one_hand=notes.one_hand | {(round_, table)})
        case PutOnline(round_, table, hall_table):
            return replace(after, online={**notes.online, (round_, table): hall_table})
        case MessageShown() | HelpCalled() | HelpGiven() | HelpSettled():
            return _spoken(after, note.at, note.fact)
        case ScoreDisputed(round_, table):
            after = replace(after, said=notes.said + 1)
            return replace(after, slips={**notes.slips, (round_, table): Slip(note.at, note.fact)})
        case SeasonPlanned():
            return replace(after, season=note.fact)
        case TokenMade(name, hashed):
            return replace(after, tokens={**notes.tokens, name: hashed})
        case TokenGone(name):
            tokens = {known: held for known, held in notes.tokens.items() if known != name}
            return replace(after, tokens=tokens)


def _spoken(
    notes: Notes, at: float, fact: MessageShown | HelpCalled | HelpGiven | HelpSettled
) -> Notes:
    """The notes after something was said from the desk or from a table."""
    notes = replace(notes, said=notes.said + 1)
    match fact:
        case MessageShown(text, 0):
            return replace(notes, message=text, said_before=_newest(text, notes.said_before))
        case MessageShown(text, table):
            messages = {**notes.table_messages, table: text}
            return replace(
                notes, table_messages={at: each for at, each in messages.items() if each}
            )
        case HelpCalled(round_, table, why):
            game = (round_, table)
            calls = {**notes.calls, game: why}
            return replace(notes, calls=calls, help={**notes.help, game: Help(at)})
        case HelpGiven(round_, table):
            game = (round_, table)
            called = notes.help.get(game, Help(at)).called
            return replace(
                notes,
                calls=_without(notes.calls, game),
                help={**notes.help, game: Help(called, at)},
            )
        case HelpSettled(round_, table):
            game = (round_, table)
            return replace(
                notes, calls=_without(notes.calls, game), help=_without(notes.help, game)
            )


def _without(held: dict[Key, Held], gone: Key) -> dict[Key, Held]:
    return {key: each for key, each in held.items() if key != gone}


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
