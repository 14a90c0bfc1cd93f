"""Several halls on one journal in one process, whose claims and fences are those of the contract."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any

from rightbower.store.claims import SILENCE, Claim, HallSeen, NotOwner, Ownership, done
from rightbower.store.contract import Projection, Tell
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.table import Pace
from rightbower.web.state.desk import Desk
from rightbower.web.state.online import FollowedStreams, Online
from web.faults import FaultyJournal


def _now() -> float:
    return asyncio.get_running_loop().time()


class ClaimsTable:
    """Who owns what, in memory; a hall is alive until it is killed, and cut off when it is silent."""

    def __init__(self) -> None:
        self.owners: dict[str, tuple[str, int]] = {}
        self.seen: dict[str, float] = {}
        self.dead: set[str] = set()
        self._fence = 0

    def alive(self, hall: str) -> bool:
        """Whether a hall's claims are to be respected."""
        return hall in self.seen and hall not in self.dead and _now() - self.seen[hall] <= SILENCE

    def take(self, resource: str, hall: str) -> None:
        """Give a resource to a hall unless a living one has it."""
        owner, _ = self.owners.get(resource, ("", 0))
        if owner != hall and not self.alive(owner):
            self._fence += 1
            self.owners[resource] = (hall, self._fence)


class ClaimsInMemory:
    """The claims of one hall."""

    def __init__(self, table: ClaimsTable) -> None:
        self.table, self.hall = table, ""
        self.fences: dict[str, tuple[str, int]] = {}

    def enter(self, hall: str, path: str) -> None:
        """As every engine does."""
        self.hall = hall
        self.table.seen[hall] = _now()

    def take(self, resource: str, streams: Sequence[str] = ()) -> Future[Claim]:
        """As every engine does."""
        self.table.take(resource, self.hall)
        claim = self.owner(resource)
        assert claim is not None
        if claim.mine:
            for stream in streams or (resource,):
                self.fences[stream] = (resource, claim.fence)
        return done(claim)

    def owner(self, resource: str) -> Claim | None:
        """As every engine does."""
        if resource not in self.table.owners:
            return None
        hall, fence = self.table.owners[resource]
        return Claim(resource, hall, f"?hall={hall}", fence, hall == self.hall)

    def release(self, resources: Sequence[str]) -> Future[None]:
        """As every engine does."""
        for each in resources:
            if self.table.owners.get(each, ("", 0))[0] == self.hall:
                del self.table.owners[each]
        self.fences = {at: held for at, held in self.fences.items() if held[0] not in resources}
        return done(None)

    def renew(self) -> Future[None]:
        """As every engine does."""
        self.table.seen[self.hall] = _now()
        return done(None)

    def halls(self) -> list[HallSeen]:
        """As every engine does."""
        owned = [hall for hall, _ in self.table.owners.values()]
        return [
            HallSeen(hall, f"?hall={hall}", _now() - at, self.table.alive(hall), owned.count(hall))
            for hall, at in sorted(self.table.seen.items())
        ]

    def leave(self) -> Future[None]:
        """As every engine does."""
        self.release([at for at, (hall, _) in self.table.owners.items() if hall == self.hall])
        self.table.seen.pop(self.hall, None)
        return done(None)


class FencedJournal:
    """A hall's own way to a journal that others write too: what has an old fence is refused."""

    remote = False
    trouble = ""

    def __init__(self, shared: FaultyJournal, claims: ClaimsInMemory) -> None:
        self.shared, self.claims = shared, claims

    def post(
        self,
        stream: str,
        expected: int,
        bodies: Sequence[bytes],
        tell: Tell,
        projections: Sequence[Projection] = (),
    ) -> None:
        """As every journal does."""
        resource, fence = self.claims.fences.get(stream, (stream, 0))
        if bodies and self.claims.table.owners.get(resource, ("", 0))[1] != fence:
            tell(NotOwner(f"another hall has {resource} by now"))
        else:
            self.shared.post(stream, expected, bodies, tell, projections)

    def __getattr__(self, name: str) -> Any:
        """All else is the shared journal's own."""
        return getattr(self.shared, name)


class SeveralHalls:
    """Halls by name over one journal; each says that it lives until it is killed or hangs."""

    def __init__(self, journal: FaultyJournal, pace: Pace) -> None:
        self.journal, self.pace, self.table = journal, pace, ClaimsTable()
        self.halls: dict[str, Hall] = {}
        self.desks: dict[str, Desk] = {}
        self.onlines: dict[str, Online] = {}
        self.living: dict[str, asyncio.Task[None]] = {}
        self.following: dict[str, asyncio.Task[None]] = {}

    def open(self, name: str) -> Hall:
        """One more hall comes."""
        claims = ClaimsInMemory(self.table)
        ownership = Ownership(claims)
        ownership.enter(name)
        fenced: Any = FencedJournal(self.journal, claims)
        hall = self.halls[name] = Hall(fenced, self.pace, clock=_now, ownership=ownership)
        self.desks[name] = Desk(hall.async_journal, _now)
        self.onlines[name] = Online(hall, self.desks[name])
        following = FollowedStreams(self.desks[name], self.onlines[name])
        self.living[name] = asyncio.ensure_future(ownership.keep_alive())
        self.following[name] = asyncio.ensure_future(following.run())
        return hall

    def kill(self, name: str) -> None:
        """It is gone, as with kill -9: nothing of its own happens any more."""
        self.table.dead.add(name)
        if name in self.living:
            self.living.pop(name).cancel()
        self.following.pop(name).cancel()
        self.desks.pop(name).close()
        for task in self.onlines.pop(name)._tasks:
            task.cancel()
        self.halls.pop(name).close()

    def close(self) -> None:
        """The evening is over."""
        for name in list(self.halls):
            self.kill(name)
