"""The map of a bidding chart: what of it somebody looks at, its squares, and what a hand does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any, Final
from urllib.parse import urlencode

from markupsafe import Markup
from msgspec import Struct, structs

from rightbower.players.tables import call_by_table
from rightbower.rules.acts import Action, Name, Order, PickUp
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import PACK, Card, Rank, Suit, card, cards
from rightbower.rules.message import word
from rightbower.rules.refusal import Refusal
from rightbower.study.chart_rules import hand_of, weakest
from rightbower.study.charts import (
    CROSS,
    HAND,
    KINDS,
    NEXT,
    ROUND_ONE,
    ROWS,
    SEATS,
    Cell,
    Chart,
    Spot,
    Weak,
    chart_of,
    kind_words,
    spot_of,
    suits_of,
    view_at,
)
from rightbower.web.common.rendering import environment
from rightbower.web.hall.card_text import said

LONGEST = 40  # letters of a hand
USUAL_UP, USUAL_HAND = "KH", "JH 9H AS KC TC"
USUAL_PLACE = 1
# What a square says of each stripe.
SIGNS: Final = {"call": "✓", "alone": "★", "some": "~", "pass": "", "none": ""}
VERDICTS: Final = {
    "call": word("call"),
    "alone": word("go alone"),
    "some": word("look closer"),
    "pass": word("pass"),
}
RANKS_UP: Final = {
    "J": word("jack up"),
    "A": word("ace up"),
    "K": word("king up"),
    "Q": word("queen up"),
    "T": word("ten up"),
    "9": word("nine up"),
    NEXT: word("next"),
    CROSS: word("cross"),
}
# Lines are drawn before these rows: another number of trumps begins.
NEW_NUMBER: Final = (1, 5, 9)


class Look(Struct, frozen=True):
    """What of the charts somebody looks at: it is the address of the page."""

    book: str
    round: int = ROUND_ONE
    place: int = USUAL_PLACE
    up: Card = card(USUAL_UP)
    hand: tuple[Card, ...] = ()
    # A square that was pressed; else it is that of the hand.
    row: int | None = None
    kind: str = ""
    # A quiz: which hand of it, what was answered, how many were right and asked before.
    quiz: str = ""
    answer: int | None = None
    right: int = 0
    asked: int = 0

    @property
    def href(self) -> str:
        """The address."""
        given: dict[str, str | int] = {
            "book": self.book,
            "round": self.round,
            "seat": self.place + 1,
            "up": self.up.name,
            "hand": " ".join(each.name for each in self.hand),
        }
        if self.row is not None:
            given |= {"row": self.row, "kind": self.kind}
        if self.quiz:
            given |= {"quiz": self.quiz, "right": self.right, "asked": self.asked}
        if self.answer is not None:
            given["answer"] = self.answer
        return f"/charts?{urlencode(given)}"

    @property
    def worth(self) -> str:
        """The address that says what each call is worth."""
        hand = " ".join(each.name for each in self.hand)
        given = {"book": self.book, "round": self.round, "seat": self.place + 1}
        return f"/charts/hand?{urlencode({**given, 'turn_up': self.up.name, 'hand': hand})}"

    def but(self, **changes: Any) -> Look:
        """The same but for this; a pressed square and an answer are left behind."""
        return structs.replace(self, **{"row": None, "kind": "", "answer": None, **changes})

    def toggled(self, each: Card) -> Look:
        """A card taken into the hand or put back; the one that is there longest makes room."""
        if each in self.hand:
            return self.but(hand=tuple(held for held in self.hand if held is not each), quiz="")
        return self.but(hand=(*self.hand, each)[-HAND:], quiz="")

    def with_up(self, up: Card) -> Look:
        """Another card turned up, which nobody holds then."""
        hand = tuple(each for each in self.hand if each is not up)
        return self.but(up=up, hand=hand, quiz="")

    @property
    def hidden(self) -> bool:
        """Whether the hand's square is still to be guessed."""
        return bool(self.quiz) and self.answer is None


def look_of(given: Mapping[str, str], book: RuleBook) -> Look:
    """What an address asks for; a hand that cannot be is a refusal."""

    def number(name: str, least: int, most: int, usual: int) -> int:
        text = given.get(name, "")[:4]
        return min(max(int(text), least), most) if text.isascii() and text.isdecimal() else usual

    up = card(given.get("up", USUAL_UP)[:LONGEST])
    hand = tuple(cards(given.get("hand", USUAL_HAND)[:LONGEST]))
    if len(set(hand)) < len(hand) or len(hand) > HAND or up in hand:
        raise Refusal("five different cards make a hand, and the card turned up is none of them")
    round_ = number("round", 1, 2, ROUND_ONE)
    kind = given.get("kind", "")
    pressed = kind in KINDS[round_]
    return Look(
        book.name,
        round_,
        number("seat", 1, len(SEATS), USUAL_PLACE + 1) - 1,
        up,
        hand,
        number("row", 0, len(ROWS) - 1, 0) if pressed else None,
        kind if pressed else "",
        given.get("quiz", "")[:LONGEST],
        number("answer", 0, 2, 0) if given.get("answer") and len(hand) == HAND else None,
        number("right", 0, 999, 0),
        number("asked", 0, 999, 0),
    )


class Stripe(Struct, frozen=True):
    """A third of a square: what it says, and whether it is the hand's own."""

    verdict: str
    sign: str
    own: bool


class Square(Struct, frozen=True):
    """A square of the map, and the address that presses it."""

    row: int
    kind: str
    stripes: tuple[Stripe, ...]
    cells: tuple[Cell | None, ...]
    href: str
    pressed: bool
    differs: bool


class MapRow(Struct, frozen=True):
    """A row of the map."""

    number: int
    words: str
    count: str
    bowers: tuple[str, ...]
    here: bool
    begins: bool
    squares: tuple[Square, ...]


# ---- the hand ----


class HandCall(Struct, frozen=True):
    """What the table calls with a hand: the call, its kind (0 passes, 1 calls, 2 goes alone), its spot."""

    action: Action
    kind: int
    trump: Suit
    spot: Spot
    label: str


def answer_of(book: RuleBook, look: Look) -> HandCall:
    """What a hand does, and where it stands on the map."""
    seen = view_at(book, look.round, look.place, look.hand, look.up)
    action = call_by_table(seen) or seen.legal[0]
    calls = isinstance(action, Order | PickUp | Name)
    trump = _trump(look, action)
    spot = spot_of(look.round, look.place, look.hand, look.up, trump)
    kind = 0 if not calls else 2 if getattr(action, "alone", False) else 1
    return HandCall(action, kind, trump, spot, said(action, book))


def _trump(look: Look, action: Action) -> Suit:
    """The suit that is thought of: that of the call, or the best there is."""
    if look.round == ROUND_ONE:
        return look.up.suit
    if isinstance(action, Name) and isinstance(action.suit, Suit):
        return action.suit
    others = [suit for suit in Suit if suit is not look.up.suit]
    return min(
        others,
        key=lambda suit: (
            spot_of(look.round, look.place, look.hand, look.up, suit).row,
            suit is not look.up.suit.same_colour,
        ),
    )


def square_of(look: Look, told: HandCall | None) -> Spot:
    """The square that is told of below the map."""
    if look.row is not None:
        return Spot(look.round, look.place, look.kind, look.row, -1)
    if told is not None:
        return told.spot
    kind = look.up.rank.letter if look.round == ROUND_ONE else NEXT
    return Spot(look.round, look.place, kind, len(ROWS) // 2, -1)


def dealt(look: Look, anew: bool = False) -> Look:
    """Five cards and a turn-up by chance; the next of a quiz follows from the one before."""
    seed = f"{look.quiz} {look.asked} {look.hand} {look.up}" if anew else look.quiz
    six = Random(seed).sample(PACK, HAND + 1)
    suit = look.up.suit
    # The map is drawn for one suit turned up: the others are turned to it.
    up = next(each for each in PACK if each.suit is suit and each.rank is six[0].rank)
    rest = [each for each in six[1:] if each is not up] + ([six[0]] if up in six[1:] else [])
    return look.but(up=up, hand=tuple(rest))


def scored(look: Look, told: HandCall | None) -> Look:
    """A quiz with its last answer counted, or one that begins."""
    if not look.quiz or told is None:
        return structs.replace(look, quiz="q", right=0, asked=0)
    if look.answer is None:
        return look
    right = look.right + (look.answer == told.kind)
    return structs.replace(look, right=right, asked=look.asked + 1)


def answers(book: RuleBook, look: Look) -> list[tuple[str, str]]:
    """What may be answered: a label and its address for passing, calling and going alone."""
    seen = view_at(book, look.round, look.place, look.hand, look.up)
    labels = {0: said(seen.legal[0], book)}
    for each in seen.legal:
        if isinstance(each, Order | PickUp | Name):
            usual = word("Call") if isinstance(each, Name) else said(each, book)
            labels.setdefault(2 if each.alone else 1, word("Alone") if each.alone else usual)
    return [(labels[at], look.but(answer=at).href) for at in sorted(labels)]


# ---- the map ----


def columns(look: Look) -> list[dict[str, Any]]:
    """The heads of the map: the cards that may be turned up, or next and cross."""
    if look.round != ROUND_ONE:
        suits = {kind: suits_of(kind, look.up.suit) for kind in KINDS[look.round]}
        return [
            {"kind": kind, "suits": found, "card": None, "here": False}
            for kind, found in suits.items()
        ]
    ups = [next(each for each in of_suit(look.up.suit) if each.rank.letter == kind)
           for kind in KINDS[ROUND_ONE]]  # fmt: skip
    return [
        {"kind": up.rank.letter, "card": up.name, "here": up is look.up,
         "href": look.with_up(up).href}
        for up in ups
    ]  # fmt: skip


def map_lines(look: Look, chart: Chart, common: Chart, shown: Spot) -> Iterator[MapRow]:
    """The rows of a seat's map."""
    for number, row in enumerate(ROWS):
        squares = tuple(
            _square(look, chart, common, shown, number, kind) for kind in KINDS[look.round]
        )
        here = not look.hidden and shown.row == number
        count, *bowers = row.short.split()
        yield MapRow(number, row.words, count, tuple(bowers), here, number in NEW_NUMBER, squares)


def _square(look: Look, chart: Chart, common: Chart, shown: Spot, row: int, kind: str) -> Square:
    cells = chart.row(look.round, look.place, kind, row)
    usual = common.row(look.round, look.place, kind, row)
    pressed = not look.hidden and (shown.row, shown.kind) == (row, kind)
    stripes = tuple(
        Stripe(_verdict(cell), SIGNS[_verdict(cell)], pressed and shown.aces == aces)
        for aces, cell in enumerate(cells)
    )
    differs = [_verdict(each) for each in cells] != [_verdict(each) for each in usual]
    pressing = look.but(row=row, kind=kind)
    if look.round == ROUND_ONE and kind != look.up.rank.letter:
        up = next(each for each in of_suit(look.up.suit) if each.rank.letter == kind)
        pressing = structs.replace(look.with_up(up), row=row, kind=kind)
    return Square(row, kind, stripes, cells, pressing.href, pressed, differs)


def _verdict(cell: Cell | None) -> str:
    return "none" if cell is None else cell.verdict


def often(chart: Chart, shown: Spot) -> float:
    """How often one holds what a square is about, of the hands that may choose there."""
    column = chart.column(shown.round, shown.place, shown.kind)
    whole = sum(cell.hands for cell in column)
    return sum(cell.hands for cell in column if cell.spot.row == shown.row) / whole if whole else 0


def calls_in_100(chart: Chart, number: int, place: int) -> int:
    """How many of 100 hands call there."""
    found = [cell for kind in KINDS[number] for cell in chart.column(number, place, kind)]
    hands = sum(cell.hands for cell in found)
    return round(100 * sum(cell.calls for cell in found) / hands) if hands else 0


@cache
def eight_maps(book: str, language: str) -> Markup:
    """All maps of a book, small, for the fridge; they are made once."""
    chart = chart_of(book)
    rounds = [
        (number, place, [(row.short.removesuffix(" -"), [[_verdict(each) for each in chart.row(number, place, kind, at)]
                                      for kind in KINDS[number]]) for at, row in enumerate(ROWS)])
        for number in KINDS
        for place in range(len(SEATS))
    ]  # fmt: skip
    made = environment(language).get_template("chart_maps.html")
    return Markup(
        made.render(rounds=rounds, seats=SEATS, kinds=KINDS, kind_words=kind_words, signs=SIGNS)
    )


def weak_hands(chart: Chart, look: Look) -> list[tuple[Weak, list[Card]]]:
    """The weakest hand of each column that still calls."""
    return [
        (each, hand_of(each))
        for kind in KINDS[look.round]
        for each in weakest(chart, look.round, look.place, kind)[:1]
    ]


# ---- the table and the rack ----

# Who sits where, where you are at a place from the dealer's left on: left, across, right.
DEALS: Final = ("right", "top", "left", "bottom")
AROUND: Final = ("left", "top", "right")


def around(look: Look) -> list[dict[str, Any]]:
    """The others: who deals, who passed before you."""
    before = AROUND[len(AROUND) - look.place :] if look.place else ()
    return [
        {
            "spot": spot,
            "name": name,
            "deals": DEALS[look.place] == spot,
            "passed": spot in before or look.round != ROUND_ONE,
        }
        for spot, name in (("left", "Walter"), ("top", "Nora"), ("right", "Edgar"))
    ]


def of_suit(suit: Suit) -> list[Card]:
    """A suit from its ace down."""
    order = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN, Rank.NINE)
    return [
        next(each for each in PACK if each.suit is suit and each.rank is rank) for rank in order
    ]


def rack_suits(up: Card) -> list[Suit]:
    """The suit turned up first, then the colors in turn."""
    mate = up.suit.same_colour
    others = [suit for suit in Suit if suit not in (up.suit, mate)]
    return [up.suit, others[1], mate, others[0]]


def picked(look: Look, each: Card) -> tuple[Card, str, bool]:
    """A card of the rack: its address ("" where it is turned up), whether it is in the hand."""
    return each, "" if each is look.up else look.toggled(each).href, each in look.hand


def bowers_of(look: Look, told: HandCall | None) -> str:
    """The bowers by name, so that they are drawn as such."""
    trump = look.up.suit if look.round == ROUND_ONE else None if told is None else told.trump
    return "" if trump is None else f"J{trump.letter} J{trump.same_colour.letter}"
