"""Claims in PostgreSQL: one statement takes them, and a hall's lock says whether it lives."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any, Final

from rightbower.store.claims import LATE, SILENCE, Claim, HallSeen
from rightbower.store.contract import JournalError
from rightbower.store.postgres import schema as sql
from rightbower.store.postgres.session import PostgresSession

# How often a claim is tried whose owner lets go just then, and the pause between.
TRIES: Final = 80
PAUSE: Final = 0.025
# How often it is looked whether a hall that is late has said that it lives.
LOOK_AGAIN: Final = 0.1
_Wanted = dict[str, asyncio.Future[Any]]


class PostgresClaims:
    """The claims of the hall whose session this is."""

    def __init__(self, session: PostgresSession) -> None:
        self._session = session
        self._fences: dict[str, tuple[str, int]] = {}
        self._wanted: _Wanted = {}
        self._taking: asyncio.Task[None] | None = None

    def fence(self, stream: str) -> tuple[str, int]:
        """The claim under which this hall writes a stream: the resource and its fence, or none."""
        return self._fences.get(stream, ("", 0))

    def enter(self, hall: str, path: str) -> None:
        """From here on claims are this hall's, which is reached by ``path``."""
        self._session.ask(sql.ENTER, self._session.number, hall, path)

    def take(self, resource: str, streams: Sequence[str] = ()) -> Future[Claim]:
        """Own a resource unless a living hall does; who owns it now."""
        return self._session.call(self._take(resource, streams or (resource,)))

    def owner(self, resource: str) -> Claim | None:
        """Who owns a resource now; a dead hall owns it until somebody else takes it."""
        found = self._session.ask(sql.OWNERS, [resource])
        return self._claim(found[0]) if found else None

    def release(self, resources: Sequence[str]) -> Future[None]:
        """Let go of resources, also of those that are somebody else's by now."""
        self._forget(set(resources))
        return self._session.execute(sql.RELEASE, list(resources), self._session.number)

    def renew(self) -> Future[None]:
        """Say that this hall lives."""
        return self._session.execute(sql.RENEW, self._session.number)

    def halls(self) -> list[HallSeen]:
        """All halls that have entered and not left, by their names."""
        return [HallSeen(*row) for row in self._session.ask(sql.HALLS)]

    def leave(self) -> Future[None]:
        """Let go of everything and go."""
        self._fences.clear()
        return self._session.call(self._leave())

    async def _leave(self) -> None:
        await self._session.asked(sql.RELEASE_ALL, self._session.number)
        await self._session.asked(sql.LEAVE, self._session.number)

    def _forget(self, resources: set[str]) -> None:
        # The session's thread may add to them meanwhile.
        lost = [stream for stream, (of, _) in list(self._fences.items()) if of in resources]
        for stream in lost:
            self._fences.pop(stream, None)

    def _claim(self, row: Any) -> Claim:
        return Claim(row["resource"], row["name"], row["path"], row["fence"], self._mine(row))

    async def _take(self, resource: str, streams: Sequence[str]) -> Claim:
        """Take a resource, or wait until it is known whether its owner lives: nobody is sent to one that hangs."""
        owner = await self._owner_now(resource)
        while not self._mine(owner) and owner["silent"] > LATE:
            await asyncio.sleep(LOOK_AGAIN)
            owner = await self._owner_now(resource)
        claim = self._claim(owner)
        if claim.mine:
            self._fences.update(dict.fromkeys(streams, (resource, claim.fence)))
        return claim

    async def _owner_now(self, resource: str) -> Any:
        """Try to take a resource; what is wanted at the same moment is asked for together."""
        if resource not in self._wanted:
            self._wanted[resource] = self._session.loop.create_future()
        waiting = self._wanted[resource]
        if self._taking is None or self._taking.done():
            self._taking = asyncio.ensure_future(self._take_wanted())
        # Others may wait for the same: whoever stops waiting does not stop them.
        return await asyncio.shield(waiting)

    async def _take_wanted(self) -> None:
        while self._wanted:
            wanted, self._wanted = self._wanted, {}
            try:
                await self._settle(wanted)
            except Exception as fault:
                for each in wanted.values():
                    if not each.done():
                        each.set_exception(fault)

    async def _settle(self, wanted: _Wanted) -> None:
        """Try until each is taken or has a living owner."""
        for _ in range(TRIES):
            left = [resource for resource, each in wanted.items() if not each.done()]
            if not left:
                return
            for owner in await self._try(left):
                wanted[owner["resource"]].set_result(owner)
            if not all(wanted[resource].done() for resource in left):
                await asyncio.sleep(PAUSE)
        raise JournalError("it changes hands just now; try again")

    async def _try(self, resources: list[str]) -> list[Any]:
        """One round: what is ours or a living hall's now; a hall that is silent is cut off."""
        owners = await self._tried(resources, [])
        silent = {row["hall"] for row in owners if row["silent"] > SILENCE and not self._mine(row)}
        for hall in silent:
            await self._session.asked(sql.CUT_OFF, hall, 0)
        if silent:
            owners = await self._tried(resources, list(silent))
        return owners

    async def _tried(self, resources: list[str], cut_off: list[int]) -> list[Any]:
        await self._session.asked(sql.TAKE, resources, self._session.number, cut_off)
        return await self._session.asked(sql.OWNERS, resources)

    def _mine(self, row: Any) -> bool:
        return bool(row["hall"] == self._session.number)
