"""A Gymnasium environment: one seat is the agent's, the others are players of ours.

    import gymnasium
    import rightbower.study.environments.gymnasium_env
    env = gymnasium.make("rightbower/Euchre-v0", book="standard", others="club")

The extra ``environments`` brings Gymnasium.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from rightbower.players import Bot, Player, player
from rightbower.players.kernel.acts import number_of
from rightbower.rules.acts import write_without_seat
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Seat
from rightbower.rules.refusal import Refusal
from rightbower.study.environments.spaces import (
    ACTIONS,
    SIZE,
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
