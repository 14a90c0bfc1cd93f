"""Who is on the list of a day: names put on it, put right, and taken off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules.message import UNSAID, Arg, Joined, Message, because, message
from rightbower.tournament.commands import LONGEST_TEXT, Now, field
from rightbower.tournament.contest import Fact, Preview, yes_or_no
from rightbower.tournament.events import eligibility
from rightbower.tournament.events.acts import Born, EventCommand, Member, Who, Why, Zone
from rightbower.tournament.events.attendance import check_in, some_entrants
from rightbower.tournament.events.eligibility import names, not_a_name, objection, unchecked
from rightbower.tournament.events.entrants import (
    Entrant,
    EventError,
    Player,
    read_date,
    read_names,
    whom,
)
from rightbower.tournament.events.event import Event, EventHistory
from rightbower.tournament.events.labels import entrant
from rightbower.tournament.events.name_lists import players
from rightbower.tournament.events.online_night import doors, shut_out
from rightbower.tournament.events.signup import LONGEST_WORD, finds_a_chair, moved_up
from rightbower.tournament.names import looks_like


class Added(Fact, frozen=True, tag="added"):
    """Entrants were put on the list."""

    entrants: tuple[Entrant, ...]

    def apply(self, state: Event, at: float) -> Event:
        event = replace(state, entrants=state.entrants + self.entrants)
        return event.filled_in(player.name for each in self.entrants for player in each.players)

    def says(self, state: Event) -> Message:
        return message("entered: {who}", who=_named(self.entrants))


def _named(entrants: Sequence[Entrant]) -> Arg:
    if len(entrants) > 3:
        return message(
            "{count} entrants, {first} to {last}",
            count=len(entrants),
            first=entrants[0].number,
            last=entrants[-1].number,
        )
    return Joined(tuple(f"{each.number} {each.name}" for each in entrants), ", ")


class EntrantRow(Struct, frozen=True):
    """One row as it was read; an empty ``fault`` means that it can be added."""

    row: int
    entrant: Entrant
    fault: Message = UNSAID
    remark: Message = UNSAID


def preview(
    event: Event,
    rows: Sequence[Mapping[str, str]],
    numbers: Sequence[int] = (),
    faults: Sequence[Message] = (),
) -> Preview[EntrantRow]:
    """Read rows by their headings; nothing is changed. Rows with nothing in them are passed over.

    ``numbers`` are the rows' places in their file, from 1 on where they are not given, ``faults``
    what is known to be wrong with them.
    """
    taken = names(event)
    lines: list[EntrantRow] = []
    good: list[Entrant] = []
    places = numbers or range(1, len(rows) + 1)
    for row, cells, fault in zip(places, rows, faults or [UNSAID] * len(rows), strict=True):
        if not fault and not any(str(value or "").strip() for value in cells.values()):
            continue
        number = len(event.entrants) + len(good) + 1
        line = _read(event, row, number, cells, taken, good)
        line = replace(line, fault=fault) if fault else line
        lines.append(line)
        if not line.fault:
            good.append(line.entrant)
            taken |= {looks_like(player.name): number for player in line.entrant.players}
    return Preview(tuple(lines))


def add_rows(event: Event, rows: Sequence[Mapping[str, str]]) -> Added:
    """The good rows put on the list; refused when there is none."""
    event.require_open()
    found = preview(event, rows).good
    if not found:
        raise EventError(message("no row can be added"))
    return Added(tuple(line.entrant for line in found))


def _read(
    event: Event,
    row: int,
    number: int,
    cells: Mapping[str, str],
    taken: dict[str, int],
    before: Sequence[Entrant],
) -> EntrantRow:
    found = {looks_like(str(key)): str(value or "").strip() for key, value in cells.items()}
    written = read_names(found.get("name", "")) + read_names(found.get("partner", ""))
    try:
        players = tuple(_player(name, place, found) for place, name in enumerate(written))
        floater = bool(yes_or_no(found.get("floater", ""), EventError))
    except EventError as fault:
        return EntrantRow(row, Entrant(number, tuple(map(Player, written))), fault.said)
    entrant = Entrant(number, players, floater=floater)
    if reason := objection(event, entrant, taken, before):
        return EntrantRow(row, entrant, reason)
    missing = unchecked(event, entrant)
    if not missing:
        return EntrantRow(row, entrant)
    names_ = Joined(missing, " and ")
    return EntrantRow(row, entrant, remark=message("birth date missing: {names}", names=names_))


def _player(name: str, place: int, found: Mapping[str, str]) -> Player:
    prefix = "partner " if place else ""
    born = found.get(f"{prefix}born", "")
    if born:
        born = read_date(born).isoformat()
    return Player(
        name, born, yes_or_no(found.get(f"{prefix}member", ""), EventError), found.get("zone", "")
    )


def add(event: Event, entrants: Sequence[Sequence[Player]], *, floater: bool = False) -> Added:
    """Entrants for the list, each one player or a pair, numbered in this order."""
    event.require_open()
    taken = names(event)
    added: list[Entrant] = []
    for number, each in enumerate(entrants, len(event.entrants) + 1):
        entrant = Entrant(number, tuple(each), floater=floater)
        if reason := objection(event, entrant, taken, added):
            raise EventError(reason)
        taken |= {looks_like(player.name): number for player in each}
        added.append(entrant)
    return Added(tuple(added))


BirthDate = Annotated[
    str, field("Born", "A date such as 1950-06-30.", limits={"max_length": LONGEST_TEXT})
]


Here = Annotated[bool, field("Here", "Check them in right away.")]


class AddEntrants(EventCommand, frozen=True, tag="entrants-add"):
    """Put names on the list: 'Ann Lee & Bob Ray', or one name by itself."""

    names: Annotated[tuple[str, ...], field("Names", "One entrant each.")]
    zone: Zone = ""
    born: Born = ()
    member: Member = False
    floater: Annotated[bool, field("Floater", "Plays only to make the numbers even.")] = False
    here: Here = False

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        added = [players(text, self.born, self.member, self.zone) for text in self.names]
        yield from _added(add(state, added, floater=self.floater), self.here, now)


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
        yield check_in(now.history.event, numbers)


LONGEST_MARK = 16


def with_mark(name: str, mark: str) -> str:
    """A name with what tells two of one name apart.

    >>> with_mark("Ann Lee", " Sarnia "), with_mark("Ann Lee", "")
    ('Ann Lee (Sarnia)', 'Ann Lee')
    """
    plain = " ".join(mark.replace("(", " ").replace(")", " ").split())
    return f"{name} ({plain})" if plain and name.strip() else name


class Join(EventCommand, frozen=True, tag="join"):
    """Put your own name on the list, by phone or from a club's website."""

    name: Annotated[str, field("Name", limits={"max_length": 60})]
    partner_name: Annotated[str, field("Partner", limits={"max_length": 60})] = ""
    born: BirthDate = ""
    partner_born: BirthDate = ""
    member: Member = False
    partner_member: Member = False
    zone: Zone = ""
    mark: Annotated[
        str,
        field("What tells you apart", "Where somebody on the list has your name, such as your village.",
              limits={"max_length": LONGEST_MARK}),
    ] = ""  # fmt: skip
    seeking: Annotated[bool, field("Looking for a partner", "Others who look can ask you.")] = False
    about: Annotated[
        str, field("About you", "A word or two for others.", limits={"max_length": LONGEST_WORD})
    ] = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        found = [self._player(state, with_mark(self.name, self.mark), self.born, self.member)]
        pairs = state.plan.entering.unit == "pair"
        if pairs and self.partner_name.strip():
            partner = (self.partner_name, self.partner_born, self.partner_member)
            found.append(self._player(state, *partner))
        (newcomer,) = add(state, [found]).entrants
        if pairs and newcomer.single and self.seeking:
            about = " ".join(self.about.split())
            if reason := not_a_name(about):
                raise EventError(reason)
            newcomer = replace(newcomer, seeking=True, about=about)
        if not (state.started or finds_a_chair(state, newcomer)):
            newcomer = replace(newcomer, state="waiting")
        if reason := shut_out(state, now.at):
            raise EventError(reason)
        yield Added((newcomer,))
        if state.night and doors(state, now.at) == "open" and newcomer.state == "entered":
            yield check_in(now.history.event, [newcomer.number])

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


class Renamed(Fact, frozen=True, tag="renamed"):
    """A name was written wrong and is put right; ``place`` is 0 or 1 in a pair."""

    number: int
    place: int
    name: str

    def apply(self, state: Event, at: float) -> Event:
        """The name put right everywhere, in places that are final too."""
        players = list(state.entrant(self.number).players)
        players[self.place] = replace(players[self.place], name=self.name)
        event = state.with_entrants((self.number,), players=tuple(players))
        called = event.entrant(self.number).name
        places = tuple(
            replace(each, name=called) if each.entrant == self.number else each
            for each in event.places
        )
        return replace(event, places=places)

    def says(self, state: Event) -> Message:
        return message("{who} is called {name}", who=whom(self.number), name=self.name)


def rename(event: Event, number: int, old: str, name: str) -> Renamed:
    """A name written wrong is put right, at any time; ``old`` says which of a pair is meant."""
    entrant = event.entrant(number)
    name = " ".join(name.split())
    places = [
        place
        for place, each in enumerate(entrant.players)
        if looks_like(each.name) == looks_like(old) or (entrant.single and not old)
    ]
    if not places:
        raise EventError(message("{who}: say whose name to correct", who=entrant.reference))
    if not name:
        raise EventError(message("a name is missing"))
    if reason := not_a_name(name):
        raise EventError(reason)
    if entrant.players[places[0]].name == name:
        raise EventError(message("{name} is already written that way", name=name))
    taken = {
        looks_like(player.name): each.number
        for each in event.entrants
        for place, player in enumerate(each.players)
        if each.state not in ("removed", "paired") and (each.number, place) != (number, places[0])
    }
    if looks_like(name) in taken:
        raise EventError(
            message(
                "{name} is on the list already, as entrant {number}",
                name=name,
                number=taken[looks_like(name)],
            )
        )
    return Renamed(number, places[0], name)


class Rename(EventCommand, frozen=True, tag="entrants-rename"):
    """Correct a name that was written wrong."""

    who: Who
    name: Annotated[str, field("The right name", limits={"max_length": 60})]
    old: Annotated[str, field("Whose name", "For a pair: the name as it is now.")] = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield rename(state, entrant(state, self.who), self.old, self.name)


class Removed(Fact, frozen=True, tag="removed"):
    """An entry was taken off the list: it should not have been on it."""

    number: int
    why: str = ""

    def apply(self, state: Event, at: float) -> Event:
        return state.with_entrants((self.number,), state="removed", why=self.why)

    def says(self, state: Event) -> Message:
        return because(message("{who} taken off the list", who=whom(self.number)), self.why)


def remove(event: Event, number: int, why: str = "") -> Removed:
    """Take an entry off the list that should not be on it; whoever has been seated withdraws."""
    (entrant,) = some_entrants(event, (number,))
    if entrant.state == "removed":
        raise EventError(message("{who} is off the list already", who=entrant.reference))
    if entrant.state == "paired":
        raise EventError(
            message("{who} plays in pair {pair}", who=entrant.reference, pair=entrant.pair)
        )
    if any(number in round_.everyone for round_ in event.rounds):
        raise EventError(
            message("{who} has been seated; they can leave instead", who=entrant.reference)
        )
    return Removed(number, why)


class RemoveEntrant(EventCommand, frozen=True, tag="entrants-remove"):
    """Take an entry off the list that was put there by mistake."""

    who: Who
    why: Why = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield remove(state, entrant(state, self.who), self.why)
        yield from moved_up(now.history.event)
