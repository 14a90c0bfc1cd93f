"""What the desk should notice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from msgspec.structs import replace

from rightbower.rules.book import load
from rightbower.rules.message import Message, Term, cited, joined, message
from rightbower.tournament.contest import Fact
from rightbower.tournament.events.attendance import CheckedIn, SitterSet, Withdrew
from rightbower.tournament.events.board_tables import boards_at
from rightbower.tournament.events.draws import chance
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event, EventTable, Result, Round
from rightbower.tournament.events.movements.winners import part
from rightbower.tournament.events.outcome import cut_short, not_counting, outcome
from rightbower.tournament.events.outlook import fewer_games
from rightbower.tournament.events.participants import clashes
from rightbower.tournament.events.results import (
    GameVoided,
    ResultCorrected,
    ResultEntered,
    ResultRuled,
)
from rightbower.tournament.events.seating import Seated, SeatsSwapped, rounds_ahead, seating_of

Changed = ResultCorrected | ResultRuled | GameVoided


def remarks(event: Event, fact: Fact) -> tuple[Message, ...]:
    """Remarks on a fact about to be added to the event."""
    match fact:
        case ResultEntered(result=result):
            return _doubts(event, fact.round, result)
        case ResultCorrected():
            return (*_doubts(event, fact.round, fact.result), *_would_have_moved(event, fact))
        case ResultRuled() | GameVoided():
            return _would_have_moved(event, fact)
        case Seated():
            said = on_seats(fact.apply(event, 0.0), fact)
            return (*said, *fewer_games(event))
        case SeatsSwapped():
            return after_swap(fact.apply(event, 0.0), fact)
        case Withdrew(numbers):
            return _still_seated(event, numbers)
        case CheckedIn(numbers):
            return _back_again(event, fact)
        case SitterSet(number, table):
            return _no_such_table(event, number, table)
        case _:
            return ()


def _doubts(event: Event, round_: int, result: Result) -> tuple[Message, ...]:
    """A score that can be but seldom is."""
    plan = event.plan
    if result.short or cut_short(event, round_):
        return ()
    if plan.deals is not None and sum(result.points) < plan.deals and plan.other is None:
        return (
            message(
                "only {points} points in {deals} deals: is that right?",
                points=sum(result.points),
                deals=plan.deals,
            ),
        )
    return ()


def _would_have_moved(event: Event, fact: Changed) -> tuple[Message, ...]:
    """Seats taken since stay as they are; where the movement follows results, what is different."""
    if fact.round == len(event.rounds):
        return ()
    before = event.round_at(fact.round).table(fact.table)
    after = fact.apply(event, 0.0).round_at(fact.round).table(fact.table)
    match event.plan.movement_kind.follows:
        case "who parts":
            return _other_way(event, fact.round, after)
        case "who goes on" if event.plan.movement_kind.lives > 1:
            other = _winner(event, before) != _winner(event, after)
        case "who goes on":
            other = not _went_on(event, fact.round, after)
        case "the wins":
            other = _winner(event, before) != _winner(event, after)
        case "the plan" | "the draw" | "nothing":
            other = False
        case follows:
            assert_never(follows)
    said = message(
        "Rounds {round} and later were seated by the old result and stay that way.",
        round=fact.round + 1,
    )
    return (said,) if other else ()


def _winner(event: Event, table: EventTable) -> int | None:
    came = outcome(event.plan, table)
    return None if came is None else came.winner


def _went_on(event: Event, round_: int, table: EventTable) -> bool:
    """Whether the winner of a knock-out's table is in the round that followed."""
    winner, then = _winner(event, table), event.round_at(round_ + 1)
    return winner is not None and not then.everyone.isdisjoint(table.sides[winner])


def _other_way(event: Event, round_: int, table: EventTable) -> tuple[Message, ...]:
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
    who = event.whom(*left)
    if winner is None:
        return (
            message(
                "The seats of round {round} stay as they were. By the corrected result table"
                " {table} would have cut for who moves ({clause}); {who} moved.",
                round=round_ + 1,
                table=table.number,
                clause=cited(event.plan.clause("movement.drawn_game")),
                who=who,
            ),
        )
    gone = part(event, load(event.plan.book), table, chance("", "moves"))
    return (
        message(
            "The seats of round {round} stay as they were. By the corrected result {up} would have"
            " gone up from table {table} and {down} down, instead of {who}.",
            round=round_ + 1,
            up=event.who(gone.up),
            table=table.number,
            down=event.who(gone.down),
            who=who,
        ),
    )


def _back_again(event: Event, fact: CheckedIn) -> tuple[Message, ...]:
    """Pairs that come back and will meet one they have met, by the seats as they would be now."""
    if not event.rounds or not event.plan.movement_kind.a_up:
        return ()
    after = fact.apply(event, 0.0)
    try:
        seating = seating_of(after, load(event.plan.book), "", "A up")
    except EventError:
        return ()
    number = len(event.rounds) + 1
    back = [each for each in seating.tables if set(each.entrants) & set(fact.numbers)]
    return tuple(meet_again(after, Round(number, "", "", tuple(back), ())))


def _no_such_table(event: Event, number: int, table: int) -> tuple[Message, ...]:
    """A sitter's table for which those on the list are too few."""
    people = sum(each.state in ("entered", "here") for each in event.entrants)
    tables = people // 4
    if table <= tables:
        return ()
    many = (
        message("make {tables} {tables|table|tables}", tables=tables)
        if tables
        else message("make no table")
    )
    return (
        message(
            "There is no table {table} yet: the {count} on the list {many}. The first round cannot"
            " be seated like that, unless more come or {who} sits elsewhere.",
            table=table,
            count=people,
            many=many,
            who=event.who(number),
        ),
    )


def _still_seated(event: Event, numbers: tuple[int, ...]) -> tuple[Message, ...]:
    """A game under way that loses a player."""
    return tuple(
        message(
            "{who} {people|sits|sit} at table {table} in the current round: {advice}.",
            who=event.who(number),
            people=len(event.entrant(number).players),
            table=table.number,
            advice=_without(event, number),
        )
        for table in (event.round.tables if event.rounds else ())
        for number in numbers
        if number in table.entrants and table.awaits_result
    )


def _without(event: Event, number: int) -> Message:
    """What can be done about a game that somebody leaves."""
    advice = (
        message("enter a result there, or say that no game counts; the other side then goes on")
        if event.plan.movement_kind.knocks_out
        else message("enter a result there, or say that no game counts")
    )
    waiting = _waiting(event, number)
    if not waiting:
        return advice
    people = sum(len(event.entrant(each).players) for each in waiting)
    return message(
        "change places with {who}, who {people|sits|sit} out, or {advice}",
        who=event.whom(*waiting),
        people=people,
        advice=advice,
    )


def _waiting(event: Event, number: int) -> list[int]:
    """Those sitting out who could take the seat of one who leaves, by changing places; few or none."""
    size = len(event.entrant(number).players)
    waiting = [
        each
        for each in event.round.byes
        if event.entrant(each).state == "here" and len(event.entrant(each).players) == size
    ]
    return waiting if len(waiting) <= FEW else []


FEW = 4  # so many tables are named one by one


def on_seats(event: Event, fact: Seated) -> tuple[Message, ...]:
    """What is to be known of a round just seated."""
    said = [
        message("{who} could not be kept apart.", who=event.whom(*dict.fromkeys((first, second))))
        for first, second in clashes(event, fact.round.tables, fact.formed)
    ]
    if fact.round.of_three:
        said += [
            message("Table of three: {who}.", who=event.whom(*three.entrants))
            for three in fact.round.of_three
        ]
    elif fact.round.byes:
        people = sum(len(event.entrant(number).players) for number in fact.round.byes)
        said.append(
            message(
                "{who} {people|sits|sit} out this round.",
                who=event.whom(*fact.round.byes),
                people=people,
            )
        )
    said += [*_boards_laid(event, fact.round), *_of_movement(event, fact)]
    before = replace(event, rounds=event.rounds[:-1])
    told = [
        message("{said} Round {round} is seated without it.", said=each, round=fact.round.number)
        for each in not_counting(before)
    ]
    return (*told, *said, *meet_again(event, fact.round), *_not_used(event, fact))


def _boards_laid(event: Event, round_: Round) -> Iterator[Message]:
    """Which boards lie at which table, where boards are played."""
    if event.plan.duplicate is not None:
        at = [
            message(
                "table {table} has {boards}",
                table=table.number,
                boards=boards_at(event, round_.number, table.number),
            )
            for table in round_.tables
            if table.playing
        ]
        yield message("Boards: {tables}.", tables=joined(at))


def _of_movement(event: Event, fact: Seated) -> list[Message]:
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


def after_swap(event: Event, fact: SeatsSwapped) -> tuple[Message, ...]:
    """Where the two sit now, whom they meet again, and what goes by the new seats."""
    round_ = event.round_at(fact.round)
    here = [table for table in round_.tables if {fact.first, fact.second} & set(table.entrants)]
    said = [
        message(
            "Table {table}: {who} against {others}.",
            table=table.number,
            who=event.whom(*table.sides[0]),
            others=event.whom(*table.sides[1]),
        )
        for table in here
        if table.playing
    ]
    said += [
        _sits_out(event, number) for number in (fact.first, fact.second) if number in round_.byes
    ]
    apart = [
        message("{who} are to be kept apart and are not.", who=event.whom(one, other))
        for one, other in clashes(event, here)
    ]
    met = meet_again(event, replace(round_, tables=tuple(here)))
    return (*said, *apart, *met, *_from_here(event))


def _sits_out(event: Event, number: int) -> Message:
    """Who sits out; a place given up keeps from the low prize, where there is one."""
    entrant = event.entrant(number)
    who, people = entrant.reference, len(entrant.players)
    free = event.plan.standings.low_prize != "all rounds" or entrant.low or not entrant.aside
    if free or not any(prize.low for prize in event.plan.prizes):
        return message("{who} {people|sits|sit} out.", who=who, people=people)
    return message(
        "{who} {people|sits|sit} out by choice, and cannot win the low prize unless the {officer}"
        " says so ({clause}).",
        who=who,
        people=people,
        officer=Term(event.plan.officer),
        clause=cited(event.plan.clause("standings.low_prize")),
    )


def _from_here(event: Event) -> list[Message]:
    """What a swap means for the rounds to come, where that is known."""
    kind = event.plan.movement_kind
    match kind.follows:
        case "the plan" if not kind.a_up:
            return [message("Later rounds stay as the chart has them.")]
        case "the plan" | "who parts":
            return [message("The next round is seated from these places.")]
        case "the draw" | "the wins" | "who goes on" | "nothing":
            return []
        case follows:
            assert_never(follows)


def meet_again(event: Event, round_: Round) -> list[Message]:
    """Pairs that have met before in this event, and when."""
    if event.plan.entering.unit != "pair":
        return []
    found = [
        message(
            "Table {table}: {who} and {others} meet again; they met in round {round}.",
            table=table.number,
            who=event.whom(*table.sides[0]),
            others=event.whom(*table.sides[1]),
            round=before,
        )
        for table in round_.tables
        if table.playing and (before := _met(event, table, round_.number))
    ]
    if len(found) <= FEW:
        return found
    return [message("At {count} tables pairs meet again.", count=len(found))]


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


def _not_used(event: Event, fact: Seated) -> list[Message]:
    """Cuts that tables showed and that the results have left behind since."""
    before = {table.number: table.after for each in event.rounds[-2:-1] for table in each.tables}
    return [
        message(
            "The cut that table {table} showed is not used: by its result others cut, and cards"
            " were drawn for them.",
            table=table.number,
        )
        for table in fact.round.tables
        if not set(before.get(table.number, ())) <= set(table.cuts)
    ]


def _after_no_game(event: Event) -> list[Message]:
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
            message(
                "No game counted at table {table}, so it is left as after a drawn game: {who} cut,"
                " and {others} moved ({clause}).",
                table=table.number,
                who=event.whom(*cutters),
                others=event.whom(*left),
                clause=cited(clause),
            )
        )
    return said


def _further_on(event: Event) -> list[Message]:
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
    return [
        message(
            "The {team} teams go {count} tables on: nobody would play otherwise.",
            team=team,
            count=each,
        )
        for each in steps
    ]


def _why_apart(event: Event, tables: tuple[EventTable, ...]) -> list[Message]:
    """Why an A team and a B team sit out at different tables although they could play."""
    lone = [[table.sides[letter] for table in tables if not table.playing] for letter in (0, 1)]
    clause = cited(event.plan.clause("movement.kind"))
    return [
        message(
            "{who} are not put together: the A teams go up one table and the B teams stay"
            " ({clause}), so that nobody meets twice; {meeting}.",
            who=(*event.whom(*a), *event.whom(*b)),
            clause=clause,
            meeting=_meeting(event, a, b),
        )
        for a, b in zip(filter(None, lone[0]), filter(None, lone[1]), strict=False)
    ]


def _meeting(event: Event, a: tuple[int, ...], b: tuple[int, ...]) -> Message:
    """When an A and a B team meet by the movement."""
    for round_ in rounds_ahead(event):
        if any(set(table.sides) == {a, b} for table in round_.tables):
            if round_.number > len(event.rounds):
                return message("these two meet in round {round}", round=round_.number)
            return message("these two met in round {round}", round=round_.number)
    return message("these two do not meet in the rounds that are planned")
