"""A chart as rules that one can keep in mind: call, call with an ace, or pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Card, Rank, card, cards, height, suit_in_play
from rightbower.study.charts.chart import Chart, Weak
from rightbower.study.charts.spots import KINDS, MOST_ACES, ROUND_ONE, SEATS, Spot, suits_of

CALLS: Final = 0.65  # the share of hands that call, from which it is a rule
ALONE: Final = 0.5
ROWS: Final = (1, 2, 3, 4)  # with five nobody needs a chart
WORDS: Final = ("call", "with an ace", "with two aces")
PASS: Final = "pass"
WIDE: Final = 15  # of a column of text
KEY: Final = "Each row is a number of trumps, the dealer's with the turn-up. Aces are those of other suits, and * means alone."
# The turn-ups from the one that changes most to the one that changes least.
ORDER: Final = {ROUND_ONE: tuple("JAKQT9")}
# Rules of a book that change the auction, told where they differ from the common game.
SPECIAL: Final = {
    "bidding.partner_order": "The dealer's partner",
    "bidding.natural_scope": "A natural card to pick up",
    "bidding.trump_to_order": "A trump to order",
    "bidding.all_pass": "All pass",
    "burying.turn_up": "Discarding the turn-up",
    "alone.when": "Alone",
}


class CallRule(Struct, frozen=True):
    """What to do with so many trumps at a place: the rule, whether alone, and what it gains."""

    kind: str
    rule: str
    alone: bool
    calls: float
    gain: float


class RuleRow(Struct, frozen=True):
    """The rules for a number of trumps, one for each turn-up, or for next and cross."""

    trumps: int
    cells: tuple[CallRule | None, ...]


class Difference(Struct, frozen=True):
    """A place in the auction where two books ask for different calls."""

    round: int
    place: int
    kind: str
    trumps: int
    first: str
    second: str


def kinds(number: int) -> tuple[str, ...]:
    """The columns of a round in the order they are shown."""
    return ORDER.get(number, KINDS[number])


def kind_words(kind: str) -> str:
    """A column's heading.

    >>> kind_words("T"), kind_words("next")
    ('10', 'next')
    """
    return "10" if kind == Rank.TEN.letter else kind


def advice_at(chart: Chart, number: int, place: int, kind: str, trumps: int) -> CallRule | None:
    """The rule for so many trumps; None where such a hand cannot be or has no choice."""
    row = chart.row(number, place, kind, trumps)
    if row is None:
        return None
    found = [chart.cell(Spot(number, place, kind, trumps, aces)) for aces in range(MOST_ACES + 1)]
    least = next((each for each in found if each is not None and each.calls >= CALLS), None)
    if least is None:
        return CallRule(kind, PASS, False, row.calls, row.gain)
    return CallRule(kind, WORDS[least.spot.aces], least.alone >= ALONE, row.calls, row.gain)


def grid(chart: Chart, number: int, place: int) -> list[RuleRow]:
    """All rules of a seat in a round."""
    return [
        RuleRow(
            trumps,
            tuple(advice_at(chart, number, place, kind, trumps) for kind in kinds(number)),
        )
        for trumps in ROWS
    ]


def grid_lines(chart: Chart, number: int, place: int, shown: Sequence[str]) -> Iterator[str]:
    """All rules of a seat in a round, in lines of text."""
    yield f"{SEATS[place].capitalize()}, round {'one' if number == ROUND_ONE else 'two'}"
    yield "   " + "".join(f"{kind_words(kind):<{WIDE}}" for kind in shown).rstrip()
    for row in grid(chart, number, place):
        cells = [cell for cell, kind in zip(row.cells, kinds(number), strict=True) if kind in shown]
        said = [
            "·" if cell is None else f"{cell.rule}{'*' if cell.alone else ''}" for cell in cells
        ]
        yield f"{row.trumps}  " + "".join(f"{each:<{WIDE}}" for each in said).rstrip()
    yield ""


def lines(chart: Chart) -> Iterator[str]:
    """A whole chart in lines of text."""
    for place in range(len(SEATS)):
        for number in KINDS:
            yield from grid_lines(chart, number, place, kinds(number))
    yield KEY
    yield f"Judged by {chart.judge}, at an even score."


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
