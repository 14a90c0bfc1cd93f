"""What is done with a whole event: its name, the archive, throwing practice away, a copy of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec.structs import replace

from rightbower.rules.message import Message, message
from rightbower.tournament.commands import LONGEST_TEXT, Now, field
from rightbower.tournament.contest import Archived, Entry, Fact, ThrownAway
from rightbower.tournament.events.acts import EventCommand
from rightbower.tournament.events.entrants import Entrant, EventError, read_date
from rightbower.tournament.events.event import Event, EventHistory
from rightbower.tournament.events.plan import EventOpened
from rightbower.tournament.events.presets import title
from rightbower.tournament.events.registration import Added

Title = Annotated[
    str,
    field("Name", "The new name of the event.", place=True, limits={"max_length": LONGEST_TEXT}),
]


Day = Annotated[str, field("Date", "Such as 2026-05-30.")]


LEFT_OUT = ("paired", "removed")


class EventRetitled(Fact, frozen=True, tag="retitled"):
    """The event has another name or date."""

    name: str
    date: str

    def apply(self, state: Event, at: float) -> Event:
        return replace(state, name=self.name, date=self.date)

    def says(self, state: Event) -> Message:
        return message("the event is called {name}, on {date}", name=self.name, date=self.date)


class Retitle(EventCommand, frozen=True, tag="title"):
    """Give the event another name or date."""

    name: Title = ""
    date: Day = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        name = title(self.name, state.practice) if self.name.strip() else state.name
        day = read_date(self.date).isoformat() if self.date.strip() else state.date
        if (name, day) == (state.name, state.date):
            raise EventError(message("the event already has that name and date"))
        yield EventRetitled(name, day)


class Archive(EventCommand, frozen=True, tag="archive"):
    """Put the event into the archive, out of the list of events."""

    back: Annotated[bool, field("Back", "Take it out of the archive again.")] = False

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        if state.archived is not self.back:
            raise EventError(
                message("the event is not in the archive")
                if self.back
                else message("the event is in the archive already")
            )
        if not self.back and state.clock.running:
            raise EventError(message("the clock is running; stop it first"))
        yield Archived(not self.back)


class ThrowAway(EventCommand, frozen=True, tag="throw-away"):
    """Throw a practice event away; it is no longer shown anywhere."""

    asks_first: ClassVar[bool] = True

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        if not state.practice:
            raise EventError(
                message(
                    "only a practice event can be thrown away; put this one into the archive instead"
                )
            )
        yield ThrownAway()

    def seen(self, state: Event) -> str:
        """The whole event as it was shown."""
        return str(state.version)


def copied(
    event: Event, id_: str, name: str, date: str, people: bool, *, at: float, by: str
) -> EventHistory:
    """Another event of the same plan; ``people`` takes the list of names along."""
    named, day = title(name, event.practice), read_date(date).isoformat()
    facts: list[Fact] = [EventOpened(id_, named, day, event.preset, event.plan, event.practice)]
    if people and (listed := _listed(event)):
        facts.append(Added(listed))
    return EventHistory.of([Entry(at, by, fact) for fact in facts])


def _listed(event: Event) -> tuple[Entrant, ...]:
    """Everybody as they would be entered for another day."""
    staying = [each for each in event.entrants if each.state not in LEFT_OUT]
    return tuple(Entrant(number, each.players) for number, each in enumerate(staying, 1))
