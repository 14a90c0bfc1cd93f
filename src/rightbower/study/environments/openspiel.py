"""A deal in OpenSpiel's interface: chance deals the cards, four players act.

    from rightbower.study.environments.openspiel import load_game
    state = load_game(book="standard").new_initial_state()

That is Python alone, and nothing has to be installed for it. Where OpenSpiel is, it loads the same
game by its name, for its algorithms:

    import pyspiel
    import rightbower.study.environments.openspiel
    game = pyspiel.load_game("rightbower_euchre", {"book": "standard", "dealer": "N"})

The searches in Python of OpenSpiel run on it (``open_spiel.python.algorithms``, IS-MCTS among them). Its
compiled bots (``pyspiel.MCTSBot``, ``pyspiel.ISMCTSBot``) end the process on every game that is written
in Python, on its own tic-tac-toe too (seen with open_spiel 2.0.2).

The numbers of actions are those of ``kernel.acts``; chance uses the cards' numbers, five for each
seat from North on, and then the turn-up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from rightbower.players.kernel.bits import BURY, PLAY, action_of, number_of
from rightbower.players.simulate import net_points, new_game
from rightbower.players.views import View, view
from rightbower.rules.acts import say
from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import HAND_SIZE, PACK, Card, Seat, Suit, suit_in_play
from rightbower.rules.ceremonies import Dealt
from rightbower.rules.deal import Deal
from rightbower.rules.game import Game, act, deal_out
from rightbower.rules.refusal import Refusal
from rightbower.study.environments.spaces import (
    ACTIONS,
    PIECES,
    SIZE,
    empty,
    encode,
    fill,
    most_points,
    share,
)

try:
    import pyspiel
except ImportError:
    pyspiel = None

CHANCE: Final = -1
TERMINAL: Final = -4
PLAYERS: Final = len(Seat)
SHOWN: Final = PLAYERS * HAND_SIZE + 1  # cards that chance deals
TRIES: Final = 200  # deals tried for one that could be true
LONGEST: Final = 2 * PLAYERS + 2 + PLAYERS * HAND_SIZE  # calls, the bury and alone, cards


class EuchreGame:
    """The game of one deal by a book, from a given dealer."""

    def __init__(self, book: RuleBook, dealer: Seat = Seat.N) -> None:
        self.book = book
        self.dealer = dealer

    def new_initial_state(self) -> EuchreState:
        """A state in which nothing is dealt yet."""
        return EuchreState(self)

    def num_players(self) -> int:
        """The seats of the table."""
        return PLAYERS

    def num_distinct_actions(self) -> int:
        """How many numbers there are for what a player may do."""
        return ACTIONS

    def max_chance_outcomes(self) -> int:
        """The cards of the pack."""
        return len(PACK)

    def max_game_length(self) -> int:
        """The most acts of players in a deal."""
        return LONGEST

    def max_utility(self) -> float:
        """The most that a deal can bring a player."""
        return float(most_points(self.book))

    def min_utility(self) -> float:
        """The least that a deal can bring a player."""
        return -self.max_utility()

    def utility_sum(self) -> float:
        """What one side wins the other loses."""
        return 0.0

    def observation_tensor_shape(self) -> list[int]:
        """The length of an observation."""
        return [SIZE]

    def observation_pieces(self) -> dict[str, tuple[int, ...]]:
        """The parts of an observation in their order, with their shapes."""
        return dict(PIECES)


class EuchreState:
    """A deal under way, with the methods of OpenSpiel's ``State``."""

    def __init__(self, game: EuchreGame) -> None:
        self._game = game
        self._cards: tuple[int, ...] = ()
        self._deal: Game | None = None
        self._history: tuple[int, ...] = ()

    def get_game(self) -> EuchreGame:
        """The game of this state."""
        return self._game

    def clone(self) -> EuchreState:
        """A state of its own that is the same now; what it holds never changes, so it is cheap."""
        other = EuchreState(self._game)
        other._cards, other._deal, other._history = self._cards, self._deal, self._history
        return other

    def child(self, action: int) -> EuchreState:
        """The state after an action."""
        other = self.clone()
        other.apply_action(action)
        return other

    def current_player(self) -> int:
        """The seat on turn, or the sign of chance or of the end."""
        if self._deal is None:
            return CHANCE
        turn = None if self._deal.deal is None else self._deal.deal.turn
        return TERMINAL if turn is None else int(turn)

    def is_chance_node(self) -> bool:
        """Whether a card is dealt next."""
        return self.current_player() == CHANCE

    def is_terminal(self) -> bool:
        """Whether the deal is over."""
        return self.current_player() == TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every card still in the pack, each as likely."""
        left = [card.index for card in PACK if card.index not in self._cards]
        return [(card, 1 / len(left)) for card in left] if self.is_chance_node() else []

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The numbers of what may be done, in order."""
        now = self.current_player()
        if now == CHANCE:
            return [card for card, _ in self.chance_outcomes()]
        if now == TERMINAL or player not in (None, now):
            return []
        return sorted(number_of(action) for action in self.view(now).legal)

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """A one for each number that may be done."""
        mask = np.zeros(ACTIONS, dtype=int)
        mask[self.legal_actions(player)] = 1
        return [int(each) for each in mask]

    def apply_action(self, action: int) -> None:
        """Deal a card, or do what a player does."""
        if action not in self.legal_actions():
            raise Refusal(f"{action} is not legal here")
        self._history = (*self._history, action)
        if self._deal is None:
            self._cards = (*self._cards, action)
            if len(self._cards) == SHOWN:
                self._deal = self._dealt()
        else:
            self._deal = act(self._deal, action_of(action, Seat(self.current_player())))

    def action_to_string(self, player: int, action: int) -> str:
        """An action in plain words."""
        if player == CHANCE:
            return f"deal {PACK[action]}"
        return str(say(action_of(action, Seat(player))))

    def returns(self) -> list[float]:
        """The points of each player's side less those of the other, once the deal is over."""
        net = net_points(self._deal) if self.is_terminal() and self._deal is not None else 0
        return [share(seat, net) for seat in Seat]

    def rewards(self) -> list[float]:
        """The same: points are told at the end."""
        return self.returns()

    def history(self) -> list[int]:
        """Every number so far, the dealt cards first."""
        return list(self._history)

    def view(self, player: int) -> View:
        """What a player may know; while cards are dealt nobody knows any."""
        if self._deal is None:
            raise Refusal("the cards are not dealt yet")
        return view(self._deal, Seat(player))

    def observation_tensor(self, player: int) -> list[float]:
        """What a player may know, as numbers; all zeros while cards are dealt."""
        found = np.zeros(SIZE) if self._deal is None else encode(self.view(player))
        return [float(each) for each in found]

    def information_state_string(self, player: int) -> str:
        """All that a player has seen: the hand dealt, the turn-up, and what was said and played."""
        if self._deal is None:
            return f"{Seat(player)} waits for the cards"
        seen = self.view(player)
        acts = [*seen.bids, *(play for trick in seen.tricks for play in trick.plays)]
        hand = " ".join(card.name for card in seen.hand)
        buried = "" if seen.buried is None else f" buried {seen.buried}"
        return f"{Seat(player)} dealer {seen.dealer} up {seen.turn_up} holds {hand}{buried} after {acts}"

    def observation_string(self, player: int) -> str:
        """The same: a player forgets nothing."""
        return self.information_state_string(player)

    def resample_from_infostate(self, player: int, chance: Callable[[], float]) -> EuchreState:
        """A deal that could be true for a player, who has seen the same: what is hidden lies anew.

        ``chance`` gives numbers from 0 to 1. Suits that a seat has shown to be out of, the turn-up in
        a hand and what each call needs are kept to; how likely the calls and cards were is not
        asked. Where no other deal is found in many tries, it is the true one.
        """
        if self._deal is None:
            raise Refusal("the cards are not dealt yet")
        if self._deal.deal is None:
            return self.clone()
        for _ in range(TRIES):
            if (cards := _redealt(self._deal.deal, Seat(player), chance)) is not None:
                found = self._replayed(*cards)
                if found is not None:
                    return found
        return self.clone()

    def _replayed(self, hands: Sequence[Sequence[Card]], buried: Card | None) -> EuchreState | None:
        """The same calls and plays by these hands, with another card buried; None if that cannot be."""
        found = EuchreState(self._game)
        dealt = (card.index for hand in hands for card in hand)
        found._cards = found._history = (*dealt, self._cards[-1])
        found._deal = found._dealt()
        for number in self._history[SHOWN:]:
            if buried is not None and BURY <= number < PLAY:
                number = BURY + buried.index
            try:
                found.apply_action(number)
            except Refusal:
                return None
        return found

    def __str__(self) -> str:
        dealt = " ".join(PACK[card].name for card in self._cards)
        return f"{dealt} {list(self._history[len(self._cards) :])}"

    def _dealt(self) -> Game:
        cards = [PACK[card] for card in self._cards]
        hands = tuple(
            tuple(cards[seat * HAND_SIZE : (seat + 1) * HAND_SIZE]) for seat in range(PLAYERS)
        )
        stock = tuple(card for card in PACK if card not in cards)
        game = new_game(self._game.book, self._game.dealer)
        return deal_out(game, Dealt(hands, cards[-1], stock))


def _redealt(
    deal: Deal, me: Seat, chance: Callable[[], float]
) -> tuple[list[list[Card]], Card | None] | None:
    """Other hands as they may have been dealt, and what another may have buried; None if it went wrong."""
    fell = [(seat, card) for trick in deal.tricks for seat, card in trick.plays]
    hands: list[list[Card]] = [
        list(deal.dealt[seat]) if seat is me
        else [card for who, card in fell if who is seat and card is not deal.turn_up]
        for seat in Seat
    ]  # fmt: skip
    known = {deal.turn_up, *(card for hand in hands for card in hand)}
    hidden = _shuffled([card for card in PACK if card not in known], chance)
    barred = _shown_out_of(deal)
    buried = None
    if deal.buried is not None and deal.taken_by is not me:
        taker = deal.taken_by
        assert taker is not None
        kept_yet = deal.turn_up not in (card for _, card in fell)
        places = HAND_SIZE + kept_yet - len(hands[taker])
        if kept_yet and chance() * places < 1:
            buried = deal.turn_up
        else:
            buried = hidden.pop()
            hands[taker].append(buried)
    for seat in sorted(Seat, key=lambda each: -len(barred[each])):
        wants = HAND_SIZE - len(hands[seat])
        may = [card for card in hidden if suit_in_play(card, deal.trump) not in barred[seat]][
            :wants
        ]
        if len(may) < wants:
            return None
        hands[seat] += may
        hidden = [card for card in hidden if card not in may]
    return hands, buried


def _shown_out_of(deal: Deal) -> list[set[Suit]]:
    """The suits that each seat did not follow."""
    barred: list[set[Suit]] = [set() for _ in Seat]
    for trick in deal.tricks:
        for seat, card in trick.plays:
            assert trick.led is not None
            led = suit_in_play(trick.led, deal.trump)
            if suit_in_play(card, deal.trump) is not led:
                barred[seat].add(led)
    return barred


def _shuffled(cards: list[Card], chance: Callable[[], float]) -> list[Card]:
    for last in range(len(cards) - 1, 0, -1):
        other = min(int(chance() * (last + 1)), last)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def load_game(book: str | RuleBook = "standard", dealer: str | Seat = "N") -> EuchreGame:
    """The game of one deal by a book."""
    return EuchreGame(load(book), Seat.of(dealer, "dealer"))


NAME = "rightbower_euchre"
if pyspiel is not None:
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

        def resample_from_infostate(self, player: int, chance: Callable[[], float]) -> SpielState:
            """A deal that could be true for a player, who has seen the same."""
            found: SpielState = self.get_game().new_initial_state()
            for action in self.state.resample_from_infostate(player, chance).history():
                found.apply_action(action)
            return found

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
