"""A book's chart: for each spot how often to call, what it gains, weak hands, and the rules to keep in mind."""

from __future__ import annotations

import lzma
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import islice
from random import Random
from typing import Final

from msgspec import DecodeError, Struct, json
from msgspec.structs import replace

from rightbower.players.league import strength
from rightbower.players.tables import basis
from rightbower.players.views import View
from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import Card, Rank, card, cards
from rightbower.rules.refusal import Refusal
from rightbower.study.charts.spots import (
    KINDS,
    MOST_ACES,
    ROUND_ONE,
    SEATS,
    Spot,
    calls_at,
    hands_at,
    spots,
    suits_of,
    view_at,
)
from rightbower.study.charts.worths import CallWorth, Worths

FORMAT = "rightbower charts 1"
FILE = "charts.xz"
WEAKEST = 3  # hands told of each turn-up as the weakest to call with
TRIES = 4000  # deals in which hands of a spot are looked for
LEAST_TRUMPS = 2  # of a hand told as one of them: a call on one rests on the judge alone
CALLS: Final = 0.65  # the share of hands that call, from which it is a rule
ALONE: Final = 0.5
ROWS: Final = (1, 2, 3, 4)  # with five nobody needs a chart
WORDS: Final = ("call", "with an ace", "with two aces")
PASS: Final = "pass"
WIDE: Final = 15  # of a column of text
KEY: Final = "Each row is a number of trumps, the dealer's with the turn-up. Aces are those of other suits, and * means alone."
# The turn-ups from the one that changes most to the one that changes least.
ORDER: Final = {ROUND_ONE: tuple("JAKQT9")}


class Cell(Struct, frozen=True, array_like=True):
    """One spot: hands looked at, the share that calls, the share alone, and the points gained.

    ``gain`` is the mean of the best call of the suit less the best of all else.
    """

    spot: Spot
    hands: int
    calls: float
    alone: float
    gain: float


class Weak(Struct, frozen=True, array_like=True):
    """A weak hand that still calls: its place and turn-up, the hand, and what it gains."""

    round: int
    place: int
    kind: str
    turn_up: str
    hand: str
    gain: float


class Chart(Struct, frozen=True):
    """All cells of a book, with who judged them and how."""

    book: str
    judge: str
    seed: int
    cells: tuple[Cell, ...]
    weak: tuple[Weak, ...]

    def __str__(self) -> str:
        return "\n".join(lines(self))

    def __repr__(self) -> str:
        return f"<Chart of {self.book}: {len(self.cells)} cells, judged by {self.judge}>"

    def cell(self, spot: Spot) -> Cell | None:
        """The cell of a spot; None where no hand stands there or nothing may be called."""
        return next((each for each in self.cells if each.spot == spot), None)

    def row(self, number: int, place: int, kind: str, trumps: int) -> Cell | None:
        """All hands with so many trumps, whatever aces they have, as they come from the pack."""
        found = [each for each in self.cells if _row(each.spot) == (number, place, kind, trumps)]
        if not found:
            return None
        weights = [HOW_OFTEN[each.spot.aces] for each in found]
        total = sum(weights)

        def mean(field: str) -> float:
            return float(
                sum(w * getattr(c, field) for w, c in zip(weights, found, strict=True)) / total
            )

        spot = Spot(number, place, kind, trumps, -1)
        return Cell(
            spot, sum(each.hands for each in found), mean("calls"), mean("alone"), mean("gain")
        )


# About how often a hand has no ace beside its trumps, one, or more.
HOW_OFTEN = (0.5, 0.4, 0.1)


def _row(spot: Spot) -> tuple[int, int, str, int]:
    return spot.round, spot.place, spot.kind, spot.trumps


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


class Charts(Struct, frozen=True):
    """The charts of all books."""

    format: str
    charts: tuple[Chart, ...]


def made(
    book: RuleBook, judge: Worths, careful: Worths, hands: int, seed: int, tries: int = TRIES
) -> Chart:
    """A book's chart out of random hands at each spot, judged by the expert or by a table.

    The weakest hands are looked at again by the careful judge: some of them only had luck.
    """
    cells, weak = [], []
    for spot in spots():
        chance = Random(f"{seed} {spot}")
        found = _looked_at(book, spot, judge, hands, chance, tries)
        if found:
            cells.append(_cell(spot, [each for each, _ in found]))
            weak += [each for _, each in found if each is not None]
    return Chart(book.name, judge.name, seed, tuple(cells), _weakest(book, weak, careful))


_Look = tuple[bool, bool, float]


def _looked_at(
    book: RuleBook, spot: Spot, judge: Worths, hands: int, chance: Random, tries: int
) -> list[tuple[_Look, Weak | None]]:
    """Each hand: whether it calls, whether alone, what that gains; and the hand where it does."""
    found: list[tuple[_Look, Weak | None]] = []
    for hand, up in hands_at(spot, chance, tries):
        if len(found) == hands:
            break
        seen = view_at(book, spot, hand, up)
        if not _may_choose(spot, up, seen):
            continue
        worths = judge.of(seen)
        gain = _gain(spot, up, worths)
        calls = calls_at(spot, up.suit, worths[0].action)
        alone = calls and bool(getattr(worths[0].action, "alone", False))
        words = " ".join(card.name for card in sorted(hand))
        weak = Weak(spot.round, spot.place, spot.kind, up.name, words, gain)
        told = calls and gain > judge.sure and spot.trumps >= LEAST_TRUMPS
        found.append(((calls, alone, gain), weak if told else None))
    return found


def _may_choose(spot: Spot, up: Card, seen: View) -> bool:
    """Whether the suit may be called and something else done: a dealer may be bound or barred."""
    ours = [calls_at(spot, up.suit, each) for each in seen.legal]
    return any(ours) and not all(ours)


def _cell(spot: Spot, looks: list[_Look]) -> Cell:
    count = len(looks)
    calls, alone, gains = zip(*looks, strict=True)
    return Cell(
        spot,
        count,
        round(sum(calls) / count, 3),
        round(sum(alone) / count, 3),
        round(sum(gains) / count, 3),
    )


def _weakest(book: RuleBook, weak: list[Weak], careful: Worths) -> tuple[Weak, ...]:
    """Of each place and kind the hands of least strength that a careful look confirms."""
    kept: list[Weak] = []
    for number, kinds in KINDS.items():
        for place in range(len(SEATS)):
            for kind in kinds:
                own = {e for e in weak if (e.round, e.place, e.kind) == (number, place, kind)}
                again = (_again(book, each, careful) for each in sorted(own, key=_strength))
                kept += islice((each for each in again if each is not None), WEAKEST)
    return tuple(kept)


def _again(book: RuleBook, weak: Weak, careful: Worths) -> Weak | None:
    """The same hand with what a careful look says it gains; None where that does not call."""
    spot, up = Spot(weak.round, weak.place, weak.kind, 0, 0), card(weak.turn_up)
    found = careful.of(view_at(book, spot, cards(weak.hand), up))
    gain = round(_gain(spot, up, found), 3)
    calls = calls_at(spot, up.suit, found[0].action)
    return replace(weak, gain=gain) if calls and gain > careful.sure else None


def _gain(spot: Spot, up: Card, worths: list[CallWorth]) -> float:
    """The best call of the spot's suit less the best of all else."""
    ours = [each.points for each in worths if calls_at(spot, up.suit, each.action)]
    rest = [each.points for each in worths if not calls_at(spot, up.suit, each.action)]
    return max(ours) - max(rest)


def _strength(weak: Weak) -> tuple[int, int, str, str]:
    hand, suit = cards(weak.hand), suits_of(weak.kind, card(weak.turn_up).suit)[0]
    ranks = sum(each.rank for each in hand if each.rank is not Rank.JACK)
    return strength(hand, suit), ranks, weak.turn_up, weak.hand


def write(charts: Charts) -> bytes:
    """The charts as a small file."""
    return lzma.compress(json.encode(charts), preset=9 | lzma.PRESET_EXTREME)


def read(data: bytes) -> Charts:
    """The charts of a file; refuse one that is not ours."""
    try:
        found = json.decode(lzma.decompress(data), type=Charts)
    except (lzma.LZMAError, DecodeError):
        raise Refusal("this is not a file of charts") from None
    if found.format != FORMAT:
        raise Refusal(f"these charts are written as {found.format!r}, not {FORMAT!r}")
    return found


@lru_cache(maxsize=1)
def shipped() -> Charts:
    """The charts that come with the package."""
    return read(files("rightbower.study.charts").joinpath(FILE).read_bytes())


def chart_for(book: RuleBook | str) -> Chart:
    """The chart of a book; a house sheet goes by its bidding table, or else by the book it is laid over."""
    book = load(book)
    if not book.extends:
        return chart_of(book.name)
    table = basis(book).table
    return chart_of(book.extends if table is None else table.header.book)


def chart_of(book: str) -> Chart:
    """The chart of a book by its name."""
    found = {each.book: each for each in shipped().charts}
    if book not in found:
        raise Refusal(f"there is no chart for {book!r}; there are {', '.join(found)}")
    return found[book]
