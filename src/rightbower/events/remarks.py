"""What the officer should be told beside an entry: doubts, repeats, and who would have moved."""

from __future__ import annotations

from rightbower.book import load
from rightbower.events.draws import chance
from rightbower.events.event import Event, Result, Table
from rightbower.events.facts import (
    Entry,
    Fact,
    GameVoided,
    ResultCorrected,
    ResultEntered,
    Ruled,
    Seated,
    Withdrew,
)
from rightbower.events.fold import apply
from rightbower.events.movements.winners_part import part
from rightbower.events.moving import rounds_ahead
from rightbower.events.outcome import outcome
from rightbower.events.taking_part import clashes

Changed = ResultCorrected | Ruled | GameVoided


def remarks(event: Event, fact: Fact) -> tuple[str, ...]:
    """Remarks on a fact about to be added to the event."""
    match fact:
        case ResultEntered(_, _, result):
            return _doubts(event, result)
        case ResultCorrected():
            return (*_doubts(event, fact.result), *_would_have_moved(event, fact))
        case Ruled() | GameVoided():
            return _would_have_moved(event, fact)
        case Seated():
            return _on_seats(apply(event, Entry(0.0, "", fact)), fact)
        case Withdrew(numbers):
            return _still_seated(event, numbers)
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
    after = apply(event, Entry(0.0, "", fact)).round_at(fact.round).table(fact.table)
    match event.plan.movement.kind:
        case "winners part":
            return _other_way(event, fact.round, after)
        case "knock-out":
            other = not _went_on(event, fact.round, after)
        case "swiss":
            other = _winner(event, before) != _winner(event, after)
        case _:
            other = False
    said = f"Rounds {fact.round + 1} and later were seated by the old result and stay so."
    return (said,) if other else ()


def _winner(event: Event, table: Table) -> int | None:
    came = outcome(event.plan, table)
    return None if came is None else came.winner


def _went_on(event: Event, round_: int, table: Table) -> bool:
    """Whether the winner of a knock-out's table is in the round that followed."""
    winner, then = _winner(event, table), event.round_at(round_ + 1)
    there = {*then.byes, *(number for each in then.tables for number in each.entrants)}
    return winner is not None and not there.isdisjoint(table.sides[winner])


def _other_way(event: Event, round_: int, table: Table) -> tuple[str, ...]:
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
    said = f"The seats of round {round_ + 1} stay as they were. By the right result"
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


def _on_seats(event: Event, fact: Seated) -> tuple[str, ...]:
    said = [
        f"{event.name_of(first)} and {event.name_of(second)} could not be kept apart."
        for first, second in clashes(event, fact.round.tables, fact.formed)
    ]
    if fact.round.byes:
        verb = "sits" if len(fact.round.byes) == 1 else "sit"
        said.append(f"{event.name_of(*fact.round.byes)} {verb} out this round.")
    if event.plan.movement.kind == "A up":
        said += _why_apart(event, fact.round.tables)
    return (*said, *_not_used(event, fact))


def _not_used(event: Event, fact: Seated) -> list[str]:
    """Cuts that tables showed and that the results have left behind since."""
    before = {table.number: table.after for each in event.rounds[-2:-1] for table in each.tables}
    return [
        f"The cut that table {table.number} showed is not used: by its result others cut, and"
        " cards were drawn for them."
        for table in fact.round.tables
        if not set(before.get(table.number, ())) <= set(table.cuts)
    ]


def _why_apart(event: Event, tables: tuple[Table, ...]) -> list[str]:
    """Why an A team and a B team sit out at different tables although they could play."""
    lone = [[table.sides[letter] for table in tables if not table.playing] for letter in (0, 1)]
    clause = event.plan.clause("movement.kind")
    return [
        f"{event.name_of(*a)} and {event.name_of(*b)} are not put together: the A teams go up one"
        f" table and the B teams stay ({clause}), so that nobody meets twice; {_meeting(event, a, b)}."
        for a, b in zip(filter(None, lone[0]), filter(None, lone[1]), strict=False)
    ]


def _meeting(event: Event, a: tuple[int, ...], b: tuple[int, ...]) -> str:
    """When an A and a B team meet by the movement."""
    for round_ in rounds_ahead(event):
        if any(set(table.sides) == {a, b} for table in round_.tables):
            return f"these two {'meet' if round_.number > len(event.rounds) else 'met'} in round {round_.number}"
    return "these two do not meet in the rounds that are planned"


def _still_seated(event: Event, numbers: tuple[int, ...]) -> tuple[str, ...]:
    """A game under way that loses a player."""
    return tuple(
        f"{event.name_of(number)} sits at table {table.number} in the round under way:"
        " enter a result there, or say that no game counts."
        for table in (event.round.tables if event.rounds else ())
        for number in numbers
        if number in table.entrants and table.playing and table.result is None and not table.void
    )
