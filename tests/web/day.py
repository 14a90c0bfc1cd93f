"""An event straight in the journal, and phones in the hall without a browser."""

from __future__ import annotations

import contextlib
import html
import re
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from starlette.testclient import TestClient

from rightbower.office.journals import journal_of
from rightbower.tournament.commands import Now
from rightbower.tournament.contest import Entry, Fact, encode
from rightbower.tournament.events.acts import EventCommand
from rightbower.tournament.events.attendance import check_in_all
from rightbower.tournament.events.contest import EVENT
from rightbower.tournament.events.entrants import Player
from rightbower.tournament.events.event import Event, EventHistory
from rightbower.tournament.events.plan import open_event
from rightbower.tournament.events.registration import add
from rightbower.tournament.events.seating import seat
from rightbower.tournament.events.simulated import people
from rightbower.web import notes
from rightbower.web import notes as note_facts
from rightbower.web.app import make_app
from rightbower.web.common.identity import Keys
from rightbower.web.hall.table import Pace
from rightbower.web.state.codes import table_code
from rightbower.web.state.desk import Desk
from rightbower.web.state.pins import new_pin

PIN = "4711"
Deed = Callable[[Event], Fact]


class Facts(EventCommand, frozen=True):
    """Facts decided by functions, as a command without a name."""

    deeds: Sequence[Deed]

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        """Each upon what the one before led to."""
        for deed in self.deeds:
            yield deed(now.history.event)


def prepared_event(
    data: Path,
    id_: str = "day",
    preset: str = "swiss-pairs",
    tables: int = 2,
    names: Sequence[str] = (),
    deeds: Sequence[Deed] = (),
    rounds: int | None = 3,
    phones: bool = False,
) -> Event:
    """An event with its list filled and everybody here; then come the deeds.

    With ``phones`` each entrant has one, known as ``phone-NUMBER``.
    """
    data.mkdir(exist_ok=True)
    opened = open_event(preset, id_, f"The {id_}", "2026-11-15", rounds=rounds)
    history = EventHistory.of([Entry(time.time(), "director", opened)])
    pairs = history.event.plan.entering.unit == "pair"
    who = list(names) or people(4 * tables)
    entered = [who[start : start + 1 + pairs] for start in range(0, len(who), 1 + pairs)]
    listed: list[Deed] = [lambda event: add(event, [[Player(n) for n in e] for e in entered])]
    for deed in [*(listed if who else []), *([check_in_all] if who else []), *deeds]:
        history = history.extend(Entry(time.time(), "director", deed(history.event)))
    with journal_of(data) as journal:
        journal.append(f"event/{id_}", 0, [encode(each) for each in history.entries])
        kept_too: list[note_facts.NoteFact] = [new_pin(PIN)]
        if phones:
            numbers = [each.number for each in history.event.entrants]
            kept_too += [note_facts.PhoneTaken(f"phone-{number}", number) for number in numbers]
        bodies = [notes.encode(notes.Note(0.0, fact)) for fact in kept_too]
        journal.append(f"desk/event/{id_}", 0, bodies)
    return history.event


def seated(event: Event) -> Fact:
    """The next round, always drawn alike."""
    return seat(event, f"seed {len(event.rounds)}")


def kept(data: Path, id_: str = "day") -> EventHistory:
    """An event as the journal has it."""
    with journal_of(data) as journal:
        return EventHistory.of([EVENT.decode(each.body) for each in journal.read(f"event/{id_}")])


class Room:
    """A hall in this process; every phone has its own cookies."""

    def __init__(self, client: TestClient, id_: str) -> None:
        self.client, self.id = client, id_

    @property
    def desk(self) -> Desk:
        found: Desk = self.client.app.state.desk  # type: ignore[attr-defined]  # a Starlette
        return found

    @property
    def keys(self) -> Keys:
        found: Keys = self.client.app.state.keys  # type: ignore[attr-defined]  # a Starlette
        return found

    @property
    def event(self) -> Event:
        return self.desk.event(self.id)

    def phone(self, address: str = "testclient") -> Phone:
        """A browser that was never here."""
        other = TestClient(self.client.app, client=(address, 50000))
        other.portal = self.client.portal
        return Phone(self, other)

    def seated_phone(self, entrant: int) -> Phone:
        """The phone of an entrant, by the code of the table."""
        phone = self.phone()
        table = next(each for each in self.event.round.tables if entrant in each.entrants)
        phone.take(table.number, entrant)
        return phone

    def write(self, *deeds: Deed) -> Event:
        """What the director does at the desk."""
        assert self.client.portal is not None
        self.client.portal.call(self.desk.do, self.id, Facts(deeds))
        return self.desk.event(self.id)


class Phone:
    """One browser; ``text`` is what its last page says."""

    def __init__(self, room: Room, client: TestClient) -> None:
        self.room, self.client = room, client
        self.status, self.text, self.page, self.at = 0, "", "", ""

    def get(self, path: str = "") -> str:
        """Look at a page of the event, or at any other."""
        return self._came(self.client.get(self._at(path)))

    def post(self, path: str, **form: object) -> str:
        """Send a form."""
        return self._came(
            self.client.post(self._at(path), data={k: str(v) for k, v in form.items()})
        )

    def _at(self, path: str) -> str:
        return path if path.startswith("/") else f"/events/{self.room.id}/{path}".rstrip("/")

    def _came(self, answer: object) -> str:
        self.status = answer.status_code  # type: ignore[attr-defined]  # the client's own answer
        self.page = answer.text  # type: ignore[attr-defined]
        self.at = answer.url.path  # type: ignore[attr-defined]
        plain = re.sub(r"<(script|style).*?</\1>", " ", self.page, flags=re.DOTALL)
        plain = re.sub(r"<[^>]+>", " ", plain)
        self.text = " ".join(html.unescape(plain).split())
        return self.text

    def take(self, table: int, entrant: int) -> str:
        """Scan the code of a table and say who you are."""
        code = table_code(self.room.keys, self.room.id, table)
        self.get(f"/c/{code}")
        return self.post(f"table/{table}/take", code=code, entrant=entrant)

    def _where(self) -> dict[str, str]:
        return dict(re.findall(r'name="(round|table|shown)" value="([^"]*)"', self.page))

    def enter(self, ours: int, theirs: int, **more: object) -> str:
        """Enter the points as the page asks for them."""
        self.get("phone")
        return self.post("phone/enter", **self._where(), ours=ours, theirs=theirs, **more)

    def confirm(self, **more: object) -> str:
        """Say that the score on the page is right."""
        self.get("phone")
        return self.post("phone/confirm", **{**self._where(), **more})

    def dispute(self, why: str) -> str:
        """Say what is wrong."""
        self.get("phone")
        return self.post("phone/dispute", **self._where(), why=why)


@contextlib.contextmanager
def room(data: Path, id_: str = "day", grace: float = 9999) -> Iterator[Room]:
    """The hall over a data folder, open until the end; ``grace`` is how long the absent are awaited."""
    app = make_app(data, Pace(bot=0, trick=0, deal=0, grace=grace, salts=0))
    with TestClient(app) as client:
        yield Room(client, id_)
