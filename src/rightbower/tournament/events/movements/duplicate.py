"""Movements in which boards go round with the pairs."""

from __future__ import annotations

from typing import Final

from rightbower.rules.message import Message, message
from rightbower.tournament.events.board_tables import rounds_of, schedule
from rightbower.tournament.events.draws import chance, lot
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event, EventTable, Sides
from rightbower.tournament.events.movements import drawn as real_draw
from rightbower.tournament.events.movements.movement import RoundDraw, RoundMaker, Seating
from rightbower.tournament.events.participants import floaters, here
from rightbower.tournament.events.schedules.boards import FEWEST, places

# Stands in the chart for the pair that is missing where pairs are odd.
NOBODY: Final = 0


def seat(event: Event, by: RoundDraw) -> Seating:
    """The next round; late arrivals take the numbers of those who left, and the empty one."""
    chart = _kept(event) if event.rounds else _drawn(event, by)
    rounds = schedule(event, chart)
    turn = len(event.rounds)
    if turn >= len(rounds):
        raise EventError(
            message(
                "in {rounds} rounds everybody has played all the boards there are for them",
                rounds=len(rounds),
            )
        )
    present = set(here(event)) | set(floaters(event))
    tables = [
        EventTable(number, _present(((chart[at.north_south],), (chart[at.east_west],)), present))
        for number, at in enumerate(rounds[turn], 1)
    ]
    playing = {each for table in tables if table.playing for each in table.entrants}
    byes = tuple(each for each in chart if each in present - playing)
    late = tuple(each for each in here(event) if each not in chart)
    return Seating(tuple(tables), (*byes, *late), "by the chart", chart=chart)


def board_count(event: Event) -> int:
    """How many boards the event has; before its first round as many as those who are here need."""
    plan, pairs = event.plan.duplicate, len(here(event))
    if plan is None or (not event.chart and pairs < FEWEST):
        return 0
    chart = event.chart or range(places(pairs))
    played = schedule(event, chart)[: event.plan.rounds]
    return plan.a_round * (1 + max(each.boards for tables in played for each in tables))


def _drawn(event: Event, by: RoundDraw) -> tuple[int, ...]:
    """The numbers given out by draw or in order; a floater makes odd pairs even."""
    entrants = here(event)
    if len(entrants) % 2:
        entrants += floaters(event)[:1]
    places(len(entrants))
    if event.plan.placing == "draw":
        entrants = lot(entrants, chance(by.seed, "chart"))
    entrants = real_draw.in_order(event, entrants, by.shown)
    return (*entrants, NOBODY) if len(entrants) % 2 else entrants


def _kept(event: Event) -> tuple[int, ...]:
    chart = list(event.chart)
    late = [number for number in here(event) if number not in chart]
    for place, number in enumerate(chart):
        if late and (number == NOBODY or event.entrant(number).state != "here"):
            chart[place] = late.pop(0)
    return tuple(chart)


def _present(sides: Sides, present: set[int]) -> Sides:
    first, second = (side if set(side) <= present else () for side in sides)
    return first, second


def words(event: Event, _: int) -> tuple[Message, ...]:
    """Who goes where, and how many boards a round has."""
    plan = event.plan.duplicate
    said = [event.plan.movement_kind.said]
    if plan is not None:
        if plan.at_once:
            said = [message("After each round go to the table that the list gives.")]
        said.append(message("Play {count} {count|board|boards} in each round.", count=plan.a_round))
    return tuple(said)


MOVEMENT: Final = RoundMaker(seat, rounds_of, words)
