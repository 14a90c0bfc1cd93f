"""Fill in the cards a file does not tell, so that what it tells could have happened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules.cards import HAND_SIZE, PACK, Card, Seat
from rightbower.rules.ceremonies import Dealt

Choice = frozenset[Card]
ANY: Final[Choice] = frozenset(PACK)


class KnownCards(Struct, frozen=True):
    """What a file tells of one deal's cards.

    ``given`` are the hands as listed, a choice of cards for each place; ``came_from`` has each
    card seen later and whose hand it came from; ``lacks`` are the cards a seat cannot have kept,
    having failed to follow; ``taker`` took the turn-up and buried one of ``buried``; ``kitty``
    are the cards left over beside the turn-up.
    """

    turn_up: Card
    given: tuple[tuple[Choice, ...], ...]
    came_from: Mapping[Card, Seat]
    lacks: tuple[Choice, ...]
    taker: Seat | None = None
    buried: Choice = frozenset()
    kitty: tuple[Choice, ...] = ()


class Completed(Struct, frozen=True):
    """One deal that fits, the card buried in it, and the cards whose place is a guess."""

    cards: Dealt
    buried: Card | None
    assumed: frozenset[Card]


class _Place(Struct, frozen=True):
    """A place for one card: in a seat's dealt hand, or in the stock where there is no seat."""

    seat: Seat | None
    choice: Choice
    to_bury: bool = False


def complete(known: KnownCards, order: Sequence[Card] = PACK) -> Completed | None:
    """A deal that fits, with the untold cards placed in this order; None where there is none."""
    for places, buried in _layouts(known):
        cards = [card for card in known.came_from if card is not known.turn_up]
        cards += [card for card in order if card not in cards and card is not known.turn_up]
        lies = _match(cards, places, known)
        if lies is not None:
            return _completed(known, places, lies, buried)
    return None


def _layouts(known: KnownCards) -> Iterator[tuple[list[_Place], Card | None]]:
    """The places to fill, once for each place the untold buried card may have come from."""
    places = [
        _Place(seat, choice)
        for seat, hand in zip(Seat, known.given, strict=True)
        for choice in (*hand, *[ANY] * (HAND_SIZE - len(hand)))
    ]
    places += [_Place(None, choice) for choice in known.kitty]
    places += [_Place(None, ANY)] * (len(PACK) - 1 - len(places))
    if known.taker is None or len(known.buried) == 1:
        yield places, next(iter(known.buried), None)
        return
    if known.turn_up in known.came_from or known.turn_up not in known.lacks[known.taker]:
        for number in reversed(range(len(places))):
            if places[number].seat is known.taker:
                choice = places[number].choice & known.buried
                to_bury = _Place(known.taker, choice, to_bury=True)
                yield [*places[:number], to_bury, *places[number + 1 :]], None
    if known.turn_up in known.buried and known.turn_up not in known.came_from:
        yield places, known.turn_up


def _match(cards: list[Card], places: list[_Place], known: KnownCards) -> dict[int, Card] | None:
    """Give each card a place of its own, moving cards on where a place is wanted."""
    lies: dict[int, Card] = {}

    def settle(card: Card, tried: set[int]) -> bool:
        fitting = [n for n, place in enumerate(places) if _fits(card, place, known)]
        for number in sorted(fitting, key=lambda n: n in lies):
            if number in tried:
                continue
            tried.add(number)
            if number not in lies or settle(lies[number], tried):
                lies[number] = card
                return True
        return False

    return lies if all(settle(card, set()) for card in cards) else None


def _fits(card: Card, place: _Place, known: KnownCards) -> bool:
    if card not in place.choice:
        return False
    if card in known.came_from:
        return known.came_from[card] is place.seat and not place.to_bury
    return place.seat is None or place.to_bury or card not in known.lacks[place.seat]


def _completed(
    known: KnownCards, places: list[_Place], lies: dict[int, Card], buried: Card | None
) -> Completed:
    hands: dict[Seat | None, list[Card]] = {None: [], **{seat: [] for seat in Seat}}
    told = set(known.came_from)
    for number, place in enumerate(places):
        hands[place.seat].append(lies[number])
        if place.to_bury:
            buried = lies[number]
    for hand in (*known.given, known.kitty):
        told.update(*(choice for choice in hand if len(choice) == 1))
    untold = frozenset(PACK) - told - {known.turn_up}
    in_hand = frozenset(card for seat in Seat for card in hands[seat])
    four = tuple(tuple(hands[seat]) for seat in Seat)
    dealt = Dealt(four, known.turn_up, tuple(hands[None]))
    return Completed(dealt, buried, untold if untold & in_hand else frozenset())


def without_voids(known: KnownCards) -> KnownCards:
    """The same, were failing to follow no proof of a void."""
    return replace(known, lacks=(frozenset(),) * len(Seat))
