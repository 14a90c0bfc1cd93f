"""One open connection to a table, as the table knows it."""

from __future__ import annotations

import asyncio
import types
from collections.abc import Callable, Coroutine, Generator
from typing import Any

Sending = Coroutine[Any, Any, None]
Send = Callable[[str], Sending]
STATE = '{"type":"state"'
BACKLOG = 40


class Browser:
    """One open connection to a table; what cannot be sent at once waits, the newest state only."""

    def __init__(self, who: str, name: str, send: Send) -> None:
        self.who = who
        self.name = name
        self._send = send
        self._waiting: list[str] = []
        self._sender: asyncio.Task[None] | None = None
        self.closed = False

    def post(self, text: str, state: bool = False) -> None:
        """Send without waiting; a state that has not gone out yet is replaced by the newer one."""
        if self.closed:
            return
        if self._sender is None:
            self._send_now(text)
            return
        if state:
            self._waiting = [old for old in self._waiting if not old.startswith(STATE)]
        if len(self._waiting) > BACKLOG:
            self.closed = True
            return
        self._waiting.append(text)

    def _send_now(self, text: str) -> None:
        """Nearly always the line takes it at once; only where it is slow is there a task to wait."""
        sending = self._send(text)
        try:
            held_up = sending.send(None)
        except StopIteration:
            return
        except Exception:
            # The other end is gone; its reader notices and leaves the table.
            self.closed = True
            return
        rest = _rest(held_up, sending)
        self._sender = asyncio.get_running_loop().create_task(self._drain(rest))

    async def _drain(self, first: Sending) -> None:
        try:
            await first
            while self._waiting and not self.closed:
                await self._send(self._waiting.pop(0))
        except Exception:
            self.closed = True
        finally:
            self._sender = None


@types.coroutine
def _rest(held_up: object, sending: Sending) -> Generator[Any, Any, None]:
    """What is left to do of a coroutine that was begun outside a task and waits for something."""
    try:
        yield held_up
        yield from sending
    finally:
        sending.close()
