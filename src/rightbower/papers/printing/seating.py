"""Small cards for the tables of one round: who sits there, who deals, and the phones' code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from rightbower.papers.printing import lists, papers, table_cards
from rightbower.papers.printing.cards import EDGE, Box, boxes_of, cut_lines
from rightbower.papers.printing.papers import Heading, Paper, TableCard
from rightbower.papers.printing.sheets import (
    GAP,
    SIZES,
    SMALL,
    TYPE,
    drawn,
    fitting,
    name,
    put,
    shortened,
    words,
)
from rightbower.papers.printing.table_cards import draw_code
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event, Round
from rightbower.tournament.events.outlook import tables_for
from rightbower.tournament.events.schedules.quality import in_words, quality
from rightbower.tournament.events.seating import movement_text, rounds_ahead
from rightbower.tournament.events.table_view import TableView, tables_now, tables_of

LAYOUT: Final = (2, 2)
CODE: Final = 34 * mm
BETWEEN: Final = 1.2 * mm
LONGEST: Final = 10_000
NUMBER_SIZES: Final = (54.0, 46.0, 40.0, 34.0, 28.0, 22.0)
NAME_SIZES: Final = (20.0, 18.0, 16.0, 14.0, 13.0)


def round_cards(heading: Heading, cards: Sequence[TableCard], paper: Paper = "A4") -> bytes:
    """Four cards to a page, to be cut along the dashes."""
    boxes = boxes_of(LAYOUT, paper)
    pages = [cards[start : start + len(boxes)] for start in range(0, len(cards), len(boxes))]

    def draw(canvas: Canvas) -> None:
        for page in pages:
            cut_lines(canvas, boxes)
            for card, box in zip(page, boxes, strict=False):
                _draw(canvas, box, heading, card)
            canvas.showPage()
        if not pages:
            left, at, across, _ = boxes[0]
            for line in (heading.title, *heading.lines):
                at = put(canvas, words(line, TYPE), left, at, across)
            canvas.showPage()

    return drawn(heading, draw, SIZES[paper])


def _draw(canvas: Canvas, box: Box, heading: Heading, card: TableCard) -> None:
    left, top, across = box.left + EDGE, box.top - EDGE, box.across - 2 * EDGE
    room = box.down - 2 * EDGE - (CODE if card.link else 0)
    for text in _fitting_texts(heading, card, across, room):
        top = put(canvas, text, left, top, across) - BETWEEN
    if not card.link:
        return
    bottom = box.top - box.down + EDGE
    draw_code(canvas, card.link, left, bottom, CODE)
    beside, room = left + CODE + GAP, across - CODE - GAP
    said = [words("Scan it when the game is over, or type", SMALL), words(card.code, 16, bold=True)]
    at = bottom + CODE - 4 * mm
    for text in said:
        at = put(canvas, text, beside, at, room) - 1 * mm


def _fitting_texts(
    heading: Heading, card: TableCard, across: float, room: float
) -> list[Paragraph]:
    """The words of a card; the number gives way to long names."""
    found: list[Paragraph] = []
    for size in NUMBER_SIZES:
        found = _texts(heading, card, across, size)
        if sum(text.wrap(across, LONGEST)[1] + BETWEEN for text in found) <= room:
            break
    return found


def _texts(heading: Heading, card: TableCard, across: float, largest: float) -> list[Paragraph]:
    title = shortened(", ".join((heading.title, *heading.lines)))
    number = f"Table {card.number}"
    sizes = [size for size in NUMBER_SIZES if size <= largest]
    found = [
        words(title, SMALL),
        words(number, fitting(number, across, sizes, bold=True), bold=True),
    ]
    for side, names in card.seats:
        found.append(words(side, SMALL))
        size = fitting(shortened(names), across, NAME_SIZES, bold=True)
        found.append(name(names, across + 2 * GAP, size, bold=True))
    return [*found, *(words(line, SMALL) for line in card.movement)]


def _tables(event: Event) -> list[int]:
    """The tables there are now, or will be."""
    if event.rounds:
        return [table.number for table in tables_now(event)]
    return list(range(1, tables_for(event) + 1))


def _wanted(numbers: Sequence[int], only: int) -> list[int]:
    """All tables, or the one whose card is wanted again."""
    if only and only not in numbers:
        raise EventError(f"there is no table {only}")
    return [number for number in numbers if only in (0, number)]


def cards_for_tables(event: Event, heading: papers.Heading, wish: papers.PaperWish) -> bytes:
    """A card that lies on each table all day: its number and the movement in words."""
    numbers = _tables(event)
    words = tuple(map(str, movement_text(event, len(numbers))))
    made = [
        papers.TableCard(str(number), words, link=wish.links.get(number, ""))
        for number in _wanted(numbers, wish.only)
    ]
    return table_cards.table_cards(heading, made, wish.paper)


def cards_for_round(event: Event, heading: papers.Heading, wish: papers.PaperWish) -> bytes:
    """A small card for each table of the latest round: who sits there, and the phones' code."""
    tables = [table for table in tables_now(event) if table.playing]
    wanted = _wanted([table.number for table in tables], wish.only) if tables else []
    number = f"Round {len(event.rounds)}" if event.rounds else "No round is seated yet"
    made = [
        papers.TableCard(
            str(table.number),
            (f"{table.dealer} deals first.",) if table.dealer else (),
            _seats(table),
            wish.links.get(table.number, ""),
        )
        for table in tables
        if table.number in wanted
    ]
    return round_cards(papers.Heading(heading.title, (number,)), made, wish.paper)


def _seats(table: TableView) -> tuple[tuple[str, str], ...]:
    """Both sides with their names, as they are called now."""
    event = table.event
    return tuple(
        (side, event.name_of(*numbers))
        for side, numbers in zip(event.plan.side_names, table.sides, strict=True)
    )


def master(event: Event, heading: papers.Heading, wish: papers.PaperWish) -> bytes:
    """All rounds that are known, with the points there are; before the first a page to fill in."""
    rounds = tuple(_master_round(event, each) for each in rounds_ahead(event))
    if not rounds:
        blank = tuple(papers.MasterGame(str(number), "", "") for number in _tables(event))
        rounds = (papers.MasterRound("1", blank),)
    note = ""
    plan = event.plan
    if plan.standings.winner_entered == "target" and plan.target is not None:
        clause = plan.clause("standings.winner_entered")
        note = f"Enter {plan.target} for the winner, and the points made for the loser ({clause})."
    return lists.master_card(heading, papers.MasterCard(rounds, note, plan.side_names), wish.paper)


def _master_round(event: Event, round_: Round) -> papers.MasterRound:
    number = round_.number
    tables = tuple(tables_of(event, round_))
    games = tuple(_game(table) for table in tables if table.playing)
    notes = tuple(f"Table {each.number}: {each.says}" for each in tables if _to_tell(each))
    out = tuple(event.name_of(each, round_=number) for each in round_.out)
    notes += tuple(
        f"Table of three: {event.name_of(*each.entrants, round_=number)}"
        + (f" {', '.join(map(str, each.points))}" if each.points else "")
        for each in round_.of_three
    )
    return papers.MasterRound(str(round_.number), games, out, notes)


def _to_tell(table: TableView) -> bool:
    """Whether more is to be said of a game than its points."""
    result = table.table.result
    odd = result is not None and (result.lost is not None or not result.marked)
    return bool(table.state == "void" or table.rulings or odd or table.differs)


def _game(table: TableView) -> papers.MasterGame:
    came = table.counts
    points = ("–", "–") if table.state == "void" else ("", "")
    if came is not None:
        points = (str(came.points[0]), str(came.points[1]))
    return papers.MasterGame(str(table.number), *table.names, *points)


def movement(event: Event, heading: papers.Heading, wish: papers.PaperWish) -> bytes:
    """The rounds by table and by name; those to come where the movement does not wait for results."""
    rounds = rounds_ahead(event)
    sheets = tuple(_round(event, each) for each in rounds)
    schedule = [tuple(table.sides for table in each.tables if table.playing) for each in rounds]
    byes = [event.entrant(number).pair or number for each in rounds for number in each.byes]
    lines = in_words(quality(schedule, byes, byes)) if rounds else ()
    coming = len(rounds) - len(event.rounds)
    if coming:
        ahead = (
            f"Round {len(rounds)} stays"
            if coming == 1
            else f"Rounds {len(event.rounds) + 1} to {len(rounds)} stay"
        )
        heading = papers.Heading(
            heading.title, (*heading.lines, f"{ahead} like this if nobody comes or leaves.")
        )
    data = papers.MovementSheet(sheets, lines, sides=event.plan.side_names)
    return lists.movement_sheet(heading, data, wish.paper)


def _round(event: Event, round_: Round) -> papers.RoundSheet:
    def named(numbers: Iterable[int]) -> tuple[str, ...]:
        return tuple(event.name_of(number, round_=round_.number) for number in numbers)

    tables = tuple(
        papers.Seats(str(table.number), named(table.sides[0]), named(table.sides[1]))
        for table in round_.tables
        if table.playing
    )
    threes = tuple(papers.Seats("three", named(each.entrants), ()) for each in round_.of_three)
    return papers.RoundSheet(str(round_.number), (*tables, *threes), named(round_.out))
