"""Marks for a deal, and the fives on which people keep them."""

from __future__ import annotations

from functools import cache
from math import inf
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict

from rightbower.rules.book import RuleBook
from rightbower.rules.cards import HAND_SIZE, Side
from rightbower.rules.deal import Deal
from rightbower.rules.message import Message, OneOf, message
from rightbower.rules.refusal import Refusal


class Mark(Struct, frozen=True, gc=False):
    """Points for a side, and the setting they come from."""

    side: Side
    points: int
    path: str


def score(deal: Deal) -> tuple[Mark, ...]:
    """The marks of a finished deal; a deal thrown in or lost with the game has none."""
    if deal.ending == "given up":
        return (_mark(deal, deal.dealer.side.other, "given_up"),)
    if deal.ending != "played":
        return ()
    if deal.book.game.counts == "tricks":
        return tuple(Mark(side, deal.tricks_of(side), "game.counts") for side in Side)
    assert deal.maker is not None
    return (mark_of(deal, deal.tricks_of(deal.maker.side)),)


def mark_of(deal: Deal, tricks: int) -> Mark:
    """The mark of a deal whose makers take so many tricks."""
    assert deal.maker is not None
    makers = deal.maker.side
    rules = deal.book.score
    lone = deal.lone is not None and deal.lone.side is makers
    prefix = "lone_" if lone else ""
    if tricks < tricks_needed(deal):
        if deal.lone_defender is not None:
            which = "lone_defence" if lone else "lone_defence_of_pair"
            return _mark(deal, makers.other, which)
        if tricks == 0 and rules.super_euchre is not None:
            return _mark(deal, makers.other, "super_euchre")
        return _mark(deal, makers.other, f"{prefix}euchre")
    if tricks == HAND_SIZE:
        return _mark(deal, makers, f"{prefix}march")
    return _mark(deal, makers, f"{prefix}make")


def tricks_needed(deal: Deal) -> int:
    """How many tricks the makers of a deal need."""
    rules = deal.book.score
    lone = deal.lone is not None and deal.maker is not None and deal.lone.side is deal.maker.side
    if lone and rules.lone_tricks is not None:
        return rules.lone_tricks
    return rules.tricks_to_make


def _mark(deal: Deal, side: Side, setting: str) -> Mark:
    path = f"score.{setting}"
    return Mark(side, deal.book.value(path), path)


def worth(book: RuleBook) -> tuple[int, ...]:
    """What one deal can bring the side that scores in it, the least first."""
    if book.game.counts == "tricks":
        return tuple(range(1, HAND_SIZE + 1))
    other = {"tricks_to_make", "lone_tricks", "given_up", "super_euchre"}
    match book.alone.defend:
        case "no":
            other |= {"lone_defence", "lone_defence_of_pair"}
        case "against a lone maker":
            other.add("lone_defence_of_pair")
    if book.bidding.all_pass == "pay":
        other.remove("given_up")
    if book.score.super_euchre is not None:
        other.remove("super_euchre")
    points = {each for name, each in asdict(book.score).items() if name not in other}
    return tuple(sorted(points - {0}))


def every_deal_scores(book: RuleBook) -> bool:
    """Whether a deal cannot end without points for anybody."""
    nobody_barred = book.count.late != "side may not score"
    if book.relief.bad_hand != "none" and book.relief.remedy != "go under":
        return False
    return book.bidding.all_pass in ("stick the dealer", "pay") and nobody_barred


def deals_objection(
    book: RuleBook, deals: int, points: tuple[int, int], whole: bool = True
) -> Message | None:
    """Why so many deals cannot end with these points; not ``whole`` where fewer may have been played.

    >>> from rightbower.rules.book import load
    >>> str(deals_objection(load("charity-social"), 8, (1, 2)))
    '8 deals score at least 8 points, not 3'
    >>> deals_objection(load("charity-social"), 8, (1, 2), whole=False)
    """
    values, total = worth(book), sum(points)
    if book.game.counts == "tricks":
        whole_deals = total == deals * HAND_SIZE if whole else total % HAND_SIZE == 0
        if whole_deals and total <= deals * HAND_SIZE:
            return None
        return message(
            "{deals} deals have {tricks} tricks, not {total}",
            deals=deals,
            tricks=deals * HAND_SIZE,
            total=total,
        )
    if total > deals * values[-1]:
        return message(
            "{deals} deals score at most {most} points, not {total}",
            deals=deals,
            most=deals * values[-1],
            total=total,
        )
    if sum(_fewest_deals(values, each) for each in points) > deals:
        return message(
            "{deals} deals cannot end {ours} to {theirs}: a deal scores {brings}",
            deals=deals,
            ours=points[0],
            theirs=points[1],
            brings=OneOf(tuple(values)),
        )
    if whole and every_deal_scores(book) and total < deals * values[0]:
        return message(
            "{deals} deals score at least {least} points, not {total}",
            deals=deals,
            least=deals * values[0],
            total=total,
        )
    return None


@cache
def _fewest_deals(values: tuple[int, ...], points: int) -> float:
    """In how few deals a side can make so many points; without end where it cannot."""
    found = [0.0]
    for made in range(1, points + 1):
        before = [found[made - each] for each in values if each <= made]
        found.append(1 + min(before, default=inf))
    return found[points]


PIPS: Final = 5
FULL: Final = 2 * PIPS


class Placing(Struct, frozen=True):
    """Where the top five lies on the bottom one: shifts in card widths and heights, and a turn."""

    dx: float
    dy: float
    degrees: int


PLACINGS: Final = (
    Placing(0, 0, 0),
    Placing(0.30, 0.08, 25),
    Placing(0, 0.35, 0),
    Placing(0, 0.65, 0),
    Placing(0.50, 0.65, 0),
    Placing(1.05, 0, 0),
)


class Fives(Struct, frozen=True):
    """The top five face up or down, the pips of the bottom five in sight, and a number beside."""

    top_up: bool
    bottom_pips: int
    beside: int = 0

    @property
    def shown(self) -> int:
        """The score these markers stand for: the pips in sight and the number beside."""
        return (PIPS if self.top_up else 0) + self.bottom_pips + self.beside

    @property
    def placing(self) -> Placing:
        return PLACINGS[self.bottom_pips]


def fives(score: int, book: RuleBook) -> Fives:
    """What a side's fives show at this score.

    >>> from rightbower.rules.book import load
    >>> fives(6, load("alberta-55plus"))
    Fives(top_up=True, bottom_pips=1, beside=0)
    """
    if score < 0:
        raise Refusal(message("the fives cannot show less than nothing"))
    if score < PIPS:
        return Fives(top_up=False, bottom_pips=score)
    if score <= FULL:
        return Fives(top_up=True, bottom_pips=score - PIPS)
    if book.markers.past_ten == "fresh cycle":
        rounds = (score - 1) // FULL
        again = fives(score - rounds * FULL, book)
        return Fives(again.top_up, again.bottom_pips, rounds * FULL)
    return Fives(top_up=True, bottom_pips=PIPS, beside=score - FULL)
