"""What ``rightbower bench`` measures comes to figures that can be."""

from typing import Any

import pytest

from rightbower.cli.bench import engine_deals, expert_ms
from rightbower.game import Game
from rightbower.kernel.measure import against_open_spiel
from rightbower.simulate import play_deal


def test_deals_of_open_spiel_are_played_to_their_end() -> None:
    pytest.importorskip("pyspiel")
    found = against_open_spiel(1_000.0, seconds=0.01)
    assert found["open_spiel_deals_per_s"] > 0
    assert found["times_open_spiel"] == 1_000.0 / found["open_spiel_deals_per_s"]


def test_as_many_deals_of_the_engine_are_played_as_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ended = []

    def counted(*words: Any) -> Game:
        game = play_deal(*words)
        ended.append(game.finished)
        return game

    monkeypatch.setattr("rightbower.simulate.play_deal", counted)
    assert engine_deals(3) > 0
    assert [len(each) for each in ended] == [1, 1, 1]


def test_the_expert_is_asked_through_whole_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rightbower.cli.bench.EXPERT_DEALS", 1)
    assert expert_ms() > 0
