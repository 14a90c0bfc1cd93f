"""Who plays in the next round, who sits out, and how often each has done so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from random import Random
from typing import Final

from rightbower.rules.message import Message, message
from rightbower.tournament.events.draws import lot
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import (
    Event,
    EventPlan,
    EventTable,
    Formed,
    Round,
    TableOfThree,
)


def too_few_pairs(count: int) -> EventError:
    """The refusal where fewer than two pairs are here."""
    return EventError(message("a table needs two pairs; {here}", here=_are_here(count)))


def _are_here(count: int) -> Message:
    return message("{people} {people|is|are} here", people=count)


def here(event: Event) -> tuple[int, ...]:
    """The ranked entrants who are here, in order of their numbers; singles of a pairs event apart."""
    return _present(event, floater=False)


def floaters(event: Event) -> tuple[int, ...]:
    """The floaters who are here."""
    return _present(event, floater=True)


def _present(event: Event, floater: bool) -> tuple[int, ...]:
    whole = event.plan.entering.unit != "pair"
    return tuple(
        each.number
        for each in event.entrants
        if each.state == "here" and each.floater == floater and (whole or not each.single)
    )


def singles(event: Event) -> tuple[int, ...]:
    """Those who are here and still without a partner, in an event of pairs."""
    if event.plan.entering.unit != "pair":
        return ()
    return tuple(
        entrant.number for entrant in event.entrants if entrant.state == "here" and entrant.single
    )


def in_fours(event: Event) -> tuple[int, ...]:
    """Players for the next round: the ranked, and as many floaters as make whole tables."""
    players = here(event)
    wanted = -len(players) % 4
    spare = floaters(event)
    if len(spare) >= wanted:
        players += spare[:wanted]
    if len(players) < 4:
        raise EventError(
            message("a table needs four players; {here}", here=_are_here(len(players)))
        )
    return players


def byes(event: Event) -> Counter[int]:
    """How often each entrant has sat out."""
    return Counter(number for round_ in event.rounds for number in round_.byes)


def sit_out(
    event: Event, players: Sequence[int], count: int, luck: Random, exempt: Collection[int] = ()
) -> tuple[int, ...]:
    """Who sits out, by lot among those who have waited least; whoever did not just play has waited."""
    waited = byes(event)
    if event.rounds:
        played = {number for table in event.round.tables for number in table.entrants}
        waited.update(number for number in players if number not in played)
    free = [number for number in lot(players, luck) if number not in exempt]
    free.sort(key=lambda number: waited[number])
    return tuple(sorted(free[:count]))


def clashes(
    event: Event, tables: Sequence[EventTable], formed: Sequence[Formed] = ()
) -> tuple[tuple[int, int], ...]:
    """Entrants to be kept apart who sit at one table; ``formed`` are pairs made for this round.

    Two who were made partners are the pair and the pair, in the round in which that happened.
    """
    at = {number: table.number for table in tables for number in table.entrants}
    at |= {single: at[pair.number] for pair in formed for single in pair.singles}
    made = {pair.number for pair in formed}
    return tuple(
        (first, second)
        for first, second in kept_apart(event)
        if first in at and at[first] == at.get(second, 0) and (first != second or first in made)
    )


def kept_apart(event: Event) -> tuple[tuple[int, int], ...]:
    """Those to be kept apart; a single who was given a partner stands for the pair."""
    return tuple(
        (event.entrant(first).pair or first, event.entrant(second).pair or second)
        for first, second in event.apart
    )


THREE: Final = 3  # at a table of three


def can_be_three(plan: EventPlan) -> Message | None:
    """Why those over cannot play at tables of three."""
    kind = plan.movement_kind
    if plan.entering.unit == "pair" or kind.knocks_out or kind.foreseen:
        return message("a table of three is for people who draw or move alone, round by round")
    if plan.standings.ranking not in ("points made", "event points"):
        clause = plan.clause("standings.ranking")
        return message("what a table of three makes counts only where points are added up", clause)
    return None


def over(plan: EventPlan, players: int) -> int:
    """How many of so many players sit at no table of four: with tables of three, as many as fill those."""
    out = players % 4
    if plan.threes is not True:
        return out
    wanted = next(each for each in range(out, out + 3 * 4, 4) if each % THREE == 0)
    return wanted if wanted <= players - 4 else out


def of_three(plan: EventPlan, byes: Sequence[int]) -> tuple[TableOfThree, ...]:
    """Those over at tables of three, as they come."""
    if plan.threes is not True or not byes or len(byes) % THREE:
        return ()
    return tuple(
        TableOfThree(tuple(byes[start : start + THREE])) for start in range(0, len(byes), THREE)
    )


def counts_at_three(plan: EventPlan, table: TableOfThree) -> dict[int, int]:
    """What it counts for each: the points, or event points for the best alone, for level ones, for others."""
    made = dict(zip(table.entrants, table.points, strict=False))
    if plan.standings.ranking != "event points" or not made:
        return made
    rules, best = plan.standings, max(made.values())
    shared = sum(points == best for points in made.values()) > 1
    won = (rules.draw if shared else rules.win) or 0
    return {who: won if points == best else rules.loss or 0 for who, points in made.items()}


def three_of(round_: Round, number: int) -> TableOfThree | None:
    """The table of three at which somebody plays in a round."""
    return next((each for each in round_.of_three if number in each.entrants), None)
