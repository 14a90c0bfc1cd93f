"""Who a browser is: a name and a signed cookie; no account."""

from __future__ import annotations

import hmac
import os
import secrets
import time
import unicodedata
from collections.abc import Callable, Container
from pathlib import Path
from typing import Any

from itsdangerous import BadSignature, URLSafeSerializer
from msgspec import Struct
from starlette.requests import HTTPConnection
from starlette.responses import Response

from rightbower.rules.refusal import Refusal
from rightbower.tournament.names import hidden_character

COOKIE = "rightbower"
# Desks and accounts this browser was let in to, in cookies that are kept for a year.
KNOWN_DESKS, KNOWN_ACCOUNTS = ("rightbower-known", "known"), ("rightbower-accounts", "accounts")
# Keys may come from the environment instead of the data folder, a line each.
ENVIRONMENT = "RIGHTBOWER_KEYS"
SECRET = "secret"
PUT_BACK = "put the keys of this hall back, or remove the file: then a new one is made, and phones come in again"
NEXT = "next "
SHORTEST_KEY = 32
LONGEST_NAME = 40
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
A_YEAR = 365 * 24 * 3600
LONGEST_COOKIE = 4096
# When something signed ends, in seconds, beside what it holds.
UNTIL = "until"
LONGEST_TIME = 12


class Person(Struct, frozen=True):
    """Somebody at a browser; ``who`` is known to that browser and the server alone."""

    who: str
    name: str


def cookie_of(connection: HTTPConnection, name: str) -> str:
    """A cookie as the browser sent it; ours need no unquoting, which older Pythons do very slowly."""
    for header in connection.headers.getlist("cookie"):
        for part in header.split(";"):
            key, _, value = part.strip().partition("=")
            if key == name:
                return value if len(value) <= LONGEST_COOKIE else ""
    return ""


class BadKeys(Refusal):
    """The hall cannot use its keys; what to do about it is always the same."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what}; {PUT_BACK}")
        self.what = what


class Keys:
    """The hall's keys, and what they sign; several halls on one journal have the same.

    One stands in a line, the oldest first. The last signs, all are believed, and ``next KEY`` is
    believed before it signs. What must never change, such as the codes on paper, is made with the
    oldest.
    """

    def __init__(self, text: str) -> None:
        lines = [each.strip() for each in text.splitlines() if each.strip()]
        coming = [each.removeprefix(NEXT).strip() for each in lines if each.startswith(NEXT)]
        using = [each for each in lines if not each.startswith(NEXT)]
        if not using:
            raise Refusal("a key stands in each line, and at least one without 'next' before it")
        self._believed = [*coming, *using]
        self._people = URLSafeSerializer(self._believed, salt="person")
        self._oldest = using[0]
        # Whom nobody may be any longer.
        self.erased: Container[str] = ()
        # Who has signed in with a browser: the same person on every device.
        self.signed_in: Callable[[HTTPConnection], Person | None] = _nobody

    @classmethod
    def of(cls, folder: Path) -> Keys:
        """The keys of the environment, or of a data folder; one is made that only its owner can read."""
        if given := os.environ.get(ENVIRONMENT, ""):
            return cls._long(given, f"${ENVIRONMENT}")
        path = folder / SECRET
        if not path.exists():
            number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(number, "w") as file:
                file.write(secrets.token_hex(32) + "\n")
        try:
            return cls._long(path.read_text("utf-8"), str(path))
        except (OSError, UnicodeDecodeError):
            raise BadKeys(f"the keys in {path} cannot be read") from None

    @classmethod
    def _long(cls, text: str, where: str) -> Keys:
        """Keys that nobody can guess."""
        try:
            found = cls(text)
        except Refusal as fault:
            raise BadKeys(f"{where}: {fault}") from None
        if min(map(len, found._believed)) < SHORTEST_KEY:
            raise BadKeys(f"{where}: a key has at least {SHORTEST_KEY} letters")
        if any(" " in each for each in found._believed):
            raise BadKeys(f"{where}: a key has no spaces: 'next KEY' has a line of its own")
        return found

    def person(self, connection: HTTPConnection) -> Person | None:
        """Who sent this: whoever has signed in, or the one of this browser's own cookie."""
        found = self.signed_in(connection)
        return found if found and found.who not in self.erased else self.device(connection)

    def device(self, connection: HTTPConnection) -> Person | None:
        """Who a browser is by itself, if the cookie is one of ours."""
        try:
            who, name = _read(self._people, cookie_of(connection, COOKIE))
        except (ValueError, TypeError):
            return None
        return None if str(who) in self.erased else Person(str(who), clean_name(str(name)))

    def cookie(self, person: Person) -> str:
        """The signed text that makes a browser this person."""
        return str(self._people.dumps([person.who, person.name]))

    def sealed(self, held: dict[str, str], purpose: str, seconds: float = A_YEAR) -> str:
        """Something signed for one purpose, which ends by itself."""
        until = {UNTIL: str(int(time.time() + seconds))}
        return str(URLSafeSerializer(self._believed, salt=purpose).dumps({**held, **until}))

    def opened(self, text: str, purpose: str) -> dict[str, str]:
        """What was signed for this purpose; nothing where the signature is not ours or it has ended."""
        held = _read(URLSafeSerializer(self._believed, salt=purpose), text) or {}
        until = str(held.pop(UNTIL, "0"))
        if not until.isdecimal() or int(until[:LONGEST_TIME]) < time.time():
            return {}
        return {str(key): str(value) for key, value in held.items()}

    def derived(self, purpose: str) -> str:
        """A secret for one purpose, from which the hall's own cannot be found."""
        return hmac.digest(self._oldest.encode(), purpose.encode(), "sha256").hex()

    def marks(self) -> set[str]:
        """A mark of each key that is believed, from which it cannot be found."""
        return {hmac.digest(key.encode(), b"mark", "sha256").hex() for key in self._believed}

    def code(self, text: str, letters: int) -> str:
        """A short code for something, the same every time and not to be guessed from it."""
        mixed = hmac.digest(self._oldest.encode(), text.encode(), "sha256")
        return "".join(CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in mixed[:letters])

    def remember(self, request: HTTPConnection, response: Response, person: Person) -> None:
        """Give the browser its cookie; who has signed in is known by the session alone."""
        found = self.signed_in(request)
        if found is None or found.who != person.who:
            give_cookie(request, response, COOKIE, self.cookie(person), A_YEAR)


def _read(signed: URLSafeSerializer, text: str) -> Any:
    """What a signed text holds; nothing where it is not ours."""
    try:
        return signed.loads(text)
    except BadSignature as fault:
        # The reader and its fault hold each other, and with them all who asked: a line's socket and table.
        fault.__traceback__ = fault.__cause__ = fault.__context__ = None
    except (ValueError, TypeError):
        pass
    return None


def give_cookie(
    request: HTTPConnection,
    response: Response,
    name: str,
    text: str,
    seconds: int,
    *,
    strict: bool = False,
) -> None:
    """Let the browser keep something for so long: no script reads it, and over HTTPS it goes back only there."""
    response.set_cookie(
        name,
        text,
        max_age=seconds,
        httponly=True,
        samesite="strict" if strict else "lax",
        secure=request.url.scheme == "https",
    )


def _nobody(_: HTTPConnection) -> Person | None:
    return None


def newcomer(name: str = "") -> Person:
    """Somebody not seen before."""
    return Person(
        secrets.token_hex(12), clean_name(name) or f"Guest {secrets.randbelow(900) + 100}"
    )


def is_guest(person: Person) -> bool:
    """Whether somebody has not said a name yet."""
    first, _, number = person.name.partition(" ")
    return first == "Guest" and number.isdecimal()


def clean_name(text: str) -> str:
    """A name as it may be shown: one line, no control characters, not too long."""
    shown = "".join(
        " " if hidden_character(letter) else letter
        for letter in unicodedata.normalize("NFC", text[: 4 * LONGEST_NAME])
    )
    short = " ".join(shown.split())[:LONGEST_NAME].strip()
    return _without_marks(short) if hidden_character(short) else short


def _without_marks(text: str) -> str:
    return "".join(letter for letter in text if unicodedata.category(letter)[0] != "M")
