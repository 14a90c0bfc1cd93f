"""The game: whole deals, what they count, how it ends: points, time, the bell and the cuts."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules.acts import Act, Action, TurnDown, as_action
from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import DECKS, Seat, Side, shuffled
from rightbower.rules.ceremonies import Cut, Dealt, cut_pack, deal_cards
from rightbower.rules.deal import COUNTED, Deal, Phase, at_score, next_dealer, start
from rightbower.rules.deal import place as one_deal_place
from rightbower.rules.drawing import as_picture
from rightbower.rules.judge import Objection, legal, objection, taken
from rightbower.rules.message import Message, Term, message
from rightbower.rules.refusal import Refusal, counted, wrong_kind
from rightbower.rules.score import Mark, score

Reason = Literal["points", "deals", "time", "game lost", "resigned", "agreed", "abandoned"]
# The setting that says how long a game ought to take, at a table of its own or at a tournament.
Advice = Literal["clock.advice_minutes", "clock.tournament_advice_minutes"]


class GameError(Refusal):
    """Something the game does not allow now, with the clause where there is one."""


class TurnUp(IntEnum):
    """How far the card after the hands has come."""

    IN_PACK = 0
    PUT_DOWN = 1
    FACED = 2


class Scored(Struct, frozen=True, gc=False):
    """A finished deal and what it brought."""

    deal: Deal
    marks: tuple[Mark, ...]
    score: tuple[int, int]


class GameResult(Struct, frozen=True, gc=False):
    """How a game ended; ``winner`` is None for a draw."""

    score: tuple[int, int]
    winner: Side | None
    reason: Reason
    path: str

    def words(self, players: tuple[str, str, str, str]) -> str:
        """How it ended, in a sentence."""
        score = f"{self.score[0]}–{self.score[1]}"
        if self.winner is None:
            return f"Nobody won, {score} ({self.reason})."
        first, second = (players[seat] for seat in self.winner.seats)
        return f"{first} and {second} won, {score} ({self.reason})."


class Game(Struct, frozen=True, gc=False):
    """One game: the finished deals, the deal under way, the score and the clock."""

    book: RuleBook
    first_dealer: Seat
    dealer: Seat
    target: int | None
    players: tuple[str, str, str, str] = ("North", "East", "South", "West")
    start_score: tuple[int, int] = (0, 0)
    score: tuple[int, int] = (0, 0)
    finished: tuple[Scored, ...] = ()
    deal: Deal | None = None
    turn_up: TurnUp = TurnUp.IN_PACK
    begun_at: float | None = None
    begun: bool = False
    now: float | None = None
    time_up: bool = False
    owes_a_hand: bool = False
    result: GameResult | None = None
    rulings: tuple[Mark, ...] = ()
    reminded: Advice | None = None
    cut: Cut | None = None

    def __repr__(self) -> str:
        now = f"over ({self.result.reason})" if self.result else f"deal {len(self.finished) + 1}"
        return f"<Game by {self.book.name}: {self.score[0]}–{self.score[1]}, {now}>"

    def __str__(self) -> str:
        lines = [self.heading]
        lines += [told(each, self.players, at) for at, each in enumerate(self.finished, 1)]
        if self.deal is not None:
            lines.append(str(self.deal))
        if self.result is not None:
            lines.append(self.result.words(self.players))
        return "\n".join(lines)

    def _repr_svg_(self) -> str | None:
        """The picture of the deal under way, or of the last one, that a notebook shows."""
        deal = self.finished[-1].deal if self.deal is None and self.finished else self.deal
        return None if deal is None else as_picture(deal.drawn(self.heading))

    @property
    def heading(self) -> str:
        """The book, the score and the target in a line."""
        target = f", to {self.target}" if self.target is not None else ""
        return f"{self.book.title}: NS {self.score[0]}, EW {self.score[1]}{target}"

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is; None where no deal is under way."""
        return None if self.deal is None or self.turn_up is not TurnUp.FACED else self.deal.turn

    @property
    def legal(self) -> tuple[Action, ...]:
        """Every act open to the seat whose turn it is."""
        return () if self.deal is None or self.turn is None else legal(self.deal)

    def shuffle(self, seed: int | str, lifted: int | None = None) -> Game:
        """The game with the next deal out, from the pack that the seed gives, cut where cards are lifted.

        Where a bell starts the game, it is rung first.
        """
        begun = self if self.begun else start_bell(self)
        cut = cut_pack(shuffled(seed, DECKS[self.book.pack]), lifted, self.book)
        return deal_out(begun, deal_cards(cut, self.dealer, self.book))

    def play(self, *acts: Action | str) -> Game:
        """The game after these acts, or their words with commas between; refuse an illegal one.

        A seat may be left out: ``game.play("pass, pass, N order", "bury 9C")``.
        """
        game = self
        for given in acts:
            for each in given.split(",") if isinstance(given, str) else (given,):
                game = act(game, each)
        return game

    def why_not(self, action: Action | str) -> Objection | None:
        """Why an act may not be done now, with the clause; None where it may."""
        at_time(self, None)
        if self.deal is None:
            raise GameError("the cards have not been dealt")
        return objection(self.deal, as_said(self, action))

    @property
    def played(self) -> int:
        """How many deals were played out, paid for or stopped by a ruling; one thrown in is not."""
        return sum(each.deal.ending in COUNTED for each in self.finished)

    @property
    def ends_at(self) -> float | None:
        """When time is up, in seconds; None where no limit runs."""
        minutes = self.book.clock.minutes
        if minutes is None or self.begun_at is None:
            return None
        return self.begun_at + 60 * minutes


def told(scored: Scored, players: tuple[str, str, str, str], number: int) -> str:
    """A finished deal in a line."""
    deal = scored.deal
    called = f"{deal.ending}"
    if deal.maker is not None and deal.trump is not None:
        alone = f", {players[deal.lone]} alone" if deal.lone is not None else ""
        tricks = counted(deal.tricks_of(deal.maker.side), "trick")
        called = f"{players[deal.maker]} made {deal.trump}{alone}: {tricks}"
        called += f" ({deal.ending})" * (deal.ending != "played")
    gained = "".join(f", {mark.side} {mark.points:+}" for mark in scored.marks)
    dealt = f"{players[deal.dealer]} dealt, {deal.turn_up.symbol} up"
    return f"{number}. {dealt}; {called}{gained}; {scored.score[0]}–{scored.score[1]}"


def as_said(game: Game, action: Action | str) -> Action:
    """An act from its words; a dealer who is not named and passes in round one turns the card down."""
    if not isinstance(action, str):
        return as_action(action, None)
    deal = at_time(game, None).deal
    if deal is None:
        raise GameError("the cards have not been dealt")
    if action.strip().lower() == "pass" and deal.phase is Phase.ROUND_ONE:
        return TurnDown(deal.dealer) if deal.turn is deal.dealer else as_action(action, deal.turn)
    return as_action(action, deal.turn)


def ring(game: Game, at: float | None = None) -> Game:
    """The end signal: the hand under way is played out or the game is over; refuse one without a limit."""
    if reason := bell_objection(game.book):
        raise GameError(reason)
    return place_bell(game, at)


def bell_objection(book: RuleBook) -> Message | None:
    """Why no bell ends a game by this book; None where one does.

    A house that lifts the limit of the game leaves the bell to whoever keeps the time for all tables.
    """
    if book.clock.minutes is not None or book.cite("clock.minutes").basis == "house":
        return None
    return message(
        "{book} has no time limit, so no bell ends a game",
        book.named("clock.minutes"),
        book=Term(book.title),
    )


def place_bell(game: Game, at: float | None = None) -> Game:
    """The end signal was given, rightly or not."""
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
        dealer=next_dealer(deal),
        cut=None,
    )
    if deal.ending == "game lost":
        assert deal.maker is not None
        lost = GameResult(game.score, deal.maker.side.other, "game lost", "bidding.breach")
        return replace(game, result=lost)
    return _time_checked(_points_checked(game, ends), deal.ending in ("thrown in", "bad hand"))


def _capped(game: Game, points: int) -> int:
    if game.book.game.cap is not None:
        points = min(points, game.book.game.cap)
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
        raise GameError(message("the game is over", game.book.named(game.result.path)))
    if at is None:
        return game
    at = _later(game, at)
    if game.ends_at is not None and at >= game.ends_at:
        game = place_bell(game, max(game.ends_at, game.now or game.ends_at))
    return replace(game, now=at)


def _later(game: Game, at: float) -> float:
    if game.now is not None and at < game.now:
        raise GameError(
            message("time cannot run backward: {at} comes after {now}", at=at, now=game.now)
        )
    return at


def start_game(
    book: RuleBook | str,
    first_dealer: Seat | str,
    target: int | None = None,
    players: tuple[str, str, str, str] = ("North", "East", "South", "West"),
    score: tuple[int, int] = (0, 0),
    at: float | None = None,
) -> Game:
    """A game about to begin; ``target`` is one that the book lets the table choose."""
    book = load(book)
    first_dealer = Seat.of(first_dealer, "first_dealer")
    if target is not None and not isinstance(target, int):
        raise wrong_kind("target", "a whole number", target)
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


def target_objection(book: RuleBook, target: int | None) -> Message | None:
    """Why a game may not be played to this target."""
    rules = book.game
    if target is None or target in (rules.target, *rules.other_targets):
        return None
    if rules.target is None:
        return message(
            "{book} plays a number of deals, not to a target",
            book.named("game.deals"),
            book=book.title,
        )
    if not rules.agreed_target:
        clause = book.named("game.target")
        return message("{book} plays to {target}", clause, book=book.title, target=rules.target)
    return None if target > 0 else message("a target is at least one point")


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
    if not isinstance(game, Game):
        raise wrong_kind("game", "a Game", game)
    if not isinstance(cards, Dealt):
        raise wrong_kind("cards", "cards Dealt, as deal_cards gives them", cards)
    deal = start(game.book, game.dealer, cards.hands, cards.turn_up, cards.stock)
    laid = lay_out(game, deal, at)
    return laid if laid.result is not None else show_turn_up(laid, turn_up, at)


def lay_out(game: Game, deal: Deal, at: float | None = None) -> Game:
    """A deal as it truly lies on the table, right or wrong; its turn-up is still in the pack."""
    game = at_time(game, at)
    if game.result is not None:
        return game
    if game.deal is not None:
        raise GameError(message("the deal under way has to be finished first"))
    return replace(game, deal=at_score(deal, game.score), turn_up=TurnUp.IN_PACK)


def show_turn_up(game: Game, turn_up: TurnUp, at: float | None = None) -> Game:
    """Put the turn-up down or face it; where a bell starts the game it waits for that."""
    game = at_time(game, at)
    if game.result is not None:
        return game
    if game.deal is None:
        raise GameError(message("the cards are not dealt, so no card can be turned up"))
    if turn_up is TurnUp.FACED and not game.begun:
        clause = game.book.named("dealing.turn_up_waits_for_bell")
        raise GameError(message("the turn-up is faced only after the start signal", clause))
    return replace(game, turn_up=turn_up)


def act(game: Game, action: Action | str, at: float | None = None) -> Game:
    """A player acts, or says so in words; raise ``IllegalAction`` when the book forbids it."""
    if not isinstance(game, Game):
        raise wrong_kind("game", "a Game", game)
    if not isinstance(action, Act):
        action = as_said(game, action)
    return _acted(game, action, at, taken)


def place(game: Game, action: Action, at: float | None = None) -> Game:
    """A player acted, legally or not."""
    return _acted(game, action, at, one_deal_place)


def void(game: Game, dealer: Seat, at: float | None = None) -> Game:
    """The deal under way does not count, and ``dealer`` deals again."""
    if game.deal is None:
        raise GameError(message("no deal is under way"))
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
        raise GameError(message("the game is over"))
    return replace(game, deal=None, result=GameResult(game.score, winner, reason, ""))


def witness(
    game: Game, action: Action, door: Callable[[Deal, Action], Deal], at: float | None = None
) -> Game:
    """What a door makes of an action; a deal that is over is not yet booked."""
    game = at_time(game, at)
    if game.result is not None:
        return game
    if game.deal is None:
        raise GameError(message("the cards have not been dealt"))
    if game.turn_up is not TurnUp.FACED:
        raise GameError(message("the turn-up has not been faced"))
    return replace(game, deal=door(game.deal, action))


def _acted(
    game: Game, action: Action, at: float | None, door: Callable[[Deal, Action], Deal]
) -> Game:
    game = witness(game, action, door, at)
    if game.deal is None or game.deal.ending is None:
        return game
    return finish(game, game.deal, score(game.deal))


def cutter_due(game: Game) -> Seat | None:
    """Who has to be offered the cut before the next deal; None where it may be left out."""
    rules = game.book.dealing.cut, game.book.misdeal.uncut
    if game.cut is not None or game.deal is not None or rules[0] == "none" or rules[1] == "stands":
        return None
    return game.dealer.right


def cut(game: Game, made: Cut, at: float | None = None) -> Game:
    """The cut before the next deal; refuse one that the book does not allow."""
    clause = game.book.named("dealing.cut")
    if made.by is None and game.book.misdeal.uncut != "stands":
        raise GameError(message("the player on the dealer's right is offered the cut", clause))
    if made.by is not None and made.by is not game.dealer.right:
        raise GameError(
            message(
                "{seat}, on the dealer's right, {seat|cut|cuts}", clause, seat=game.dealer.right
            )
        )
    return place_cut(game, made, at)


def place_cut(game: Game, made: Cut, at: float | None = None) -> Game:
    """What was done about the cut, rightly or not."""
    game = at_time(game, at)
    if game.result is not None:
        return game
    if game.deal is not None or game.cut is not None:
        raise GameError(message("the pack is cut once, before the cards are dealt"))
    if made.by is not None and game.book.dealing.cut == "none":
        raise GameError(message("the pack is not cut here", game.book.named("dealing.cut")))
    most = len(DECKS[game.book.pack]) - 1
    if made.lifted is not None and not 0 < made.lifted <= most:
        raise GameError(message("a cut lifts from 1 to {most} cards", most=most))
    return replace(game, cut=made)


def advised_at(game: Game, advice: Advice) -> float | None:
    """When the time is over in which the game ought to end, in seconds; None without such advice."""
    minutes: int | None = getattr(game.book.clock, advice.removeprefix("clock."))
    if minutes is None or game.begun_at is None:
        return None
    return game.begun_at + 60 * minutes


def remind(game: Game, advice: Advice, at: float | None = None) -> Game:
    """The table is reminded of the time advised; that is a notice, and nothing stops."""
    game = at_time(game, at)
    if game.result is not None:
        return game
    due = advised_at(game, advice)
    if game.book.value(advice) is None or game.reminded is not None:
        raise GameError(message("there is no time to be reminded of"))
    if at is not None and due is not None and at < due:
        raise GameError(message("the time advised is not over", game.book.named(advice)))
    return replace(game, reminded=advice)


def reminder(book: RuleBook, advice: Advice) -> Message:
    """What a table is reminded of, in one sentence."""
    return message(
        "{minutes} minutes have passed: an experienced table should have finished by now;"
        " play goes on",
        book.named(advice),
        minutes=book.value(advice),
    )
