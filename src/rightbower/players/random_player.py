"""A player who does anything that is allowed, by the chance that a seed gives."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rightbower.deal import Action
from rightbower.view import View


def anything(seed: int) -> Callable[[View], Action]:
    """A player of chance; the same seed does the same things."""
    chance = Random(seed)
    return lambda view: chance.choice(view.legal)
