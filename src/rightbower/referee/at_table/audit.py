"""Find what went wrong in a deal by playing its acts again, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from rightbower.referee.at_table.unchecked_acts import as_dealt, holding, open_play, place_any
from rightbower.referee.irregularities import (
    Fact,
    Kind,
    Misdeal,
    NotBuried,
    OutOfTurn,
    Revoke,
    WrongCall,
    WrongCount,
)
from rightbower.rules import acts
from rightbower.rules.cards import HAND_SIZE, PACK, Card, Seat, suit_in_play
from rightbower.rules.ceremonies import Dealt
from rightbower.rules.deal import Deal, Phase, breaches_trump_to_order
from rightbower.rules.judge import Objection, objection_to_act

Lacking = Literal[Kind.NO_NATURAL_CARD, Kind.ORDER_WITHOUT_TRUMP]
KITTY = len(PACK) - len(Seat) * HAND_SIZE


def audit(deal: Deal) -> tuple[Fact, ...]:
    """Every irregularity that the cards and the acts of a deal show, in the order it happened."""
    facts = list(_in_the_deal(deal))
    now = as_dealt(deal.book, deal.dealer, Dealt(deal.dealt, deal.turn_up, deal.stock))
    for action in deal.acts:
        facts += judged(now, action)
        now = place_any(now, action)
    return tuple(facts)


def _in_the_deal(deal: Deal) -> Iterator[Fact]:
    out = [card for hand in deal.dealt for card in hand] + [deal.turn_up, *deal.stock]
    if len(out) != len(set(out)) or len(out) != len(PACK):
        yield Misdeal(deal.dealer, Kind.IMPERFECT_PACK)
    for seat, hand in zip(Seat, deal.dealt, strict=True):
        if len(hand) != HAND_SIZE:
            yield WrongCount(seat, len(hand))
    if len(deal.stock) + 1 != KITTY:
        yield Misdeal(deal.dealer, Kind.WRONG_KITTY)


def broken(deal: Deal, call: acts.Action) -> Objection | None:
    """What the book has against a call of this deal; None if it was not made or was proper."""
    now = as_dealt(deal.book, deal.dealer, Dealt(deal.dealt, deal.turn_up, deal.stock))
    for action in deal.acts:
        against = objection_to_act(burying(now, action), action)
        if action == call and against is not None:
            return against
        now = place_any(now, action)
    return None


def judged(before: Deal, action: acts.Action) -> tuple[Fact, ...]:
    """All that is wrong with one action, if anything is."""
    if isinstance(action, acts.Play):
        return tuple(_played(before, action))
    if objection_to_act(burying(before, action), action) is not None:
        return tuple(_called(before, action))
    if isinstance(action, acts.Order | acts.Name) and breaches_trump_to_order(before, action):
        return (WrongCall(action.seat, Kind.ORDER_WITHOUT_TRUMP, action),)
    return ()


def burying(before: Deal, action: acts.Action) -> Deal:
    """The deal to judge an action by: a card buried late is judged as if it were the time for it."""
    if isinstance(action, acts.Bury) and before.tricks:
        return replace(before, phase=Phase.BURY, turn=before.taken_by)
    return before


def _called(before: Deal, action: acts.Action) -> Iterator[Fact]:
    """What is wrong with a call that the book refuses; one call may break several rules."""
    seat = action.seat
    early = seat is not before.turn or _at_the_wrong_time(before, action)
    match action:
        case acts.TurnDown():
            yield WrongCall(seat, Kind.TURN_DOWN_OUT_OF_TURN, action)
        case acts.Pass() if early:
            yield WrongCall(seat, Kind.PASS_OUT_OF_TURN, action)
        case acts.Order() | acts.PickUp() | acts.Name():
            yield from _made_trump(before, action, early)
        case _:
            yield WrongCall(seat, Kind.FORBIDDEN_CALL, action)


def _made_trump(
    before: Deal, action: acts.Order | acts.PickUp | acts.Name, early: bool
) -> Iterator[Fact]:
    seat = action.seat
    dead = _names_dead_suit(before, action)
    lacks = None if dead else _lacks(before, action)
    if early:
        yield WrongCall(seat, Kind.CALL_OUT_OF_TURN, action)
    if dead:
        yield WrongCall(seat, Kind.DEAD_SUIT, action)
    if lacks is not None:
        yield WrongCall(seat, lacks, action)
    if not (early or dead or lacks):
        yield WrongCall(seat, Kind.FORBIDDEN_CALL, action)


def _lacks(before: Deal, action: acts.Order | acts.PickUp | acts.Name) -> Lacking | None:
    """What a call is made without that its caller would need in turn."""
    against = objection_to_act(replace(before, turn=action.seat), action)
    if against is not None and against.path == "bidding.natural_scope":
        return Kind.NO_NATURAL_CARD
    its_round = Phase.ROUND_TWO if isinstance(action, acts.Name) else Phase.ROUND_ONE
    if before.phase is its_round and action.seat is not before.dealer:
        return Kind.ORDER_WITHOUT_TRUMP if breaches_trump_to_order(before, action) else None
    return None


def _at_the_wrong_time(before: Deal, action: acts.Action) -> bool:
    """A suit named in round one, or a call made once trump is known."""
    if before.phase is Phase.ROUND_ONE:
        return isinstance(action, acts.Name)
    return before.phase is not Phase.ROUND_TWO


def _names_dead_suit(before: Deal, action: acts.Action) -> bool:
    if before.phase is not Phase.ROUND_TWO:
        return False
    if isinstance(action, acts.Name):
        return action.suit is before.turn_up.suit
    return isinstance(action, acts.Order | acts.PickUp)


def _played(before: Deal, action: acts.Play) -> Iterator[Fact]:
    seat = action.seat
    now = open_play(before)
    number, led = len(now.tricks), now.tricks[-1].led
    if seat is now.taken_by and now.buried is None and number == 1:
        yield NotBuried(seat, action.card)
    if seat is not now.turn and led is None:
        yield OutOfTurn(seat, Kind.LEAD_OUT_OF_TURN, number, action.card)
    elif seat is not now.turn:
        yield OutOfTurn(seat, Kind.PLAY_OUT_OF_TURN, number, action.card)
    if led is not None and _revokes(now, action, led):
        yield Revoke(seat, number)


def _revokes(now: Deal, action: acts.Play, led: Card) -> bool:
    """Whether a card does not follow although another could; an unburied turn-up binds nobody."""
    suit = suit_in_play(led, now.trump)
    if suit_in_play(action.card, now.trump) is suit:
        return False
    return any(suit_in_play(card, now.trump) is suit for card in holding(now, action.seat))
