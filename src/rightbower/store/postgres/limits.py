"""Limits in PostgreSQL: what was done at one hall counts at the others, by the engine's clock."""

from __future__ import annotations

import hashlib
from concurrent.futures import Future
from typing import Final

from rightbower.store.limits import Limit
from rightbower.store.postgres import schema as sql
from rightbower.store.postgres.session import PostgresSession

# After so many, those that are over are swept out.
SWEEP: Final = 500
# What never comes back comes back after years.
SLOWEST: Final = 1e-8


class PostgresLimits:
    """The limits of all halls on a journal: of each a moment is kept when it is whole again."""

    def __init__(self, session: PostgresSession) -> None:
        self._session = session
        self._taken = 0

    def take(self, *limits: Limit) -> Future[bool]:
        """Count one against each, or none; of those who come at once none goes past a limit."""
        return self._session.call(self._take(limits))

    async def _take(self, limits: tuple[Limit, ...]) -> bool:
        pauses = [_pause(each) for each in limits]
        slacks = [_slack(each) for each in limits]
        taken = await self._session.asked(sql.LIMIT, [*map(_key, limits)], pauses, slacks)
        self._taken += 1
        if self._taken % SWEEP == 0:
            await self._session.asked(sql.SWEEP_LIMITS)
        return len(taken) == len(limits)

    def may(self, limit: Limit) -> Future[bool]:
        """Whether one more is within a limit."""
        return self._session.call(self._may(limit))

    async def _may(self, limit: Limit) -> bool:
        return not await self._session.asked(sql.LIMITED, _key(limit), _slack(limit))

    def forget(self, limit: Limit) -> Future[None]:
        """Start afresh with somebody."""
        return self._session.execute(sql.FORGET_LIMIT, _key(limit))


def _key(limit: Limit) -> str:
    """Who did what is not to be read in the engine, and may be of any length and letters."""
    return hashlib.sha256(limit.key.encode("utf-8", "surrogatepass")).hexdigest()


def _pause(limit: Limit) -> float:
    """After so many seconds one more may be done."""
    return 1 / max(limit.rate.per_second, SLOWEST)


def _slack(limit: Limit) -> float:
    """So many seconds before it is whole again there is still one left."""
    return (limit.rate.at_once - 1) * _pause(limit)
