"""The live connection of one browser to one table, and the beat that tells it the line is alive."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final, Protocol

from starlette.types import Receive, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from rightbower.rules.message import word
from rightbower.rules.refusal import sentence
from rightbower.store.claims import HandedOver
from rightbower.store.contract import JournalError
from rightbower.store.limits import Rate, Tries
from rightbower.web.common.guard import LATER, LINE, SOCKET, Places, Visit, foreign, place_of
from rightbower.web.common.identity import Keys, newcomer
from rightbower.web.common.language import language_of
from rightbower.web.common.line_messages import BEAT_EVERY, GOES_ON, moved_text
from rightbower.web.hall import wire as protocol
from rightbower.web.hall.actor import Live
from rightbower.web.hall.card_text import reader
from rightbower.web.hall.connections import ASKED, Connection
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.requests import Asked
from rightbower.web.hall.same_deals import may_look

_log = logging.getLogger(__name__)
RELOAD: Final = word("This page is from before an update. Load it again.")
MESSAGES = Rate(30, 10)
HELLO_WITHIN = 10.0
ENDED, REFUSED = 1000, 1008
# What a server says when there is nobody left to send to.
LOST = (RuntimeError, OSError)
# All lines are asked in so many parts, so that nobody waits for thousands of words; a little is left
# over for what each part takes.
PARTS: Final = 30
PAUSE: Final = 0.9 * BEAT_EVERY / (ASKED + 1) / PARTS


async def table_socket(socket: WebSocket) -> None:
    """Serve one connection until it goes."""
    hall: Hall = socket.app.state.hall
    keys: Keys = socket.app.state.keys
    places: Places = socket.app.state.places
    try:
        at_home = not foreign(socket)
        live = await hall.come(socket.path_params["table"]) if at_home else None
    except HandedOver as gone:
        asked = socket.query_params.get("hall", "")
        await _send_away(socket, hall.ownership.redirect(gone.hall, asked))
        return
    except JournalError:
        await _refuse(socket, LATER)
        return
    known = keys.person(socket)
    person = known or newcomer()
    line: TextLine = socket.scope.get(SOCKET) or AsgiLine(*socket.scope[LINE])
    connection = Connection(
        person.who,
        person.name,
        line.write_text,
        hall.outbox,
        place_of(socket),
        language_of(socket),
        line.beat,
    )
    seated = live is not None and live.table.seat_of(person.who) is not None
    device = "" if known is None else known.who
    visit = Visit(place_of(socket), device, seated, connection.give_up)
    if live is None or not await _may_look(hall, live, person.who) or not places.enter(visit):
        await _refuse(socket, REFUSED)
        return
    try:
        await socket.accept()
        if socket.query_params.get("protocol") != str(protocol.PROTOCOL):
            await _reload(line, language_of(socket))
            return
        await _serve(line, live, connection)
    except WebSocketDisconnect:
        pass
    finally:
        places.leave(visit)


async def _reload(line: TextLine, language: str) -> None:
    """A page from before an update cannot read what is sent: its reader loads it anew."""
    reason = reader(language).translate(RELOAD)
    with contextlib.suppress(*LOST):
        line.write_text(protocol.write_reply(protocol.Bye(reason, reload=True)))
        await line.close(ENDED)


async def _may_look(hall: Hall, live: Live, who: str) -> bool:
    """Whether somebody may see this table: of deals that others play too not before having played them."""
    if not live.table.opened.same:
        return True
    return await hall.reads(may_look, live.table, hall.journal, who, hall.clock())


async def _refuse(socket: WebSocket, code: int) -> None:
    with contextlib.suppress(WebSocketDisconnect, *LOST):
        await socket.close(code)


async def _send_away(socket: WebSocket, hall: str) -> None:
    """Tell somebody who came where the table is; they open their line again there."""
    with contextlib.suppress(WebSocketDisconnect, *LOST):
        await socket.accept()
        await socket.send_text(moved_text(hall))
        await socket.close(GOES_ON)


class TextLine(Protocol):
    """The texts that come and go on one connection."""

    def listen(
        self, heard: Callable[[bytes], None], go_on: Callable[[], None], gone: Callable[[], None]
    ) -> None:
        """Tell each text, when more is taken after ``write_text`` said no, and when nobody is there any more."""

    def write_text(self, text: bytes) -> bool:
        """Send a text; whether the other end takes more now."""

    def beat(self) -> None:
        """Asked often: look whether somebody is there still."""

    async def close(self, code: int) -> None:
        """End it."""


class AsgiLine:
    """The same where the server is not ours: by messages, one after the other."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._go_on: Callable[[], None] = lambda: None
        self._texts: list[bytes] = []
        self._tasks: set[asyncio.Task[None]] = set()

    def listen(
        self, heard: Callable[[bytes], None], go_on: Callable[[], None], gone: Callable[[], None]
    ) -> None:
        """Read on in a task."""
        self._go_on = go_on
        self._begin(self._read(heard, gone))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _read(self, heard: Callable[[bytes], None], gone: Callable[[], None]) -> None:
        try:
            while (message := await self._receive())["type"] != "websocket.disconnect":
                heard(message.get("bytes") or (message.get("text") or "").encode())
        finally:
            gone()

    def write_text(self, text: bytes) -> bool:
        """Nothing more is taken until this is sent."""
        self._texts.append(text)
        if len(self._texts) == 1:
            self._begin(self._write())
        return False

    async def _write(self) -> None:
        try:
            while self._texts:
                await self._send({"type": "websocket.send", "text": self._texts[0].decode()})
                self._texts.pop(0)
        except LOST:
            self._texts.clear()
        self._go_on()

    def beat(self) -> None:
        """The server looks for itself."""

    async def close(self, code: int) -> None:
        """End it once what was written is out."""
        while self._texts:
            await asyncio.sleep(0)
        for task in tuple(self._tasks):
            task.cancel()
        await self._send({"type": "websocket.close", "code": code})


class Conversation:
    """What a browser says at a table, from its hello on."""

    __slots__ = ("_connection", "_line", "_live", "_messages", "_waits", "over")

    def __init__(self, line: TextLine, live: Live, connection: Connection) -> None:
        loop = asyncio.get_running_loop()
        self._line, self._live, self._connection = line, live, connection
        self._messages = Tries(MESSAGES)
        self.over: asyncio.Future[None] = loop.create_future()
        # Until it says hello.
        self._waits: asyncio.TimerHandle | None = loop.call_later(HELLO_WITHIN, self.end)

    def end(self) -> None:
        """Nothing more is heard."""
        self._stop_waiting()
        if not self.over.done():
            self.over.set_result(None)

    def _stop_waiting(self) -> None:
        if self._waits is not None:
            self._waits.cancel()
            self._waits = None

    def heard(self, text: bytes) -> None:
        """One more message."""
        if self.over.done():
            return
        try:
            self._take(protocol.read_request(text))
        except protocol.BadRequest as fault:
            self._line.write_text(protocol.write_reply(protocol.Bye(sentence(str(fault)[:300]))))
            self.end()
        except HandedOver as gone:
            self._connection.moved = True
            self._line.write_text(moved_text(gone.hall).encode())
            self.end()
        except Exception:
            _log.exception("a line to %s failed", self._live.name)
            self.end()

    def _take(self, request: protocol.Request) -> None:
        connection = self._connection
        if isinstance(request, protocol.Hello):
            if self._waits is None:
                raise protocol.BadRequest("hello is said once")
            self._stop_waiting()
            self._live.join(connection, request.after)
            self._end_with_it()
            return
        if self._waits is not None:
            raise protocol.BadRequest("say hello first")
        if not self._messages.take(""):
            raise protocol.BadRequest("too many messages; slow down and come back")
        connection.asked()
        if not connection.closed:
            self._live.tell(Asked(connection, request))

    def _end_with_it(self) -> None:
        """When the connection is given up, hear nothing more."""
        leave = self._connection.given_up

        def given_up() -> None:
            leave()
            self.end()

        self._connection.given_up = given_up


async def _serve(line: TextLine, live: Live, connection: Connection) -> None:
    talk = Conversation(line, live, connection)
    connection.given_up = talk.end
    if connection.closed:
        talk.end()
    line.listen(talk.heard, connection.go_on, talk.end)
    try:
        await talk.over
    finally:
        talk.end()
        live.leave(connection)
        with contextlib.suppress(*LOST):
            await line.close(GOES_ON if connection.moved else ENDED)


async def heartbeat(hall: Hall) -> None:
    """Until it is cancelled; asked more often, no line is quiet for longer than it may be."""
    while True:
        tables = tuple(hall.tables.values())
        for part in range(PARTS):
            await asyncio.sleep(PAUSE)
            hall.look_after_journal()
            for live in tables[part::PARTS]:
                for connection in tuple(live.connections):
                    connection.beat()
