"""A progress bar for long work; nothing where the output is not a terminal."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator


@contextlib.contextmanager
def progress_bar(words: str) -> Iterator[Callable[[int, int], None]]:
    """Show how far a long piece of work has come, on standard error."""
    if not sys.stderr.isatty():
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
