"""What a hand must hold to make trump."""

from __future__ import annotations

from rightbower.rules.acts import Name, Order, PickUp
from rightbower.rules.cards import Card, Rank, Seat, Suit, suit_in_play
from rightbower.rules.deal.state import Deal, Hand


def holds_trump(hand: Hand, trump: Suit, left_counts: bool = True) -> bool:
    """Whether a hand holds a trump, the left bower included unless it does not count."""
    if left_counts:
        return any(suit_in_play(card, trump) is trump for card in hand)
    return any(card.suit is trump for card in hand)


def natural_cards(deal: Deal, hand: Hand) -> tuple[Card, ...]:
    """The cards of a hand printed in the turn-up's suit; before trump is made no jack is a bower."""
    jack_too = deal.book.bidding.natural_jack
    return tuple(
        card
        for card in hand
        if card.suit is deal.turn_up.suit and (jack_too or card.rank is not Rank.JACK)
    )


def bound_to_be_alone(deal: Deal, seat: Seat) -> bool:
    """Whether a seat that accepts the turn-up has to play alone."""
    return seat is deal.dealer.partner and deal.book.bidding.partner_order == "must be alone"


def breaches_trump_to_order(deal: Deal, action: Order | PickUp | Name) -> bool:
    """Whether this call is made without the trump that the book asks for."""
    rules = deal.book.bidding
    if rules.trump_to_order == "nobody" or isinstance(action, PickUp):
        return False
    if isinstance(action, Name):
        if rules.order_down != "in round two" or action.seat is deal.dealer:
            return False
        suit = action.suit
    else:
        suit = deal.turn_up.suit
    return not holds_trump(deal.hands[action.seat], suit, rules.left_counts)
