"""Results, and what they count for."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules.book import load
from rightbower.rules.refusal import listed
from rightbower.rules.score import deals_objection, every_deal_scores
from rightbower.tournament.events.state import facts
from rightbower.tournament.events.state.entrants import EventError
from rightbower.tournament.events.state.event import (
    Event,
    EventPlan,
    EventTable,
    Result,
    ResultRuling,
)


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


def objection(plan: EventPlan, table: EventTable, short: bool = False) -> str | None:
    """Why a result with its rulings cannot stand, in one sentence; ``short`` if the round was."""
    assert table.result is not None
    if table.result.lost is not None and table.result.lost not in (0, 1):
        return "the game is lost by NS or by EW"
    if min(table.result.points) < 0:
        return "points cannot be below zero"
    made = made_points(table.result, table.rulings)
    if _winner(made, table) is None and not plan.drawn_games:
        clause = plan.clause("clock.level" if _by_time(plan, made) else "game.target")
        return f"the score is tied at {made[0]}; a game has a winner ({clause})"
    ruled = any(each.points or each.lost for each in table.rulings)
    if table.result.why or ruled or table.result.lost is not None:
        return None
    return _impossible(plan, made, short or table.result.short)


def _by_time(plan: EventPlan, made: tuple[int, int]) -> bool:
    """Whether only the end of the time could leave the score as it is."""
    return plan.target is None or (bool(plan.minutes) and min(made) < plan.target)


def _impossible(plan: EventPlan, made: tuple[int, int], short: bool) -> str | None:
    """Why no game can end so; the officer may say otherwise and give a reason."""
    reached = plan.target is not None and max(made) >= plan.target
    if plan.deals is not None:
        book, clause = load(plan.book), plan.clause("game.deals")
        whole = not (short or reached or plan.minutes)
        if reason := deals_objection(book, plan.deals, made, whole=False):
            return f"{reason} ({clause})"
        if reason := deals_objection(book, plan.deals, made, whole):
            why = (
                f"; every deal scores ({_never_thrown_in(plan)})" if every_deal_scores(book) else ""
            )
            return f"{reason} ({clause}){why}; or say that the round was cut short"
    if plan.target is None:
        return None
    clause = plan.clause("game.target")
    if min(made) >= plan.target:
        return f"only one side can reach {plan.target} ({clause})"
    if max(made) >= plan.target + plan.most_in_a_deal:
        return f"a game to {plan.target} cannot end with {max(made)} ({clause})"
    if not (reached or short or plan.minutes or plan.deals):
        return (
            f"neither side has {plan.target} and no time limit runs ({clause}); or say that the"
            " round was cut short"
        )
    return None


def _never_thrown_in(plan: EventPlan) -> str:
    """The clause by which no deal is thrown in."""
    return load(plan.book).clause("bidding.all_pass")


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
    if table.result.short:
        words += "; the round was cut short"
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


def enter(
    event: Event,
    table: int,
    points: tuple[int, int],
    *,
    round_: int | None = None,
    side: int | None = None,
    lost: int | None = None,
    last_dealer: int = 0,
    why: str = "",
    short: bool = False,
) -> facts.ResultEntered:
    """A table's points, from the desk or from one of its sides.

    ``short`` says that the round was cut short: the desk says it once for all tables of the round,
    a side for its own table.
    """
    round_ = _round(event, round_)
    there = _game(event, round_, table)
    if there.result is not None:
        has = "{}–{}".format(*there.result.points)
        raise EventError(
            f"table {table} has a result for round {round_} already, {has}; correct it with a reason"
        )
    result = Result(points, side=side, lost=lost, last_dealer=last_dealer, why=why, short=short)
    _check(event, round_, there, result)
    return facts.ResultEntered(round_, table, result)


def correct(
    event: Event,
    round_: int,
    table: int,
    points: tuple[int, int],
    *,
    why: str,
    lost: int | None = None,
    last_dealer: int = 0,
    ruled: bool = False,
    short: bool = False,
) -> facts.ResultCorrected:
    """An earlier result put right, whatever has been played since; the reason is kept.

    A game that did not count counts again; ``ruled`` lets an unlikely score stand, and ``short``
    says that the round was cut short.
    """
    if not why.strip():
        raise EventError("a correction needs a reason")
    there = _game(event, round_, table, voided=True)
    if there.result is None and not there.void:
        raise EventError(f"table {table} has no result in round {round_} to correct")
    before = there.result or Result((0, 0))
    result = Result(
        points,
        lost=lost,
        last_dealer=last_dealer or before.last_dealer,
        why=why if ruled else before.why,
        short=short or before.short,
    )
    _check(event, round_, there, result)
    return facts.ResultCorrected(round_, table, result, why)


def confirm(
    event: Event, table: int, *, side: int | None = None, round_: int | None = None
) -> facts.ResultConfirmed:
    """The other side stands by the result; the officer, who has no side, may say so too."""
    round_ = _round(event, round_)
    there = _with_result(event, round_, table)
    assert there.result is not None
    if there.result.state == "confirmed":
        raise EventError(f"the result of table {table} is confirmed already")
    if side is not None and there.result.side == side:
        raise EventError(
            f"{event.plan.side_names[side]} entered the result; the other side confirms it"
        )
    if side is not None and there.result.state == "disputed":
        raise EventError(
            f"the result of table {table} is disputed; the {event.plan.officer} decides"
        )
    return facts.ResultConfirmed(round_, table)


def dispute(
    event: Event, table: int, *, why: str, round_: int | None = None
) -> facts.ResultDisputed:
    """A side does not agree; nobody moves on until the officer has decided."""
    round_ = _round(event, round_)
    _with_result(event, round_, table)
    if not why.strip():
        raise EventError("say what is disputed")
    return facts.ResultDisputed(round_, table, why)


def take_back(event: Event, table: int, side: int) -> facts.ResultTakenBack:
    """The side that entered a result takes it back while nobody else stands by it."""
    round_ = event.round.number
    there = _with_result(event, round_, table)
    assert there.result is not None
    if there.result.state == "disputed":
        raise EventError(f"the result is disputed; the {event.plan.officer} decides")
    if there.result.marked or there.result.side != side:
        raise EventError("only your own entry can be taken back, until the other side agrees")
    return facts.ResultTakenBack(round_, table)


def void(event: Event, table: int, *, why: str, round_: int | None = None) -> facts.GameVoided:
    """No game counts at this table; the officer says why."""
    round_ = _round(event, round_)
    _game(event, round_, table)
    if not why.strip():
        raise EventError("say why no game counts")
    return facts.GameVoided(round_, table, why)


def rule(
    event: Event, table: int, ruling: ResultRuling, *, round_: int | None = None
) -> facts.ResultRuled:
    """A ruling of the referee applied to a game; the result shows it from now on."""
    round_ = _round(event, round_)
    there = _game(event, round_, table)
    if ruling.side not in (0, 1):
        raise EventError("a ruling is about NS or EW")
    if not ruling.why.strip():
        raise EventError("a ruling needs a reason")
    if ruling.points and ruling.lost:
        raise EventError("a ruling gives or takes points, or loses a side the game, not both")
    if there.result is not None:
        ruled = replace(there, rulings=(*there.rulings, ruling))
        if reason := objection(event.plan, ruled, cut_short(event, round_)):
            raise EventError(f"with the ruling {reason}")
        if reason := _dealer_missing(event, ruled):
            raise EventError(f"with the ruling the game is drawn; {reason}, by a correction")
    return facts.ResultRuled(round_, table, ruling)


def missing(event: Event) -> tuple[int, ...]:
    """The tables of the latest round whose result is not in yet."""
    return tuple(table.number for table in event.round.tables if table.awaits_result)


def disputed(event: Event) -> tuple[tuple[int, int], ...]:
    """The rounds and tables whose result is disputed, earlier rounds too."""
    return tuple(
        (round_, table.number)
        for round_, table in event.games()
        if table.result is not None and table.result.state == "disputed"
    )


def undecided(event: Event) -> str | None:
    """The disputes that hold everybody up, in words; None where there are none."""
    latest = len(event.rounds)
    places = [
        f"table {table}" if round_ == latest else f"table {table} of round {round_}"
        for round_, table in disputed(event)
    ]
    if not places:
        return None
    return f"the {event.plan.officer} has to decide the dispute at {', '.join(places)}"


def so_far(event: Event) -> str:
    """How far play has come, for the head of the standings: only rounds that are in are over."""
    if not event.rounds:
        return "before the first result"
    number = event.round.number
    tables = [table for table in event.round.tables if table.playing]
    done = sum(
        bool(table.void) or (table.result is not None and table.result.marked) for table in tables
    )
    if done == len(tables):
        return f"after round {number}"
    if done:
        return f"in round {number}, {done} of {len(tables)} tables in"
    return f"after round {number - 1}" if number > 1 else "before the first result"


def unconfirmed(event: Event) -> tuple[tuple[int, int], ...]:
    """The rounds and tables whose result waits for the other side, earlier rounds too."""
    return tuple(
        (round_, table.number)
        for round_, table in event.games()
        if table.result is not None and waits(event.plan, table.result)
    )


def not_counting(event: Event) -> tuple[str, ...]:
    """The results that are in and do not count yet, a sentence each."""
    if event.finished:
        return ()
    said = [
        f"Round {round_}, table {table}: only one side has entered the result; it does not count"
        " until the other side confirms it."
        for round_, table in unconfirmed(event)
    ]
    said += [
        f"Round {round_}, table {table}: the result is disputed and does not count until the"
        f" {event.plan.officer} decides."
        for round_, table in disputed(event)
    ]
    return tuple(said)


def to_confirm(event: Event) -> str | None:
    """Which results have still to be confirmed before places can be final; None where none has."""
    places = [f"table {table} of round {round_}" for round_, table in unconfirmed(event)]
    if not places:
        return None
    few = places if len(places) < 5 else [*places[:3], f"{len(places) - 3} more"]
    return f"the result of {listed(few)} is not confirmed by the other side and does not count yet"


def unmarked(event: Event) -> tuple[int, ...]:
    """The tables of the latest round whose result only one side has marked."""
    return tuple(
        table.number
        for table in event.round.tables
        if table.result is not None and not table.void and not table.result.marked
    )


def _round(event: Event, round_: int | None) -> int:
    return event.round.number if round_ is None else round_


def _game(event: Event, round_: int, table: int, voided: bool = False) -> EventTable:
    event.require_open()
    there = event.round_at(round_).table(table)
    if there.void and not voided:
        raise EventError(f"no game counts at table {table} in round {round_}: {there.void}")
    if not there.playing:
        raise EventError(f"nobody plays at table {table} in round {round_}: it is a bye")
    return there


def _with_result(event: Event, round_: int, table: int) -> EventTable:
    there = _game(event, round_, table)
    if there.result is None:
        raise EventError(f"table {table} has no result in round {round_} yet")
    return there


def cut_short(event: Event, round_: int) -> bool:
    """Whether the desk has said of a table that the round was cut short, which goes for all."""
    results = (table.result for table in event.round_at(round_).tables)
    return any(each.short and each.side is None for each in results if each is not None)


def _check(event: Event, round_: int, table: EventTable, result: Result) -> None:
    if reason := objection(event.plan, replace(table, result=result), cut_short(event, round_)):
        raise EventError(f"table {table.number}: {reason}")
    if result.last_dealer:
        table.side_of(result.last_dealer)
    if reason := _dealer_missing(event, replace(table, result=result, void="")):
        raise EventError(f"table {table.number}: {reason}")


def _dealer_missing(event: Event, table: EventTable) -> str | None:
    """Why a game cannot stand without its last dealer: it is drawn, and the winners part."""
    assert table.result is not None
    came = outcome(event.plan, table)
    if not event.plan.movement_kind.parts or event.has_sitter(table):
        return None
    if came is None or came.winner is not None or table.result.last_dealer:
        return None
    clause = event.plan.clause("movement.drawn_game")
    return (
        "name the last dealer of a drawn game, who cuts against the player on the right for who"
        f" moves ({clause})"
    )
