"""One open connection to a table, as the table knows it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from msgspec.structs import replace

from rightbower.web.common.line_messages import BEAT, moved_text
from rightbower.web.hall import wire as protocol

# Sends a text, and says whether the other end takes more now.
Write = Callable[[bytes], bool]
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
            asyncio.get_running_loop().call_soon(self._empty)
        self._waiting.append(connection)

    def _empty(self) -> None:
        waiting, self._waiting = self._waiting, []
        for connection in waiting:
            connection.send_now()


class Connection:
    """One open connection to a table; of the states that wait to be sent only the newest goes out."""

    __slots__ = (
        "__weakref__",
        "_beat",
        "_done",
        "_held_up",
        "_planned",
        "_quiet",
        "_texts",
        "_write",
        "asks",
        "closed",
        "given_up",
        "language",
        "moved",
        "name",
        "outbox",
        "place",
        "seen",
        "unsent",
        "who",
    )

    def __init__(
        self,
        who: str,
        name: str,
        write: Write,
        outbox: Outbox | None = None,
        place: str = "",
        language: str = "en",
        beat: Callable[[], None] | None = None,
    ) -> None:
        self.place = place
        self.language = language
        self.who = who
        self.name = name
        self.closed = self.moved = False
        self.outbox = outbox or Outbox()
        self.seen = 0
        # The state that has not gone out yet.
        self.unsent: protocol.State | None = None
        # How much was asked on it and not answered yet.
        self.asks = 0
        self._write, self._beat = write, beat or _nothing
        self._done: list[protocol.Done] = []
        self._texts: list[bytes] = []
        self._planned = self._held_up = False
        self._quiet = 0
        # Called once when it is given up, so that whoever it was no longer counts as present.
        self.given_up: Callable[[], None] = _nothing

    @property
    def behind(self) -> bool:
        """Whether a state has not been sent yet; the next one has to include the news since ``seen``."""
        return self.unsent is not None

    def show(self, state: protocol.State) -> None:
        """Send a state; one that has not gone out yet is replaced by the newer."""
        self.unsent = state
        if not self._planned:
            self._plan()

    def asked(self) -> None:
        """One more request came; who sends them without end, and reads no answers, is given up."""
        self.asks += 1
        if self.asks > BACKLOG and not self.closed:
            self.give_up()

    def answer(self, reply: protocol.Done | protocol.No | protocol.Advised) -> None:
        """Send the answer to a request; where a state goes out too, the state carries it."""
        self.asks -= 1
        if isinstance(reply, protocol.Done):
            self._done.append(reply)
            self._plan()
        else:
            self._post(protocol.write_reply(reply))

    def post(self, text: str) -> None:
        """Send a text."""
        self._post(text.encode())

    def _post(self, text: bytes) -> None:
        self._texts.append(text)
        self._plan()

    def beat(self) -> None:
        """Say that the line is alive where nothing has gone out while this was asked twice."""
        self._beat()
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

    def send_now(self) -> None:
        """Nearly always the line takes all at once; where it does not, it says when it takes more."""
        self._quiet = 0
        try:
            while not (self.closed or self._held_up):
                if (state := self.unsent) is not None:
                    self.unsent, self.seen = None, state.version
                    if self._done:
                        state = replace(state, done=tuple([each.id for each in self._done]))
                        self._done = []
                    text = protocol.write_reply(state)
                elif self._done:
                    text = protocol.write_reply(self._done.pop(0))
                elif self._texts:
                    text = self._texts.pop(0)
                else:
                    break
                self._held_up = not self._write(text)
        except Exception:
            self.give_up()
        if not self._held_up:
            self._planned = False
            if self.moved and not self.closed:
                self.give_up()

    def go_on(self) -> None:
        """The line takes more."""
        if self._held_up:
            self._held_up = False
            self.send_now()

    def has_left(self) -> None:
        """Send nothing more, and notify nobody."""
        self.closed, self.given_up = True, _nothing

    def give_up(self) -> None:
        """Nothing more is sent: the other end is gone, or takes nothing."""
        self.closed = True
        given_up, self.given_up = self.given_up, _nothing
        given_up()


def _nothing() -> None:
    """There is nobody to tell."""
