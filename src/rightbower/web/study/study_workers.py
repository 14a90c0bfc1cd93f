"""What takes long to look into is looked into by a worker, for one visitor a little at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request

from rightbower.office.workers import Busy, NotDone, pool
from rightbower.web.common.guard import device_of, place_of

R = TypeVar("R")


async def studied(request: Request, work: Callable[..., R], *args: Any) -> R:
    """What some work comes to; a page that asks to wait where too much is asked at once."""
    key = device_of(request) or place_of(request)
    try:
        return await pool("study").run(work, *args, key=key)
    except (Busy, NotDone) as busy:
        raise HTTPException(503, str(busy)) from None
