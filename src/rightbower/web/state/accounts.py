"""Signing in: a name and a passphrase, sessions that end and can be ended, guesses that do not help."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Callable
from typing import Final

from msgspec import Struct
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from rightbower.office.workers import Busy, NotDone, pool
from rightbower.store.accounts import (
    ACCOUNTS,
    Account,
    AccountEntry,
    AccountFact,
    AccountMade,
    OrganizerSet,
    PassphraseSet,
    PlayerSet,
    Session,
    SessionBegun,
    SessionEnded,
    account_id,
)
from rightbower.store.contract import Conflict
from rightbower.store.limits import Limit, Limits, Rate
from rightbower.store.streams import AsyncJournal, LiveStore
from rightbower.web.common.allowance import Allowance, Guessing, gone_of
from rightbower.web.common.guard import asker_of, device_of, place_of
from rightbower.web.common.identity import (
    KNOWN_ACCOUNTS,
    Keys,
    Person,
    clean_name,
    cookie_of,
    give_cookie,
    newcomer,
)
from rightbower.web.common.refusal import Refused

COOKIE: Final = "rightbower-account"
KNOWN, KNOWN_AS = KNOWN_ACCOUNTS
A_MONTH: Final = 30 * 24 * 3600
A_YEAR: Final = 365 * 24 * 3600
SHORTEST, LONGEST = 10, 200
WRONG: Final = "The name and the passphrase do not go together."
# Wrong passphrases at once and a second: on a device that was let in before, and by all others of an address.
OWN_GUESSES: Final = Rate(10, 1 / 30)
OTHER_GUESSES: Final = Rate(10, 1 / 300)
# By those never let in before, from one address, whatever the names.
PLACE_GUESSES: Final = Rate(60, 1 / 10)
# From how many addresses wrong ones may come for a name; each counts once an hour, however often it guesses.
ADDRESSES: Final = Rate(100, 1 / 300)
AN_ADDRESS: Final = Rate(1, 1 / 3600)
TOO_MANY: Final = "Too many wrong passphrases. Wait a few minutes, then try again."
# How often sessions of one account begin; each is kept for a month.
SESSIONS: Final = Rate(20, 1 / 1800)
MADE: Final = Rate(3, 1 / 3600), Rate(30, 1 / 60), Rate(3, 1 / 600)


def hashed(passphrase: str) -> str:
    """A passphrase as it is kept; slow and large on purpose."""
    from argon2 import PasswordHasher

    return PasswordHasher().hash(passphrase)


def is_right(kept: str, passphrase: str) -> bool:
    """Whether a passphrase is the one kept; as slow for a name that nobody has."""
    from argon2 import PasswordHasher
    from argon2.exceptions import VerifyMismatchError

    if not kept:
        hashed(passphrase)
        return False
    try:
        return PasswordHasher().verify(kept, passphrase)
    except VerifyMismatchError:
        return False


class SignedIn(Struct, frozen=True):
    """Who is signed in with a browser, and in which session."""

    id: str
    account: Account
    session: Session


class Accounts:
    """All accounts of the hall."""

    def __init__(
        self, async_journal: AsyncJournal, clock: Callable[[], float], limits: Limits
    ) -> None:
        self.clock = clock
        self.store = LiveStore(async_journal, ACCOUNTS)
        self._limits, self._guessing = limits, Guessing(limits)
        self._made = Allowance(limits, "accounts made", *MADE)

    async def make(self, request: Request, name: str, passphrase: str) -> str:
        """A new account; its id."""
        name = clean_name(name)
        _long_enough(name, passphrase)
        id_ = account_id(name)
        if self.store.find(id_) is not None:
            raise Refused("Somebody has this name, or one that looks like it. Choose another.")
        if not await self._made.take(request):
            raise Refused("Many accounts were made from here. Wait a few minutes, please.")
        try:
            kept = await pool("secrets").run(hashed, passphrase, asker=asker_of(request))
        except (Busy, NotDone):
            await self._made.give_back(request)
            raise
        try:
            await self.store.open(id_, AccountEntry(self.clock(), name, AccountMade(name, kept)))
        except Conflict:
            raise Refused("Somebody has this name already. Choose another.") from None
        return id_

    async def let_in(self, request: Request, name: str, passphrase: str) -> str:
        """The id of the account whose name and passphrase these are; guesses are few."""
        id_ = account_id(clean_name(name))
        known, place = id_ in _known(request), place_of(request)
        at_first: tuple[Limit, ...] = ()
        if known:
            counted = [Limit(f"account {id_}: device {device_of(request)}", OWN_GUESSES)]
        else:
            counted = [
                Limit(f"account {id_}: address {place}", OTHER_GUESSES),
                Limit(f"passphrases: address {place}", PLACE_GUESSES),
            ]
            at_first = (
                Limit(f"account {id_}: from {place}", AN_ADDRESS),
                Limit(f"account {id_}", ADDRESSES),
            )
        if len(passphrase) > LONGEST:
            raise Refused(TOO_MANY)
        kept = (self.store.find(id_) or Account()).hashed
        asker = asker_of(request, first=known)

        async def guess() -> bool:
            return await pool("secrets").run(is_right, kept, passphrase, asker=asker)

        if not await self._guessing.right(
            guess, TOO_MANY, *counted, at_first=at_first, gone=gone_of(request)
        ):
            raise Refused(WRONG)
        await asyncio.wrap_future(self._limits.forget(counted[0]))
        return id_

    async def begin(self, request: Request, response: Response, id_: str) -> Response:
        """Begin a session in this browser, which is known from now on."""
        keys: Keys = request.app.state.keys
        if not await asyncio.wrap_future(self._limits.take(Limit(f"sessions of {id_}", SESSIONS))):
            raise Refused("You have signed in many times. Wait half an hour, please.")
        token = secrets.token_urlsafe(24)
        where = f"{place_of(request)}, {_browser(request)}"
        await self.write(id_, SessionBegun(_key(token), where, self.clock() + A_MONTH))
        known = dict([*_known(request).items(), (id_, "yes")][-12:])
        for name, text, seconds in (
            (COOKIE, keys.sealed({"id": id_, "token": token}, "account", seconds=A_MONTH), A_MONTH),
            (KNOWN, keys.sealed(known, KNOWN_AS, seconds=A_YEAR), A_YEAR),
        ):
            give_cookie(request, response, name, text, seconds)
        return response

    def signed_in(self, connection: HTTPConnection) -> SignedIn | None:
        """Who is signed in with this browser, by a session that lasts."""
        keys: Keys = connection.app.state.keys
        held = keys.opened(cookie_of(connection, COOKIE), "account")
        account = self.store.find(held["id"]) if "id" in held else None
        if account is None:
            return None
        session = account.session(_key(held.get("token", "")), self.clock())
        return None if session is None else SignedIn(held["id"], account, session)

    def player(self, connection: HTTPConnection) -> Person | None:
        """Who the one signed in with this browser is at the tables, on every device."""
        who = self.signed_in(connection)
        return Person(who.account.player, who.account.name) if who and who.account.player else None

    async def join(self, request: Request, response: Response, id_: str) -> Response:
        """The games of this browser become those of an account that has none; then it is a newcomer's."""
        keys: Keys = request.app.state.keys
        account = self.store.find(id_) or Account()
        if not account.player or account.player in keys.erased:
            await self.write(id_, PlayerSet((keys.device(request) or newcomer()).who))
            keys.remember(request, response, newcomer())
        return response

    async def change(self, request: Request, who: SignedIn, old: str, new: str) -> None:
        """A new passphrase; every session ends."""
        await self.let_in(request, who.account.name, old)
        _long_enough(who.account.name, new)
        kept = await pool("secrets").run(hashed, new, asker=asker_of(request, first=True))
        await self.write(who.id, PassphraseSet(kept))

    async def end(self, id_: str, key: str) -> None:
        """End a session."""
        await self.write(id_, SessionEnded(key))

    async def approve(self, id_: str, organizer: bool, by: str) -> None:
        """Let the holder of an account make events on a public hall, or no longer."""
        await self.write(id_, OrganizerSet(organizer), by)

    async def write(self, id_: str, fact: AccountFact, by: str = "") -> None:
        """Write one more thing about an account down."""
        at = self.clock()

        def entries(account: Account) -> list[AccountEntry]:
            return [AccountEntry(at, by or account.name, fact)]

        await self.store.add(id_, entries)


def accounts_of(connection: HTTPConnection) -> Accounts:
    """The accounts of the hall."""
    accounts: Accounts = connection.app.state.accounts
    return accounts


def signed_in(connection: HTTPConnection) -> SignedIn | None:
    """Who is signed in with this browser."""
    return accounts_of(connection).signed_in(connection)


def signer(connection: HTTPConnection) -> str:
    """The name that stands beside what this browser does; none for one who only knows a PIN."""
    who = signed_in(connection)
    return "" if who is None else who.account.name


def _long_enough(name: str, passphrase: str) -> None:
    if not name:
        raise Refused("Write a name.")
    if not SHORTEST <= len(passphrase) <= LONGEST:
        raise Refused(f"A passphrase has at least {SHORTEST} letters: four plain words are good.")
    if passphrase.casefold() in (name.casefold(), name.casefold() * 2) or len(set(passphrase)) < 5:
        raise Refused("That passphrase is too easy: take four words that nobody would guess.")


def _known(connection: HTTPConnection) -> dict[str, str]:
    keys: Keys = connection.app.state.keys
    return keys.opened(cookie_of(connection, KNOWN), KNOWN_AS)


def _key(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _browser(request: Request) -> str:
    """A word or two for the browser, so that people know their own sessions."""
    text = request.headers.get("user-agent", "")
    words = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux")
    return next((word for word in words if word in text), "a browser")
