"""Seating: the outlook, one press that seats the round, the seats, and the draw as a ceremony."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct
from starlette.requests import Request

from rightbower.rules.message import UNSAID, Message, as_sentence, message
from rightbower.tournament.events.board_tables import boards_at
from rightbower.tournament.events.event import (
    CutAtTable,
    Event,
    EventHistory,
    Purpose,
    Round,
)
from rightbower.tournament.events.movements.drawn import card_for
from rightbower.tournament.events.outcome import not_counting
from rightbower.tournament.events.outlook import odd_number, outlook, tables_for
from rightbower.tournament.events.participants import floaters, here
from rightbower.tournament.events.seating import movement_text, not_yet
from rightbower.tournament.events.table_view import TableView, seats, tables_of
from rightbower.tournament.names import name_order
from rightbower.web.pages.desk_pages import DeskPage, FilledForm
from rightbower.web.snapshots.whereabouts import drawn_card

WHAT_FOR: Final[Mapping[Purpose, Message]] = {
    "partners": message("cut for partners"),
    "deal": message("cut for the deal"),
    "moves": message("cut for who moves"),
    "losers": message("the losers cut"),
}
CHAIRS = ("north", "east", "south", "west")


class Drawing(Struct, frozen=True):
    """Cards that were drawn at one table, what for, and what came of it."""

    table: int
    what: Message
    cards: tuple[tuple[str, str], ...]
    says: Message = UNSAID


def onward(_: Request, form: FilledForm) -> str:
    """Who seats from the round stays at the round; else the seats are shown."""
    return "round" if form.text("back") == "round" else "seating"


def seating_values(_request: Request, history: EventHistory, _form: FilledForm) -> dict[str, Any]:
    """The next round to be seated, and the latest one as it sits."""
    event = history.event
    reason = not_yet(event)
    round_ = event.rounds[-1] if event.rounds else None
    tables = len(round_.tables) if round_ is not None else tables_for(event)
    drawn = drawings(event, round_) if round_ is not None else []
    return {
        "outlook": outlook(event),
        "odd": odd_number(event) if reason is None else None,
        "movement": movement_text(event, max(1, tables)),
        "moves": choices(event),
        "reason": UNSAID if reason is None else as_sentence(reason),
        "uncounted": not_counting(event),
        "asked": draw_form(event),
        "round": round_,
        "sides": event.plan.side_names,
        "by_name": _by_name(event, round_) if round_ is not None else [],
        "drawings": drawn,
        "drawn_at": {each.table for each in drawn},
        "boards": {} if round_ is None else _boards(event, round_),
    }


def _boards(event: Event, round_: Round) -> dict[int, str]:
    """The boards of each table that plays, where boards are played."""
    found = {
        each.number: boards_at(event, round_.number, each.number)
        for each in round_.tables
        if each.playing
    }
    return {number: ", ".join(map(str, boards)) for number, boards in found.items() if boards}


def choices(event: Event) -> list[tuple[str, Message]]:
    """What may move before the next round, where the book leaves it to the officer."""
    plan = event.plan
    if not event.rounds or not plan.movement_kind.a_up or not plan.movement.b_down:
        return []
    found = [
        ("a-up", message("The A teams go up one table", plan.clause("movement.kind"))),
        (
            "b-down",
            message("The A teams stay, the B teams go down one", plan.clause("movement.b_down")),
        ),
    ]
    if plan.movement.both != "refused":
        found.append(("both", message("Both at once", plan.clause("movement.both"))))
    return found


def _by_name(event: Event, round_: Round) -> list[tuple[str, str, str]]:
    """Everyone with table and place, as the list on the door has it; of a pair both players."""
    found = []
    for each in seats(event, round_):
        place = f"table {each.table} {each.place}" if each.table else each.place
        names = [player.name for player in event.entrant(each.entrant).players]
        found += [(name, place, each.card) for name in names]
    return sorted(found, key=lambda row: name_order(row[0]))


def drawings(event: Event, round_: Round) -> list[Drawing]:
    """Every card that was drawn or cut for the seats of a round."""
    if event.plan.movement_kind.by_card:
        drawn: dict[int, list[tuple[str, str]]] = {}
        for each in seats(event, round_):
            if each.table:
                drawn.setdefault(each.table, []).append((each.name, each.card))
        return [
            Drawing(table, message("drawn"), tuple(cards)) for table, cards in sorted(drawn.items())
        ]
    return [
        Drawing(each.number, WHAT_FOR[cut.purpose], _cards(event, cut), _came(each, cut))
        for each in tables_of(event, round_)
        for cut in (*each.table.cuts, *each.table.after)
    ]


def _cards(event: Event, cut: CutAtTable) -> tuple[tuple[str, str], ...]:
    return tuple((event.name_of(who), shown) for draw in cut.draws for who, shown in draw)


def _came(table: TableView, cut: CutAtTable) -> Message:
    """What a cut settled."""
    if cut.purpose in ("deal", "partners", "losers") and table.table.dealer:
        if table.event.plan.movement.letter != "none":
            return message("{name} deals first and is the A team.", name=table.dealer)
        return message("{name} deals first.", name=table.dealer)
    return UNSAID


class DrawForm(Struct, frozen=True):
    """The draw that people may make themselves: what each draws, who draws, and where seats are.

    ``chairs`` are the seats of a table and what they are called, for typing by table.
    """

    what: str
    example: str
    people: tuple[tuple[int, str], ...]
    cards: tuple[str, ...] = ()
    tables: int = 0
    chairs: tuple[tuple[str, str], ...] = ()


def draw_form(event: Event) -> DrawForm | None:
    """The draw before the next round; None where nobody draws."""
    kind, first = event.plan.movement_kind, not event.rounds
    people = tuple(
        (number, event.name_of(number))
        for number in sorted((*here(event), *floaters(event)), key=event.name_of)
    )
    if kind.by_card:
        return _deck(event, people)
    if kind.parts:
        return _chairs(event, people) if first else _spares(people)
    if not first or not kind.lot:
        return None
    return DrawForm(kind.lot, "3, or out" if kind.a_up else "3", people)


def _deck(event: Event, people: tuple[tuple[int, str], ...]) -> DrawForm:
    tables = tables_for(event)
    deck = [
        card_for(event, tables, table, seat) for table in range(1, tables + 1) for seat in range(4)
    ]
    suits = tuple(zip(CHAIRS, ("♥ hearts", "♠ spades", "♦ diamonds", "♣ clubs"), strict=True))
    cards = tuple(map(drawn_card, deck))
    return DrawForm("card", f"{cards[0] if cards else 'A♥'}, or out", people, cards, tables, suits)


def _chairs(event: Event, people: tuple[tuple[int, str], ...]) -> DrawForm:
    chairs = tuple((each, each.capitalize()) for each in CHAIRS)
    return DrawForm("table", "3, 3N, or out", people, (), tables_for(event), chairs)


def _spares(people: tuple[tuple[int, str], ...]) -> DrawForm | None:
    """Later on only the lot of those who sit out is drawn."""
    return DrawForm("lot", "out", people) if len(people) % 4 else None


SEATING: Final = DeskPage("desk_seating.html", seating_values, "seating", onward)
