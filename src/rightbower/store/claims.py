"""Which hall has what."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Final, Protocol, TypeVar

from msgspec import Struct

from rightbower.store.contract import Conflict, JournalError

# How often a hall says that it lives, in seconds. Of one that has not for longer than it may be late it is
# in doubt whether it does, and after some more it is cut off when its claims are wanted.
RENEW: Final = 1.0
LATE: Final = 1.5
SILENCE: Final = 4.0
T = TypeVar("T")


class NotOwner(Conflict):
    """Another hall owns what was to be written."""


class Claim(Struct, frozen=True):
    """Who owns a resource (``table/7``): the hall, where it is reached, and the fence."""

    resource: str
    hall: str
    path: str
    fence: int
    mine: bool


class HallSeen(Struct, frozen=True):
    """A hall on the journal: how many seconds ago it said that it lives, and how much it owns.

    ``tables`` are those of its claims that are card tables.
    """

    hall: str
    path: str
    silent: float
    alive: bool
    claims: int
    tables: int = 0


class StandbySeen(Struct, frozen=True):
    """A standby of the engine: whether commits wait for it, and how far it is behind."""

    name: str
    waited_for: bool
    bytes_behind: int
    seconds_behind: float


class Claims(Protocol):
    """The claims of one hall on a journal; what takes time gives a future.

    ``asyncio.wrap_future`` waits for one in a loop, ``result`` anywhere else.
    """

    def enter(self, hall: str, path: str) -> None:
        """From here on claims are this hall's, which is reached by ``path``."""

    def take(self, resource: str, streams: Sequence[str] = ()) -> Future[Claim]:
        """Own a resource unless a living hall does; who owns it now.

        From then on this hall's entries of ``streams`` (of the stream that is named as the
        resource, where none is given) are refused as soon as somebody else owns it.
        """

    def owner(self, resource: str) -> Claim | None:
        """Who owns a resource now; a dead hall owns it until somebody else takes it."""

    def release(self, resources: Sequence[str]) -> Future[None]:
        """Let go of resources, also of those that are somebody else's by now."""

    def renew(self) -> Future[None]:
        """Say that this hall lives."""

    def halls(self) -> list[HallSeen]:
        """All halls that have entered and not left, by their names."""

    def leave(self) -> Future[None]:
        """Let go of everything and go."""


class SoleClaims:
    """The claims of a hall that has its journal to itself: all is its own."""

    def __init__(self) -> None:
        self._hall = self._path = ""

    def enter(self, hall: str, path: str) -> None:
        """Nobody else is there to be told."""
        self._hall, self._path = hall, path

    def take(self, resource: str, streams: Sequence[str] = ()) -> Future[Claim]:
        """It is always free."""
        return done(self.owner(resource))

    def owner(self, resource: str) -> Claim:
        """This hall."""
        return Claim(resource, self._hall, self._path, 1, True)

    def release(self, resources: Sequence[str]) -> Future[None]:
        """Nobody else wants it."""
        return done(None)

    def renew(self) -> Future[None]:
        """Nobody asks."""
        return done(None)

    def halls(self) -> list[HallSeen]:
        """This hall alone."""
        return [HallSeen(self._hall, self._path, 0.0, True, 0)]

    def leave(self) -> Future[None]:
        """Nobody else comes."""
        return done(None)


def done(value: T) -> Future[T]:
    """A future that is done."""
    found: Future[T] = Future()
    found.set_result(value)
    return found


_log = logging.getLogger(__name__)


class HandedOver(Exception):
    """Another hall owns what was asked for, or has to: which, if that is known."""

    def __init__(self, hall: str = "") -> None:
        super().__init__(hall)
        self.hall = hall


class Owned(Struct, frozen=True):
    """A resource of ours: its fence, and the streams that go with it."""

    fence: int
    streams: tuple[str, ...]


class Ownership:
    """Takes, keeps and lets go of tables, events and leagues for one hall.

    ``lost`` are told where something turned out not to be ours any more.
    """

    def __init__(self, claims: Claims | None = None) -> None:
        self._claims = claims or SoleClaims()
        self.name = ""
        self.sole = isinstance(self._claims, SoleClaims)
        self.leaving = False
        self.lost: list[Callable[[str], None]] = []
        self._owned: dict[str, Owned] = {}
        self._resources: dict[str, str] = {}
        self._going: dict[str, asyncio.Future[None]] = {}
        self._others: list[str] = []

    def owns(self, stream: str) -> bool:
        """Whether nobody else writes this stream."""
        return self.sole or stream in self._resources

    @property
    def resources(self) -> list[str]:
        """What is ours by name."""
        return list(self._owned)

    async def acquire(self, resource: str, *streams: str) -> None:
        """Own a resource from here on; raise ``HandedOver`` where another hall does."""
        if resource in self._owned:
            return
        self.refuse_if_leaving()
        if self.sole:
            return
        if (going := self._going.get(resource)) is not None:
            await going
        streams = streams or (resource,)
        claim = await asyncio.wrap_future(self._claims.take(resource, streams))
        if not claim.mine:
            raise HandedOver(claim.hall)
        self._owned[resource] = Owned(claim.fence, streams)
        self._resources.update(dict.fromkeys(streams, resource))

    def refuse_if_leaving(self) -> None:
        """Raise ``HandedOver`` where this hall is leaving and takes nothing more."""
        if self.leaving:
            raise HandedOver(self.other_hall())

    async def release(self, *resources: str) -> None:
        """Own these no longer; other halls may take them when this is done."""
        ours = [each for each in resources if each in self._owned]
        if not ours:
            return
        going: asyncio.Future[None] = asyncio.wrap_future(self._claims.release(ours))
        for each in ours:
            self._forget(each)
            self._going[each] = going
        try:
            await asyncio.shield(going)
        except JournalError as fault:
            _log.warning("what was let go of stays claimed until this hall ends: %s", fault)
        finally:
            for each in ours:
                self._going.pop(each, None)

    def find_other_halls(self) -> None:
        """Look which other halls are alive; where some own something, those alone: people do reach them."""
        living = [
            each
            for each in self._claims.halls()
            if each.alive and each.silent < SILENCE and each.hall != self.name
        ]
        self._others = [each.hall for each in [each for each in living if each.claims] or living]

    def other_hall(self, besides: str = "") -> str:
        """One of the halls that were found alive, by chance; none where there is none."""
        return random.choice([each for each in self._others if each != besides] or [""])

    def redirect(self, hall: str, asked: str) -> str:
        """Where to send somebody who asked for a hall by name and arrived here, rather than there again.

        While this hall leaves any other will do; else only the one that has it.
        """
        return self.other_hall(asked) if self.leaving and asked and hall == asked else hall

    def owned_elsewhere(self, resource: str) -> bool:
        """Whether another hall has taken a resource."""
        claim = self._claims.owner(resource)
        return claim is not None and not claim.mine

    def mark_lost(self, stream: str) -> None:
        """The journal refused an entry of a stream since another hall owns it by now."""
        resource = self._resources.get(stream)
        if resource is not None:
            self._lose(resource)

    async def keep_alive(self) -> None:
        """Say every second that this hall lives, until it is cancelled."""
        loop = asyncio.get_running_loop()
        last = loop.time()
        while not self.sole:
            try:
                await asyncio.wrap_future(self._claims.renew())
                if loop.time() - last > SILENCE:
                    await self._look_again()
                last = loop.time()
            except JournalError as fault:
                _log.warning("this hall cannot say that it lives: %s", fault)
            except Exception:
                # Whoever says no more that it lives is cut off for good, whatever the reason was.
                _log.exception("this hall met something unforeseen while it said that it lives")
            await asyncio.sleep(RENEW)

    async def _look_again(self) -> None:
        """After a silence others may have taken what was ours: keep what still is."""
        _log.warning("this hall was silent for long; it looks at what is still its own")
        owned = dict(self._owned)
        asked = [self._claims.take(name, ours.streams) for name, ours in owned.items()]
        for claim in await asyncio.gather(*map(asyncio.wrap_future, asked)):
            ours = owned[claim.resource]
            still = claim.mine and claim.fence == ours.fence
            # What was refused meanwhile is forgotten already.
            if not still and self._owned.get(claim.resource) is ours:
                self._lose(claim.resource)

    def enter(self, name: str) -> None:
        """From here on this hall is known to the others by its name."""
        others = [] if self.sole else self._claims.halls()
        if any(each.hall == name and each.alive for each in others):
            _log.warning("another hall is called %s too: give each a name of its own", name)
        self.name = name
        self._claims.enter(name, f"?hall={name}")

    async def leave(self) -> None:
        """Let go of all that is left."""
        await asyncio.wrap_future(self._claims.leave())

    def _forget(self, resource: str) -> None:
        for stream in self._owned.pop(resource).streams:
            self._resources.pop(stream, None)

    def _lose(self, resource: str) -> None:
        self._forget(resource)
        for tell in self.lost:
            tell(resource)
