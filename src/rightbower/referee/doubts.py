"""Where a record leaves a doubt."""

from __future__ import annotations

from collections.abc import Iterator

from rightbower.referee.audit import audit
from rightbower.referee.doing import irregularities
from rightbower.referee.irregularities import (
    KINDS,
    ExposedCard,
    Fact,
    Kind,
    NotSingly,
    Revoke,
    WrongCall,
)
from rightbower.referee.table import Table
from rightbower.rules.acts import Name, Order, Pass, PickUp
from rightbower.rules.cards import Card, Seat, suit_in_play, suits_in_play
from rightbower.rules.deal import Deal


def plain_to_see(table: Table) -> tuple[Fact, ...]:
    """What went wrong in the deal under way before everybody's eyes and has not been called."""
    deal = table.game.deal
    if deal is None:
        return ()
    facts: list[Fact] = [fact for fact in irregularities(table) if _open(fact)]
    for seat, cards in table.dropped:
        facts += _lying_open(table, deal, seat, cards)
    return tuple(facts)


def _lying_open(
    table: Table, deal: Deal, seat: Seat, cards: tuple[Card, ...]
) -> Iterator[ExposedCard | NotSingly]:
    """Cards that fell at once and have not been called: one fact; several may not be played so."""
    shown = (each for each in table.ruled if isinstance(each, ExposedCard | NotSingly))
    called = {card for each in shown if each.seat is seat for card in each.cards}
    up = tuple(card for card in cards if card in deal.hands[seat] and card not in called)
    if up:
        yield ExposedCard(seat, up[0], "dropped", up[1:])
    if len(up) > 1:
        yield NotSingly(seat, up[0], up[1:])


def _open(fact: Fact) -> bool:
    if KINDS[fact.kind].seen != "by everybody":
        return False
    if not isinstance(fact, WrongCall) or fact.kind is not Kind.FORBIDDEN_CALL:
        return True
    match fact.call:
        case Pass():
            return True
        case Order(alone=alone) | Name(alone=alone):
            return not alone
        case _:
            return False


def doubts(table: Table) -> tuple[Fact, ...]:
    """What somebody may suspect: a card that did not follow, a call that needs a card in hand."""
    deal = the_deal(table)
    if deal is None:
        return ()
    found: list[Fact] = list(_not_following(deal))
    if table.game.deal is None:
        found += _calls_in_doubt(deal)
    return tuple(fact for fact in found if fact not in table.ruled)


def the_deal(table: Table) -> Deal | None:
    """The deal in which something can be claimed: the one under way, or the last until the next turn-up."""
    if table.game.deal is not None:
        return table.game.deal
    return table.game.finished[-1].deal if table.unsettled is not None else None


def _not_following(deal: Deal) -> Iterator[Fact]:
    suits = suits_in_play(deal.trump)
    for number, trick in enumerate(deal.tricks, 1):
        for seat, card in trick.plays:
            if suits[card.index] is not suits[trick.plays[0][1].index]:
                yield Revoke(seat, number)


def _calls_in_doubt(deal: Deal) -> Iterator[Fact]:
    """Calls that ask for a card the caller may not have held."""
    rules = deal.book.bidding
    for action in deal.acts:
        match action:
            case Order() | PickUp() if rules.natural_scope != "nobody":
                yield WrongCall(action.seat, Kind.NO_NATURAL_CARD, action)
            case Order() | Name() if rules.trump_to_order != "nobody":
                yield WrongCall(action.seat, Kind.ORDER_WITHOUT_TRUMP, action)


def proved(table: Table, fact: Fact) -> bool:
    """Whether the cards on the table show a suspected revoke, or the hand is over."""
    deal = table.game.deal
    if deal is None:
        return True
    if not isinstance(fact, Revoke) or fact not in audit(deal):
        return False
    led = deal.tricks[fact.trick - 1].led
    assert led is not None
    suit = suit_in_play(led, deal.trump)
    later = (trick.card_of(fact.seat) for trick in deal.tricks[fact.trick :])
    return any(card is not None and suit_in_play(card, deal.trump) is suit for card in later)
