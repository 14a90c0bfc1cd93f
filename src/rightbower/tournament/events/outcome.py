"""What a game counts for, and what of a round is still open."""

from __future__ import annotations

from msgspec import UNSET, Struct

from rightbower.rules.book import load
from rightbower.rules.message import Joined, Message, Term, because, cited, joined, message
from rightbower.rules.score import deals_objection, every_deal_scores, worth
from rightbower.tournament.events.event import Event, EventPlan, EventTable, Result, ResultRuling
from rightbower.tournament.events.games import EndScore


class Outcome(Struct, frozen=True):
    """A game as it counts; ``winner`` is 0 for North–South, 1 for East–West, None for a draw."""

    points: tuple[int, int]
    winner: int | None


def outcome(plan: EventPlan, table: EventTable) -> Outcome | None:
    """What the game at a table counts for, or None while nothing counts there."""
    if table.result is None or table.void or not table.playing:
        return None
    made = made_points(plan, table)
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
    waiting = plan.standings.unconfirmed == "waits"
    return waiting and result.state == "entered" and not result.marked


def entered_why(plan: EventPlan, table: EventTable) -> Message | None:
    """Why a score counts as another than was made; nothing where it counts as it is."""
    found = outcome(plan, table)
    if found is None or table.result is None:
        return None
    made = made_points(plan, table)
    if found.winner is None or found.points == made or plan.target is None:
        return None
    clause = plan.clause("standings.winner_entered")
    return message(
        "{ours}–{theirs} made; the winner is entered with {target}",
        clause,
        ours=made[0],
        theirs=made[1],
        target=plan.target,
    )


def made_points(plan: EventPlan, table: EventTable) -> tuple[int, int]:
    """The points of both sides with the rulings that are not in them yet.

    They are never under zero but in a game that counts so.
    """
    assert table.result is not None
    points = list(table.result.points)
    for ruling in table.rulings:
        if not ruling.in_score:
            with_it = points[ruling.side] + ruling.points
            points[ruling.side] = with_it if _below_zero(plan) else max(0, with_it)
    return points[0], points[1]


def _below_zero(plan: EventPlan) -> bool:
    return plan.game is not UNSET and plan.game.kind.minus


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


def objection(plan: EventPlan, table: EventTable, short: bool = False) -> Message | None:
    """Why a result with its rulings cannot stand, in one sentence; ``short`` if the round was."""
    assert table.result is not None
    if table.result.lost is not None and table.result.lost not in (0, 1):
        return message("the game is lost by NS or by EW")
    if plan.boards is not UNSET and (reason := _boards_objection(plan, table.result)):
        return reason
    if min(table.result.points) < 0 and not _below_zero(plan):
        return message("points cannot be below zero")
    made = made_points(plan, table)
    if _winner(made, table) is None and not plan.drawn_games:
        clause = plan.clause("clock.level" if _by_time(plan, made) else "game.target")
        return message("the score is tied at {points}; a game has a winner", clause, points=made[0])
    ruled = any(each.points or each.lost for each in table.rulings)
    if table.result.why or ruled or table.result.lost is not None:
        return None
    return _impossible(plan, made, short or table.result.short)


def _boards_objection(plan: EventPlan, result: Result) -> Message | None:
    """Why boards cannot stand: too few, or one scored as none can be."""
    assert plan.duplicate is not None
    if len(result.boards) != plan.duplicate.a_round:
        return message(
            "write a score for each of the {count} {count|board|boards}",
            count=plan.duplicate.a_round,
        )
    ways = worth(load(plan.book))
    wrong = [each for each in result.boards if abs(each) not in (0, *ways)]
    if wrong and not result.why:
        return message(
            "no board is worth {points}; one is worth {known}",
            points=abs(wrong[0]),
            known=", ".join(map(str, ways)),
        )
    return None


def _by_time(plan: EventPlan, made: tuple[int, int]) -> bool:
    """Whether only the end of the time could leave the score as it is."""
    return plan.target is None or (bool(plan.minutes) and min(made) < plan.target)


def _impossible(plan: EventPlan, made: tuple[int, int], short: bool) -> Message | None:
    """Why no game can end so; the officer may say otherwise and give a reason."""
    if plan.game is not UNSET:
        return plan.game.objection(EndScore(made, plan.target, bool(plan.minutes), short))
    reached = plan.target is not None and max(made) >= plan.target
    if plan.deals is not None:
        book, clause = load(plan.book), plan.clause("game.deals")
        whole = not (short or reached or plan.minutes)
        if reason := deals_objection(book, plan.deals, made, whole=False):
            return reason.by(clause)
        if reason := deals_objection(book, plan.deals, made, whole):
            if every_deal_scores(book):
                return message(
                    "{reason} ({clause}); every deal scores ({other}); or say that the round was"
                    " cut short",
                    reason=reason,
                    clause=cited(clause),
                    other=cited(_never_thrown_in(plan)),
                )
            return message(
                "{reason} ({clause}); or say that the round was cut short",
                reason=reason,
                clause=cited(clause),
            )
    if plan.target is None:
        return None
    clause = plan.clause("game.target")
    if min(made) >= plan.target:
        return message("only one side can reach {target}", clause, target=plan.target)
    if max(made) >= plan.target + plan.most_in_a_deal:
        return message(
            "a game to {target} cannot end with {points}",
            clause,
            target=plan.target,
            points=max(made),
        )
    if not (reached or short or plan.minutes or plan.deals):
        return message(
            "neither side has {target} and no time limit runs ({clause}); or say that the round was cut short",
            target=plan.target,
            clause=cited(clause),
        )
    return None


def _never_thrown_in(plan: EventPlan) -> str:
    """The clause by which no deal is thrown in."""
    return load(plan.book).clause("bidding.all_pass")


def score_text(plan: EventPlan, table: EventTable) -> str:
    """What a game counts for, by the points alone; nothing before it does."""
    found = outcome(plan, table)
    return "" if found is None else "{}–{}".format(*found.points)


def result_text(table: EventTable, plan: EventPlan) -> Message:
    """The result in words, with the rulings shown in it."""
    score = score_text(plan, table)
    if not score:
        return because(message("no game"), table.void) if table.void else message("no result yet")
    return joined((score, *result_notes(table, plan)))


def result_notes(table: EventTable, plan: EventPlan) -> tuple[Message, ...]:
    """What is to be known of a result beside its points."""
    assert table.result is not None
    why = entered_why(plan, table)
    said = [] if why is None else [why]
    said += [ruling_text(ruling, plan) for ruling in table.rulings]
    if table.result.short:
        said.append(message("the round was cut short"))
    if table.result.lost is not None:
        side = Term(plan.side_names[table.result.lost])
        said.append(message("{side} lost the game outright", side=side))
    if table.result.state == "disputed":
        said.append(message("disputed"))
    elif not table.result.marked:
        said.append(message("not confirmed yet"))
    return tuple(said)


def ruling_text(ruling: ResultRuling, plan: EventPlan) -> Message:
    """A ruling in words."""
    side = Term(plan.side_names[ruling.side])
    if ruling.lost:
        what = message("{side} lose the game", side=side)
    elif ruling.points:
        what = message("{side} {points}", side=side, points=f"{ruling.points:+d}")
    else:
        what = message("{side} no points", side=side)
    if ruling.in_score:
        what = message("{said} already in the score", said=what)
    said = because(what, ruling.why)
    return said.by(ruling.clause) if ruling.clause else said


def missing(event: Event) -> tuple[int, ...]:
    """The tables of the latest round whose result is not in yet."""
    return event.round.awaited


def disputed(event: Event) -> tuple[tuple[int, int], ...]:
    """The rounds and tables whose result is disputed, earlier rounds too."""
    return tuple(
        (round_, table.number)
        for round_, table in event.games()
        if table.result is not None and table.result.state == "disputed"
    )


def undecided(event: Event) -> Message | None:
    """The disputes that hold everybody up, in words; None where there are none."""
    latest = len(event.rounds)
    places = [
        message("table {table}", table=table) if round_ == latest else _of_round(round_, table)
        for round_, table in disputed(event)
    ]
    if not places:
        return None
    return message(
        "the {officer} has to decide the dispute at {places}",
        officer=Term(event.plan.officer),
        places=Joined(tuple(places), ", "),
    )


def _of_round(round_: int, table: int) -> Message:
    return message("table {table} of round {round}", table=table, round=round_)


def so_far(event: Event) -> Message:
    """How far play has come, for the head of the standings: only rounds that are in are over."""
    if not event.rounds:
        return message("before the first result")
    number = event.round.number
    tables = [table for table in event.round.tables if table.playing]
    done = sum(
        bool(table.void) or (table.result is not None and table.result.marked) for table in tables
    )
    if done == len(tables):
        return message("after round {round}", round=number)
    if done:
        return message(
            "in round {round}, {done} of {count} tables in",
            round=number,
            done=done,
            count=len(tables),
        )
    if number > 1:
        return message("after round {round}", round=number - 1)
    return message("before the first result")


def unconfirmed(event: Event) -> tuple[tuple[int, int], ...]:
    """The rounds and tables whose result waits for the other side, earlier rounds too."""
    return tuple(
        (round_, table.number)
        for round_, table in event.games()
        if table.result is not None and waits(event.plan, table.result)
    )


def not_counting(event: Event) -> tuple[Message, ...]:
    """The results that are in and do not count yet, a sentence each."""
    if event.finished:
        return ()
    said = [
        message(
            "Round {round}, table {table}: only one side has entered the result; it does not count"
            " until the other side confirms it.",
            round=round_,
            table=table,
        )
        for round_, table in unconfirmed(event)
    ]
    said += [
        message(
            "Round {round}, table {table}: the result is disputed and does not count until the"
            " {officer} decides.",
            round=round_,
            table=table,
            officer=Term(event.plan.officer),
        )
        for round_, table in disputed(event)
    ]
    return tuple(said)


def to_confirm(event: Event) -> Message | None:
    """Which results have still to be confirmed before places can be final; None where none has."""
    places = [_of_round(*each) for each in unconfirmed(event)]
    if not places:
        return None
    few = [*places[:3], message("{count} more", count=len(places) - 3)]
    return message(
        "the result of {places} is not confirmed by the other side and does not count yet",
        places=tuple(places if len(places) < 5 else few),
    )


def unmarked(event: Event) -> tuple[int, ...]:
    """The tables of the latest round whose result only one side has marked."""
    return tuple(
        table.number
        for table in event.round.tables
        if table.result is not None and not table.void and not table.result.marked
    )


def cut_short(event: Event, round_: int) -> bool:
    """Whether the desk has said of a table that the round was cut short, which goes for all."""
    results = (table.result for table in event.round_at(round_).tables)
    return any(each.short and each.side is None for each in results if each is not None)
