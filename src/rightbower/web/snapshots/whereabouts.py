"""Where somebody sits: the answer to the question that everybody asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

from rightbower.rules.cards import Suit
from rightbower.rules.message import Message, Term, message, word
from rightbower.tournament.events.event import Event, EventTable, Round
from rightbower.tournament.events.participants import three_of
from rightbower.tournament.events.table_view import TableView, table_with

Move = Literal["sit", "stay", "go"]
SAID: Final[Mapping[Move, str]] = {
    "sit": word("You sit at table {table}, {side}, against {others}."),
    "stay": word("You stay at table {table}, {side}, against {others}."),
    "go": word("You go to table {table}, {side}, against {others}."),
}
WITH_PARTNER: Final[Mapping[Move, str]] = {
    "sit": word("You sit at table {table}, {side} with {partner}, against {others}."),
    "stay": word("You stay at table {table}, {side} with {partner}, against {others}."),
    "go": word("You go to table {table}, {side} with {partner}, against {others}."),
}
OVER_THE_NUMBER: Final[Mapping[Move, str]] = {
    "sit": word("You sit at table"),
    "stay": word("You stay at table"),
    "go": word("Go to table"),
}
CHAIRS = {"N": word("North"), "E": word("East"), "S": word("South"), "W": word("West")}


class Whereabouts(Struct, frozen=True):
    """An entrant's place in the latest round; table 0 is no table. ``says`` is it in a sentence.

    ``way`` are the words above the table's number: whether it is a new place, so that one gets up.
    """

    entrant: int
    name: str
    says: Message
    round: int = 0
    table: int = 0
    side: int = 0
    chair: str = ""
    card: str = ""
    partner: str = ""
    against: str = ""
    way: str = ""


def drawn_card(text: str) -> str:
    """A card of the host's deck as people write it; a plain number stays one.

    >>> drawn_card("10H"), drawn_card("57")
    ('10♥', '57')
    """
    for suit in Suit:
        text = text.replace(suit.letter, suit.symbol)
    return text


def lives_on(event: Event, number: int) -> int:
    """The entrant that somebody counts as now: singles who were given a partner are a pair."""
    entrant = event.entrant(number)
    return entrant.pair if entrant.state == "paired" else number


def table_of(event: Event, number: int) -> EventTable | None:
    """The table of the latest round at which an entrant sits."""
    found = table_with(event, number)
    return None if found is None else found.table


def whereabouts(event: Event, number: int) -> Whereabouts:
    """Where an entrant sits in the latest round, or why nowhere."""
    number = lives_on(event, number)
    entrant = event.entrant(number)
    table = table_with(event, number)
    if event.finished:
        return Whereabouts(
            number, entrant.name, message("The event is over. Thank you for playing.")
        )
    if table is None or not table.playing:
        return Whereabouts(number, entrant.name, _nowhere(event, number), len(event.rounds))
    side = table.side_of(number)
    seat = next(each for each in table.seats if each.entrant == number)
    partners, others = table.mates(number), table.against(number)
    partner, against = event.name_of(*partners), event.name_of(*others)
    move = _move(event, number, table)
    says = Message(
        WITH_PARTNER[move] if partners else SAID[move],
        (
            ("table", table.number),
            ("side", Term(event.plan.side_names[side])),
            ("partner", event.whom(*partners)),
            ("others", event.whom(*others)),
        ),
    )
    return Whereabouts(
        number,
        entrant.name,
        says,
        len(event.rounds),
        table.number,
        side,
        "" if seat.card else CHAIRS.get(seat.place, ""),
        drawn_card(seat.card),
        partner,
        against,
        OVER_THE_NUMBER[move],
    )


def _move(event: Event, number: int, table: TableView) -> Move:
    """Whether it is a new place: people want to know if they have to get up."""
    if len(event.rounds) < 2:
        return "sit"
    return "stay" if _before(event.rounds[-2], number) == table.number else "go"


def _before(round_: Round, number: int) -> int:
    return next((table.number for table in round_.tables if number in table.entrants), 0)


def _nowhere(event: Event, number: int) -> Message:
    state = event.entrant(number).state
    if state == "withdrawn":
        return message("You have left the event. Thank you for playing.")
    if state == "waiting":
        return message("You are on the waiting list.")
    if event.rounds and (three := three_of(event.round, number)):
        return message(
            "You play at the table of three with {others}. At the end tell the {officer} what each of you made.",
            others=event.whom(*(each for each in three.entrants if each != number)),
            officer=Term(event.plan.officer),
        )
    if event.rounds and (table_with(event, number) or number in event.round.byes):
        return message("You sit out this round. Stay near: you play again in the next one.")
    if event.rounds and event.plan.movement_kind.knocks_out:
        return message("You are out of the knock-out. Thank you for playing.")
    if event.rounds:
        return message(
            "You have no place yet. The {officer} seats you in the next round.",
            officer=Term(event.plan.officer),
        )
    if state == "here":
        return message(
            "You are checked in. Your table is shown here as soon as the round is seated."
        )
    return message(
        "You are on the list. Tell the {officer} at the desk that you are here.",
        officer=Term(event.plan.officer),
    )
