"""Pairs in a ring of tables: the A team goes up one table after each game, the B team stays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from typing import Final

from rightbower.rules.book import RuleBook
from rightbower.rules.ceremonies import draw_partners
from rightbower.rules.message import Message, Term, cited, message
from rightbower.tournament.events.draws import cut_until_settled, first_dealer, lot, sits_out
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import CutAtTable, Event, EventTable, Formed
from rightbower.tournament.events.movements import drawn as real_draw
from rightbower.tournament.events.movements.movement import (
    Move,
    RoundDraw,
    RoundMaker,
    Seating,
    best_of,
)
from rightbower.tournament.events.movements.ring import (
    Place,
    Ring,
    lone_places,
    open_table,
    places_of,
    ring_of,
    turn,
)
from rightbower.tournament.events.participants import floaters, here, singles, too_few_pairs


def seat(event: Event, by: RoundDraw) -> Seating:
    """The first places, then one table on after each game."""
    if event.rounds:
        return _next(event, by.move)
    return best_of(event, by.seed, "places", partial(_first, event, by))


def rounds(event: Event) -> int:
    """As many rounds as there are tables: then each A team has met each B team."""
    return len(event.round.tables)


def words(event: Event, _: int) -> tuple[Message, ...]:
    """Who goes where after a game, with the clauses."""
    plan = event.plan
    up = plan.clause("movement.kind")
    said = [
        message("After each game the A team goes up one table ({clause}).", clause=cited(up)),
        message("The B team stays."),
    ]
    if plan.movement.b_down:
        down = plan.clause("movement.b_down")
        said.append(
            message(
                "Only if the {officer} says so: A stays, B goes down one table ({clause}).",
                officer=Term(plan.officer),
                clause=cited(down),
            )
        )
    return tuple(said)


MOVEMENT: Final = RoundMaker(seat, rounds, words)


def _placed(event: Event, pairs: list[int], drawn: Mapping[int, str]) -> list[int]:
    """The pairs in the order of their tables, two to each; one who drew no place is last."""
    real_draw.known(event, drawn, pairs)
    out = [number for number, text in drawn.items() if sits_out(text)]
    if len(out) > len(pairs) % 2:
        raise EventError(
            message("{who} cannot sit out: there are places for all pairs", who=event.whom(*out))
        )
    shown = {number: text for number, text in drawn.items() if number not in out}
    wanted = {number: real_draw.seats_of(text, 2) for number, text in shown.items()}
    playing = len(pairs) - len(out)
    tables = range(1, (playing + 1) // 2 + 1)
    slots = [(table, seat) for table in tables for seat in (0, 1)][:playing]
    others = [number for number in pairs if number not in drawn]
    seats = real_draw.arranged(event, shown, wanted, slots, others)
    return [*(seats[slot] for slot in slots), *out]


def _alone(event: Event, alone: Sequence[int], drawn: Mapping[int, str]) -> list[int]:
    """The singles in fours as they drew their tables; who drew none of them is left over."""
    groups: dict[str, list[int]] = {}
    for number in alone:
        if number in drawn and not sits_out(drawn[number]):
            groups.setdefault(drawn[number].strip(), []).append(number)
    for table, four in groups.items():
        if len(four) != 4:
            raise EventError(
                message(
                    "{who} drew table {table}; four singles cut for partners there",
                    who=event.whom(*sorted(four)),
                    table=table,
                )
            )
    seated = [number for four in groups.values() for number in four]
    others = [number for number in alone if number not in drawn]
    return [*seated, *others, *(each for each in alone if each in drawn and each not in seated)]


def _first(event: Event, by: RoundDraw, luck: Random) -> Seating:
    """Pairs in their first places, and singles in fours who cut for partners.

    Those who did not draw a table as a lot are drawn for.
    """
    draws = event.plan.placing == "draw"
    alone = _alone(event, lot(singles(event), luck) if draws else singles(event), by.shown)
    drawn = {each: text for each, text in by.shown.items() if each not in alone}
    number = len(event.entrants) + 1
    formed: list[Formed] = []
    tables: list[EventTable] = []
    pairs = list(here(event))
    fours = [alone[start : start + 4] for start in range(0, len(alone) - 3, 4)]
    rest = alone[4 * len(fours) :]
    if len(rest) >= 2:
        # Two who are left need no cut: there is nobody else to be partnered with.
        formed.append(Formed(number, (rest[0], rest[1])))
        pairs.append(number)
        number += 1
        rest = rest[2:]
    if draws:
        pairs = list(lot(pairs, luck))
    if len(pairs) % 2:
        pairs += floaters(event)[:1]
    if drawn:
        pairs = _placed(event, pairs, drawn)
    for first, second in zip(pairs[::2], pairs[1::2], strict=False):
        tables.append(_two_pairs(len(tables) + 1, first, second, by.book, luck))
    for four in fours:
        table, made = _four_singles(len(tables) + 1, four, number, by.book, luck)
        tables.append(table)
        formed += made
        number += 2
    lone = pairs[-1:] if len(pairs) % 2 else []
    tables += [EventTable(len(tables) + 1, ((each,), ())) for each in lone]
    if sum(table.playing for table in tables) < 1:
        raise too_few_pairs(len(pairs))
    move = "first places, drawn with real lots" if drawn else "first places"
    return Seating(tuple(tables), (*lone, *rest), move, tuple(formed))


def _two_pairs(number: int, first: int, second: int, book: RuleBook, luck: Random) -> EventTable:
    """One player of each pair cuts; the lower deals first, and that pair is the A team."""
    dealer, draws = cut_until_settled(partial(first_dealer, book=book), (first, second), luck)
    other = second if dealer == first else first
    return EventTable(number, ((dealer,), (other,)), dealer, cuts=(CutAtTable("deal", draws),))


def _four_singles(
    number: int, four: list[int], next_number: int, book: RuleBook, luck: Random
) -> tuple[EventTable, list[Formed]]:
    """Two high against two low; the lowest deals, and the dealer's pair is the A team."""
    partners, draws = cut_until_settled(partial(draw_partners, book=book), four, luck)
    low, high = (min(partners.low), max(partners.low)), (min(partners.high), max(partners.high))
    formed = [Formed(next_number, low), Formed(next_number + 1, high)]
    cut = CutAtTable("partners", draws)
    table = EventTable(number, ((next_number,), (next_number + 1,)), next_number, cuts=(cut,))
    return table, formed


def _next(event: Event, move: Move) -> Seating:
    """The A teams one table up, or the B teams one down; late pairs take free places."""
    plan = event.plan
    if move == "B down" and not plan.movement.b_down:
        raise EventError(message("the B teams stay where they are", plan.clause("movement.b_down")))
    if move == "both" and plan.movement.both == "refused":
        clause = plan.clause("movement.both")
        raise EventError(message("A up or B down, not both in one change", clause))
    ring = ring_of(event)
    arrivals = _arrivals(event, ring)
    floating = sum(_floats(event, number) for team in ring.teams for number in team)
    while len(arrivals) > sum(team.count(0) for team in ring.teams) + floating:
        open_table(ring)
    _shift(ring, move, event)
    _let_in(ring, arrivals, event)
    out = _out_rather(ring, event)
    _on_to_a_game(ring, move, event)
    return _seating(event, ring, move, out)


def _out_rather(ring: Ring, event: Event) -> tuple[int, ...]:
    """Pairs that came back and would meet one again, taken out where the book has them sit out."""
    if event.plan.movement.returning == "plays again":
        return ()
    out = []
    for index, (a, b) in enumerate(zip(*ring.teams, strict=True)):
        again = bool(a and b) and b in _met(event, a)
        back = [letter for letter, each in enumerate((a, b)) if again and _came_back(event, each)]
        if back:
            out.append(ring.teams[back[0]][index])
            ring.teams[back[0]][index] = 0
    return tuple(out)


def _came_back(event: Event, number: int) -> bool:
    """Whether a pair played, left, and checked in again."""
    since = event.entrant(number).since
    return any(number in table.entrants for round_, table in event.games() if round_ <= since)


def _arrivals(event: Event, ring: Ring) -> list[int]:
    placed = {number for team in ring.teams for number in team}
    return [number for number in here(event) if number not in placed]


def _floats(event: Event, number: int) -> bool:
    return bool(number) and event.entrant(number).floater


def _shift(ring: Ring, move: Move, event: Event) -> None:
    up = int(move != "B down")
    if move == "both" and _half_way(ring, event):
        # Two tables at a time would meet only half the others when the tables are even.
        up += 1
    turn(ring, up, int(move != "A up"))


def _on_to_a_game(ring: Ring, move: Move, event: Event) -> None:
    """Where so many left that nobody would play, on to the next tables at which two meet anew."""
    if any(a and b for a, b in zip(*ring.teams, strict=True)):
        return
    for _ in ring.numbers[1:]:
        turn(ring, int(move != "B down"), int(move == "B down"))
        if any(a and b and b not in _met(event, a) for a, b in zip(*ring.teams, strict=True)):
            return
    if all(any(team) for team in ring.teams):
        raise EventError(message("nobody would play: those who are left have met already"))
    raise EventError(
        message("nobody would play: those who are left are all A teams or all B teams")
    )


def _half_way(ring: Ring, event: Event) -> bool:
    size = len(ring.numbers)
    return size % 2 == 0 and len(event.rounds) % (size // 2) == 0


def _let_in(ring: Ring, arrivals: list[int], event: Event) -> None:
    """Late pairs into free places or a floater's; then floaters where somebody would sit out.

    A pair that left and came back has its letter still.
    """
    for number in arrivals:
        own = _letter(event, number)
        letters = (0, 1) if own is None else (own,)
        places = lone_places(ring, letters) or places_of(ring, letters, lambda each: each == 0)
        places = places or places_of(ring, letters, lambda each: _floats(event, each))
        if not places:
            open_table(ring)
            places = [(letters[0], len(ring.numbers) - 1)]
        letter, index = min(places, key=lambda each: _repeats(event, ring, number, each))
        ring.teams[letter][index] = number
    placed = {number for team in ring.teams for number in team}
    for number in floaters(event):
        lone = lone_places(ring, (0, 1))
        if number not in placed and lone:
            ring.teams[lone[0][0]][lone[0][1]] = number


def _repeats(event: Event, ring: Ring, number: int, place: Place) -> tuple[bool, int]:
    """Whether a pair meets one again at a place, and how many it would by going on round the ring."""
    letter, index = place
    met = _met(event, number)
    step, others = (1, ring.teams[1]) if letter == 0 else (-1, ring.teams[0])
    size = len(others)
    left = max(1, (event.plan.rounds or size) - len(event.rounds))
    ahead = [others[(index + step * turn) % size] for turn in range(left)]
    return ahead[0] in met, sum(each in met for each in ahead)


def _met(event: Event, number: int) -> set[int]:
    """The pairs that one has sat down against, itself among them."""
    return {
        other
        for round_ in event.rounds
        for table in round_.tables
        if table.playing and number in table.entrants
        for other in table.entrants
    }


def _letter(event: Event, number: int) -> int | None:
    """The letter a pair has had since its first game, or None."""
    for round_ in event.rounds:
        for table in round_.tables:
            if number in table.entrants:
                return table.side_of(number)
    return None


def _seating(event: Event, ring: Ring, move: str, out: tuple[int, ...]) -> Seating:
    tables = tuple(
        EventTable(number, ((a,) if a else (), (b,) if b else ()))
        for number, a, b in zip(ring.numbers, *ring.teams, strict=True)
    )
    lone = tuple(each for table in tables if not table.playing for each in table.entrants)
    return Seating(tables, (*lone, *out, *singles(event)), move)
