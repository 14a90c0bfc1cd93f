"""A position to think about: the table from one chair, as practice, puzzles and reviews draw it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from rightbower.players.views import View
from rightbower.rules.acts import Action, Bury, Play, write_without_seat
from rightbower.rules.acts import say as told
from rightbower.rules.cards import Seat
from rightbower.rules.deal import Phase, Trick
from rightbower.web.hall.card_text import order_of_hand, said, spoken, trumps

Way = Callable[[Action], str]


class Neighbor(Struct, frozen=True):
    """Somebody else at the table: the last call while it is bid, the card in the trick."""

    place: str
    who: str
    deals: bool
    call: str = ""
    card: str = ""


class HandCard(Struct, frozen=True):
    """A card of yours; ``way`` leads on where it may be played or discarded now."""

    card: str
    way: str = ""


class FinishedTrick(Struct, frozen=True):
    """A trick that is over: who played what, and who took it."""

    plays: list[tuple[str, str]]
    taken: str


class ShownPosition(Struct, frozen=True):
    """The table as one seat sees it, with the ways on from here."""

    score: str
    target: int | None
    trump: str
    called: str
    turn_up: str
    chairs: list[Neighbor]
    own: str
    hand: list[HandCard]
    calls: list[tuple[str, str]]
    bids: list[str]
    tricks: list[FinishedTrick]
    labels: dict[str, str]


def position(seen: View, you: Seat, way: Way | None = None) -> ShownPosition:
    """What ``you`` saw; ``way`` is the address of each choice, where there is one to make."""
    ways = {action: way(action) for action in seen.legal} if way is not None else {}
    cards = {action.card: href for action, href in ways.items() if isinstance(action, Play | Bury)}
    return ShownPosition(
        score=f"{seen.score[you.side]}–{seen.score[you.side.other]}",
        target=seen.target,
        trump="" if seen.trump is None else str(seen.trump).capitalize(),
        called=_called(seen, you),
        turn_up="" if seen.turn_up is None else seen.turn_up.name,
        chairs=[
            _neighbor(seen, place, seat)
            for place, seat in (("left", you.left), ("top", you.partner), ("right", you.right))
        ],
        own=_played(seen, you),
        hand=[
            HandCard(each.name, cards.get(each, ""))
            for each in order_of_hand(seen.hand, seen.trump)
        ],
        calls=[
            (said(action, seen.book), href)
            for action, href in ways.items()
            if not isinstance(action, Play | Bury)
        ],
        bids=[str(told(each)) for each in seen.bids],
        tricks=[_finished(seen, you, trick) for trick in seen.tricks if trick.winner is not None],
        labels={write_without_seat(each): said(each, seen.book) for each in _calls(seen)},
    )


def lesson_table(seen: View, names: Mapping[Seat, str], you: Seat) -> dict[str, Any]:
    """What the table of lessons and practice by topic shows: you below, and what can be done."""
    places = {you: "s", you.left: "w", you.partner: "n", you.right: "e"}
    plays = seen.tricks[-1].plays if seen.tricks else ()
    return {
        "seen": seen,
        "plays": [(places[seat], card.name) for seat, card in plays],
        "people": {places[seat]: name for seat, name in names.items() if seat is not you},
        "dealer": places[seen.dealer],
        "hand": order_of_hand(seen.hand, seen.trump),
        "trumps": " ".join(trumps(seen.trump, seen.book.pack)),
        "calls": [(write_without_seat(each), said(each, seen.book)) for each in _calls(seen)],
        "prefix": "bury " if seen.phase is Phase.BURY else "",
        "spoken": spoken,
    }


def _calls(seen: View) -> list[Action]:
    return [each for each in seen.legal if not isinstance(each, Play | Bury)]


def _called(seen: View, you: Seat) -> str:
    """Who made trump."""
    if seen.maker is None:
        return ""
    who = "you" if seen.maker is you else seen.players[seen.maker]
    return f"{who} called, alone" if seen.lone is not None else f"{who} called"


def _neighbor(seen: View, place: str, seat: Seat) -> Neighbor:
    bids = [each for each in seen.bids if each.seat is seat] if seen.trump is None else []
    call = said(bids[-1], seen.book) if bids else ""
    return Neighbor(place, seen.players[seat], seat is seen.dealer, call, _played(seen, seat))


def _played(seen: View, seat: Seat) -> str:
    """The card of a seat in the trick on the table."""
    plays = seen.tricks[-1].plays if seen.tricks else ()
    return next((card.name for who, card in plays if who is seat), "")


def _finished(seen: View, you: Seat, trick: Trick) -> FinishedTrick:
    assert trick.winner is not None
    names = ["you" if seat is you else seen.players[seat] for seat in Seat]
    taken = "you take it" if trick.winner is you else f"{seen.players[trick.winner]} takes it"
    return FinishedTrick([(names[seat], card.name) for seat, card in trick.plays], taken)
