"""The standings: grouped by what the book counts, tied groups parted, each place with its reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules.refusal import counted
from rightbower.tournament.events.standings.tally import Tally, tallies, total
from rightbower.tournament.events.standings.ties import EventTies, TieStep, part
from rightbower.tournament.events.state.entrants import Place
from rightbower.tournament.events.state.event import Event
from rightbower.tournament.ties import Group, grouped

FEW = 4  # so many are named in a sentence


class Standings(Struct, frozen=True):
    """The places, and the steps still to be taken for those who are tied."""

    places: tuple[Place, ...]
    steps: tuple[TieStep, ...]


def standings(event: Event) -> tuple[Place, ...]:
    """Everyone's place; the final ones once the event is finished."""
    return event.places if event.finished else table(event).places


def next_step(event: Event) -> TieStep | None:
    """What has to be done next to part those who are tied."""
    steps = () if event.finished else table(event).steps
    return steps[0] if steps else None


def table(event: Event, closing: bool = False) -> Standings:
    """The standings as they are now, or as they are when the event is closed now.

    Until the first card is in everybody is ranked; at the close only those whose cards are in.
    """
    sums = tallies(event)
    outside = _outside(event, sums, closing)
    ranked = [number for number in sums if number not in outside]
    key, unit = _main(event, sums)
    at = EventTies(event, sums)
    places: list[Place] = []
    rank = 1
    for group in grouped(ranked, key):
        for together in part(at, group, rank):
            places += [_place(event, at, each, rank, group, unit(each)) for each in together]
            rank += len(together)
    places += [
        _with(event, sums[number], Place(None, number, "", why)) for number, why in outside.items()
    ]
    return Standings(tuple(places), tuple(at.steps))


def _main(
    event: Event, sums: Mapping[int, Tally]
) -> tuple[Callable[[int], int], Callable[[int], str]]:
    """What the book counts, and its text."""
    ranking = event.plan.standings.ranking
    if ranking == "rounds survived":
        return _survival(event, sums)

    def count(number: int) -> int:
        tally = sums[number]
        return tally.won if ranking == "games won" else total(tally, event.plan)

    unit = {"games won": "win", "points made": "point", "event points": "event point"}[ranking]
    return count, lambda number: counted(count(number), unit)


def _survival(
    event: Event, sums: Mapping[int, Tally]
) -> tuple[Callable[[int], int], Callable[[int], str]]:
    """The last round each came through; whoever left after it comes behind those still there."""

    def left(number: int) -> bool:
        return event.entrant(number).state == "withdrawn"

    def said(number: int) -> str:
        rounds = counted(sums[number].survived, "round")
        return f"{rounds} survived{', then left' if left(number) else ''}"

    return (lambda number: 2 * sums[number].survived - left(number)), said


def _outside(event: Event, numbers: Iterable[int], closing: bool) -> dict[int, str]:
    """Those who are not ranked, and why."""
    optional = event.plan.standings.hand_in == "optional"
    cards = optional and (closing or any(each.card_in for each in event.entrants))
    found = {}
    for number in numbers:
        entrant = event.entrant(number)
        if entrant.floater:
            found[number] = "a floater, not ranked"
        elif entrant.single and event.plan.entering.unit == "pair":
            found[number] = "without a partner, not ranked"
        elif cards and not entrant.card_in:
            found[number] = f"card not handed in ({event.plan.clause('standings.hand_in')})"
    return found


def _place(event: Event, at: EventTies, number: int, rank: int, group: Group, unit: str) -> Place:
    clause = event.plan.clause("standings.ranking")
    reasons = at.reasons.get(number, [])
    step = at.open.get(number)
    shared = number in at.shared or step is not None
    mark = "=" if shared else ""
    if len(group) == 1:
        said = f"{unit} ({clause})"
    else:
        said = f"tied on {unit} with {_names(event, group, number)} ({clause})"
    said += "".join(f"; {reason} ({why})" for reason, why in reasons)
    if step is not None:
        said += f"; still open: {_open(event, step)} ({step.clause})"
    clauses = tuple(dict.fromkeys([clause, *(why for _, why in reasons)]))
    why = f"{ordinal(rank)}{mark}: {said}"
    place = Place(rank, number, "", why, clauses, shared=shared, open=step is not None)
    return _with(event, at.tallies[number], place)


def _open(event: Event, step: TieStep) -> str:
    """What is still to be done, without the names where they are many."""
    if len(step.players) <= FEW:
        return step.says
    if step.kind == "cut":
        return f"all {len(step.players)} cut, and the higher card goes first."
    sharing = ", or lets them share" if "share" in step.says else ""
    return f"the {event.plan.officer} places all {len(step.players)}{sharing}."


def _names(event: Event, group: Group, number: int) -> str:
    """The others who are tied, by name where they are few."""
    if len(group) > FEW:
        return f"{len(group) - 1} others"
    return event.name_of(*(each for each in group if each != number))


def _with(event: Event, tally: Tally, place: Place) -> Place:
    """A place with the sums it rests on."""
    entrant = event.entrant(place.entrant)
    notes = []
    if tally.given:
        clause = event.plan.clause("standings.sat_out")
        sat = counted(tally.byes, "round")
        notes.append(f"{counted(tally.given, 'point')} of these for {sat} sat out ({clause})")
    if entrant.state == "withdrawn":
        notes.append(f"withdrew after round {entrant.until}" if entrant.until else "withdrew")
    by_event = event.plan.standings.ranking == "event points"
    return replace(
        place,
        name=entrant.name,
        won=tally.won,
        drawn=tally.drawn,
        lost=tally.lost,
        byes=tally.byes,
        points=tally.points if by_event else total(tally, event.plan),
        against=tally.against,
        event_points=total(tally, event.plan) if by_event else tally.event_points,
        note="; ".join(notes),
        given=tally.given,
    )


def ordinal(number: int) -> str:
    """A number as a place.

    >>> [ordinal(each) for each in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if 10 < number % 100 < 14 else ending}"
