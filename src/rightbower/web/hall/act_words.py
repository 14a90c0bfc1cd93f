"""Actions as text and back; the few hundred there are come again and again, so they are kept."""

from __future__ import annotations

from functools import lru_cache

from rightbower.rules.acts import Action, write_without_seat
from rightbower.rules.acts import read_action as deal_read_action

KEPT = 2048


@lru_cache(maxsize=KEPT)
def read_action(text: str) -> Action:
    """The action of a seat from its words: ``E AS``."""
    return deal_read_action(text)


@lru_cache(maxsize=KEPT)
def without_seat(action: Action) -> str:
    """The action in words, as the one whose turn it is says it."""
    return write_without_seat(action)
