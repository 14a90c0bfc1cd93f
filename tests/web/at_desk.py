"""A director at the desk without a browser: forms are filled in and sent, pages are read."""

from __future__ import annotations

import contextlib
import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from rightbower.tournament.events.event import Event
from rightbower.web.app import make_app

DAY = "2026-05-30"
PIN = "2468"


class Director:
    """Somebody who knows the PIN of one event."""

    def __init__(
        self, client: TestClient, preset: str, name: str = "Our day", **fields: Any
    ) -> None:
        self.client = client
        made = client.post(
            "/events/new", data={"preset": preset, "name": name, "date": DAY, "pin": PIN, **fields}
        )
        assert made.status_code == 200, says(made.text)
        self.id = made.url.path.split("/")[2]
        self.status = 200
        self.text = flat(made.text)
        self.path = made.url.path

    @property
    def event(self) -> Event:
        """The event as it stands."""
        desk: Any = self.client.app.state.desk  # type: ignore[attr-defined]  # an ASGI app has no state
        found: Event = desk.event(self.id)
        return found

    def look(self, page: str = "") -> str:
        """Open one of the desk's pages; what it says."""
        return self._read(self.client.get(f"/events/{self.id}/desk{page and '/' + page}"))

    def do(self, page: str, act: str, **fields: Any) -> str:
        """Press a button; what the page says then."""
        files = fields.pop("files", None)
        data: dict[str, Any] = {"do": act}
        for key, value in fields.items():
            data[key] = value if isinstance(value, list) else str(value)
        return self._read(
            self.client.post(f"/events/{self.id}/desk/{page}", data=data, files=files)
        )

    def seat(self, seed: str = "seed", **fields: Any) -> str:
        """Seat the next round."""
        return self.do("seating", "seat", version=self.event.version, seed=seed, **fields)

    def sure(self, page: str, act: str, **fields: Any) -> str:
        """Press a button that asks once, and say yes."""
        asked = self.do(page, act, **fields)
        assert "What this changes" in asked, asked
        return self.do(page, act, sure="yes", version=self.seen, **fields)

    @property
    def seen(self) -> str:
        """What a page that asks once was made from."""
        asks = r'name="version" value="([^"]*)"><input type="hidden" name="sure"'
        found = re.search(asks, self.text)
        assert found is not None
        return html.unescape(found[1])

    def names(self, *names: str, here: bool = True) -> None:
        """Put names on the list as they are pasted and looked at."""
        self.do("check-in", "look", names="\n".join(names))
        rows = re.search(r'name="rows" value="([^"]*)"', self.text)
        assert rows is not None, says(self.text)
        self.do(
            "check-in",
            "entrants-add-rows",
            rows=html.unescape(rows[1]),
            **({"here": "yes"} if here else {}),
        )

    def line(self, text: str) -> str:
        """Type a result at the desk."""
        return self.do("round", "result", line=text)

    def all_in(self, points: str = "10 7") -> None:
        """The same result from every table that has none."""
        for table in self.event.round.tables:
            if table.playing and table.result is None and not table.void:
                self.line(f"{table.number} {points}")
                assert self.status == 200, says(self.text)

    def _read(self, answer: Any) -> str:
        self.status, self.text, self.path = answer.status_code, flat(answer.text), answer.url.path
        return says(answer.text)


def says(page: str) -> str:
    """The words of a page, without its marks."""
    body = re.sub(r"<(script|style).*?</\1>", " ", page, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body)).split())


def flat(page: str) -> str:
    """A page as if each element stood in one line: how its template is laid out does not matter."""
    tags = re.sub(r"<[^>]+>", lambda tag: " ".join(tag[0].split()), page)
    return re.sub(r"\s*\n\s*", " ", re.sub(r"(?<=>)\s*\n\s*|\s*\n\s*(?=<)", "", tags))


@contextlib.contextmanager
def hall(data: Path, place: str = "127.0.0.1") -> Iterator[TestClient]:
    """A hall over a data folder, visited from an address."""
    app = make_app(data)
    with TestClient(app, base_url="http://localhost", client=(place, 50000)) as client:
        yield client
