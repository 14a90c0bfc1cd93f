"""The addresses of the director's pages of an event."""

from __future__ import annotations

from starlette.routing import BaseRoute


def routes() -> list[BaseRoute]:
    """Addresses and what answers them."""
    return []
