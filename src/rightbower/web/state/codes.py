"""Short codes: typed on a phone or scanned, they lead to an event or to one of its tables."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping
from functools import lru_cache
from threading import Lock

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.rules.message import word
from rightbower.tournament.events.event import Event
from rightbower.web.common.address import address, only_here, picture
from rightbower.web.common.background import beside
from rightbower.web.common.identity import CODE_LETTERS, Keys
from rightbower.web.common.rendering import render
from rightbower.web.snapshots.event_view import stage_of
from rightbower.web.state.access import desk_of, event_of, may_direct, stream_of

EVENT_LETTERS = 5
TABLE_LETTERS = 8
MOST_TABLES = 300


class Meant(Struct, frozen=True):
    """What a code leads to; table 0 is the event itself."""

    event: str
    table: int


def event_code(keys: Keys, id_: str) -> str:
    """The code of an event, which stands on the wall."""
    return keys.code(f"event {id_}", EVENT_LETTERS)


def table_code(keys: Keys, id_: str, table: int) -> str:
    """The code of a table, which lies on it and nowhere else."""
    return keys.code(f"table {table} of {id_}", TABLE_LETTERS)


@lru_cache(maxsize=4096)
def team_code(keys: Keys, id_: str, team: int) -> str:
    """The code of a team of a league, which its captain is given."""
    return keys.code(f"team {team} of {id_}", TABLE_LETTERS)


def meant_team(keys: Keys, leagues: Mapping[str, int], text: str) -> tuple[str, int] | None:
    """The league and the team that a code leads to; ``leagues`` have so many teams each."""
    code = clean(text)
    for id_, teams in leagues.items():
        for number in range(1, teams + 1):
            if hmac.compare_digest(code, team_code(keys, id_, number)):
                return id_, number
    return None


class CodeBook:
    """The codes of every event and its tables, side by side in one text that is searched at once."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys
        self._events: dict[str, None] = {}
        self._codes = bytearray()
        self._learning = Lock()

    def learn(self, ids: Iterable[str]) -> None:
        """Note the codes of events that are new; some milliseconds for each."""
        with self._learning:
            for id_ in ids:
                if id_ not in self._events:
                    codes = self._of(id_)
                    # Whoever searches meanwhile in another thread finds no code without its event.
                    self._events[id_] = None
                    self._codes += codes

    def _of(self, id_: str) -> bytes:
        tables = (table_code(self._keys, id_, number) for number in range(1, MOST_TABLES + 1))
        return "".join((event_code(self._keys, id_).ljust(TABLE_LETTERS), *tables)).encode()

    def find(self, code: str) -> Meant | None:
        """What a code leads to."""
        wanted = code.ljust(TABLE_LETTERS).encode()
        if not code or len(wanted) > TABLE_LETTERS:
            return None
        at = self._codes.find(wanted)
        while at > 0 and at % TABLE_LETTERS:
            at = self._codes.find(wanted, at + 1)
        if at < 0:
            return None
        event, table = divmod(at // TABLE_LETTERS, MOST_TABLES + 1)
        return Meant(list(self._events)[event], table)


code_book = lru_cache(maxsize=1)(CodeBook)


def clean(text: str) -> str:
    """A code as it is compared: capitals, without spaces and strokes.

    >>> clean(" kx4-7q ")
    'KX47Q'
    """
    return "".join(letter for letter in text.upper()[:40] if letter in CODE_LETTERS)


def meant(keys: Keys, ids: list[str], text: str) -> Meant | None:
    """What a code that somebody typed leads to."""
    book = code_book(keys)
    book.learn(ids)
    return book.find(clean(text))


def right_code(request: Request, event: Event, table: int, text: str) -> bool:
    """Whether this is the code of the table."""
    keys: Keys = request.app.state.keys
    return hmac.compare_digest(clean(text), table_code(keys, event.id, table))


async def try_code(request: Request, right: bool) -> None:
    """Let a right code through; wrong ones are counted for the device that sends them.

    A code is long enough that guessing for years leads to none: so nobody is kept out because
    somebody else on the same wifi guesses, only the device that did.
    """
    codes = desk_of(request).codes
    if not await (codes.may_device(request) if right else codes.take(request)):
        raise HTTPException(429, "Too many wrong codes. Wait a minute, then try again.")


async def follow(request: Request) -> Response:
    """Lead from a code to what it means."""
    desk = desk_of(request)
    text = request.path_params.get("code", "") or request.query_params.get("code", "")
    if not text:
        return render(request, "phone_code.html", fault="")
    found = await beside(meant, request.app.state.keys, desk.events.ids(), text)
    if found is None and (captain := await _captain(request, text)):
        return captain
    await try_code(request, found is not None)
    if found is None:
        fault = "No event and no table has this code. Look at it again, please."
        return render(request, "phone_code.html", 404, fault=fault)
    base = f"/events/{found.event}"
    if found.table:
        return RedirectResponse(f"{base}/table/{found.table}?code={clean(text)}", 303)
    event = desk.event(found.event)
    joining = stage_of(event) == "check-in" and desk.notes(stream_of(event)).door
    return RedirectResponse(f"{base}/join" if joining else base, 303)


async def _captain(request: Request, text: str) -> Response | None:
    """The way to a team's page, where the code is one of a team."""
    leagues = {each.league.id: len(each.league.teams) for each in desk_of(request).leagues.readable()}  # fmt: skip
    found = meant_team(request.app.state.keys, leagues, text)
    if found is None:
        return None
    await try_code(request, True)
    return RedirectResponse(f"/leagues/{found[0]}/captain?code={clean(text)}", 303)


def code_picture(request: Request, code: str) -> Response:
    """The way to where a code leads, as a picture to scan; none while phones cannot come in."""
    if only_here(request):
        raise HTTPException(
            404, word("Phones cannot come in yet: whoever runs the hall can open it to them.")
        )
    return Response(picture(address(request, f"/c/{code}")), media_type="image/svg+xml")


async def event_qr(request: Request) -> Response:
    """The way to an event as a picture."""
    return code_picture(request, event_code(request.app.state.keys, event_of(request).id))


async def table_qr(request: Request) -> Response:
    """The way to a table as a picture; only the director is given it, to print."""
    event = event_of(request)
    if not may_direct(request, stream_of(event)):
        raise HTTPException(403, "Table codes are the director's to print.")
    code = table_code(request.app.state.keys, event.id, request.path_params["table"])
    return code_picture(request, code)
