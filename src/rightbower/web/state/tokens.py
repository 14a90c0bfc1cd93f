"""Tokens: who may call the API, for one event or league, or for the whole hall."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from msgspec import Struct
from starlette.requests import Request

from rightbower.rules.refusal import Refusal
from rightbower.web.common.command_line import bearer, is_command_line
from rightbower.web.common.identity import clean_name
from rightbower.web.notes import TokenMade
from rightbower.web.state.access import desk_of

WHOLE_HALL = "the command line"


class Denied(Exception):
    """A call that may not be made, with its status and sentence."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status, self.reason = status, reason


class Caller(Struct, frozen=True):
    """Who calls: the name of a token; ``owner`` may do everything in the hall."""

    name: str
    owner: bool = False


def new_token(name: str) -> tuple[str, TokenMade]:
    """A token to hand out once, and what is kept of it."""
    name = clean_name(name)
    if not name:
        raise Refusal("give the token a name, such as the website that uses it")
    token = f"rb_{secrets.token_urlsafe(24)}"
    return token, TokenMade(name, hashed(token))


def hashed(token: str) -> str:
    """A token as it is kept; a long random text needs no salt."""
    return hashlib.sha256(token.encode()).hexdigest()


async def caller(request: Request, stream: str) -> Caller | None:
    """Whose token came with a call; a wrong one is refused, and many of them slowed down."""
    scheme, token = bearer(request)
    if not token:
        return None
    if scheme.casefold() != "bearer":
        raise Denied(401, "Send the token as 'Authorization: Bearer TOKEN'.")
    if is_command_line(request):
        return Caller(WHOLE_HALL, owner=True)
    kept = desk_of(request).notes(stream).tokens if stream else {}
    for name, held in kept.items():
        if hmac.compare_digest(hashed(token), held):
            return Caller(name)
    if not await desk_of(request).codes.take(request):
        raise Denied(429, "Too many wrong tokens. Wait a minute, then try again.")
    raise Denied(401, "This token is not known here. Make one at the desk.")


def needed(who: Caller | None, owner: bool = False) -> Caller:
    """The caller, who has to be known."""
    if who is None:
        raise Denied(401, "This needs a token, made at the desk under 'Programs'.")
    if owner and not who.owner:
        raise Denied(403, "Only the command line of the hall's own machine may do this.")
    return who
