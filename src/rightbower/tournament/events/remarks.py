"""What the officer should be told beside an entry: doubts, repeats, and who would have moved."""

from __future__ import annotations

from typing import assert_never

from rightbower.rules.book import load
from rightbower.rules.refusal import counted
from rightbower.tournament.events.movements.winners import part
from rightbower.tournament.events.outlook import fewer_games
from rightbower.tournament.events.seat_remarks import FEW, after_swap, meet_again, on_seats
from rightbower.tournament.events.seating import seating_of
from rightbower.tournament.events.standings.results import outcome
from rightbower.tournament.events.state import facts
from rightbower.tournament.events.state.draws import chance
from rightbower.tournament.events.state.entrants import EventError
from rightbower.tournament.events.state.event import Event, EventTable, Result, Round
from rightbower.tournament.events.state.facts import (
    CheckedIn,
    SeatsSwapped,
    SitterSet,
    Withdrew,
)
from rightbower.tournament.events.state.fold import apply

Changed = facts.ResultCorrected | facts.ResultRuled | facts.GameVoided


def remarks(event: Event, fact: facts.Fact) -> tuple[str, ...]:
    """Remarks on a fact about to be added to the event."""
    match fact:
        case facts.ResultEntered(_, _, result):
            return _doubts(event, result)
        case facts.ResultCorrected():
            return (*_doubts(event, fact.result), *_would_have_moved(event, fact))
        case facts.ResultRuled() | facts.GameVoided():
            return _would_have_moved(event, fact)
        case facts.Seated():
            said = on_seats(apply(event, facts.Entry(0.0, "", fact)), fact)
            return (*said, *fewer_games(event))
        case SeatsSwapped():
            return after_swap(apply(event, facts.Entry(0.0, "", fact)), fact)
        case Withdrew(numbers):
            return _still_seated(event, numbers)
        case CheckedIn(numbers):
            return _back_again(event, fact)
        case SitterSet(number, table):
            return _no_such_table(event, number, table)
        case _:
            return ()


def _doubts(event: Event, result: Result) -> tuple[str, ...]:
    """A score that can be but seldom is."""
    plan = event.plan
    if plan.deals is not None and sum(result.points) < plan.deals:
        return (f"only {sum(result.points)} points in {plan.deals} deals: is that right?",)
    return ()


def _would_have_moved(event: Event, fact: Changed) -> tuple[str, ...]:
    """Seats taken since stay as they are; where the movement follows results, what is different."""
    if fact.round == len(event.rounds):
        return ()
    before = event.round_at(fact.round).table(fact.table)
    after = apply(event, facts.Entry(0.0, "", fact)).round_at(fact.round).table(fact.table)
    match event.plan.movement_kind.follows:
        case "who parts":
            return _other_way(event, fact.round, after)
        case "who goes on":
            other = not _went_on(event, fact.round, after)
        case "the wins":
            other = _winner(event, before) != _winner(event, after)
        case "the plan" | "the draw" | "nothing":
            other = False
        case follows:
            assert_never(follows)
    said = f"Rounds {fact.round + 1} and later were seated by the old result and stay that way."
    return (said,) if other else ()


def _winner(event: Event, table: EventTable) -> int | None:
    came = outcome(event.plan, table)
    return None if came is None else came.winner


def _went_on(event: Event, round_: int, table: EventTable) -> bool:
    """Whether the winner of a knock-out's table is in the round that followed."""
    winner, then = _winner(event, table), event.round_at(round_ + 1)
    return winner is not None and not then.everyone.isdisjoint(table.sides[winner])


def _other_way(event: Event, round_: int, table: EventTable) -> tuple[str, ...]:
    """Who would have left the table, where others did: the losers' cut tells who stayed."""
    then = [each for each in event.round_at(round_ + 1).tables if each.number == table.number]
    made = {cut.purpose: cut for each in then for cut in each.cuts}
    if "losers" not in made:
        return ()
    stayed = {who for who, _ in made["losers"].draws[0]}
    left = tuple(number for number in table.entrants if number not in stayed)
    winner = _winner(event, table)
    if (winner is None and "moves" in made) or (winner is not None and left == table.sides[winner]):
        return ()
    said = f"The seats of round {round_ + 1} stay as they were. By the corrected result"
    names = event.name_of(*left)
    if winner is None:
        clause = event.plan.clause("movement.drawn_game")
        would = f"table {table.number} would have cut for who moves ({clause}); {names} moved"
    else:
        gone = part(event, load(event.plan.book), table, chance("", "moves"))
        up, down = event.name_of(gone.up), event.name_of(gone.down)
        would = (
            f"{up} would have gone up from table {table.number} and {down} down, instead of {names}"
        )
    return (f"{said} {would}.",)


def _back_again(event: Event, fact: CheckedIn) -> tuple[str, ...]:
    """Pairs that come back and will meet one they have met, by the seats as they would be now."""
    if not event.rounds or not event.plan.movement_kind.a_up:
        return ()
    after = apply(event, facts.Entry(0.0, "", fact))
    try:
        seating = seating_of(after, load(event.plan.book), "", "A up")
    except EventError:
        return ()
    number = len(event.rounds) + 1
    back = [each for each in seating.tables if set(each.entrants) & set(fact.numbers)]
    return tuple(meet_again(after, Round(number, "", "", tuple(back), ())))


def _no_such_table(event: Event, number: int, table: int) -> tuple[str, ...]:
    """A sitter's table for which those on the list are too few."""
    people = sum(each.state in ("entered", "here") for each in event.entrants)
    tables = people // 4
    if table <= tables:
        return ()
    many = "make no table" if not tables else f"make {counted(tables, 'table')}"
    return (
        (
            f"There is no table {table} yet: the {people} on the list {many}."
            f" The first round cannot be seated like that, unless more come or {event.name_of(number)}"
            " sits elsewhere."
        ),
    )


def _still_seated(event: Event, numbers: tuple[int, ...]) -> tuple[str, ...]:
    """A game under way that loses a player."""
    then = "; the other side then goes on" if event.plan.movement_kind.knocks_out else ""
    return tuple(
        f"{event.name_of(number)} {'sits' if event.entrant(number).single else 'sit'} at table"
        f" {table.number} in the current round:"
        f" {_seat_taken(event, number)}enter a result there, or say that no game counts{then}."
        for table in (event.round.tables if event.rounds else ())
        for number in numbers
        if number in table.entrants and table.awaits_result
    )


def _seat_taken(event: Event, number: int) -> str:
    """Those sitting out who could take the seat of one who leaves, by changing places."""
    size = len(event.entrant(number).players)
    waiting = [
        each
        for each in event.round.byes
        if event.entrant(each).state == "here" and len(event.entrant(each).players) == size
    ]
    if not waiting or len(waiting) > FEW:
        return ""
    verb = "sits" if len(waiting) == 1 and size == 1 else "sit"
    return f"change places with {event.name_of(*waiting)}, who {verb} out, or "
