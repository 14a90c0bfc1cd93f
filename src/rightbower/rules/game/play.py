"""What happens in a game: dealing, acting, rulings that give points or end it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from rightbower.rules.book.rulebook import RuleBook
from rightbower.rules.cards import Seat, Side
from rightbower.rules.ceremonies import Dealt
from rightbower.rules.deal.acts import Action
from rightbower.rules.deal.judge import apply
from rightbower.rules.deal.place import place as one_deal_place
from rightbower.rules.deal.state import Deal, start
from rightbower.rules.game.ending import at_time, decided, finish, time_over, total
from rightbower.rules.game.state import Game, GameError, GameResult, Reason, Scored, TurnUp
from rightbower.rules.score import Mark, score


def start_game(
    book: RuleBook,
    first_dealer: Seat,
    target: int | None = None,
    players: tuple[str, str, str, str] = ("North", "East", "South", "West"),
    score: tuple[int, int] = (0, 0),
    at: float | None = None,
) -> Game:
    """A game about to begin; ``target`` is one that the book lets the table choose."""
    if reason := target_objection(book, target):
        raise GameError(reason)
    waits = book.dealing.turn_up_waits_for_bell
    return Game(
        book,
        first_dealer,
        first_dealer,
        book.game.target if target is None else target,
        players,
        score,
        score,
        begun=not waits,
        begun_at=None if waits else at,
        now=at,
    )


def target_objection(book: RuleBook, target: int | None) -> str | None:
    """Why a game may not be played to this target."""
    rules = book.game
    if target is None or target in (rules.target, *rules.other_targets):
        return None
    if rules.target is None:
        return (
            f"{book.title} plays a number of deals, not to a target ({book.clause('game.deals')})"
        )
    if not rules.agreed_target:
        return f"{book.title} plays to {rules.target} ({book.clause('game.target')})"
    return None if target > 0 else "a target is at least one point"


def start_bell(game: Game, at: float | None = None) -> Game:
    """The start signal: the clock runs, and the turn-up may be faced."""
    game = at_time(game, at)
    return replace(game, begun=True, begun_at=at)


def deal_out(
    game: Game, cards: Dealt, at: float | None = None, turn_up: TurnUp = TurnUp.FACED
) -> Game:
    """The next dealer deals; the turn-up may still be in the pack or face down.

    A deal begun once the time is up is none where the book ends the game then.
    """
    deal = start(game.book, game.dealer, cards.hands, cards.turn_up, cards.stock)
    laid = lay_out(game, deal, at)
    return laid if laid.result is not None else show_turn_up(laid, turn_up, at)


def lay_out(game: Game, deal: Deal, at: float | None = None) -> Game:
    """A deal as it truly lies on the table, right or wrong; its turn-up is still in the pack."""
    game = at_time(game, at)
    if game.result is not None:
        return game
    if game.deal is not None:
        raise GameError("the deal under way has to be finished first")
    return replace(game, deal=deal, turn_up=TurnUp.IN_PACK)


def show_turn_up(game: Game, turn_up: TurnUp, at: float | None = None) -> Game:
    """Put the turn-up down or face it; where a bell starts the game it waits for that."""
    game = at_time(game, at)
    if game.result is not None:
        return game
    if game.deal is None:
        raise GameError("the cards are not dealt, so no card can be turned up")
    if turn_up is TurnUp.FACED and not game.begun:
        clause = game.book.clause("dealing.turn_up_waits_for_bell")
        raise GameError(f"the turn-up is faced only after the start signal ({clause})")
    return replace(game, turn_up=turn_up)


def act(game: Game, action: Action, at: float | None = None) -> Game:
    """A player acts; raise ``IllegalAction`` when the book forbids it."""
    return _acted(game, action, at, apply)


def place(game: Game, action: Action, at: float | None = None) -> Game:
    """A player acted, legally or not."""
    return _acted(game, action, at, one_deal_place)


def void(game: Game, dealer: Seat, at: float | None = None) -> Game:
    """The deal under way does not count, and ``dealer`` deals again."""
    if game.deal is None:
        raise GameError("no deal is under way")
    game = at_time(game, at)
    if game.result is not None:
        return game
    game = replace(game, deal=None, dealer=dealer, turn_up=TurnUp.IN_PACK, cut=None)
    if not game.time_up:
        return game
    if game.book.clock.misdealt == "deal on":
        return replace(game, owes_a_hand=True)
    return time_over(game)


def settle(game: Game, marks: tuple[Mark, ...], penalty: bool = False) -> Game:
    """Book the deal under way, finished or stopped, with these marks or this penalty."""
    assert game.deal is not None
    return finish(game, game.deal, marks, not penalty or game.book.rulings.ends_game)


def settle_again(
    game: Game,
    before: Game,
    marks: tuple[Mark, ...],
    since: tuple[Mark, ...],
    penalty: bool = False,
) -> Game:
    """Book the last hand anew, as it lay ``before``, and after it the rulings given since."""
    assert before.deal is not None
    booked = Scored(before.deal, marks, total(before.score, marks))
    game = replace(
        game,
        finished=(*before.finished, booked),
        rulings=(*before.rulings, *since),
        score=total(booked.score, since),
    )
    return decided(game, not penalty or game.book.rulings.ends_game)


def award(game: Game, marks: tuple[Mark, ...]) -> Game:
    """Points that a ruling gives, or takes where they are negative, beside those of the hands."""
    won = game.result is not None and game.result.reason == "points"
    game = replace(game, rulings=(*game.rulings, *marks), score=total(game.score, marks))
    return decided(game, won or game.book.rulings.ends_game)


def lose_game(game: Game, side: Side, path: str) -> Game:
    """A side loses the game by a ruling; ``path`` is the setting behind it."""
    return replace(game, deal=None, result=GameResult(game.score, side.other, "game lost", path))


def call_off(game: Game, winner: Side | None, reason: Reason) -> Game:
    """The players themselves end a game before the book does; the deal under way does not count."""
    if game.result is not None:
        raise GameError("the game is over")
    return replace(game, deal=None, result=GameResult(game.score, winner, reason, ""))


def witness(
    game: Game, action: Action, door: Callable[[Deal, Action], Deal], at: float | None = None
) -> Game:
    """What a door makes of an action; a deal that is over is not yet booked."""
    game = at_time(game, at)
    if game.result is not None:
        return game
    if game.deal is None:
        raise GameError("the cards have not been dealt")
    if game.turn_up is not TurnUp.FACED:
        raise GameError("the turn-up has not been faced")
    return replace(game, deal=door(game.deal, action))


def _acted(
    game: Game, action: Action, at: float | None, door: Callable[[Deal, Action], Deal]
) -> Game:
    game = witness(game, action, door, at)
    if game.deal is None or game.deal.ending is None:
        return game
    return finish(game, game.deal, score(game.deal))
