"""What the environments tell, number by number: observations, masks, points, states and spaces."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces
from msgspec.structs import replace

from rightbower.players import player
from rightbower.players.kernel.bits import number_of
from rightbower.players.position import described
from rightbower.players.simulate import net_points
from rightbower.players.views import View
from rightbower.rules.book import load, names, overlay
from rightbower.rules.cards import Seat, Side, Suit, card
from rightbower.rules.deal import Phase
from rightbower.rules.refusal import Refusal
from rightbower.study.environments.gym import AGENTS, EuchreAEC, EuchreEnv, env
from rightbower.study.environments.spaces import (
    ACTIONS,
    PIECES,
    SIZE,
    Episode,
    action_mask,
    empty,
    encode,
    fill,
    most_points,
    share,
)


def told(seen: View) -> dict[str, Any]:
    """Every piece of an observation: the places of its ones, or its numbers."""
    flat, pieces = empty()
    fill(pieces, seen)
    assert flat.tolist() == encode(seen).tolist()
    found: dict[str, Any] = {}
    for name, piece in pieces.items():
        assert piece.shape == PIECES[name]
        if name in ("won", "score"):
            found[name] = [round(float(each), 3) for each in piece]
        else:
            assert set(np.unique(piece)) <= {0.0, 1.0}
            found[name] = [tuple(map(int, each)) for each in np.argwhere(piece)]
    return found


def at(*cards: str) -> list[tuple[int]]:
    return sorted((card(each).index,) for each in cards)


def test_an_observation_in_the_middle_of_the_bidding() -> None:
    seen = described(
        load("standard"), "S", "9H", "N", "9S KD QD JD TD",
        "W pass, N pass, E pass, S pass, W pass", "4-7",
    )  # fmt: skip
    assert told(seen) == {
        "seat": [(int(Seat.N),)],
        "phase": [(list(Phase).index(Phase.ROUND_TWO),)],
        "dealer": [(2,)],
        "turn": [(0,)],
        "hand": at("9S", "KD", "QD", "JD", "TD"),
        "turn_up": at("9H"),
        "buried": [],
        "passed": [(0, 0), (0, 1), (0, 2), (0, 3), (1, 3)],
        "trump": [],
        "maker": [],
        "lone": [],
        "taken_by": [],
        "tricks": [],
        "leader": [],
        "won": [0.0, 0.0],
        "score": [0.4, 0.7],
    }


def test_an_observation_in_the_middle_of_the_play() -> None:
    seen = described(
        load("standard"), "S", "9H", "S", "KS KC 9C TC 9D",
        "W pass, N pass, E pass, S order, S bury 9C, W AS, N 9S, E TS, S KS, W AD, N KD, E QH", "9-7",
    )  # fmt: skip
    found = told(seen)
    assert (found["seat"], found["dealer"], found["turn"]) == ([(int(Seat.S),)], [(0,)], [(0,)])
    assert found["phase"] == [(list(Phase).index(Phase.PLAY),)]
    assert found["trump"] == [(int(Suit.HEARTS),)]
    assert (found["maker"], found["lone"], found["taken_by"]) == ([(0,)], [], [(0,)])
    assert found["buried"] == at("9C")
    assert found["passed"] == [(0, 1), (0, 2), (0, 3)]
    first = [(1, "AS"), (2, "9S"), (3, "TS"), (0, "KS")]
    second = [(1, "AD"), (2, "KD"), (3, "QH")]
    assert found["tricks"] == sorted(
        (number, place, card(held).index)
        for number, trick in enumerate((first, second))
        for place, held in trick
    )
    assert found["leader"] == [(0, 1), (1, 1)]
    assert found["won"] == [0.0, 0.2]
    assert found["score"] == [0.9, 0.7]


def test_a_lone_hand_and_a_game_without_a_target_are_told() -> None:
    seen = described(
        load("standard"), "S", "9H", "W", "KS KC 9C TC 9D", "W order alone, S bury 9S", "5-2"
    )
    found = told(seen)
    assert (found["lone"], found["maker"], found["taken_by"]) == ([(0,)], [(0,)], [(3,)])
    assert (found["buried"], found["score"]) == ([], [0.2, 0.5])
    assert told(replace(seen, target=None, score=(5, 20)))["score"] == [1.0, 0.5]
    before = told(replace(seen, phase=None, turn_up=None, turn=None))
    assert (before["phase"], before["turn_up"], before["turn"]) == ([], [], [])
    mask = action_mask(seen)
    assert np.flatnonzero(mask).tolist() == sorted(number_of(each) for each in seen.legal)
    assert (str(mask.dtype), mask.shape, mask.max()) == ("int8", (ACTIONS,), 1)


@pytest.mark.parametrize("book", names())
def test_the_most_of_a_deal_is_its_best_score_or_a_lost_game(book: str) -> None:
    rules = load(book).score
    best = max(rules.make, rules.march, rules.euchre, rules.lone_make, rules.lone_march)
    best = max(best, rules.lone_euchre)
    loses = load(book).bidding.breach == "loses the game"
    assert most_points(load(book)) == (max(best, load(book).game.target or 0) if loses else best)


def test_the_most_of_a_deal_follows_each_score() -> None:
    plain = load("standard")
    assert most_points(plain) == 4
    for name in ("make", "march", "euchre", "lone_make", "lone_march", "lone_euchre"):
        assert most_points(overlay(plain, {f"score.{name}": 9}, "for this test")) == 9
    lost = overlay(plain, {"bidding.breach": "loses the game"}, "for this test")
    assert most_points(lost) == 10


def test_an_episode_is_one_deal_and_refuses_what_is_not_legal() -> None:
    episode = Episode("standard", "seed", Seat.W)
    assert (episode.book, episode.game.dealer, episode.turn) == (load("standard"), Seat.W, Seat.N)
    again = Episode(load("standard"), "seed", Seat.W)
    assert again.seen(Seat.N) == episode.seen(Seat.N)
    assert Episode("standard", "other", Seat.W).seen(Seat.N) != episode.seen(Seat.N)
    legal = episode.legal()
    assert legal == sorted(number_of(each) for each in episode.seen(Seat.N).legal)
    with pytest.raises(Refusal, match=rf"^North may not do number {ACTIONS} now$"):
        episode.act(ACTIONS)
    chance, brought = Random(2), 0
    while episode.turn is not None:
        assert brought == 0
        brought = episode.act(chance.choice(episode.legal()))
    assert brought == net_points(episode.game) != 0
    assert episode.legal() == []
    with pytest.raises(Refusal, match=r"^the episode is over$"):
        episode.act(legal[0])
    assert [share(seat, 2) for seat in Seat] == [2.0, -2.0, 2.0, -2.0]


def test_a_whole_game_goes_on_with_other_cards_from_the_next_dealer() -> None:
    episode, chance = Episode("standard", 7, Seat.E, whole_game=True), Random(4)
    hands: list[Any] = []
    while episode.turn is not None:
        assert episode.game.deal is not None
        if not hands or hands[-1] != episode.game.deal.dealt:
            hands.append(episode.game.deal.dealt)
        episode.act(chance.choice(episode.legal()))
    assert len(hands) == len(episode.game.finished) > 3
    assert episode.game.result is not None


def lone_partner(seen: View) -> Any:
    """One who calls alone whenever that is legal."""
    alone = [each for each in seen.legal if getattr(each, "alone", False)]
    return (alone or list(seen.legal))[0]


def test_the_agent_always_has_something_to_do() -> None:
    made = EuchreEnv(others=lone_partner, seat="W")
    dealers = set()
    for seed in range(12):
        observation, more = made.reset(seed=seed)
        assert made.episode.turn is Seat.W is made.seat
        assert more == {}
        assert made.observation_space.contains(observation)
        assert observation["action_mask"].sum() == len(made.episode.legal()) > 0
        dealers.add(made.episode.game.dealer)
    assert len(dealers) > 1


def test_an_agent_is_told_what_its_seat_sees_and_wins() -> None:
    made = EuchreEnv("alberta-55plus", "beginner", "E", True)
    assert (made.book, made.seat, made.whole_game, made.render_mode) == ("alberta-55plus", Seat.E, True, None)  # fmt: skip
    assert set(made.others) == {Seat.N, Seat.S, Seat.W}
    assert isinstance(made.action_space, spaces.Discrete)
    assert made.action_space.n == ACTIONS
    assert isinstance(made.observation_space, spaces.Dict)
    box = made.observation_space["observation"]
    assert isinstance(box, spaces.Box)
    assert (box.low.min(), box.low.max(), box.high.min(), box.high.max()) == (0, 0, 1, 1)
    made.reset(seed=3)
    total, over, chance = 0.0, False, Random(1)
    while not over:
        seen = made.episode.seen(Seat.E)
        hand = " ".join(each.name for each in seen.hand)
        assert made.render().startswith(f"{hand} | ")
        assert made.render().count(",") == len(seen.legal) - 1
        observation, reward, over, cut, more = made.step(
            np.int64(chance.choice(made.episode.legal()))
        )
        assert observation["observation"].tolist() == encode(made.episode.seen(Seat.E)).tolist()
        assert (cut, more) == (False, {})
        total += reward
    score = made.episode.game.score
    assert total == score[Side.EW] - score[Side.NS] != 0


def test_the_line_drawn_says_the_hand_and_what_may_be_done() -> None:
    made = EuchreEnv(others=lambda seen: seen.legal[0], seat="S")
    made.reset(seed=1)
    hand, legal = made.render().split(" | ")
    seen = made.episode.seen(Seat.S)
    assert hand.split() == [each.name for each in seen.hand]
    assert legal.split(", ")[0] == "pass"
    assert len(legal.split(", ")) == len(seen.legal)


def test_a_named_player_takes_the_other_seats() -> None:
    made = EuchreEnv(others="club", seat="N")
    for seed in range(3):
        made.reset(seed=seed)
        episode = Episode("standard", made.episode.seed, made.episode.game.dealer)
        while episode.turn is not Seat.N:
            assert episode.turn is not None
            club = player("club", int(episode.turn))
            episode.act(number_of(club(episode.seen(episode.turn))))
        assert episode.seen(Seat.N) == made.episode.seen(Seat.N)


@pytest.mark.parametrize("whole_game", [False, True])
def test_the_rewards_of_four_agents_add_up_to_the_points(whole_game: bool) -> None:
    made = EuchreAEC("standard", whole_game)
    made.reset(seed=11)
    totals, chance = dict.fromkeys(AGENTS, 0.0), Random(5)
    for agent in made.agent_iter():
        observation, reward, over, cut, more = made.last()
        totals[agent] += reward
        assert (cut, more) == (False, {})
        if over:
            made.step(None)
            continue
        assert agent == f"player_{int(made.episode.turn or 0)}"
        assert made.observation_space(agent).contains(observation)
        mask = observation["action_mask"]
        assert np.flatnonzero(mask).tolist() == made.episode.legal()
        made.step(chance.choice(made.episode.legal()))
    score = made.episode.game.score
    net = float(score[Side.NS] - score[Side.EW])
    assert totals == {name: share(seat, int(net)) for name, seat in AGENTS.items()}
    assert made.agents == []
    assert (made.episode.game.result is not None) is whole_game


def test_the_end_is_the_end_for_all_four() -> None:
    made = EuchreAEC("standard")
    made.reset(seed=2)
    assert (made.possible_agents, made.agents) == (list(AGENTS), list(AGENTS))
    assert set(made.terminations.values()) == set(made.truncations.values()) == {False}
    assert set(made.rewards.values()) == {0.0}
    while made.episode.turn is not None:
        assert set(made.terminations.values()) == {False}
        made.step(made.episode.legal()[-1])
    assert set(made.terminations.values()) == {True}
    assert sorted(set(made.rewards.values())) == [-abs(made.rewards["player_0"]), abs(made.rewards["player_0"])]  # fmt: skip
    assert made.agent_selection == "player_0"
    made.step(None)
    assert made.agents == ["player_1", "player_2", "player_3"]
    made.reset()
    assert made.agents == list(AGENTS)
    assert set(made._cumulative_rewards.values()) == {0.0}


def test_the_seed_is_kept_until_another_is_given() -> None:
    made = EuchreAEC("standard")

    def dealt(seed: int | None) -> Any:
        made.reset(seed=seed)
        assert isinstance(made.episode, Episode)
        return made.episode.seed, made.episode.game.dealer

    first, second = dealt(5), dealt(None)
    assert first != second
    assert (dealt(5), dealt(None)) == (first, second)
    assert dealt(6) != first
    assert made.action_space("player_1").n == ACTIONS  # type: ignore[attr-defined]
    box = made.observation_space("player_1")["observation"]  # type: ignore[index]
    assert (box.low.min(), box.high.max(), box.shape) == (0.0, 1.0, (SIZE,))
    mask = made.observation_space("player_1")["action_mask"]  # type: ignore[index]
    assert (mask.low.min(), mask.high.max(), mask.shape, mask.dtype) == (0, 1, (ACTIONS,), np.int8)


def test_an_illegal_act_of_an_agent_costs_the_most_of_a_deal() -> None:
    made = env("standard")
    made.reset(seed=1)
    agent = made.agent_selection
    made.step(ACTIONS - 1)
    assert made.rewards[agent] == -4.0
    assert all(made.terminations.values())
