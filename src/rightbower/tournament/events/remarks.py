"""What the desk should notice."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from rightbower.rules.book import load
from rightbower.rules.refusal import counted
from rightbower.tournament.events.movements.winners import part
from rightbower.tournament.events.planning import fewer_games
from rightbower.tournament.events.seating import rounds_ahead, seating_of
from rightbower.tournament.events.standings.results import cut_short, not_counting, outcome
from rightbower.tournament.events.state import facts
from rightbower.tournament.events.state.draws import chance
from rightbower.tournament.events.state.entrants import EventError
from rightbower.tournament.events.state.event import Event, EventTable, Result, Round
from rightbower.tournament.events.state.facts import (
    CheckedIn,
    Seated,
    SeatsSwapped,
    SitterSet,
    Withdrew,
)
from rightbower.tournament.events.state.fold import apply
from rightbower.tournament.events.state.participants import clashes

Changed = facts.ResultCorrected | facts.ResultRuled | facts.GameVoided


def remarks(event: Event, fact: facts.Fact) -> tuple[str, ...]:
    """Remarks on a fact about to be added to the event."""
    match fact:
        case facts.ResultEntered(result=result):
            return _doubts(event, fact.round, result)
        case facts.ResultCorrected():
            return (*_doubts(event, fact.round, fact.result), *_would_have_moved(event, fact))
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


def _doubts(event: Event, round_: int, result: Result) -> tuple[str, ...]:
    """A score that can be but seldom is."""
    plan = event.plan
    if result.short or cut_short(event, round_):
        return ()
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


FEW = 4  # so many tables are named one by one


def on_seats(event: Event, fact: Seated) -> tuple[str, ...]:
    """What is to be known of a round just seated."""
    said = [
        f"{event.name_of(*dict.fromkeys((first, second)))} could not be kept apart."
        for first, second in clashes(event, fact.round.tables, fact.formed)
    ]
    if fact.round.byes:
        people = sum(len(event.entrant(number).players) for number in fact.round.byes)
        verb = "sits" if people == 1 else "sit"
        said.append(f"{event.name_of(*fact.round.byes)} {verb} out this round.")
    said += _of_movement(event, fact)
    before = replace(event, rounds=event.rounds[:-1])
    told = [
        f"{each} Round {fact.round.number} is seated without it." for each in not_counting(before)
    ]
    return (*told, *said, *meet_again(event, fact.round), *_not_used(event, fact))


def _of_movement(event: Event, fact: Seated) -> list[str]:
    """What a movement has to explain: who went further on, who was left apart, who left a void game."""
    kind = event.plan.movement_kind
    match kind.follows:
        case "who parts":
            return _after_no_game(event)
        case "the plan" if kind.a_up:
            return [*_further_on(event), *_why_apart(event, fact.round.tables)]
        case "the plan" | "the draw" | "the wins" | "who goes on" | "nothing":
            return []
        case follows:
            assert_never(follows)


def after_swap(event: Event, fact: SeatsSwapped) -> tuple[str, ...]:
    """Where the two sit now, whom they meet again, and what goes by the new seats."""
    round_ = event.round_at(fact.round)
    here = [table for table in round_.tables if {fact.first, fact.second} & set(table.entrants)]
    said = [
        f"Table {table.number}: {' against '.join(event.name_of(*side) for side in table.sides)}."
        for table in here
        if table.playing
    ]
    said += [
        f"{event.name_of(number)} {'sits' if event.entrant(number).single else 'sit'} out"
        f"{_not_in_for_low(event, number)}."
        for number in (fact.first, fact.second)
        if number in round_.byes
    ]
    apart = [
        f"{event.name_of(one)} and {event.name_of(other)} are to be kept apart and are not."
        for one, other in clashes(event, here)
    ]
    met = meet_again(event, replace(round_, tables=tuple(here)))
    return (*said, *apart, *met, *_from_here(event))


def _not_in_for_low(event: Event, number: int) -> str:
    """That a place given up keeps from the low prize, where there is one."""
    entrant = event.entrant(number)
    if event.plan.standings.low_prize != "all rounds" or entrant.low or not entrant.aside:
        return ""
    if not any(prize.low for prize in event.plan.prizes):
        return ""
    clause = event.plan.clause("standings.low_prize")
    return f" by choice, and cannot win the low prize unless the {event.plan.officer} says so ({clause})"


def _from_here(event: Event) -> list[str]:
    """What a swap means for the rounds to come, where that is known."""
    kind = event.plan.movement_kind
    match kind.follows:
        case "the plan" if not kind.a_up:
            return ["Later rounds stay as the chart has them."]
        case "the plan" | "who parts":
            return ["The next round is seated from these places."]
        case "the draw" | "the wins" | "who goes on" | "nothing":
            return []
        case follows:
            assert_never(follows)


def meet_again(event: Event, round_: Round) -> list[str]:
    """Pairs that have met before in this event, and when."""
    if event.plan.entering.unit != "pair":
        return []
    found = [
        f"Table {table.number}: {event.name_of(*table.sides[0])} and"
        f" {event.name_of(*table.sides[1])} meet again; they met in round {before}."
        for table in round_.tables
        if table.playing and (before := _met(event, table, round_.number))
    ]
    return found if len(found) <= FEW else [f"At {len(found)} tables pairs meet again."]


def _met(event: Event, table: EventTable, before: int) -> int:
    """The latest round before this one in which the pairs of a table met; 0 for none."""
    return max(
        (
            each.number
            for each in event.rounds[: before - 1]
            for other in each.tables
            if other.playing and set(other.sides) == set(table.sides)
        ),
        default=0,
    )


def _not_used(event: Event, fact: Seated) -> list[str]:
    """Cuts that tables showed and that the results have left behind since."""
    before = {table.number: table.after for each in event.rounds[-2:-1] for table in each.tables}
    return [
        f"The cut that table {table.number} showed is not used: by its result others cut, and"
        " cards were drawn for them."
        for table in fact.round.tables
        if not set(before.get(table.number, ())) <= set(table.cuts)
    ]


def _after_no_game(event: Event) -> list[str]:
    """Who left a table whose game did not count, and by which cut."""
    then = {table.number: table for table in event.round.tables}
    clause = event.plan.clause("movement.drawn_game")
    said = []
    for table in (each for round_ in event.rounds[-2:-1] for each in round_.tables if each.void):
        made = {
            cut.purpose: cut for cut in (then[table.number].cuts if table.number in then else ())
        }
        if "moves" not in made or "losers" not in made:
            continue
        cutters, stayed = ([who for who, _ in made[each].draws[0]] for each in ("moves", "losers"))
        left = [number for number in table.entrants if number not in stayed]
        said.append(
            f"No game counted at table {table.number}, so it is left as after a drawn game:"
            f" {event.name_of(*cutters)} cut, and {event.name_of(*left)} moved ({clause})."
        )
    return said


def _further_on(event: Event) -> list[str]:
    """Why the teams that move went more than one table: so many left that nobody would play."""
    letter, step, team = (1, -1, "B") if event.round.move == "B down" else (0, 1, "A")
    if len(event.rounds) < 2 or event.round.move == "both":
        return []
    size = len(event.round.tables)
    was, now = (
        {table.sides[letter]: place for place, table in enumerate(each.tables)}
        for each in event.rounds[-2:]
    )
    moved = [each for each in now if each and each in was and not event.entrant(each[0]).floater]
    steps = {step * (now[each] - was[each]) % size for each in moved} - {1 % size}
    return [f"The {team} teams go {each} tables on: nobody would play otherwise." for each in steps]


def _why_apart(event: Event, tables: tuple[EventTable, ...]) -> list[str]:
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
