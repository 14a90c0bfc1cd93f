"""How strong the players are, over enough deals to tell; slow, so these are soaks.

The same seed gives the same deals and the same figure on any machine; docs/strength.md has those of
more deals, with their errors.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rightbower.players.simulate import match

CORES = os.cpu_count()

TOOLS = Path(__file__).parents[2] / "tools"


@pytest.mark.soak
def test_the_expert_beats_the_club_player_by_a_quarter_point() -> None:
    found = match("expert", "club", 20_000, seed=1, workers=CORES)
    assert found.points_per_deal >= 0.25
    assert found.ci95[0] > 0.20


@pytest.mark.soak
def test_the_expert_beats_the_league_player_by_a_fifth_of_a_point() -> None:
    found = match("expert", "league", 10_000, seed=401, workers=CORES)
    assert found.points_per_deal >= 0.2
    assert found.ci95[0] > 0.18


@pytest.mark.soak
def test_the_expert_beats_the_first_expert() -> None:
    assert match("expert", "expert-1", 10_000, seed=301, workers=CORES).points_per_deal >= 0.02


@pytest.mark.soak
def test_the_master_beats_the_first_expert() -> None:
    assert match("master", "expert-1", 6_600, seed=301, workers=CORES).points_per_deal >= 0.04


@pytest.mark.soak
@pytest.mark.parametrize(("other", "least"), [("league", 0.02), ("expert-1", 0.005)])
def test_the_tables_calls_beat_others_with_an_experts_cards(
    other: str, least: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(TOOLS))
    from compare_bids import gains

    deals = 10_000
    assert sum(gains(("expert", other, "expert"), "standard", deals, seed=401)) / deals >= least


@pytest.mark.soak
def test_the_club_player_beats_chance_by_nine_tenths() -> None:
    assert match("club", "random", 5_000, seed=1, workers=CORES).ci95[0] > 0.9


def test_the_quick_expert_is_ahead_of_the_club_player() -> None:
    assert match("expert-quick", "club", 80, seed=4, workers=1).points_per_deal > 0
