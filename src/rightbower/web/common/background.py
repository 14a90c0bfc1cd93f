"""Work of some milliseconds in threads, so that the card tables never wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from rightbower.store.contract import StreamJournal

R = TypeVar("R")
_threads = ThreadPoolExecutor(2, thread_name_prefix="beside")
# Much that somebody asks for at once is done one after the other, and pages do not wait for it.
_piles = ThreadPoolExecutor(1, thread_name_prefix="piles")
# They wait for an engine most of the time, which answers so many at once.
_readers = ThreadPoolExecutor(4, thread_name_prefix="reads")


async def read_apart(journal: StreamJournal, read: Callable[..., R], *args: Any) -> R:
    """What is read of a journal; where an engine has to be asked for it the loop goes on meanwhile."""
    if not journal.remote:
        return read(*args)
    return await asyncio.get_running_loop().run_in_executor(_readers, read, *args)


def read_soon(journal: StreamJournal, read: Callable[[], None]) -> None:
    """Read something for those who come later; at once where no engine has to be asked."""
    if journal.remote:
        _readers.submit(read)
    else:
        read()


async def one_by_one(work: Callable[..., R], *args: Any) -> R:
    """The result of much work on plain values, after what others have asked for; the loop goes on meanwhile."""
    return await asyncio.get_running_loop().run_in_executor(_piles, work, *args)


async def beside(work: Callable[..., R], *args: Any) -> R:
    """The result of some work on plain values; the loop goes on meanwhile."""
    return await asyncio.get_running_loop().run_in_executor(_threads, work, *args)
