"""What a seat can work out about the cards it does not see."""

from __future__ import annotations

from msgspec import Struct

from rightbower.players.views import View
from rightbower.rules.cards import HAND_SIZE, PACK, Card, Seat, Suit, suit_in_play
from rightbower.rules.deal import Phase

BURIED = 5


class HiddenCards(Struct):
    """Hidden cards, hidden places and how many cards each holds; seats 0–3, stock, buried."""

    unseen: list[Card]
    counts: list[int]
    barred: list[set[Suit]]
    sure: dict[Seat, tuple[Card, ...]]


def hidden_cards(view: View) -> HiddenCards:
    """Count what is hidden from this seat at this moment."""
    assert view.seat is not None
    assert view.turn_up is not None
    played = [(seat, card) for trick in view.tricks for seat, card in trick.plays]
    gone = {card for _, card in played}
    seen = gone | set(view.hand) | {view.turn_up}
    if view.buried is not None:
        seen.add(view.buried)
    counts = [_held(seat, played) for seat in Seat]
    counts += [3, 0]
    sure: dict[Seat, tuple[Card, ...]] = {}
    taker = view.taken_by
    if taker is not None and taker is not view.seat:
        buried_yet = view.phase is not Phase.BURY
        counts[BURIED] = 1 if buried_yet else 0
        if not buried_yet:
            counts[taker] += 1
        if view.turn_up not in gone:
            sure[taker] = (view.turn_up,)
            counts[taker] -= 1
    counts[view.seat] = 0
    return HiddenCards([card for card in PACK if card not in seen], counts, _voids(view), sure)


def _held(seat: Seat, played: list[tuple[Seat, Card]]) -> int:
    return HAND_SIZE - sum(who is seat for who, _ in played)


def _voids(view: View) -> list[set[Suit]]:
    """The suits each seat has shown to be out of."""
    barred: list[set[Suit]] = [set() for _ in range(BURIED + 1)]
    for trick in view.tricks:
        if trick.led is None:
            continue
        led = suit_in_play(trick.led, view.trump)
        for seat, card in trick.plays:
            if suit_in_play(card, view.trump) is not led:
                barred[seat].add(led)
    return barred
