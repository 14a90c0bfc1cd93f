"""The oracle: how likely a contract is euchred, made or marched with an expert's cards.

Half the open solution and half league's playout, corrected by features of the caller's hand: a
least-squares fit of what experts made of contracts (``contracts.py``).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import numpy as np

from bidding.passes import TWO
from bidding.store import deal_out
from rightbower.players.kernel.bits import classes

KINDS: Final = 3
RIDGE: Final = 30.0
MOST: Final = 0.15  # no correction of a chance is larger
SUITS: Final = (0, 3, 1, 2)  # the turn-up's, next, and the cross suits
_TRUMPS: Final = 0x7F000000
_ACES: Final = 1 << 5 | 1 << 13 | 1 << 20
CORRECTION: Final = Path(__file__).with_name("correction.json")


def features(
    hand: np.ndarray, suit: np.ndarray, place: np.ndarray, turn_up: np.ndarray
) -> np.ndarray:
    """Features of a caller's five cards, before a pick-up, seen from the turn-up's suit."""
    two = suit != 0
    held = _relative(hand, suit)
    picks = ~two & (place == 3)
    held = np.where(picks, held | _relative(1 << turn_up, np.zeros_like(turn_up)), held)
    trumps, aces = _ones(held & _TRUMPS), _ones(held & _ACES)
    right, left, ace, king = (held >> bit & 1 for bit in (30, 29, 28, 27))
    suits = sum((held & 0xFF << 8 * lane > 0).astype(int) for lane in range(3))
    strength = trumps + 0.8 * right + 0.4 * left + 0.2 * ace + 0.5 * aces - 0.4 * suits - 4
    where = _columns((place == q) & (two == r) for q in range(4) for r in (False, True))
    many = trumps == 1, trumps == 2, trumps == 3, trumps >= 5
    plain = aces == 1, aces >= 2, suits == 1, suits >= 3
    following = two & (suit == 3)
    base = _columns((*many, right, left, ace, king, right * left, *plain, following))
    jack = _columns((turn_up == 2) & ~two & (place == q) for q in range(4))
    high = _columns((turn_up >= 3) & ~two & (place == q) for q in range(4))
    sides = base[:, :8] * (place & 1)[:, None]
    return np.concatenate([where, base, sides, where * strength[:, None], jack, high], axis=1)


def _columns(values: Any) -> np.ndarray:
    return np.stack([np.asarray(each, float) for each in values], axis=1)


def _ones(masks: np.ndarray) -> np.ndarray:
    return np.bitwise_count(masks).astype(np.int64)


def _relative(mask: np.ndarray, trump: np.ndarray) -> np.ndarray:
    """Hands by index laid out relative to trump, as in ``kernel.bits``."""
    outer = (trump == 0) | (trump == 3)
    one, other = np.where(outer, 1, 0), np.where(outer, 2, 3)
    own, lent = mask >> 6 * trump & 63, mask >> 6 * (3 - trump) & 63
    plain = (mask >> 6 * one & 63) | (mask >> 6 * other & 63) << 8 | _no_jack(lent) << 16
    return plain | (_no_jack(own) | np.where(lent & 4, 32, 0) | np.where(own & 4, 64, 0)) << 24


def _no_jack(suit: np.ndarray) -> np.ndarray:
    return (suit & 3) | (suit & 0x38) >> 1


def fit(rows: np.ndarray, seeds: np.ndarray) -> dict[str, Any]:
    """Weights of the features, by pair and alone, for the chances of euchred and of a march."""
    number, contract, opened, league, expert = rows.T.astype(np.int64)
    place = np.where(contract < 8, contract >> 1, (contract - 8) // 6)
    suit = np.where(
        contract < 8, 0, np.array(SUITS)[1 + np.where(contract < 8, 0, (contract - 8) % 6 >> 1)]
    )
    hands, ups = _dealt(number, seeds, place)
    known = features(hands, suit, place, ups)
    found: dict[str, Any] = {"contracts": len(rows)}
    for alone, name in enumerate(("pair", "alone")):
        mine = contract & 1 == alone
        weights = {}
        for kind in (0, 2):
            base = 0.5 * (opened[mine] == kind) + 0.5 * (league[mine] == kind)
            left = (expert[mine] == kind) - base
            weights[str(kind)] = _ridge(known[mine], left).round(5).tolist()
        found[name] = weights
    return found


def _dealt(
    number: np.ndarray, seeds: np.ndarray, place: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    hands, ups = np.zeros(len(number), np.int64), np.zeros(len(number), np.int64)
    dealt = np.zeros(4, np.int64)
    for row in range(len(number)):
        ups[row] = deal_out(int(seeds[row]), int(number[row]), dealt)
        hands[row] = dealt[place[row]]
    return hands, ups


def _ridge(known: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    square = known.T @ known + RIDGE * np.eye(known.shape[1])
    return np.linalg.solve(square, known.T @ wanted)


def shifts(weights: dict[str, Any] | None = None) -> np.ndarray:
    """By place, class, call and kind, how much likelier an expert's cards make it."""
    if weights is None:
        weights = json.loads(CORRECTION.read_text("utf-8"))
    _, hands, ranks = classes()
    found = np.zeros((4, len(hands), TWO, KINDS))
    for place in range(4):
        for which, suit in enumerate(SUITS):
            same = np.full(len(hands), suit), np.full(len(hands), place)
            known = features(hands, *same, ranks)
            for alone, name in enumerate(("pair", "alone")):
                for kind in (0, 2):
                    chance = np.clip(known @ np.array(weights[name][str(kind)]), -MOST, MOST)
                    found[place, :, 2 * which + alone, kind] = chance
    found[..., 1] = -found[..., 0] - found[..., 2]
    return found
