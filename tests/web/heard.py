"""A browser at a hall without a browser: it keeps what it was sent."""

from __future__ import annotations

import json
from typing import Any

from rightbower.web.hall.connections import Connection
from web.joined import joined


class Heard(Connection):
    """A browser that keeps what it was sent."""

    def __init__(self, who: str) -> None:
        self.texts: list[str] = []

        def write(text: bytes) -> bool:
            self.texts.append(text.decode())
            return True

        super().__init__(who, who.title(), write)

    def heard(self, kind: str) -> list[dict[str, Any]]:
        """The messages of one kind, in order."""
        found = [joined(json.loads(text)) for text in self.texts]
        return [each for each in found if each["type"] == kind]

    @property
    def state(self) -> dict[str, Any]:
        """The newest state."""
        return self.heard("state")[-1]
