"""Lists from spreadsheets and tables to them: round trips, faults in words, hostile files."""

import io
import random
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook
from openpyxl.cell import Cell as XlsxCell

from papers.days import club
from rightbower.papers.spreadsheets import cells
from rightbower.papers.spreadsheets.cells import (
    Column,
    Page,
    SpreadsheetError,
    read,
    write_csv,
    write_xlsx,
)
from rightbower.papers.spreadsheets.tables import season_page

NAME = Column("name", titles=("player", "full name"), needed=True)
ZONE = Column("zone")
BORN = Column("born", titles=("date of birth",))
TABLE = Column("table")
COLUMNS = (NAME, ZONE, BORN, TABLE)


def names(data: bytes) -> list[str]:
    return [row.values["name"] for row in read(data, COLUMNS).rows]


def workbook(change: Callable[[Workbook], object]) -> bytes:
    book = Workbook()
    change(book)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def with_rows(*rows: tuple[object, ...]) -> bytes:
    def change(book: Workbook) -> None:
        for number, row in enumerate(rows, start=1):
            for place, value in enumerate(row, start=1):
                book.worksheets[0].cell(number, place).value = value  # type: ignore[assignment]  # any cell

    return workbook(change)


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_the_usual_separators_and_letters(mark: str, coding: str) -> None:
    text = f"Name{mark}Zone\r\nZoë Brûlé{mark}3\r\nAnn Lee{mark}Żory\r\n"
    if coding == "cp1252":
        text = text.replace("Żory", "€5")
    sheet = read(text.encode(coding), COLUMNS)
    assert list(sheet.rows[0].values.items()) == [("name", "Zoë Brûlé"), ("zone", "3")]
    assert sheet.rows[1].values["zone"] in ("Żory", "€5")


def test_excels_own_separator_line_is_not_a_row() -> None:
    assert names(b"sep=;\r\nname;zone\r\nAnn Lee;3\r\n") == ["Ann Lee"]


def test_a_separator_inside_quotation_marks_does_not_count() -> None:
    assert names(b'name;zone\n"Lee, Ann";3\n"Ray; Bob";4\n') == ["Lee, Ann", "Ray; Bob"]


def test_lines_of_blanks_do_not_say_how_the_cells_are_parted() -> None:
    assert names(b"name;zone\nAnn Lee;3\n\t\n\t\n\t\n") == ["Ann Lee"]


def test_a_bare_list_of_names_needs_no_heading() -> None:
    sheet = read(b"Ann Lee\nBob Ray\n\nCid Orr\n", COLUMNS)
    assert not sheet.headed
    assert [(row.number, row.values["name"]) for row in sheet.rows] == [
        (1, "Ann Lee"),
        (2, "Bob Ray"),
        (4, "Cid Orr"),
    ]


def test_other_headings_are_known_and_strange_ones_left_out() -> None:
    sheet = read(b"Shoe size,Full_Name,DATE OF BIRTH\n9,Ann Lee,1950-06-30\n", COLUMNS)
    assert sheet.headed
    assert sheet.rows[0].values == {"name": "Ann Lee", "born": "1950-06-30"}


def test_each_row_says_what_is_wrong_with_it() -> None:
    sheet = read(
        b"name,born,table\nAnn Lee,1950-06-30,1\n,1950-06-30,2\nCid Orr,,,,extra\n,,,,extra\n",
        COLUMNS,
    )
    wide = "5 cells, but there are 3 columns"
    assert [(row.number, row.faults) for row in sheet.rows] == [
        (2, ()),
        (3, ("the name is missing",)),
        (4, (wide,)),
        (5, (wide, "the name is missing")),
    ]


def test_a_workbook_gives_its_cells_as_people_write_them() -> None:
    born = datetime(1950, 6, 30, tzinfo=UTC).replace(tzinfo=None)
    sheet = read(
        with_rows(("Player", "Born", "Table", "Zone"), ("Ann Lee", born, 4.0, True)), COLUMNS
    )
    assert sheet.rows[0].values == {
        "name": "Ann Lee",
        "born": "1950-06-30",
        "table": "4",
        "zone": "yes",
    }
    assert sheet.rows[0].faults == ()


TEXT = st.text(
    st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=12
).map(lambda text: " ".join(text.split()) or "x")  # fmt: skip
LISTS = st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=6)


@settings(max_examples=60, deadline=None)
@given(rows=LISTS)
def test_what_is_written_as_csv_is_read_again(rows: list[tuple[str, str]]) -> None:
    page = Page("List", ("name", "zone"), tuple(rows))
    found = read(write_csv(page), (Column("name"), ZONE))
    assert [(row.values["name"], row.values["zone"]) for row in found.rows] == rows


@settings(max_examples=20, deadline=None)
@given(rows=LISTS)
def test_what_is_written_as_a_workbook_is_read_again(rows: list[tuple[str, str]]) -> None:
    page = Page("List", ("name", "zone"), tuple(rows))
    found = read(write_xlsx([page]), (Column("name"), ZONE))
    assert [(row.values["name"], row.values["zone"]) for row in found.rows] == rows


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "'=1", "\t=1"])
def test_a_name_that_looks_like_a_formula_stays_a_text(text: str) -> None:
    page = Page("List", ("name",), ((text,),))
    assert f"'{text}".encode() in write_csv(page)
    cell = load_workbook(io.BytesIO(write_xlsx([page]))).worksheets[0]["A2"]
    assert isinstance(cell, XlsxCell)
    assert (cell.data_type, cell.value) == ("s", text)
    assert cell.quotePrefix


def test_numbers_stay_numbers() -> None:
    page = Page("List", ("name", "points"), (("Ann Lee", -3), ("Bob Ray", None)))
    assert b"Ann Lee,-3\r\nBob Ray,\r\n" in write_csv(page)
    assert load_workbook(io.BytesIO(write_xlsx([page]))).worksheets[0]["B2"].value == -3


def test_headings_are_bold_and_columns_wide_enough() -> None:
    long = "Maximiliane Oberhofer-Schwarzenbergerinn"
    page = Page("List", ("name", "points"), ((long, 12), ("y" * 200, 1)))
    sheet = load_workbook(io.BytesIO(write_xlsx([page]))).worksheets[0]
    assert sheet["A1"].font.bold
    assert not sheet["A2"].font.bold
    assert sheet.freeze_panes == "A2"
    assert len(long) < sheet.column_dimensions["A"].width < 70


def test_sheets_have_titles_a_workbook_allows() -> None:
    titles = ["A/B: wins?", "A/B: wins?", "x" * 40, ""]
    data = write_xlsx([Page(title, ("name",), ()) for title in titles])
    assert load_workbook(io.BytesIO(data)).sheetnames == [
        "A B  wins",
        "A B  wins 2",
        "x" * 31,
        "Sheet",
    ]


def test_letters_no_workbook_can_hold_are_left_out() -> None:
    data = write_xlsx([Page("List", ("name",), (("Ann\x07 Lee",),))])
    assert names(data) == ["Ann Lee"]


def packed(*parts: tuple[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts:
            archive.writestr(name, content)
    return out.getvalue()


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100)
HOSTILE = {
    "empty": (b"", "the file is empty"),
    "only blanks": (b"\xef\xbb\xbf , \r\n,,\r\n", "the file is empty"),
    "empty workbook": (workbook(str), "the file is empty"),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "neither a CSV file nor an .xlsx workbook"),
    "bytes no text has": (b"name\n\x81\x8d\xff\n", "neither a CSV file nor an .xlsx workbook"),
    "half a unicode letter": (b"\xff\xfea", "neither a CSV file nor an .xlsx workbook"),
    "another archive": (packed(("a.txt", b"hi")), "neither a CSV file nor an .xlsx workbook"),
    "half an archive": (packed(("xl/workbook.xml", b"x" * 99))[:60], "the workbook is damaged"),
    "nonsense inside": (packed(("xl/workbook.xml", b"<a>")), "the workbook is damaged"),
    "old": (OLE, "the workbook has the old .xls form; save it as .xlsx or .csv"),
    "locked": (
        OLE + "EncryptedPackage".encode("utf-16-le"),
        "the workbook is locked with a password; save it without one",
    ),
    "merged": (
        workbook(lambda book: book.worksheets[0].merge_cells("A3:B4")),
        "the cells A3:B4 are merged; take them apart and save again",
    ),
    "huge": (b"x" * (cells.LARGEST + 1), "the file is larger than 10 megabytes"),
    "long": (b"name\n" + b"x\n" * 10_001, "at most 10000 can be read"),
    "wide": (b"name" + b",x" * 300, "row 1 has more than 200 cells"),
    "a cell far down": (
        workbook(lambda book: book.worksheets[0].cell(1_000_000, 1, "x")),
        "the sheet reaches down to row 1000000; at most 10000 rows can be read",
    ),
    "a cell far right": (
        workbook(lambda book: book.worksheets[0].cell(1, 5000, "x")),
        "row 1 has more than 200 cells",
    ),
    "a quotation mark left open": (b'name,zone\nAnn,1\n"Bob,2\nCid,3\n', "row 3 cannot be read"),
    "two columns alike": (b"name,player\nAnn,Bob\n", "two columns are headed name"),
    "no names": (b"zone,born\n1,\n", "no column is headed name"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_file_that_cannot_be_read_is_refused_in_one_sentence(kind: str) -> None:
    data, words = HOSTILE[kind]
    with pytest.raises(SpreadsheetError) as refusal:
        read(data, COLUMNS)
    assert words in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_workbook_that_unpacks_to_too_much_is_not_unpacked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bomb = packed(("xl/workbook.xml", b""), ("xl/big.xml", bytes(3_000_000)))
    monkeypatch.setattr(cells, "LARGEST_UNPACKED", 2_000_000)
    with pytest.raises(SpreadsheetError, match="the workbook unpacks to 3 megabytes"):
        read(bomb, COLUMNS)


@settings(max_examples=200, deadline=None)
@given(data=st.binary(max_size=300))
def test_any_bytes_are_read_or_refused_in_words(data: bytes) -> None:
    for start in (b"", b"PK\x03\x04", b"name,zone\n"):
        try:
            sheet = read(start + data, COLUMNS)
        except SpreadsheetError:
            continue
        assert len({tuple(row.values) for row in sheet.rows}) <= 1


def test_a_small_workbook_of_a_million_cells_is_refused_before_it_is_built(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = b'<row r="1">' + b'<c r="A1"><v>123</v></c>' * 200 + b"</row>"
    bomb = packed(
        ("xl/workbook.xml", random.Random(1).randbytes(300_000)), ("xl/sheet1.xml", row * 5_000)
    )
    assert len(bomb) < 600_000
    monkeypatch.setattr(openpyxl, "load_workbook", None)
    with pytest.raises(SpreadsheetError, match="1005000 cells; at most 300000"):
        read(bomb, COLUMNS)


def test_a_workbook_that_is_nearly_nothing_packed_is_refused() -> None:
    with pytest.raises(SpreadsheetError, match="far more than it holds"):
        read(packed(("xl/workbook.xml", b""), ("xl/sheet1.xml", bytes(20_000_000))), COLUMNS)


def test_a_workbook_with_words_of_its_own_is_not_read() -> None:
    laughs = b'<!DOCTYPE lolz [<!ENTITY lol "lol">]><worksheet>&lol;</worksheet>'
    with pytest.raises(SpreadsheetError, match="words of its own"):
        read(packed(("xl/workbook.xml", b""), ("xl/sheet1.xml", laughs)), COLUMNS)


def test_the_first_sheet_that_holds_anything_is_read() -> None:
    """Not an empty one before it, nor what Numbers says about itself."""

    def change(book: Workbook) -> None:
        book.create_sheet("Export Summary").append(["This document was exported"])
        book.create_sheet("Empty")
        people = book.create_sheet("People")
        for row in (["name", "zone"], ["Ann Lee", 3]):
            people.append(row)
        book.create_sheet("Others").append(["Bob Ray"])

    assert names(workbook(change)) == ["Ann Lee"]
    assert names(workbook(lambda book: book.worksheets[0].append(["Ann Lee"]))) == ["Ann Lee"]


def test_a_season_has_a_column_for_each_night_empty_for_who_was_not_there() -> None:
    history = club()
    page = season_page(history, history.club.seasons[0])
    assert page.heads[-3:] == ("Why", "Night n1 (2027-01-01)", "Night n2 (2027-01-02)")
    shown = {row[1]: (row[:1], row[2:11], row[-2:]) for row in page.rows}
    assert len(shown) == 12
    assert shown["Gwen Jay"] == ((2,), (36, 6, 2, 0, 5, 0, 1, 53, 2000), (23, 30))
    assert shown["Cora Orr"] == ((5,), (28, 3, 1, 0, 2, 0, 1, 25, 2000), (25, ""))
    assert shown["Iris Nye"] == ((6,), (27, 3, 1, 0, 2, 0, 1, 24, 500), ("", 24))
