"""What the next trick would bring, by the tricks that each side has: make, euchre or march."""

from __future__ import annotations

from collections.abc import Iterator

from rightbower.advice.reason import Reason, counted
from rightbower.cards import HAND_SIZE, Side
from rightbower.players.score_needs import standing
from rightbower.players.sight import Sight


def tricks_of(sight: Sight, side: Side) -> int:
    """How many tricks a side has so far."""
    return sum(
        trick.winner is not None and trick.winner.side is side for trick in sight.view.tricks
    )


def at_stake(sight: Sight) -> Iterator[Reason]:
    """What one more trick does for whoever takes it, where it decides something."""
    ours, theirs = (tricks_of(sight, side) for side in (sight.seat.side, sight.seat.side.other))
    if sight.maker.side is sight.seat.side:
        yield from _for_makers(sight, ours, theirs)
    else:
        yield from _for_defenders(sight, ours, theirs)


def _for_makers(sight: Sight, ours: int, theirs: int) -> Iterator[Reason]:
    make = sight.view.book.score.tricks_to_make
    if theirs == HAND_SIZE - make:
        text = f"they have {counted(theirs, 'trick')}: one more euchres you"
        yield Reason(
            ("euchre near",), text + _game(sight, _euchre(sight), ours=False), count=theirs
        )
    elif ours == make - 1:
        text = f"you have {counted(ours, 'trick')}: one more makes it"
        yield Reason(("make near",), text + _game(sight, _make(sight), ours=True), count=ours)
    elif ours >= make and not theirs:
        points = counted(_march(sight), "point")
        text = f"every trick so far is yours, and all five score {points}"
        yield Reason(("march near",), text, count=_march(sight))


def _for_defenders(sight: Sight, ours: int, theirs: int) -> Iterator[Reason]:
    make = sight.view.book.score.tricks_to_make
    if ours == HAND_SIZE - make:
        text = f"you have {counted(ours, 'trick')}: one more euchres them"
        yield Reason(("euchre near",), text + _game(sight, _euchre(sight), ours=True), count=ours)
    elif theirs == make - 1:
        text = f"they have {counted(theirs, 'trick')}: one more makes it"
        yield Reason(("make near",), text + _game(sight, _make(sight), ours=False), count=theirs)


def _game(sight: Sight, points: int, ours: bool) -> str:
    """Words for points that would win the game for a side."""
    now = standing(sight.view)
    if points < (now.we_need if ours else now.they_need):
        return ""
    return f" and wins {'you' if ours else 'them'} the game"


def _alone(sight: Sight) -> bool:
    lone = sight.view.lone
    return lone is not None and lone.side is sight.maker.side


def _make(sight: Sight) -> int:
    rules = sight.view.book.score
    return rules.lone_make if _alone(sight) else rules.make


def _march(sight: Sight) -> int:
    rules = sight.view.book.score
    return rules.lone_march if _alone(sight) else rules.march


def _euchre(sight: Sight) -> int:
    rules = sight.view.book.score
    return rules.lone_euchre if _alone(sight) else rules.euchre
