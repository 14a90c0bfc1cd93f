"""One deal, or a game, for one learning agent and for four, in the interfaces of the field.

Gymnasium has one seat for the agent, and the others are players of ours; many deals go side by side:

    import gymnasium
    import rightbower.study.environments.gym
    env = gymnasium.make("rightbower/Euchre-v0", book="standard", others="club")
    envs = gymnasium.make_vec("rightbower/Euchre-v0", num_envs=1024, others="league")

PettingZoo has four agents, one for each seat, who act in turn:

    from rightbower.study.environments.gym import env
    game = env(book="alberta-55plus")

The extra ``environments`` brings both.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from rightbower.players import Bot, Player, player
from rightbower.players.kernel.bits import number_of
from rightbower.players.views import view
from rightbower.rules.acts import write_without_seat
from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import Seat
from rightbower.rules.extras import missing
from rightbower.rules.refusal import Refusal
from rightbower.study.environments.batch import STYLES, Chooser, TableEpisode, Tables, shares
from rightbower.study.environments.spaces import (
    ACTIONS,
    SIZE,
    Episode,
    most_points,
    random_episode,
    share,
)

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError:
    raise missing("an environment of Gymnasium or PettingZoo", "gymnasium") from None

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
        self.observation_space = _seen_space()

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
        return self.episode.observation(self.seat)


def _other(others: str | Bot | Player, seat: Seat) -> Player:
    return player(others, int(seat)) if isinstance(others, str | Bot) else others


class EuchreVectorEnv(VectorEnv[Observation, np.ndarray, np.ndarray]):
    """Many deals, or games, side by side for one seat, compiled; what is seen is as in ``EuchreEnv``.

    The other seats are ``league`` or ``random`` players, compiled too, any other player by its name, who
    is a thousand times slower, or a function from observations and masks to acts, such as the learner
    itself. An action that is not in the mask ends its episode and costs the most that a deal can.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - as above

    def __init__(
        self,
        num_envs: int = 64,
        book: str | RuleBook = "standard",
        others: str | Bot | Chooser = "league",
        seat: str | Seat = "S",
        whole_game: bool = False,
        autoreset_mode: str | AutoresetMode = AutoresetMode.SAME_STEP,
        render_mode: None = None,
    ) -> None:
        del render_mode
        self.num_envs, self.seat = num_envs, Seat.of(seat)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.tables = Tables(book, num_envs, whole_game=whole_game, go_on=False)
        self._others = _others_of(others, self.tables, self.seat)
        self._lost = float(most_points(self.tables.book))
        self.single_action_space = spaces.Discrete(ACTIONS)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.single_observation_space = _seen_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal anew until the agent has something to do everywhere, or where ``reset_mask`` says."""
        super().reset(seed=seed)
        which = (options or {}).get("reset_mask")
        if which is None:
            self.tables.reset(int(self.np_random.integers(2**62)))
            self._deal_on(np.ones(self.num_envs, dtype=np.bool_))
        else:
            self._deal(which)
        return self._observe(), {}

    def step(
        self, actions: np.ndarray
    ) -> tuple[Observation, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Act for the agent, then for the others until its next turn."""
        acts = np.asarray(actions, dtype=np.int64)
        waiting = (
            self.tables.turns < 0
        )  # episodes that ended before: their actions are not looked at
        inside = np.clip(acts, 0, ACTIONS - 1)
        wrong = ~waiting & ((acts != inside) | (self.tables.legal >> inside & 1 == 0))
        going = ~wrong & ~waiting
        net = self.tables.step(acts, going)[0].copy()
        net += self._others(going)
        self.tables.call_off(wrong)
        over = (self.tables.turns < 0) & ~waiting
        rewards = np.where(wrong, -self._lost, shares(int(self.seat), net)).astype(np.float64)
        told: dict[str, Any] = {}
        if wrong.any():
            told |= {"illegal": wrong, "_illegal": wrong}
        if self.autoreset_mode is AutoresetMode.SAME_STEP and over.any():
            told |= {"final_obs": self._finals(over), "_final_obs": over}
            self._deal(over)
        elif self.autoreset_mode is AutoresetMode.NEXT_STEP and waiting.any():
            self._deal(waiting)
        return self._observe(), rewards, over, np.zeros(self.num_envs, dtype=np.bool_), told

    def _deal(self, which: np.ndarray) -> None:
        self.tables.deal_next(which)
        self._deal_on(which)

    def _deal_on(self, fresh: np.ndarray) -> None:
        """The others act; where that ends an episode that has just begun, the next is dealt."""
        while fresh.any():
            self._others(fresh)
            fresh = fresh & (self.tables.turns < 0)
            self.tables.deal_next(fresh)

    def _observe(self) -> Observation:
        seen = np.empty((self.num_envs, SIZE), dtype=np.float32)
        self.tables.observations(int(self.seat), seen)
        return {"observation": seen, "action_mask": self.tables.masks().copy()}

    def _finals(self, over: np.ndarray) -> np.ndarray:
        """What the agent sees at the end of each episode that is over."""
        seen, found = self._observe(), np.full(self.num_envs, None, dtype=object)
        for table in np.flatnonzero(over):
            found[table] = {name: rows[table] for name, rows in seen.items()}
        return found


def _others_of(
    others: str | Bot | Chooser, tables: Tables, seat: Seat
) -> Callable[[np.ndarray], np.ndarray]:
    """How the others act at tables marked until it is a seat's turn; told what that brought."""
    if isinstance(others, str) and others in STYLES:

        def compiled(which: np.ndarray) -> np.ndarray:
            before = tables.points.copy()
            brought: np.ndarray = tables.others_act(others, seat, which)[0] - before
            return brought

        return compiled
    chosen = (
        _by_views(others, tables) if isinstance(others, str | Bot) else _by_rows(others, tables)
    )

    def one_by_one(which: np.ndarray) -> np.ndarray:
        net, acts = np.zeros(len(tables), dtype=np.int64), np.zeros(len(tables), dtype=np.int64)
        while len(waits := np.flatnonzero(which & (tables.turns >= 0) & (tables.turns != seat))):
            acts[waits] = chosen(waits)
            marks = np.zeros(len(tables), dtype=np.bool_)
            marks[waits] = True
            net += tables.step(acts, marks)[0]
        return net

    return one_by_one


def _by_rows(others: Chooser, tables: Tables) -> Callable[[np.ndarray], np.ndarray]:
    def acts(waits: np.ndarray) -> np.ndarray:
        return np.asarray(others(tables.observations()[waits], tables.masks()[waits]))

    return acts


def _by_views(others: str | Bot, tables: Tables) -> Callable[[np.ndarray], np.ndarray]:
    seated = [player(others, int(each)) for each in Seat]

    def acts(waits: np.ndarray) -> np.ndarray:
        views = [view(tables.game(int(table))) for table in waits]
        return np.array([number_of(seated[each.turn or 0](each)) for each in views])

    return acts


def _seen_space() -> spaces.Dict:
    """What a seat is shown: an observation and the mask of what it may do."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0.0, 1.0, (SIZE,), np.float32),
            "action_mask": spaces.MultiBinary(ACTIONS),
        }
    )


gymnasium.register(
    "rightbower/Euchre-v0",
    entry_point=f"{__name__}:EuchreEnv",
    vector_entry_point=f"{__name__}:EuchreVectorEnv",
)


AGENTS = {f"player_{int(seat)}": seat for seat in Seat}  # from North, clockwise


def env(
    book: str | RuleBook = "standard", whole_game: bool = False, compiled: bool = False
) -> AECEnv:
    """The environment with PettingZoo's usual wrappers: an illegal action ends the episode."""
    raw = EuchreAEC(book, whole_game, compiled)
    lost = -float(most_points(raw.episode_book))
    ending = wrappers.TerminateIllegalWrapper(raw, illegal_reward=lost)
    return wrappers.OrderEnforcingWrapper(ending)


class EuchreAEC(AECEnv):  # type: ignore[misc]
    """A deal, or a whole game, for four; the reward of each is points, ours less theirs.

    ``compiled`` plays by the kernel, which sees, allows and scores the same in a fraction of the time; its
    cards are others for the same seed.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "rightbower_euchre_v0",
        "render_modes": [],
        "is_parallelizable": False,
    }

    episode: Episode | TableEpisode

    def __init__(
        self,
        book: str | RuleBook = "standard",
        whole_game: bool = False,
        compiled: bool = False,
    ) -> None:
        super().__init__()
        self.book, self.whole_game = book, whole_game
        self.episode_book = load(book)
        self._table = Tables(book, 1, whole_game=whole_game, go_on=False) if compiled else None
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
        if self._table is None:
            self.episode = random_episode(self.np_random, self.book, self.whole_game)
        else:
            self.episode = TableEpisode(self._table, int(self.np_random.integers(2**62)))
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in AGENTS}
        self._select()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What the agent's seat may know, and what it may do."""
        return self.episode.observation(AGENTS[agent])

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
