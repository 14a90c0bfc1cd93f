"""Score cards and the seats of a round, as people are given them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec import Struct

from rightbower.rules.message import UNSAID, Message, joined, message
from rightbower.tournament.commands import Answer, Sheet, field
from rightbower.tournament.events.acts import EventList
from rightbower.tournament.events.acts import Round as InRound
from rightbower.tournament.events.event import Event, Round
from rightbower.tournament.events.outcome import result_notes
from rightbower.tournament.events.participants import counts_at_three, three_of
from rightbower.tournament.events.table_view import (
    RoundSeat,
    TableView,
    games_of,
    seats,
    tables_of,
)
from rightbower.tournament.events.tally import Tally, tallies
from rightbower.tournament.events.threes import at_three
from rightbower.tournament.names import name_order

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


def master_card(event: Event) -> tuple[MasterRow, ...]:
    """Every game with both sides' points, where they count."""
    return tuple(map(_master_row, games_of(event)))


def _master_row(table: TableView) -> MasterRow:
    found = table.counts
    points = None if found is None else found.points
    return MasterRow(table.round, table.number, *table.names, points, table.says)


def personal_card(event: Event, number: int) -> tuple[CardRow, ...]:
    """An entrant's rounds; a round sat out has no points but those the plan gives for it."""
    rows: list[CardRow] = []
    shares = _shares(event, number)
    for round_ in event.rounds:
        rows += [
            _card_row(table, number)
            for table in tables_of(event, round_)
            if number in table.entrants and table.playing
        ]
        if number in round_.byes:
            three = three_of(round_, number)
            rows.append(
                _bye_row(round_.number, next(shares, 0))
                if three is None
                else _three_row(event, round_, number)
            )
    return tuple(rows)


def _shares(event: Event, number: int) -> Iterator[int]:
    """What each round sat out scored, so that they add up to what the standings give for them."""
    tally = tallies(event).get(event.entrant(number).pair or number, Tally())
    given = tally.given - tally.at_three
    for bye in range(tally.byes):
        yield given * (bye + 1) // tally.byes - given * bye // tally.byes


def _three_row(event: Event, round_: Round, number: int) -> CardRow:
    said, three = at_three(event, round_, number), three_of(round_, number)
    assert said is not None
    assert three is not None
    scored = counts_at_three(event.plan, three).get(number, 0)
    return CardRow(round_.number, 0, "", "", None, None, said, scored)


def _bye_row(round_: int, scored: int) -> CardRow:
    says = (
        message("sits out, {points} {points|point|points} for it", points=scored)
        if scored
        else message("sits out")
    )
    return CardRow(round_, 0, "", "", None, None, says, scored)


def _card_row(table: TableView, number: int) -> CardRow:
    side, found = table.side_of(number), table.counts
    return CardRow(
        table.round,
        table.number,
        table.called(*table.mates(number)),
        table.called(*table.against(number)),
        None if found is None else found.points[side],
        None if found is None else found.points[1 - side],
        table.says,
    )


def beside_points(event: Event, row: CardRow) -> Message:
    """What is to be known of a round beside its points; nothing where there are none."""
    if row.points is None:
        return UNSAID
    notes = result_notes(event.round_at(row.round).table(row.table), event.plan)
    return joined(notes) if notes else UNSAID


class ShowTables(EventList, frozen=True, tag="tables"):
    """Who sits where, and the results."""

    public: ClassVar[bool] = True
    round: InRound = None
    by_name: ByName = False

    def of_event(self, event: Event) -> Answer:
        round_ = event.round if self.round is None else event.round_at(self.round)
        return _people(event, round_) if self.by_name else _round(event, round_)


def _people(event: Event, round_: Round) -> Answer:
    found = sorted(seats(event, round_), key=lambda each: name_order(each.name))
    cards = any(each.card for each in found)
    rows = [(each.name, place_of(each), *([each.card] if cards else [])) for each in found]
    return Answer(found, (Sheet(f"Round {round_.number}", ("Name", "Place", "Card")[: 2 + cards], rows),))  # fmt: skip


def place_of(seat: RoundSeat) -> str:
    """A seat as it is read out."""
    return f"table {seat.table} {seat.place}" if seat.table else seat.place


def _round(event: Event, round_: Round) -> Answer:
    title = f"Round {round_.number}"
    for three in round_.of_three:
        made = f" ({', '.join(map(str, three.points))})" if three.points else ""
        title += f"; table of three: {event.name_of(*three.entrants, round_=round_.number)}{made}"
    if round_.out:
        title += f"; sitting out: {event.name_of(*round_.out, round_=round_.number)}"
    rows = [
        (
            str(table.number),
            *table.names,
            table.dealer,
            str(table.says) if table.playing else "bye",
        )
        for table in tables_of(event, round_)
    ]
    return Answer(
        round_, (Sheet(title, ("Table", *event.plan.side_names, "Deals first", "Result"), rows),)
    )
