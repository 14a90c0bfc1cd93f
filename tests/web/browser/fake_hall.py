"""Stands for the hall before a page of the card table: sends what a test wants it to show."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, WebSocketRoute

from web.browser.table_states import hinted
from web.browser.visits import NOW_AND_THEN, PATIENCE
from web.serving import Server


class FakeHall:
    """Sends a page what a test wants it to show."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.line: WebSocketRoute | None = None
        self.shown = ""
        self.asked: list[dict[str, Any]] = []
        self.carry: Callable[[str], None] = lambda _: None
        page.route_web_socket("**/live?*", self._open)

    def _open(self, line: WebSocketRoute) -> None:
        self.line = line
        line.on_message(self._answer)

    def _answer(self, text: str | bytes) -> None:
        asked = json.loads(text)
        self.asked.append(asked)
        if asked["type"] == "hint" and self.line is not None:
            self.line.send(hinted(self.shown, asked["id"]))
        self.carry(json.dumps(asked))

    def of_kind(self, kind: str, least: int = 0) -> list[dict[str, Any]]:
        """What was asked of a kind, once it is as much as that: a message comes after its click."""
        for _ in range(600):
            found = [each for each in self.asked if each["type"] == kind]
            if len(found) >= least:
                break
            self.page.wait_for_timeout(50)
        return found

    def moves(self, least: int = 0) -> list[str]:
        """The moves that were asked for."""
        return [each["action"] for each in self.of_kind("move", least)]

    def send(self, state: str, version: int) -> None:
        """Send a state under a new version, once the page has its line."""
        for _ in range(200):
            if self.line is not None:
                break
            self.page.wait_for_timeout(50)
        assert self.line is not None
        self.shown = state
        self.line.send(_versioned(state, version))

    def show(self, state: str, version: int) -> None:
        """Send a state under a new version and wait until it is drawn."""
        self.send(state, version)
        self.page.wait_for_function(
            "version => Number(document.querySelector('#table').dataset.version) === version",
            arg=version,
            polling=NOW_AND_THEN,
        )


@contextlib.contextmanager
def pretended(
    chrome: Browser,
    hall: Server,
    script: str = "",
    size: tuple[int, int] = (1280, 720),
    settings: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[FakeHall]:
    """A page at a table before a hall that is only pretended, with settings of its own."""
    screen = ViewportSize(width=size[0], height=size[1])
    with chrome.new_context(base_url=f"http://127.0.0.1:{hall.port}", viewport=screen) as context:
        for key, value in {"known": "all", **settings}.items():
            context.add_init_script(f"localStorage.setItem({key!r}, {value!r})")
        context.add_init_script(script)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        fake = FakeHall(page)
        page.goto("/t/slips")
        page.wait_for_selector("#table", state="attached")
        yield fake


def _versioned(state: str, version: int) -> str:
    message: dict[str, Any] = json.loads(state)
    message["version"] = version
    return json.dumps(message)
