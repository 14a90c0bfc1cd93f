"""Suits, winners and points worked out from the cards' names, to check the engine against.

The bowers and the order of the trumps are written out here, so that nothing leans on the code
under test.
"""

from __future__ import annotations

from rightbower.rules.cards import Card, Seat
from rightbower.rules.deal import Deal, Trick

LEFT_BOWER = {"C": "JS", "D": "JH", "H": "JD", "S": "JC"}
JOKERS = ["JO", "2S"]


def trump_of(deal: Deal) -> str:
    """The letter of the trump suit; N or L without trumps, the ace or the nine being best."""
    assert deal.trump is not None
    return "CDHSNL"[deal.trump]


def belongs_to(card: Card, trump: str) -> str:
    """The letter of the suit a card has to be played as."""
    return trump if card.name in (*JOKERS, LEFT_BOWER.get(trump)) else card.name[1]


def strongest_first(trump: str, led: str) -> list[str]:
    """The cards that can win a trick, from the right bower down."""
    if trump in "NL":
        return [f"{rank}{led}" for rank in ("AKQJT987" if trump == "N" else "789TJQKA")]
    trumps = [*JOKERS, f"J{trump}", LEFT_BOWER[trump], *(f"{rank}{trump}" for rank in "AKQT987")]
    return trumps + [f"{rank}{led}" for rank in "AKQJT987" if f"{rank}{led}" not in trumps]


def taker(trick: Trick, trump: str) -> Seat:
    """Who takes a trick."""
    order = strongest_first(trump, belongs_to(trick.plays[0][1], trump))
    able = [(seat, card.name) for seat, card in trick.plays if card.name in order]
    return min(able, key=lambda play: order.index(play[1]))[0]


def tricks_won(deal: Deal) -> list[int]:
    """The tricks of North–South and of East–West."""
    takers = [taker(trick, trump_of(deal)) for trick in deal.tricks]
    return [sum(seat in pair for seat in takers) for pair in ((Seat.N, Seat.S), (Seat.E, Seat.W))]


def worth(deal: Deal) -> list[int]:
    """The points of North–South and of East–West for a deal that was played out or paid for."""
    if deal.ending == "given up":
        paid = [deal.book.score.given_up] * 2
        paid[deal.dealer % 2] = 0
        return paid
    tricks = tricks_won(deal)
    if deal.book.game.counts == "tricks":
        return tricks
    assert deal.maker is not None
    ours, theirs = deal.maker % 2, 1 - deal.maker % 2
    pays = deal.book.score
    lone = deal.lone in (deal.maker, deal.maker.partner)
    points = [0, 0]
    needed = pays.lone_tricks if lone and pays.lone_tricks else pays.tricks_to_make
    if tricks[ours] < needed and deal.lone_defender is not None:
        points[theirs] = pays.lone_defence if lone else pays.lone_defence_of_pair
    elif tricks[ours] == 0 and pays.super_euchre is not None:
        points[theirs] = pays.super_euchre
    elif tricks[ours] < needed:
        points[theirs] = pays.lone_euchre if lone else pays.euchre
    elif tricks[ours] == 5:
        points[ours] = pays.lone_march if lone else pays.march
    else:
        points[ours] = pays.lone_make if lone else pays.make
    return points
