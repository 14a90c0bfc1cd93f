"""Work of some milliseconds beside the loop, so that the card tables never wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

R = TypeVar("R")
_threads = ThreadPoolExecutor(2, thread_name_prefix="beside")


async def beside(work: Callable[..., R], *args: Any) -> R:
    """What some work on plain values comes to; the loop goes on meanwhile."""
    return await asyncio.get_running_loop().run_in_executor(_threads, work, *args)
