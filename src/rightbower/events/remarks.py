"""What the officer should be told beside an entry: doubts, repeats, and who would have moved."""

from __future__ import annotations

from msgspec.structs import replace

from rightbower.book import load
from rightbower.events.draws import chance
from rightbower.events.event import Event, Result, Table
from rightbower.events.facts import Entry, Fact, ResultCorrected, ResultEntered, Seated, Withdrew
from rightbower.events.fold import apply
from rightbower.events.movements.winners_part import Gone, part
from rightbower.events.moving import rounds_ahead
from rightbower.events.outcome import outcome
from rightbower.events.taking_part import clashes


def remarks(event: Event, fact: Fact) -> tuple[str, ...]:
    """Remarks on a fact about to be added to the event."""
    match fact:
        case ResultEntered(_, _, result):
            return _doubts(event, result)
        case ResultCorrected():
            return (*_doubts(event, fact.result), *_would_have_moved(event, fact))
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


def _would_have_moved(event: Event, fact: ResultCorrected) -> tuple[str, ...]:
    """Seats taken since stay as they are; where the movement follows results, what is different."""
    if fact.round == len(event.rounds):
        return ()
    kind = event.plan.movement.kind
    before = event.round_at(fact.round).table(fact.table)
    after = replace(before, result=fact.result, void="")
    was, now = outcome(event.plan, before), outcome(event.plan, after)
    if (was and was.winner) == (now and now.winner):
        return ()
    if kind == "winners part":
        return _other_way(event, fact, before, after)
    if kind in ("swiss", "knock-out"):
        return (f"Rounds {fact.round + 1} and later were seated by the old result and stay so.",)
    return ()


def _other_way(event: Event, fact: ResultCorrected, before: Table, after: Table) -> tuple[str, ...]:
    book = load(event.plan.book)
    seed = event.round_at(fact.round + 1).seed
    gone: list[Gone] = [
        part(event, book, table, chance(seed, "moves")) for table in (before, after)
    ]
    was, now = gone
    if {was.up, was.down} == {now.up, now.down}:
        return ()
    said = (
        f"The seats of round {fact.round + 1} stay as they were. By the right result"
        f" {event.name_of(now.up)} would have gone up from table {fact.table} and"
        f" {event.name_of(now.down)} down, instead of {event.name_of(was.up)} and"
        f" {event.name_of(was.down)}."
    )
    return (said,)


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
    return tuple(said)


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
