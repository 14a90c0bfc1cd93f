"""Who owns what when several halls share one journal: claims, and the fences that go with them.

A claim is taken when a table or an event wakes, not for each move. It changes hands only when its
hall lets go or is dead, and every new owner has a higher fence: what an old owner still sends is
refused. A hall is alive while its session with the engine lasts, and while it says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from typing import Final, Protocol, TypeVar

from msgspec import Struct

from rightbower.store.contract import Conflict

# A hall that has not said for so many seconds that it lives is cut off when its claims are wanted.
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
