"""Play on the terminal: seats, clock, results, corrections, rulings, undo."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Final

from rightbower.cli.event.desk import Desk, draws, entrant, points, side
from rightbower.cli.sheets import Sheet
from rightbower.events import results
from rightbower.events.clock import elapsed, left, shown
from rightbower.events.entrants import EventError
from rightbower.events.event import Event, Round, Ruling
from rightbower.events.facts import ResultEntered
from rightbower.events.finish import undo
from rightbower.events.log import last_counting
from rightbower.events.movements.pairs_up import Move
from rightbower.events.outcome import said
from rightbower.events.scorecards import Seat, first_dealer_said, seats
from rightbower.events.seating import seat, show_cut
from rightbower.events.timing import (
    bell_is_due,
    extend_clock,
    pause_clock,
    resume_clock,
    ring_bell,
    start_clock,
)

MOVES: Final[dict[str, Move]] = {"a-up": "A up", "b-down": "B down", "both": "both"}


def arguments(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], own: argparse.ArgumentParser
) -> None:
    """The commands of this part."""
    seating = commands.add_parser("seat", parents=[own], help="seat the next round")
    seating.add_argument("--move", choices=tuple(MOVES), default="a-up")
    seating.add_argument("--seed", default="", help="settles every draw and cut of the round")
    seating.set_defaults(do=_seat)
    tables = commands.add_parser("tables", parents=[own], help="who sits where, and the results")
    tables.add_argument("--round", type=int)
    tables.add_argument("--by-name", action="store_true")
    tables.set_defaults(do=_tables)
    cut = commands.add_parser("cut", parents=[own], help="a table's own cut, with real cards")
    cut.add_argument("table", type=int)
    cut.add_argument("purpose", choices=("deal", "moves", "losers"))
    cut.add_argument("cards", nargs="+", metavar="WHO=CARD", help="again=… begins a redraw")
    cut.set_defaults(do=_cut)
    clock = commands.add_parser("clock", parents=[own], help="the round's clock and bell")
    clock.add_argument("what", choices=("start", "pause", "go", "more", "bell", "show", "watch"))
    clock.add_argument("--minutes", type=float, help="of the round, or of extra time")
    clock.set_defaults(do=_clock)
    _result_arguments(commands, own)


def _result_arguments(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], own: argparse.ArgumentParser
) -> None:
    result = commands.add_parser("result", parents=[own], help="'3 10-8', or many: 3:10-8 4:6-10")
    result.add_argument("scores", nargs="+", metavar="TABLE SCORE")
    result.add_argument("--round", type=int)
    result.add_argument("--side", help="which side enters it; the desk where it is not said")
    result.add_argument("--lost", help="a side that lost the game outright")
    result.add_argument("--last-dealer", default="", help="of a drawn game where winners move")
    result.add_argument("--why", default="", help="lets a score stand that seldom is")
    result.set_defaults(do=_result)
    for name, does, help_ in (
        ("confirm", _confirm, "the other side stands by the result"),
        ("dispute", _dispute, "a side does not agree"),
        ("void", _void, "no game counts at a table"),
    ):
        each = commands.add_parser(name, parents=[own], help=help_)
        each.add_argument("table", type=int)
        each.add_argument("--round", type=int)
        each.add_argument("--side", help="who says so")
        each.add_argument("--why", default="")
        each.set_defaults(do=does)
    correct = commands.add_parser("correct", parents=[own], help="put an earlier result right")
    correct.add_argument("round", type=int)
    correct.add_argument("table", type=int)
    correct.add_argument("score")
    correct.add_argument("--why", required=True)
    correct.add_argument("--lost", help="a side that lost the game outright")
    correct.add_argument("--last-dealer", default="")
    correct.add_argument("--ruled", action="store_true", help="lets an unlikely score stand")
    correct.set_defaults(do=_correct)
    ruling = commands.add_parser("ruling", parents=[own], help="points of a ruling, or a game lost")
    ruling.add_argument("table", type=int)
    ruling.add_argument("side")
    ruling.add_argument("what", help="'+2', '-2', '0' or 'lost'")
    ruling.add_argument("--round", type=int)
    ruling.add_argument("--why", required=True)
    ruling.add_argument("--clause", default="")
    ruling.add_argument("--in-score", action="store_true", help="the score entered has it already")
    ruling.set_defaults(do=_ruling)
    undoing = commands.add_parser("undo", parents=[own], help="take the latest entry back")
    undoing.add_argument("--why", default="")
    undoing.set_defaults(do=_undo)


def _seat(desk: Desk, args: argparse.Namespace) -> None:
    seed = desk.seed()
    event = desk.write(lambda event: seat(event, seed, MOVES[args.move]))
    _show_round(desk, event, event.round)


def _tables(desk: Desk, args: argparse.Namespace) -> None:
    event = desk.event()
    round_ = event.round if args.round is None else event.round_at(args.round)
    if args.by_name:
        found = sorted(seats(event, round_), key=lambda each: each.name.casefold())
        cards = any(each.card for each in found)
        rows = [(each.name, _place(each), *([each.card] if cards else [])) for each in found]
        heads = ("Name", "Place", "Card")[: 2 + cards]
        desk.show(found, [Sheet(f"Round {round_.number}", heads, rows)])
    else:
        _show_round(desk, event, round_)


def _place(seat_: Seat) -> str:
    return f"table {seat_.table} {seat_.place}" if seat_.table else seat_.place


def _show_round(desk: Desk, event: Event, round_: Round) -> None:
    rows = []
    for table in round_.tables:
        number = round_.number
        sides = [event.name_of(*each, round_=number) if each else "—" for each in table.sides]
        dealer = first_dealer_said(event, table)
        done = said(table, event.plan) if table.playing else "bye"
        rows.append((str(table.number), *sides, dealer, done))
    letters = event.plan.movement.letter != "none"
    names = ("A team", "B team") if letters else ("North–South", "East–West")
    if event.plan.movement.kind == "host's deck":
        names = ("Red", "Black")
    heads = ("Table", *names, "Deals first", "Result")
    title = f"Round {round_.number}"
    if round_.byes:
        title += f"; sitting out: {event.name_of(*round_.byes, round_=round_.number)}"
    desk.show(round_, [Sheet(title, heads, rows)])


def _cut(desk: Desk, args: argparse.Namespace) -> None:
    desk.write(lambda event: show_cut(event, args.table, args.purpose, draws(event, args.cards)))


def _clock(desk: Desk, args: argparse.Namespace) -> None:
    match args.what:
        case "start":
            desk.write(lambda event: start_clock(event, desk.now, args.minutes))
        case "pause":
            desk.write(lambda event: pause_clock(event, desk.now))
        case "go":
            desk.write(resume_clock)
        case "more":
            desk.write(
                lambda event: extend_clock(event, 1 if args.minutes is None else args.minutes)
            )
        case "bell":
            desk.write(lambda event: ring_bell(event, desk.now))
        case "watch":
            _watch(desk)
        case _:
            _show_clock(desk)


def _show_clock(desk: Desk) -> None:
    event = desk.event()
    clock = event.clock
    if not clock.round:
        raise EventError("no clock has been started yet")
    seconds = left(clock, desk.now)
    said_ = f"{shown(elapsed(clock, desk.now))} played"
    if seconds is not None:
        said_ += f", {shown(seconds)} left"
    if clock.rang_at is not None:
        said_ += ", the bell has rung"
    elif clock.round < len(event.rounds):
        said_ += ", the round is over"
    elif bell_is_due(event, desk.now):
        said_ += ", the bell is due"
    elif not clock.running:
        said_ += ", stopped"
    desk.show(clock, [Sheet(f"Round {clock.round}: {said_}.", (), [])])


def _watch(desk: Desk) -> None:
    """Count down on the terminal and ring the bell; the journal is free meanwhile."""
    clock = desk.event().clock
    if not clock.running or clock.limit is None:
        raise EventError("no clock with a limit is running")
    while (seconds := left(clock, time.time())) and seconds > 0:
        print(f"\r{shown(seconds)} ", end="", flush=True)
        time.sleep(min(1.0, seconds))
    desk.now = time.time()
    print("\r\a", end="")
    desk.write(lambda event: ring_bell(event, desk.now))


def _result(desk: Desk, args: argparse.Namespace) -> None:
    scores = _scores(args.scores)
    try:
        after = desk.write(*(_enter(args, table, score) for table, score in scores))
    except EventError as fault:
        if len(scores) == 1:
            raise
        raise EventError(f"{fault}; none of these {len(scores)} results is written") from None
    if not args.json and not results.missing(after):
        waiting = results.not_counting(after)
        print("\n".join(waiting) or f"All results of round {after.round.number} are in.")


def _enter(
    args: argparse.Namespace, table: int, score: tuple[int, int]
) -> Callable[[Event], ResultEntered]:
    return lambda event: results.enter(
        event,
        table,
        score,
        round_=args.round,
        side=side(args.side) if args.side else None,
        lost=side(args.lost) if args.lost else None,
        last_dealer=entrant(event, args.last_dealer) if args.last_dealer else 0,
        why=args.why,
    )


def _scores(texts: list[str]) -> list[tuple[int, tuple[int, int]]]:
    """Tables and scores from ``3 10-8``, ``3 10 8`` or ``3:10-8 4:6-10``."""
    if all(":" in text for text in texts):
        pairs = [text.split(":", 1) for text in texts]
    elif len(texts) == 3 and all(text.isdigit() for text in texts):
        pairs = [[texts[0], f"{texts[1]}-{texts[2]}"]]
    elif len(texts) == 2:
        pairs = [texts]
    else:
        raise EventError("write '3 10-8' for one table, or '3:10-8 4:6-10' for several")
    if not all(table.isdigit() for table, _ in pairs):
        raise EventError("a table is a number")
    return [(int(table), points(score)) for table, score in pairs]


def _confirm(desk: Desk, args: argparse.Namespace) -> None:
    by = side(args.side) if args.side else None
    desk.write(lambda event: results.confirm(event, args.table, side=by, round_=args.round))


def _dispute(desk: Desk, args: argparse.Namespace) -> None:
    desk.write(lambda event: results.dispute(event, args.table, why=args.why, round_=args.round))


def _void(desk: Desk, args: argparse.Namespace) -> None:
    desk.write(lambda event: results.void(event, args.table, why=args.why, round_=args.round))


def _correct(desk: Desk, args: argparse.Namespace) -> None:
    desk.write(
        lambda event: results.correct(
            event,
            args.round,
            args.table,
            points(args.score),
            why=args.why,
            lost=side(args.lost) if args.lost else None,
            last_dealer=entrant(event, args.last_dealer) if args.last_dealer else 0,
            ruled=args.ruled,
        )
    )


def _ruling(desk: Desk, args: argparse.Namespace) -> None:
    lost = args.what == "lost"
    if not lost and not args.what.lstrip("+-").isdigit():
        raise EventError(f"{args.what!r} is not a ruling; write +2, -2, 0 or lost")
    made = 0 if lost else int(args.what)
    ruling = Ruling(side(args.side), made, lost, args.in_score, args.clause, args.why)
    desk.write(lambda event: results.rule(event, args.table, ruling, round_=args.round))


def _undo(desk: Desk, args: argparse.Namespace) -> None:
    last = last_counting(desk.history().entries)
    desk.write(lambda event: undo(event, last, args.why))
