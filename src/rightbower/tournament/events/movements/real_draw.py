"""Places that people drew themselves, with the host's cards or with lots: typed in, and checked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from rightbower.tournament.events.state.entrants import EventError
from rightbower.tournament.events.state.event import Event

Slot = tuple[int, int]  # the table, or the place in a draw, and the seat there (N 0, E 1, S 2, W 3)
OUT: Final = "OUT"
SEATS: Final = "NESW"
FEW: Final = 4  # so many are named in a sentence
PLACE: Final = re.compile(r"([0-9]{1,4})\s*([NESW]?)")


def sits_out(text: str) -> bool:
    """Whether somebody drew no place."""
    return text.strip().upper() in (OUT, "-", "–")


def seats_of(text: str, chairs: int) -> list[Slot]:
    """The seats that a lot such as ``3`` or ``3N`` may mean at tables of so many chairs."""
    found = PLACE.fullmatch(text.strip().upper())
    if found is None or (found[2] and chairs < len(SEATS)):
        example = "3, or 3N with the chair" if chairs == len(SEATS) else "3"
        raise EventError(f"{text[:20]!r} is not a table; write {example}")
    table = int(found[1])
    if found[2]:
        return [(table, SEATS.index(found[2]))]
    return [(table, chair) for chair in range(chairs)]


def arranged(
    event: Event,
    drawn: Mapping[int, str],
    wanted: Mapping[int, Sequence[Slot]],
    slots: Sequence[Slot],
    others: Sequence[int] = (),
) -> dict[Slot, int]:
    """Everyone in a seat: those who drew one there, ``others`` in the seats that are left, in order."""
    there = {slot[0] for slot in slots}
    free, found = list(slots), dict[Slot, int]()
    # Whoever drew one very seat comes before those who may take one of several.
    for number in sorted(wanted, key=lambda each: len(wanted[each])):
        own = [slot for slot in wanted[number] if slot in free]
        if not own:
            raise EventError(_taken(event, number, drawn, wanted[number], there, found))
        found[own[0]] = number
        free.remove(own[0])
    for number in others[: len(free)]:
        found[free.pop(0)] = number
    return found


def _taken(
    event: Event,
    number: int,
    drawn: Mapping[int, str],
    own: Sequence[Slot],
    there: set[int],
    found: Mapping[Slot, int],
) -> str:
    """Why somebody cannot have the place that was drawn."""
    name, text = event.name_of(number), drawn[number]
    if not {slot[0] for slot in own} & there:
        tables = "table" if len(there) == 1 else "tables"
        return f"{name} drew {text}, and there is no table {own[0][0]}: only {len(there)} {tables}"
    before = sorted({found[slot] for slot in own if slot in found})
    if not before:
        return f"{name} drew {text}, which is not a free seat here"
    sits = "sits" if len(before) == 1 else "sit"
    return f"{name} drew {text}, but {event.name_of(*before)} {sits} there already"


def known(event: Event, drawn: Mapping[int, str], present: Sequence[int]) -> None:
    """Raise for anybody who drew and is not here to play."""
    for number in drawn:
        if number not in present:
            if table := event.entrant(number).sitter:
                raise EventError(
                    f"{event.name_of(number)} sits at table {table} all day and does not draw a place"
                )
            raise EventError(f"{event.name_of(number)} is not here to draw a place")


def missing(event: Event, numbers: Sequence[int], what: str) -> EventError:
    """The refusal where places were not given for some."""
    names = event.name_of(*numbers)
    if len(numbers) > FEW:
        first = ", ".join(event.name_of(number) for number in numbers[:FEW])
        names = f"{first} and {len(numbers) - FEW} more"
    return EventError(
        f"no {what} was given for {names}; type it, say 'out' for who sits out,"
        " or let the rest be drawn here"
    )


def in_order(event: Event, numbers: Sequence[int], drawn: Mapping[int, str]) -> tuple[int, ...]:
    """Entrants in the order of the numbers they drew; the others in the places left, as they come."""
    known(event, drawn, numbers)
    for number, text in drawn.items():
        if not text.strip().isdecimal() or not 1 <= int(text) <= len(numbers):
            raise EventError(
                f"{event.name_of(number)} drew {text[:20]!r}; the numbers are 1 to {len(numbers)}"
            )
    wanted = {number: seats_of(text, 1) for number, text in drawn.items()}
    slots = [(place, 0) for place in range(1, len(numbers) + 1)]
    others = [number for number in numbers if number not in drawn]
    found = arranged(event, drawn, wanted, slots, others)
    return tuple(found[slot] for slot in slots)
