"""What ``rightbower bench`` measures comes to figures that can be."""

import pytest

from rightbower.cli.bench import engine_deals, expert_ms
from rightbower.kernel.measure import against_open_spiel


def test_deals_of_open_spiel_are_played_to_their_end() -> None:
    pytest.importorskip("pyspiel")
    found = against_open_spiel(1_000.0, seconds=0.01)
    assert found["open_spiel_deals_per_s"] > 0
    assert found["times_open_spiel"] == 1_000.0 / found["open_spiel_deals_per_s"]


def test_deals_of_the_engine_are_played_to_their_end() -> None:
    assert engine_deals(2) > 0


def test_the_expert_is_asked_through_whole_deals() -> None:
    assert expert_ms(1) > 0
