"""Lists in from CSV and XLSX, with a preview and what is wrong with each row."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Literal

from msgspec import Struct

from rightbower.refusal import counted
from rightbower.spreadsheets.cells import SpreadsheetError, cells_of


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


class ListPreview(Struct, frozen=True):
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


def read(data: bytes, columns: Sequence[Column]) -> ListPreview:
    """A list from the bytes of a CSV or XLSX file.

    The first row may hold headings. Where it has none that we know, the columns are taken in the
    order in which they were asked for.
    """
    lines = cells_of(data)
    known = {_plain(title): each.name for each in columns for title in (each.name, *each.titles)}
    heads = [known.get(_plain(cell), "") for cell in lines[0][1]]
    headed = any(heads)
    if headed:
        return _headed(lines, heads, columns)
    order = [each.name for each in columns][: max(len(cells) for _, cells in lines)]
    return ListPreview(_rows(lines, order, columns), tuple(order), headed=False)


def _headed(
    lines: Sequence[tuple[int, list[str]]], heads: Sequence[str], columns: Sequence[Column]
) -> ListPreview:
    found = [head for head in heads if head]
    twice = next((head for head in found if found.count(head) > 1), None)
    if twice:
        raise SpreadsheetError(f"two columns are headed {twice}")
    missing = [each.name for each in columns if each.needed and each.name not in found]
    if missing:
        raise SpreadsheetError(f"no column is headed {missing[0]}")
    first = lines[0][1]
    unused = tuple(cell for cell, head in zip(first, heads, strict=True) if cell and not head)
    return ListPreview(_rows(lines[1:], heads, columns), tuple(found), unused)


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
            faults.append(
                f"{counted(len(cells), 'cell')}, but there {'is' if len(heads) == 1 else 'are'} {counted(len(heads), 'column')}"
            )
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
