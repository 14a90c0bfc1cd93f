"""What the desk notes beside an event or a league, as it stands in the journal."""

from __future__ import annotations

from msgspec import Struct


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


class PhoneTaken(Struct, frozen=True, tag="phone-taken"):
    """A phone is an entrant's from now on."""

    who: str
    entrant: int


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
    | SeasonPlanned
    | TokenMade
    | TokenGone
)
