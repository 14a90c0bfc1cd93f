"""What a table's result counts for: the points with the rulings in them, and who won."""

from __future__ import annotations

from functools import cache
from math import inf

from msgspec import Struct
from msgspec.structs import asdict

from rightbower.rules.book import load
from rightbower.tournament.events.state.event import EventPlan, EventTable, Result, ResultRuling


class Outcome(Struct, frozen=True):
    """A game as it counts; ``winner`` is 0 for North–South, 1 for East–West, None for a draw."""

    points: tuple[int, int]
    winner: int | None


def outcome(plan: EventPlan, table: EventTable) -> Outcome | None:
    """What the game at a table counts for, or None while nothing counts there."""
    if table.result is None or table.void or not table.playing:
        return None
    made = made_points(table.result, table.rulings)
    winner = _winner(made, table)
    if winner is None or plan.standings.winner_entered != "target" or plan.target is None:
        return Outcome(made, winner)
    # A side that lost by a ruling may have made more than the game needs.
    lesser = min(made[1 - winner], plan.target)
    entered = (plan.target, lesser) if winner == 0 else (lesser, plan.target)
    return Outcome(entered, winner)


def counted(plan: EventPlan, table: EventTable) -> Outcome | None:
    """What the game counts for in the standings: nothing while it is disputed, or has to wait."""
    if table.result is None or table.result.state == "disputed":
        return None
    return None if waits(plan, table.result) else outcome(plan, table)


def waits(plan: EventPlan, result: Result) -> bool:
    """Whether a result that one side has entered waits for the other to stand by it."""
    one_side = result.state == "entered" and not result.marked
    return one_side and plan.standings.unconfirmed == "waits"


def entered_why(plan: EventPlan, table: EventTable) -> str:
    """Why a score counts as another than was made; nothing where it counts as it is."""
    found = outcome(plan, table)
    if found is None or table.result is None:
        return ""
    made = made_points(table.result, table.rulings)
    if found.winner is None or found.points == made:
        return ""
    clause = plan.clause("standings.winner_entered")
    return f"{made[0]}–{made[1]} made; the winner is entered with {plan.target} ({clause})"


def made_points(result: Result, rulings: tuple[ResultRuling, ...]) -> tuple[int, int]:
    """The points of both sides with the rulings that are not in them yet, never under zero."""
    points = list(result.points)
    for ruling in rulings:
        if not ruling.in_score:
            points[ruling.side] = max(0, points[ruling.side] + ruling.points)
    return points[0], points[1]


def _winner(made: tuple[int, int], table: EventTable) -> int | None:
    """The later of two losses by ruling counts; without one the points decide."""
    for ruling in reversed(table.rulings):
        if ruling.lost:
            return 1 - ruling.side
    assert table.result is not None
    if table.result.lost is not None:
        return 1 - table.result.lost
    if made[0] == made[1]:
        return None
    return 0 if made[0] > made[1] else 1


def objection(plan: EventPlan, table: EventTable) -> str | None:
    """Why a result with its rulings cannot stand, in one sentence."""
    assert table.result is not None
    if table.result.lost is not None and table.result.lost not in (0, 1):
        return "the game is lost by NS or by EW"
    if min(table.result.points) < 0:
        return "points cannot be below zero"
    made = made_points(table.result, table.rulings)
    if _winner(made, table) is None and not plan.drawn_games:
        clause = plan.clause("clock.level")
        return f"the score is tied at {made[0]}; a game has a winner ({clause})"
    ruled = any(each.points or each.lost for each in table.rulings)
    if table.result.why or ruled or table.result.lost is not None:
        return None
    return _impossible(plan, made)


def _impossible(plan: EventPlan, made: tuple[int, int]) -> str | None:
    """Why no game can end so; the officer may say otherwise and give a reason."""
    if plan.deals is not None and sum(made) > plan.deals * plan.most_in_a_deal:
        most = plan.deals * plan.most_in_a_deal
        return f"{plan.deals} deals score at most {most} points, not {sum(made)} ({plan.clause('game.deals')})"
    if (
        plan.deals is not None
        and sum(_fewest_deals(plan.book, made[side]) for side in (0, 1)) > plan.deals
    ):
        clause = plan.clause("game.deals")
        return (
            f"{plan.deals} deals cannot end {made[0]} to {made[1]}:"
            f" {_a_deal_brings(plan.book)} ({clause})"
        )
    if plan.target is None:
        return None
    clause = plan.clause("game.target")
    if min(made) >= plan.target:
        return f"only one side can reach {plan.target} ({clause})"
    if max(made) >= plan.target + plan.most_in_a_deal:
        return f"a game to {plan.target} cannot end with {max(made)} ({clause})"
    if max(made) < plan.target and plan.minutes is None:
        return f"neither side has {plan.target} and no time limit runs ({clause})"
    return None


@cache
def _deal_points(book: str) -> tuple[int, ...]:
    """What a deal can bring the side that scores in it, the least first."""
    worth = asdict(load(book).score)
    points = {each for name, each in worth.items() if name != "tricks_to_make"}
    return tuple(sorted(points - {0}))


def _a_deal_brings(book: str) -> str:
    *others, last = map(str, _deal_points(book))
    return f"a deal scores {', '.join(others)} or {last}"


@cache
def _fewest_deals(book: str, points: int) -> float:
    """In how few deals a side can make so many points; without end where it cannot."""
    found = [0.0]
    for made in range(1, points + 1):
        before = [found[made - each] for each in _deal_points(book) if each <= made]
        found.append(1 + min(before, default=inf))
    return found[points]


def result_text(table: EventTable, plan: EventPlan) -> str:
    """The result in words, with the rulings shown in it."""
    found = outcome(plan, table)
    if found is None:
        return f"no game: {table.void}" if table.void else "no result yet"
    words = f"{found.points[0]}–{found.points[1]}"
    if why := entered_why(plan, table):
        words += f"; {why}"
    for ruling in table.rulings:
        words += f"; {ruling_text(ruling, plan)}"
    assert table.result is not None
    if table.result.lost is not None:
        words += f"; {plan.side_names[table.result.lost]} lost the game outright"
    if table.result.state == "disputed":
        words += "; disputed"
    elif not table.result.marked:
        words += "; not confirmed yet"
    return words


def ruling_text(ruling: ResultRuling, plan: EventPlan) -> str:
    """A ruling in words."""
    side = plan.side_names[ruling.side]
    points = f"{ruling.points:+d}" if ruling.points else "no points"
    what = f"{side} lose the game" if ruling.lost else f"{side} {points}"
    where = " already in the score" if ruling.in_score else ""
    clause = f" ({ruling.clause})" if ruling.clause else ""
    return f"{what}{where}: {ruling.why}{clause}"
