"""How many times as many random deals as OpenSpiel, in one run, and how soon the kernel starts, in CPU time."""

from __future__ import annotations

import pytest

from rightbower.players.kernel.measure import against_open_spiel, first_call, random_deals

LEAST = 200
FIRST_CALL = 0.2  # seconds of CPU to import, load the library and play a deal


@pytest.mark.soak
def test_random_deals_are_two_hundred_times_as_many_as_those_of_open_spiel() -> None:
    pytest.importorskip("pyspiel")
    ours = random_deals(3.0)["random_deals_per_s"]
    assert against_open_spiel(ours, 3.0)["times_open_spiel"] >= LEAST


@pytest.mark.soak
def test_the_first_call_comes_at_once(kernel: str) -> None:
    if kernel == "numba":
        pytest.skip("the library is asked")
    assert first_call()["import_and_first_call_s"] < FIRST_CALL
