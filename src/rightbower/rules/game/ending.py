"""When a game is over: points, deals, time and the bell."""

from __future__ import annotations

from msgspec.structs import replace

from rightbower.rules.cards import Side
from rightbower.rules.deal.state import Deal
from rightbower.rules.game.state import Game, GameError, GameResult, Reason, Scored, TurnUp
from rightbower.rules.score import Mark


def ring(game: Game, at: float | None = None) -> Game:
    """The end signal: the hand under way is played out or the game is over."""
    if game.result is not None or game.time_up:
        return game
    if at is not None:
        game = replace(game, now=_later(game, at))
    stops = game.book.clock.finish_hand == "never"
    return _time_called(replace(game, time_up=True, deal=None if stops else game.deal))


def total(score: tuple[int, int], marks: tuple[Mark, ...]) -> tuple[int, int]:
    """A score with marks added to it."""
    north, east = score
    for mark in marks:
        if mark.side is Side.NS:
            north += mark.points
        else:
            east += mark.points
    return north, east


def decided(game: Game, ends: bool) -> Game:
    """The game decided anew after points changed; one that a ruling lost stays lost."""
    if game.result is not None and game.result.reason == "game lost":
        return replace(game, result=replace(game.result, score=game.score))
    game = _points_checked(replace(game, result=None), ends)
    return _time_called(game) if game.result is None and game.time_up else game


def finish(game: Game, deal: Deal, marks: tuple[Mark, ...], ends: bool = True) -> Game:
    """Book a finished deal and see whether the game is over; points end it where they may."""
    scored = Scored(deal, marks, total(game.score, marks))
    game = replace(
        game,
        score=scored.score,
        finished=(*game.finished, scored),
        deal=None,
        turn_up=TurnUp.IN_PACK,
        dealer=deal.dealer.left,
        cut=None,
    )
    if deal.ending == "game lost":
        assert deal.maker is not None
        lost = GameResult(game.score, deal.maker.side.other, "game lost", "bidding.breach")
        return replace(game, result=lost)
    return _time_checked(_points_checked(game, ends), thrown_in=deal.ending == "thrown in")


def _capped(game: Game, points: int) -> int:
    if game.book.game.overshoot == "capped" and game.target is not None:
        return min(points, game.target)
    return points


def _points_checked(game: Game, ends: bool = True) -> Game:
    """The game is over when a side has the target, or the deals are played."""
    leader = _leader(*tallies(game))
    reached = game.target is not None and max(tallies(game)) >= game.target
    if ends and reached and leader is not None:
        return _ended(game, leader, "points", "game.target")
    if game.played == game.book.game.deals:
        return _ended(game, leader, "deals", "game.deals")
    return game


def _ended(game: Game, winner: Side | None, reason: Reason, path: str) -> Game:
    points = (_capped(game, game.score[Side.NS]), _capped(game, game.score[Side.EW]))
    return replace(game, deal=None, score=points, result=GameResult(points, winner, reason, path))


def tallies(game: Game) -> tuple[int, int]:
    """What counts toward the target: the points, or the tricks where the book says either."""
    if game.book.game.counts != "either":
        return game.score
    ns, ew = (
        max(game.score[side], sum(each.deal.tricks_of(side) for each in game.finished))
        for side in Side
    )
    return ns, ew


def _time_checked(game: Game, thrown_in: bool) -> Game:
    if game.result is not None or not game.time_up:
        return game
    deal_on = game.owes_a_hand or game.book.clock.thrown_in == "deal on"
    return _time_called(replace(game, owes_a_hand=thrown_in and deal_on))


def _time_called(game: Game) -> Game:
    """Time is up: a hand that is owed or has come far enough is played out, or the game is over."""
    needed = {"if faced": TurnUp.FACED, "if put down": TurnUp.PUT_DOWN, "never": None}
    enough = needed[game.book.clock.finish_hand]
    if game.owes_a_hand:
        return game
    if game.deal is not None and enough is not None and game.turn_up >= enough:
        return game
    return time_over(game)


def time_over(game: Game) -> Game:
    """Time is up and no hand is owed: the leader wins; a tied score is a draw or deals on."""
    leader = _leader(*game.score)
    if leader is None and game.book.clock.level == "deal on":
        return game
    return _ended(game, leader, "time", "clock.minutes")


def _leader(north_south: int, east_west: int) -> Side | None:
    if north_south == east_west:
        return None
    return Side.NS if north_south > east_west else Side.EW


def at_time(game: Game, at: float | None) -> Game:
    """The game at a time, which may end it; refuse a game that was over, or time that runs back."""
    if game.result is not None:
        raise GameError(f"the game is over ({game.book.clause(game.result.path)})")
    if at is None:
        return game
    at = _later(game, at)
    if game.ends_at is not None and at >= game.ends_at:
        game = ring(game, max(game.ends_at, game.now or game.ends_at))
    return replace(game, now=at)


def _later(game: Game, at: float) -> float:
    if game.now is not None and at < game.now:
        raise GameError(f"time cannot run backward: {at} comes after {game.now}")
    return at
