"""Signing up ahead: for how many there is room, who waits, who looks for a partner, who fills in, and who cannot come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

from msgspec.structs import replace

from rightbower.rules.message import Message, message
from rightbower.tournament.commands import Now, field
from rightbower.tournament.contest import Fact
from rightbower.tournament.events.acts import EventCommand, Other, Who
from rightbower.tournament.events.eligibility import names, not_a_name
from rightbower.tournament.events.entrants import Entrant, EventError, both, whom
from rightbower.tournament.events.event import Event, EventHistory, Sub
from rightbower.tournament.events.labels import entrant, two_entrants
from rightbower.tournament.names import looks_like

# Those who take a chair: whoever left, did not come or waits has none.
IN = ("entered", "here")
# What somebody who looks for a partner says of themselves has so many letters at most.
LONGEST_WORD = 40


def chairs_taken(event: Event) -> int:
    """How many people have a chair."""
    return sum(len(each.players) for each in event.entrants if each.state in IN)


def chairs_free(event: Event) -> int | None:
    """How many chairs are free; None where there is no limit."""
    return max(0, event.signup.chairs - chairs_taken(event)) if event.signup.chairs else None


def waiting(event: Event) -> list[Entrant]:
    """Those who wait for a chair, first come first; a pair has the place of the first of the two."""
    came = {each.number: each.number for each in event.entrants}
    for each in event.entrants:
        if each.state == "paired":
            came[each.pair] = min(came[each.pair], each.number)
    found = (each for each in event.entrants if each.state == "waiting")
    return sorted(found, key=lambda each: came[each.number])


def seekers(event: Event) -> list[Entrant]:
    """Those who look for a partner before play begins."""
    if event.started:
        return []
    return [
        each for each in event.entrants if each.seeking and each.state in ("entered", "waiting")
    ]


def finds_a_chair(event: Event, newcomer: Entrant) -> bool:
    """Whether there is room for somebody who signs up now."""
    free = chairs_free(event)
    return free is None or len(newcomer.players) <= free


def _asked(event: Event, asked: Iterable[tuple[int, int]]) -> Event:
    return replace(event, ahead=replace(event.signup, asked=tuple(asked)))


class ChairsSet(Fact, frozen=True, tag="chairs-set"):
    """There is room for so many people; 0 is no limit."""

    chairs: int

    def apply(self, state: Event, at: float) -> Event:
        return replace(state, ahead=replace(state.signup, chairs=self.chairs))

    def says(self, state: Event) -> Message:
        if not self.chairs:
            return message("no limit to how many can sign up")
        return message("room for {count} {count|person|people}", count=self.chairs)


class MovedUp(Fact, frozen=True, tag="moved-up"):
    """Those at the head of the waiting list have a chair."""

    numbers: tuple[int, ...]

    def apply(self, state: Event, at: float) -> Event:
        return state.with_entrants(self.numbers, state="entered")

    def says(self, state: Event) -> Message:
        return message("up from the waiting list: {who}", who=whom(*self.numbers))


def moved_up(event: Event) -> Iterator[MovedUp]:
    """Whoever waited longest and fits takes what is free; once play has begun the desk decides."""
    free = chairs_free(event)
    found = []
    for each in waiting(event):
        if free is None or len(each.players) <= free:
            found.append(each.number)
            free = None if free is None else free - len(each.players)
    if found and not event.started:
        yield MovedUp(tuple(found))


class SetChairs(EventCommand, frozen=True, tag="signup-chairs"):
    """Say for how many people there is room; whoever comes after them waits, in order."""

    chairs: Annotated[
        int, field("Chairs", "How many people fit in; 0 is no limit.", limits={"ge": 0, "le": 9999})
    ]

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        state.require_open()
        if self.chairs == state.signup.chairs:
            raise EventError(
                message("there is room for {count} already", count=self.chairs)
                if self.chairs
                else message("there is no limit already")
            )
        yield ChairsSet(self.chairs)
        yield from moved_up(now.history.event)


class CouldNotCome(Fact, frozen=True, tag="cannot-come"):
    """Somebody who had signed up cannot come after all."""

    number: int

    def apply(self, state: Event, at: float) -> Event:
        event = _asked(state, (each for each in state.signup.asked if self.number not in each))
        return event.with_entrants((self.number,), state="removed")

    def says(self, state: Event) -> Message:
        return message("cannot come after all: {who}", who=whom(self.number))


class CannotCome(EventCommand, frozen=True, tag="signup-cannot-come"):
    """Take back a sign-up: they cannot come after all, and the next who waits has their chair."""

    who: Who

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        state.require_open()
        one = state.entrant(entrant(state, self.who))
        if one.state not in ("entered", "waiting"):
            raise EventError(message("{who} is not expected", who=one.reference))
        if any(one.number in each.everyone for each in state.rounds):
            raise EventError(
                message("{who} has been seated; they can leave instead", who=one.reference)
            )
        yield CouldNotCome(one.number)
        yield from moved_up(now.history.event)


class PartnerAsked(Fact, frozen=True, tag="partner-asked"):
    """One who looks for a partner asked another."""

    first: int
    second: int

    def apply(self, state: Event, at: float) -> Event:
        return _asked(state, (*state.signup.asked, (self.first, self.second)))

    def says(self, state: Event) -> Message:
        return message(
            "{first} asks {second} to be partners",
            first=state.who(self.first),
            second=state.who(self.second),
        )


class PartnerAnswered(Fact, frozen=True, tag="partner-answered"):
    """Whoever was asked said yes, and the two are a pair; or no."""

    first: int
    second: int
    yes: bool

    def apply(self, state: Event, at: float) -> Event:
        if not self.yes:
            own = self.first, self.second
            return _asked(state, (each for each in state.signup.asked if each != own))
        one, other = state.entrant(self.first), state.entrant(self.second)
        pair = Entrant(
            len(state.entrants) + 1,
            one.players + other.players,
            state="entered" if one.state == other.state == "entered" else "waiting",
            vouched=one.vouched or other.vouched,
        )
        event = state.with_entrants((self.first, self.second), state="paired", pair=pair.number)
        both_ = {self.first, self.second}
        event = _asked(event, (each for each in state.signup.asked if not both_ & {*each}))
        return replace(event, entrants=(*event.entrants, pair))

    def says(self, state: Event) -> Message:
        if self.yes:
            return message("{who} are partners", who=both(self.first, self.second))
        return message(
            "{second} would rather not play with {first}",
            first=state.who(self.first),
            second=state.who(self.second),
        )


def _seeker(event: Event, number: int) -> Entrant:
    event.require_open()
    one = event.entrant(number)
    if one not in seekers(event):
        raise EventError(message("{who} is not looking for a partner", who=one.reference))
    return one


class AskPartner(EventCommand, frozen=True, tag="signup-ask"):
    """Ask somebody who looks for a partner too."""

    who: Who
    other: Other

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        numbers = two_entrants(state, self.who, self.other)
        one, other = (_seeker(state, number) for number in numbers)
        if one == other:
            raise EventError(message("name two different players"))
        if (one.number, other.number) in state.signup.asked:
            raise EventError(message("{who} has been asked already", who=other.reference))
        if (other.number, one.number) in state.signup.asked:  # each asked the other: that is a yes
            yield PartnerAnswered(other.number, one.number, yes=True)
            yield from moved_up(now.history.event)
            return
        yield PartnerAsked(one.number, other.number)


class AnswerPartner(EventCommand, frozen=True, tag="signup-answer"):
    """Say yes or no to somebody who asks to be partners."""

    who: Who
    other: Other
    yes: Annotated[bool, field("Yes", "They are partners from now on.")] = False

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        mine, theirs = two_entrants(state, self.who, self.other)
        state.require_open()
        if (theirs, mine) not in state.signup.asked:
            raise EventError(
                message(
                    "{first} has not asked {second}",
                    first=state.who(theirs),
                    second=state.who(mine),
                )
            )
        yield PartnerAnswered(theirs, mine, self.yes)
        yield from moved_up(now.history.event)


class SubOffered(Fact, frozen=True, tag="sub-offered"):
    """Somebody will fill in where one is missing."""

    sub: Sub

    def apply(self, state: Event, at: float) -> Event:
        return replace(state, ahead=replace(state.signup, subs=(*state.signup.subs, self.sub)))

    def says(self, state: Event) -> Message:
        return message("{name} can fill in", name=self.sub.name)


class SubGone(Fact, frozen=True, tag="sub-gone"):
    """Somebody cannot fill in after all."""

    name: str

    def apply(self, state: Event, at: float) -> Event:
        return state.filled_in((self.name,))

    def says(self, state: Event) -> Message:
        return message("{name} cannot fill in after all", name=self.name)


class OfferSub(EventCommand, frozen=True, tag="signup-sub"):
    """Put somebody on the list of subs, who fill in where one is missing."""

    name: Annotated[str, field("Name", limits={"max_length": 60})]
    about: Annotated[
        str, field("How to ask", "Only the desk reads it.", limits={"max_length": LONGEST_WORD})
    ] = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        state.require_open()
        name, about = " ".join(self.name.split()), " ".join(self.about.split())
        if not name:
            raise EventError(message("write your name"))
        if reason := not_a_name(name) or not_a_name(about):
            raise EventError(reason)
        if number := names(state).get(looks_like(name)):
            raise EventError(
                message(
                    "{name} is on the list already, as entrant {number}", name=name, number=number
                )
            )
        if any(looks_like(each.name) == looks_like(name) for each in state.signup.subs):
            raise EventError(message("{name} is a sub already", name=name))
        yield SubOffered(Sub(name, about))


class DropSub(EventCommand, frozen=True, tag="signup-sub-off"):
    """Take somebody off the list of subs, who cannot fill in after all."""

    name: Annotated[str, field("Name", limits={"max_length": 60})]

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        state.require_open()
        wanted = looks_like(self.name)
        known = [each.name for each in state.signup.subs if looks_like(each.name) == wanted]
        if not known:
            raise EventError(message("{name} is no sub here", name=self.name))
        yield SubGone(known[0])
