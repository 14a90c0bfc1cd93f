"""What the environments show and take."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from rightbower.players.kernel.bits import PLAY, action_of, number_of
from rightbower.players.simulate import net_points, new_game
from rightbower.players.views import View, view
from rightbower.rules.acts import Pass, TurnDown
from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import HAND_SIZE, PACK, Card, Seat, Side, Suit, shuffled
from rightbower.rules.deal import Phase
from rightbower.rules.game import Game, act
from rightbower.rules.openings import deal_pack
from rightbower.rules.refusal import Refusal

ACTIONS: Final = PLAY + len(PACK)
FAR: Final = 10.0  # a score is told as a share of the target, or of this

_SEATS, _CARDS = len(Seat), len(PACK)
# What is shown of a phase; a game whose defenders may play alone is none of these environments.
PHASES: Final = tuple(phase for phase in Phase if phase not in (Phase.DEFEND, Phase.JOKER))
# Each piece of an observation and its shape; seats run from the one that looks, clockwise.
PIECES: Final[dict[str, tuple[int, ...]]] = {
    "seat": (_SEATS,),
    "phase": (len(PHASES),),
    "dealer": (_SEATS,),
    "turn": (_SEATS,),
    "hand": (_CARDS,),
    "turn_up": (_CARDS,),
    "buried": (_CARDS,),
    "passed": (2, _SEATS),
    "trump": (len(Suit),),
    "maker": (_SEATS,),
    "lone": (_SEATS,),
    "taken_by": (_SEATS,),
    "tricks": (HAND_SIZE, _SEATS, _CARDS),
    "leader": (HAND_SIZE, _SEATS),
    "won": (2,),
    "score": (2,),
}
SIZE: Final = sum(int(np.prod(shape)) for shape in PIECES.values())


def empty() -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """A flat observation and its pieces, which are views of it."""
    flat = np.zeros(SIZE, dtype=np.float32)
    pieces, place = {}, 0
    for name, shape in PIECES.items():
        size = int(np.prod(shape))
        pieces[name] = flat[place : place + size].reshape(shape)
        place += size
    return flat, pieces


def encode(seen: View) -> np.ndarray:
    """The view of a seat as numbers between 0 and 1."""
    flat, pieces = empty()
    fill(pieces, seen)
    return flat


def fill(pieces: dict[str, np.ndarray], seen: View) -> None:
    """Write a view into the pieces of an observation that is all zeros."""
    me = seen.seat
    assert me is not None
    pieces["seat"][me] = 1
    for name in ("dealer", "turn", "maker", "lone", "taken_by"):
        seat: Seat | None = getattr(seen, name)
        if seat is not None:
            pieces[name][_from(me, seat)] = 1
    if seen.phase is not None:
        pieces["phase"][PHASES.index(Phase.ALONE if seen.phase is Phase.DEFEND else seen.phase)] = 1
    if seen.trump is not None:
        pieces["trump"][seen.trump] = 1
    pieces["hand"][:] = _cards(seen.hand)
    pieces["turn_up"][:] = _cards([seen.turn_up] if seen.turn_up else [])
    pieces["buried"][:] = _cards([seen.buried] if seen.buried else [])
    _bids(pieces, seen, me)
    _tricks(pieces, seen, me)
    goal = float(seen.target or FAR)
    pieces["score"][:] = [min(seen.score[side] / goal, 1.0) for side in (me.side, me.side.other)]


def action_mask(seen: View) -> np.ndarray:
    """A one for each action that the seat may take now."""
    mask = np.zeros(ACTIONS, dtype=np.int8)
    mask[[number_of(action) for action in seen.legal]] = 1
    return mask


def observation(seen: View) -> dict[str, np.ndarray]:
    """What a seat may know and what it may do, as environments give it to an agent."""
    return {"observation": encode(seen), "action_mask": action_mask(seen)}


def _from(me: Seat, seat: Seat) -> int:
    return (seat - me) % _SEATS


def _cards(cards: Iterable[Card]) -> np.ndarray:
    row = np.zeros(_CARDS, dtype=np.float32)
    row[[card.index for card in cards]] = 1
    return row


def _bids(pieces: dict[str, np.ndarray], seen: View, me: Seat) -> None:
    for number, bid in enumerate(seen.bids):
        if isinstance(bid, Pass | TurnDown):
            pieces["passed"][number // _SEATS, _from(me, bid.seat)] = 1


def _tricks(pieces: dict[str, np.ndarray], seen: View, me: Seat) -> None:
    for number, trick in enumerate(seen.tricks):
        pieces["leader"][number, _from(me, trick.leader)] = 1
        for seat, card in trick.plays:
            pieces["tricks"][number, _from(me, seat), card.index] = 1
        if trick.winner is not None:
            pieces["won"][int(trick.winner.side is not me.side)] += 1 / HAND_SIZE


def most_points(book: RuleBook) -> int:
    """The most that one deal can bring a side; a lost game counts as its whole target."""
    rules = book.score
    lost = (book.game.target or 0) if book.bidding.breach == "loses the game" else 0
    points = (rules.make, rules.march, rules.euchre, rules.lone_make, rules.lone_march)
    return max(*points, rules.lone_euchre, lost)


# Variants for which an observation and the numbers of acts have no room.
UNSHOWN: Final = {
    "alone.defend": "no",
    "bidding.no_trump": "none",
    "relief.bad_hand": "none",
    "pack.ranks": "nine to ace",
    "pack.joker": "none",
}


class Episode:
    """One deal, or a game of deals, from shuffled packs; the same seed gives the same cards."""

    def __init__(
        self, book: RuleBook | str, seed: int | str, dealer: Seat = Seat.N, whole_game: bool = False
    ) -> None:
        self.book = load(book)
        for path, without in UNSHOWN.items():
            if self.book.value(path) != without:
                raise Refusal(f"the environments do not show {path}")
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

    def observation(self, seat: Seat) -> dict[str, np.ndarray]:
        """What a seat may know and what it may do."""
        return observation(self.seen(seat))

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


def random_episode(chance: np.random.Generator, book: str | RuleBook, whole_game: bool) -> Episode:
    """An episode whose cards and dealer are left to chance."""
    cards = int(chance.integers(2**62))
    return Episode(book, cards, Seat(int(chance.integers(len(Seat)))), whole_game)


def share(seat: Seat, net: int) -> float:
    """A seat's part of what was brought to North and South."""
    return float(net if seat.side is Side.NS else -net)
