"""A hall elsewhere."""

from __future__ import annotations

import contextlib
import http.client
import os
import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, get_type_hints
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from msgspec import MsgspecError, Struct, json

from rightbower.rules.refusal import Refusal
from rightbower.tournament.commands import Answer, Command, Opening, Query, Reply, name_of
from rightbower.tournament.contest import Contest

NOTE: Final = "hall.door"
SECONDS: Final = 30
SECONDS_AT_HOME: Final = 3
DONE: Final = range(200, 300)
REFUSED: Final = 400
# Another hall owns it; of so many one is the right one.
ELSEWHERE: Final = 307
HOPS: Final = 4


class Door(Struct, frozen=True):
    """Where the hall of a data folder is open, and the token that lets its owner in."""

    port: int
    token: str
    # Where all halls on the journal are reached by everybody, if that is known.
    site: str = ""

    @property
    def here(self) -> str:
        """Where this hall is reached from its own machine."""
        return f"http://127.0.0.1:{self.port}"


class Closed(Refusal):
    """Nobody answers at the door."""


@contextlib.contextmanager
def open_door(data: Path, port: int, site: str = "") -> Iterator[Door]:
    """Leave a note for the command line as long as the hall is open; a folder has one hall at a time."""
    if (before := find_door(data)) is not None and _is_open(before):
        raise Closed(
            f"a hall is open in {data} already, at port {before.port}; give each hall a folder of its own"
        )
    door = Door(port, secrets.token_urlsafe(32), site)
    note = data / NOTE
    note.unlink(missing_ok=True)
    with os.fdopen(os.open(note, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(json.encode(door))
    try:
        yield door
    finally:
        if find_door(data) == door:
            note.unlink(missing_ok=True)


def _is_open(door: Door) -> bool:
    """Whether the hall that left a note is there: another program may have its port by now."""
    with contextlib.suppress(Closed):
        heard = _asked(door.here, "/api/v1/events", door.token, "GET", b"", SECONDS_AT_HOME)
        return heard.status in DONE
    return False


def find_door(data: Path) -> Door | None:
    """The door that a hall left a note of."""
    try:
        return json.decode((data / NOTE).read_bytes(), type=Door)
    except (OSError, MsgspecError):
        return None


class HallOffice:
    """All events, or all leagues, through an open hall."""

    def __init__(self, door: Door, contest: Contest[Any]) -> None:
        self.door, self.contest = door, contest
        self.kind: Any = get_type_hints(contest.summary)["return"]
        self._call("GET", "/openapi.json")

    def summaries(self) -> list[Any]:
        """A line for each there is."""
        found = self._call("GET", f"/{self.contest.noun}s")
        return json.decode(found, type=list[self.kind])  # type: ignore[name-defined]  # known when it runs

    def open(self, opening: Opening, by: str) -> Any:
        """Begin a new one."""
        return self._sent("", json.encode(opening), self.kind, by=by)

    def import_(self, data: bytes, id_: str) -> Any:
        """Import a whole one from its export."""
        return self._sent("/import", data, self.kind, id=id_)

    def do(self, id_: str, commands: Sequence[Command], by: str) -> Reply:
        """Write the facts of commands, all or none."""
        body = json.encode(list(commands))
        found: Reply = self._sent(f"/{quote(id_)}/commands", body, Reply, by=by)
        return found

    def ask(self, id_: str, query: Query) -> Answer:
        """Answer a question."""
        path = f"/{quote(id_)}/{name_of(type(query))}"
        found: Answer = self._sent(path, json.encode(query), Answer)
        return found

    def _sent(self, path: str, body: bytes, kind: Any, **more: str) -> Any:
        said = urlencode({key: value for key, value in more.items() if value})
        where = f"/{self.contest.noun}s{path}{'?' if said else ''}{said}"
        return json.decode(self._call("POST", where, body), type=kind)

    def _call(self, method: str, path: str, body: bytes = b"") -> bytes:
        site, where = self.door.here, f"/api/v1{path}"
        token = self.door.token
        for _ in range(HOPS):
            answer = _asked(site, where, token, method, body)
            if answer.status >= REFUSED:
                raise self.contest.error(_said(answer.data))
            if answer.status in DONE:
                return answer.data
            if answer.status != ELSEWHERE:
                raise self.contest.error(f"what answers at {site} is not a hall ({answer.status})")
            site, where, token = self._site(answer.where), answer.where, answer.token
        raise self.contest.error(
            f"the {self.contest.noun} is just moving to another hall; try again"
        )

    def _site(self, where: str) -> str:
        """Where the other halls are found."""
        if self.door.site:
            return self.door.site
        hall = "".join(parse_qs(urlsplit(where).query).get("hall", ["another"]))
        raise self.contest.error(
            f"hall {hall} has this {self.contest.noun} now, and this hall was started without --host,"
            " so the way there is not known; do it on that machine"
        )


class _Heard(NamedTuple):
    """What a hall answers, and where the request has to go instead."""

    status: int
    data: bytes
    where: str
    token: str


def _asked(
    site: str, where: str, token: str, method: str, body: bytes, seconds: float = SECONDS
) -> _Heard:
    """Ask a hall."""
    to = urlsplit(site)
    kind = http.client.HTTPSConnection if to.scheme == "https" else http.client.HTTPConnection
    line = kind(to.netloc, timeout=seconds)
    try:
        line.request(method, where, body, {"authorization": f"Bearer {token}"})
        answer = line.getresponse()
        found = (answer.getheader(name, "") for name in ("location", "x-rightbower-pass"))
        return _Heard(answer.status, answer.read(), *found)
    except (OSError, http.client.HTTPException) as fault:
        raise Closed(f"the hall at {site} does not answer: {fault}") from None
    finally:
        line.close()


def _said(data: bytes) -> str:
    """The sentence of a refusal, as the command line says it."""
    try:
        text = json.decode(data, type=dict[str, str])["error"]
    except (MsgspecError, KeyError):
        text = data.decode("utf-8", "replace")[:200].strip()
        if not text or text.startswith("<"):  # a page, of the hall or of the proxy before it
            return "the hall could not do it just now; try again"
    return f"{text[:1].lower()}{text[1:]}".removesuffix(".") if text[1:2].islower() else text
