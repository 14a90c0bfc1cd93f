"""What every page of the club needs: its book, and who may write in it."""

from __future__ import annotations

from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request

from rightbower.store.clubs import PREFIX
from rightbower.tournament.club.fold import ClubHistory
from rightbower.web.state.access import AskPin, desk_of, may_direct

ID: Final = "club"
STREAM: Final = PREFIX + ID


def club_history(connection: HTTPConnection) -> ClubHistory | None:
    """The club of this hall with its nights; None where no book was begun."""
    return desk_of(connection).clubs.find(ID)


def club_of(request: Request) -> ClubHistory:
    """The club, or a plain 404."""
    found = club_history(request)
    if found is None:
        raise HTTPException(404, "This hall has no club's book yet.")
    return found


def keeps_book(connection: HTTPConnection) -> bool:
    """Whether this browser may write in the club's book."""
    return may_direct(connection, STREAM)


def kept_club(request: Request) -> ClubHistory:
    """The club for those who keep its book; others are asked for the PIN."""
    found = club_of(request)
    if not keeps_book(request):
        raise AskPin("/club")
    return found
