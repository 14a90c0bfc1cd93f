"""Who is here: check-in, who leaves, who takes over, who plays with whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated

from msgspec.structs import replace

from rightbower.rules.message import Message, Term, because, message
from rightbower.tournament.commands import Now, field
from rightbower.tournament.contest import Fact, Undone, effective
from rightbower.tournament.events import labels
from rightbower.tournament.events.acts import (
    Born,
    EventCommand,
    Everyone,
    Member,
    Other,
    Who,
    Why,
    Zone,
)
from rightbower.tournament.events.eligibility import (
    ineligible,
    names,
    not_a_name,
    other_zone,
    sent_by_zones,
    too_many_people,
)
from rightbower.tournament.events.entrants import Entrant, EventError, Former, Player, both, whom
from rightbower.tournament.events.event import Event, EventHistory
from rightbower.tournament.events.name_lists import players
from rightbower.tournament.events.signup import moved_up
from rightbower.tournament.names import looks_like

All = Annotated[bool, field("All", "Everyone still expected.")]


def some_entrants(event: Event, numbers: Iterable[int]) -> list[Entrant]:
    """Entrants by their numbers, while the event is open; at least one."""
    event.require_open()
    found = [event.entrant(number) for number in numbers]
    if not found:
        raise EventError(message("name at least one entrant by number"))
    return found


class CheckedIn(Fact, frozen=True, tag="checked-in"):
    """Entrants are here."""

    numbers: tuple[int, ...]

    def apply(self, state: Event, at: float) -> Event:
        return state.with_entrants(
            self.numbers, state="here", since=len(state.rounds), until=None, why=""
        )

    def says(self, state: Event) -> Message:
        return message("here: {who}", who=whom(*self.numbers))


def check_in(event: Event, numbers: Sequence[int]) -> CheckedIn:
    """Entrants are here; one who comes late plays from the next round."""
    for entrant in some_entrants(event, numbers):
        if entrant.state in ("here", "paired"):
            raise EventError(message("{who} is here already", who=entrant.reference))
        if entrant.state == "removed":
            raise EventError(
                message(
                    "{who} was taken off the list; put the name on it again", who=entrant.reference
                )
            )
    if event.started and event.plan.movement_kind.knocks_out:
        raise EventError(message("the draw of a knock-out is made; nobody can come in late"))
    return CheckedIn(tuple(numbers))


def check_in_all(event: Event) -> CheckedIn:
    """Everyone on the list is here who has not been marked otherwise."""
    numbers = [each.number for each in event.entrants if each.state == "entered"]
    if not numbers:
        raise EventError(message("nobody on the list is still expected"))
    return check_in(event, numbers)


class CheckIn(EventCommand, frozen=True, tag="entrants-check-in"):
    """Check in people who are here."""

    who: Everyone = ()
    all: All = False

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        if self.all:
            yield check_in_all(state)
        else:
            yield check_in(state, labels.entrants(state, self.who))


class NotHere(EventCommand, frozen=True, tag="entrants-not-here"):
    """Undo a check-in before play; once play has begun, mark them as having left."""

    who: Who

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        number = labels.entrant(state, self.who)
        if state.started:
            yield withdraw(state, [number])
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


class Missing(Fact, frozen=True, tag="missing"):
    """Entrants did not come."""

    numbers: tuple[int, ...]

    def apply(self, state: Event, at: float) -> Event:
        return state.with_entrants(self.numbers, state="no-show")

    def says(self, state: Event) -> Message:
        return message("did not come: {who}", who=whom(*self.numbers))


def did_not_come(event: Event, numbers: Sequence[int]) -> Missing:
    """Entrants who did not come."""
    for entrant in some_entrants(event, numbers):
        if entrant.state != "entered":
            raise EventError(
                message(
                    "{who} is not expected: {state}",
                    who=entrant.reference,
                    state=Term(entrant.state),
                )
            )
    return Missing(tuple(numbers))


class NoShow(EventCommand, frozen=True, tag="entrants-no-show"):
    """Mark people who did not come."""

    who: Everyone = ()
    all: All = False

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        expected = [each.number for each in state.entrants if each.state == "entered"]
        yield did_not_come(state, expected if self.all else labels.entrants(state, self.who))


class Withdrew(Fact, frozen=True, tag="withdrew"):
    """Entrants left; what they played stays."""

    numbers: tuple[int, ...]
    why: str = ""

    def apply(self, state: Event, at: float) -> Event:
        event = state.stood_aside([each for each in self.numbers if _under_way(state, each)])
        return event.with_entrants(
            self.numbers, state="withdrawn", until=len(event.rounds), why=self.why
        )

    def says(self, state: Event) -> Message:
        return because(message("left: {who}", who=whom(*self.numbers)), self.why)


def _under_way(event: Event, number: int) -> bool:
    """Whether an entrant leaves in the middle of a round that it has a part in."""
    if not event.rounds or number not in event.round.everyone:
        return False
    tables = event.round.tables
    own = [each for each in tables if number in each.entrants and each.playing]
    return any(each.awaits_result for each in own or tables)


def withdraw(event: Event, numbers: Sequence[int], why: str = "") -> Withdrew:
    """Entrants leave; the round under way is played or ruled on, and they are not seated again."""
    numbers = tuple(dict.fromkeys(numbers))
    for entrant in some_entrants(event, numbers):
        if entrant.state == "withdrawn":
            raise EventError(message("{who} has left already", who=entrant.reference))
        if entrant.state == "paired":
            raise EventError(
                message(
                    "{who} plays in pair {pair}; withdraw the pair",
                    who=entrant.reference,
                    pair=entrant.pair,
                )
            )
    return Withdrew(tuple(numbers), why)


class Withdraw(EventCommand, frozen=True, tag="entrants-withdraw"):
    """Mark people who leave; the games they played still count."""

    who: Everyone = ()
    why: Why = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield withdraw(state, labels.entrants(state, self.who), self.why)
        yield from moved_up(now.history.event)


class Substituted(Fact, frozen=True, tag="substituted"):
    """A substitute took a player's place; ``place`` is 0 or 1 in a pair."""

    number: int
    place: int
    player: Player
    why: str = ""

    def apply(self, state: Event, at: float) -> Event:
        entrant = state.entrant(self.number)
        players = list(entrant.players)
        former = Former(players[self.place], _played_out(state, self.number), self.place)
        players[self.place] = self.player
        event = state.with_entrants(
            (self.number,), players=tuple(players), former=(*entrant.former, former)
        )
        return event.filled_in((self.player.name,))

    def says(self, state: Event) -> Message:
        said = message("{name} plays on for {who}", name=self.player.name, who=whom(self.number))
        return because(said, self.why)


def _played_out(event: Event, number: int) -> int:
    """The last round that an entrant has behind it: the latest, unless its game is still open."""
    rounds = len(event.rounds)
    playing = rounds and any(
        number in table.entrants and table.awaits_result for table in event.round.tables
    )
    return rounds - 1 if playing else rounds


def substitute(event: Event, number: int, out: str, player: Player, why: str = "") -> Substituted:
    """A new player takes the place of ``out``; number, seat and history stay."""
    (entrant,) = some_entrants(event, (number,))
    places = [
        place
        for place, each in enumerate(entrant.players)
        if looks_like(each.name) == looks_like(out) or entrant.single
    ]
    if not places:
        raise EventError(message("{out} does not play in {who}", out=out, who=entrant.reference))
    if looks_like(player.name) in names(event):
        taken = names(event)[looks_like(player.name)]
        raise EventError(
            message(
                "{name} is on the list already, as entrant {number}", name=player.name, number=taken
            )
        )
    if reason := not_a_name(player.name) or ineligible(event, player):
        raise EventError(reason)
    zone = player.zone or entrant.players[places[0]].zone
    player = replace(player, zone=zone)
    if event.plan.stage == "games" and not entrant.floater:
        players = [player if at == places[0] else each for at, each in enumerate(entrant.players)]
        others = [each for each in event.entrants if each.number != number]
        sent = [*sent_by_zones(event, others), replace(entrant, players=tuple(players))]
        own = entrant.zone
        if reason := too_many_people(event, zone, sent) or other_zone(event, own, zone):
            raise EventError(
                message("{name} cannot come in: {reason}", name=player.name, reason=reason)
            )
    return Substituted(number, places[0], player, why)


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
        number = labels.entrant(state, self.who)
        yield substitute(state, number, self.out, found[0], self.why)


class Partnered(Fact, frozen=True, tag="partnered"):
    """Two single players became a pair."""

    first: int
    second: int

    def apply(self, state: Event, at: float) -> Event:
        return state.paired(self.first, self.second, len(state.entrants) + 1)

    def says(self, state: Event) -> Message:
        return message("{who} are partners", who=both(self.first, self.second))


def partner(event: Event, first: int, second: int) -> Partnered:
    """Two players who are here and alone become a pair."""
    if event.plan.entering.unit != "pair":
        raise EventError(message("here each player enters alone"))
    if first == second:
        raise EventError(message("name two different players"))
    for entrant in some_entrants(event, (first, second)):
        if not entrant.single or entrant.state != "here":
            raise EventError(message("{who} is not here without a partner", who=entrant.reference))
    return Partnered(first, second)


class Partner(EventCommand, frozen=True, tag="entrants-pair"):
    """Make two single players partners."""

    who: Who
    other: Other

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield partner(state, *labels.two_entrants(state, self.who, self.other))


class KeptApart(Fact, frozen=True, tag="kept-apart"):
    """Two entrants are to be kept apart where the movement leaves a choice."""

    first: int
    second: int

    def apply(self, state: Event, at: float) -> Event:
        return replace(state, apart=(*state.apart, (self.first, self.second)))

    def says(self, state: Event) -> Message:
        return message("{who} are kept apart", who=both(self.first, self.second))


def keep_apart(event: Event, first: int, second: int) -> KeptApart:
    """Two entrants who should not sit at one table where the movement leaves a choice."""
    some_entrants(event, (first, second))
    if first == second:
        raise EventError(message("keep two different entrants apart"))
    return KeptApart(first, second)


class KeepApart(EventCommand, frozen=True, tag="entrants-apart"):
    """Keep two entrants apart where the movement leaves a choice."""

    who: Who
    other: Other

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield keep_apart(state, *labels.two_entrants(state, self.who, self.other))


class Vouched(Fact, frozen=True, tag="vouched"):
    """The officer vouches for an entrant whose papers are missing."""

    number: int
    why: str

    def apply(self, state: Event, at: float) -> Event:
        return state.with_entrants((self.number,), vouched=self.why)

    def says(self, state: Event) -> Message:
        return because(message("{who} vouched for", who=whom(self.number)), self.why)


def vouch(event: Event, number: int, why: str) -> Vouched:
    """The officer vouches for an entrant's papers."""
    some_entrants(event, (number,))
    if not why.strip():
        raise EventError(message("say what was seen"))
    return Vouched(number, why)


class Vouch(EventCommand, frozen=True, tag="entrants-vouch"):
    """Vouch for somebody whose papers are missing."""

    who: Who
    why: Annotated[str, field("What was seen", option=True)]

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield vouch(state, labels.entrant(state, self.who), self.why)


class FloaterSet(Fact, frozen=True, tag="floater-set"):
    """An entrant plays only to make the numbers even, and is not ranked; or is ranked again."""

    number: int
    floater: bool

    def apply(self, state: Event, at: float) -> Event:
        return state.with_entrants((self.number,), floater=self.floater)

    def says(self, state: Event) -> Message:
        who = whom(self.number)
        if self.floater:
            return message("{who} is a floater", who=who)
        return message("{who} is no longer a floater", who=who)


def set_floater(event: Event, number: int, floater: bool) -> FloaterSet:
    """Whether an entrant only makes the numbers even."""
    (entrant,) = some_entrants(event, (number,))
    if entrant.floater == floater:
        raise EventError(
            message("{who} is a floater already", who=entrant.reference)
            if floater
            else message("{who} is not a floater already", who=entrant.reference)
        )
    return FloaterSet(number, floater)


class SetFloater(EventCommand, frozen=True, tag="entrants-floater"):
    """Mark an entrant who plays only to make the numbers even."""

    who: Who
    no: Annotated[bool, field("No", "Rank them again after all.")] = False

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield set_floater(state, labels.entrant(state, self.who), not self.no)


class SitterSet(Fact, frozen=True, tag="sitter-set"):
    """A player sits at a table all day; 0 is no table."""

    number: int
    table: int

    def apply(self, state: Event, at: float) -> Event:
        return state.with_entrants((self.number,), sitter=self.table)

    def says(self, state: Event) -> Message:
        who = whom(self.number)
        if self.table:
            return message("{who} sits at table {table}", who=who, table=self.table)
        return message("{who} is not a sitting player any more", who=who)


def set_sitter(event: Event, number: int, table: int | None = None) -> SitterSet:
    """A sitting player, named before the start; without a table the first that has none."""
    if not event.plan.movement.sitters:
        clause = event.plan.clause("movement.sitters")
        raise EventError(message("there are no sitting players here", clause))
    _before_the_start(event)
    (entrant,) = some_entrants(event, (number,))
    if table is not None and table < 1:
        raise EventError(
            message("there is no table {table}; tables are numbered from 1", table=table)
        )
    taken = {each.sitter for each in event.entrants if each.sitter and each is not entrant}
    chosen = table or next(each for each in range(1, len(taken) + 2) if each not in taken)
    if chosen in taken:
        raise EventError(message("table {table} has a sitter already", table=chosen))
    return SitterSet(number, chosen)


def take_back_sitter(event: Event, number: int) -> SitterSet:
    """A sitting player moves like the others after all; only before the start."""
    (entrant,) = some_entrants(event, (number,))
    if not entrant.sitter:
        raise EventError(message("{who} is not a sitting player", who=entrant.reference))
    _before_the_start(event)
    return SitterSet(number, 0)


def _before_the_start(event: Event) -> None:
    if event.started:
        clause = event.plan.clause("movement.sitters")
        raise EventError(message("sitting players are named at the start", clause))


class SetSitter(EventCommand, frozen=True, tag="entrants-sitter"):
    """Keep a player at one table all day."""

    who: Who
    table: Annotated[int | None, field("Table", "The first table without one if left out.")] = None
    no: Annotated[bool, field("No", "Let them move like everybody else after all.")] = False

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        if self.no:
            yield take_back_sitter(state, labels.entrant(state, self.who))
            return
        yield set_sitter(state, labels.entrant(state, self.who), self.table)
