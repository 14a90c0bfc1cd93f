"""From what was solved to the file of a book's table."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from bidding.scores import Group, how_often, nearest_of
from bidding.solving import Differences
from rightbower import __version__
from rightbower.players.tables import (
    EXPERT,
    FORMAT,
    TableHeader,
    auction_of,
    pack_part,
    write_table,
)
from rightbower.rules.book import RuleBook

# A group of scores has a part of its own where that gains so many points a game per megabyte.
WORTH_A_MEGABYTE: Final = 0.04


class Solved(NamedTuple):
    """All that was found for a book: calls are by round, place and class."""

    league: np.ndarray
    expert: np.ndarray
    groups: list[tuple[Group, Differences, float]]
    facts: dict[str, Any]


def score_parts(book: RuleBook, solved: Solved) -> tuple[list[bytes], dict[str, int]]:
    """The parts of the groups that are worth their room, and the part of each score."""
    often = how_often(book)
    parts: list[bytes] = []
    kept: list[Group] = []
    for group, unlike, gain in solved.groups[1:]:
        calls = np.zeros(solved.expert.size, np.uint8)
        calls[unlike.at] = unlike.call + 1
        packed = pack_part(calls.reshape(solved.expert.shape))
        brings = gain * sum(often.get(score, 0.0) for score in group.scores)
        if brings > WORTH_A_MEGABYTE * len(packed) / 1e6:
            parts.append(packed)
            kept.append(group)
    centres = [solved.groups[0][0], *kept]
    scores: dict[str, int] = {}
    for group, _, _ in solved.groups:
        for score in group.scores:
            which = nearest_of(book, score, centres)
            if which:
                scores[f"{score.dealers} {score.others}"] = EXPERT + which
    return parts, scores


def write_book(path: Path, book: RuleBook, solved: Solved) -> TableHeader:
    """Write a book's table."""
    parts, scores = score_parts(book, solved)
    header = TableHeader(
        format=FORMAT,
        version=__version__,
        book=book.name,
        auction=auction_of(book),
        by_deals=book.game.target is None,
        scores=scores,
        sizes=(),
        checks=(),
        **solved.facts,
    )
    write_table(path, header, [pack_part(solved.league), pack_part(solved.expert), *parts])
    return header
