"""Scores grouped by what they ask for: one table serves all scores whose ends are worth alike."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from bidding.auction import points
from rightbower.players.expert import OUTCOMES, chance, chance_in_deals
from rightbower.rules.book import RuleBook

MOST_NEEDED: Final = 11
MOST_LEAD: Final = 12
MOST_DEALS: Final = 60
# About how often a deal ends so, by makers' side (0 for the dealer's left), alone and kind; and
# that nobody calls. They only say which differences between scores matter.
_OFTEN: Final = np.array(
    [0.05, 0.12, 0.04, 0.01, 0.04, 0.015, 0.12, 0.35, 0.09, 0.015, 0.09, 0.04, 0.02]
)


class Score(NamedTuple):
    """A score: what the dealer's side and the other need, or the dealer's lead and deals to come."""

    dealers: int
    others: int


class Group(NamedTuple):
    """Scores that share a table, and what ends are worth to the makers there."""

    scores: tuple[Score, ...]
    worths: np.ndarray


def all_scores(book: RuleBook) -> list[Score]:
    """Every score at which a deal of this book can begin, or near enough."""
    if book.game.target is None:
        deals = book.game.deals or 1
        leads = range(-MOST_LEAD, MOST_LEAD + 1)
        return [Score(lead, left) for left in range(deals) for lead in leads]
    needs = range(1, MOST_NEEDED + 1)
    return [Score(dealers, others) for dealers in needs for others in needs]


def _equity(book: RuleBook, score: Score, dealers: int, others: int) -> float:
    """The chance of the side on the dealer's left, who deals next, after points of this deal."""
    if book.game.target is None:
        return chance_in_deals(others - dealers - score.dealers, score.others, True)
    target = MOST_NEEDED
    ours, theirs = target - score.others + others, target - score.dealers + dealers
    return chance(ours, theirs, True, target)


def worth_of_ends(book: RuleBook, score: Score) -> np.ndarray:
    """What ends are worth to the makers at a score, where nobody's call is worth nothing.

    Scaled so that they spread as points do; where nothing matters any more, plain points.
    """
    before = _equity(book, score, 0, 0)
    plain = points(book)
    found = np.zeros_like(plain)
    for (side, alone, kind), gain in np.ndenumerate(plain):
        winners = side if gain > 0 else 1 - side
        dealers, others = (0, abs(gain)) if winners == 0 else (abs(gain), 0)
        net = _equity(book, score, int(dealers), int(others)) - before
        found[side, alone, kind] = net if side == 0 else -net
    spread = _spread(found)
    return found * (_spread(plain) / spread) if spread > 1e-6 else plain


def _row(worths: np.ndarray) -> np.ndarray:
    """Worths as the dealer's left sees them, and nobody's call."""
    return np.append(np.concatenate([worths[0].ravel(), -worths[1].ravel()]), 0.0)


def _spread(worths: np.ndarray) -> float:
    row = _row(worths)
    return float(np.sqrt(_OFTEN @ (row - _OFTEN @ row / _OFTEN.sum()) ** 2))


def _vector(worths: np.ndarray) -> np.ndarray:
    """Worths as one row to compare, centred and of unit spread."""
    row = _row(worths)
    return (row - _OFTEN @ row / _OFTEN.sum()) / _spread(worths)


def groups(book: RuleBook, count: int) -> list[Group]:
    """At most so many groups of scores; the first is that of plain points."""
    scores = all_scores(book)
    worths = [worth_of_ends(book, score) for score in scores]
    rows = np.array([_vector(each) for each in worths])
    centres = [_vector(points(book))]
    while True:
        gaps = np.array([((rows - centre) ** 2 @ _OFTEN) for centre in centres])
        nearest, gap = gaps.argmin(axis=0), gaps.min(axis=0)
        if len(centres) == count or gap.max() < 1e-4:
            break
        centres.append(rows[gap.argmax()])
    found = []
    for number in range(len(centres)):
        own = [place for place, which in enumerate(nearest) if which == number]
        if number == 0:
            found.append(Group(tuple(scores[place] for place in own), points(book)))
        elif own:
            mean = np.mean([worths[place] for place in own], axis=0)
            found.append(Group(tuple(scores[place] for place in own), mean))
    return found


def how_often(book: RuleBook) -> dict[Score, float]:
    """How many deals of a game begin at each score, on average."""
    now: dict[Score, float] = {_first(book): 1.0}
    found: dict[Score, float] = {}
    for _ in range(MOST_DEALS):
        following: dict[Score, float] = {}
        for score, share in now.items():
            found[score] = found.get(score, 0.0) + share
            for net, part in OUTCOMES.items():
                after = _after(book, score, net)
                if after is not None:
                    following[after] = following.get(after, 0.0) + share * part
        now = following
    return found


def _first(book: RuleBook) -> Score:
    if book.game.target is None:
        return Score(0, (book.game.deals or 1) - 1)
    return Score(book.game.target, book.game.target)


def _after(book: RuleBook, score: Score, net: int) -> Score | None:
    """The next deal's score, when the dealer's side got so much; the other side deals then."""
    if book.game.target is None:
        lead = max(-MOST_LEAD, min(MOST_LEAD, -score.dealers - net))
        return Score(lead, score.others - 1) if score.others else None
    dealers, others = score.dealers - max(net, 0), score.others - max(-net, 0)
    return Score(others, dealers) if dealers > 0 and others > 0 else None


def nearest_of(book: RuleBook, score: Score, centres: list[Group]) -> int:
    """Which of these groups a score is most like."""
    row = _vector(worth_of_ends(book, score))
    gaps = [float((row - _vector(each.worths)) ** 2 @ _OFTEN) for each in centres]
    return int(np.argmin(gaps))
