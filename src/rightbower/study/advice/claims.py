"""The rest are mine: whether a player on lead takes every trick left, whatever the others hold and do."""

from __future__ import annotations

from collections.abc import Sequence

from rightbower.players.known import hidden_cards
from rightbower.players.views import View
from rightbower.rules.cards import HAND_SIZE, Card, Seat, Suit, height, suit_in_play
from rightbower.rules.deal import Deal, Phase


def sure_order(seen: View) -> tuple[Card, ...]:
    """The hand in an order in which each card wins; nothing where that is not certain.

    It goes by what the seat itself can know, so that a claim refused tells nobody anything. Cards
    not seen are taken to lie as badly as they can, the partner's too.
    """
    if seen.phase is not Phase.PLAY or seen.turn is not seen.seat or seen.tricks[-1].plays:
        return ()
    assert seen.trump is not None
    trump, others = seen.trump, _others(seen)
    mine, theirs = _by_suit(seen.hand, trump), _by_suit(others, trump)
    drawn = len(theirs[trump]) <= len(mine[trump])
    sides = [suit for suit in Suit if suit is not trump and mine[suit]]
    if (sides and not drawn) or not all(
        _runs(mine[suit], theirs[suit], trump) for suit in (trump, *sides)
    ):
        return ()
    return (*mine[trump], *(card for suit in sides for card in mine[suit]))


def _others(seen: View) -> list[Card]:
    """The cards that one of the others in the play could still hold."""
    hidden = hidden_cards(seen)
    out = None if seen.lone is None else seen.lone.partner
    seats = [seat for seat in Seat if seat not in (seen.seat, out)]
    sure = [card for seat in seats for card in hidden.sure.get(seat, ())]
    return sure + [
        card
        for card in hidden.unseen
        if any(suit_in_play(card, seen.trump) not in hidden.barred[seat] for seat in seats)
    ]


def _by_suit(cards: Sequence[Card], trump: Suit) -> dict[Suit, list[Card]]:
    """The cards of each suit, the highest first."""
    high = sorted(cards, key=lambda card: -height(card, trump))
    return {suit: [card for card in high if suit_in_play(card, trump) is suit] for suit in Suit}


def _runs(mine: Sequence[Card], theirs: Sequence[Card], trump: Suit) -> bool:
    """Whether a suit led from the top always wins; who follows gives up the lowest."""
    return all(
        led >= len(theirs) or height(card, trump) > height(theirs[0], trump)
        for led, card in enumerate(mine)
    )


def takes_the_rest(deal: Deal, seat: Seat) -> bool:
    """Whether the seat's side takes every trick left with best play by all, as the solver has it."""
    from rightbower.players.kernel.positions import of_deals
    from rightbower.players.kernel.solve import solve_tricks

    assert deal.maker is not None
    makers = int(solve_tricks(of_deals([deal]))[0])
    lost = HAND_SIZE - makers if deal.maker.side is seat.side else makers
    return lost == deal.tricks_of(seat.side.other)
