"""Par of a board: what both sides come to when all hands are open and everybody chooses best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from rightbower.rules import acts
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import HAND_SIZE, Seat, Side, Suit
from rightbower.rules.ceremonies import Dealt
from rightbower.rules.deal import Deal, Phase, start
from rightbower.rules.judge import legal, taken
from rightbower.rules.score import mark_of

CALLS: Final = (acts.Order, acts.PickUp, acts.Name)


class Ending(Struct, frozen=True):
    """How a deal ends with best play after a call: the makers' tricks, and the points of North–South."""

    maker: Seat
    trump: Suit
    alone: bool
    tricks: int
    points: int


class SuitTakes(Struct, frozen=True):
    """The tricks that either side takes in a suit, and the seat that takes most alone."""

    suit: Suit
    north_south: int | None
    east_west: int | None
    alone: int
    lone_seat: Seat | None


class Par(Struct, frozen=True):
    """What a board is worth to North–South; the acts that lead there, and what else could be made.

    ``ending`` is None where everybody passes.
    """

    points: int
    line: tuple[acts.Action, ...]
    ending: Ending | None
    suits: tuple[SuitTakes, ...]


class _Choice(Struct):
    """A moment of the bidding: whose turn it is and where each act leads, or how the deal ends."""

    side: Side | None = None
    ways: tuple[tuple[acts.Action, _Choice], ...] = ()
    deal: Deal | None = None
    ending: Ending | None = None
    best: int = 0
    chosen: int = 0


def par(dealer: Seat, cards: Dealt, book: RuleBook) -> Par:
    """Par of a board by the exact solver; the dealer's best discard is counted."""
    played: list[_Choice] = []
    root = _tree(start(book, dealer, cards.hands, cards.turn_up, cards.stock), played)
    # The kernel needs NumPy, which events without boards do not.
    from rightbower.players.kernel.search import of_deals, solve_tricks

    tricks = solve_tricks(of_deals([each.deal for each in played if each.deal is not None]))
    for leaf, made in zip(played, tricks, strict=True):
        leaf.ending = _ending(leaf.deal, int(made))
        leaf.best = leaf.ending.points
    _settle(root)
    line, at = [], root
    while at.ways:
        act, at = at.ways[at.chosen]
        line.append(act)
    return Par(root.best, tuple(line), at.ending, _suits(root))


def _tree(deal: Deal, played: list[_Choice]) -> _Choice:
    """Every way the bidding can go, up to the first card."""
    if deal.phase is Phase.PLAY:
        leaf = _Choice(deal=deal)
        played.append(leaf)
        return leaf
    if deal.turn is None:
        return _Choice()
    # The solver knows the four suits; a house's calls without trump are not looked at.
    acts_here = [act for act in legal(deal) if isinstance(getattr(act, "suit", Suit.CLUBS), Suit)]
    ways = tuple((act, _tree(taken(deal, act), played)) for act in acts_here)
    return _Choice(deal.turn.side, ways)


def _ending(deal: Deal | None, tricks: int) -> Ending:
    assert deal is not None
    assert deal.maker is not None
    assert isinstance(deal.trump, Suit)
    alone = deal.lone is not None and deal.lone.side is deal.maker.side
    if deal.book.game.counts == "tricks":
        side, points = deal.maker.side, 2 * tricks - HAND_SIZE
    else:
        mark = mark_of(deal, tricks)
        side, points = mark.side, mark.points
    signed = points if side is Side.NS else -points
    return Ending(deal.maker, deal.trump, alone, tricks, signed)


def _settle(at: _Choice) -> int:
    """The worth of a moment with best choices from there on; of equal ones the plainest is taken."""
    if at.ways:
        sign = 1 if at.side is Side.NS else -1
        worths = [_settle(then) for _, then in at.ways]
        ranked = [
            (sign * worth, _plain(act, sign * worth), -number)
            for number, (worth, (act, _)) in enumerate(zip(worths, at.ways, strict=True))
        ]
        at.chosen = -max(ranked)[2]
        at.best = worths[at.chosen]
    return at.best


def _plain(act: acts.Action, worth: int) -> int:
    """A call that makes comes before passing where both come to the same; alone and a loss come last."""
    if isinstance(act, CALLS):
        return 2 if worth > 0 and not act.alone else 0
    return 1


def _suits(root: _Choice) -> tuple[SuitTakes, ...]:
    """What either side takes in each suit, over all calls that were looked at."""
    found: dict[tuple[Suit, Seat, bool], int] = {}
    for ending in _called(root):
        found[ending.trump, ending.maker, ending.alone] = ending.tricks
    return tuple(_takes(suit, found) for suit in Suit)


def _takes(suit: Suit, found: dict[tuple[Suit, Seat, bool], int]) -> SuitTakes:
    pairs = [
        max((found[suit, seat, False] for seat in side.seats if (suit, seat, False) in found), default=None)
        for side in Side
    ]  # fmt: skip
    lone = max(
        ((found[suit, seat, True], -seat) for seat in Seat if (suit, seat, True) in found),
        default=None,
    )
    alone, seat = (0, None) if lone is None else (lone[0], Seat(-lone[1]))
    return SuitTakes(suit, pairs[0], pairs[1], alone, seat)


def _called(at: _Choice) -> Sequence[Ending]:
    """How each call ends with best discards after it."""
    endings: list[Ending] = []
    for act, then in at.ways:
        if isinstance(act, CALLS):
            while then.ways:
                then = then.ways[then.chosen][1]
            if then.ending is not None:
                endings.append(then.ending)
        else:
            endings += _called(then)
    return endings
