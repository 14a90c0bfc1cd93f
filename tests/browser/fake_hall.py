"""Stands for the hall before a page of the card table: sends what a test wants it to show."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

from browser.table_states import hinted


class FakeHall:
    """Sends a page what a test wants it to show."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.line: WebSocketRoute | None = None
        self.shown = ""
        self.asked: list[dict[str, Any]] = []
        page.route_web_socket("**/live", self._open)

    def _open(self, line: WebSocketRoute) -> None:
        self.line = line
        line.on_message(self._answer)

    def _answer(self, text: str | bytes) -> None:
        asked = json.loads(text)
        self.asked.append(asked)
        if asked["type"] == "hint" and self.line is not None:
            self.line.send(hinted(self.shown, asked["id"]))

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
        )


def _versioned(state: str, version: int) -> str:
    message: dict[str, Any] = json.loads(state)
    message["version"] = version
    return json.dumps(message)
