"""Work shared out among threads; compiled code lets them run side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor


def in_threads(work: Callable[[int], None], parts: Sequence[int], threads: int) -> None:
    """Do the work for every part, in as many threads as asked for."""
    if threads < 1:
        raise ValueError(f"at least one thread is needed, not {threads}")
    if threads == 1 or len(parts) < 2:
        for each in parts:
            work(each)
        return
    with ThreadPoolExecutor(threads) as pool:
        for _ in pool.map(work, parts):
            pass
