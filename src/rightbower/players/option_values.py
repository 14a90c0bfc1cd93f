"""Options with what they are worth: worlds counted by how they end, and what each end brings."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from rightbower.players.equity import Worth
from rightbower.players.kernel.numbers.bits import BIT
from rightbower.players.kernel.worlds.options import KINDS
from rightbower.players.views import View
from rightbower.rules.acts import Action, GoAlone, Name, Order, Play
from rightbower.rules.cards import Side
from rightbower.rules.deal import holds_trump

Ends = Sequence[tuple[float, int]]


class Valued(Struct, frozen=True):
    """An action with the chance to win after it, the points it brings, and the chance's error."""

    action: Action
    chance: float
    points: float
    error: float


def point(view: View) -> float:
    """What one point is worth now, as chance to win."""
    assert view.seat is not None
    worth = Worth(view, view.seat.side)
    return worth.of(1, 0) - worth.of(0, 0)


def cards_to_play(view: View) -> tuple[list[Play], np.ndarray]:
    """The cards that may be played, from the lowest, and each as a bit relative to trump."""
    assert view.trump is not None
    bits = BIT[view.trump]
    plays = [action for action in view.legal if isinstance(action, Play)]
    plays.sort(key=lambda action: int(bits[action.card.index]))
    return plays, np.array([bits[action.card.index] for action in plays], dtype=np.int64)


def counts_of(options: int) -> tuple[np.ndarray, np.ndarray]:
    """Room to count worlds in, twice: solved and played on."""
    shape = (options, KINDS)
    return np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)


def goes_alone(view: View, action: Action | None = None) -> bool:
    """Whether the makers play alone, after this action where there is one."""
    assert view.maker is not None
    seat = action.seat if isinstance(action, GoAlone) else view.lone
    return seat is not None and seat.side is view.maker.side


def ends_of(view: View, alone: bool) -> Ends:
    """What it is worth that the makers are euchred, make it, or march."""
    assert view.seat is not None
    assert view.maker is not None
    worth = Worth(view, view.seat.side)
    return [worth.end(view.maker.side, alone, kind) for kind in range(KINDS)]


def ledger(view: View) -> Ends:
    """What each line of a call's ledger is worth: side × alone × kind, and nobody's call."""
    assert view.seat is not None
    worth = Worth(view, view.seat.side)
    ends = [
        worth.end(side, alone, kind)
        for side in Side
        for alone in (False, True)
        for kind in range(KINDS)
    ]
    return [*ends, (worth.of(0, 0), 0)]


def breaks(view: View, action: Action) -> bool:
    """Whether a call lacks the trump that the book asks for, and loses the game by it."""
    rules = view.book.bidding
    if rules.breach != "loses the game" or rules.trump_to_order == "nobody":
        return False
    if not isinstance(action, Order | Name) or action.seat is view.dealer:
        return False
    assert view.turn_up is not None
    suit = action.suit if isinstance(action, Name) else view.turn_up.suit
    return not holds_trump(view.hand, suit, rules.left_counts)


def lost(view: View, each: Valued) -> Valued:
    """An action that loses the game at once."""
    return Valued(each.action, 0.0, -float(view.target or 0), 0.0)


def valued(actions: Sequence[Action], counts: np.ndarray, ends: Ends) -> list[Valued]:
    """Actions by their rows of counts."""
    return [value(action, row, ends) for action, row in zip(actions, counts, strict=True)]


def value(action: Action, counts: np.ndarray, ends: Ends) -> Valued:
    """An action by how many worlds ended each way, and what each end is worth."""
    total = float(counts.sum())
    shares = counts / total
    chances = np.array([chance for chance, _ in ends])
    points = np.array([net for _, net in ends])
    mean = float(shares @ chances)
    spread = max(float(shares @ chances**2) - mean**2, 0.0)
    return Valued(action, mean, float(shares @ points), (spread / total) ** 0.5)
