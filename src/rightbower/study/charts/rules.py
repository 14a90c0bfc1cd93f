"""What one reads out of charts: the weakest hands that call, and where books differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Card, card, cards, height, suit_in_play
from rightbower.study.charts.chart import ROWS, CallRule, Chart, Weak, advice_at, kinds
from rightbower.study.charts.spots import KINDS, SEATS, suits_of

# Rules of a book that change the auction, told where they differ from the common game.
SPECIAL: Final = {
    "bidding.partner_order": "The dealer's partner",
    "bidding.natural_scope": "A natural card to pick up",
    "bidding.trump_to_order": "A trump to order",
    "bidding.all_pass": "All pass",
    "burying.turn_up": "Discarding the turn-up",
    "alone.when": "Alone",
}


class Difference(Struct, frozen=True):
    """A place in the auction where two books ask for different calls."""

    round: int
    place: int
    kind: str
    trumps: int
    first: str
    second: str


def weakest(chart: Chart, number: int, place: int, kind: str) -> list[Weak]:
    """The weakest hands found that still call there."""
    return [
        each for each in chart.weak if (each.round, each.place, each.kind) == (number, place, kind)
    ]


def hand_of(weak: Weak) -> list[Card]:
    """A weak hand in order: trumps first, the highest first."""
    trump = suits_of(weak.kind, card(weak.turn_up).suit)[0]

    def place(each: Card) -> tuple[bool, int, int]:
        plain = suit_in_play(each, trump) is not trump
        return plain, each.suit if plain else 0, -height(each, trump)

    return sorted(cards(weak.hand), key=place)


def differences(one: Chart, other: Chart) -> Iterator[Difference]:
    """Every rule that is not the same in two books."""
    for number in KINDS:
        for place in range(len(SEATS)):
            for kind in kinds(number):
                for trumps in ROWS:
                    spot = (number, place, kind, trumps)
                    first, second = advice_at(one, *spot), advice_at(other, *spot)
                    words = _said(first), _said(second)
                    if words[0] != words[1]:
                        yield Difference(*spot, *words)


def _said(advice: CallRule | None) -> str:
    if advice is None:
        return "no choice"
    return f"{advice.rule}, alone" if advice.alone else advice.rule


def special_rules(book: RuleBook, common: RuleBook) -> list[str]:
    """What this book asks for in the auction that the common game does not, with its clauses."""
    return [
        f"{topic}: {book.cite(path).note} ({book.clause(path)})"
        for path, topic in SPECIAL.items()
        if book.value(path) != common.value(path)
    ]
