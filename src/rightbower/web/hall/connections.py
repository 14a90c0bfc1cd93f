"""One open connection to a table, as the table knows it."""

from __future__ import annotations

import asyncio
import types
from collections.abc import Callable, Coroutine, Generator
from typing import Any

from msgspec.structs import replace

from rightbower.web.common.line_messages import BEAT, moved_text
from rightbower.web.hall import wire as protocol

Sending = Coroutine[Any, Any, None]
Send = Callable[[str], Sending]
BACKLOG = 40
# A line on which nothing went out while it was asked so often is told that it is alive.
ASKED = 2


class Outbox:
    """The connections with something to be sent; it goes out when the loop has done what is due now.

    A state and the answer to what led to it are one message then, and the lines of many tables
    are written to in one go: that costs far less than a word here and a word there.
    """

    def __init__(self) -> None:
        self._waiting: list[Connection] = []

    def add(self, connection: Connection) -> None:
        """Let the connection send soon."""
        if not self._waiting:
            # Whoever waits for what is shown goes on first, and the state carries the answer.
            loop = asyncio.get_running_loop()
            loop.call_soon(loop.call_soon, self._empty)
        self._waiting.append(connection)

    def _empty(self) -> None:
        waiting, self._waiting = self._waiting, []
        for connection in waiting:
            connection.send_now()


class Connection:
    """One open connection to a table; of the states that wait to be sent only the newest goes out."""

    def __init__(
        self,
        who: str,
        name: str,
        send: Send,
        outbox: Outbox | None = None,
        place: str = "",
        language: str = "en",
    ) -> None:
        self.place = place
        self.language = language
        self.who = who
        self.name = name
        self.closed = self.moved = False
        self.outbox = outbox or Outbox()
        self.seen = 0
        self._send = send
        self.unsent: protocol.State | None = None
        self._done: list[protocol.Done] = []
        self._texts: list[str] = []
        self._planned = False
        self._quiet = 0
        self._sender: asyncio.Task[None] | None = None
        # Called once when it is given up, so that whoever it was no longer counts as present.
        self.given_up: Callable[[], None] = _nothing

    @property
    def behind(self) -> bool:
        """Whether a state has not been sent yet; the next one has to include the news since ``seen``."""
        return self.unsent is not None

    def show(self, state: protocol.State) -> None:
        """Send a state; one that has not gone out yet is replaced by the newer."""
        self.unsent = state
        self._plan()

    def answer(self, reply: protocol.Reply) -> None:
        """Send the answer to a request; where a state goes out too, the state carries it."""
        if isinstance(reply, protocol.Done):
            self._done.append(reply)
            self._plan()
        else:
            self.post(protocol.write_reply(reply).decode())

    def post(self, text: str) -> None:
        """Send a text."""
        self._texts.append(text)
        self._plan()

    def beat(self) -> None:
        """Say that the line is alive where nothing has gone out while this was asked twice."""
        if self._quiet >= ASKED and not self._planned:
            self.post(BEAT)
        self._quiet += 1

    def send_away(self, hall: str = "") -> None:
        """Say where the table goes on, then close the line; what waits to be sent goes out first."""
        self.moved = True
        self.post(moved_text(hall))

    def _plan(self) -> None:
        """Let it go out soon; a line that takes nothing for long is given up."""
        if len(self._texts) + len(self._done) > BACKLOG and not self.closed:
            self.give_up()
        if not self._planned and not self.closed:
            self._planned = True
            self.outbox.add(self)

    def _next(self) -> str:
        """The next message to go out, nothing when all is sent."""
        if (state := self.unsent) is not None:
            self.unsent, self.seen = None, state.version
            if self._done:
                state = replace(state, done=tuple(each.id for each in self._done))
                self._done = []
            return protocol.write_reply(state).decode()
        if self._done:
            return protocol.write_reply(self._done.pop(0)).decode()
        return self._texts.pop(0) if self._texts else ""

    def send_now(self) -> None:
        """Nearly always the line takes all at once; only where it is slow is there a task to wait."""
        self._quiet = 0
        try:
            while (text := self._next()) and not self.closed:
                sending = self._send(text)
                try:
                    held_up = sending.send(None)
                except StopIteration:
                    continue
                rest = _rest(held_up, sending)
                self._sender = asyncio.get_running_loop().create_task(self._drain(rest))
                return
        except Exception:
            self.give_up()
        self._all_sent()

    async def _drain(self, first: Sending) -> None:
        try:
            await first
            while (text := self._next()) and not self.closed:
                await self._send(text)
        except Exception:
            self.give_up()
        finally:
            self._all_sent()

    def _all_sent(self) -> None:
        self._planned = False
        if self.moved and not self.closed:
            self.give_up()

    def has_left(self) -> None:
        """Send nothing more, and notify nobody."""
        self.closed, self.given_up = True, _nothing

    def give_up(self) -> None:
        """Nothing more is sent: the other end is gone, or takes nothing."""
        self.closed = True
        if self._sender is not None and self._sender is not asyncio.current_task():
            self._sender.cancel()
        given_up, self.given_up = self.given_up, _nothing
        given_up()


def _nothing() -> None:
    """There is nobody to tell."""


@types.coroutine
def _rest(held_up: object, sending: Sending) -> Generator[Any, Any, None]:
    """What is left to do of a coroutine that was begun outside a task and waits for something."""
    try:
        yield held_up
        yield from sending
    finally:
        sending.close()
