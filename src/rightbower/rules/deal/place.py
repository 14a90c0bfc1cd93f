"""The unchecked door: record what happened and work out what it leads to."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from rightbower.rules import acts
from rightbower.rules.cards import HAND_SIZE, Card, Seat, Suit
from rightbower.rules.deal.needs import bound_to_be_alone, breaches_trump_to_order
from rightbower.rules.deal.state import Deal, Hand, Phase, Trick, winner_of


def place(deal: Deal, action: acts.Action) -> Deal:
    """The deal after an action, legal or not."""
    after = replace(deal, acts=(*deal.acts, action))
    match action:
        case acts.Pass() | acts.TurnDown():
            return _pass(after, action.seat)
        case acts.Order() | acts.PickUp():
            return _accept(after, action)
        case acts.Name():
            return _name(after, action)
        case acts.Bury():
            return _bury(after, action)
        case acts.GoAlone():
            return _go_alone(after, action.seat)
        case acts.KeepPartner():
            return _ask_next(after, action.seat)
        case acts.Play():
            return _play(after, action)
        case _:
            assert_never(action)


def _pass(deal: Deal, seat: Seat) -> Deal:
    if seat is not deal.dealer:
        return replace(deal, turn=seat.left)
    if deal.phase is Phase.ROUND_ONE:
        return replace(deal, phase=Phase.ROUND_TWO, turn=seat.left)
    return replace(deal, phase=Phase.DONE, turn=None, ending="thrown in")


def _accept(deal: Deal, action: acts.Order | acts.PickUp) -> Deal:
    seat, trump = action.seat, deal.turn_up.suit
    lone = seat if action.alone or bound_to_be_alone(deal, seat) else None
    made = replace(deal, trump=trump, maker=seat, lone=lone)
    return _lost(made) if loses_the_game(deal, action) else _take(made)


def _take(deal: Deal) -> Deal:
    """The turn-up is taken, unless it would go to a hand that is put away."""
    taker = deal.dealer
    if deal.lone is deal.dealer.partner:
        if deal.book.bidding.lone_partner_turn_up != "lone partner takes it":
            return _after_bury(deal)
        taker = deal.lone
    hand = (*deal.hands[taker], deal.turn_up)
    return replace(
        deal, phase=Phase.BURY, turn=taker, taken_by=taker, hands=_with_hand(deal, taker, hand)
    )


def _go_alone(deal: Deal, seat: Seat) -> Deal:
    """Somebody plays alone; before a card is buried the turn-up goes where it then belongs."""
    lone = replace(deal, lone=seat)
    if deal.phase is not Phase.BURY:
        return _lead_off(lone)
    return _take(replace(lone, hands=deal.dealt, taken_by=None))


def _name(deal: Deal, action: acts.Name) -> Deal:
    lone = action.seat if action.alone else None
    made = replace(deal, trump=action.suit, maker=action.seat, lone=lone)
    return _lost(made) if loses_the_game(deal, action) else _after_bury(made)


def loses_the_game(deal: Deal, action: acts.Action) -> bool:
    """A call in its round without the trump it asks for; the book says whether its turn matters."""
    rules = deal.book.bidding
    if rules.breach != "loses the game" or action.seat is deal.dealer:
        return False
    if not isinstance(action, acts.Order | acts.PickUp | acts.Name):
        return False
    its_round = Phase.ROUND_TWO if isinstance(action, acts.Name) else Phase.ROUND_ONE
    counts = action.seat is deal.turn or rules.breach_counts == "in any turn"
    return deal.phase is its_round and counts and breaches_trump_to_order(deal, action)


def _lost(deal: Deal) -> Deal:
    return replace(deal, phase=Phase.DONE, turn=None, ending="game lost")


def _bury(deal: Deal, action: acts.Bury) -> Deal:
    hand = _without(deal.hands[action.seat], action.card)
    return _after_bury(replace(deal, buried=action.card, hands=_with_hand(deal, action.seat, hand)))


def _after_bury(deal: Deal) -> Deal:
    if deal.lone is None and deal.book.alone.when == "before the first card":
        return replace(deal, phase=Phase.ALONE, turn=deal.maker)
    return _lead_off(deal)


def may_go_alone(deal: Deal) -> tuple[Seat, ...]:
    """Who may go alone, in the order in which they are asked."""
    assert deal.maker is not None
    maker = deal.maker
    return {
        "maker": (maker,),
        "makers": (maker, maker.partner),
        "anyone": (maker, maker.partner, maker.left, maker.right),
    }[deal.book.alone.who]


def _ask_next(deal: Deal, seat: Seat) -> Deal:
    """Ask the next player who may go alone, or begin the play."""
    order = may_go_alone(deal)
    following = order.index(seat) + 1
    if following == len(order):
        return _lead_off(deal)
    return replace(deal, turn=order[following])


def _lead_off(deal: Deal) -> Deal:
    first = deal.dealer.left
    if deal.lone is not None and deal.book.alone.lead == "left of lone player":
        first = deal.lone.left
    leader = first if first in deal.active else first.left
    return replace(deal, phase=Phase.PLAY, turn=leader, tricks=(Trick(leader),))


def _play(deal: Deal, action: acts.Play) -> Deal:
    trump: Suit | None = deal.trump
    assert trump is not None
    trick = deal.tricks[-1]
    plays = (*trick.plays, (action.seat, action.card))
    leader = trick.leader if trick.plays else action.seat
    hands = _with_hand(deal, action.seat, _without(deal.hands[action.seat], action.card))
    waiting = set(deal.active) - {seat for seat, _ in plays}
    if waiting:
        tricks = (*deal.tricks[:-1], Trick(leader, plays))
        turn = action.seat.left
        while turn not in waiting:
            turn = turn.left
        return replace(deal, hands=hands, tricks=tricks, turn=turn)
    winner = winner_of(plays, trump)
    tricks = (*deal.tricks[:-1], Trick(leader, plays, winner))
    if len(tricks) == HAND_SIZE:
        return replace(
            deal, hands=hands, tricks=tricks, phase=Phase.DONE, turn=None, ending="played"
        )
    return replace(deal, hands=hands, tricks=(*tricks, Trick(winner)), turn=winner)


def _with_hand(deal: Deal, seat: Seat, hand: Hand) -> tuple[Hand, ...]:
    return (*deal.hands[:seat], hand, *deal.hands[seat + 1 :])


def _without(hand: Hand, card: Card) -> Hand:
    return tuple(held for held in hand if held is not card)
