"""Lists in from CSV and XLSX, with what is wrong with each row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest

from msgspec import Struct

from rightbower.papers.spreadsheets.cells import SpreadsheetError, cells_of
from rightbower.rules.refusal import counted


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
