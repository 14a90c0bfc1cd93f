"""The environments pass the field's own checks, and no observation holds what a seat may not know."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from pettingzoo.test import api_test, seed_test

from random_play import books, play_game
from rightbower.players.position import described
from rightbower.players.views import view
from rightbower.rules.book import RuleBook, load, names
from rightbower.rules.cards import PACK, Seat, Side, card
from rightbower.rules.game import Game
from rightbower.rules.refusal import Refusal
from rightbower.study.environments import gym
from rightbower.study.environments.openspiel import CHANCE, EuchreState, load_game
from rightbower.study.environments.spaces import (
    ACTIONS,
    SIZE,
    UNSHOWN,
    Episode,
    action_mask,
    empty,
    encode,
    fill,
    most_points,
)


@pytest.fixture(autouse=True)
def advice_of_the_checkers() -> Iterator[None]:
    """The checkers also warn of what they merely recommend: a plain box, say, without a mask."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


@pytest.mark.parametrize("book", names())
def test_gymnasium_checks_it(book: str) -> None:
    made = gymnasium.make("rightbower/Euchre-v0", book=book, others="beginner")
    check_env(made.unwrapped, skip_render_check=True)
    assert isinstance(made.unwrapped, gym.EuchreEnv)


@pytest.mark.parametrize("book", names())
@pytest.mark.parametrize("whole_game", [False, True])
def test_pettingzoo_checks_it(book: str, whole_game: bool) -> None:
    api_test(gym.env(book, whole_game), num_cycles=60)


def test_the_same_seed_gives_the_same_cards() -> None:
    seed_test(gym.env, num_cycles=40)
    made = gym.EuchreEnv(others="beginner")
    first, again = (made.reset(seed=5)[0]["observation"] for _ in range(2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, made.reset(seed=6)[0]["observation"])


def test_an_episode_for_one_seat_ends_with_points() -> None:
    made, chance = gym.EuchreEnv(others="beginner"), Random(1)
    totals = set()
    for seed in range(40):
        seen, _ = made.reset(seed=seed)
        total, over = 0.0, False
        while not over:
            action = chance.choice(np.flatnonzero(seen["action_mask"]).tolist())
            seen, reward, over, _, _ = made.step(np.int64(action))
            total += reward
        totals.add(total)
    assert totals <= {-4.0, -2.0, -1.0, 1.0, 2.0, 4.0}
    assert len(totals) > 3


def test_what_is_not_in_the_mask_ends_the_episode() -> None:
    made = gym.EuchreEnv(others="beginner")
    seen, _ = made.reset(seed=1)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    _, reward, over, _, told = made.step(np.int64(wrong))
    assert over
    assert told == {"illegal": True}
    assert reward == -most_points(Episode("standard", 1).book)
    with pytest.raises(ValueError, match="may not do number"):
        made.episode.act(wrong)


def test_after_the_end_the_environment_is_reset_first() -> None:
    made = gym.EuchreEnv(others=lambda seen: seen.legal[0])
    with pytest.raises(Refusal, match="reset the environment"):
        made.step(np.int64(0))
    made.reset(seed=1)
    made.step(np.int64(ACTIONS))
    with pytest.raises(Refusal, match="the episode is over"):
        made.step(np.int64(0))
    made.reset()
    assert made.step(np.int64(made.episode.legal()[0]))[4] == {}


def test_a_whole_game_is_won_by_the_target() -> None:
    episode, chance, net = Episode("standard", 3, whole_game=True), Random(3), 0
    while episode.turn is not None:
        net += episode.act(chance.choice(episode.legal()))
    assert episode.game.result is not None
    score = episode.game.score
    assert net == score[Side.NS] - score[Side.EW]
    with pytest.raises(ValueError, match="over"):
        episode.act(0)


def random_deal(state: EuchreState, chance: Random) -> EuchreState:
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("book", names())
def test_the_state_in_plain_python_plays_deals(book: str) -> None:
    game, chance = load_game(book, dealer="W"), Random(book)
    for _ in range(10):
        state = game.new_initial_state()
        assert state.current_player() == CHANCE
        assert sum(share for _, share in state.chance_outcomes()) == pytest.approx(1)
        early = state.clone()
        end = random_deal(state, chance)
        assert early.history() == []
        assert sum(end.returns()) == 0
        assert max(end.returns()) <= game.max_utility()
        assert len(end.history()) <= game.max_game_length() + 21
        replayed = game.new_initial_state()
        for number in end.history():
            assert sum(replayed.legal_actions_mask()) == len(replayed.legal_actions())
            replayed = replayed.child(number)
        assert str(replayed) == str(end)


def test_a_card_is_dealt_once_and_nobody_sees_any_before_all_are_dealt() -> None:
    state = load_game().new_initial_state()
    state.apply_action(3)
    with pytest.raises(Refusal, match="3 is not legal here"):
        state.apply_action(3)
    assert state.history() == [3]
    assert state.information_state_string(2) == "S waits for the cards"
    assert not any(state.observation_tensor(2))


@pytest.mark.parametrize("book", names())
def test_openspiel_checks_it(book: str) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    from rightbower.study.environments import openspiel

    game = pyspiel.load_game(openspiel.NAME, {"book": book, "dealer": "E"})
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    observer = game.make_py_observer()
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    observer.set_from(state, 2)
    assert observer.dict["hand"].sum() == 5
    assert list(observer.tensor) == state.state.observation_tensor(2)
    public = game.make_py_observer(
        pyspiel.IIGObservationType(
            public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
        )
    )
    public.set_from(state, 2)
    assert public.dict["hand"].sum() == 0
    observer.set_from(game.new_initial_state(), 2)
    assert not observer.tensor.any()


def test_the_plain_state_needs_none_of_them() -> None:
    code = """
import sys
for name in ("pyspiel", "gymnasium", "pettingzoo"):
    sys.modules[name] = None
from rightbower.study.environments.openspiel import load_game
print(load_game().num_distinct_actions())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(ACTIONS)


def with_other_hidden_cards(game: Game, seat: Seat, chance: Random) -> Game:
    """The same game, but what this seat cannot see lies elsewhere."""
    deal = game.deal
    assert deal is not None
    seen = view(game, seat)
    buried_by_me = deal.taken_by is seat
    open_card = deal.turn_up if deal.taken_by not in (None, seat) else None
    known = {*seen.hand, deal.turn_up, *(card for t in seen.tricks for _, card in t.plays)}
    hidden = [
        card
        for group in (*(deal.hands[each] for each in Seat if each is not seat), deal.stock)
        for card in group
        if card not in known
    ]
    if deal.buried is not None and not buried_by_me and deal.buried not in known:
        hidden.append(deal.buried)
    chance.shuffle(hidden)

    def fresh(cards: tuple[object, ...]) -> tuple[object, ...]:
        return tuple(card if card in known or card is open_card else hidden.pop() for card in cards)

    hands = tuple(deal.hands[each] if each is seat else fresh(deal.hands[each]) for each in Seat)
    stock = tuple(card if card is deal.buried else fresh((card,))[0] for card in deal.stock)
    return replace(game, deal=replace(deal, hands=hands, stock=stock))


def shown(book: RuleBook) -> bool:
    """Whether an environment shows a game by this book; the others it refuses."""
    return all(book.value(path) == without for path, without in UNSHOWN.items())


@given(books().filter(shown), st.sampled_from(Seat), st.integers(0, 2**32 - 1))
@settings(max_examples=40, deadline=None)
def test_no_observation_holds_what_a_seat_may_not_know(
    book: RuleBook, dealer: Seat, seed: int
) -> None:
    chance = Random(seed)
    for number, game in enumerate(play_game(book, dealer, chance)):
        if number > 60:
            return
        if game.deal is None:
            continue
        for seat in Seat:
            other = with_other_hidden_cards(game, seat, Random(number))
            ours, theirs = view(game, seat), view(other, seat)
            told = encode(ours)
            assert np.array_equal(told, encode(theirs))
            if book.bidding.natural_scope != "ordered dealer too":
                assert np.array_equal(action_mask(ours), action_mask(theirs))
            assert told.shape == (SIZE,)
            assert 0 <= told.min() <= told.max() <= 1.001


def test_the_other_hidden_cards_are_truly_other() -> None:
    episode = Episode("standard", 1)
    other = with_other_hidden_cards(episode.game, Seat.N, Random(1))
    assert episode.game.deal is not None
    assert other.deal is not None
    assert other.deal.hands[Seat.E] != episode.game.deal.hands[Seat.E]
    assert sorted(c for h in (*other.deal.hands, other.deal.stock) for c in h) == sorted(
        set(PACK) - {other.deal.turn_up}
    )


def test_the_researchers_page_runs() -> None:
    page = (Path(__file__).parents[3] / "docs" / "researcher.md").read_text("utf-8")
    code = page.split("## Environments")[1].split("```python\n")[1].split("```")[0]
    made: dict[str, Any] = {}
    exec(code, made)
    assert made["state"].is_chance_node()
    assert f"vector of {SIZE} numbers with an action mask of {ACTIONS}" in page.replace("\n", " ")


@pytest.mark.parametrize(
    ("seat", "hand", "then", "place"),
    [("N", "9S KD QD JD TD", "", 3), ("S", "KS KC 9C TC 9D", ", N KD, E QH", 1)],
)
def test_seats_are_told_from_where_one_sits(seat: str, hand: str, then: str, place: int) -> None:
    """West, who calls, leads and wins, is one place on for South and three for North."""
    done = f"W order, S bury 9C, W AS, N 9S, E TS, S KS, W AD{then}"
    flat, pieces = empty()
    seen = described(load("standard"), "S", "9H", seat, hand, done, "0-0")
    fill(pieces, seen)
    assert (flat == encode(seen)).all()
    assert np.flatnonzero(pieces["maker"]).tolist() == [place]
    assert pieces["leader"].nonzero()[1].tolist() == [place, place]
    assert pieces["tricks"][1, place, card("AD").index] == 1
    assert np.flatnonzero(pieces["turn"]).tolist() == [0]
    assert pieces["won"].tolist() == [0.0, np.float32(0.2)]
