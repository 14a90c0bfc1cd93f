"""A connection to PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, Final, TypeVar
from urllib.parse import parse_qs, urlsplit, urlunsplit

import asyncpg
import uvloop

from rightbower.store.contract import JournalError, Unreachable
from rightbower.store.limits import Limit
from rightbower.store.postgres import schema as sql
from rightbower.store.postgres.schema import migrate

ESCAPES: Final = (
    "its address is not postgresql://USER@HOST/DATABASE; in a password"
    " / is written %2F, ? is %3F, # is %23, @ is %40 and [ is %5B"
)
LEADING: Final = ("any", "primary", "standby", "read-write", "read-only", "prefer-standby")


def shown(address: str) -> str:
    """An address as people may see it, without its password.

    >>> shown("postgresql://ann:secret@db.example.org/hall?password=secret")
    'postgresql://ann@db.example.org/hall'
    """
    if not readable(address):
        return "postgresql://…"
    parts = urlsplit(address)
    user, at, host = parts.netloc.rpartition("@")
    return urlunsplit((parts.scheme, user.partition(":")[0] + at + host, parts.path, "", ""))


def readable(address: str) -> bool:
    """Whether the parts of an address are what they seem: a password can look like all of them.

    >>> readable("postgresql://ann:sec#ret@db.example.org/hall")
    False
    """
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    hosts = parts.netloc.rpartition("@")[2].split(",")
    ports = [each.rpartition(":")[2] for each in hosts if ":" in each and not each.endswith("]")]
    elsewhere = "@" in parts.path + parts.query or bool(parts.fragment)
    return not elsewhere and all(each.isdecimal() for each in ports)


def check_address(address: str) -> None:
    """Raise where an address cannot be used."""
    if not readable(address):
        raise JournalError(f"the journal {shown(address)} cannot be used: {ESCAPES}")
    for asked in parse_qs(urlsplit(address).query).get("target_session_attrs", ()):
        if asked not in LEADING:
            raise JournalError(f"target_session_attrs is {', '.join(LEADING)}, not {asked!r}")


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

    def give_back(self, *limits: Limit) -> Future[None]:
        """Count one less against each."""
        pauses = [_pause(each) for each in limits]
        return self._session.execute(sql.GIVE_BACK, [*map(_key, limits)], pauses)

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


_log = logging.getLogger(__name__)
# That the engine is away is said once, not by the pool with a traceback at each of its tries.
logging.getLogger("asyncpg.pool").setLevel(logging.ERROR)
T = TypeVar("T")
# What is sent waits so many seconds for an engine that went away; later ones are refused at once.
PATIENCE: Final = 10.0
# A statement that takes longer than this is taken for lost, and its session cut off.
STATEMENT: Final = 8.0
CONNECT: Final = 5.0
TRY_AGAIN: Final = 0.1
# Who reads holds others up, and waits for an engine that went away only so long.
BACK_SOON: Final = 0.5
READERS: Final = 4
# A batch is planned once, whatever its length, and is too short to be compiled.
SETTINGS: Final = {"plan_cache_mode": "force_generic_plan", "jit": "off"}
# The connection is gone, or leads to what is not, or no longer, the engine that can be written.
LOST: Final = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    # What the driver says of a connection on which the engine has just said farewell.
    asyncpg.InternalClientError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.ReadOnlySQLTransactionError,
)
# What the driver or the engine says of these helps nobody.
MEANS: Final = {
    asyncpg.ReadOnlySQLTransactionError: "it is a standby, which only follows; name the primary, or"
    " both machines and target_session_attrs=primary",
    asyncpg.exceptions.TargetServerAttributeNotMatched: "no machine of its address is what"
    " target_session_attrs asks for",
    asyncpg.InvalidSchemaNameError: "its schema (search_path) is not there; make it with"
    " 'create schema NAME authorization USER'",
}


class PlainConnection(asyncpg.Connection):  # type: ignore[misc]
    """A connection that is given back as it is: nothing of ours has to be undone."""

    def get_reset_query(self) -> str:
        """Nothing."""
        return ""


class PostgresSession:
    """One writer, which holds the lock of this hall's number, and a few readers.

    The writer comes back by itself. It has its lock again only when the session before it is over,
    so what that one sent is either there by then or never will be.
    """

    def __init__(self, address: str) -> None:
        check_address(address)
        self.address, self.number = address, 0
        self.writer: Any = None
        self._old_process = 0
        self._coming_back: asyncio.Task[None] | None = None
        self._down_since: float | None = 0.0
        self._closing, self._up = False, asyncio.Event()
        self.loop = uvloop.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()
        try:
            self.call(self._open()).result()
        except BaseException as fault:
            self._stop()
            raise self.trouble(fault) from None

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_forever()

    def call(self, what: Coroutine[Any, Any, T]) -> Future[T]:
        """Do something in the session's loop."""
        return asyncio.run_coroutine_threadsafe(what, self.loop)

    @property
    def up(self) -> bool:
        """Whether the writer is there, and what it finds is where it has to be."""
        return self._down_since is None

    async def _open(self) -> None:
        first = await self._connect()
        try:
            await migrate(first)
            self.number = int(await first.fetchval(sql.NUMBER))
            await self._hold(first)
            self.readers = await self._pool()
        except BaseException:
            # Nobody comes back for it, and what is left half made would keep the loop from ending.
            self._closing = True
            await first.close(timeout=1.0)
            raise

    async def _pool(self) -> Any:
        return await asyncpg.create_pool(
            self.address,
            # One at once, so that a role without room for it is told so when the journal is opened.
            min_size=1,
            max_size=READERS,
            connection_class=PlainConnection,
            command_timeout=STATEMENT,
            timeout=CONNECT,
        )

    async def _connect(self) -> Any:
        return await asyncpg.connect(
            self.address, timeout=CONNECT, command_timeout=STATEMENT, server_settings=SETTINGS
        )

    async def _hold(self, connection: Any) -> None:
        """Take this hall's lock: whatever session had it before is over then."""
        if self._old_process:
            await connection.execute(sql.CUT_OFF, self.number, self._old_process)
        await connection.execute(sql.HOLD, self.number)
        self._old_process = connection.get_server_pid()
        # A session that waited for a standby and was cut off has committed all the same, on one machine.
        await connection.execute(sql.CONFIRM)
        self.writer, self._down_since = connection, None
        connection.add_termination_listener(self._ended)
        self._up.set()

    def _ended(self, connection: Any) -> None:
        if connection is self.writer and not self._closing:
            self.lost()

    def lost(self) -> None:
        """The writer's connection is of no use any longer: get another."""
        if self._down_since is not None:
            return
        self._down_since = self.loop.time()
        self._up.clear()
        self.writer.terminate()
        self._coming_back = self.loop.create_task(self._come_back())

    async def _come_back(self) -> None:
        _log.warning("the connection to the journal is lost")
        while self._down_since is not None and not self._closing:
            try:
                await self._held_again()
            except Exception as fault:
                _log.info("the journal cannot be reached yet: %r", fault)
                await asyncio.sleep(TRY_AGAIN)
        _log.warning("the journal is reached again")

    async def _held_again(self) -> None:
        """One more session; where it does not get the lock it must not have it later either."""
        connection = await self._connect()
        try:
            await self._hold(connection)
        except BaseException:
            connection.terminate()
            raise

    async def writing(self) -> Any:
        """The writer's connection, waited for with patience."""
        if self._down_since is not None:
            left = self._down_since + PATIENCE - self.loop.time()
            try:
                await asyncio.wait_for(self._up.wait(), max(0.0, left))
            except TimeoutError:
                raise Unreachable(f"{shown(self.address)} cannot be reached") from None
        return self.writer

    def ask(self, query: str, *values: object) -> list[Any]:
        """Ask a reader something and wait for the rows."""
        self._check_open()
        return self.call(self.asked(query, *values)).result()

    def _check_open(self) -> None:
        if self._closing:
            raise JournalError("the journal is closed")

    def confirm(self) -> None:
        """Wait until what a reader finds is where it has to be, not for an engine that is gone."""
        self._check_open()
        try:
            self.call(self._back_soon()).result()
        except Exception as fault:
            raise self.trouble(fault) from None

    async def asked(self, query: str, *values: object) -> list[Any]:
        """The same within the session's loop."""
        try:
            return await self._rows_after_all(query, *values)
        except Exception as fault:
            raise self.trouble(fault) from None

    def execute(self, statement: str, *values: object) -> Future[None]:
        """Have something done that is answered by nothing."""

        async def run() -> None:
            await self.asked(statement, *values)

        return self.call(run())

    async def _rows_after_all(self, query: str, *values: object) -> list[Any]:
        """Ask a reader; where the engine went away, once more."""
        try:
            return await self._rows(query, *values)
        except LOST:
            await self._back_soon()
            return await self._rows(query, *values)

    async def _back_soon(self) -> None:
        """Wait for an engine that went away a moment ago, and not for one that is gone."""
        if self._down_since is not None:
            left = self._down_since + BACK_SOON - self.loop.time()
            await asyncio.wait_for(self._up.wait(), max(0.0, left))

    async def _rows(self, query: str, *values: object) -> list[Any]:
        async with self.readers.acquire(timeout=CONNECT) as connection:
            found: list[Any] = await connection.fetch(query, *values)
            return found

    def trouble(self, fault: BaseException) -> BaseException:
        """What is said where something failed."""
        if isinstance(fault, JournalError):
            return fault
        if not isinstance(fault, (*LOST, asyncpg.PostgresError, ValueError)):
            return fault
        why = next((said for kind, said in MEANS.items() if isinstance(fault, kind)), str(fault))
        why = why or "it does not answer"
        kind = Unreachable if isinstance(fault, LOST) else JournalError
        return kind(f"the journal {shown(self.address)} cannot be used: {why}")

    def close(self) -> None:
        """Let go of all connections, and with them of the hall's lock."""
        if not self._closing:
            self._closing = True
            with contextlib.suppress(*LOST, asyncpg.PostgresError):
                self.call(self._shut()).result(CONNECT)
            self._stop()

    async def _shut(self) -> None:
        if self._coming_back is not None:
            self._coming_back.cancel()
            # A connection that is left half made would keep the loop from ending.
            await asyncio.wait([self._coming_back])
        self.readers.terminate()
        if self._down_since is None:
            await self.writer.close(timeout=1.0)

    def _stop(self) -> None:
        self._closing = True
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.close()
