"""A deal drawn: as a table in text, and as a picture of felt and cards for a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from msgspec import Struct

from rightbower.rules.cards import Card, Seat, Strain, height, suit_in_play

# A hand as it is shown; None is a card that is not seen.
Shown = Sequence[Card | None]
HIDDEN: Final = "?"
GAP: Final = "   "


class Layout(Struct, frozen=True):
    """What a drawing shows: four hands with their labels, what lies between them, words above and below."""

    labels: tuple[str, ...]
    hands: tuple[tuple[Card | None, ...], ...]
    heading: str = ""
    foot: str = ""
    turn_up: Card | None = None
    turned_down: bool = False
    trump: str = ""
    trick: tuple[tuple[Seat, Card], ...] = ()


def in_order(hand: Shown, trump: Strain | None) -> tuple[Card | None, ...]:
    """A hand as it is held: trumps first, then suit by suit from spades down, high to low."""

    def place(card: Card) -> tuple[bool, int, int]:
        suit = suit_in_play(card, trump)
        high = card.rank if trump is None else height(card, trump)
        return suit is not trump, -suit, -high

    seen = sorted((card for card in hand if card is not None), key=place)
    return (*seen, *(None for card in hand if card is None))


def labels(dealer: Seat, lone: Seat | None, tricks: Sequence[Seat | None]) -> tuple[str, ...]:
    """What stands over each hand: the seat, whether it deals or plays alone, the tricks it took."""
    found = []
    for seat in Seat:
        won = sum(each is seat for each in tricks)
        notes = ["dealer"] * (seat is dealer) + ["alone"] * (seat is lone)
        notes += ["sits out"] * (lone is not None and seat is lone.partner)
        notes += [f"{won} trick{'' if won == 1 else 's'}"] * bool(won)
        found.append(f"{seat.word} ({', '.join(notes)})" if notes else seat.word)
    return tuple(found)


def as_text(drawn: Layout) -> str:
    """The table in lines of text."""
    north, east, south, west = (
        (label, " ".join(HIDDEN if card is None else card.symbol for card in hand))
        for label, hand in zip(drawn.labels, drawn.hands, strict=True)
    )
    middle = _middle(drawn)
    left = max(map(len, west)) + len(GAP)
    wide = left + max(*map(len, (*north, *south, *middle))) + len(GAP)
    lines = [drawn.heading] if drawn.heading else []
    lines += [" " * left + each for each in north]
    lines += [
        f"{one:<{left}}{between:<{wide - left}}{other}"
        for one, between, other in zip(west, middle, east, strict=True)
    ]
    lines += [" " * left + each for each in south]
    lines += [drawn.foot] if drawn.foot else []
    return "\n".join(line.rstrip() for line in lines)


def _middle(drawn: Layout) -> tuple[str, str]:
    """The two lines between West and East."""
    if drawn.trump:
        return drawn.trump, "  ".join(f"{seat} {card.symbol}" for seat, card in drawn.trick)
    if drawn.turn_up is None:
        return "", ""
    up = drawn.turn_up.symbol
    return "", f"({up} turned down)" if drawn.turned_down else f"[{up}]"


WIDE, HIGH = 640, 430
CARD, TALL, STEP = 44, 62, 50
RED, BLACK, PAPER, INK, FELT = "#b3261e", "#16181d", "#fffdf8", "#f8f3e6", "#0f4c3a"
# Where the middle of each row of cards is, from the left, and its top.
ROWS: Final = ((WIDE / 2, 60.0), (WIDE - 150.0, 184.0), (WIDE / 2, 320.0), (150.0, 184.0))
# Where the card of each seat lies in the trick.
LAID: Final = ((0, -50), (48, 0), (0, 50), (-48, 0))
TEXT_STYLE: Final = "\N{VARIATION SELECTOR-15}"


def as_picture(drawn: Layout) -> str:
    """The table as SVG."""
    words = escape(f"{drawn.heading} {drawn.foot}".strip())
    rows = "".join(
        _row(label, hand, middle, top)
        for label, hand, (middle, top) in zip(drawn.labels, drawn.hands, ROWS, strict=True)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}"'
        f' height="{HIGH}" role="img" font-family="Georgia,serif"><title>{words}</title>'
        f'<rect width="{WIDE}" height="{HIGH}" rx="18" fill="{FELT}"/>'
        f"{_text(drawn.heading, WIDE / 2, 22, 15)}{_text(drawn.foot, WIDE / 2, HIGH - 12, 15)}"
        f"{rows}{_between(drawn)}</svg>"
    )


def _row(label: str, hand: Shown, middle: float, top: float) -> str:
    left = middle - (STEP * (len(hand) - 1) + CARD) / 2
    cards = "".join(_card(card, left + STEP * at, top) for at, card in enumerate(hand))
    return _text(label, middle, top - 8, 15) + cards


def _between(drawn: Layout) -> str:
    """The trick and trump, or the turn-up, face down where it was turned down."""
    left, top = (WIDE - CARD) / 2, ROWS[Seat.E][1]
    if not drawn.trump:
        turn_up = None if drawn.turned_down else drawn.turn_up
        return "" if drawn.turn_up is None else _card(turn_up, left, top)
    trick = "".join(
        _card(card, left + LAID[seat][0], top + LAID[seat][1] / 2) for seat, card in drawn.trick
    )
    return _text(drawn.trump, WIDE / 2, ROWS[Seat.S][1] - 30, 17) + trick


def _card(card: Card | None, left: float, top: float) -> str:
    box = f'<rect x="{left}" y="{top}" width="{CARD}" height="{TALL}" rx="5" stroke="#d8cfbd"'
    if card is None:
        return f'{box} fill="#7a2e2e"/>'
    color, middle = RED if card.suit.red else BLACK, left + CARD / 2
    return f'{box} fill="{PAPER}"/>' + "".join(
        _text(sign, middle, top + down, size, color)
        for sign, down, size in (
            (card.symbol[:-1], 26, 22),
            (card.suit.symbol + TEXT_STYLE, 54, 26),
        )
    )


def _text(words: str, middle: float, foot: float, size: int, color: str = INK) -> str:
    if not words:
        return ""
    return (
        f'<text x="{middle}" y="{foot}" font-size="{size}" fill="{color}"'
        f' text-anchor="middle">{escape(words)}</text>'
    )
