"""Putting entrants on the list and keeping it: check-in, no-show, withdrawal, substitute, partner."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from msgspec.structs import replace

from rightbower.events.state.entrants import Entrant, EventError, Player, read_date, same_name
from rightbower.events.state.event import Event
from rightbower.events.state.facts import (
    Added,
    CheckedIn,
    FloaterSet,
    KeptApart,
    Missing,
    Partnered,
    Removed,
    Renamed,
    SitterSet,
    Substituted,
    Vouched,
    Withdrew,
)
from rightbower.tournament.commands import LONGEST_NAME
from rightbower.tournament.names import hidden_letter


def add(event: Event, entrants: Sequence[Sequence[Player]], *, floater: bool = False) -> Added:
    """Entrants for the list, each one player or a pair, numbered in this order."""
    _open(event)
    taken = names(event)
    added: list[Entrant] = []
    for number, players in enumerate(entrants, len(event.entrants) + 1):
        entrant = Entrant(number, tuple(players), floater=floater)
        if reason := objection(event, entrant, taken, added):
            raise EventError(reason)
        taken |= {same_name(player.name): number for player in players}
        added.append(entrant)
    return Added(tuple(added))


def names(event: Event) -> dict[str, int]:
    """Everyone's name as it is compared, with the entrant's number."""
    return {
        same_name(player.name): entrant.number
        for entrant in event.entrants
        for player in entrant.players
        if entrant.state != "removed"
    }


def objection(
    event: Event, entrant: Entrant, taken: dict[str, int], before: Sequence[Entrant] = ()
) -> str | None:
    """Why an entrant cannot be put on the list; ``before`` are others put on it just now."""
    if reason := _names_objection(event, entrant, taken):
        return reason
    for player in entrant.players:
        if reason := ineligible(event, player):
            return reason
    return None if entrant.floater else _quota_objection(event, entrant, before)


def _names_objection(event: Event, entrant: Entrant, taken: dict[str, int]) -> str | None:
    people = entrant.players
    if not people or any(not player.name.strip() for player in people):
        return "a name is missing"
    for player in people:
        if reason := not_a_name(player.name):
            return reason
    most = 1 if event.plan.entering.unit == "individual" else 2
    if len(people) > most:
        rule = "each player enters alone" if most == 1 else "a pair is two players"
        return f"{entrant.name}: {rule}"
    if len(people) == 1 and most == 2 and event.plan.entering.singles == "none":
        return f"{entrant.name} needs a partner ({event.plan.clause('entering.singles')})"
    if len({same_name(player.name) for player in people}) < len(people):
        return f"{people[0].name} is named twice in one pair"
    for player in people:
        if same_name(player.name) in taken:
            number = taken[same_name(player.name)]
            return f"{player.name} is on the list already, as entrant {number}"
    return None


def not_a_name(text: str) -> str | None:
    """Why something cannot be anybody's name: it is too long, or part of it is not shown."""
    if len(text) > LONGEST_NAME:
        return f"{text[:20]}…: a name has at most {LONGEST_NAME} letters"
    if hidden := hidden_letter(text):
        return f"{text!r} has a letter that is not shown ({hidden}); write it again"
    return None


def ineligible(event: Event, player: Player) -> str | None:
    """Why a player may not take part: too young on the day that counts, or no active member."""
    rules = event.plan.entering
    if rules.least_age is not None and player.born:
        on = read_date(event.date)
        if rules.age_by == "31 December":
            on = date(on.year, 12, 31)
        if _age(read_date(player.born), on) < rules.least_age:
            day = f"{on.day} {on:%B %Y}"
            clause = event.plan.clause("entering.age_by")
            return f"{player.name} is not {rules.least_age} by {day} ({clause})"
    playoffs = event.plan.stage == "zone playoffs"
    if playoffs and rules.active_members == "zone playoffs" and player.member is not True:
        clause = event.plan.clause("entering.active_members")
        return f"{player.name} is not shown to be an active member ({clause})"
    return None


def _age(born: date, on: date) -> int:
    return on.year - born.year - ((on.month, on.day) < (born.month, born.day))


def _quota_objection(event: Event, entrant: Entrant, before: Sequence[Entrant]) -> str | None:
    """A zone sends so many pairs, and so many people, to the games and no more."""
    rules = event.plan.entering
    if event.plan.stage != "games" or rules.zone_pairs is None or rules.zone_people is None:
        return None
    clause = event.plan.clause("entering.zone_pairs")
    if not entrant.zone:
        return f"{entrant.name}: say which zone they come from ({clause})"
    zone = same_name(entrant.zone)
    sent = _sent(event, (*event.entrants, *before))
    pairs = sum(not each.single and same_name(each.zone) == zone for each in sent)
    if not entrant.single and pairs >= rules.zone_pairs:
        return (
            f"{_zone_said(entrant.zone)} has sent its {rules.zone_pairs} pairs already ({clause})"
        )
    return _too_many_people(event, entrant.zone, (*sent, entrant))


def _sent(event: Event, entrants: Iterable[Entrant]) -> list[Entrant]:
    """Those who count for their zones, as the book has it also some who have left."""
    gone = ("withdrawn", "no-show", "paired", "removed")
    kept = event.plan.entering.zone_freed == "before play"
    return [
        each
        for each in entrants
        if not each.floater and (each.state not in gone or (kept and _has_left_a_game(event, each)))
    ]


def _has_left_a_game(event: Event, entrant: Entrant) -> bool:
    """Whether an entrant who withdrew had sat down to a game."""
    return entrant.state == "withdrawn" and any(
        entrant.number in table.entrants for _, table in event.games()
    )


def _too_many_people(event: Event, zone: str, sent: Sequence[Entrant]) -> str | None:
    """Why a zone sends too many people, where it does."""
    most = event.plan.entering.zone_people
    people = [player for each in sent for player in each.players]
    if most is None or sum(same_name(each.zone) == same_name(zone) for each in people) <= most:
        return None
    clause = event.plan.clause("entering.zone_people")
    return f"{_zone_said(zone)} sends {most} people ({clause})"


def _zone_said(zone: str) -> str:
    """A zone in a sentence; one that is called by a number or a letter is ``zone 1``."""
    return zone if len(zone) > 1 and not zone.isdecimal() else f"zone {zone}"


def asks_member(event: Event) -> bool:
    """Whether only active members may play."""
    rules = event.plan.entering
    return rules.active_members == "zone playoffs" and event.plan.stage == "zone playoffs"


def asks_zone(event: Event) -> bool:
    """Whether the book counts who comes from which zone."""
    return event.plan.stage == "games" and event.plan.entering.zone_pairs is not None


def unchecked(event: Event, entrant: Entrant) -> tuple[str, ...]:
    """Players whose age nobody has seen, where the book asks for one and nobody vouched."""
    if event.plan.entering.least_age is None or entrant.vouched:
        return ()
    return tuple(player.name for player in entrant.players if not player.born)


def check_in(event: Event, numbers: Sequence[int]) -> CheckedIn:
    """Entrants are here; one who comes late plays from the next round."""
    for entrant in _some(event, numbers):
        if entrant.state in ("here", "paired"):
            raise EventError(f"{entrant.name} is here already")
        if entrant.state == "removed":
            raise EventError(f"{entrant.name} was taken off the list; put the name on it again")
    if event.started and event.plan.movement.kind == "knock-out":
        raise EventError("the draw of a knock-out is made; nobody can come in late")
    return CheckedIn(tuple(numbers))


def check_in_all(event: Event) -> CheckedIn:
    """Everyone on the list is here who has not been marked otherwise."""
    numbers = [each.number for each in event.entrants if each.state == "entered"]
    if not numbers:
        raise EventError("nobody on the list is still expected")
    return check_in(event, numbers)


def missing(event: Event, numbers: Sequence[int]) -> Missing:
    """Entrants who did not come."""
    for entrant in _some(event, numbers):
        if entrant.state != "entered":
            raise EventError(f"{entrant.name} is not expected: {entrant.state}")
    return Missing(tuple(numbers))


def withdraw(event: Event, numbers: Sequence[int], why: str = "") -> Withdrew:
    """Entrants leave; the round under way is played or ruled on, and they are not seated again."""
    numbers = tuple(dict.fromkeys(numbers))
    for entrant in _some(event, numbers):
        if entrant.state == "withdrawn":
            raise EventError(f"{entrant.name} has left already")
        if entrant.state == "paired":
            raise EventError(f"{entrant.name} plays in pair {entrant.pair}; withdraw the pair")
    return Withdrew(tuple(numbers), why)


def rename(event: Event, number: int, old: str, name: str) -> Renamed:
    """A name written wrong is put right, at any time; ``old`` says which of a pair is meant."""
    entrant = event.entrant(number)
    name = " ".join(name.split())
    places = [
        place
        for place, each in enumerate(entrant.players)
        if same_name(each.name) == same_name(old) or (entrant.single and not old)
    ]
    if not places:
        raise EventError(f"{entrant.name}: say whose name is put right")
    if not name:
        raise EventError("a name is missing")
    if reason := not_a_name(name):
        raise EventError(reason)
    if entrant.players[places[0]].name == name:
        raise EventError(f"{name} is written so already")
    taken = {
        same_name(player.name): each.number
        for each in event.entrants
        for place, player in enumerate(each.players)
        if each.state not in ("removed", "paired") and (each.number, place) != (number, places[0])
    }
    if same_name(name) in taken:
        raise EventError(f"{name} is on the list already, as entrant {taken[same_name(name)]}")
    return Renamed(number, places[0], name)


def remove(event: Event, number: int, why: str = "") -> Removed:
    """Take an entry off the list that should not be on it; whoever has been seated withdraws."""
    (entrant,) = _some(event, (number,))
    if entrant.state == "removed":
        raise EventError(f"{entrant.name} is off the list already")
    if entrant.state == "paired":
        raise EventError(f"{entrant.name} plays in pair {entrant.pair}")
    seated = any(
        number in (*round_.byes, *(who for table in round_.tables for who in table.entrants))
        for round_ in event.rounds
    )
    if seated:
        raise EventError(f"{entrant.name} has been seated; they can leave instead")
    return Removed(number, why)


def substitute(event: Event, number: int, out: str, player: Player, why: str = "") -> Substituted:
    """A new player takes the place of ``out``; number, seat and history stay."""
    (entrant,) = _some(event, (number,))
    places = [
        place
        for place, each in enumerate(entrant.players)
        if same_name(each.name) == same_name(out) or entrant.single
    ]
    if not places:
        raise EventError(f"{out} does not play in {entrant.name}")
    if same_name(player.name) in names(event):
        taken = names(event)[same_name(player.name)]
        raise EventError(f"{player.name} is on the list already, as entrant {taken}")
    if reason := not_a_name(player.name) or ineligible(event, player):
        raise EventError(reason)
    zone = player.zone or entrant.players[places[0]].zone
    player = replace(player, zone=zone)
    if event.plan.stage == "games" and not entrant.floater:
        players = [player if at == places[0] else each for at, each in enumerate(entrant.players)]
        others = [each for each in event.entrants if each.number != number]
        sent = [*_sent(event, others), replace(entrant, players=tuple(players))]
        own = entrant.zone
        if reason := _too_many_people(event, zone, sent) or _other_zone(event, own, zone):
            raise EventError(f"{player.name} cannot come in: {reason}")
    return Substituted(number, places[0], player, why)


def _other_zone(event: Event, own: str, zone: str) -> str | None:
    """Why a substitute cannot come from a zone, where the pair is another's."""
    rules = event.plan.entering
    if rules.zone_pairs is None or rules.zone_substitutes == "any zone" or not own:
        return None
    if same_name(own) == same_name(zone):
        return None
    clause = event.plan.clause("entering.zone_substitutes")
    return f"the pair comes from {_zone_said(own)} ({clause})"


def partner(event: Event, first: int, second: int) -> Partnered:
    """Two players who are here and alone become a pair."""
    if event.plan.entering.unit != "pair":
        raise EventError("here each player enters alone")
    if first == second:
        raise EventError("name two different players")
    for entrant in _some(event, (first, second)):
        if not entrant.single or entrant.state != "here":
            raise EventError(f"{entrant.name} is not here without a partner")
    return Partnered(first, second)


def keep_apart(event: Event, first: int, second: int) -> KeptApart:
    """Two entrants who should not sit at one table where the movement leaves a choice."""
    _some(event, (first, second))
    if first == second:
        raise EventError("keep two different entrants apart")
    return KeptApart(first, second)


def vouch(event: Event, number: int, why: str) -> Vouched:
    """The officer vouches for an entrant's papers."""
    _some(event, (number,))
    if not why.strip():
        raise EventError("say what was seen")
    return Vouched(number, why)


def set_floater(event: Event, number: int, floater: bool) -> FloaterSet:
    """Whether an entrant only makes the numbers even."""
    (entrant,) = _some(event, (number,))
    if entrant.floater == floater:
        raise EventError(f"{entrant.name} is {'' if floater else 'not '}a floater already")
    return FloaterSet(number, floater)


def set_sitter(event: Event, number: int, table: int | None = None) -> SitterSet:
    """A sitting player, named before the start; without a table the first that has none."""
    if not event.plan.movement.sitters:
        clause = event.plan.clause("movement.sitters")
        raise EventError(f"there are no sitting players here ({clause})")
    if event.started:
        clause = event.plan.clause("movement.sitters")
        raise EventError(f"sitting players are named at the start ({clause})")
    (entrant,) = _some(event, (number,))
    if table is not None and table < 1:
        raise EventError(f"there is no table {table}; tables are numbered from 1")
    taken = {each.sitter for each in event.entrants if each.sitter and each is not entrant}
    chosen = table or next(each for each in range(1, len(taken) + 2) if each not in taken)
    if chosen in taken:
        raise EventError(f"table {chosen} has a sitter already")
    return SitterSet(number, chosen)


def take_back_sitter(event: Event, number: int) -> SitterSet:
    """A sitting player moves like the others after all; only before the start."""
    (entrant,) = _some(event, (number,))
    if not entrant.sitter:
        raise EventError(f"{entrant.name} is not a sitting player")
    if event.started:
        clause = event.plan.clause("movement.sitters")
        raise EventError(f"sitting players are named at the start ({clause})")
    return SitterSet(number, 0)


def _some(event: Event, numbers: Iterable[int]) -> list[Entrant]:
    _open(event)
    found = [event.entrant(number) for number in numbers]
    if not found:
        raise EventError("name at least one entrant by number")
    return found


def _open(event: Event) -> None:
    if event.finished:
        raise EventError("the results are final")
