"""The addresses of what everybody at an event sees: public page, wall, phones."""

from __future__ import annotations

from starlette.routing import BaseRoute


def routes() -> list[BaseRoute]:
    """Addresses and what answers them."""
    return []
