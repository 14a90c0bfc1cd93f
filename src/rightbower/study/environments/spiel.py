"""A deal in OpenSpiel's interface, in Python alone: chance deals the cards, four players act.

    from rightbower.study.environments.spiel import load_game
    state = load_game(book="standard").new_initial_state()

Nothing has to be installed for it; ``rightbower.study.environments.openspiel`` makes the same a game that
OpenSpiel itself loads. The numbers of actions are those of ``kernel.acts``; chance uses the
cards' numbers, five for each seat from North on, and then the turn-up.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from rightbower.players.kernel.acts import action_of, number_of
from rightbower.players.simulate import net_points, new_game
from rightbower.players.views import View, view
from rightbower.rules.acts import say
from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import HAND_SIZE, PACK, Seat
from rightbower.rules.ceremonies import Dealt
from rightbower.rules.game import Game, act, deal_out
from rightbower.rules.refusal import Refusal
from rightbower.study.environments.spaces import ACTIONS, PIECES, SIZE, encode, most_points, share

CHANCE: Final = -1
TERMINAL: Final = -4
PLAYERS: Final = len(Seat)
SHOWN: Final = PLAYERS * HAND_SIZE + 1  # cards that chance deals
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


def load_game(book: str | RuleBook = "standard", dealer: str | Seat = "N") -> EuchreGame:
    """The game of one deal by a book."""
    return EuchreGame(load(book), Seat.of(dealer, "dealer"))
