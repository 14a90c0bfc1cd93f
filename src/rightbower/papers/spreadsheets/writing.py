"""Tables out to CSV and XLSX, so that every program shows them as they are."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

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
