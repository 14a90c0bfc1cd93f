"""What calls are worth to a hand: whoever can say it, a table or the expert, speaks through here."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from rightbower.players.views import View
from rightbower.rules.acts import Action
from rightbower.rules.book import RuleBook

WEIGHED = "Chances and points come from playing the hidden cards out among league players, who call otherwise."
CLEAR, CLOSE = 0.02, 0.006  # chance to win between the best call and the next


class CallWorth(Struct, frozen=True):
    """A call, the points it brings, the chance to win after it, and the error of the chance."""

    action: Action
    points: float
    chance: float
    error: float


class Worths(Protocol):
    """A source of what calls are worth.

    ``name`` says which; ``sure`` is the least gain in points that it can tell from luck.
    """

    name: str
    sure: float

    def of(self, seen: View) -> list[CallWorth]:
        """Every call open to a seat, the best first."""
        ...


class ExpertWorths:
    """The expert's own judgement: hidden cards dealt many times and played out."""

    sure = 0.05

    def __init__(self, worlds: int = 400, seed: int = 0) -> None:
        self.worlds, self.seed = worlds, seed
        self.name = f"expert, {worlds} worlds"

    def of(self, seen: View) -> list[CallWorth]:
        """Every call, the best first by the chance to win."""
        from rightbower.study.reasons import advise

        found = advise(seen, self.worlds, self.seed)
        return [CallWorth(each.action, each.points, each.chance, each.error) for each in found]


class TableWorths:
    """A table that only knows what to call: its call first, and another's word on what calls bring."""

    sure = -math.inf

    def __init__(self, name: str, call: Callable[[View], Action | None], worths: Worths) -> None:
        self.name, self.call, self.worths = name, call, worths

    def of(self, seen: View) -> list[CallWorth]:
        """Every call, the table's own first."""
        found = self.worths.of(seen)
        said = self.call(seen)
        return sorted(found, key=lambda each: each.action != said)


def by_table(worlds: int) -> TableWorths:
    """The bidding table's call first, where the book has one, and the expert's word on all."""
    from rightbower.players.tables import call_by_table

    return TableWorths("the bidding table", call_by_table, ExpertWorths(worlds))


def whose_calls(book: RuleBook) -> str:
    """Which bidding table a book's calls are by, in a sentence."""
    from rightbower.players.tables import basis

    return basis(book).words


def clearness(found: list[CallWorth]) -> str:
    """How clear the best call is, in a word; disputed where a table's call is far from the best here.

    >>> from rightbower.rules.cards import Seat
    >>> from rightbower.rules.acts import Order, Pass
    >>> order, pass_ = Order(Seat.N), Pass(Seat.N)
    >>> clearness([CallWorth(order, 0.4, 0.55, 0.01), CallWorth(pass_, 0.1, 0.5, 0.01)])
    'clear'
    """
    if len(found) < 2:
        return "forced"
    ahead = found[0].chance - found[1].chance
    noise = 2 * max(found[0].error, found[1].error)
    if max(each.chance for each in found) - found[0].chance > max(CLEAR, noise):
        return "disputed"
    if ahead >= CLEAR and ahead > noise:
        return "clear"
    return "close" if ahead < max(CLOSE, noise) else "fairly clear"
