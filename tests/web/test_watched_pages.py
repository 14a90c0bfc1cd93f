"""Pages that are only watched: who may watch, and how changes are told."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.websockets import WebSocketState

from rightbower.web.common.guard import PASSED_ON, Places
from rightbower.web.common.identity import Keys
from rightbower.web.common.line_messages import BEAT, BEAT_EVERY
from rightbower.web.common.watching import FRESH, MOST_SAID, Watchers, welcome
from web.clockwork import idle, run


class Socket:
    """A browser that watches: what it is sent, and what it says."""

    def __init__(self, most: int = 9, **headers: str) -> None:
        self.sent, self.events = list[str](), list[Any]()
        self.says: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        self.client_state = WebSocketState.CONNECTED
        state = SimpleNamespace(keys=Keys("k" * 32), places=Places(most))
        self.app = SimpleNamespace(state=state)
        self.scope = {"scheme": "ws", PASSED_ON: False}
        self.client = SimpleNamespace(host="192.0.2.7")
        self.headers = Headed(headers)
        self.heard = 0

    async def accept(self) -> None:
        """It is taken in."""
        self.events.append("accepted")

    async def close(self, code: int) -> None:
        """It is closed."""
        self.events.append(code)

    async def send_text(self, text: str) -> None:
        """It is sent something."""
        self.sent.append(text)

    async def receive(self) -> dict[str, str]:
        """What the browser says next."""
        found = await self.says.get()
        self.heard += 1
        if found["type"] == "websocket.disconnect":
            self.client_state = WebSocketState.DISCONNECTED
        return found


class Headed(dict[str, str]):
    """Headers of which there is one each."""

    def getlist(self, name: str) -> list[str]:
        """All of a name."""
        return [self[name]] if name in self else []


class Story:
    """Something that is watched, made anew each time."""

    def __init__(self) -> None:
        self.made = 0

    async def make(self) -> str:
        """The state now."""
        self.made += 1
        return f"state {self.made}"


GONE = {"type": "websocket.disconnect"}
SAID = {"type": "websocket.receive", "text": "hello"}


def watching_with(socket: Any, watchers: Watchers, story: Story, **told: Any) -> Any:
    """A browser begins to watch."""
    return asyncio.create_task(welcome(socket, watchers, "event/a", story.make, **told))


def test_a_browser_watches_until_it_goes() -> None:
    async def tale() -> None:
        socket, watchers, story = Socket(), Watchers(), Story()
        task = watching_with(socket, watchers, story)
        await idle()
        assert socket.events == ["accepted"]
        assert watchers.streams == ["event/a"]
        places = socket.app.state.places
        assert list(places._open) == ["192.0.2.7"]
        assert socket.sent == ["state 1"]
        watchers.changed("event/a")
        await asyncio.sleep(0.3)
        assert socket.sent == ["state 1", "state 2"]
        watchers.changed("event/b")
        await socket.says.put(SAID)
        await idle()
        assert not task.done()
        await socket.says.put(GONE)
        await task
        assert socket.events == ["accepted"], "it is gone by itself"
        assert (watchers.streams, places._open) == ([], {})

    run(tale)


def test_a_browser_that_is_sent_away_may_come_again() -> None:
    async def told() -> None:
        watchers, story, one = Watchers(), Story(), Socket(most=1)
        first = watching_with(one, watchers, story)
        await idle()
        other, third = Socket(), Socket()
        other.app = third.app = one.app
        second = watching_with(other, watchers, story, known=True)
        await first
        assert one.events == ["accepted", 1013]
        await idle()
        assert other.events == ["accepted"]
        await watching_with(third, watchers, story)
        assert third.events == [1008], "there is no place"
        await other.says.put(GONE)
        await second

    run(told)


def test_a_page_of_another_site_watches_nothing() -> None:
    async def tale() -> None:
        socket, watchers, story = Socket(origin="http://b", host="a"), Watchers(), Story()
        await watching_with(socket, watchers, story)
        assert (socket.events, socket.sent, story.made) == ([1008], [], 0)
        assert socket.app.state.places._open == {}

    run(tale)


def test_who_only_watches_has_little_to_say() -> None:
    async def tale() -> None:
        socket, watchers, story = Socket(), Watchers(), Story()
        task = watching_with(socket, watchers, story)
        for _ in range(MOST_SAID - 1):
            await socket.says.put(SAID)
        for _ in range(10):
            await idle()
        assert not task.done()
        await socket.says.put(SAID)
        await task
        assert (socket.heard, socket.events) == (MOST_SAID, ["accepted", 1013])

    run(tale)


def test_changes_are_told_a_few_times_a_second_and_a_beat_between() -> None:
    async def tale() -> None:
        watchers, story = Watchers(quiet=0.2), Story()
        heard = list[tuple[float, str]]()
        now = asyncio.get_running_loop().time

        async def send(text: str) -> None:
            heard.append((round(now(), 3), text))

        beating = asyncio.create_task(watchers.beat())
        serving = asyncio.create_task(watchers.serve("event/a", story.make, send))
        await idle()
        assert heard == [(0.0, "state 1")]
        await asyncio.sleep(0.3)
        for _ in range(3):
            watchers.changed("event/a")
        await asyncio.sleep(0.05)
        watchers.changed("event/a")
        watchers.changed("event/a")
        await asyncio.sleep(0.5)
        assert heard[1:] == [(0.3, "state 2"), (0.5, "state 3")]
        await asyncio.sleep(BEAT_EVERY)
        assert heard[3:] == [(BEAT_EVERY, BEAT)]
        assert watchers._tasks == set()
        serving.cancel()
        beating.cancel()
        await idle()
        assert watchers.streams == []

    run(tale)


@pytest.mark.parametrize(
    ("short", "later", "made"),
    [(False, FRESH - 0.01, 1), (False, FRESH, 2), (True, 0.0, 2), (True, 0.01, 2)],
)
def test_who_comes_later_is_sent_what_is_fresh_enough(short: bool, later: float, made: int) -> None:
    async def tale() -> None:
        watchers, story, heard = Watchers(), Story(), list[str]()

        async def send(text: str) -> None:
            heard.append(text)

        tasks = [asyncio.create_task(watchers.serve("a", story.make, send, short))]
        await asyncio.sleep(later)
        await idle()
        tasks.append(asyncio.create_task(watchers.serve("a", story.make, send, short)))
        await idle()
        assert (heard[-1], story.made) == (f"state {made}", made)
        tasks[0].cancel()
        await idle()
        assert watchers.streams == ["a"]
        tasks[1].cancel()
        await idle()
        assert watchers.streams == []

    run(tale)


def test_short_words_and_the_whole_are_told_apart() -> None:
    async def tale() -> None:
        watchers, whole, short = Watchers(), Story(), Story()
        heard = list[str]()

        def send(kind: str) -> Any:
            async def sent(text: str) -> None:
                heard.append(f"{kind} {text}")

            return sent

        tasks = [
            asyncio.create_task(watchers.serve("a", whole.make, send("whole"))),
            asyncio.create_task(watchers.serve("a", short.make, send("short"), short=True)),
        ]
        await idle()
        watchers.changed("a")
        await asyncio.sleep(0.3)
        assert sorted(heard) == [
            "short state 1",
            "short state 2",
            "whole state 1",
            "whole state 2",
        ]
        assert heard.index("short state 2") < heard.index("whole state 2")
        assert watchers.streams == ["a"]
        for task in tasks:
            task.cancel()
        await idle()

    run(tale)
