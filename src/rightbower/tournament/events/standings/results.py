"""Results by table: entered, confirmed, disputed, corrected, ruled on."""

from __future__ import annotations

from msgspec.structs import replace

from rightbower.rules.refusal import listed
from rightbower.tournament.events.standings.outcome import objection, outcome, waits
from rightbower.tournament.events.state import facts
from rightbower.tournament.events.state.entrants import EventError
from rightbower.tournament.events.state.event import Event, EventTable, Result, ResultRuling


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
) -> facts.ResultEntered:
    """A table's points, from the desk or from one of its sides."""
    round_ = _round(event, round_)
    there = _game(event, round_, table)
    if there.result is not None:
        has = "{}–{}".format(*there.result.points)
        raise EventError(
            f"table {table} has a result for round {round_} already, {has}; correct it with a reason"
        )
    result = Result(points, side=side, lost=lost, last_dealer=last_dealer, why=why)
    _check(event, there, result)
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
) -> facts.ResultCorrected:
    """An earlier result put right, whatever has been played since; the reason is kept.

    A game that did not count counts again; ``ruled`` lets an unlikely score stand.
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
    )
    _check(event, there, result)
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
        if reason := objection(event.plan, ruled):
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


def _check(event: Event, table: EventTable, result: Result) -> None:
    if reason := objection(event.plan, replace(table, result=result)):
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
