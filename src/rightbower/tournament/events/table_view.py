"""A table of a round as every face sees it: desk, phones, wall, public page, lists and papers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct

from rightbower.rules.book import load
from rightbower.rules.ceremonies import Partners, draw_partners
from rightbower.rules.message import Message
from rightbower.tournament.events.draws import cards_of
from rightbower.tournament.events.event import Event, EventTable, Round, Sides
from rightbower.tournament.events.movements.drawn import card_for
from rightbower.tournament.events.outcome import (
    Outcome,
    counted,
    entered_why,
    result_text,
    ruling_text,
    score_text,
    waits,
)

State = Literal["bye", "playing", "entered", "disputed", "marked", "void"]
# Where somebody still has something to do, and where a game is over for good.
OPEN: Final = ("playing", "entered", "disputed")
SETTLED: Final = ("marked", "void")
SEATS = "NESW"
NOBODY: Final = "—"
Names = tuple[tuple[str, ...], tuple[str, ...]]


class RoundSeat(Struct, frozen=True):
    """Where somebody sits in a round; ``card`` is the card that was drawn for it."""

    entrant: int
    name: str
    table: int
    place: str
    card: str = ""


class TableView(Struct, frozen=True):
    """A table of a round: who sits there, what came in, and what is waited for.

    A face chooses what it shows and how it lays that out; it works nothing of this out itself.
    """

    event: Event
    in_round: Round
    table: EventTable

    @property
    def round(self) -> int:
        """The number of its round."""
        return self.in_round.number

    @property
    def number(self) -> int:
        """The number on the table."""
        return self.table.number

    @property
    def state(self) -> State:
        """Where it stands: a result counts once both sides stand by it."""
        return state_of(self.table)

    @property
    def open(self) -> bool:
        """Whether somebody still has something to do here."""
        return self.state in OPEN

    @property
    def settled(self) -> bool:
        """Whether nothing is open here any more."""
        return self.state in SETTLED

    @property
    def waits(self) -> bool:
        """Whether a result is in and does not count, for the other side or the officer has to say so."""
        result = self.table.result
        if result is None or self.state not in OPEN:
            return False
        return self.state == "disputed" or waits(self.event.plan, result)

    @property
    def playing(self) -> bool:
        """Whether a game is played here: both sides are there."""
        return self.table.playing

    @property
    def entrants(self) -> tuple[int, ...]:
        """Everyone at the table."""
        return self.table.entrants

    def side_of(self, entrant: int) -> int:
        """The side an entrant sits on."""
        return self.table.side_of(entrant)

    @property
    def sides(self) -> Sides:
        """The entrants by side."""
        return self.table.sides

    @property
    def names(self) -> tuple[str, str]:
        """Both sides by name, as they were in that round."""
        one, other = (self.called(*side) or NOBODY for side in self.sides)
        return one, other

    def called(self, *entrants: int) -> str:
        """Entrants by name, as they were in that round."""
        return self.event.name_of(*entrants, round_=self.round) if entrants else ""

    @property
    def players(self) -> Names:
        """Everybody at the table by side, as they are called now."""
        one, other = (self.people(*side) for side in self.sides)
        return one, other

    def people(self, *entrants: int) -> tuple[str, ...]:
        """The players of entrants, as they are called now."""
        return tuple(each.name for one in entrants for each in self.event.entrant(one).players)

    def mates(self, entrant: int) -> tuple[int, ...]:
        """Who else sits on an entrant's side."""
        own = self.sides[self.side_of(entrant)]
        return tuple(each for each in own if each != entrant)

    def against(self, entrant: int) -> tuple[int, ...]:
        """Whom an entrant plays against."""
        return self.sides[1 - self.side_of(entrant)]

    @property
    def gone(self) -> tuple[int, ...]:
        """Those at the table who have left the event."""
        left = (each for each in self.entrants if self.event.entrant(each).state == "withdrawn")
        return tuple(left)

    @property
    def dealer(self) -> str:
        """Who deals first: the player who cut lowest where a pair was drawn, else the entrant, or nobody."""
        for cut in self.table.cuts:
            if cut.purpose == "partners":
                found = draw_partners(cards_of(cut.draws), load(self.event.plan.book))
                assert isinstance(found, Partners)
                return self.event.name_of(found.dealer)
        return self.event.name_of(self.table.dealer) if self.table.dealer else ""

    @property
    def seats(self) -> list[RoundSeat]:
        """The places at the table, one side after the other."""
        return [
            self._seat(side, place, number)
            for side, entrants in enumerate(self.sides)
            for place, number in enumerate(entrants)
        ]

    def _seat(self, side: int, place: int, number: int) -> RoundSeat:
        event, plan = self.event, self.event.plan
        name = event.name_of(number, round_=self.round)
        if len(self.sides[side]) == 1:
            letter = "AB"[side] if plan.movement.letter != "none" else ("NS", "EW")[side]
            return RoundSeat(number, name, self.number, letter)
        chair = side + 2 * place
        card = ""
        if plan.movement_kind.by_card:
            card = card_for(event, len(self.in_round.tables), self.number, chair)
        return RoundSeat(number, name, self.number, SEATS[chair], card)

    @property
    def points(self) -> tuple[int, int] | None:
        """The points as they were entered."""
        return None if self.table.result is None else self.table.result.points

    @property
    def counts(self) -> Outcome | None:
        """What the game counts for in the standings; nothing while it is disputed, or has to wait."""
        return counted(self.event.plan, self.table)

    @property
    def score(self) -> str:
        """What the game comes to by the points alone; nothing before it is played."""
        return score_text(self.event.plan, self.table)

    @property
    def says(self) -> Message:
        """The result in words, with the rulings shown in it."""
        return result_text(self.table, self.event.plan)

    @property
    def differs(self) -> Message | None:
        """Why a score counts as another than was made; nothing where it counts as it is."""
        return entered_why(self.event.plan, self.table)

    @property
    def sent_by(self) -> int | None:
        """The side that entered a result the other has not confirmed."""
        result = self.table.result
        return result.side if result is not None and self.state == "entered" else None

    @property
    def dispute(self) -> str:
        """What was said against a disputed result."""
        result = self.table.result
        return result.dispute if result is not None and self.state == "disputed" else ""

    @property
    def rulings(self) -> list[Message]:
        """The rulings on the game, a sentence each."""
        return [ruling_text(each, self.event.plan) for each in self.table.rulings]


def state_of(table: EventTable) -> State:
    """Where a table stands: a result counts once both sides stand by it."""
    if table.void:
        return "void"
    if not table.playing:
        return "bye"
    if table.result is None:
        return "playing"
    if table.result.state == "disputed":
        return "disputed"
    return "marked" if table.result.marked else "entered"


def tables_of(event: Event, round_: Round) -> Iterator[TableView]:
    """The tables of a round, also of one that is only planned."""
    return (TableView(event, round_, each) for each in round_.tables)


def tables_now(event: Event) -> tuple[TableView, ...]:
    """The tables of the latest round; none before the first."""
    return tuple(tables_of(event, event.round)) if event.rounds else ()


def games_of(event: Event) -> Iterator[TableView]:
    """Every game that was or is being played."""
    return (TableView(event, event.round_at(number), table) for number, table in event.games())


def table_with(event: Event, entrant: int) -> TableView | None:
    """The table of the latest round at which an entrant sits."""
    if not event.rounds:
        return None
    here = (each for each in event.round.tables if entrant in each.entrants)
    return next((TableView(event, event.round, each) for each in here), None)


def seats(event: Event, round_: Round) -> tuple[RoundSeat, ...]:
    """Everyone's place in a round, table by table."""
    found = [seat for table in tables_of(event, round_) for seat in table.seats]
    found += [
        RoundSeat(
            number,
            event.name_of(number, round_=round_.number),
            0,
            "sits out" if number in round_.out else "table of three",
        )
        for number in round_.byes
    ]
    return tuple({seat.entrant: seat for seat in found}.values())
