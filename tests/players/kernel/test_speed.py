"""How many times as many random deals as OpenSpiel, in one run; minutes, and not for a busy machine."""

from __future__ import annotations

import pytest

from rightbower.players.kernel.measure import against_open_spiel, random_deals

LEAST = 200


@pytest.mark.soak
def test_random_deals_are_two_hundred_times_as_many_as_those_of_open_spiel() -> None:
    pytest.importorskip("pyspiel")
    ours = random_deals(3.0)["random_deals_per_s"]
    assert against_open_spiel(ours, 3.0)["times_open_spiel"] >= LEAST
