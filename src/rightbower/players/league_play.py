"""How a league player leads and follows."""

from __future__ import annotations

from rightbower.players.sight import Sight
from rightbower.players.views import View
from rightbower.rules.cards import Card, Rank, Seat, height


def choose_card(view: View, cards: list[Card]) -> Card:
    """The card a league player plays, out of those that may be played."""
    sight = Sight(view)
    cards = sorted(cards, key=sight.order)  # of two cards as good, always the same one
    return _follow(sight, cards) if sight.plays else _lead(sight, cards)


def _lead(sight: Sight, cards: list[Card]) -> Card:
    trumps = [card for card in cards if sight.is_trump(card)]
    plain = [card for card in cards if not sight.is_trump(card)]
    if not plain:
        return _highest(sight, trumps)
    making = sight.maker.side is sight.seat.side
    if trumps and making and _leads_trump(sight, trumps, plain):
        return _highest(sight, trumps)
    return _plain_lead(sight, plain)


def _leads_trump(sight: Sight, trumps: list[Card], plain: list[Card]) -> bool:
    """Makers draw trumps while an opponent may hold one."""
    all_trumps = sight.suits[sight.trump]
    if not any(sight.may_hold(seat, all_trumps) for seat in sight.foes):
        return False
    if sight.boss(_highest(sight, trumps)):
        return True
    if sight.maker is sight.seat:
        return len(trumps) >= (2 if sight.view.lone is sight.seat else 3)
    first_trick = len(sight.view.tricks) == 1
    winners = any(sight.boss(card) for card in plain)
    return first_trick or (not winners and sight.may_hold(sight.partner, all_trumps))


def _plain_lead(sight: Sight, plain: list[Card]) -> Card:
    """A card that nobody beats and nobody is known to trump, or else a low one from a short suit."""
    safe = [card for card in plain if not _will_be_trumped(sight, card)]
    winners = [card for card in safe or plain if sight.boss(card)]
    if winners:
        return max(winners, key=lambda card: _out(sight, card))

    def cost(card: Card) -> int:
        held = _held(sight, card)
        lone_king = card.rank is Rank.KING and held == 1
        return 2 * held + card.rank - (5 if lone_king else 0)

    return min(safe or plain, key=cost)


def _will_be_trumped(sight: Sight, card: Card) -> bool:
    suit, trumps = sight.suit(card), sight.suits[sight.trump]
    return any(
        not sight.may_hold(seat, suit) and sight.may_hold(seat, trumps) for seat in sight.foes
    )


def _follow(sight: Sight, cards: list[Card]) -> Card:
    leader, best = sight.plays[0]
    for seat, card in sight.plays[1:]:
        if sight.beats(card, best):
            leader, best = seat, card
    winners = [card for card in cards if sight.beats(card, best)]
    if not winners:
        return _throw(sight, cards)
    rest = sight.to_come()
    foes = [seat for seat in rest if seat is not sight.partner]
    if leader is sight.partner:
        if sight.boss(best) or not foes:
            return _throw(sight, cards)
        return _over_partner(sight, cards, winners, best)
    if not foes:
        return _cheapest(sight, winners)
    return _against_foe(sight, cards, winners, foes, partner_to_come=sight.partner in rest)


def _over_partner(sight: Sight, cards: list[Card], winners: list[Card], best: Card) -> Card:
    """Partner is winning with a card that can be beaten, and an opponent is still to play."""
    follows = bool(sight.suit(sight.plays[0][1]) >> winners[0].index & 1)
    if not follows:
        low = not sight.is_trump(best) and best.rank <= Rank.QUEEN
        return _cheapest(sight, winners) if low else _throw(sight, cards)
    if sure := [card for card in winners if sight.boss(card)]:
        return _cheapest(sight, sure)
    top = _highest(sight, winners)
    between = sight.unseen & sight.above[best.index] & ~sight.above[top.index]
    helps = sight.is_trump(best) and between.bit_count() >= 2
    return top if helps else _throw(sight, cards)


def _against_foe(
    sight: Sight, cards: list[Card], winners: list[Card], foes: list[Seat], partner_to_come: bool
) -> Card:
    """An opponent is winning and another is still to play: a sure card, then second hand low."""
    sure = [card for card in winners if _stands(sight, card, foes)]
    if not sure:
        sure = [card for card in winners if not sight.is_trump(card) and sight.boss(card)]
    if sure:
        return _cheapest(sight, sure)
    if sight.is_trump(winners[0]):
        return _cheapest(sight, winners)
    return _throw(sight, cards) if partner_to_come else _highest(sight, winners)


def _stands(sight: Sight, card: Card, foes: list[Seat]) -> bool:
    """Whether none of these opponents can beat a card that is winning the trick."""
    better = sight.above[card.index]
    if not sight.is_trump(card):
        better |= sight.suits[sight.trump]
    return not any(sight.may_hold(seat, better) for seat in foes)


def _throw(sight: Sight, cards: list[Card]) -> Card:
    """The card that will be missed least: a low one, best the last of a suit beside a trump."""
    holds_trump = any(sight.is_trump(card) for card in sight.hand)

    def worth(card: Card) -> int:
        if sight.is_trump(card):
            return 100 + height(card, sight.trump)
        held = _held(sight, card)
        keeps = 20 if sight.boss(card) else 4 if held == 2 and card.rank is Rank.KING else 0
        return 2 * card.rank + keeps - (12 if held == 1 and holds_trump else 0)

    return min(cards, key=worth)


def _cheapest(sight: Sight, cards: list[Card]) -> Card:
    return min(cards, key=lambda card: height(card, sight.trump))


def _highest(sight: Sight, cards: list[Card]) -> Card:
    return max(cards, key=lambda card: height(card, sight.trump))


def _held(sight: Sight, card: Card) -> int:
    """How many cards of this card's suit the seat holds."""
    suit = sight.suit(card)
    return sum(suit >> other.index & 1 for other in sight.hand)


def _out(sight: Sight, card: Card) -> int:
    """How many cards of this card's suit are still out."""
    return (sight.unseen & sight.suit(card)).bit_count()
