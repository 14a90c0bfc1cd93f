"""What the pages of study share: the book that is asked for, and work that takes long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request

from rightbower.office.workers import Busy, NotDone, pool
from rightbower.rules.book import RuleBook, load, names
from rightbower.web.common.guard import device_of, place_of

R = TypeVar("R")


def book_or_404(name: str) -> RuleBook:
    """The book of a name, or a plain 404."""
    if name not in names():
        raise HTTPException(404, f"There is no book called {name}.")
    return load(name)


async def studied(request: Request, work: Callable[..., R], *args: Any) -> R:
    """The result of some work by a worker, for one visitor a little at a time.

    A page that asks to wait where too much is asked at once.
    """
    key = device_of(request) or place_of(request)
    try:
        return await pool("study").run(work, *args, key=key)
    except (Busy, NotDone) as busy:
        raise HTTPException(503, str(busy)) from None
