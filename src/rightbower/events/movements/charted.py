"""Rounds from a chart: everyone keeps a number of the chart, and who is missing leaves a bye."""

from __future__ import annotations

from collections.abc import Mapping

from rightbower.events.movements import real_draw
from rightbower.events.movements.seating import Seating
from rightbower.events.schedules.round_robin import round_robin, rounds_to_meet_all
from rightbower.events.schedules.shape import Round
from rightbower.events.schedules.whist import chart_length, charts, whist
from rightbower.events.state.draws import chance, lot
from rightbower.events.state.entrants import EventError
from rightbower.events.state.event import Event, EventTable, Sides
from rightbower.events.state.taking_part import floaters, here, too_few_pairs


def next_round(event: Event, seed: str, drawn: Mapping[int, str] | None = None) -> Seating:
    """The next round of the chart; late arrivals take the numbers of those who left.

    ``drawn`` are numbers of the chart that people drew as lots before the first round.
    """
    chart = _kept(event) if event.rounds else _drawn(event, seed)
    if drawn:
        chart = real_draw.in_order(event, chart, drawn)
    numbers = range(len(chart))
    present = {number for number in chart if event.entrant(number).state == "here"}
    tables = []
    for place, sides in enumerate(_turn(event, len(chart)), 1):
        first, second = (tuple(chart[number] for number in side) for side in sides)
        tables.append(EventTable(place, _present((first, second), present)))
    playing = {each for table in tables if table.playing for each in table.entrants}
    byes = tuple(chart[number] for number in numbers if chart[number] in present - playing)
    late = tuple(each for each in here(event) if each not in chart)
    return Seating(tuple(tables), (*byes, *late), "by the chart", chart=chart)


def _turn(event: Event, entrants: int) -> Round[int]:
    """The next round in numbers of the chart; after the last one it begins again."""
    turn = len(event.rounds)
    if event.plan.movement.kind == "whist chart":
        chart = whist(range(entrants))
        return chart[turn % len(chart)]
    return round_robin(range(entrants), turn + 1)[turn]


def length(event: Event) -> int:
    """The rounds of a whole chart."""
    if event.plan.movement.kind == "whist chart":
        return chart_length(len(event.chart))
    return rounds_to_meet_all(len(event.chart))


def _drawn(event: Event, seed: str) -> tuple[int, ...]:
    """The numbers of the chart given out by draw or in order; a floater fills a gap."""
    entrants = here(event)
    whole = event.plan.movement.kind != "whist chart"
    extra = floaters(event)
    while extra and (len(entrants) % 2 if whole else len(entrants) not in charts()):
        entrants, extra = (*entrants, extra[0]), extra[1:]
    if not whole and len(entrants) not in charts():
        sizes = ", ".join(map(str, charts()))
        raise EventError(
            f"there is no chart for {len(entrants)} players, only for {sizes}; add floaters,"
            " or choose the fair draw"
        )
    if len(entrants) < 2:
        raise too_few_pairs(len(entrants))
    return lot(entrants, chance(seed, "chart")) if event.plan.placing == "draw" else entrants


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
