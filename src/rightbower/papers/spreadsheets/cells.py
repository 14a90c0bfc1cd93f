"""Cells read and written."""

from __future__ import annotations

import csv
import io
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from rightbower.rules.extras import needs
from rightbower.rules.refusal import Refusal, counted

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

LARGEST = 10_000_000  # bytes of a file
LARGEST_UNPACKED = 40_000_000  # bytes of a workbook's parts
MOST_TIMES_PACKED = 120  # how much larger a workbook may be unpacked
MOST_CELLS = 300_000
MOST_ROWS = 10_000
MOST_COLUMNS = 200
# A comma comes last: it may stand within a name.
SEPARATORS = ";\t|,"

# An apostrophe before a text that a program may take for a formula; it is no part of the text.
_GUARDED: Final = re.compile(r"'+[=+\-@\t\r]")
# What stands at the beginning of each thing that costs memory.
_MARKS: Final = (
    b"<c ",
    b"<c>",
    b"<c/",
    b"<row",
    b"<si",
    b"<mergeCell ",
    b"<xf",
    b"<font",
    b"<definedName",
    b"<sheet ",
)
_OLD_OR_LOCKED: Final = b"\xd0\xcf\x11\xe0"


class SpreadsheetError(Refusal):
    """A file that cannot be read as a list, in one sentence."""


def cells_of(data: bytes) -> list[tuple[int, list[str]]]:
    """The rows of a file that are not empty, each with its number."""
    lines = [(number, cells) for number, cells in _lines(data) if any(cells)]
    if not lines:
        raise SpreadsheetError("the file is empty")
    if len(lines) > MOST_ROWS:
        raise SpreadsheetError(f"the list has {len(lines)} rows; at most {MOST_ROWS} can be read")
    return lines


def _lines(data: bytes) -> Iterator[tuple[int, list[str]]]:
    """The rows of a file with their numbers, each cell a text without space around it."""
    if len(data) > LARGEST:
        raise SpreadsheetError(f"the file is larger than {LARGEST // 1_000_000} megabytes")
    if data.startswith(_OLD_OR_LOCKED):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise SpreadsheetError("the workbook is locked with a password; save it without one")
        raise SpreadsheetError("the workbook has the old .xls form; save it as .xlsx or .csv")
    return _workbook(data) if data.startswith(b"PK") else _separated(_text(data))


def _text(data: bytes) -> str:
    """The letters of a CSV file: Unicode with or without its mark, else Windows-1252."""
    try:
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            return data.decode("utf-16")
        if data[1::2].count(0) * 2 > len(data) // 2 and not data[::2].count(0):
            return data.decode("utf-16-le")
        if b"\0" in data:
            raise SpreadsheetError("the file is neither a CSV file nor an .xlsx workbook")
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError:
            return data.decode("cp1252")
    except UnicodeDecodeError:
        raise SpreadsheetError("the file is neither a CSV file nor an .xlsx workbook") from None


def _separated(text: str) -> Iterator[tuple[int, list[str]]]:
    separator = _separator(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    before = 0
    try:
        for cells in reader:
            if len(cells) > MOST_COLUMNS:
                raise SpreadsheetError(_too_wide(before + 1))
            if not (before == 0 and len(cells) <= 2 and cells[:1] == ["sep="]):
                yield before + 1, [_unguarded(cell) for cell in cells]
            before = reader.line_num
    except csv.Error:
        raise SpreadsheetError(
            f"row {before + 1} cannot be read; look for a quotation mark that is not closed"
        ) from None


def _separator(text: str) -> str:
    """The mark that cuts most of the first rows into the same number of cells."""
    if said := re.match(r"sep=(.)\r?\n", text):
        return said[1]
    first = [line for line in text.splitlines()[:20] if line.strip()]

    def fitness(mark: str) -> tuple[int, int]:
        counts = [len(re.sub(r'"[^"]*"', "", line).split(mark)) for line in first]
        return max(((counts.count(each), each) for each in counts if each > 1), default=(0, 1))

    return max(SEPARATORS, key=fitness)


def _workbook(data: bytes) -> Iterator[tuple[int, list[str]]]:
    needs("a workbook", "openpyxl")
    import openpyxl

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            names = set(parts.namelist())
            unpacked = sum(part.file_size for part in parts.infolist())
            _bounded(unpacked, len(data))
            marks = _marks(parts)
    except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError):
        raise SpreadsheetError("the workbook is damaged") from None
    if "xl/workbook.xml" not in names:
        raise SpreadsheetError("the file is neither a CSV file nor an .xlsx workbook")
    if marks > MOST_CELLS:
        raise SpreadsheetError(f"the workbook has {marks} cells; at most {MOST_CELLS} can be read")
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), data_only=True)
    except Exception:
        # A mangled workbook can fail at any point of the reader, with any error.
        raise SpreadsheetError("the workbook is damaged") from None
    if not book.worksheets:
        raise SpreadsheetError("the workbook has no sheet")
    filled = [sheet for sheet in book.worksheets if sheet.max_row > 1 or sheet["A1"].value]
    # Numbers puts a sheet about itself before those that were asked for.
    filled = [sheet for sheet in filled if sheet.title != "Export Summary"] or filled
    return _cells((filled or book.worksheets)[0])


def _bounded(unpacked: int, packed: int) -> None:
    if unpacked > LARGEST_UNPACKED:
        raise SpreadsheetError(f"the workbook unpacks to {unpacked // 1_000_000} megabytes")
    if unpacked > packed * MOST_TIMES_PACKED + 1_000_000:
        raise SpreadsheetError("the workbook unpacks to far more than it holds")


def _marks(parts: zipfile.ZipFile) -> int:
    """How many cells, rows, texts and merged places a workbook says it has, without building them."""
    found = unpacked = 0
    for part in parts.infolist():
        before = b""
        with parts.open(part) as file:
            while piece := file.read(1 << 18):
                unpacked += len(piece)
                # What a part says of its own size may be false.
                _bounded(unpacked, LARGEST)
                text = before + piece
                if b"<!DOCTYPE" in text or b"<!ENTITY" in text:
                    raise SpreadsheetError("the workbook defines words of its own; it is not read")
                found += sum(map(text.count, _MARKS)) - sum(map(before.count, _MARKS))
                before = piece[-16:]
    return found


def _cells(sheet: Worksheet) -> Iterator[tuple[int, list[str]]]:
    # A title over several columns is no harm; a cell down several rows belongs to each of them.
    down = [each for each in sheet.merged_cells.ranges if each.min_row != each.max_row]
    if down:
        merged = min(map(str, down))
        raise SpreadsheetError(f"the cells {merged} are merged; take them apart and save again")
    if sheet.max_column > MOST_COLUMNS:
        raise SpreadsheetError(_too_wide(sheet.min_row))
    if sheet.max_row > MOST_ROWS + 1:
        raise SpreadsheetError(
            f"the sheet reaches down to row {sheet.max_row}; at most {MOST_ROWS} rows can be read"
        )
    for number, values in enumerate(sheet.iter_rows(min_row=1, values_only=True), start=1):
        yield number, [_written(value) for value in values]


def _too_wide(row: int) -> str:
    return f"row {row} has more than {MOST_COLUMNS} cells"


def _written(value: object) -> str:
    """A cell of a workbook as a person would write it."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float() if value.is_integer():
            return str(int(value))
        case datetime():
            return value.date().isoformat() if value.time() == datetime.min.time() else str(value)
        case _:
            return str(value).strip()


def _unguarded(cell: str) -> str:
    cell = cell.strip(" ")
    return (cell[1:] if _GUARDED.match(cell) else cell).strip()


WIDEST = 60  # letters of a column

Cell = str | int | float | None

# A program may take such a text for a formula; an apostrophe before it keeps it a text.
_FORMULA: Final = re.compile(r"'*[=+\-@\t\r]")
_UNPRINTABLE: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_TITLE_MARKS: Final = re.compile(r"[\[\]:*?/\\]")


class Page(Struct, frozen=True):
    """A table to be written: its title, headings and rows."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def write_csv(page: Page) -> bytes:
    """The table as CSV that spreadsheet programs open with its letters right."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    for row in (page.heads, *page.rows):
        writer.writerow([_guarded(cell) for cell in row])
    return out.getvalue().encode("utf-8-sig")


def _guarded(cell: Cell) -> Cell:
    return f"'{cell}" if isinstance(cell, str) and _FORMULA.match(cell) else cell


def write_xlsx(pages: Sequence[Page]) -> bytes:
    """The tables as sheets of a workbook, with bold headings that stay in sight."""
    needs("a workbook", "openpyxl")
    from openpyxl import Workbook
    from openpyxl.styles import Font

    book = Workbook()
    book.remove(book.worksheets[0])
    titles: set[str] = set()
    for page in pages:
        sheet = book.create_sheet(_sheet_title(page.title, titles))
        for number, row in enumerate((page.heads, *page.rows), start=1):
            _put(sheet, number, row)
        for head in sheet[1] if page.heads else ():
            head.font = Font(bold=True)
        sheet.freeze_panes = "A2"
        _set_widths(sheet, page)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _put(sheet: Worksheet, number: int, row: Sequence[Cell]) -> None:
    for place, value in enumerate(row, start=1):
        cell = sheet.cell(number, place)
        if isinstance(value, str):
            cell.value = _UNPRINTABLE.sub("", value)
            cell.data_type = "s"
            if _FORMULA.match(value):
                cell.quotePrefix = True
        else:
            cell.value = value


def _set_widths(sheet: Worksheet, page: Page) -> None:
    from openpyxl.utils import get_column_letter

    for place in range(len(page.heads)):
        cells = [row[place] for row in (page.heads, *page.rows) if place < len(row)]
        longest = max(len(str(cell)) for cell in cells if cell is not None)
        sheet.column_dimensions[get_column_letter(place + 1)].width = min(longest, WIDEST) + 3


def _sheet_title(title: str, taken: set[str]) -> str:
    """A title that a workbook allows: at most 31 letters, none of a few marks, no two alike."""
    plain = _TITLE_MARKS.sub(" ", title).strip(" '")[:31] or "Sheet"
    name, number = plain, 2
    while name.casefold() in taken:
        name, number = f"{plain[:27]} {number}", number + 1
    taken.add(name.casefold())
    return name


class Column(Struct, frozen=True):
    """What is looked for in a list; ``titles`` are other headings it may go by."""

    name: str
    titles: tuple[str, ...] = ()
    needed: bool = False


class Row(Struct, frozen=True):
    """A row as it was understood; ``number`` is its line in the file."""

    number: int
    values: Mapping[str, str]
    faults: tuple[str, ...] = ()


class ListPreview(Struct, frozen=True):
    """A list as it was understood, for people to look at before it is imported."""

    rows: tuple[Row, ...]
    headed: bool = True


def read(data: bytes, columns: Sequence[Column]) -> ListPreview:
    """A list from the bytes of a CSV or XLSX file.

    The first row may hold headings. Where it has none that we know, the columns are taken in the
    order in which they were asked for.
    """
    lines = cells_of(data)
    known = {_plain(title): each.name for each in columns for title in (each.name, *each.titles)}
    heads = [known.get(_plain(cell), "") for cell in lines[0][1]]
    if any(heads):
        _check_heads(heads, columns)
        return ListPreview(tuple(_rows(lines[1:], heads, columns)))
    order = [each.name for each in columns][: max(len(cells) for _, cells in lines)]
    return ListPreview(tuple(_rows(lines, order, columns)), headed=False)


def _check_heads(heads: Sequence[str], columns: Sequence[Column]) -> None:
    """Refuse a heading that is there twice, and a list without one that is needed."""
    for head in heads:
        if head and heads.count(head) > 1:
            raise SpreadsheetError(f"two columns are headed {head}")
    for column in columns:
        if column.needed and column.name not in heads:
            raise SpreadsheetError(f"no column is headed {column.name}")


def _rows(
    lines: Iterable[tuple[int, list[str]]], heads: Sequence[str], columns: Sequence[Column]
) -> Iterator[Row]:
    for number, cells in lines:
        pairs = zip_longest(heads, cells[: len(heads)], fillvalue="")
        values = {head: cell for head, cell in pairs if head}
        faults = []
        if any(cells[len(heads) :]):
            there = f"there {'is' if len(heads) == 1 else 'are'} {counted(len(heads), 'column')}"
            faults.append(f"{counted(len(cells), 'cell')}, but {there}")
        faults += [
            f"the {column.name} is missing"
            for column in columns
            if column.needed and not values.get(column.name)
        ]
        yield Row(number, values, tuple(faults))


def _plain(text: str) -> str:
    return " ".join(text.replace("_", " ").split()).casefold()
