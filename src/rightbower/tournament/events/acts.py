"""What the commands and questions of an event share: their bases, and the fields that many of them have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from rightbower.tournament.commands import LONGEST_TEXT, Answer, Command, Now, Query, field
from rightbower.tournament.contest import Fact
from rightbower.tournament.events.event import Event, EventHistory

MOST = {"ge": 1, "le": 9999}


Who = Annotated[int | str, field("Who", "The number, or part of the name.")]


Other = Annotated[int | str, field("The other", "The number, or part of the name.")]


Everyone = Annotated[
    tuple[int | str, ...], field("Who", "Numbers, or parts of the names.", place=True)
]


Table = Annotated[int, field("Table", limits=MOST)]


Round = Annotated[int | None, field("Round", "The latest one if left out.")]


Points = Annotated[int, field("Points", limits={"ge": -9999, "le": 9999})]


Side = Annotated[str, field("Side", "NS or EW; A or B; red or black.")]


Why = Annotated[str, field("Reason", option=True, limits={"max_length": LONGEST_TEXT})]


Zone = Annotated[str, field("Zone", "The zone they play for.", limits={"max_length": LONGEST_TEXT})]
Born = Annotated[tuple[str, ...], field("Born", "A date such as 1950-06-30, once per player.")]
Member = Annotated[bool, field("Member", "Has been shown to be an active member.")]
Seed = Annotated[str, field("Seed", "Decides every draw; a new one is made if left out.", limits={"max_length": 40})]  # fmt: skip


Cards = Annotated[
    tuple[str, ...],
    field("Cards", "WHO=CARD such as 12=KD; again=WHO=CARD begins a redraw.", place=True,
          metavar="who=card", each=("card", "again")),
]  # fmt: skip


class EventCommand(Command, frozen=True):
    """An act in an event."""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        """The facts it comes to."""
        raise NotImplementedError


class EventQuery(Query, frozen=True):
    """A question about an event."""

    def answer(self, history: EventHistory, at: float) -> Answer:
        """What is so now."""
        raise NotImplementedError


class EventList(EventQuery, frozen=True):
    """A list that needs only the event as it stands."""

    def of_event(self, event: Event) -> Answer:
        """The list."""
        raise NotImplementedError

    def answer(self, history: EventHistory, at: float) -> Answer:
        return self.of_event(history.event)
