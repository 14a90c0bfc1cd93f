"""Bidding charts: what the solved tables call, counted over every hand there is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

import numpy as np
from msgspec import Struct

from rightbower.players.league import strength
from rightbower.players.tables import EXPERT, basis, table_calls
from rightbower.players.views import View
from rightbower.rules.acts import Action, Name, Order, Pass, PickUp, TurnDown, write_action
from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import PACK, Card, Rank, Seat, Side, Suit
from rightbower.rules.message import word
from rightbower.rules.refusal import Refusal
from rightbower.study.teacher import Option

SEATS: Final = (word("first seat"), word("dealer's partner"), word("third seat"), word("dealer"))
ROUND_ONE, ROUND_TWO = 1, 2
NEXT, CROSS = "next", "cross"
# The columns of a round; the turn-ups go from the one that changes most to the one that changes least.
KINDS: Final = {ROUND_ONE: tuple("JAKQT9"), ROUND_TWO: (NEXT, CROSS)}
DEALER: Final = Seat.S
UP_SUIT: Final = Suit.HEARTS
HAND: Final = 5

BOTH, RIGHT, LEFT, NEITHER = "RL", "R", "L", "-"


class Holding(Struct, frozen=True):
    """The trumps of a hand: how many, and which bowers are among them; "" where that is not asked."""

    trumps: int
    bowers: str
    words: str

    @property
    def short(self) -> str:
        """The row in a column of text."""
        count = {4: "4+", 1: "1", 0: "0-1"}.get(self.trumps, str(self.trumps))
        return f"{count} {' '.join(self.bowers)}".strip() if self.bowers else count


# Best on top. Which bowers are held says more than the number of aces does.
ROWS: Final = (
    Holding(4, "", word("four trumps or more")),
    Holding(3, BOTH, word("three trumps, both bowers")),
    Holding(3, RIGHT, word("three trumps, the right bower")),
    Holding(3, LEFT, word("three trumps, the left bower")),
    Holding(3, NEITHER, word("three trumps, no bower")),
    Holding(2, BOTH, word("both bowers")),
    Holding(2, RIGHT, word("two trumps, the right bower")),
    Holding(2, LEFT, word("two trumps, the left bower")),
    Holding(2, NEITHER, word("two trumps, no bower")),
    Holding(1, RIGHT, word("the right bower alone")),
    Holding(0, "", word("one low trump or none")),
)
_JACK, _ACE = int(Rank.JACK), int(Rank.ACE)
_FOUR, _THREE, _TWO, _ONE, _NONE = 0, 1, 5, 9, 10
MOST_ACES: Final = 2  # two and three aces beside are counted together
ACES: Final = (word("no ace"), word("one ace"), word("two aces"))

PASS, SOME, CALL, ALONE = "pass", "some", "call", "alone"
SIGNS: Final = {PASS: "·", SOME: "~", CALL: "✓", ALONE: "★"}
# The share of hands that call from which a cell says so; between the two it is close.
MOSTLY: Final = 0.7
SELDOM: Final = 0.3
HALF: Final = 0.5
WEAKEST: Final = 3  # hands told of each column as the weakest that call
LEAST_TRUMPS: Final = 2  # of a hand told as one of them
KEY: Final = (
    "Each row is the trumps you hold, with the bowers among them (R the right, L the left); the dealer counts the turn-up.",
    "The three numbers: how many of 100 such hands call, with no ace of another suit, with one, and with two.",
    "~ is close: look at the rest of the hand. * most go alone. · such a hand cannot be.",
)


class Spot(Struct, frozen=True, order=True):
    """Where a hand bids: its round and place, the turn-up's rank or next or cross, its row, its aces."""

    round: int
    place: int
    kind: str
    row: int
    aces: int


class Cell(Struct, frozen=True, array_like=True):
    """How many hands stand at a spot and may choose, how many call, and how many of those alone."""

    spot: Spot
    hands: int
    calls: int
    alone: int

    @property
    def share(self) -> float:
        """The share that calls."""
        return self.calls / self.hands

    @property
    def verdict(self) -> str:
        """What such a hand does, by the same share; ``SOME`` is close."""
        if self.alone >= HALF * self.hands:
            return ALONE
        if self.share >= MOSTLY:
            return CALL
        return SOME if self.share > SELDOM else PASS

    @property
    def words(self) -> str:
        """The share in a sentence."""
        lone = f", {round(100 * self.alone / self.hands)} of them alone" if self.alone else ""
        return f"{round(100 * self.share)} of 100 call{lone}"


class Weak(Struct, frozen=True, array_like=True):
    """A weak hand that still calls: its place and column, the turn-up, and the hand."""

    round: int
    place: int
    kind: str
    turn_up: str
    hand: str


class Chart(Struct, frozen=True):
    """All cells of a book's table."""

    book: str
    judge: str
    cells: dict[Spot, Cell]
    weak: tuple[Weak, ...]

    def __str__(self) -> str:
        return "\n".join(lines(self))

    def __repr__(self) -> str:
        return f"<Chart of {self.book}: {len(self.cells)} cells, counted from {self.judge}>"

    def cell(self, spot: Spot) -> Cell | None:
        """The cell of a spot; None where no hand stands there or nothing may be called."""
        return self.cells.get(spot)

    def row(self, number: int, place: int, kind: str, row: int) -> tuple[Cell | None, ...]:
        """The cells of a row: with no ace, with one, with two."""
        return tuple(
            self.cells.get(Spot(number, place, kind, row, aces)) for aces in range(MOST_ACES + 1)
        )

    def column(self, number: int, place: int, kind: str) -> list[Cell]:
        """All cells of a column."""
        return [
            cell
            for spot, cell in self.cells.items()
            if (spot.round, spot.place, spot.kind) == (number, place, kind)
        ]

    def share(self, number: int, place: int, kind: str, trumps: int) -> float | None:
        """The share that calls of all hands with so many trumps, four standing for more."""
        found = [
            cell
            for cell in self.column(number, place, kind)
            if max(1, ROWS[cell.spot.row].trumps) == trumps
        ]
        hands = sum(cell.hands for cell in found)
        return sum(cell.calls for cell in found) / hands if hands else None


def kind_words(kind: str) -> str:
    """A column's heading.

    >>> kind_words("T"), kind_words("next")
    ('10', 'next')
    """
    return "10" if kind == Rank.TEN.letter else kind


def seat_of(place: int) -> Seat:
    """The seat at a place from the dealer's left on, where South deals."""
    return Seat((DEALER + 1 + place) % len(Seat))


# ---- counting ----


@lru_cache(maxsize=1)
def _fives() -> np.ndarray:
    """Every hand of five by index: 42,504."""
    return np.array([sum(1 << card for card in five) for five in combinations(range(24), HAND)])


def _rows(hands: np.ndarray, trump: int, up: int | None) -> tuple[np.ndarray, np.ndarray]:
    """The row of each hand, with the turn-up where it is taken, and the aces beside its trumps."""
    held = hands if up is None else hands | 1 << up
    mate = 3 - trump
    right, left = held >> 6 * trump + _JACK & 1, held >> 6 * mate + _JACK & 1
    trumps = np.bitwise_count(held >> 6 * trump & 63) + left
    aces = sum(held >> 6 * suit + _ACE & 1 for suit in range(4) if suit != trump)
    bowers = 3 - 2 * right - left
    rows = np.select(
        [trumps >= 4, trumps == 3, trumps == 2, (trumps == 1) & (right == 1)],
        [_FOUR, _THREE + bowers, _TWO + bowers, _ONE],
        _NONE,
    )
    return rows, np.minimum(aces, MOST_ACES)


def _may_call(book: RuleBook, hands: np.ndarray, trump: int, number: int, place: int) -> np.ndarray:
    """Whether each hand may call the suit: a book can ask for a card of it."""
    rules, dealer = book.bidding, place == len(SEATS) - 1
    jack = 1 << _JACK
    suit, left = hands >> 6 * trump & 63, hands >> 6 * (3 - trump) & jack
    may = np.ones(len(hands), dtype=bool)
    everyone = rules.natural_scope in ("everyone", "ordered dealer too")
    if number == ROUND_ONE and rules.natural_scope != "nobody" and (dealer or everyone):
        may &= (suit if rules.natural_jack else suit & ~jack) > 0
    needs = rules.trump_to_order != "nobody" and rules.breach != "allowed" and not dealer
    if needs and (number == ROUND_ONE or rules.order_down == "in round two"):
        may &= (suit | left if rules.left_counts else suit) > 0
    return may


class _Counts:
    """Cells and weak hands as they are found, column by column."""

    def __init__(self, book: RuleBook) -> None:
        self.book = book
        self.cells: dict[Spot, list[int]] = {}
        self.callers: dict[tuple[int, int, str], list[tuple[int, int, np.ndarray, np.ndarray]]] = {}

    def add(
        self, number: int, place: int, kind: str, trump: int, up: int,
        hands: np.ndarray, said: np.ndarray,
    ) -> None:  # fmt: skip
        """Count hands, each with 0 where it passes, 1 where it calls, 2 where it calls alone."""
        takes = number == ROUND_ONE and place == len(SEATS) - 1
        rows, aces = _rows(hands, trump, up if takes else None)
        keys = (MOST_ACES + 1) * rows + aces
        for key in np.unique(keys):
            here = keys == key
            spot = Spot(
                number, place, kind, int(key) // (MOST_ACES + 1), int(key) % (MOST_ACES + 1)
            )
            cell = self.cells.setdefault(spot, [0, 0, 0])
            cell[0] += int(here.sum())
            cell[1] += int((said[here] > 0).sum())
            cell[2] += int((said[here] == 2).sum())
        calls = said > 0
        caller = trump, up, hands[calls], keys[calls]
        self.callers.setdefault((number, place, kind), []).append(caller)

    def chart(self, judge: str) -> Chart:
        cells = {spot: Cell(spot, *counts) for spot, counts in self.cells.items()}
        order = sorted(self.callers, key=lambda at: (at[0], at[1], KINDS[at[0]].index(at[2])))
        weak = [each for at in order for each in self._weakest(at, cells)]
        return Chart(self.book.name, judge, dict(sorted(cells.items())), tuple(weak))

    def _weakest(self, at: tuple[int, int, str], cells: dict[Spot, Cell]) -> list[Weak]:
        """The hands of least strength that call where most hands like them do."""
        mostly = [
            (MOST_ACES + 1) * spot.row + spot.aces
            for spot, cell in cells.items()
            if (spot.round, spot.place, spot.kind) == at
            and cell.share > HALF
            and ROWS[spot.row].trumps >= LEAST_TRUMPS
        ]
        found = []
        for trump, up, hands, keys in self.callers[at]:
            some = hands[np.isin(keys, mostly)]
            first = some[np.argsort(_strengths(some, trump), kind="stable")[: 20 * WEAKEST]]
            found += [(_weakness(int(hand), trump), up, int(hand)) for hand in first]
        return [
            Weak(*at, PACK[up].name, " ".join(card.name for card in _cards(hand)))
            for _, up, hand in sorted(found)[:WEAKEST]
        ]


def _cards(hand: int) -> tuple[Card, ...]:
    return tuple(card for card in PACK if hand >> card.index & 1)


def _strengths(hands: np.ndarray, trump: int) -> np.ndarray:
    """Trumps, then aces: near enough to what a league player counts to leave the strong hands out."""
    held = np.bitwise_count(hands >> 6 * trump & 63) + (hands >> 6 * (3 - trump) + _JACK & 1)
    right = hands >> 6 * trump + _JACK & 1
    aces = sum(hands >> 6 * suit + _ACE & 1 for suit in range(4) if suit != trump)
    return np.asarray(6 * held.astype(int) + 3 * right + 2 * aces)


def _weakness(hand: int, trump: int) -> tuple[int, int]:
    """By league points, then by ranks."""
    held = _cards(hand)
    ranks = sum(card.rank for card in held if card.rank is not Rank.JACK)
    return strength(held, Suit(trump)), ranks


@lru_cache(maxsize=16)
def _counted(name: str) -> Chart:
    book = load(name)
    found = basis(book)
    assert found.table is not None
    calls = table_calls(found.table.header.book, EXPERT)
    counts = _Counts(book)
    for rank in range(6):
        up = 6 * UP_SUIT + rank
        hands = _fives()
        hands = hands[hands >> up & 1 == 0]
        for place in range(len(SEATS)):
            one, two, suits = calls.of_many(place, hands, up)
            may = _may_call(book, hands, UP_SUIT, ROUND_ONE, place)
            counts.add(
                ROUND_ONE,
                place,
                PACK[up].rank.letter,
                UP_SUIT,
                up,
                hands[may],
                one[may].astype(int),
            )
            passed = one == 0
            left, said, named = hands[passed], two[passed].astype(int), suits[passed]
            for trump in Suit:
                if trump is UP_SUIT:
                    continue
                mine = (said > 0) & (named[np.arange(len(said)), (said - 1) >> 1] == trump)
                kind = NEXT if trump is UP_SUIT.same_colour else CROSS
                how = np.where(mine, 2 - (said & 1), 0)
                may = _may_call(book, left, trump, ROUND_TWO, place)
                counts.add(ROUND_TWO, place, kind, trump, up, left[may], how[may])
    return counts.chart(f"the bidding table of {found.table.header.book}")


def chart_for(book: RuleBook | str) -> Chart:
    """The chart of a book; a house sheet goes by its bidding table, or else by the book it is laid over."""
    book = load(book)
    if not book.extends:
        return chart_of(book.name)
    table = basis(book).table
    return chart_of(book.extends if table is None else table.header.book)


def chart_of(book: str) -> Chart:
    """The chart of a book by its name."""
    from rightbower.rules.book import names

    if book not in names():
        raise Refusal(f"there is no chart for {book!r}; there are {', '.join(names())}")
    return _counted(book)


# ---- in lines of text ----

_WIDE: Final = 13
_LABEL: Final = 6


def numbers(cells: Sequence[Cell | None]) -> str:
    """Three cells in a column of text: how many of 100 call, with a sign where it is close or alone."""
    return "".join(map(_number, cells)).rstrip()


def _number(cell: Cell | None) -> str:
    if cell is None:
        return "  · "
    return f"{round(100 * cell.share):>3}{ {SOME: '~', ALONE: '*'}.get(cell.verdict, ' ') }"


def grid_lines(chart: Chart, number: int, place: int, shown: Sequence[str]) -> Iterator[str]:
    """A seat in a round, in lines of text."""
    yield f"{SEATS[place].capitalize()}, round {'one' if number == ROUND_ONE else 'two'}"
    yield (
        " " * _LABEL + "".join(f"{kind_words(kind):>7}{'':{_WIDE - 7}}" for kind in shown).rstrip()
    )
    for row, each in enumerate(ROWS):
        cells = "".join(
            f"{numbers(chart.row(number, place, kind, row)):<{_WIDE}}" for kind in shown
        )
        yield f"{each.short:<{_LABEL}}{cells}".rstrip()
    yield ""


def lines(chart: Chart) -> Iterator[str]:
    """A whole chart in lines of text."""
    for place in range(len(SEATS)):
        for number in KINDS:
            yield from grid_lines(chart, number, place, KINDS[number])
    yield from KEY
    yield source(chart)


def source(chart: Chart) -> str:
    """Where a chart comes from."""
    return f"Counted over every hand from {chart.judge}, at an even score."


# ---- a hand at a spot ----


def suits_of(kind: str, up: Suit) -> tuple[Suit, ...]:
    """The suits that next or cross stands for, after a suit was turned down; else the suit itself."""
    if kind == NEXT:
        return (up.same_colour,)
    if kind == CROSS:
        return tuple(suit for suit in Suit if suit not in (up, up.same_colour))
    return (up,)


def bids_before(number: int, place: int) -> list[Action]:
    """Everybody passed before."""
    acts: list[Action] = []
    for each in (ROUND_ONE, ROUND_TWO):
        for where in range(len(SEATS)):
            if (each, where) == (number, place):
                return acts
            seat = seat_of(where)
            acts.append(TurnDown(seat) if each == ROUND_ONE and seat is DEALER else Pass(seat))
    return acts


def view_at(book: RuleBook, number: int, place: int, hand: tuple[Card, ...], up: Card) -> View:
    """The view of a hand in a round at a place, at no score."""
    from rightbower.players.position import situation

    return situation(book, DEALER, up, seat_of(place), hand, bids_before(number, place))


def view_from_text(
    book: RuleBook, number: int, place: int, turn_up: str, hand: str, score: str
) -> View:
    """The view of a hand from text; the score has its own side first."""
    from rightbower.players.position import described

    if not 0 <= place < len(SEATS) or number not in KINDS:
        raise Refusal("the seats are 1 to 4 and the rounds 1 and 2")
    seat = seat_of(place)
    done = ", ".join(write_action(each) for each in bids_before(number, place))
    parts = score.replace("–", "-").split("-")
    if len(parts) != 2 or not all(part.strip().isdigit() for part in parts):
        raise Refusal(f"write the score as 3-5, your own side first, not {score!r}")
    from_north = "-".join(parts if seat.side is Side.NS else reversed(parts))
    return described(book, DEALER.letter, turn_up, seat.letter, hand, done, from_north)


def spot_of(number: int, place: int, hand: Sequence[Card], up: Card, trump: Suit) -> Spot:
    """Where a hand stands that thinks of a suit as trump."""
    takes = number == ROUND_ONE and place == len(SEATS) - 1
    held = np.array([sum(1 << each.index for each in hand)])
    rows, aces = _rows(held, int(trump), up.index if takes else None)
    second = NEXT if trump is up.suit.same_colour else CROSS
    kind = up.rank.letter if number == ROUND_ONE else second
    return Spot(number, place, kind, int(rows[0]), int(aces[0]))


def calls_at(number: int, kind: str, up: Suit, action: Action) -> bool:
    """Whether an action calls in a column."""
    if isinstance(action, Order | PickUp):
        return number == ROUND_ONE
    return isinstance(action, Name) and number == ROUND_TWO and action.suit in suits_of(kind, up)


CLEAR: Final = 0.02  # chance to win between the first choice and the next


def clearness(found: Sequence[Option]) -> str:
    """How clear the first choice is, in a word.

    >>> from rightbower.rules.cards import Seat
    >>> order, pass_ = Order(Seat.N), Pass(Seat.N)
    >>> clearness([Option(order, 0.55, 0.4), Option(pass_, 0.5, 0.1, 0.05, 0.01)])
    'clear'
    """
    if len(found) < 2:
        return "forced"
    if any(each.disputed for each in found[1:]):
        return "disputed"
    nearest = min(found[1:], key=lambda each: each.behind - each.error)
    if nearest.tie:
        return "close"
    clear = nearest.behind >= CLEAR and nearest.behind > 2 * nearest.error
    return "clear" if clear else "fairly clear"
