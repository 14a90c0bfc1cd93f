"""Run a story in an event loop of its own thread; a browser test may own the main thread's."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Told = TypeVar("Told")


def run_apart(story: Coroutine[Any, Any, Told]) -> Told:
    """What the story comes to."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, story).result()
