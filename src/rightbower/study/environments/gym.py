"""One deal, or a game, for one learning agent and for four, in the interfaces of the field.

Gymnasium has one seat for the agent, and the others are players of ours:

    import gymnasium
    import rightbower.study.environments.gym
    env = gymnasium.make("rightbower/Euchre-v0", book="standard", others="club")

PettingZoo has four agents, one for each seat, who act in turn:

    from rightbower.study.environments.gym import env
    game = env(book="alberta-55plus")

The extra ``environments`` brings both.
"""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from rightbower.players import Bot, Player, player
from rightbower.players.kernel.acts import number_of
from rightbower.rules.acts import write_without_seat
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Seat
from rightbower.rules.refusal import Refusal
from rightbower.study.environments.spaces import (
    ACTIONS,
    SIZE,
    Episode,
    most_points,
    observation,
    random_episode,
    share,
)

Observation = dict[str, np.ndarray]


class EuchreEnv(gymnasium.Env[Any, np.int64]):
    """A deal, or a whole game, for one seat; the reward is points, ours less theirs.

    An action that is not in the mask ends the episode and costs the most that a deal can.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - Gymnasium reads it so

    def __init__(
        self,
        book: str | RuleBook = "standard",
        others: str | Bot | Player = "club",
        seat: str | Seat = "S",
        whole_game: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.book, self.whole_game, self.render_mode = book, whole_game, render_mode
        self.seat = Seat.of(seat)
        self.over = True
        self.others = {each: _other(others, each) for each in Seat if each is not self.seat}
        self.action_space = spaces.Discrete(ACTIONS)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, (SIZE,), np.float32),
                "action_mask": spaces.MultiBinary(ACTIONS),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal anew until the agent has something to do."""
        super().reset(seed=seed, options=options)
        while True:
            self.episode = random_episode(self.np_random, self.book, self.whole_game)
            self._others_act()
            if self.episode.turn is not None:
                self.over = False
                return self._observe(), {}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Act for the agent, then for the others until its next turn."""
        if self.over:
            raise Refusal("the episode is over: reset the environment first")
        if int(action) not in self.episode.legal():
            self.over = True
            lost = -float(most_points(self.episode.book))
            return self._observe(), lost, True, False, {"illegal": True}
        net = self.episode.act(int(action)) + self._others_act()
        self.over = self.episode.turn is None
        return self._observe(), share(self.seat, net), self.over, False, {}

    def render(self) -> str:
        """The agent's hand and what it may do, as a line."""
        seen = self.episode.seen(self.seat)
        hand = " ".join(card.name for card in seen.hand)
        return f"{hand} | {', '.join(write_without_seat(each) for each in seen.legal)}"

    def _others_act(self) -> int:
        net = 0
        while (turn := self.episode.turn) not in (None, self.seat):
            assert turn is not None
            net += self.episode.act(number_of(self.others[turn](self.episode.seen(turn))))
        return net

    def _observe(self) -> Observation:
        return observation(self.episode.seen(self.seat))


def _other(others: str | Bot | Player, seat: Seat) -> Player:
    return player(others, int(seat)) if isinstance(others, str | Bot) else others


gymnasium.register("rightbower/Euchre-v0", entry_point=f"{__name__}:EuchreEnv")


AGENTS = {f"player_{int(seat)}": seat for seat in Seat}  # from North, clockwise


def env(book: str | RuleBook = "standard", whole_game: bool = False) -> AECEnv:
    """The environment with PettingZoo's usual wrappers: an illegal action ends the episode."""
    raw = EuchreAEC(book, whole_game)
    lost = -float(most_points(raw.episode_book))
    ending = wrappers.TerminateIllegalWrapper(raw, illegal_reward=lost)
    return wrappers.OrderEnforcingWrapper(ending)


class EuchreAEC(AECEnv):  # type: ignore[misc]
    """A deal, or a whole game, for four; the reward of each is points, ours less theirs."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "rightbower_euchre_v0",
        "render_modes": [],
        "is_parallelizable": False,
    }

    def __init__(self, book: str | RuleBook = "standard", whole_game: bool = False) -> None:
        super().__init__()
        self.book, self.whole_game = book, whole_game
        self.episode_book = Episode(book, 0).book
        self.possible_agents = list(AGENTS)
        self.render_mode = None
        observation = spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, (SIZE,), np.float32),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(AGENTS, observation)
        self.action_spaces = {name: spaces.Discrete(ACTIONS) for name in AGENTS}
        self.np_random, _ = seeding.np_random(None)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent is shown."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may answer."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal anew; there are no options."""
        del options
        if seed is not None:
            self.np_random, _ = seeding.np_random(seed)
        self.episode = random_episode(self.np_random, self.book, self.whole_game)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in AGENTS}
        self._select()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What the agent's seat may know, and what it may do."""
        return observation(self.episode.seen(AGENTS[agent]))

    def step(self, action: Any) -> None:
        """Act for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        net = self.episode.act(int(action))
        self.rewards = {name: share(seat, net) for name, seat in AGENTS.items()}
        if self.episode.turn is None:
            self.terminations = dict.fromkeys(AGENTS, True)
        self._select()
        self._accumulate_rewards()

    def render(self) -> None:
        """Nothing is drawn; ``observe`` tells all there is."""

    def close(self) -> None:
        """Nothing has to be closed."""

    def _select(self) -> None:
        turn = self.episode.turn
        self.agent_selection = self.agents[0] if turn is None else f"player_{int(turn)}"
