"""Movements that go round."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from msgspec import Struct

from rightbower.rules.message import message
from rightbower.tournament.events.draws import chance, lot
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event, EventTable, Sides
from rightbower.tournament.events.movements import drawn as real_draw
from rightbower.tournament.events.movements.movement import RoundDraw, RoundMaker, Seating
from rightbower.tournament.events.participants import floaters, here, too_few_pairs
from rightbower.tournament.events.schedules.quality import Round
from rightbower.tournament.events.schedules.schedules import (
    chart_length,
    charts,
    round_robin,
    rounds_to_meet_all,
    whist,
)


class Ring(Struct):
    """Who sits at each table, the A teams and the B teams apart; 0 is a free place."""

    numbers: list[int]
    teams: tuple[list[int], list[int]]


Place = tuple[int, int]  # the letter, 0 for A and 1 for B, and the table's place in the ring


def ring_of(event: Event) -> Ring:
    """The places of the latest round, without those who have left."""
    ring = Ring([], ([], []))
    for table in event.round.tables:
        ring.numbers.append(table.number)
        for letter, side in enumerate(table.sides):
            stays = bool(side) and event.entrant(side[0]).state == "here"
            ring.teams[letter].append(side[0] if stays else 0)
    return ring


def open_table(ring: Ring) -> None:
    """Another table at the end of the ring."""
    ring.numbers.append(max(ring.numbers) + 1)
    for team in ring.teams:
        team.append(0)


def turn(ring: Ring, up: int, down: int) -> None:
    """The A teams go so many tables up, the B teams so many down."""
    size = len(ring.numbers)
    a, b = ring.teams
    ring.teams = (
        [a[(place - up) % size] for place in range(size)],
        [b[(place + down) % size] for place in range(size)],
    )


def lone_places(ring: Ring, letters: tuple[int, ...]) -> list[Place]:
    """Free places opposite a pair that would sit out."""
    return [
        (1 if a else 0, index)
        for index, (a, b) in enumerate(zip(*ring.teams, strict=True))
        if bool(a) != bool(b) and (1 if a else 0) in letters
    ]


def places_of(ring: Ring, letters: tuple[int, ...], wanted: Callable[[int], bool]) -> list[Place]:
    """The places whose pair is as wanted."""
    return [
        (letter, index)
        for letter in letters
        for index, number in enumerate(ring.teams[letter])
        if wanted(number)
    ]


class RoundChart(Struct, frozen=True):
    """A chart: a round of it (by how many play and its number from 0), its length, and for how many.

    ``sizes`` is None where any number will do; an odd one leaves somebody without an opponent.
    """

    round: Callable[[int, int], Round[int]]
    length: Callable[[int], int]
    sizes: Callable[[], Collection[int]] | None = None


# Each chart begins again by itself after its last round.
CHARTS: Final[dict[str, RoundChart]] = {
    "full round robin": RoundChart(
        lambda entrants, turn: round_robin(range(entrants), turn + 1)[-1], rounds_to_meet_all
    ),
    "whist chart": RoundChart(
        lambda entrants, turn: whist(range(entrants))[turn % chart_length(entrants)],
        chart_length,
        charts,
    ),
}


def seat(event: Event, by: RoundDraw) -> Seating:
    """The next round of the chart; late arrivals take the numbers of those who left.

    Before the first round people may have drawn their numbers of the chart as lots.
    """
    chart = _kept(event) if event.rounds else _drawn(event, by.seed)
    chart = real_draw.in_order(event, chart, by.shown)
    present = {number for number in chart if event.entrant(number).state == "here"}
    tables = []
    for place, sides in enumerate(_chart(event).round(len(chart), len(event.rounds)), 1):
        first, second = (tuple(chart[number] for number in side) for side in sides)
        tables.append(EventTable(place, _present((first, second), present)))
    playing = {each for table in tables if table.playing for each in table.entrants}
    byes = tuple(number for number in chart if number in present - playing)
    late = tuple(each for each in here(event) if each not in chart)
    return Seating(tuple(tables), (*byes, *late), "by the chart", chart=chart)


def length(event: Event) -> int:
    """The rounds of a whole chart."""
    return _chart(event).length(len(event.chart))


def _chart(event: Event) -> RoundChart:
    return CHARTS[event.plan.movement.kind]


def _drawn(event: Event, seed: str) -> tuple[int, ...]:
    """The numbers of the chart given out by draw or in order; a floater fills a gap."""
    entrants, extra = here(event), floaters(event)
    while extra and not _fits(event, len(entrants)):
        entrants, extra = (*entrants, extra[0]), extra[1:]
    sizes = _chart(event).sizes
    if sizes is not None and not _fits(event, len(entrants)):
        count, known = len(entrants), ", ".join(map(str, sizes()))
        raise EventError(
            message(
                "there is no chart for {count} pairs, only for {known}; add floaters, or choose the"
                " fair draw",
                count=count,
                known=known,
            )
            if event.plan.entering.unit == "pair"
            else message(
                "there is no chart for {count} players, only for {known}; add floaters, or choose"
                " the fair draw",
                count=count,
                known=known,
            )
        )
    if len(entrants) < 2:
        raise too_few_pairs(len(entrants))
    return lot(entrants, chance(seed, "chart")) if event.plan.placing == "draw" else entrants


def _fits(event: Event, entrants: int) -> bool:
    """Whether the chart has a place for everybody."""
    sizes = _chart(event).sizes
    return entrants % 2 == 0 if sizes is None else entrants in sizes()


def _kept(event: Event) -> tuple[int, ...]:
    """The chart with late arrivals in the places of those who left."""
    chart = list(event.chart)
    late = [number for number in here(event) if number not in chart]
    for place, number in enumerate(chart):
        if late and event.entrant(number).state != "here":
            chart[place] = late.pop(0)
    return tuple(chart)


def _present(sides: Sides, present: set[int]) -> Sides:
    """The sides of a table; one that is not complete is empty."""
    first, second = (side if set(side) <= present else () for side in sides)
    return first, second


MOVEMENT: Final = RoundMaker(seat, length)
