"""The view that a line of the engine protocol describes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rightbower.players.engine.lines import PHASES, Decision, EngineRequest
from rightbower.players.views import View
from rightbower.rules import acts
from rightbower.rules.book import RuleBook, load, overlay
from rightbower.rules.cards import HAND_SIZE, Card, Seat, Suit, card
from rightbower.rules.deal import Trick, winner_of
from rightbower.rules.refusal import Refusal


def view_of(asked: EngineRequest) -> View:
    """The view that a line describes."""
    seat, dealer = Seat.of(asked.seat), Seat.of(asked.dealer)
    turn_up = card(asked.turnup)
    trump = None if asked.trump is None else Suit.of(asked.trump)
    maker = None if asked.maker is None else Seat.of(asked.maker)
    lone = maker if asked.alone else None
    hand = tuple(card(name) for name in asked.hand)
    _whole(hand)
    tricks = _tricks(asked, seat, trump)
    bids = tuple(_bid(number, who, word, dealer) for number, (who, word) in enumerate(asked.bids))
    took = trump is turn_up.suit and maker is not None and lone is not dealer.partner
    return View(
        book=_book(asked.book, asked.may_bury_turnup),
        seat=seat,
        players=("North", "East", "South", "West"),
        score=(asked.score.get("NS", 0), asked.score.get("EW", 0)),
        target=load(asked.book).game.target,
        dealer=dealer,
        played=0,
        past=(),
        result=None,
        time_up=False,
        ends_at=None,
        now=None,
        phase=PHASES[asked.decision],
        turn=seat,
        turn_up=turn_up,
        hand=hand,
        bids=bids,
        trump=trump,
        maker=maker,
        lone=lone,
        taken_by=dealer if took else None,
        buried=None if asked.buried is None else card(asked.buried),
        tricks=tricks,
        cards_left=_cards_left(tricks),
        legal=tuple(_action(asked.decision, seat, dealer, word) for word in asked.legal),
    )


@lru_cache(maxsize=32)
def _book(name: str, may_bury: bool) -> RuleBook:
    book = load(name)
    if may_bury or book.burying.turn_up == "never":
        return book
    return overlay(book, {"burying.turn_up": "never"}, note="Set for the match.")


def _whole(hand: Sequence[Card]) -> None:
    if len(set(hand)) < len(hand):
        raise Refusal("a card appears in the hand twice")
    if not 0 < len(hand) <= HAND_SIZE + 1:
        raise Refusal(f"a hand has 1 to {HAND_SIZE + 1} cards, not {len(hand)}")


def _tricks(asked: EngineRequest, seat: Seat, trump: Suit | None) -> tuple[Trick, ...]:
    if asked.decision != "play":
        return ()
    if trump is None:
        raise Refusal("cards are played, but there is no trump")
    found = []
    for number, plays in enumerate(asked.tricks):
        cards = tuple((Seat.of(who), card(name)) for who, name in plays)
        current = number == len(asked.tricks) - 1
        leader = cards[0][0] if cards else seat
        found.append(Trick(leader, cards, None if current else winner_of(cards, trump)))
    return tuple(found) or (Trick(seat),)


def _cards_left(tricks: tuple[Trick, ...]) -> tuple[int, ...]:
    played = [who for trick in tricks for who, _ in trick.plays]
    return tuple(HAND_SIZE - played.count(seat) for seat in Seat)


def _bid(number: int, who: str, word: str, dealer: Seat) -> acts.Action:
    decision: Decision = "bid1" if number < len(Seat) else "bid2"
    if word in ("alone", "with partner"):
        decision = "alone"
    return _action(decision, Seat.of(who), dealer, word)


def _action(decision: Decision, seat: Seat, dealer: Seat, word: str) -> acts.Action:
    plain = word.removesuffix(" alone")
    alone = plain != word
    if decision in ("bury", "play"):
        return (acts.Bury if decision == "bury" else acts.Play)(seat, card(word))
    if word == "pass":
        return acts.TurnDown(seat) if decision == "bid1" and seat is dealer else acts.Pass(seat)
    if plain == "order" and decision == "bid1":
        return (acts.PickUp if seat is dealer else acts.Order)(seat, alone)
    if word == "alone":
        return acts.GoAlone(seat)
    if word == "with partner":
        return acts.KeepPartner(seat)
    return acts.Name(seat, Suit.of(plain), alone)
