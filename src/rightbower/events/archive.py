"""What is done with a whole event: another name, the archive, throwing practice away, a copy."""

from __future__ import annotations

from rightbower.events.presets import title
from rightbower.events.state.entrants import Entrant, EventError, read_date
from rightbower.events.state.event import Event
from rightbower.events.state.facts import (
    Entry,
    EventArchived,
    EventOpened,
    EventRetitled,
    EventThrownAway,
    Fact,
)
from rightbower.events.state.fold import EventHistory, fold
from rightbower.events.state.people_facts import Added

LEFT_OUT = ("paired", "removed")


def retitle(event: Event, name: str, date: str) -> EventRetitled:
    """Another name or date, at any time; what is not said stays."""
    named = title(name, event.practice) if name.strip() else event.name
    day = read_date(date).isoformat() if date.strip() else event.date
    if (named, day) == (event.name, event.date):
        raise EventError("the event already has that name and date")
    return EventRetitled(named, day)


def archive(event: Event, back: bool) -> EventArchived:
    """Put an event out of the way, or take it out of the archive again."""
    if event.archived is not back:
        where = "not in the archive" if back else "in the archive already"
        raise EventError(f"the event is {where}")
    if not back and event.clock.running:
        raise EventError("the clock is running; stop it first")
    return EventArchived(not back)


def throw_away(event: Event) -> EventThrownAway:
    """A practice event is shown nowhere any more; one that counts stays."""
    if not event.practice:
        raise EventError(
            "only a practice event can be thrown away; put this one into the archive instead"
        )
    return EventThrownAway()


def copied(
    event: Event, id_: str, name: str, date: str, people: bool, *, at: float, by: str
) -> EventHistory:
    """Another event of the same plan; ``people`` takes the list of names along."""
    named, day = title(name, event.practice), read_date(date).isoformat()
    facts: list[Fact] = [EventOpened(id_, named, day, event.preset, event.plan, event.practice)]
    if people and (listed := _listed(event)):
        facts.append(Added(listed))
    return fold([Entry(at, by, fact) for fact in facts])


def _listed(event: Event) -> tuple[Entrant, ...]:
    """Everybody as they would be entered for another day."""
    staying = [each for each in event.entrants if each.state not in LEFT_OUT]
    return tuple(Entrant(number, each.players) for number, each in enumerate(staying, 1))
