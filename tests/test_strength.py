"""How strong the players are, over enough deals to tell; slow, so these are soaks."""

from __future__ import annotations

import pytest

from rightbower.simulate import match


@pytest.mark.soak
def test_the_expert_beats_the_club_player_by_a_quarter_point() -> None:
    found = match("expert", "club", 20_000, seed=1)
    assert found.points_per_deal >= 0.25
    assert found.ci95[0] > 0.20


@pytest.mark.soak
def test_the_expert_beats_the_league_player() -> None:
    found = match("expert", "league", 2_000, seed=2)
    assert found.ci95[0] > 0.10


@pytest.mark.soak
def test_the_club_player_beats_chance_by_nine_tenths() -> None:
    assert match("club", "random", 5_000, seed=1).ci95[0] > 0.9


def test_the_quick_expert_is_ahead_of_the_club_player() -> None:
    assert match("expert-quick", "club", 80, seed=4, workers=1).points_per_deal > 0
