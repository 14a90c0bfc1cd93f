"""Movements in which winners go on."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Seat
from rightbower.rules.ceremonies import higher_cut
from rightbower.rules.message import Message, Term, cited, message
from rightbower.tournament.events.draws import (
    Draws,
    cards_of,
    chance,
    cut_until_settled,
    first_dealer,
    lot,
    sits_out,
)
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import CutAtTable, Event, EventPlan, EventTable, Purpose
from rightbower.tournament.events.movements import drawn as real_draw
from rightbower.tournament.events.movements.movement import RoundDraw, RoundMaker, Seating, best_of
from rightbower.tournament.events.outcome import outcome
from rightbower.tournament.events.participants import in_fours, sit_out

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


class NextSeats(Struct):
    """The next round as it comes together: seats by table, and the cuts already made."""

    seats: dict[int, Seats]
    parted: Mapping[int, TableSplit]
    out: tuple[int, ...] = ()


def seat(event: Event, by: RoundDraw) -> Seating:
    """The first places, then everyone to the next place."""
    if event.rounds:
        return _next(event, by)
    return best_of(event, by.seed, "places", partial(_first, event, by))


def _first(event: Event, by: RoundDraw, luck: Random) -> Seating:
    return _dealt(event, by.book, first_hall(event, by, luck), luck, first_move(by))


def first_move(by: RoundDraw) -> str:
    """What is said of the first places."""
    return "first places, drawn with real lots" if by.shown else "first places"


def first_hall(event: Event, by: RoundDraw, luck: Random) -> NextSeats:
    """First places by draw or in order; a sitter has a table of her own.

    Players may have drawn tables, or chairs, as lots.
    """
    players = in_fours(event)
    sitters = _sitters(event, players)
    out = _spares(event, players, by.shown, luck, sitters.values())
    playing = [number for number in players if number not in out and number not in sitters.values()]
    order = list(lot(playing, luck) if event.plan.placing == "draw" else playing)
    tables = range(1, len(players) // 4 + 1)
    taken = {(table, 0): number for table, number in sitters.items()}
    slots = [
        (table, chair) for table in tables for chair in range(4) if (table, chair) not in taken
    ]
    shown = {number: text for number, text in by.shown.items() if not sits_out(text)}
    real_draw.known(event, shown, playing)
    wanted = {number: real_draw.seats_of(text, 4) for number, text in shown.items()}
    others = [number for number in order if number not in shown]
    found = taken | real_draw.arranged(event, shown, wanted, slots, others)
    seats = {table: [found[table, chair] for chair in range(4)] for table in tables}
    return NextSeats(seats, {}, out)


def _spares(
    event: Event,
    players: Sequence[int],
    drawn: Mapping[int, str],
    luck: Random,
    exempt: Collection[int],
) -> tuple[int, ...]:
    """Who sits out: those whose own lot said so, and by lot from here as many more as it takes."""
    said = tuple(number for number, text in drawn.items() if sits_out(text))
    real_draw.known(event, dict.fromkeys(said, ""), players)
    count = len(players) % 4
    if len(said) > count:
        who = event.whom(*said)
        raise EventError(
            message("{who} cannot sit out: only {count} sit out", who=who, count=count)
            if count
            else message("{who} cannot sit out: nobody has to sit out", who=who)
        )
    if kept := [number for number in said if number in exempt]:
        raise EventError(
            message("{who} is a sitting player and plays every round", who=event.whom(*kept))
        )
    more = sit_out(event, players, count - len(said), luck, exempt={*exempt, *said, *drawn})
    if len(said) + len(more) < count:
        raise EventError(
            message("{count} have to sit out; say who drew no place with 'out'", count=count)
        )
    return (*said, *more)


def _sitters(event: Event, players: Sequence[int]) -> dict[int, int]:
    """The sitter of each table; those named without one take the first table that has none."""
    found: dict[int, int] = {}
    for number in players:
        table = event.entrant(number).sitter
        if not table:
            continue
        if table > len(players) // 4:
            raise EventError(
                message(
                    "there is no table {table} for {who} to sit at",
                    table=table,
                    who=event.who(number),
                )
            )
        if table in found:
            raise EventError(
                message(
                    "table {table} has a sitter already: {who}",
                    table=table,
                    who=event.who(found[table]),
                )
            )
        found[table] = number
    return found


def _next(event: Event, by: RoundDraw) -> Seating:
    """Everyone to the next place, spares and late arrivals into the seats left free."""
    nobody_draws(event, by, message("the winners split up"))
    luck = chance(by.seed, "moves")
    players = in_fours(event)
    gone = closed(event, len(players) // 4)
    ring = [table for table in event.round.tables if table.number not in gone]
    parted = {table.number: part(event, by.book, table, luck) for table in ring}
    hall = NextSeats(moved([table.number for table in ring], parted), parted)
    fill(event, hall, players, luck, by.shown)
    return _dealt(event, by.book, hall, luck, "winners part")


def nobody_draws(event: Event, by: RoundDraw, why: Message) -> None:
    """Refuse a table that somebody drew; who sits out may be drawn."""
    for number, text in by.shown.items():
        if not sits_out(text):
            clause = event.plan.clause("movement.kind")
            raise EventError(
                message(
                    "{who} does not draw a table: {why}", clause, who=event.who(number), why=why
                )
            )


def closed(event: Event, tables: int) -> set[int]:
    """Tables for which there are no players left: the highest, those with a sitter last."""
    standing = sorted(
        event.round.tables,
        key=lambda table: (sitter_at(event, table) is not None, -table.number),
    )
    return {table.number for table in standing[: max(0, len(standing) - tables)]}


def moved(ring: Sequence[int], parted: Mapping[int, TableSplit]) -> dict[int, Seats]:
    """The seats after everyone has moved, before anyone is let in or taken out."""
    halls: dict[int, Seats] = {}
    for place, number in enumerate(ring):
        gone = parted[number]
        seats = [0] * len(Seat)
        for seat, who in gone.stay:
            seats[seat] = who
        seats[gone.up_seat] = parted[ring[place - 1]].up
        seats[gone.down_seat] = parted[ring[(place + 1) % len(ring)]].down
        halls[number] = seats
    return halls


def fill(
    event: Event, hall: NextSeats, players: Sequence[int], luck: Random, drawn: Mapping[int, str]
) -> None:
    """Those who left make room; spares sit out by lot; whoever waits takes the free seats."""
    playing = set(players)
    for seats in hall.seats.values():
        seats[:] = [number if number in playing else 0 for number in seats]
    sitters = [number for number in players if event.entrant(number).sitter]
    hall.out = _spares(event, players, drawn, luck, sitters)
    for seats in hall.seats.values():
        seats[:] = [0 if number in hall.out else number for number in seats]
    while len(hall.seats) < len(players) // 4:
        number = next(n for n in range(1, len(hall.seats) + 2) if n not in hall.seats)
        hall.seats[number] = [0] * len(Seat)
    placed = {number for seats in hall.seats.values() for number in seats}
    waiting = list(
        lot([each for each in players if each not in placed and each not in hall.out], luck)
    )
    for seats in hall.seats.values():
        seats[:] = [number or waiting.pop(0) for number in seats]
    assert not waiting


def _dealt(event: Event, book: RuleBook, hall: NextSeats, luck: Random, move: str) -> Seating:
    """The tables with their first dealers, and the cuts that led to them."""
    tables = []
    for number in sorted(hall.seats):
        seats = hall.seats[number]
        gone = hall.parted.get(number)
        cuts = gone.cuts if gone is not None else ()
        table = EventTable(number, ((seats[0], seats[2]), (seats[1], seats[3])), cuts=cuts)
        losers_deal = event.plan.movement.deal == "losers cut"
        if gone is not None and gone.dealer in seats and losers_deal:
            second = seats[Seat(seats.index(gone.dealer)).left]
            if event.plan.movement.losers != "split":
                second = gone.second if gone.second in seats else 0
            table = replace(table, dealer=gone.dealer, second=second)
        else:
            table = _cut_for_deal(event, book, table, luck)
        tables.append(table)
    return Seating(tuple(tables), hall.out, move)


def _cut_for_deal(event: Event, book: RuleBook, table: EventTable, luck: Random) -> EventTable:
    """North and East cut, or at a sitter's table from the second game the sitter and the right seat."""
    seats = seated(table)
    cutters = (seats[Seat.N], seats[Seat.E])
    sitter = sitter_at(event, table)
    judge = partial(first_dealer, book=book)
    if sitter is not None and event.rounds:
        across = sitter.right
        if event.plan.movement.left_seat == "on the sitter's right":
            across = sitter.left
        cutters = (seats[sitter], seats[across])
        judge = partial(higher_cut, book=book)
    dealer, draws = cut_until_settled(judge, cutters, luck)
    if sitter is not None and event.rounds and event.plan.movement.sitters_deal == "lower cut":
        dealer = cutters[1] if dealer == cutters[0] else cutters[0]
    second = seats[Seat(seats.index(dealer)).left]
    return replace(
        table, dealer=dealer, second=second, cuts=(*table.cuts, CutAtTable("deal", draws))
    )


def words(event: Event, _: int) -> tuple[Message, ...]:
    """Who goes where after a game, with the clauses."""
    plan = event.plan
    move = plan.movement
    up, losers, drawn = (
        cited(plan.clause(f"movement.{name}")) for name in ("go_up", "losers", "drawn_game")
    )
    said = [
        message(
            "The winner in South or West goes up one table, the one in North or East goes down one"
            " ({clause}).",
            clause=up,
        )
        if move.go_up == "S and W"
        else message(
            "The winner in North or East goes up one table, the one in South or West goes down one"
            " ({clause}).",
            clause=up,
        ),
        message(
            "The losers stay and cut: the higher deals first, the lower deals second and sits on"
            " the other's left ({clause}).",
            clause=losers,
        )
        if move.losers == "split"
        else message(
            "The losers stay and cut: the higher deals first, the lower deals second from across"
            " the table ({clause}).",
            clause=losers,
        ),
        message(
            "Whoever comes up sits {where} ({clause}).",
            where=Term(move.comes_up),
            clause=cited(plan.clause("movement.comes_up")),
        ),
        message(
            "Tied at the bell: the last dealer and the player on that dealer's right cut; the pair"
            " with the higher card moves ({clause}).",
            clause=drawn,
        )
        if move.drawn_game == "higher cut moves"
        else message(
            "Tied at the bell: the last dealer and the player on that dealer's right cut; the pair"
            " with the lower card moves ({clause}).",
            clause=drawn,
        ),
    ]
    if move.sitters:
        said.append(_sitters_told(plan))
    return tuple(said)


def _sitters_told(plan: EventPlan) -> Message:
    return message(
        "With a sitting player: the partner {partner} after one game; a newcomer starts {where},"
        " shifts across, then leaves ({clause}; {other}).",
        partner=Term(plan.movement.sitters_partner),
        where=Term(plan.movement.left_seat),
        clause=cited(plan.clause("movement.sitters_partner")),
        other=cited(plan.clause("movement.left_seat")),
    )


MOVEMENT: Final = RoundMaker(seat, words=words)
