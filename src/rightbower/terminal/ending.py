"""What a deal brought and how a game ended, in words with their clauses."""

from __future__ import annotations

from rightbower.rules.cards import HAND_SIZE, Seat
from rightbower.rules.deal import Deal
from rightbower.rules.game import Game
from rightbower.rules.refusal import counted
from rightbower.rules.score import Mark
from rightbower.terminal.messages import side_name, source, who


def deal_over(game: Game, you: Seat) -> list[str]:
    """The last deal: its tricks and its marks."""
    last = game.finished[-1]
    deal = last.deal
    if deal.ending == "thrown in":
        return [f"Everybody passed: nobody scores {source(game.book, 'bidding.all_pass')}."]
    if deal.ending == "game lost":
        assert deal.maker is not None
        breach = source(game.book, "bidding.breach")
        return [f"{who(deal.maker, you)} called without a trump: the game is lost {breach}."]
    return [f"[bold]{_made(deal, you)}[/]", *(_mark(mark, game, you) for mark in last.marks)]


def _made(deal: Deal, you: Seat) -> str:
    assert deal.maker is not None
    side = deal.maker.side
    taken = deal.tricks_of(side)
    makers = side_name(side, you)
    if deal.lone is not None:
        makers = f"{who(deal.lone, you)}, alone,"
    if taken < deal.book.score.tricks_to_make:
        return f"{makers} took only {taken} of {HAND_SIZE} tricks: euchred."
    return f"{makers} took {'all ' if taken == HAND_SIZE else ''}{counted(taken, 'trick')}."


def _mark(mark: Mark, game: Game, you: Seat) -> str:
    points = f"{mark.points} point{'s' * (mark.points != 1)}"
    return f"{side_name(mark.side, you)} score {points} {source(game.book, mark.path)}."


def game_over(game: Game, you: Seat) -> list[str]:
    """Who won, by how much and by which clause."""
    result = game.result
    assert result is not None
    first = you.side if result.winner is None else result.winner
    points = f"{result.score[first]} to {result.score[first.other]}"
    why = {
        "points": f"{game.target} points are reached",
        "deals": f"{game.book.game.deals} deals are played",
        "time": "the time is up",
        "game lost": "the game was lost by a call",
    }[result.reason]
    if result.winner is None:
        ends = "The game is a draw"
    else:
        ends = f"{side_name(result.winner, you)} win the game"
    return [f"[bold dark_goldenrod]{ends}, {points}[/]: {why} {source(game.book, result.path)}."]
