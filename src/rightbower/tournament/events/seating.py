"""Seating a round: when it may be done, by which movement, the rounds ahead, and seats that are swapped."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from rightbower.rules.book import RuleBook, load
from rightbower.rules.refusal import listed
from rightbower.tournament.events.movements import drawn as real_draw
from rightbower.tournament.events.movements.movement import Move, RoundDraw, Seating
from rightbower.tournament.events.movements.registry import MOVEMENTS
from rightbower.tournament.events.standings.results import missing, undecided, unmarked
from rightbower.tournament.events.state.entrants import EventError
from rightbower.tournament.events.state.event import Event, EventTable, Round
from rightbower.tournament.events.state.facts import Seated, SeatsSwapped
from rightbower.tournament.events.state.participants import here, singles


def seat(
    event: Event,
    seed: str,
    move: Move = "A up",
    shown: Mapping[int, str] | None = None,
    rest: bool = False,
) -> Seated:
    """The next round; the seed settles every draw and cut in it.

    ``shown`` is what people drew with real cards or lots. Everybody has to be named then, unless
    ``rest`` has the program draw for those who are not.
    """
    if reason := not_yet(event):
        raise EventError(reason)
    shown = shown or {}
    if shown and not rest:
        _all_drew(event, shown)
    seating = seating_of(event, load(event.plan.book), seed, move, shown, rest)
    number = len(event.rounds) + 1
    round_ = Round(number, seed, seating.move, seating.tables, seating.byes)
    return Seated(
        round_, seating.formed, seating.chart, (*shown.items(), *_out(event, seating, shown))
    )


def _out(event: Event, seating: Seating, shown: Mapping[int, str]) -> list[tuple[int, str]]:
    """Those who sit out because others drew the places, written down so that it replays."""
    if not shown or event.plan.movement_kind.lot not in ("table", "card"):
        return []
    whole = here(event)
    return [(each, real_draw.OUT) for each in seating.byes if each in whole and each not in shown]


def _all_drew(event: Event, shown: Mapping[int, str]) -> None:
    """Refuse where places were drawn and not given for everybody; the host's deck sees to extras."""
    left = [number for number in here(event) if number not in shown]
    if set(shown) <= set(singles(event)) or event.plan.movement_kind.by_card or event.rounds:
        return
    size = 2 if event.plan.entering.unit == "pair" else 4
    if left and len(left) > len(here(event)) % size:
        raise real_draw.missing(event, left, "place")


def seating_of(
    event: Event,
    book: RuleBook,
    seed: str,
    move: Move,
    shown: Mapping[int, str] | None = None,
    rest: bool = True,
) -> Seating:
    """Where everyone sits next by the event's movement, and by what they drew themselves."""
    first = not event.rounds
    kind = event.plan.movement_kind
    if move != "A up" and (first or not kind.a_up):
        raise EventError("only the B teams of a later round can move down")
    drawn_now = kind.lot if first else kind.always
    if shown and not drawn_now:
        clause = event.plan.clause("movement.kind")
        raise EventError(f"nobody draws for a place in this round ({clause})")
    by = RoundDraw(book, seed, move, shown or {}, rest)
    return MOVEMENTS[event.plan.movement.kind].seat(event, by)


def not_yet(event: Event) -> str | None:
    """Why the next round cannot be seated now."""
    if event.finished:
        return "the results are final"
    if not event.rounds:
        return None
    number = event.round.number
    if tables := missing(event):
        return f"round {number} is not over: no result yet from {tables_text(tables)}"
    if reason := undecided(event):
        return reason
    if event.plan.movement.marked_first and (tables := unmarked(event)):
        clause = event.plan.clause("movement.marked_first")
        return f"both sides mark the score before anyone moves: {tables_text(tables)} ({clause})"
    planned = planned_rounds(event)
    if planned is not None and number >= planned:
        whole = f"all {planned} rounds have" if planned > 1 else "the only round has"
        return f"{whole} been played"
    return None


def refusal(event: Event) -> str | None:
    """Why the next round cannot be seated now, the movement's own reasons included."""
    if reason := not_yet(event):
        return reason
    try:
        seating_of(event, load(event.plan.book), "", "A up")
    except EventError as fault:
        return str(fault)
    return None


def planned_rounds(event: Event) -> int | None:
    """How many rounds the event has, once that is known; None where the officer decides."""
    if event.plan.rounds is not None or not event.rounds:
        return event.plan.rounds
    return MOVEMENTS[event.plan.movement.kind].rounds(event)


def tables_text(numbers: tuple[int, ...]) -> str:
    """The tables by number, as a sentence names them."""
    return f"table{'' if len(numbers) == 1 else 's'} {listed(numbers)}"


def movement_text(event: Event, tables: int) -> tuple[str, ...]:
    """Who goes where after a game at one of so many tables, a sentence each with its clause."""
    plan = event.plan
    said = MOVEMENTS[plan.movement.kind].words(event, tables)
    if plan.movement.marked_first:
        clause = plan.clause("movement.marked_first")
        said = (f"Mark your score cards before anyone moves ({clause}).", *said)
    return said


def rounds_ahead(event: Event) -> tuple[Round, ...]:
    """All the rounds of a movement that results do not change: those seated, and those to come.

    Those to come hold as long as nobody arrives, leaves or moves otherwise. Where results settle
    who goes where, only the rounds that were seated are given.
    """
    total = planned_rounds(event)
    if not event.plan.movement_kind.foreseen or not event.rounds or total is None:
        return event.rounds
    book = load(event.plan.book)
    while len(event.rounds) < total and not event.finished:
        try:
            seating = seating_of(event, book, event.round.seed, "A up")
        except EventError:
            break  # So many have left that nobody would play.
        number = len(event.rounds) + 1
        coming = Round(number, event.round.seed, seating.move, seating.tables, seating.byes)
        event = replace(event, rounds=(*event.rounds, coming))
    return event.rounds


def swap_seats(event: Event, first: int, second: int, why: str) -> SeatsSwapped:
    """Two entrants change places before their tables have a result; either may be sitting out."""
    event.require_open()
    if not event.rounds:
        raise EventError("no round is seated yet")
    if first == second:
        raise EventError("name the two who change places")
    if not why.strip():
        raise EventError("say why they change places")
    tables = [_place(event, number) for number in (first, second)]
    if tables == [None, None]:
        raise EventError(f"{event.name_of(first, second)} both sit out")
    for table in filter(None, tables):
        if table.result is not None or table.void:
            raise EventError(f"table {table.number} has its result; seats there stay as they are")
    return SeatsSwapped(event.round.number, first, second, why)


def _place(event: Event, number: int) -> EventTable | None:
    """The table at which an entrant sits; None for one who sits out."""
    for table in event.round.tables:
        if number in table.entrants:
            return table
    if number in event.round.byes:
        return None
    raise EventError(f"{event.name_of(number)} has no place in round {event.round.number}")
