"""Gymnasium's vector interface and PettingZoo's on compiled tables: the same game as one by one."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics
from pettingzoo.test import api_test, seed_test

from rightbower.players import player
from rightbower.players.kernel.bits import action_of, number_of
from rightbower.players.simulate import net_points
from rightbower.players.views import View, view
from rightbower.rules.acts import Action
from rightbower.rules.book import load, names
from rightbower.rules.cards import Seat, Side
from rightbower.rules.game import Game, act
from rightbower.rules.refusal import Refusal
from rightbower.study.environments.batch import TableEpisode
from rightbower.study.environments.gym import AGENTS, EuchreAEC, EuchreVectorEnv, env
from rightbower.study.environments.spaces import ACTIONS, SIZE, action_mask, encode, most_points

COUNT = 40


@pytest.fixture(autouse=True)
def advice_of_the_checkers() -> Iterator[None]:
    """The checkers also warn of what they merely recommend: a plain box, say, without a mask."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


def lowest(seen: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """The first legal act of each row."""
    assert seen.shape == (len(masks), SIZE)
    found: np.ndarray = masks.argmax(axis=1)
    return found


def first_legal(seen: View) -> Action:
    return min(seen.legal, key=number_of)


def at_random(masks: np.ndarray, chance: np.random.Generator) -> np.ndarray:
    found: np.ndarray = np.argmax(chance.random(masks.shape) * masks, axis=1)
    return found


def after_the_others(game: Game, seat: Seat, others: Any) -> tuple[Game, int]:
    """The deal when it is a seat's turn again or it is over, and what that brought North and South."""
    while game.turn not in (None, seat):
        game = act(game, others(view(game)))
    return game, 0 if game.deal is not None else net_points(game)


@pytest.mark.parametrize("book", names())
@pytest.mark.parametrize("others", ["league", lowest], ids=["league", "a function"])
def test_each_step_is_that_of_the_game_that_can_be_read(book: str, others: Any) -> None:
    envs, seat, chance = EuchreVectorEnv(COUNT, book, others, "E"), Seat.E, np.random.default_rng(2)
    other = player("league") if others == "league" else first_legal
    seen, told = envs.reset(seed=4)
    assert told == {}
    games = [envs.tables.game(number) for number in range(COUNT)]
    ended = 0
    for _ in range(25):
        assert envs.observation_space.contains(seen)
        for number, game in enumerate(games):
            assert game.turn is seat
            assert (seen["observation"][number] == encode(view(game, seat))).all()
            assert (seen["action_mask"][number] == action_mask(view(game, seat))).all()
        acts = at_random(seen["action_mask"], chance)
        seen, rewards, over, cut, told = envs.step(acts)
        assert not cut.any()
        for number, game in enumerate(games):
            played = act(game, action_of(int(acts[number]), seat))
            net = 0 if played.deal is not None else net_points(played)
            if played.deal is not None:
                played, net = after_the_others(played, seat, other)
            assert rewards[number] == -net
            assert over[number] == (played.deal is None)
            if over[number]:
                final = told["final_obs"][number]["observation"]
                assert told["_final_obs"][number]
                assert (final == encode(view(played, seat))).all()
                assert not told["final_obs"][number]["action_mask"].any()
                played = envs.tables.game(number)
            games[number] = played
        ended += int(over.sum())
    assert ended > COUNT


def test_it_is_made_by_name_and_takes_the_wrappers_of_gymnasium() -> None:
    envs: Any = gymnasium.make_vec(
        "rightbower/Euchre-v0", num_envs=8, book="national-2025", seat="W"
    )
    assert isinstance(envs.unwrapped, EuchreVectorEnv)
    assert (envs.num_envs, envs.unwrapped.seat) == (8, Seat.W)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert envs.action_space.shape == (8,)
    assert envs.single_observation_space == gymnasium.make("rightbower/Euchre-v0").observation_space
    envs = RecordEpisodeStatistics(envs)
    chance = np.random.default_rng(1)
    totals: list[float] = []
    seen, _ = envs.reset(seed=1)
    for _ in range(40):
        seen, _, over, _, told = envs.step(at_random(seen["action_mask"], chance))
        totals += told["episode"]["r"][over].tolist() if over.any() else []
    lost = most_points(load("national-2025"))  # who calls without the trump it needs
    assert set(totals) <= {-lost, -4, -2, -1, 1, 2, 4, lost}
    assert len(totals) > 20
    listed = DictInfoToList(EuchreVectorEnv(4))
    listed.reset(seed=1)
    assert len(listed.step(np.full(4, ACTIONS))[4]) == 4


def test_the_same_seed_gives_the_same_steps() -> None:
    def run(seed: int) -> list[Any]:
        envs, chance = EuchreVectorEnv(6, others="random"), np.random.default_rng(7)
        seen, _ = envs.reset(seed=seed)
        found = [seen]
        for _ in range(30):
            found.append(envs.step(at_random(found[-1]["action_mask"], chance))[0])
        return [each["observation"] for each in found]

    assert np.array_equal(run(3), run(3))
    assert not np.array_equal(run(3), run(4))


def test_what_is_not_in_the_mask_ends_the_episode_and_no_other() -> None:
    envs = EuchreVectorEnv(5, "alberta-55plus", "league")
    seen, _ = envs.reset(seed=2)
    acts = seen["action_mask"].argmax(axis=1)
    acts[[1, 3]] = 63, -7
    assert not seen["action_mask"][1, 63]
    seen, rewards, over, _, told = envs.step(acts)
    lost = -float(most_points(load("alberta-55plus")))
    assert (rewards[[1, 3]] == lost).all()
    assert over[[1, 3]].all()
    assert told["illegal"].tolist() == [False, True, False, True, False]
    assert (seen["action_mask"].sum(axis=1) > 0).all()


def test_the_next_episode_begins_when_it_is_asked_for() -> None:
    chance = np.random.default_rng(3)
    later = EuchreVectorEnv(16, others="random", autoreset_mode="NextStep")
    seen, _ = later.reset(seed=5)
    over = np.zeros(16, dtype=bool)
    for _ in range(30):
        before = over
        seen, rewards, over, _, told = later.step(at_random(seen["action_mask"], chance))
        assert "final_obs" not in told
        assert not (over & before).any()
        assert not rewards[before].any()
        assert (seen["action_mask"].any(axis=1) == ~over).all()
    never = EuchreVectorEnv(16, others="random", autoreset_mode=AutoresetMode.DISABLED)
    seen, _ = never.reset(seed=5)
    for _ in range(20):
        seen, *_ = never.step(at_random(seen["action_mask"], chance))
    assert not seen["action_mask"].any()
    mask = np.arange(16) < 4
    seen, _ = never.reset(options={"reset_mask": mask})
    assert (seen["action_mask"].any(axis=1) == mask).all()


def test_a_whole_game_goes_on_to_the_end() -> None:
    envs, chance = EuchreVectorEnv(8, whole_game=True), np.random.default_rng(1)
    seen, _ = envs.reset(seed=1)
    totals = np.zeros(8)
    ended: list[float] = []
    while len(ended) < 8:
        seen, rewards, over, _, _ = envs.step(at_random(seen["action_mask"], chance))
        totals += rewards
        ended += totals[over].tolist()
        totals[over] = 0
    assert min(ended) <= -3
    assert all(each for each in ended)


def test_players_by_name_take_the_other_seats_one_by_one() -> None:
    envs, club = EuchreVectorEnv(4, others="club"), player("club")
    seen, _ = envs.reset(seed=6)
    for number in range(4):
        game = envs.tables.game(number)
        assert game.deal is not None
        for done in game.deal.acts:
            assert done.seat is not Seat.S
    envs.step(seen["action_mask"].argmax(axis=1))
    assert club.__name__
    with pytest.raises(Refusal):
        EuchreVectorEnv(4, others="nobody")


@pytest.mark.parametrize("book", names())
@pytest.mark.parametrize("whole_game", [False, True])
def test_pettingzoo_checks_the_compiled_one_too(book: str, whole_game: bool) -> None:
    api_test(env(book, whole_game, compiled=True), num_cycles=60)


def test_the_compiled_agents_see_and_win_what_the_judge_says() -> None:
    seed_test(lambda: env(compiled=True), num_cycles=40)
    made, chance = EuchreAEC("sportcial-league", compiled=True), Random(5)
    dealers = set()
    for seed in range(30):
        made.reset(seed=seed)
        assert isinstance(made.episode, TableEpisode)
        game: Game = made.episode.game
        dealers.add(game.dealer)
        for agent in made.agent_iter():
            told, _, over, _, _ = made.last()
            if over:
                made.step(None)
                continue
            seat = AGENTS[agent]
            assert game.turn is seat is made.episode.turn
            assert (told["observation"] == encode(view(game, seat))).all()
            assert (told["action_mask"] == action_mask(view(game, seat))).all()
            waiting = made.observe(f"player_{seat.left:d}")["action_mask"]
            assert not waiting.any()
            number = chance.choice(made.episode.legal())
            game = act(game, action_of(number, seat))
            made.step(number)
        assert game.deal is None
        with pytest.raises(Refusal, match="the episode is over"):
            made.episode.act(0)
    assert len(dealers) == 4


def test_the_rewards_of_compiled_agents_add_up_to_the_points() -> None:
    made, chance = EuchreAEC("standard", True, compiled=True), Random(5)
    made.reset(seed=11)
    totals = dict.fromkeys(AGENTS, 0.0)
    for agent in made.agent_iter():
        _, reward, over, _, _ = made.last()
        totals[agent] += reward
        made.step(None if over else chance.choice(made.episode.legal()))
    score = made.episode.game.score
    net = float(score[Side.NS] - score[Side.EW])
    assert [totals[name] for name in AGENTS] == [net, -net, net, -net]
    assert abs(net) >= 1
