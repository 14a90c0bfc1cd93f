"""What one reads out of charts: the weakest hands that call, where books differ, and pictures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import escape

from msgspec import Struct

from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Card, card, cards, height, suit_in_play
from rightbower.rules.extras import missing
from rightbower.study.charts import (
    KINDS,
    ROUND_ONE,
    ROWS,
    SEATS,
    Cell,
    Chart,
    Weak,
    kind_words,
    suits_of,
)

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
    """A row of a column where two books ask for different calls; what each asks with 0, 1, 2 aces."""

    round: int
    place: int
    kind: str
    row: int
    first: str
    second: str


def weakest(chart: Chart, number: int, place: int, kind: str) -> list[Weak]:
    """The weakest hands that still call there."""
    return [
        each for each in chart.weak if (each.round, each.place, each.kind) == (number, place, kind)
    ]


def hand_of(weak: Weak) -> list[Card]:
    """A weak hand in order: trumps first, the highest first."""
    up = card(weak.turn_up).suit
    held = cards(weak.hand)
    suits = suits_of(weak.kind, up)
    trump = max(suits, key=lambda suit: sum(suit_in_play(each, suit) is suit for each in held))

    def place(each: Card) -> tuple[bool, int, int]:
        plain = suit_in_play(each, trump) is not trump
        return plain, each.suit if plain else 0, -height(each, trump)

    return sorted(held, key=place)


def differences(one: Chart, other: Chart) -> Iterator[Difference]:
    """Every row that is not the same in two books."""
    for number, kinds in KINDS.items():
        for place in range(len(SEATS)):
            for kind in kinds:
                for row in range(len(ROWS)):
                    spot = (number, place, kind, row)
                    words = _said(one.row(*spot)), _said(other.row(*spot))
                    if words[0] != words[1]:
                        yield Difference(*spot, *words)


def _said(row: tuple[Cell | None, ...]) -> str:
    """What a row asks for with no ace, one, and two."""
    said = ["no choice" if cell is None else cell.verdict for cell in row]
    return said[0] if len(set(said)) == 1 else ", ".join(said)


def special_rules(book: RuleBook, common: RuleBook) -> list[str]:
    """What this book asks for in the auction that the common game does not, with its clauses."""
    return [
        f"{topic}: {book.cite(path).note} ({book.clause(path)})"
        for path, topic in SPECIAL.items()
        if book.value(path) != common.value(path)
    ]


# ---- pictures ----

TRUMPS: Final = (1, 2, 3, 4)
WIDE, HIGH, EDGE = 420, 260, 40
NAME_HIGH = 13
COLOURS: Final = ("#8a1c1c", "#c06a10", "#7a6a00", "#1d6b3a", "#1f5c8a", "#5a3d8a")
DASHES: Final = ("none", "6 3", "2 3", "10 3", "6 2 2 2", "1 4")


def svg(chart: Chart, number: int, place: int) -> str:
    """One seat's picture in a round: the share that calls, by the number of trumps."""
    title = f"{SEATS[place].capitalize()}, round {'one' if number == ROUND_ONE else 'two'}"
    parts = [_axis(), *_lines(chart, number, place)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" role="img"'
        f' font-family="sans-serif" font-size="12"><title>{escape(title)}: how many of 100 hands'
        f" call, by number of trumps</title>{''.join(parts)}</svg>"
    )


def _x(trumps: int) -> float:
    return EDGE + (trumps - TRUMPS[0]) * (WIDE - 3 * EDGE) / (len(TRUMPS) - 1)


def _y(share: float) -> float:
    return round(EDGE / 2 + (1 - share) * (HIGH - 1.5 * EDGE), 1)


def _axis() -> str:
    """Lines for quarters, and the numbers of trumps below."""
    rows = "".join(
        f'<line x1="{EDGE}" x2="{WIDE - 2 * EDGE}" y1="{_y(part / 4)}" y2="{_y(part / 4)}"'
        f' stroke="{"#333" if part == 0 else "#ccc"}"/>'
        f'<text x="{EDGE - 6}" y="{_y(part / 4) + 4}" text-anchor="end">{25 * part}</text>'
        for part in range(5)
    )
    below = "".join(
        f'<text x="{_x(trumps)}" y="{HIGH - 8}" text-anchor="middle">'
        f"{trumps}{'+' if trumps == TRUMPS[-1] else ''}</text>"
        for trumps in TRUMPS
    )
    names = (
        f'<text x="{EDGE}" y="12">of 100 call</text>'
        f'<text x="{WIDE - 2 * EDGE + 20}" y="{HIGH - 8}">trumps</text>'
    )
    return f"{rows}{below}{names}"


def _points(chart: Chart, number: int, place: int, kind: str) -> list[tuple[int, float]]:
    found = [(trumps, chart.share(number, place, kind, trumps)) for trumps in TRUMPS]
    return [(trumps, share) for trumps, share in found if share is not None]


def _lines(chart: Chart, number: int, place: int) -> list[str]:
    """A line for each column, and its name where it ends."""
    found: list[str] = []
    ends: list[tuple[float, float, int]] = []
    for style, kind in enumerate(KINDS[number]):
        points = [(_x(trumps), _y(share)) for trumps, share in _points(chart, number, place, kind)]
        if points:
            path = " ".join(f"{x:.1f},{y}" for x, y in points)
            found.append(
                f'<polyline points="{path}" fill="none" stroke="{COLOURS[style]}"'
                f' stroke-width="2" stroke-dasharray="{DASHES[style]}"/>'
            )
            ends.append((points[-1][1], points[-1][0], style))
    return [*found, *_names(ends, number)]


def _names(ends: list[tuple[float, float, int]], number: int) -> Iterator[str]:
    """The names from the top down, none on another."""
    free = 0.0
    for y, x, style in sorted(ends):
        at = max(y, free)
        free = at + NAME_HIGH
        name = kind_words(KINDS[number][style])
        yield f'<text x="{x + 6:.1f}" y="{at + 4:.1f}" fill="{COLOURS[style]}">{name}</text>'


def plot(chart: Chart, out: Path) -> None:
    """The share that calls, by number of trumps: a row a round, a column a seat."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise missing("a plot", "matplotlib") from None
    figure: Any = Figure(figsize=(14, 7), layout="constrained")
    axes = figure.subplots(len(KINDS), len(SEATS), sharex=True, sharey=True)
    for number in KINDS:
        for place, seat in enumerate(SEATS):
            _panel(axes[number - 1][place], chart, number, place)
            axes[number - 1][place].set_title(f"{seat}, round {number}")
    figure.suptitle(f"{chart.book}: share of hands that call, by trumps held ({chart.judge})")
    figure.savefig(out)


def _panel(axis: Any, chart: Chart, number: int, place: int) -> None:
    axis.axhline(0, color="black", linewidth=0.8)
    for kind in KINDS[number]:
        known = _points(chart, number, place, kind)
        if known:
            axis.plot(*zip(*known, strict=True), marker="o", label=kind_words(kind))
    axis.set_xticks(TRUMPS)
    if axis.lines[1:]:
        axis.legend(fontsize="small")
