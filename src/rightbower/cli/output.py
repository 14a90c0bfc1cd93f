"""What commands print."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from msgspec import json

from rightbower.rules.extras import is_here
from rightbower.tournament.commands import Sheet
from rightbower.tournament.names import without_control_characters

if TYPE_CHECKING:
    from rich.console import Console

WIDEST = 120
ROOM = 12  # the narrowest useful column of words
GAP = 2  # spaces between columns


def print_json(value: Any) -> None:
    """Print a value as JSON that people can read too."""
    print(json.format(json.encode(value), indent=2).decode())


def show(sheets: Iterable[Sheet], plain: bool) -> None:
    """Print the sheets; plain ones, and all without rich, have a line to a row and a tab between cells."""
    if plain or not is_here("rich"):
        for sheet in sheets:
            cells = [row for row in (sheet.heads, *sheet.rows) if row]
            lines = [sheet.title, *("\t".join(row) for row in cells), ""]
            print(without_control_characters("\n".join(lines)))
        return
    from rich.console import Console

    console = Console(highlight=False)
    console.width = min(console.width, WIDEST)
    for sheet in sheets:
        _print(console, sheet)


def _print(console: Console, sheet: Sheet) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    if not sheet.rows:
        print(without_control_characters(sheet.title))
        return
    console.print(Text(without_control_characters(sheet.title), style="bold"))
    fitting = sheet if _fits(sheet, console.width) else sheet.narrow or sheet
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for number, head in enumerate(fitting.heads):
        counted = all(row[number].isdigit() for row in fitting.rows)
        table.add_column(
            head if len(head) <= ROOM else head.replace("-", "-\n"),
            justify="right" if counted else "left",
            no_wrap=number == 0 or counted,
            min_width=_longest_word(row[number] for row in fitting.rows),
            overflow="fold",
        )
    for row in fitting.rows:
        table.add_row(*(Text(without_control_characters(cell)) for cell in row))
    console.print(table)
    console.print()


def _fits(sheet: Sheet, width: int) -> bool:
    """Whether every column but the first finds room for words."""
    first = max(len(row[0]) for row in (sheet.heads, *sheet.rows))
    return (width - first) // (len(sheet.heads) - 1) - GAP >= ROOM


def _longest_word(cells: Iterable[str]) -> int:
    return max((len(word) for cell in cells for word in cell.split()), default=0)


@contextlib.contextmanager
def progress_bar(words: str) -> Iterator[Callable[[int, int], None]]:
    """Show how far a long piece of work has come, on standard error."""
    if not sys.stderr.isatty() or not is_here("rich"):
        yield lambda _done, _total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(words), BarColumn(), TextColumn("{task.completed}/{task.total}"))
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True)) as bar:
        task = bar.add_task(words, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def bar(share: float, width: int = 20) -> str:
    """A share from 0 to 1 as a small bar.

    >>> bar(0.5, 4)
    '██░░'
    """
    full = round(max(0.0, min(1.0, share)) * width)
    return "█" * full + "░" * (width - full)
