"""A PettingZoo environment: four agents, one for each seat, who act in turn.

    from rightbower.study.environments.pettingzoo_env import env
    game = env(book="alberta-55plus")

The extra ``environments`` brings PettingZoo.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Seat
from rightbower.study.environments.spaces import (
    ACTIONS,
    SIZE,
    Episode,
    most_points,
    observation,
    random_episode,
    share,
)

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
