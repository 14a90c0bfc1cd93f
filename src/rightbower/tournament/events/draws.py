"""Chance in an event: lots, cuts and coins, each from a seed that is written down."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, Literal, TypeVar

from rightbower.rules.book import RuleBook
from rightbower.rules.cards import PACK, Card, card
from rightbower.rules.ceremonies import DrawAgain, cut_for_deal, higher_cut

Found = TypeVar("Found")
Each = TypeVar("Each")
Face = Literal["heads", "tails"]

# A draw and its redraws: who cut which card, in the order they cut.
Draws = tuple[tuple[tuple[int, str], ...], ...]


OUT: Final = "OUT"


def sits_out(text: str) -> bool:
    """Whether somebody drew no place."""
    return text.strip().upper() in (OUT, "-", "–")


def chance(seed: str, purpose: str) -> Random:
    """The chance of one purpose; the same seed always gives the same."""
    return Random(f"{seed}/{purpose}")


def lot(entrants: Sequence[Each], luck: Random) -> tuple[Each, ...]:
    """The entrants in an order drawn by lot."""
    order = list(entrants)
    luck.shuffle(order)
    return tuple(order)


def cut(entrants: Sequence[int], luck: Random) -> dict[int, Card]:
    """Each entrant takes a card from a shuffled pack, or from several where one is too small."""
    packs = PACK * -(-len(entrants) // len(PACK))
    return dict(zip(entrants, luck.sample(packs, len(entrants)), strict=True))


def cut_until_settled(
    judge: Callable[[Sequence[Mapping[int, Card]]], Found | DrawAgain[int]],
    entrants: Sequence[int],
    luck: Random,
) -> tuple[Found, Draws]:
    """Cut, and cut again where it is tied, until the judge has an answer."""
    draws = [cut(entrants, luck)]
    found = judge(draws)
    while isinstance(found, DrawAgain):
        draws.append(cut(found.players, luck))
        found = judge(draws)
    return found, written(draws)


def first_dealer(draws: Sequence[Mapping[int, Card]], book: RuleBook) -> int | DrawAgain[int]:
    """Who deals first by a cut; where the book deals for a jack instead, the higher card."""
    if book.draw.first_dealer in ("lower cut", "higher cut"):
        return cut_for_deal(draws, book)
    return higher_cut(draws, book)


def written(draws: Sequence[Mapping[int, Card]]) -> Draws:
    """Draws as they are kept in the journal."""
    return tuple(tuple((who, shown.name) for who, shown in draw.items()) for draw in draws)


def cards_of(draws: Draws) -> list[dict[int, Card]]:
    """Draws from the journal as cards."""
    return [{who: card(shown) for who, shown in draw} for draw in draws]


def ranked(
    draws: Sequence[Mapping[int, Card]], group: Sequence[int]
) -> tuple[int, ...] | DrawAgain[int]:
    """Everyone from the highest card to the lowest; a redraw ranks only those it was made for.

    >>> from rightbower.rules.cards import card
    >>> ranked([{1: card("KD"), 2: card("AS"), 3: card("KS")}, {1: card("9C"), 3: card("TC")}], (1, 2, 3))
    (2, 3, 1)
    """
    first = next((draw for draw in draws if set(draw) == set(group)), None)
    if first is None:
        return DrawAgain(tuple(group))
    rest = [draw for draw in draws if draw is not first]
    order: list[int] = []
    for rank in sorted({shown.rank for shown in first.values()}, reverse=True):
        level = tuple(who for who in group if first[who].rank == rank)
        found = level if len(level) == 1 else ranked(rest, level)
        if isinstance(found, DrawAgain):
            return found
        order.extend(found)
    return tuple(order)


def toss(entrants: Sequence[int], luck: Random) -> tuple[tuple[int, Face], ...]:
    """One coin each."""
    faces: tuple[Face, Face] = ("heads", "tails")
    return tuple((who, luck.choice(faces)) for who in entrants)


def odd_one(tossed: Sequence[tuple[int, Face]]) -> int | None:
    """Who alone shows a face, where exactly one of three does.

    >>> odd_one([(1, "heads"), (2, "tails"), (3, "tails")])
    1
    >>> odd_one([(1, "heads"), (2, "heads"), (3, "heads")])
    """
    for face in ("heads", "tails"):
        alone = [who for who, shown in tossed if shown == face]
        if len(alone) == 1:
            return alone[0]
    return None
