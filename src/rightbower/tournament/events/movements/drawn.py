"""Rounds drawn from what was played before: the fair draw, Swiss pairs and the knock-out."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rightbower.tournament.events.movements import real_draw
from rightbower.tournament.events.movements.movement import RoundDraw, RoundMaker, Seating, best_of
from rightbower.tournament.events.schedules.fair_draw import fair_round
from rightbower.tournament.events.schedules.quality import Round, sitting_out
from rightbower.tournament.events.schedules.schedules import (
    Bracket,
    advance,
    bracket,
    matches,
    swiss_round,
)
from rightbower.tournament.events.schedules.schedules import floaters as floated_in
from rightbower.tournament.events.standings.outcome import counted
from rightbower.tournament.events.standings.places import table as standings_table
from rightbower.tournament.events.standings.tally import tallies
from rightbower.tournament.events.state.draws import chance, lot
from rightbower.tournament.events.state.entrants import EventError
from rightbower.tournament.events.state.event import Event, EventTable
from rightbower.tournament.events.state.participants import (
    byes,
    floaters,
    here,
    in_fours,
    kept_apart,
    too_few_pairs,
)


def fair_draw(event: Event, by: RoundDraw) -> Seating:
    """New partners for everyone as long as there are new ones, by two matchings."""
    players = in_fours(event)
    drawn = fair_round(
        players, _before(event), by.seed, apart=kept_apart(event), sat_out=byes(event)
    )
    return Seating(_tables(drawn), sitting_out(players, drawn), "fair draw")


def swiss(event: Event, by: RoundDraw) -> Seating:
    """Each pair against one with as many wins; nobody twice."""
    pairs = _even(event)
    if not event.rounds and event.plan.placing == "draw":
        pairs = lot(pairs, chance(by.seed, "places"))
    pairs = real_draw.in_order(event, pairs, by.shown)
    if event.rounds:
        place = {each.entrant: at for at, each in enumerate(standings_table(event).places)}
        pairs = tuple(sorted(pairs, key=lambda number: (place.get(number, len(place)), number)))
    scores = _wins(event, pairs)
    drawn = swiss_round(
        pairs,
        scores,
        _before(event),
        byes=tuple(byes(event)),
        floated=_floated(event),
        apart=kept_apart(event),
    )
    return Seating(_tables(drawn), sitting_out(pairs, drawn), "by the standings")


def knock_out(event: Event, by: RoundDraw) -> Seating:
    """The winners of the round before go on; the best seeds have the byes.

    Before the first round pairs may have drawn the places of the draw as lots.
    """
    if event.rounds:
        return _games(event, _through(event))
    pairs = _even(event, fill=False)
    if by.shown:
        order = lot(pairs, chance(by.seed, "places"))
        return _games(event, bracket(real_draw.in_order(event, order, by.shown)))
    if event.plan.placing != "draw":
        return _games(event, bracket(pairs))
    return best_of(event, by.seed, "places", lambda luck: _games(event, bracket(lot(pairs, luck))))


def _games(event: Event, places: Bracket[int]) -> Seating:
    while len(places) > 1 and not matches(places):
        # Withdrawals left nobody to play against in this round of the bracket.
        places = advance(places, ())
    games = matches(places) if len(places) > 1 else ()
    through = tuple(number for number in places if number is not None)
    if not games:
        raise EventError(f"{event.name_of(*through) or 'nobody'} is alone in the draw")
    chart = tuple(number or 0 for number in places)
    return Seating(_tables(games), sitting_out(through, games), "winners go on", chart=chart)


def rounds_of(event: Event) -> int:
    """All the rounds of a knock-out."""
    return len(event.rounds) + len(event.chart).bit_length() - 2


def _through(event: Event) -> Bracket[int]:
    """The bracket after the latest round, without those who left."""
    won = set()
    places = [number or None for number in event.chart]
    for table in event.round.tables:
        if table.void and (gone := [each for each in table.entrants if not _stays(event, each)]):
            # Nobody plays for the place of a pair that left: the other side goes on, if it stays.
            places = [None if number in gone else number for number in places]
            continue
        came = counted(event.plan, table)
        if came is None or came.winner is None:
            raise EventError(
                f"table {table.number} needs a winner who goes on, confirmed by both sides"
            )
        won.add(table.sides[came.winner][0])
    through = advance(tuple(places), won)
    return tuple(number if number and _stays(event, number) else None for number in through)


def _stays(event: Event, number: int) -> bool:
    return event.entrant(number).state == "here"


def _even(event: Event, fill: bool = True) -> tuple[int, ...]:
    """The pairs that are here, with a floater where that makes the number even."""
    pairs = here(event)
    if fill and len(pairs) % 2:
        pairs += floaters(event)[:1]
    if len(pairs) < 2:
        raise too_few_pairs(len(pairs))
    return pairs


def _before(event: Event) -> tuple[Round[int], ...]:
    """The rounds played, as schedules see them."""
    return tuple(tuple(table.sides for table in round_.tables) for round_ in event.rounds)


def _wins(event: Event, pairs: tuple[int, ...]) -> dict[int, int]:
    sums = tallies(event)
    return {number: sums[number].won if number in sums else 0 for number in pairs}


def _floated(event: Event) -> tuple[int, ...]:
    """Those who met another score in the latest round."""
    if len(event.rounds) < 2:
        return ()
    latest = _before(event)[-1]
    earlier = replace(event, rounds=event.rounds[:-1])
    seated = tuple(number for sides in latest for side in sides for number in side)
    return floated_in(latest, _wins(earlier, seated))


def _tables(drawn: Round[int]) -> tuple[EventTable, ...]:
    return tuple(EventTable(number, sides) for number, sides in enumerate(drawn, 1))


FAIR_DRAW: Final = RoundMaker(fair_draw)
SWISS: Final = RoundMaker(swiss)
KNOCK_OUT: Final = RoundMaker(knock_out, rounds_of)
