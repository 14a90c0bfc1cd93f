"""Who leaves a table after a game and who stays, by the plan, a sitter and the losers' cut."""

from __future__ import annotations

from functools import partial
from random import Random

from msgspec import Struct

from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Seat
from rightbower.rules.ceremonies import higher_cut
from rightbower.tournament.events.standings.outcome import outcome
from rightbower.tournament.events.state.draws import Draws, cards_of, cut_until_settled
from rightbower.tournament.events.state.event import (
    CutAtTable,
    Event,
    EventPlan,
    EventTable,
    Purpose,
)

Seats = list[int]  # North, East, South, West; 0 is a free seat


class TableSplit(Struct, frozen=True):
    """How a table breaks up: who goes up, who goes down, who stays where, who deals next."""

    up: int
    down: int
    stay: tuple[tuple[Seat, int], ...]
    up_seat: Seat
    down_seat: Seat
    dealer: int = 0
    second: int = 0
    cuts: tuple[CutAtTable, ...] = ()


def seated(table: EventTable) -> Seats:
    """Who sits North, East, South and West at a full table."""
    (north, south), (east, west) = table.sides
    return [north, east, south, west]


def part(event: Event, book: RuleBook, table: EventTable, luck: Random) -> TableSplit:
    """How the four leave the table after their game."""
    sitter = sitter_at(event, table)
    if sitter is not None:
        return _part_from_sitter(event.plan, table, sitter)
    moving, cuts = _movers(event, book, table, luck)
    seats = seated(table)
    ups = (Seat.N, Seat.E) if event.plan.movement.go_up == "N and E" else (Seat.S, Seat.W)
    up, down = sorted(Seat(moving).side.seats, key=lambda seat: seat not in ups)
    stay = Seat(1 - moving).side.seats
    dealer_seat, cut = _losers_cut(book, table, stay, luck)
    other = stay[1] if dealer_seat is stay[0] else stay[0]
    if event.plan.movement.losers == "split":
        second_seat, free = dealer_seat.left, (dealer_seat.partner, dealer_seat.left.partner)
    else:
        second_seat, free = dealer_seat.partner, (dealer_seat.left, dealer_seat.right)
    if event.plan.movement.comes_up == "opposite the second dealer":
        free = (free[1], free[0])
    kept = ((dealer_seat, seats[dealer_seat]), (second_seat, seats[other]))
    return TableSplit(
        seats[up], seats[down], kept, *free, seats[dealer_seat], seats[other], (*cuts, cut)
    )


def _movers(
    event: Event, book: RuleBook, table: EventTable, luck: Random
) -> tuple[int, tuple[CutAtTable, ...]]:
    """The side that moves: the winners, or after a draw the pair that the cut sends on."""
    found = outcome(event.plan, table)
    if found is not None and found.winner is not None:
        return found.winner, ()
    seats = seated(table)
    dealer = table.result.last_dealer if table.result is not None else 0
    last = Seat(seats.index(dealer)) if dealer in seats else Seat.N
    cutters = (seats[last], seats[last.right])
    high, draws = cut_for(table, "moves", cutters, book, luck)
    low = cutters[1] if high == cutters[0] else cutters[0]
    mover = high if event.plan.movement.drawn_game == "higher cut moves" else low
    return table.side_of(mover), (CutAtTable("moves", draws),)


def _losers_cut(
    book: RuleBook, table: EventTable, stay: tuple[Seat, Seat], luck: Random
) -> tuple[Seat, CutAtTable]:
    seats = seated(table)
    high, draws = cut_for(table, "losers", (seats[stay[0]], seats[stay[1]]), book, luck)
    return Seat(seats.index(high)), CutAtTable("losers", draws)


def _part_from_sitter(plan: EventPlan, table: EventTable, sitter: Seat) -> TableSplit:
    """The partner leaves, the right-hand player leaves, the left-hand player shifts across."""
    seats = seated(table)
    first, last = sitter.left, sitter.right
    if plan.movement.left_seat == "on the sitter's right":
        first, last = last, first
    stay = ((sitter, seats[sitter]), (last, seats[first]))
    partner, leaving = seats[sitter.partner], seats[last]
    if plan.movement.sitters_partner == "goes up":
        return TableSplit(partner, leaving, stay, sitter.partner, first)
    return TableSplit(leaving, partner, stay, first, sitter.partner)


def sitter_at(event: Event, table: EventTable) -> Seat | None:
    """The seat of the table's sitter, where it has one."""
    seats = seated(table) if table.playing else []
    return next((Seat(place) for place, who in enumerate(seats) if event.entrant(who).sitter), None)


def cut_for(
    table: EventTable, purpose: Purpose, cutters: tuple[int, int], book: RuleBook, luck: Random
) -> tuple[int, Draws]:
    """The table's own cut where it was entered, or one drawn here; returns the higher."""
    judge = partial(higher_cut, book=book)
    for cut in table.after:
        if cut.purpose == purpose and {who for who, _ in cut.draws[0]} == set(cutters):
            found = judge(cards_of(cut.draws))
            if isinstance(found, int):
                return found, cut.draws
    return cut_until_settled(judge, cutters, luck)
