"""The deal as a game that OpenSpiel loads by name, for its algorithms.

import pyspiel
import rightbower.study.environments.openspiel
game = pyspiel.load_game("rightbower_euchre", {"book": "standard", "dealer": "N"})
"""

from __future__ import annotations

from typing import Any

import pyspiel

from rightbower.rules.cards import PACK
from rightbower.rules.refusal import Refusal
from rightbower.study.environments.spaces import ACTIONS, empty, fill
from rightbower.study.environments.spiel import LONGEST, PLAYERS, EuchreGame, EuchreState, load_game

NAME = "rightbower_euchre"
GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Euchre by a rule book of Rightbower",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=PLAYERS,
    min_num_players=PLAYERS,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"book": "standard", "dealer": "N"},
)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One deal by a book, as OpenSpiel wants a game."""

    def __init__(self, params: dict[str, str] | None = None) -> None:
        given = dict(params or {})
        self.game: EuchreGame = load_game(**given)
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=len(PACK),
            num_players=PLAYERS,
            min_utility=self.game.min_utility(),
            max_utility=self.game.max_utility(),
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(GAME_TYPE, info, given)

    def new_initial_state(self) -> SpielState:
        """A state in which nothing is dealt yet."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What shows a player the state."""
        return Observer(iig_obs_type, params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A deal under way; every question goes to the state in plain Python."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.state: EuchreState = game.game.new_initial_state()

    def current_player(self) -> int:
        """The seat on turn, or the sign of chance or of the end."""
        return self.state.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return self.state.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every card still in the pack, each as likely."""
        return self.state.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.state = self.state.child(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.state.action_to_string(player, action)

    def is_terminal(self) -> bool:
        """Whether the deal is over."""
        return self.state.is_terminal()

    def returns(self) -> list[float]:
        """The points of each player's side less those of the other."""
        return self.state.returns()

    def __str__(self) -> str:
        return str(self.state)


class Observer:
    """What a player sees of a state, as OpenSpiel's observers give it."""

    def __init__(self, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise Refusal(f"an observation has no parameters, but {params} were given")
        self.private = (
            iig_obs_type is None
            or iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        )
        self.tensor, self.dict = empty()

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player may know into ``tensor`` and ``dict``."""
        self.tensor.fill(0)
        if not state.state.is_chance_node():
            fill(self.dict, state.state.view(player))
        if not self.private:
            for name in ("hand", "buried"):
                self.dict[name].fill(0)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player may know, in words."""
        return state.state.information_state_string(player) if self.private else ""


pyspiel.register_game(GAME_TYPE, SpielGame)
