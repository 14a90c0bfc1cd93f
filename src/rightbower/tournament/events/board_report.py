"""A board once everybody has played it: four hands, par, what the field made, and what it cost each pair."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Final

from msgspec import Struct

from rightbower.rules.acts import Bury
from rightbower.rules.book import load
from rightbower.rules.cards import HAND_SIZE, Card, Seat
from rightbower.rules.message import Message, message
from rightbower.tournament.commands import Answer, Sheet
from rightbower.tournament.events.acts import EventList
from rightbower.tournament.events.board_dealing import board_of, require_open_to_all
from rightbower.tournament.events.board_scores import BoardLine, BoardScore, fields, scores
from rightbower.tournament.events.boards import Board
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.par import Par, par

KEPT: Final = 512


class FieldRow(Struct, frozen=True):
    """What some tables made of a board: the points of North–South, where, and what it was worth to them."""

    points: int
    lines: tuple[BoardLine, ...]
    share: int | None


class BoardReport(Struct, frozen=True):
    """A board with everything that may be told of it."""

    board: Board
    par: Par
    field: tuple[FieldRow, ...]


def report(event: Event, number: int) -> BoardReport:
    """A board, once nobody can play it any more."""
    require_open_to_all(event)
    board = board_of(event, number)
    lines = fields(event).get(number, [])
    worth = {each.line: each for mine in scores(event).values() for each in mine if each.side == 0}
    made = sorted({line.points for line in lines}, reverse=True)
    rows = (tuple(line for line in lines if line.points == points) for points in made)
    return BoardReport(
        board,
        par_of(event, number),
        tuple(FieldRow(row[0].points, row, _percent(worth[row[0]])) for row in rows),
    )


def _percent(score: BoardScore) -> int | None:
    return None if score.share is None else round(100 * score.share)


def par_of(event: Event, number: int) -> Par:
    """Par of a board, once nobody can play it any more."""
    require_open_to_all(event)
    return _par(board_of(event, number), event.plan.book)


@lru_cache(KEPT)
def _par(board: Board, book: str) -> Par:
    return par(board.dealer, board.cards, load(book))


def costs(event: Event) -> dict[int, int]:
    """How many points each pair has left lying against par, over all its boards; less than zero is a gain."""
    found: dict[int, int] = {}
    for entrant, mine in scores(event).items():
        found[entrant] = sum(_cost(event, each) for each in mine)
    return found


def _cost(event: Event, score: BoardScore) -> int:
    worth = par_of(event, score.line.board).points
    return (-worth if score.side else worth) - score.line.made(score.side)


def par_text(found: Par) -> Message:
    """Par in words: who calls what, and what they take."""
    if found.ending is None:
        return message("Everybody passes, and nobody scores.")
    ending = found.ending
    said = (
        message(
            "{seat} {seat|call|calls} {suit} alone and {seat|take|takes} {tricks} of {most} tricks.",
            seat=ending.maker,
            suit=ending.trump,
            tricks=ending.tricks,
            most=HAND_SIZE,
        )
        if ending.alone
        else message(
            "{seat} {seat|call|calls} {suit} and {seat|take|takes} {tricks} of {most} tricks.",
            seat=ending.maker,
            suit=ending.trump,
            tricks=ending.tricks,
            most=HAND_SIZE,
        )
    )
    out = next((act.card for act in found.line if isinstance(act, Bury)), None)
    if out is None:
        return said
    return message("{said} The dealer discards the {card}.", said=said, card=out)


def hand_in_order(hand: tuple[Card, ...]) -> list[Card]:
    """A hand as it is held: suit by suit, the highest first."""
    return sorted(hand, key=lambda each: (-each.suit, -each.rank))


class ShowBoards(EventList, frozen=True, tag="boards-list"):
    """Every board with all hands, par and the field's results, once the last round is over."""

    public: ClassVar[bool] = True

    def of_event(self, event: Event) -> Answer:
        require_open_to_all(event)
        found = [report(event, number) for number in sorted(fields(event))]
        rows = [
            (
                str(each.board.number),
                each.board.dealer.word,
                *(" ".join(map(str, hand_in_order(hand))) for hand in each.board.hands),
                str(each.board.cards.turn_up),
                signed(each.par.points),
                ", ".join(f"{signed(row.points)} ×{len(row.lines)}" for row in each.field),
            )
            for each in found
        ]
        seats = [seat.word for seat in Seat]
        lost = costs(event)
        against = [
            (event.name_of(number), signed(-cost))
            for number, cost in sorted(lost.items(), key=lambda each: each[1])
        ]
        return Answer(
            found,
            (
                Sheet("Boards", ("Board", "Dealer", *seats, "Turned up", "Par", "Made"), rows),
                Sheet("Against par", ("Pair", "Points"), against),
            ),
        )


def signed(points: int) -> str:
    """Points with their sign.

    >>> [signed(each) for each in (2, 0, -4)]
    ['+2', '0', '−4']
    """
    return f"{'+' if points > 0 else '−'}{abs(points)}" if points else "0"
