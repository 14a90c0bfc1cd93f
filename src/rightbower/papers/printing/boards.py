"""Boards on paper: slips from which they are made up beforehand, and records of all hands afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, Spacer

from rightbower.papers.printing.papers import Heading, PaperWish
from rightbower.papers.printing.sheets import (
    SMALL,
    TYPE,
    grid,
    natural,
    plain_family,
    room,
    sheet,
    wider_families,
    words,
)
from rightbower.rules.cards import Card, Seat, Suit
from rightbower.tournament.events.board_dealing import board_of, open_to_all
from rightbower.tournament.events.board_report import (
    BoardReport,
    costs,
    hand_in_order,
    par_text,
    report,
    signed,
)
from rightbower.tournament.events.board_scores import fields, totals
from rightbower.tournament.events.board_tables import boards_at
from rightbower.tournament.events.boards import Board
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.movements.duplicate import board_count

BETWEEN: Final = 5 * mm
SEEN_APART: Final = (
    "The cards of these boards are on this paper. Whoever makes them up does not play them."
)


def dealing_slips(event: Event, heading: Heading, wish: PaperWish) -> bytes:
    """A slip for each board, in the order of the tables where they lie first; for whoever does not play."""
    count = board_count(event)
    if not count or event.dealt is UNSET:
        return _says(
            heading, wish, "The boards are known once the pairs are here and they are dealt."
        )
    numbers = range(1, count + 1)
    firsts = _first_tables(event)
    if wish.only and wish.only not in numbers:
        raise EventError(f"there is no board {wish.only}")
    found = sorted(
        (board_of(event, number) for number in numbers if wish.only in (0, number)),
        key=lambda each: (firsts.get(each.number, (0, 0)), each.number),
    )
    story: list[Flowable] = [words(SEEN_APART, TYPE, bold=True), Spacer(0, BETWEEN)]
    story += [_together(_slip(each, firsts.get(each.number), wish)) for each in found]
    return sheet(Heading(heading.title, (*heading.lines, "Dealing slips")), story, wish.paper)


def _says(heading: Heading, wish: PaperWish, text: str) -> bytes:
    """A paper that says why there is nothing on it yet."""
    return sheet(heading, [words(text, TYPE)], wish.paper)


def _together(parts: Sequence[Flowable]) -> Flowable:
    return KeepTogether([*parts, Spacer(0, BETWEEN)])


def _first_tables(event: Event) -> dict[int, tuple[int, int]]:
    """The round and the table where each board is played first, as far as rounds are seated."""
    found: dict[int, tuple[int, int]] = {}
    for round_ in event.rounds:
        for table in round_.tables:
            for number in boards_at(event, round_.number, table.number):
                found.setdefault(number, (round_.number, table.number))
    return found


def _slip(board: Board, first: tuple[int, int] | None, wish: PaperWish) -> list[Flowable]:
    """The four hands of a board, the turned-up card, and the three that are left."""
    where = f", first at table {first[1]} in round {first[0]}" if first else ""
    title = f"Board {board.number}, {board.dealer.word} deals{where}"
    across = room(wish.paper)
    head = natural(["Turned up"], TYPE, bold=True)
    rows = [
        [words(seat.word, TYPE, bold=True), words(_shown(hand_in_order(board.hands[seat])), 16)]
        for seat in Seat
    ]
    rows.append([words("Turned up", TYPE, bold=True), words(_shown([board.cards.turn_up]), 16)])
    rows.append([words("The rest", TYPE, bold=True), words(_shown(board.cards.stock), TYPE)])
    heads = [words("Hand", SMALL), words("Cards", SMALL)]
    return [grid(heads, rows, [head, across - head], title)]


def _shown(cards: Sequence[Card]) -> str:
    """Cards with their signs, or with letters where no font has those."""
    signs = any(
        each.has("".join(suit.symbol for suit in Suit))
        for each in (plain_family(), *wider_families())
    )
    return "   ".join(each.symbol if signs else str(each) for each in cards)


def hand_records(event: Event, heading: Heading, wish: PaperWish) -> bytes:
    """Every board with all hands, par and the field, and everybody against par; once all have played."""
    if not open_to_all(event):
        return _says(heading, wish, "The cards are shown once the last round is over.")
    numbers = [each for each in sorted(fields(event)) if wish.only in (0, each)]
    if not numbers:
        raise EventError(f"there is no board {wish.only}")
    story: list[Flowable] = [
        _together(_record(event, report(event, number), wish)) for number in numbers
    ]
    if not wish.only:
        story.append(_against_par(event, wish))
    return sheet(Heading(heading.title, (*heading.lines, "Hand records")), story, wish.paper)


def _record(event: Event, found: BoardReport, wish: PaperWish) -> list[Flowable]:
    board, across = found.board, room(wish.paper)
    title = f"Board {board.number}, {board.dealer.word} deals"
    hands = [words(_shown(hand_in_order(board.hands[seat])), SMALL) for seat in Seat]
    width = across / len(Seat)
    cards = grid([words(seat.word, SMALL) for seat in Seat], [hands], [width] * len(Seat), title)
    par = words(
        f"Turned up {_shown([board.cards.turn_up])}. Par for North–South {signed(found.par.points)}:"
        f" {par_text(found.par)}",
        SMALL,
    )
    where = natural(["Worth"], SMALL) + 4 * mm
    rows = [
        [
            words(signed(row.points), SMALL),
            words("; ".join(_table(event, each.table, each.sides) for each in row.lines), SMALL),
            words("" if row.share is None else f"{row.share} %", SMALL),
        ]
        for row in found.field
    ]
    heads = [words(each, SMALL) for each in ("N–S", "Tables", "Worth")]
    field = grid(heads, rows, [where, across - 2 * where, where])
    return [cards, Spacer(0, 1 * mm), par, Spacer(0, 1 * mm), field]


def _table(event: Event, table: int, sides: tuple[int, int]) -> str:
    return f"{table}: {event.name_of(sides[0])} – {event.name_of(sides[1])}"


def _against_par(event: Event, wish: PaperWish) -> Flowable:
    """What everybody made against par, the best first."""
    lost, played = costs(event), totals(event)
    across = room(wish.paper)
    narrow = natural(["Against par"], SMALL) + 2 * mm
    rows = [
        [
            words(event.name_of(number), SMALL),
            words(str(played[number].boards), SMALL),
            words(signed(-cost), SMALL),
        ]
        for number, cost in sorted(lost.items(), key=lambda each: each[1])
    ]
    heads = [words(each, SMALL) for each in ("Pair", "Boards", "Against par")]
    return grid(heads, rows, [across - 2 * narrow, narrow, narrow], "Against par")
