"""The expert: draws worlds that fit what was said and played, looks at each in two ways, and
chooses by the chance to win the game.

A world is solved with all hands open, and played on by league players who see only their own. The
first is what the cards allow, the second what people make of them; the truth lies between.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Final

import numpy as np
from msgspec import Struct

from rightbower.cards import Side
from rightbower.deal import Action, Bury, GoAlone, Name, Order, Phase, PickUp, Play, holds_trump
from rightbower.kernel.acts import number_of
from rightbower.kernel.bits import BIT, mask_of
from rightbower.kernel.options import KINDS, LEDGER, call_options, card_options, lead_options
from rightbower.players.equity import Worth
from rightbower.players.league import league
from rightbower.players.worlds import Worlds, likely_worlds
from rightbower.view import View

WORLDS: Final = 200
QUICK: Final = 25
DRAWN: Final = 6  # worlds drawn for each one kept, to judge a card
CALLED: Final = 4  # worlds kept to judge a call, for each one to judge a card

# How much the open solution of a world counts beside the play of people.
OPEN: Final = 0.5
# A habit is kept where nothing is better by this share of a point's worth.
CLOSE: Final = 0.03

Ends = Sequence[tuple[float, int]]


class Valued(Struct, frozen=True):
    """An action with the chance to win after it, the points it brings, and the chance's error."""

    action: Action
    chance: float
    points: float
    error: float


class Expert:
    """A player of a given number of worlds; deterministic for a seed."""

    def __init__(self, seed: int = 0, worlds: int = WORLDS) -> None:
        self.seed = seed
        self.worlds = worlds

    def __call__(self, view: View) -> Action:
        if len(view.legal) == 1:
            return view.legal[0]
        values = self.values(view)
        best = max(values, key=lambda each: each.chance)
        close = best.chance - (CLOSE * _point(view) if view.phase is not Phase.PLAY else 0)
        near = [each.action for each in values if each.chance >= close]
        habit = league(view)
        return habit if habit in near else best.action

    def values(self, view: View) -> list[Valued]:
        """Each legal action with the chance to win the game after it."""
        match view.phase:
            case Phase.PLAY:
                return self._cards(view)
            case Phase.BURY | Phase.ALONE:
                return self._leads(view)
            case _:
                return self._calls(view)

    def _worlds(self, view: View, drawn: int, kept: int) -> Worlds:
        """Worlds by a seed of this decision: from the player's own and from what is seen."""
        seen = f"{self.seed} {view.seat} {view.hand} {view.bids} {view.tricks}"
        return likely_worlds(
            view, drawn * self.worlds, kept * self.worlds, zlib.crc32(seen.encode())
        )

    def _cards(self, view: View) -> list[Valued]:
        assert view.trump is not None
        bits = BIT[view.trump]
        plays = [action for action in view.legal if isinstance(action, Play)]
        plays.sort(key=lambda action: int(bits[action.card.index]))
        cards = np.array([bits[action.card.index] for action in plays], dtype=np.int64)
        seen = self._worlds(view, DRAWN, 1)
        solved, played = _counts(len(plays), KINDS)
        card_options(
            seen.rules, seen.moment, seen.plays, seen.hands, seen.times, cards, solved, played
        )
        return _valued(plays, _mixed(solved, played, OPEN), _ends(view, _lone(view)))

    def _leads(self, view: View) -> list[Valued]:
        """What to bury, or whether to play alone: judged from the first lead."""
        options = view.legal
        hand = mask_of(view.hand)
        nobody = -1 if view.lone is None else int(view.lone)
        own, buried, lone = [], [], []
        for action in options:
            own.append(hand ^ (1 << action.card.index) if isinstance(action, Bury) else hand)
            buried.append(action.card.index if isinstance(action, Bury) else -1)
            lone.append(int(action.seat) if isinstance(action, GoAlone) else nobody)
        columns = [np.array(each, dtype=np.int64) for each in (own, buried, lone)]
        seen = self._worlds(view, 1, 1)
        solved, played = _counts(len(options), KINDS)
        lead_options(seen.rules, seen.moment, seen.hands, seen.times, *columns, solved, played)
        counts = _mixed(solved, played, OPEN)
        ends = [_ends(view, _lone(view, action)) for action in options]
        return [_value(*each) for each in zip(options, counts, ends, strict=True)]

    def _calls(self, view: View) -> list[Valued]:
        """Each call; where alone is said later, a call is worth the better of the two."""
        calls = [number_of(action) for action in view.legal]
        later = view.book.alone.when != "with the call"
        found = self._called(view, calls)
        if later:
            trumps = [isinstance(action, Order | PickUp | Name) for action in view.legal]
            lone = self._called(
                view, [call + made for call, made in zip(calls, trumps, strict=True)]
            )
            found = [
                max(pair, key=lambda each: each.chance) for pair in zip(found, lone, strict=True)
            ]
        return [_lost(view, each) if _breaks(view, each.action) else each for each in found]

    def _called(self, view: View, calls: list[int]) -> list[Valued]:
        seen = self._worlds(view, CALLED, CALLED)
        played = np.zeros((len(calls), LEDGER), dtype=np.int64)
        numbers = np.array(calls, dtype=np.int64)
        call_options(seen.rules, seen.bends, seen.moment, seen.hands, seen.times, numbers, played)
        return _valued(view.legal, played, _ledger(view))


def _point(view: View) -> float:
    """What one point is worth now, as chance to win."""
    assert view.seat is not None
    worth = Worth(view, view.seat.side)
    return worth.of(1, 0) - worth.of(0, 0)


def _counts(options: int, lines: int) -> tuple[np.ndarray, np.ndarray]:
    return np.zeros((options, lines), dtype=np.int64), np.zeros((options, lines), dtype=np.int64)


def _mixed(solved: np.ndarray, played: np.ndarray, share: float) -> np.ndarray:
    mixed: np.ndarray = share * solved + (1 - share) * played
    return mixed


def _lone(view: View, action: Action | None = None) -> bool:
    """Whether the makers play alone, after this action where there is one."""
    assert view.maker is not None
    seat = action.seat if isinstance(action, GoAlone) else view.lone
    return seat is not None and seat.side is view.maker.side


def _ends(view: View, alone: bool) -> Ends:
    """What it is worth that the makers are euchred, make it, or march."""
    assert view.seat is not None
    assert view.maker is not None
    worth = Worth(view, view.seat.side)
    return [worth.end(view.maker.side, alone, kind) for kind in range(KINDS)]


def _ledger(view: View) -> Ends:
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


def _breaks(view: View, action: Action) -> bool:
    """Whether a call lacks the trump that the book asks for, and loses the game by it."""
    rules = view.book.bidding
    if rules.breach != "loses the game" or rules.trump_to_order == "nobody":
        return False
    if not isinstance(action, Order | Name) or action.seat is view.dealer:
        return False
    assert view.turn_up is not None
    suit = action.suit if isinstance(action, Name) else view.turn_up.suit
    return not holds_trump(view.hand, suit, rules.left_counts)


def _lost(view: View, each: Valued) -> Valued:
    """An action that loses the game at once."""
    return Valued(each.action, 0.0, -float(view.target or 0), 0.0)


def _valued(actions: Sequence[Action], counts: np.ndarray, ends: Ends) -> list[Valued]:
    return [_value(action, row, ends) for action, row in zip(actions, counts, strict=True)]


def _value(action: Action, counts: np.ndarray, ends: Ends) -> Valued:
    """An action by how many worlds ended each way, and what each end is worth."""
    total = float(counts.sum())
    shares = counts / total
    chances = np.array([chance for chance, _ in ends])
    points = np.array([net for _, net in ends])
    mean = float(shares @ chances)
    spread = max(float(shares @ chances**2) - mean**2, 0.0)
    return Valued(action, mean, float(shares @ points), (spread / total) ** 0.5)
