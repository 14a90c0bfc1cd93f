"""Sign-in sheet, master score card, results and league table, movement sheet, cash sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from reportlab.lib.units import mm
from reportlab.platypus import (
    CondPageBreak,
    Flowable,
    KeepTogether,
    PageBreak,
    Spacer,
    Table,
    TableStyle,
)

from rightbower.papers.printing import papers
from rightbower.papers.printing.papers import Heading, Paper, PlaceLine, StandingsPaper
from rightbower.papers.printing.sheets import (
    GAP,
    INK,
    LINE,
    MARGIN,
    SIZES,
    SMALL,
    TALLEST,
    TYPE,
    Cell,
    Span,
    fitting,
    grid,
    name,
    natural,
    room,
    sheet,
    shortened,
    words,
)
from rightbower.tournament.events.cash import CashSheet
from rightbower.tournament.events.prize_lines import money

ROUNDS_ACROSS: Final = 12  # rounds in one table of names
TO_SIGN: Final = (18 * mm, 44 * mm)  # to tick and to sign
WIDE, LONG = 1000.0, 100_000.0  # more than any page
ONE_COLUMN: Final = 20  # so many places stand in one column
LEAST_ROW, MOST_ROW = 4.2 * mm, 8.6 * mm
HEAD_ROOM, BOX_ROOM = 38 * mm, 19 * mm
ENOUGH: Final = 0.38  # the part of the width that names should have


def sign_in(heading: papers.Heading, data: papers.SignIn, paper: papers.Paper = "A4") -> bytes:
    """The sheet at the door: a box to tick and room to sign for each entrant."""
    notes = [line.note for line in data.entrants]
    number = natural(("No.", *(line.number for line in data.entrants)), TYPE, bold=True)
    note = min(natural((data.note, *notes), TYPE, bold=True), 40 * mm) if any(notes) else 0
    names = room(paper) - number - note - sum(TO_SIGN)
    widths = [number, names, note, *TO_SIGN]
    heads = [words(each, bold=True) for each in ("No.", "Name", data.note, "Here", "Signature")]
    lines = (*data.entrants, *[papers.SignInLine("", "")] * data.spare)
    # Room to write is as tall where nothing is printed.
    rows: list[list[Flowable]] = [
        [
            words(each.number),
            name(each.name, names),
            name(each.note, note),
            words(""),
            Spacer(0, 7 * mm),
        ]
        for each in lines
    ]
    if not note:
        del widths[2], heads[2]
        rows = [[*row[:2], *row[3:]] for row in rows]
    return sheet(heading, [grid(heads, rows, widths)], paper)


def master_card(
    heading: papers.Heading, data: papers.MasterCard, paper: papers.Paper = "A4"
) -> bytes:
    """The director's card: for each round and table both sides and the points of both."""
    story: list[Flowable] = [words(data.note), Spacer(0, 3 * mm)] if data.note else []
    for each in data.rounds:
        story += _master_round(each, data.sides, room(paper))
    return sheet(heading, story, paper)


def _master_round(
    data: papers.MasterRound, sides: tuple[str, str], across: float
) -> list[Flowable]:
    table = natural(("Table", *(game.table for game in data.games)), TYPE, bold=True)
    points = natural(("Points",), TYPE, bold=True)
    names = (across - table - 2 * points) / 2
    titles = ("Table", sides[0], "Points", sides[1], "Points")
    heads = [words(each, bold=True) for each in titles]
    rows = [
        [
            words(game.table, align="centre"),
            name(game.a, names),
            words(game.a_points, align="right"),
            name(game.b, names),
            words(game.b_points, align="right"),
        ]
        for game in data.games
    ]
    widths = (table, names, points, names, points)
    return _together(grid(heads, rows, widths, f"Round {data.number}"), data.out, data.notes)


def _section(title: str) -> list[Flowable]:
    """A heading that is not left alone at the foot of a page."""
    return [CondPageBreak(40 * mm), words(title, 16, bold=True), Spacer(0, 2 * mm)]


def _together(
    tables: Flowable, out: Sequence[str], notes: Sequence[str] = (), idle: str = "Sitting out"
) -> list[Flowable]:
    """A round on one page where it can be, with those who sit out below it."""
    whole = [tables]
    if out:
        whole += [Spacer(0, 1 * mm), words(f"{idle}: {', '.join(out)}")]
    whole += [words(note, SMALL) for note in notes]
    short = tables.wrap(WIDE, LONG)[1] <= TALLEST
    return [*([KeepTogether(whole)] if short else whole), Spacer(0, 5 * mm)]


def standings(
    heading: papers.Heading, data: papers.StandingsPaper, paper: papers.Paper = "A4"
) -> bytes:
    """Results or a league table; below a name stands why it has its place."""
    wide, size, figures = _figure_widths(data, paper)
    across = room(paper, wide=wide)
    rank = natural((data.rank, *(place.rank for place in data.places)), size, bold=True)
    widths = [rank, across - rank - sum(figures), *figures]
    heads = [
        words(data.rank, size, bold=True),
        words(data.who, size, bold=True),
        *(words(head, size, bold=True, align="right") for head in data.figures),
    ]
    rows, spans = _places(data.places, widths, size)
    notes = [words(note) for note in data.notes]
    story = [grid(heads, rows, widths, spans=spans), Spacer(0, 4 * mm), *notes]
    return sheet(heading, story, paper, wide=wide)


def results(
    heading: papers.Heading, data: papers.ResultsPaper, paper: papers.Paper = "A4"
) -> bytes:
    """Everybody's place on one page, in two columns where they are many."""
    notes = [words(each, 9) for each in data.notes]
    across = room(paper)
    taken = sum(each.wrap(across, LONG)[1] for each in notes) + HEAD_ROOM
    taken += BOX_ROOM if data.firsts else 0
    columns = 1 if len(data.places) <= ONE_COLUMN else 2
    most = int((SIZES[paper][1] - 2 * MARGIN - taken) / LEAST_ROW)
    rows = min(-(-len(data.places) // columns), max(most, 1))
    tall = min((SIZES[paper][1] - 2 * MARGIN - taken) / max(rows, 1), MOST_ROW)
    story: list[Flowable] = [*_boxes(data.firsts, across)]
    for start in range(0, len(data.places), columns * rows or 1):
        page = data.places[start : start + columns * rows]
        parts = [page[at : at + rows] for at in range(0, len(page), rows)]
        story += [_columns(parts, columns, across, tall), Spacer(0, 3 * mm)]
    return sheet(heading, [*story, *notes], paper)


def _boxes(firsts: Sequence[papers.PlaceLine], across: float) -> list[Flowable]:
    """The first three, each in a box of its own."""
    if not firsts:
        return []
    wide = across / len(firsts)
    cells = [
        [
            words(f"{each.rank}  {each.name}", 13, bold=True),
            words(", ".join(each.figures), 9),
        ]
        for each in firsts
    ]
    table = Table([cells], colWidths=[wide] * len(firsts), hAlign="LEFT")
    table.setStyle(TableStyle([("BOX", (at, 0), (at, 0), 1.2, INK) for at in range(len(firsts))]))
    return [table, Spacer(0, 3 * mm)]


def _columns(
    parts: Sequence[Sequence[papers.PlaceLine]], columns: int, across: float, tall: float
) -> Flowable:
    """Places beside each other; a name that is long is set smaller."""
    size = min(max(tall * 0.46, 6.5), 12.0)
    between = 6 * mm if columns > 1 else 0.0
    every = [each for part in parts for each in part]
    rank = natural([each.rank for each in every], size, bold=True)
    games = natural([each.figures[0] for each in every], size * 0.86)
    figure = natural([each.figures[1] for each in every], size, bold=True)
    who = (across - between) / columns - rank - games - figure
    widths = [rank, who, games, figure]
    sizes = (size, size * 0.9, size * 0.8, size * 0.7)
    cells: list[list[Cell]] = []
    for at in range(len(parts[0])):
        row: list[Cell] = []
        for number, part in enumerate(parts):
            if number:
                row.append("")
            if at >= len(part):
                row += [""] * 4
                continue
            each = part[at]
            named = shortened(each.name)
            row += [
                words(each.rank, size, bold=True),
                words(named, fitting(named, who - 2 * GAP, sizes, bold=True), bold=True),
                words(each.figures[0], size * 0.86, align="right"),
                words(each.figures[1], size, bold=True, align="right"),
            ]
        cells.append(row)
    padding = max((tall - size * 1.25) / 2 - 0.5, 0)
    table = Table(
        cells, colWidths=[*widths, *([between, *widths] * (len(parts) - 1))], hAlign="LEFT"
    )
    table.setStyle(
        TableStyle(
            [
                *(
                    ("LINEBELOW", (5 * at, 0), (5 * at + 3, len(part) - 1), 0.5, LINE)
                    for at, part in enumerate(parts)
                ),
                ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
                ("LEADING", (0, 0), (-1, -1), 1),  # of the cells that are empty
                ("LEFTPADDING", (0, 0), (-1, -1), GAP / 2),
                ("RIGHTPADDING", (0, 0), (-1, -1), GAP / 2),
                ("TOPPADDING", (0, 0), (-1, -1), padding),
                ("BOTTOMPADDING", (0, 0), (-1, -1), padding),
            ]
        )
    )
    return table


def _figure_widths(
    data: papers.StandingsPaper, paper: papers.Paper
) -> tuple[bool, float, list[float]]:
    """Whether the page lies across, the size of type, and the widths of the columns of numbers."""
    for wide, sizes in ((False, (TYPE, 12.0, SMALL)), (True, (TYPE, 12.0, SMALL, 10.0, 9.0, 8.0))):
        for size in sizes:
            columns = [
                natural(
                    [
                        head,
                        *(place.figures[at] for place in data.places if at < len(place.figures)),
                    ],
                    size,
                    bold=True,
                )
                for at, head in enumerate(data.figures)
            ]
            if sum(columns) <= room(paper, wide=wide) * (1 - ENOUGH):
                return wide, size, columns
    even = room(paper, wide=True) * (1 - ENOUGH) / len(data.figures)
    return True, 8.0, [even] * len(data.figures)


def _places(
    places: Sequence[papers.PlaceLine], widths: Sequence[float], size: float
) -> tuple[list[list[Cell]], list[Span]]:
    """A row for each place, and below it one with the reason, across all the figures."""
    reasons = [words(place.why, min(size, SMALL)) if place.why else None for place in places]
    across = sum(widths[1:]) - 2 * GAP
    if any(each.wrap(across, TALLEST)[1] > TALLEST for each in reasons if each):
        # Only a single cell can go on over the page.
        return [_with_reason(place, widths, size) for place in places], []
    rows: list[list[Cell]] = []
    spans: list[Span] = []
    for place, reason in zip(places, reasons, strict=True):
        rows.append(_place(place, widths, size))
        if reason:
            rows.append(["", reason, *[""] * (len(widths) - 2)])
            last = len(rows)  # the heading is row 0
            spans += [("SPAN", (1, last), (-1, last)), ("SPAN", (0, last - 1), (0, last))]
            spans += [("NOSPLIT", (0, last - 1), (-1, last))]
    return rows, spans


def _place(place: papers.PlaceLine, widths: Sequence[float], size: float) -> list[Cell]:
    columns = len(widths) - 2
    figures = (*place.figures, *[""] * columns)[:columns]
    return [
        words(place.rank, size, align="centre"),
        name(place.name, widths[1], size, bold=True),
        *(words(figure, size, align="right") for figure in figures),
    ]


def _with_reason(place: papers.PlaceLine, widths: Sequence[float], size: float) -> list[Cell]:
    rank, who, *figures = _place(place, widths, size)
    assert isinstance(who, Flowable)
    return [rank, [who, words(place.why, min(size, SMALL))], *figures]


def movement_sheet(
    heading: papers.Heading, data: papers.MovementSheet, paper: papers.Paper = "A4"
) -> bytes:
    """The schedule by rounds, then by names, and at the end its quality sheet."""
    across = room(paper)
    story: list[Flowable] = []
    for each in data.rounds:
        story += _round(each, across, data.sides)
    if data.by_name and data.rounds:
        story += [
            PageBreak(),
            *_section("By name: the table of each round"),
            *_by_name(data, across),
        ]
    if data.quality:
        story += [*_section("Quality of this schedule"), _quality(data.quality, across)]
    return sheet(heading, story or [words("No rounds yet.")], paper)


def _round(data: papers.RoundSheet, across: float, sides: tuple[str, str]) -> list[Flowable]:
    table = natural(("Table", *(seats.table for seats in data.tables)), TYPE, bold=True)
    names = (across - table) / 2
    heads = [words(each, bold=True) for each in ("Table", *sides)]
    rows = [
        [
            words(seats.table, align="centre"),
            name(_and(seats.one), names),
            name(_and(seats.other), names),
        ]
        for seats in data.tables
    ]
    return _together(grid(heads, rows, (table, names, names), f"Round {data.number}"), data.out)


def fixture_list(
    heading: papers.Heading, weeks: Sequence[papers.FixtureWeek], paper: papers.Paper = "A4"
) -> bytes:
    """The fixtures of a league, week by week, with what came of them."""
    story: list[Flowable] = []
    for week in weeks:
        story += _week(week, room(paper))
    return sheet(heading, story or [words("There is no calendar yet.")], paper)


def notice(heading: papers.Heading, text: str, paper: papers.Paper = "A4") -> bytes:
    """A page that says why there is nothing to print."""
    return sheet(heading, [words(text)], paper)


def _week(data: papers.FixtureWeek, across: float) -> list[Flowable]:
    number = natural(("No.", *(each.number for each in data.fixtures)), TYPE, bold=True)
    when = natural(("When", *(each.when for each in data.fixtures)), TYPE, bold=True)
    result = min(
        natural(("Result", *(each.result for each in data.fixtures)), TYPE, bold=True), across / 4
    )
    names = (across - number - when - result) / 2
    heads = [words(each, bold=True) for each in ("No.", "When", "Team", "Team", "Result")]
    rows = [
        [
            words(each.number),
            words(each.when),
            name(each.one, names),
            name(each.other, names),
            words(each.result),
        ]
        for each in data.fixtures
    ]
    widths = (number, when, names, names, result)
    return _together(grid(heads, rows, widths, data.title), data.out, idle="No fixture")


def _and(names: Iterable[str]) -> str:
    return " & ".join(names)


def _by_name(data: papers.MovementSheet, across: float) -> list[Flowable]:
    """Each name with its table in each round, a dozen rounds to a table."""
    at = {
        (who, each.number): seats.table
        for each in data.rounds
        for seats in each.tables
        for who in (*seats.one, *seats.other)
    }
    everyone = dict.fromkeys(
        [who for who, _ in at] + [who for each in data.rounds for who in each.out]
    )
    story: list[Flowable] = []
    for start in range(0, len(data.rounds), ROUNDS_ACROSS):
        numbers = [each.number for each in data.rounds[start : start + ROUNDS_ACROSS]]
        cells = [at.get((who, number), "–") for who in everyone for number in numbers]
        column = natural([*numbers, *cells], TYPE, bold=True)
        widths = [across - column * len(numbers), *[column] * len(numbers)]
        heads = [
            words("Name", bold=True),
            *(words(each, bold=True, align="centre") for each in numbers),
        ]
        rows = [
            [
                name(who, widths[0]),
                *(words(at.get((who, each), "–"), align="centre") for each in numbers),
            ]
            for who in sorted(everyone, key=str.casefold)
        ]
        story += [grid(heads, rows, widths), Spacer(0, 5 * mm)]
    return story


def _quality(lines: Sequence[tuple[str, str]], across: float) -> Flowable:
    heads = [words("What", bold=True), words("Figure", bold=True)]
    rows = [[words(what), words(figure)] for what, figure in lines]
    return grid(heads, rows, (across * 0.4, across * 0.6))


def cash_paper(heading: Heading, sheet: CashSheet, paper: Paper = "Letter") -> bytes:
    """What came in, what went out, what is left, and who still owes."""
    rows = [
        PlaceLine(
            str(number),
            str(line.what),
            (_amount(line.came_in), _amount(line.goes_out)),
            str(line.why),
        )
        for number, line in enumerate(sheet.lines, 1)
    ]
    rows.append(PlaceLine("", "Total", (money(sheet.came_in), money(sheet.goes_out))))
    rows.append(PlaceLine("", "Should be in the box", (money(sheet.left), "")))
    owing = ", ".join(f"{line.name} {money(line.owes)}" for line in sheet.fees if line.owes)
    notes = (
        *([f"Still to pay: {owing}."] if owing else ()),
        "Counted: ______________   Signed: ______________",
    )
    data = StandingsPaper(tuple(rows), ("In", "Out"), "What", notes, "No.")
    return standings(heading, data, paper)


def _amount(cents: int) -> str:
    return money(cents) if cents else ""
