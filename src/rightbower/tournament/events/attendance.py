"""The list of entrants: names put on it, who is here, who leaves, who takes over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from rightbower.rules.message import message
from rightbower.tournament.commands import LONGEST_TEXT, Now, field
from rightbower.tournament.contest import Undone, effective
from rightbower.tournament.events import eligibility, registration
from rightbower.tournament.events.acts import EventCommand, Everyone, Other, Who, Why
from rightbower.tournament.events.entrants import EventError, Player, read_date
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.facts import Added, CheckedIn, Fact
from rightbower.tournament.events.fold import EventHistory
from rightbower.tournament.events.labels import entrant, entrants
from rightbower.tournament.events.name_lists import people
from rightbower.tournament.events.registration import add_rows
from rightbower.tournament.events.seating import swap_seats

Zone = Annotated[str, field("Zone", "The zone they play for.", limits={"max_length": LONGEST_TEXT})]
BirthDate = Annotated[
    str, field("Born", "A date such as 1950-06-30.", limits={"max_length": LONGEST_TEXT})
]
Born = Annotated[tuple[str, ...], field("Born", "A date such as 1950-06-30, once per player.")]
Member = Annotated[bool, field("Member", "Has been shown to be an active member.")]
Here = Annotated[bool, field("Here", "Check them in right away.")]
All = Annotated[bool, field("All", "Everyone still expected.")]


def players(text: str, born: tuple[str, ...], member: bool, zone: str) -> list[Player]:
    """The players named, with the papers that were given."""
    dates = [read_date(each).isoformat() for each in born]
    return [
        Player(name, dates[place] if place < len(dates) else "", member or None, zone)
        for place, name in enumerate(_named(text))
    ]


def _named(text: str) -> tuple[str, ...]:
    """The names in a text; one that can be read in two ways is refused."""
    found = people(text)
    if found.doubt:
        raise EventError(
            message("{text} can be read in two ways; write it like Ida Lamb & Joe Mann", text=text)
        )
    if found.fault:
        raise EventError(found.fault)
    return found.names


class AddEntrants(EventCommand, frozen=True, tag="entrants-add"):
    """Put names on the list: 'Ann Lee & Bob Ray', or one name alone."""

    names: Annotated[tuple[str, ...], field("Names", "One entrant each.")]
    zone: Zone = ""
    born: Born = ()
    member: Member = False
    floater: Annotated[bool, field("Floater", "Plays only to make the numbers even.")] = False
    here: Here = False

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        added = [players(text, self.born, self.member, self.zone) for text in self.names]
        yield from _added(registration.add(state, added, floater=self.floater), self.here, now)


class AddRows(EventCommand, frozen=True, tag="entrants-add-rows"):
    """Add the rows of a file to the list of entrants."""

    slow: ClassVar[bool] = True
    rows: Annotated[tuple[dict[str, str], ...], field("Rows", option=True)]
    here: Here = False

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield from _added(add_rows(state, self.rows), self.here, now)


def _added(fact: Added, here: bool, now: Now[EventHistory]) -> Iterator[Fact]:
    yield fact
    if here:
        numbers = [each.number for each in fact.entrants]
        yield registration.check_in(now.history.event, numbers)


class CheckIn(EventCommand, frozen=True, tag="entrants-check-in"):
    """Check in people who are here."""

    who: Everyone = ()
    all: All = False

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        if self.all:
            yield registration.check_in_all(state)
        else:
            yield registration.check_in(state, entrants(state, self.who))


class NotHere(EventCommand, frozen=True, tag="entrants-not-here"):
    """Undo a check-in before play; once play has begun, mark them as having left."""

    who: Who

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        number = entrant(state, self.who)
        if state.started:
            yield registration.withdraw(state, [number])
            return
        entry, fact = _check_in_of(now.history, number)
        yield Undone(entry, "not here after all")
        rest = [each for each in fact.numbers if each != number]
        rest = [each for each in rest if state.entrant(each).state == "here"]
        if rest:
            yield CheckedIn(tuple(rest))


def _check_in_of(history: EventHistory, number: int) -> tuple[int, CheckedIn]:
    """The entry by which somebody was checked in."""
    for entry, each in reversed(effective(history.entries)):
        if isinstance(each.fact, CheckedIn) and number in each.fact.numbers:
            return entry, each.fact
    raise EventError(message("{who} has not been checked in", who=history.event.who(number)))


class NoShow(EventCommand, frozen=True, tag="entrants-no-show"):
    """Mark people who did not come."""

    who: Everyone = ()
    all: All = False

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        expected = [each.number for each in state.entrants if each.state == "entered"]
        yield registration.missing(state, expected if self.all else entrants(state, self.who))


class Withdraw(EventCommand, frozen=True, tag="entrants-withdraw"):
    """Mark people who leave; the games they played still count."""

    who: Everyone = ()
    why: Why = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield registration.withdraw(state, entrants(state, self.who), self.why)


class Rename(EventCommand, frozen=True, tag="entrants-rename"):
    """Correct a name that was written wrong."""

    who: Who
    name: Annotated[str, field("The right name", limits={"max_length": 60})]
    old: Annotated[str, field("Whose name", "For a pair: the name as it is now.")] = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield registration.rename(state, entrant(state, self.who), self.old, self.name)


class RemoveEntrant(EventCommand, frozen=True, tag="entrants-remove"):
    """Take an entry off the list that was put there by mistake."""

    who: Who
    why: Why = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield registration.remove(state, entrant(state, self.who), self.why)


class SwapSeats(EventCommand, frozen=True, tag="swap"):
    """Swap two people in the current round; one of them may be sitting out."""

    asks_first: ClassVar[bool] = True
    who: Who
    other: Other
    why: Why = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield swap_seats(state, *_two(state, self.who, self.other), self.why)

    def seen(self, state: Event) -> str:
        """The seats as they were shown."""
        return str(
            [(each.sides, each.result) for each in state.round.tables] if state.rounds else ""
        )


class Substitute(EventCommand, frozen=True, tag="entrants-substitute"):
    """Bring in a new player for one who stops."""

    who: Who
    out: Annotated[str, field("Who stops")]
    new: Annotated[str, field("Who takes over")]
    zone: Zone = ""
    born: Born = ()
    member: Member = False
    why: Why = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        found = players(self.new, self.born, self.member, self.zone)
        if not found:
            raise EventError(message("write the name of the player who takes over"))
        if len(found) != 1:
            raise EventError(message("name just one player to take over"))
        number = entrant(state, self.who)
        yield registration.substitute(state, number, self.out, found[0], self.why)


def _two(event: Event, who: int | str, other: int | str) -> tuple[int, int]:
    return entrant(event, who), entrant(event, other)


class Partner(EventCommand, frozen=True, tag="entrants-pair"):
    """Make two single players partners."""

    who: Who
    other: Other

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield registration.partner(state, *_two(state, self.who, self.other))


class KeepApart(EventCommand, frozen=True, tag="entrants-apart"):
    """Keep two entrants apart where the movement leaves a choice."""

    who: Who
    other: Other

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield registration.keep_apart(state, *_two(state, self.who, self.other))


class Vouch(EventCommand, frozen=True, tag="entrants-vouch"):
    """Vouch for somebody whose papers are missing."""

    who: Who
    why: Annotated[str, field("What was seen", option=True)]

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield registration.vouch(state, entrant(state, self.who), self.why)


class SetFloater(EventCommand, frozen=True, tag="entrants-floater"):
    """Mark an entrant who plays only to make the numbers even."""

    who: Who
    no: Annotated[bool, field("No", "Rank them again after all.")] = False

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield registration.set_floater(state, entrant(state, self.who), not self.no)


class SetSitter(EventCommand, frozen=True, tag="entrants-sitter"):
    """Keep a player at one table all day."""

    who: Who
    table: Annotated[int | None, field("Table", "The first table without one if left out.")] = None
    no: Annotated[bool, field("No", "Let them move like everybody else after all.")] = False

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        if self.no:
            yield registration.take_back_sitter(state, entrant(state, self.who))
            return
        yield registration.set_sitter(state, entrant(state, self.who), self.table)


class Join(EventCommand, frozen=True, tag="join"):
    """Put your own name on the list, by phone or from a club's website."""

    name: Annotated[str, field("Name", limits={"max_length": 60})]
    partner_name: Annotated[str, field("Partner", limits={"max_length": 60})] = ""
    born: BirthDate = ""
    partner_born: BirthDate = ""
    member: Member = False
    partner_member: Member = False
    zone: Zone = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        found = [self._player(state, self.name, self.born, self.member)]
        if state.plan.entering.unit == "pair" and self.partner_name.strip():
            partner = (self.partner_name, self.partner_born, self.partner_member)
            found.append(self._player(state, *partner))
        yield registration.add(state, [found])

    def _player(self, event: Event, name: str, born: str, member: bool) -> Player:
        if not name.strip():
            raise EventError(message("write your name"))
        asked = event.plan.entering.least_age is not None and born
        return Player(
            " ".join(name.split()),
            read_date(born).isoformat() if asked else "",
            member if eligibility.asks_member(event) else None,
            self.zone if eligibility.asks_zone(event) else "",
        )
