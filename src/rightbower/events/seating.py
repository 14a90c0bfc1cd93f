"""Seating a round: when it may be done, by which movement, and with a table's own cuts."""

from __future__ import annotations

from rightbower.book import RuleBook, load
from rightbower.cards import card
from rightbower.ceremonies import DrawAgain, higher_cut
from rightbower.events.cutters import refuse_others, sitter_cuts
from rightbower.events.draws import Draws, cards_of, first_dealer
from rightbower.events.entrants import EventError
from rightbower.events.event import Cut, Event, Purpose, Round, Table
from rightbower.events.facts import CutShown, Seated
from rightbower.events.movements import charted, drawn, hosts_deck, pairs_up, winners_part
from rightbower.events.movements.pairs_up import Move
from rightbower.events.movements.seating import Seating
from rightbower.events.results import missing, undecided, unmarked


def seat(event: Event, seed: str, move: Move = "A up") -> Seated:
    """The next round; the seed settles every draw and cut in it."""
    if reason := not_yet(event):
        raise EventError(reason)
    seating = seating_of(event, load(event.plan.book), seed, move)
    number = len(event.rounds) + 1
    round_ = Round(number, seed, seating.move, seating.tables, seating.byes)
    return Seated(round_, seating.formed, seating.chart)


def seating_of(event: Event, book: RuleBook, seed: str, move: Move) -> Seating:
    """Where everyone sits next by the event's movement."""
    first = not event.rounds
    if move != "A up" and (first or event.plan.movement.kind != "A up"):
        raise EventError("only the B teams of a later round can move down")
    match event.plan.movement.kind:
        case "A up" if first:
            return pairs_up.first_round(event, book, seed)
        case "A up":
            return pairs_up.next_round(event, move)
        case "winners part" if first:
            return winners_part.first_round(event, book, seed)
        case "winners part":
            return winners_part.next_round(event, book, seed)
        case "host's deck":
            return hosts_deck.next_round(event, seed)
        case "full round robin" | "whist chart":
            return charted.next_round(event, seed)
        case "fair draw":
            return drawn.fair_draw(event, seed)
        case "swiss":
            return drawn.swiss(event, seed)
        case "knock-out":
            return drawn.knock_out(event, seed)
        case kind:
            raise EventError(f"the movement {kind!r} is not seated here")


def not_yet(event: Event) -> str | None:
    """Why the next round cannot be seated now."""
    if event.finished:
        return "the results are final"
    if not event.rounds:
        return None
    number = event.round.number
    if tables := missing(event):
        return f"round {number} is not over: no result yet from {_tables(tables)}"
    if reason := undecided(event):
        return reason
    if event.plan.movement.marked_first and (tables := unmarked(event)):
        clause = event.plan.clause("movement.marked_first")
        return f"both sides mark the score before anyone moves: {_tables(tables)} ({clause})"
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
    if event.plan.movement.kind == "A up":
        return len(event.round.tables)
    if event.plan.movement.kind in ("full round robin", "whist chart"):
        return charted.length(event)
    if event.plan.movement.kind == "knock-out":
        return drawn.rounds_of(event)
    return None


def _tables(numbers: tuple[int, ...]) -> str:
    if len(numbers) == 1:
        return f"table {numbers[0]}"
    return f"tables {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"


def show_cut(event: Event, table: int, purpose: Purpose, draws: Draws) -> CutShown:
    """A table's own cut with real cards, in place of one the program would draw.

    For the deal it settles the first dealer (and so the A team) while no result is in; for who
    moves after a draw and for the losers it is used when the next round is seated.
    """
    if event.finished:
        raise EventError("the results are final")
    round_ = event.round
    there = round_.table(table)
    for who, shown in (each for draw in draws for each in draw):
        there.side_of(who)
        card(shown)
    refuse_others(event, there, purpose, draws)
    book = load(event.plan.book)
    if purpose == "deal":
        return _own_deal(event, there, draws, book)
    found = higher_cut(cards_of(draws), book)
    if isinstance(found, DrawAgain):
        raise EventError(f"it is level: {event.name_of(*found.players)} cut again")
    return CutShown(round_.number, table, Cut(purpose, draws))


def _own_deal(event: Event, table: Table, draws: Draws, book: RuleBook) -> CutShown:
    sitting = sitter_cuts(event, table)
    cut = cards_of(draws)
    dealer = higher_cut(cut, book) if sitting else first_dealer(cut, book)
    if isinstance(dealer, DrawAgain):
        raise EventError(f"it is level: {event.name_of(*dealer.players)} cut again")
    if sitting and event.plan.movement.sitters_deal == "lower cut":
        (dealer,) = cut[0].keys() - {dealer}
    # Letters come from the first game and stay for the event.
    letters = event.plan.movement.letter != "none" and event.round.number == 1
    return CutShown(event.round.number, table.number, Cut("deal", draws), dealer, letters)


def replays(before: Event, fact: Seated, move: Move = "A up") -> bool:
    """Whether the seed of a seated round gives the same seats again to the event before it."""
    return seating_of(before, load(before.plan.book), fact.round.seed, move) == Seating(
        fact.round.tables, fact.round.byes, fact.round.move, fact.formed, fact.chart
    )
