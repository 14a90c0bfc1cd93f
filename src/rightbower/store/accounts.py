"""Accounts: a name and a passphrase, what the holder may do, and where they are signed in.

Organizers have them on a public hall; players may have one for their own things.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import reduce
from typing import Final

from msgspec import Struct, field, json
from msgspec.structs import replace

from rightbower.rules.refusal import Refusal
from rightbower.tournament.contest import StreamType
from rightbower.tournament.names import looks_like

PREFIX: Final = "account/"


class AccountMade(Struct, frozen=True, tag="account-made"):
    """Somebody chose a name and a passphrase, of which only the hash is kept."""

    name: str
    hashed: str


class PassphraseSet(Struct, frozen=True, tag="passphrase-set"):
    """A new passphrase; whoever was signed in is signed out."""

    hashed: str


class OrganizerSet(Struct, frozen=True, tag="organiser-set"):
    """Whether the holder may make events on a public hall; journals have it in another spelling."""

    organizer: bool = field(name="organiser")


class SessionBegun(Struct, frozen=True, tag="session-begun"):
    """The holder signed in; ``key`` is the hash of what the browser holds."""

    key: str
    where: str
    until: float


class SessionEnded(Struct, frozen=True, tag="session-ended"):
    """A session was ended before its time."""

    key: str


class PlayerSet(Struct, frozen=True, tag="player-set"):
    """Who the holder is at the tables: the key under which their games are."""

    who: str


AccountFact = AccountMade | PassphraseSet | OrganizerSet | SessionBegun | SessionEnded | PlayerSet


class AccountEntry(Struct, frozen=True):
    """One entry of an account's stream, with who wrote it."""

    at: float
    by: str
    fact: AccountFact


class Session(Struct, frozen=True):
    """Where the holder is signed in, since when and until when."""

    key: str
    where: str
    since: float
    until: float


class Account(Struct, frozen=True):
    """What an account's entries come to."""

    version: int = 0
    name: str = ""
    hashed: str = ""
    organizer: bool = False
    sessions: tuple[Session, ...] = ()
    player: str = ""

    def session(self, key: str, now: float) -> Session | None:
        """The session of a key, while it lasts."""
        return next((each for each in self.sessions if each.key == key and each.until > now), None)


def account_id(name: str) -> str:
    """The id of the account of a name; names that look alike have the same."""
    return hashlib.sha256(looks_like(name).encode()).hexdigest()[:24]


def extend(account: Account, entry: AccountEntry) -> Account:
    """The account with one more entry."""
    after = replace(account, version=account.version + 1)
    match entry.fact:
        case AccountMade(name, hashed):
            return replace(after, name=name, hashed=hashed)
        case PassphraseSet(hashed):
            return replace(after, hashed=hashed, sessions=())
        case OrganizerSet(organizer):
            return replace(after, organizer=organizer)
        case SessionBegun(key, where, until):
            lasting = [each for each in account.sessions if each.until > entry.at]
            return replace(after, sessions=(*lasting, Session(key, where, entry.at, until)))
        case SessionEnded(key):
            return replace(after, sessions=tuple(s for s in account.sessions if s.key != key))
        case PlayerSet(who):
            return replace(after, player=who)


def fold(entries: Sequence[AccountEntry]) -> Account:
    """The account from the first entry to the last."""
    return reduce(extend, entries, Account())


ACCOUNTS: Final[StreamType[Account, AccountEntry]] = StreamType(
    PREFIX,
    "an account",
    Refusal,
    fold,
    extend,
    json.encode,
    json.Decoder(AccountEntry).decode,
    lambda found: found,
)
