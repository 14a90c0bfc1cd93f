"""A deal or a whole game under way, for environments that play by numbers."""

from __future__ import annotations

import numpy as np

from rightbower.players.kernel.numbers.acts import action_of, number_of
from rightbower.players.simulate import net_points, new_game
from rightbower.players.views import View, view
from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import Seat, Side, shuffled
from rightbower.rules.game import Game, act
from rightbower.rules.openings import deal_pack
from rightbower.rules.refusal import Refusal


def most_points(book: RuleBook) -> int:
    """The most that one deal can bring a side; a lost game counts as its whole target."""
    rules = book.score
    lost = (book.game.target or 0) if book.bidding.breach == "loses the game" else 0
    points = (rules.make, rules.march, rules.euchre, rules.lone_make, rules.lone_march)
    return max(*points, rules.lone_euchre, lost)


class Episode:
    """One deal, or a game of deals, from shuffled packs; the same seed gives the same cards."""

    def __init__(
        self, book: RuleBook | str, seed: int | str, dealer: Seat = Seat.N, whole_game: bool = False
    ) -> None:
        self.book = load(book) if isinstance(book, str) else book
        self.seed = seed
        self.whole_game = whole_game
        self.game: Game = new_game(self.book, dealer)
        self._deal()

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is; None when the episode is over."""
        return None if self.game.deal is None else self.game.deal.turn

    def seen(self, seat: Seat) -> View:
        """What a seat may know."""
        return view(self.game, seat)

    def legal(self) -> list[int]:
        """The numbers of what may be done now, in order."""
        turn = self.turn
        return [] if turn is None else sorted(map(number_of, self.seen(turn).legal))

    def act(self, number: int) -> int:
        """Do what a number says; the points that this brought North and South, net."""
        turn = self.turn
        if turn is None:
            raise Refusal("the episode is over")
        if number not in self.legal():
            raise Refusal(f"{turn.word} may not do number {number} now")
        self.game = act(self.game, action_of(number, turn))
        if self.game.deal is not None:
            return 0
        brought = net_points(self.game)
        if self.whole_game and self.game.result is None:
            self._deal()
        return brought

    def _deal(self) -> None:
        pack = shuffled(f"{self.seed}:{len(self.game.finished)}")
        self.game = deal_pack(self.game, pack)


def random_episode(chance: np.random.Generator, book: str, whole_game: bool) -> Episode:
    """An episode whose cards and dealer are left to chance."""
    cards = int(chance.integers(2**62))
    return Episode(book, cards, Seat(int(chance.integers(len(Seat)))), whole_game)


def share(seat: Seat, net: int) -> float:
    """A seat's part of what was brought to North and South."""
    return float(net if seat.side is Side.NS else -net)
