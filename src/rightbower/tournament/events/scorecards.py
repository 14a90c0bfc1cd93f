"""Score cards and the seats of a round, as people are given them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec import Struct

from rightbower.rules.book import load
from rightbower.rules.ceremonies import Partners, draw_partners
from rightbower.rules.message import UNSAID, Message, joined, message
from rightbower.tournament.commands import Answer, Sheet, field
from rightbower.tournament.events.acts import EventList
from rightbower.tournament.events.acts import Round as InRound
from rightbower.tournament.events.draws import cards_of
from rightbower.tournament.events.event import Event, EventTable, Round
from rightbower.tournament.events.movements.drawn import card_for
from rightbower.tournament.events.outcome import counted, result_notes, result_text
from rightbower.tournament.events.tally import Tally, tallies

SEATS = "NESW"
ByName = Annotated[bool, field("By name")]


class MasterRow(Struct, frozen=True):
    """One game on the master score card."""

    round: int
    table: int
    first: str
    second: str
    points: tuple[int, int] | None
    says: Message


class CardRow(Struct, frozen=True):
    """One round on a player's or a pair's own card; ``sat_out`` is what sitting it out scored."""

    round: int
    table: int
    partner: str
    against: str
    points: int | None
    given: int | None
    says: Message
    sat_out: int = 0


class RoundSeat(Struct, frozen=True):
    """Where somebody sits in a round; ``card`` is the card that was drawn for it."""

    entrant: int
    name: str
    table: int
    place: str
    card: str = ""


def master_card(event: Event) -> tuple[MasterRow, ...]:
    """Every game with both sides' points, where they count."""
    return tuple(_master_row(event, round_, table) for round_, table in event.games())


def _master_row(event: Event, round_: int, table: EventTable) -> MasterRow:
    found = counted(event.plan, table)
    first, second = (event.name_of(*side, round_=round_) for side in table.sides)
    points = None if found is None else found.points
    return MasterRow(round_, table.number, first, second, points, result_text(table, event.plan))


def personal_card(event: Event, number: int) -> tuple[CardRow, ...]:
    """An entrant's rounds; a round sat out has no points but those the plan gives for it."""
    rows: list[CardRow] = []
    shares = _shares(event, number)
    for round_ in event.rounds:
        rows += [
            _card_row(event, round_, table, number)
            for table in round_.tables
            if number in table.entrants and table.playing
        ]
        if number in round_.byes:
            rows.append(_bye_row(round_.number, next(shares, 0)))
    return tuple(rows)


def _shares(event: Event, number: int) -> Iterator[int]:
    """What each round sat out scored, so that they add up to what the standings give for them."""
    tally = tallies(event).get(event.entrant(number).pair or number, Tally())
    for bye in range(tally.byes):
        yield tally.given * (bye + 1) // tally.byes - tally.given * bye // tally.byes


def _bye_row(round_: int, scored: int) -> CardRow:
    says = (
        message("sits out, {points} {points|point|points} for it", points=scored)
        if scored
        else message("sits out")
    )
    return CardRow(round_, 0, "", "", None, None, says, scored)


def _card_row(event: Event, round_: Round, table: EventTable, number: int) -> CardRow:
    side = table.side_of(number)
    partners = tuple(each for each in table.sides[side] if each != number)
    found = counted(event.plan, table)
    return CardRow(
        round_.number,
        table.number,
        event.name_of(*partners, round_=round_.number) if partners else "",
        event.name_of(*table.sides[1 - side], round_=round_.number),
        None if found is None else found.points[side],
        None if found is None else found.points[1 - side],
        result_text(table, event.plan),
    )


def beside_points(event: Event, row: CardRow) -> Message:
    """What is to be known of a round beside its points; nothing where there are none."""
    if row.points is None:
        return UNSAID
    notes = result_notes(event.round_at(row.round).table(row.table), event.plan)
    return joined(notes) if notes else UNSAID


def first_dealer_text(event: Event, table: EventTable) -> str:
    """Who deals first: the player who cut lowest where a pair was drawn, else the entrant, or nobody."""
    for cut in table.cuts:
        if cut.purpose == "partners":
            found = draw_partners(cards_of(cut.draws), load(event.plan.book))
            assert isinstance(found, Partners)
            return event.name_of(found.dealer)
    return event.name_of(table.dealer) if table.dealer else ""


def seats(event: Event, round_: Round) -> tuple[RoundSeat, ...]:
    """Everyone's place in a round, table by table."""
    found = [seat for table in round_.tables for seat in seats_at(event, round_, table)]
    found += [
        RoundSeat(number, event.name_of(number, round_=round_.number), 0, "sits out")
        for number in round_.byes
    ]
    return tuple({seat.entrant: seat for seat in found}.values())


def seats_at(event: Event, round_: Round, table: EventTable) -> list[RoundSeat]:
    """The places at one table."""
    return [
        _seat(event, round_, table, side, place, number)
        for side, entrants in enumerate(table.sides)
        for place, number in enumerate(entrants)
    ]


def _seat(
    event: Event, round_: Round, table: EventTable, side: int, place: int, number: int
) -> RoundSeat:
    name = event.name_of(number, round_=round_.number)
    if len(table.sides[side]) == 1:
        letter = "AB"[side] if event.plan.movement.letter != "none" else ("NS", "EW")[side]
        return RoundSeat(number, name, table.number, letter)
    chair = side + 2 * place
    card = ""
    if event.plan.movement_kind.by_card:
        card = card_for(event, len(round_.tables), table.number, chair)
    return RoundSeat(number, name, table.number, SEATS[chair], card)


class ShowTables(EventList, frozen=True, tag="tables"):
    """Who sits where, and the results."""

    public: ClassVar[bool] = True
    round: InRound = None
    by_name: ByName = False

    def of_event(self, event: Event) -> Answer:
        round_ = event.round if self.round is None else event.round_at(self.round)
        return _people(event, round_) if self.by_name else _round(event, round_)


def _people(event: Event, round_: Round) -> Answer:
    found = sorted(seats(event, round_), key=lambda each: each.name.casefold())
    cards = any(each.card for each in found)
    rows = [(each.name, place_of(each), *([each.card] if cards else [])) for each in found]
    return Answer(found, (Sheet(f"Round {round_.number}", ("Name", "Place", "Card")[: 2 + cards], rows),))  # fmt: skip


def place_of(seat: RoundSeat) -> str:
    """A seat as it is read out."""
    return f"table {seat.table} {seat.place}" if seat.table else seat.place


def _round(event: Event, round_: Round) -> Answer:
    title = f"Round {round_.number}"
    if round_.byes:
        title += f"; sitting out: {event.name_of(*round_.byes, round_=round_.number)}"
    rows = [_row(event, round_.number, table) for table in round_.tables]
    return Answer(
        round_, (Sheet(title, ("Table", *event.plan.side_names, "Deals first", "Result"), rows),)
    )


def _row(event: Event, number: int, table: EventTable) -> tuple[str, ...]:
    sides = [event.name_of(*each, round_=number) if each else "—" for each in table.sides]
    done = str(result_text(table, event.plan)) if table.playing else "bye"
    return (str(table.number), *sides, first_dealer_text(event, table), done)
