"""Spots of the auction: a seat, a round, what is turned up, and how many trumps and aces one holds."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec import Struct

from rightbower.players.views import View
from rightbower.rules.acts import Action, Name, Order, Pass, PickUp, TurnDown, write_action
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import PACK, Card, Rank, Seat, Side, Suit, suit_in_play
from rightbower.rules.refusal import Refusal

SEATS: Final = ("first seat", "dealer's partner", "third seat", "dealer")
ROUND_ONE, ROUND_TWO = 1, 2
NEXT, CROSS = "next", "cross"
KINDS: Final = {ROUND_ONE: tuple(rank.letter for rank in Rank), ROUND_TWO: (NEXT, CROSS)}
MOST_ACES: Final = 2  # two and three aces beside are counted together
MOST_TRUMPS: Final = 5
DEALER: Final = Seat.S
UP_SUIT: Final = Suit.HEARTS


class Spot(Struct, frozen=True, order=True):
    """Where a hand bids: its round and place, the turn-up's rank or next or cross, trumps and aces.

    A dealer's trumps count the turn-up that would be taken.
    """

    round: int
    place: int
    kind: str
    trumps: int
    aces: int


def seat_of(place: int) -> Seat:
    """The seat at a place from the dealer's left on, where South deals."""
    return Seat((DEALER + 1 + place) % len(Seat))


def spots() -> Iterator[Spot]:
    """Every spot there may be."""
    for number, kinds in KINDS.items():
        for place in range(len(SEATS)):
            for kind in kinds:
                for trumps in range(MOST_TRUMPS + 1):
                    for aces in range(min(MOST_ACES, MOST_TRUMPS - trumps + 1) + 1):
                        yield Spot(number, place, kind, trumps, aces)


def suits_of(kind: str, up: Suit) -> tuple[Suit, ...]:
    """The suits that next or cross stands for, after a suit was turned down; else the suit itself."""
    if kind == NEXT:
        return (up.same_colour,)
    if kind == CROSS:
        return tuple(suit for suit in Suit if suit not in (up, up.same_colour))
    return (up,)


def counts(hand: tuple[Card, ...], trump: Suit) -> tuple[int, int]:
    """The trumps of a hand and the aces beside them."""
    trumps = sum(suit_in_play(card, trump) is trump for card in hand)
    aces = sum(card.rank is Rank.ACE and card.suit is not trump for card in hand)
    return trumps, min(aces, MOST_ACES)


def hands_at(spot: Spot, chance: Random, tries: int) -> Iterator[tuple[tuple[Card, ...], Card]]:
    """Random hands that stand at a spot, each with its turn-up, out of so many deals."""
    for _ in range(tries):
        hand, up = _drawn(spot, chance)
        suit = suits_of(spot.kind, up.suit)[0]
        held, aces = counts(hand, suit)
        takes = spot.round == ROUND_ONE and seat_of(spot.place) is DEALER
        if (held + takes, aces) == (spot.trumps, spot.aces):
            yield hand, up


def _drawn(spot: Spot, chance: Random) -> tuple[tuple[Card, ...], Card]:
    """Five cards and a turn-up of hearts: of the spot's rank in round one, of any in round two."""
    ups = [card for card in PACK if card.suit is UP_SUIT]
    up = chance.choice(
        [card for card in ups if spot.round != ROUND_ONE or card.rank.letter == spot.kind]
    )
    rest = [card for card in PACK if card is not up]
    return tuple(chance.sample(rest, MOST_TRUMPS)), up


def bids_before(spot: Spot) -> list[Action]:
    """Everybody passed before."""
    acts: list[Action] = []
    for number in (ROUND_ONE, ROUND_TWO):
        for place in range(len(SEATS)):
            if (number, place) == (spot.round, spot.place):
                return acts
            seat = seat_of(place)
            acts.append(TurnDown(seat) if seat is DEALER else Pass(seat))
    return acts


def view_at(book: RuleBook, spot: Spot, hand: tuple[Card, ...], up: Card) -> View:
    """The view of a hand at a spot, at no score."""
    from rightbower.players.position import situation

    return situation(book, DEALER, up, seat_of(spot.place), hand, bids_before(spot))


def view_from_text(
    book: RuleBook, number: int, place: int, turn_up: str, hand: str, score: str
) -> View:
    """The view of a hand from text; the score has its own side first."""
    from rightbower.players.position import described

    if not 0 <= place < len(SEATS) or number not in KINDS:
        raise Refusal("the seats are 1 to 4 and the rounds 1 and 2")
    seat = seat_of(place)
    done = ", ".join(write_action(each) for each in bids_before(Spot(number, place, "", 0, 0)))
    parts = score.replace("–", "-").split("-")
    if len(parts) != 2 or not all(part.strip().isdigit() for part in parts):
        raise Refusal(f"write the score as 3-5, your own side first, not {score!r}")
    from_north = "-".join(parts if seat.side is Side.NS else reversed(parts))
    return described(book, DEALER.letter, turn_up, seat.letter, hand, done, from_north)


def calls_at(spot: Spot, up: Suit, action: Action) -> bool:
    """Whether an action is a call of the spot's suit."""
    if isinstance(action, Order | PickUp):
        return spot.round == ROUND_ONE
    return isinstance(action, Name) and action.suit in suits_of(spot.kind, up)[:1]
