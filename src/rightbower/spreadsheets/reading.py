"""Lists in from CSV and XLSX, with a preview and what is wrong with each row."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

LARGEST = 10_000_000  # bytes of a file
LARGEST_UNPACKED = 100_000_000  # bytes of a workbook's parts
MOST_ROWS = 10_000
MOST_COLUMNS = 200
SEPARATORS = ",;\t|"

# An apostrophe before a text that a program may take for a formula; it is no part of the text.
_GUARDED: Final = re.compile(r"'+[=+\-@\t\r]")
_OLD_OR_LOCKED: Final = b"\xd0\xcf\x11\xe0"


class SpreadsheetError(ValueError):
    """A file that cannot be read as a list, in one sentence."""


class Column(Struct, frozen=True):
    """What is looked for in a list; ``titles`` are other headings it may go by."""

    name: str
    titles: tuple[str, ...] = ()
    needed: bool = False
    once: bool = False
    kind: Literal["text", "number", "date"] = "text"


class Row(Struct, frozen=True):
    """A row as it was understood; ``number`` is its line in the file."""

    number: int
    values: Mapping[str, str]
    faults: tuple[str, ...] = ()


class Sheet(Struct, frozen=True):
    """A list as it was understood, for people to look at before it is taken in.

    ``found`` are the columns in the order of the file, ``unused`` the headings nobody asked for.
    """

    rows: tuple[Row, ...]
    found: tuple[str, ...]
    unused: tuple[str, ...] = ()
    headed: bool = True

    @property
    def good(self) -> tuple[Row, ...]:
        """The rows without a fault."""
        return tuple(row for row in self.rows if not row.faults)

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong, a sentence each with its row."""
        return tuple(f"row {row.number}: {fault}" for row in self.rows for fault in row.faults)

    def preview(self, rows: int = 10) -> tuple[tuple[str, ...], ...]:
        """The headings and the first rows as they were understood."""
        shown = (tuple(row.values[name] for name in self.found) for row in self.rows[:rows])
        return (self.found, *shown)


def read(data: bytes, columns: Sequence[Column]) -> Sheet:
    """A list from the bytes of a CSV or XLSX file.

    The first row may hold headings. Where it has none that we know, the columns are taken in the
    order in which they were asked for.
    """
    lines = [(number, cells) for number, cells in _lines(data) if any(cells)]
    if not lines:
        raise SpreadsheetError("the file is empty")
    if len(lines) > MOST_ROWS:
        raise SpreadsheetError(f"the list has {len(lines)} rows; at most {MOST_ROWS} can be read")
    known = {_plain(title): each.name for each in columns for title in (each.name, *each.titles)}
    heads = [known.get(_plain(cell), "") for cell in lines[0][1]]
    headed = any(heads)
    if headed:
        return _headed(lines, heads, columns)
    order = [each.name for each in columns][: max(len(cells) for _, cells in lines)]
    return Sheet(_rows(lines, order, columns), tuple(order), headed=False)


def _headed(
    lines: Sequence[tuple[int, list[str]]], heads: Sequence[str], columns: Sequence[Column]
) -> Sheet:
    found = [head for head in heads if head]
    twice = next((head for head in found if found.count(head) > 1), None)
    if twice:
        raise SpreadsheetError(f"two columns are headed {twice}")
    missing = [each.name for each in columns if each.needed and each.name not in found]
    if missing:
        raise SpreadsheetError(f"no column is headed {missing[0]}")
    first = lines[0][1]
    unused = tuple(cell for cell, head in zip(first, heads, strict=True) if cell and not head)
    return Sheet(_rows(lines[1:], heads, columns), tuple(found), unused)


def _rows(
    lines: Iterable[tuple[int, list[str]]], heads: Sequence[str], columns: Sequence[Column]
) -> tuple[Row, ...]:
    seen: set[tuple[str, str]] = set()
    rows = []
    for number, cells in lines:
        raw = {head: cell for head, cell in zip(heads, cells, strict=False) if head}
        raw = {head: raw.get(head, "") for head in heads if head}
        faults = []
        if any(cells[len(heads) :]):
            faults.append(f"{len(cells)} cells, but there are {len(heads)} columns")
        for column in columns:
            value, fault = _judged(column, raw.get(column.name, ""), seen)
            faults += [fault] if fault else []
            if column.name in raw:
                raw[column.name] = value
        rows.append(Row(number, raw, tuple(faults)))
    return tuple(rows)


def _judged(column: Column, text: str, seen: set[tuple[str, str]]) -> tuple[str, str]:
    """The value as it is kept, and what is wrong with it."""
    if not text:
        return "", f"the {column.name} is missing" if column.needed else ""
    key = (column.name, _plain(text))
    if column.once and key in seen:
        return text, f"{text} is there already"
    seen.add(key)
    if column.kind == "number" and not re.fullmatch(r"[+-]?\d+", text):
        return text, f"the {column.name} {text!r} is not a whole number"
    if column.kind == "date":
        day = _date(text)
        return (
            day or text,
            "" if day else f"the {column.name} {text!r} is not a date like 1950-06-30",
        )
    return text, ""


def _date(text: str) -> str:
    """A date as 1950-06-30; day and month the other way round could be either, so they are refused."""
    try:
        return date.fromisoformat(text.replace("/", "-").replace(".", "-")).isoformat()
    except ValueError:
        return ""


def _plain(text: str) -> str:
    return " ".join(text.replace("_", " ").split()).casefold()


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
    """The mark that cuts the first rows into most cells, the same number in each."""
    if said := re.match(r"sep=(.)\r?\n", text):
        return said[1]
    first = [line for line in text.splitlines()[:20] if line.strip()]

    def fitness(mark: str) -> tuple[int, int]:
        counts = [len(re.sub(r'"[^"]*"', "", line).split(mark)) for line in first]
        return min(counts, default=1), sum(count == counts[0] for count in counts)

    return max(SEPARATORS, key=fitness)


def _workbook(data: bytes) -> Iterator[tuple[int, list[str]]]:
    import openpyxl

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            names = set(parts.namelist())
            unpacked = sum(part.file_size for part in parts.infolist())
    except zipfile.BadZipFile:
        raise SpreadsheetError("the workbook is damaged") from None
    if "xl/workbook.xml" not in names:
        raise SpreadsheetError("the file is neither a CSV file nor an .xlsx workbook")
    if unpacked > LARGEST_UNPACKED:
        raise SpreadsheetError(f"the workbook unpacks to {unpacked // 1_000_000} megabytes")
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), data_only=True)
    except Exception:
        # A mangled workbook can fail at any point of the reader, with any error.
        raise SpreadsheetError("the workbook is damaged") from None
    if not book.worksheets:
        raise SpreadsheetError("the workbook has no sheet")
    return _cells(book.worksheets[0])


def _cells(sheet: Worksheet) -> Iterator[tuple[int, list[str]]]:
    if sheet.merged_cells.ranges:
        merged = min(str(each) for each in sheet.merged_cells.ranges)
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
