"""Whole tables of events and leagues as a spreadsheet shows them, and the edges of what is read."""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import openpyxl
import pytest
from msgspec.structs import replace
from openpyxl import Workbook, load_workbook

from papers.days import fair_draw, finished, pairs
from rightbower.papers.spreadsheets import cells
from rightbower.papers.spreadsheets.cells import (
    Column,
    Page,
    SpreadsheetError,
    cells_of,
    read,
    write_csv,
    write_xlsx,
)
from rightbower.papers.spreadsheets.tables import event_pages, league_pages
from rightbower.tournament.events.entrants import Player
from tournament.league.evenings import Season

NAME = Column("name", titles=("player",), needed=True)


def test_the_tables_of_pairs_are_whole() -> None:
    event = pairs()
    one, two, three, *others = event.entrants
    first = replace(
        one,
        floater=True,
        players=(Player("Al Poe", "1950-01-01", True, "Zone 3"), Player("Bo Poe", "1951-02-02", False, "Zone 3")),
    )  # fmt: skip
    alone = replace(two, players=(Player("Cy Poe"),), state="paired")
    single = replace(three, players=(Player("Di Poe"),))
    event = replace(event, entrants=(first, alone, single, *others[:1]), rounds=())
    entrants = event_pages(event)[2]
    assert entrants.title == "Entrants"
    assert entrants.heads == (
        "Name", "Partner", "Zone", "Born", "Partner born", "Member", "Partner member", "Floater", "Number", "State",
    )  # fmt: skip
    assert entrants.rows == (
        ("Al Poe", "Bo Poe", "Zone 3", "1950-01-01", "1951-02-02", "yes", "no", "yes", 1, one.state),
        ("Di Poe", "", "", "", "", "", "", "", 3, three.state),
        ("Gwen Jay", "Hal Low", "", "", "", "", "", "", 4, others[0].state),
    )  # fmt: skip


def test_the_places_and_games_of_a_day_are_whole() -> None:
    places, games, _ = event_pages(finished())
    assert (places.title, games.title) == ("Standings", "Games")
    assert places.heads == (
        "Place",
        "Name",
        "Won",
        "Drawn",
        "Lost",
        "Byes",
        "For",
        "Against",
        "Why",
    )
    assert places.rows[0] == (1, "Hal Low", 2, 0, 0, 0, 17, 7, "17 points (S02-1.6)")
    assert [row[0] for row in places.rows] == [1, 2, 3, "4=", "4=", "6=", "6=", 8]
    assert games.heads == (
        "Round", "Table", "First", "Second", "First's points", "Second's points", "Result",
    )  # fmt: skip
    assert games.rows == (
        (1, 1, "Cora Orr and Gwen Jay", "Dan Poe and Fred Hall", 7, 4, "7–4"),
        (1, 2, "Ben Ray and Edna Fox", "Ann Lee and Hal Low", 4, 11, "4–11"),
        (2, 1, "Edna Fox and Gwen Jay", "Dan Poe and Hal Low", 3, 6, "3–6"),
        (2, 2, "Cora Orr and Ann Lee", "Ben Ray and Fred Hall", 5, 4, "5–4"),
    )
    unplayed = event_pages(fair_draw())[1].rows[-1]
    assert unplayed[0] == 3
    assert unplayed[4:6] == ("", "")


def test_the_tables_of_a_league_are_whole() -> None:
    season = Season("Aces", "Kings", "Queens")
    first = season.league.fixtures[0]
    season.play(first, "10-7 8-10")
    league = season.league
    one, *members = league.team(1).members
    changed = replace(one, kind="sub", signed="", witness="Wil", email="a@b.ca")
    teams = (replace(league.team(1), members=(changed, *members)), *league.teams[1:])
    later = league.fixtures[1]
    fixtures = (league.fixtures[0], replace(later, cancelled="snow"), *league.fixtures[2:])
    table, played, rosters = league_pages(replace(league, teams=teams, fixtures=fixtures))
    assert (table.title, played.title, rosters.title) == ("Table", "Fixtures", "Rosters")
    assert table.heads == (
        "Place", "Team", "Nights", "Won", "Lost", "For", "Against", "Forfeited", "Offences", "Why",
    )  # fmt: skip
    names = {team.number: team.name for team in league.teams}
    a, b = (names[number] for number in first.teams)
    by_team = {row[1]: row for row in table.rows}
    assert by_team[a][2:9] == (0, 1, 1, 18, 17, 0, 0)
    assert by_team[b][2:9] == (0, 1, 1, 17, 18, 0, 0)
    assert played.heads == (
        "Number", "Week", "Phase", "Starts", "First", "Second", "Won", "Game 1", "Game 2", "Game 3", "Note",
    )  # fmt: skip
    assert played.rows[0] == (
        first.number, first.week, "season", "2027-01-12 19:00", a, b, "1–1", "10–7", "8–10", "", "",
    )  # fmt: skip
    c, d = (names[number] for number in later.teams)
    assert played.rows[1][4:] == (c, d, "", "", "", "", "snow")
    assert rosters.heads == ("Team", "Player", "Sub", "Signed", "Witness", "Email")
    assert rosters.rows[0] == ("Aces", "Aces 1", "yes", "", "Wil", "a@b.ca")
    assert rosters.rows[1][:3] == ("Aces", "Aces 2", "")
    assert rosters.rows[1][3] != ""
    assert [row[0] for row in rosters.rows] == [name for name in ("Aces", "Kings", "Queens") for _ in range(3)]  # fmt: skip


def refusal(data: bytes, columns: tuple[Column, ...] = (NAME,)) -> str:
    """The sentence with which a file is refused."""
    with pytest.raises(SpreadsheetError) as told:
        read(data, columns)
    return str(told.value)


def test_as_many_rows_columns_and_bytes_as_allowed_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cells, "MOST_ROWS", 3)
    assert len(cells_of(b"a\n\nb\nc\n")) == 3
    assert refusal(b"a\nb\nc\nd\n") == "the list has 4 rows; at most 3 can be read"
    monkeypatch.setattr(cells, "MOST_COLUMNS", 2)
    assert cells_of(b"a,b\n") == [(1, ["a", "b"])]
    assert refusal(b"a,b\n\na,b,c\n") == "row 3 has more than 2 cells"
    monkeypatch.setattr(cells, "LARGEST", 8)
    assert len(cells_of(b"a\nb\nc\n  ")) == 3
    assert refusal(b"a\nb\nc\n   ") == "the file is larger than 0 megabytes"


def sheet_of(*rows: tuple[Any, ...], merge: str = "", column: int = 0) -> bytes:
    """A workbook of one sheet with these rows."""
    book = Workbook()
    sheet = book.worksheets[0]
    for row in rows:
        sheet.append(row)
    if column:
        sheet.cell(1, column, "x")
    if merge:
        sheet.merge_cells(merge)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_a_sheet_may_have_as_many_rows_and_columns_as_allowed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cells, "MOST_ROWS", 2)
    assert len(cells_of(sheet_of(("a",), ("b",)))) == 2
    assert refusal(sheet_of(("a",), ("b",), ("c",))) == "the list has 3 rows; at most 2 can be read"
    four = sheet_of(("a",), ("b",), ("c",), ("d",))
    assert refusal(four) == "the sheet reaches down to row 4; at most 2 rows can be read"
    monkeypatch.setattr(cells, "MOST_COLUMNS", 2)
    assert cells_of(sheet_of(("a", "b"))) == [(1, ["a", "b"])]
    assert refusal(sheet_of(("a", "b", "c"))) == "row 1 has more than 2 cells"


def test_a_title_over_columns_is_no_harm_and_a_cell_down_rows_is() -> None:
    assert cells_of(sheet_of(("a", None), ("b", "c"), merge="A1:B1"))[0] == (1, ["a", ""])
    assert refusal(sheet_of(("a",), ("b",), merge="A1:A2")) == (
        "the cells A1:A2 are merged; take them apart and save again"
    )


def test_a_workbook_of_charts_alone_has_no_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openpyxl, "load_workbook", lambda *_, **__: SimpleNamespace(worksheets=[]))
    assert refusal(sheet_of(("a",))) == "the workbook has no sheet"


def test_cells_of_a_workbook_are_written_as_people_write_them() -> None:
    day = datetime(1950, 6, 30, tzinfo=UTC).replace(tzinfo=None)
    row = (day, day.replace(hour=19, minute=30), 4.0, 4.5, True, False, "  Ann  ", 7)
    ((_, found),) = cells_of(sheet_of(row))
    assert found == ["1950-06-30", "1950-06-30 19:30:00", "4", "4.5", "yes", "no", "Ann", "7"]


def test_how_much_a_workbook_may_unpack_to(monkeypatch: pytest.MonkeyPatch) -> None:
    cells._bounded(cells.LARGEST_UNPACKED, cells.LARGEST)
    with pytest.raises(SpreadsheetError, match=r"^the workbook unpacks to 40 megabytes$"):
        cells._bounded(cells.LARGEST_UNPACKED + 1, cells.LARGEST)
    cells._bounded(1_000_120, 1)
    with pytest.raises(SpreadsheetError, match=r"^the workbook unpacks to far more than it holds$"):
        cells._bounded(1_000_121, 1)
    monkeypatch.setattr(cells, "MOST_CELLS", 5)
    book = packed(b"<row><c ><c ><c ><c >")
    assert refusal(book) == "the workbook is damaged"
    assert refusal(packed(b"<row><c ><c ><c ><c ><c >")) == (
        "the workbook has 6 cells; at most 5 can be read"
    )


def packed(sheet: bytes) -> bytes:
    """A workbook with such a sheet and nothing else."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b"")
        archive.writestr("xl/sheet1.xml", sheet)
    return out.getvalue()


def marks_in(*pieces: bytes) -> int:
    """How many marks are found in a part that is read in such pieces."""

    class File:
        def __init__(self) -> None:
            self.left = list(pieces)

        def __enter__(self) -> File:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def read(self, _: int) -> bytes:
            return self.left.pop(0) if self.left else b""

    parts = SimpleNamespace(infolist=lambda: ["part"], open=lambda _: File())
    return cells._marks(parts)  # type: ignore[arg-type]


def test_marks_are_counted_once_however_a_part_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    assert marks_in(b"<c <c>", b"<row<si") == 4
    assert marks_in(b"x<", b"c y") == 1
    assert marks_in(b"x<merge", b"Cell y") == 1
    assert marks_in(b"<c " + b"y" * 12, b"z", b"<c ") == 2
    for pieces in ((b"<!DOCTYPE x",), (b"<!DOC", b"TYPE"), (b"<!ENTITY",), (b"<!EN", b"TITY")):
        with pytest.raises(SpreadsheetError, match=r"^the workbook defines words of its own; it is not read$"):  # fmt: skip
            marks_in(*pieces)
    monkeypatch.setattr(cells, "LARGEST_UNPACKED", 10)
    assert marks_in(b"x" * 5, b"y" * 5) == 0
    with pytest.raises(SpreadsheetError, match=r"^the workbook unpacks to 0 megabytes$"):
        marks_in(b"x" * 5, b"y" * 6)


@pytest.mark.parametrize(
    ("data", "rows"),
    [
        (
            b"Lee Ann\nRay Bob\nOrr, Cid\n",
            [(1, ["Lee Ann"]), (2, ["Ray Bob"]), (3, ["Orr", "Cid"])],
        ),
        (b"a;b,c\nd;e,f,g\n", [(1, ["a", "b,c"]), (2, ["d", "e,f,g"])]),
        (b"a,b\nc,d\ne;f\n", [(1, ["a", "b"]), (2, ["c", "d"]), (3, ["e;f"])]),
        (b'"a;a;a",b\n"c;c;c",d\n', [(1, ["a;a;a", "b"]), (2, ["c;c;c", "d"])]),
        (b"sep=,x,y\na,b,c\n", [(1, ["sep=", "x", "y"]), (2, ["a", "b", "c"])]),
        (b"sep=|\na;b|c\n", [(2, ["a;b", "c"])]),
        (b"a,b\nsep=,\n", [(1, ["a", "b"]), (2, ["sep=", ""])]),
        (b'a,"b\nc"\nd,e\n', [(1, ["a", "b\nc"]), (3, ["d", "e"])]),
        (b" a , b \n\n '=c,'d\n", [(1, ["a", "b"]), (3, ["=c", "'d"])]),
        ("a;b\nć;d\n".encode("utf-16-le"), [(1, ["a", "b"]), (2, ["ć", "d"])]),
        ("a;b\n".encode("utf-16-be"), None),
        (b"a\0bc", None),
    ],
)
def test_how_a_text_is_cut_into_cells(
    data: bytes, rows: list[tuple[int, list[str]]] | None
) -> None:
    if rows is None:
        assert refusal(data) == "the file is neither a CSV file nor an .xlsx workbook"
    else:
        assert cells_of(data) == rows


def test_a_row_that_cannot_be_read_is_named_by_its_number() -> None:
    assert refusal(b'a\n"b\nc"\n"d\n') == (
        "row 4 cannot be read; look for a quotation mark that is not closed"
    )


NUMBER, DAY, ZONE = Column("table"), Column("born"), Column("zone")


def test_what_is_found_is_told_in_the_order_of_the_file() -> None:
    found = read(b"zone,shoe,PLAYER,,table\n3,9,Ann,,1\n4,8,Bob\n", (NAME, NUMBER, DAY, ZONE))
    assert found.headed
    assert [(row.number, list(row.values.items())) for row in found.rows] == [
        (2, [("zone", "3"), ("name", "Ann"), ("table", "1")]),
        (3, [("zone", "4"), ("name", "Bob"), ("table", "")]),
    ]


def test_without_headings_the_columns_come_in_the_order_asked_for() -> None:
    found = read(b"Ann\nBob,3\n", (NAME, NUMBER, DAY))
    assert not found.headed
    assert [list(row.values.items()) for row in found.rows] == [
        [("name", "Ann"), ("table", "")],
        [("name", "Bob"), ("table", "3")],
    ]


@pytest.mark.parametrize(
    ("data", "faults"),
    [
        (b"name\nAnn,x\n", ("2 cells, but there is 1 column",)),
        (b"name\nAnn,\n", ()),
        (b"name,zone\nAnn,\n", ()),
        (b"name,zone\n,1\n", ("the name is missing",)),
    ],
)
def test_what_is_wrong_with_a_row(data: bytes, faults: tuple[str, ...]) -> None:
    (row,) = read(data, (NAME, NUMBER, DAY, ZONE)).rows
    assert row.faults == faults


def test_headings_are_refused_where_one_is_there_twice_or_missing() -> None:
    assert refusal(b"zone,name,player\n1,2,3\n", (NAME, ZONE)) == "two columns are headed name"
    assert refusal(b"zone\n1\n", (ZONE, NAME)) == "no column is headed name"


def test_a_table_is_written_line_by_line() -> None:
    page = Page("List", ("name", "=sum", "n"), (("Ann", "-1", -1), ("Bob, Ray", "+", None)))
    assert write_csv(page).decode("utf-8-sig") == (
        "name,'=sum,n\r\nAnn,'-1,-1\r\n\"Bob, Ray\",'+,\r\n"
    )


def test_a_workbook_is_written_cell_by_cell() -> None:
    pages = [
        Page("One", ("name", "n", "no"), (("Ann Lee", 12345678), ("=1", None, None), ("Bob",))),
        Page("Two", (), (("x",),)),
        Page("two", ("y" * 60, "z" * 61), ()),
    ]
    book = load_workbook(io.BytesIO(write_xlsx(pages)))
    assert book.sheetnames == ["One", "Two", "two 2"]
    one, two, three = book.worksheets
    assert [[each.value for each in row] for row in one.iter_rows()] == [
        ["name", "n", "no"],
        ["Ann Lee", 12345678, None],
        ["=1", None, None],
        ["Bob", None, None],
    ]
    assert [one.cell(1, at).font.bold for at in (1, 2, 3)] == [True] * 3
    assert not one["A2"].font.bold
    assert [one.column_dimensions[at].width for at in "ABC"] == [10, 11, 5]
    assert [one[at].quotePrefix for at in ("A2", "A3")] == [False, True]
    assert [one[at].data_type for at in ("A2", "A3", "B2")] == ["s", "s", "n"]
    assert (two["A1"].value, two["A2"].value) == (None, "x")
    assert not two["A1"].font.bold
    assert [three.column_dimensions[at].width for at in "AB"] == [63, 63]
    assert {each.freeze_panes for each in book.worksheets} == {"A2"}


def test_no_two_sheets_have_one_title() -> None:
    titles = ["x" * 40, "X" * 31, "x" * 31, "'[a]*'", "a"]
    book = load_workbook(io.BytesIO(write_xlsx([Page(each, ("n",), ()) for each in titles])))
    assert book.sheetnames == ["x" * 31, "X" * 27 + " 2", "x" * 27 + " 3", "a", "a 2"]
