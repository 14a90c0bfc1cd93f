"""The addresses of the pages of a league."""

from __future__ import annotations

from starlette.routing import BaseRoute


def routes() -> list[BaseRoute]:
    """Addresses and what answers them."""
    return []
