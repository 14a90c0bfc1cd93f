"""What ``rightbower bench`` measures comes to figures that can be."""

from collections.abc import Callable
from typing import Any

import pytest

from rightbower.cli.bench import engine_deals, expert_ms
from rightbower.players.kernel import measure
from rightbower.players.kernel.measure import against_open_spiel, everything
from rightbower.players.simulate import play_deal
from rightbower.rules.game import Game


def test_deals_of_open_spiel_are_played_to_their_end() -> None:
    pytest.importorskip("pyspiel")
    found = against_open_spiel(1_000.0, seconds=0.01)
    assert found["open_spiel_deals_per_s"] > 0
    for name in ("open_spiel", "open_spiel_lean"):
        assert found[f"times_{name}"] == 1_000.0 / found[f"{name}_deals_per_s"]


def test_the_lean_loop_plays_whole_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many cards are dealt and played by it as by the plain one."""
    pyspiel = pytest.importorskip("pyspiel")
    game, lengths = pyspiel.load_game("euchre"), [set[int](), set[int]()]

    class Counted:
        def __init__(self) -> None:
            self.state = game.new_initial_state()
            self.asked_of_chance = False

        def __getattr__(self, name: str) -> Any:
            if name == "is_chance_node":
                self.asked_of_chance = True
            if name == "apply_action":
                return self.apply
            return getattr(self.state, name)

        def apply(self, act: int) -> None:
            self.state.apply_action(act)
            if self.state.is_terminal():
                lengths[self.asked_of_chance].add(len(self.state.history()))

    class Counting:
        new_initial_state = Counted

    monkeypatch.setattr(pyspiel, "load_game", lambda _: Counting)
    against_open_spiel(1_000.0, seconds=0.0)
    assert lengths[0]
    assert lengths[0] == lengths[1]


def test_as_many_deals_of_the_engine_are_played_as_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ended = []

    def counted(*words: Any) -> Game:
        game = play_deal(*words)
        ended.append(game.finished)
        return game

    monkeypatch.setattr("rightbower.players.simulate.play_deal", counted)
    assert engine_deals(3) > 0
    assert [len(each) for each in ended] == [1, 1, 1]


def test_the_expert_is_asked_through_whole_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rightbower.cli.bench.EXPERT_DEALS", 1)
    assert expert_ms() > 0


@pytest.mark.parametrize("installed", [True, False])
def test_solves_are_told_by_the_deals_of_open_spiel_where_it_is_installed(
    monkeypatch: pytest.MonkeyPatch, installed: bool
) -> None:
    asked: list[tuple[float, ...]] = []

    def figures(**found: float) -> Callable[..., dict[str, float]]:
        def measured(*given: float) -> dict[str, float]:
            asked.append(given)
            return found

        return measured

    theirs = {"open_spiel_deals_per_s": 4.0} if installed else {}
    monkeypatch.setattr(measure, "random_deals", figures(random_deals_per_s=100.0))
    monkeypatch.setattr(measure, "solves", figures(exact_solves_per_s=20.0))
    monkeypatch.setattr(measure, "sampling", figures(playouts_per_s=7.0))
    monkeypatch.setattr(measure, "against_open_spiel", figures(**theirs))
    monkeypatch.setattr(measure, "first_call", figures(import_and_first_call_s=0.5))
    ratio = {"exact_solves_per_open_spiel_deal": 5.0} if installed else {}
    assert everything(0.25) == {
        "random_deals_per_s": 100.0,
        "exact_solves_per_s": 20.0,
        "playouts_per_s": 7.0,
        "import_and_first_call_s": 0.5,
        **theirs,
        **ratio,
    }
    assert asked == [(0.25,), (0.25,), (0.25,), (100.0, 0.25), ()]


def test_a_rate_is_that_of_runs_after_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock stands still but for the work; the first run, which may compile, does not count."""
    took, now = iter([50.0, 4.0, 2.0, 4.0, 5.0, 4.0]), [0.0]

    def work() -> None:
        now[0] += next(took)

    monkeypatch.setattr("rightbower.players.kernel.measure.time.thread_time", lambda: now[0])
    assert measure.best_rate(work, units=10, seconds=19.0) == 5.0


def test_a_rate_is_the_best_of_five_runs_at_least(monkeypatch: pytest.MonkeyPatch) -> None:
    took, now = iter([1.0, 8.0, 8.0, 8.0, 8.0, 2.0]), [0.0]

    def work() -> None:
        now[0] += next(took)

    monkeypatch.setattr("rightbower.players.kernel.measure.time.thread_time", lambda: now[0])
    assert measure.best_rate(work, units=10, seconds=0.0) == 5.0
