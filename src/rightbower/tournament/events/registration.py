"""Who is on the list of a day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules.message import UNSAID, Joined, Message, Term, message
from rightbower.tournament.contest import Preview, yes_or_no
from rightbower.tournament.events import facts as people_facts
from rightbower.tournament.events.eligibility import (
    ineligible,
    names,
    not_a_name,
    objection,
    other_zone,
    sent_by_zones,
    too_many_people,
    unchecked,
)
from rightbower.tournament.events.entrants import (
    Entrant,
    EventError,
    Player,
    read_date,
    read_names,
)
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.facts import Added
from rightbower.tournament.names import looks_like


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
    return EntrantRow(row, entrant, remark=message("no birth date for {names}", names=names_))


def _player(name: str, place: int, found: Mapping[str, str]) -> Player:
    prefix = "partner " if place else ""
    born = found.get(f"{prefix}born", "")
    if born:
        born = read_date(born).isoformat()
    return Player(
        name, born, yes_or_no(found.get(f"{prefix}member", ""), EventError), found.get("zone", "")
    )


def add(
    event: Event, entrants: Sequence[Sequence[Player]], *, floater: bool = False
) -> people_facts.Added:
    """Entrants for the list, each one player or a pair, numbered in this order."""
    event.require_open()
    taken = names(event)
    added: list[Entrant] = []
    for number, players in enumerate(entrants, len(event.entrants) + 1):
        entrant = Entrant(number, tuple(players), floater=floater)
        if reason := objection(event, entrant, taken, added):
            raise EventError(reason)
        taken |= {looks_like(player.name): number for player in players}
        added.append(entrant)
    return people_facts.Added(tuple(added))


def check_in(event: Event, numbers: Sequence[int]) -> people_facts.CheckedIn:
    """Entrants are here; one who comes late plays from the next round."""
    for entrant in _some(event, numbers):
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
    return people_facts.CheckedIn(tuple(numbers))


def check_in_all(event: Event) -> people_facts.CheckedIn:
    """Everyone on the list is here who has not been marked otherwise."""
    numbers = [each.number for each in event.entrants if each.state == "entered"]
    if not numbers:
        raise EventError(message("nobody on the list is still expected"))
    return check_in(event, numbers)


def missing(event: Event, numbers: Sequence[int]) -> people_facts.Missing:
    """Entrants who did not come."""
    for entrant in _some(event, numbers):
        if entrant.state != "entered":
            raise EventError(
                message(
                    "{who} is not expected: {state}",
                    who=entrant.reference,
                    state=Term(entrant.state),
                )
            )
    return people_facts.Missing(tuple(numbers))


def withdraw(event: Event, numbers: Sequence[int], why: str = "") -> people_facts.Withdrew:
    """Entrants leave; the round under way is played or ruled on, and they are not seated again."""
    numbers = tuple(dict.fromkeys(numbers))
    for entrant in _some(event, numbers):
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
    return people_facts.Withdrew(tuple(numbers), why)


def rename(event: Event, number: int, old: str, name: str) -> people_facts.Renamed:
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
    return people_facts.Renamed(number, places[0], name)


def remove(event: Event, number: int, why: str = "") -> people_facts.Removed:
    """Take an entry off the list that should not be on it; whoever has been seated withdraws."""
    (entrant,) = _some(event, (number,))
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
    return people_facts.Removed(number, why)


def substitute(
    event: Event, number: int, out: str, player: Player, why: str = ""
) -> people_facts.Substituted:
    """A new player takes the place of ``out``; number, seat and history stay."""
    (entrant,) = _some(event, (number,))
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
    return people_facts.Substituted(number, places[0], player, why)


def partner(event: Event, first: int, second: int) -> people_facts.Partnered:
    """Two players who are here and alone become a pair."""
    if event.plan.entering.unit != "pair":
        raise EventError(message("here each player enters alone"))
    if first == second:
        raise EventError(message("name two different players"))
    for entrant in _some(event, (first, second)):
        if not entrant.single or entrant.state != "here":
            raise EventError(message("{who} is not here without a partner", who=entrant.reference))
    return people_facts.Partnered(first, second)


def keep_apart(event: Event, first: int, second: int) -> people_facts.KeptApart:
    """Two entrants who should not sit at one table where the movement leaves a choice."""
    _some(event, (first, second))
    if first == second:
        raise EventError(message("keep two different entrants apart"))
    return people_facts.KeptApart(first, second)


def vouch(event: Event, number: int, why: str) -> people_facts.Vouched:
    """The officer vouches for an entrant's papers."""
    _some(event, (number,))
    if not why.strip():
        raise EventError(message("say what was seen"))
    return people_facts.Vouched(number, why)


def set_floater(event: Event, number: int, floater: bool) -> people_facts.FloaterSet:
    """Whether an entrant only makes the numbers even."""
    (entrant,) = _some(event, (number,))
    if entrant.floater == floater:
        raise EventError(
            message("{who} is a floater already", who=entrant.reference)
            if floater
            else message("{who} is not a floater already", who=entrant.reference)
        )
    return people_facts.FloaterSet(number, floater)


def set_sitter(event: Event, number: int, table: int | None = None) -> people_facts.SitterSet:
    """A sitting player, named before the start; without a table the first that has none."""
    if not event.plan.movement.sitters:
        clause = event.plan.clause("movement.sitters")
        raise EventError(message("there are no sitting players here", clause))
    _before_the_start(event)
    (entrant,) = _some(event, (number,))
    if table is not None and table < 1:
        raise EventError(
            message("there is no table {table}; tables are numbered from 1", table=table)
        )
    taken = {each.sitter for each in event.entrants if each.sitter and each is not entrant}
    chosen = table or next(each for each in range(1, len(taken) + 2) if each not in taken)
    if chosen in taken:
        raise EventError(message("table {table} has a sitter already", table=chosen))
    return people_facts.SitterSet(number, chosen)


def take_back_sitter(event: Event, number: int) -> people_facts.SitterSet:
    """A sitting player moves like the others after all; only before the start."""
    (entrant,) = _some(event, (number,))
    if not entrant.sitter:
        raise EventError(message("{who} is not a sitting player", who=entrant.reference))
    _before_the_start(event)
    return people_facts.SitterSet(number, 0)


def _before_the_start(event: Event) -> None:
    if event.started:
        clause = event.plan.clause("movement.sitters")
        raise EventError(message("sitting players are named at the start", clause))


def _some(event: Event, numbers: Iterable[int]) -> list[Entrant]:
    event.require_open()
    found = [event.entrant(number) for number in numbers]
    if not found:
        raise EventError(message("name at least one entrant by number"))
    return found
