"""What is done with a whole event: its name, the archive, throwing practice away, a copy of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from rightbower.events import archive
from rightbower.events.commands.base import EventCommand
from rightbower.events.state.event import Event
from rightbower.events.state.facts import Fact
from rightbower.events.state.fold import EventHistory
from rightbower.tournament.commands import LONGEST_TEXT, Now, field

Title = Annotated[
    str,
    field("Name", "The new name of the event.", place=True, limits={"max_length": LONGEST_TEXT}),
]
Day = Annotated[str, field("Date", "Such as 2026-05-30.")]


class Retitle(EventCommand, frozen=True, tag="title"):
    """Give the event another name or date."""

    name: Title = ""
    date: Day = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield archive.retitle(state, self.name, self.date)


class Archive(EventCommand, frozen=True, tag="archive"):
    """Put the event into the archive, out of the list of events."""

    back: Annotated[bool, field("Back", "Take it out of the archive again.")] = False

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield archive.archive(state, self.back)


class ThrowAway(EventCommand, frozen=True, tag="throw-away"):
    """Throw a practice event away; it is no longer shown anywhere."""

    asks_first: ClassVar[bool] = True

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield archive.throw_away(state)

    def seen(self, state: Event) -> str:
        """The whole event as it was shown."""
        return str(state.version)
