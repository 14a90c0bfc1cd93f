"""Card games other than Euchre, known by their scores alone: what a score counts, and what it can be."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules.message import Message, message
from rightbower.tournament.events.entrants import EventError

Counts = Literal[
    "points to a target",
    "games of a match",
    "tricks",
    "plus and minus",
    "points of all deals",
    "anything",
]
Score = tuple[int, int]


class EndScore(Struct, frozen=True):
    """A score as it was entered, and by what the game ended: a target, the time, a round cut short."""

    score: Score
    target: int | None
    timed: bool
    short: bool


class OtherGame(Struct, frozen=True, omit_defaults=True):
    """A game that is not Euchre.

    ``together`` is what both sides' scores come to, ``step`` what every score is a multiple of, and
    ``warning`` how many minutes before the end everybody hears of it.
    """

    title: str
    counts: Counts = "anything"
    together: int | None = None
    step: int = 1
    warning: int | None = None

    @property
    def kind(self) -> CountKind:
        """What is known of what its score counts."""
        return COUNTS[self.counts]

    def objection(self, played: EndScore) -> Message | None:
        """Why no game of it can end so."""
        if any(points % self.step for points in played.score):
            return message("a score is a multiple of {step}", step=self.step)
        return self.kind.objection(self, played)


def _none(_: OtherGame, __: EndScore) -> Message | None:
    """Any score can be."""
    return None


def _all_tricks(game: OtherGame, played: EndScore) -> Message | None:
    """Both sides' tricks are all there are; a round that was cut short has fewer."""
    made = sum(played.score)
    if game.together is None or made == game.together or (played.short and made < game.together):
        return None
    return message(
        "both sides have {together} tricks together, not {made}", together=game.together, made=made
    )


def _one_reaches(_: OtherGame, played: EndScore) -> Message | None:
    """One side reaches the target, or the time is over."""
    if played.target is None:
        return None
    if min(played.score) >= played.target:
        return message("only one side can reach {target}", target=played.target)
    return _reached(played, max(played.score) >= played.target)


def _match(_: OtherGame, end: EndScore) -> Message | None:
    """One side has the games that decide a match, and the other has fewer."""
    if end.target is None:
        return None
    if max(end.score) > end.target or min(end.score) >= end.target:
        return message("a match is over when one side has won {target}", target=end.target)
    return _reached(end, max(end.score) == end.target)


def _up_or_down(_: OtherGame, played: EndScore) -> Message | None:
    """One side reaches the target from below, or goes out as far under zero."""
    if played.target is None:
        return None
    over = max(played.score) >= played.target or min(played.score) <= -played.target
    return _reached(played, over)


def _reached(played: EndScore, over: bool) -> Message | None:
    if over or played.timed or played.short:
        return None
    return message(
        "neither side has {target} and no time limit runs; or say that the round was cut short",
        target=played.target or 0,
    )


Likely = Callable[["OtherGame", int | None, Random], Score]
TRICKS, MOST_DEALS = 13, 24


def _games(_: OtherGame, target: int | None, luck: Random) -> Score:
    wanted = target or 2
    fewer = luck.randrange(wanted)
    return (wanted, fewer) if luck.random() < 0.5 else (fewer, wanted)


def _tricks(game: OtherGame, _: int | None, luck: Random) -> Score:
    every = game.together or TRICKS
    ours = sum(luck.random() < luck.choice((0.4, 0.6)) for _ in range(every))
    return ours, every - ours


def _bids(game: OtherGame, target: int | None, luck: Random, minus: bool, deals: int) -> Score:
    """So many bids, made or set; the target ends them."""
    points = [0, 0]
    for _ in range(deals):
        side, worth = luck.randrange(2), game.step * luck.randrange(3, 9)
        made = luck.random() < 0.7
        points[side if made or minus else 1 - side] += worth if made or not minus else -worth
        points[1 - side] += game.step * luck.randrange(3) if made else 0
        if target is not None and (max(points) >= target or min(points) <= -target):
            break
    return points[0], points[1]


def _to_target(game: OtherGame, target: int | None, luck: Random) -> Score:
    first, second = _bids(game, target, luck, minus=False, deals=10 * MOST_DEALS)
    # Two who come home in one deal: the side that was to move has it.
    if target is not None and first >= target and second >= target:
        second = target - game.step
    return first, second


def _plus_minus(game: OtherGame, target: int | None, luck: Random) -> Score:
    return _bids(game, target, luck, minus=True, deals=MOST_DEALS if target is None else 1000)


def _every_deal(game: OtherGame, _: int | None, luck: Random) -> Score:
    return _bids(game, None, luck, minus=False, deals=8)


class CountKind(Struct, frozen=True):
    """What a score counts: as it is told, what speaks against one, and likely ones to rehearse with.

    ``minus`` says that a score can be below zero, ``ends`` that a target ends the game, ``shares``
    that what one side has the other has not, ``exact`` that nobody has more than the target.
    """

    says: str
    objection: Callable[[OtherGame, EndScore], Message | None]
    likely: Likely
    minus: bool = False
    ends: bool = False
    shares: bool = False
    exact: bool = False


COUNTS: Final[dict[str, CountKind]] = {
    "points to a target": CountKind(
        "the points; who reaches the target has won", _one_reaches, _to_target, ends=True
    ),
    "games of a match": CountKind(
        "the games each side has won; who has the target has won the match",
        _match,
        _games,
        ends=True,
        exact=True,
    ),
    "tricks": CountKind("the tricks of both sides", _all_tricks, _tricks, shares=True),
    "plus and minus": CountKind(
        "the points, below zero too", _up_or_down, _plus_minus, minus=True, ends=True
    ),
    "points of all deals": CountKind("the points of all deals", _none, _every_deal),
    "anything": CountKind("any two numbers; the higher has won", _none, _plus_minus, minus=True),
}


def game_said(
    own: OtherGame | None, title: str, counts: Counts | Literal[""], together: int | None
) -> OtherGame | None:
    """The game of an event: the preset's own with what is said of it, or another; None is Euchre."""
    title = " ".join(title.split()) or (own.title if own else "")
    if not (counts or together or title):
        return None
    if not title:
        raise EventError(message("say which game is played"))
    if together is not None and together < 1:
        raise EventError(message("both scores come to 1 or more together"))
    game = replace(own or OtherGame(title), title=title)
    if counts:
        game = replace(game, counts=counts, together=None, step=1)
    if together is not None and not game.kind.shares:
        raise EventError(message("what both sides have together is said where tricks are counted"))
    return game if together is None else replace(game, together=together)
