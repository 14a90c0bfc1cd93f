"""A finished deal step by step: what lay where after each act, all hands open."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rightbower.record.record import DealStory
from rightbower.rules.acts import Action, Bury
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Seat, Side
from rightbower.rules.deal import Deal, place, start
from rightbower.web.hall.views.card_text import happened, order_of_hand, spoken, trumps


class ReplayStep(Struct, frozen=True, omit_defaults=True):
    """The table after an act, and the act in words."""

    text: str
    hands: list[list[str]]
    trick: list[tuple[str, str]]
    won: list[int]
    trumps: list[str] = []
    up: str = ""


class ShownDeal(Struct, frozen=True):
    """A deal of the replay; the first step is before the first act."""

    dealer: str
    turn_up: str
    steps: list[ReplayStep]
    ends: str
    score: tuple[int, int]
    costs: dict[int, tuple[str, str]]


def shown_deal(
    story: DealStory, players: Sequence[str], costs: dict[int, tuple[str, str]]
) -> ShownDeal:
    """A deal and all its steps."""
    deal = story.deal
    return ShownDeal(
        deal.dealer.letter,
        deal.turn_up.name,
        steps(deal, players),
        _ends(story, deal.book),
        story.score,
        costs,
    )


def steps(deal: Deal, players: Sequence[str]) -> list[ReplayStep]:
    """The table before the first act and after each."""
    now = start(deal.book, deal.dealer, deal.dealt, deal.turn_up, deal.stock)
    found = [_step(now, f"{players[deal.dealer]} has dealt")]
    for action in deal.acts:
        now = place(now, action)
        found.append(_step(now, action_text(action, players)))
    return found


def action_text(action: Action, players: Sequence[str]) -> str:
    """An act in words; afterwards everybody may know what was discarded."""
    who = players[action.seat]
    if isinstance(action, Bury):
        return f"{who} discards {spoken(action.card)}"
    return happened(who, action).text


def _step(deal: Deal, text: str) -> ReplayStep:
    tricks = [trick for trick in deal.tricks if trick.plays]
    plays = tricks[-1].plays if tricks else ()
    winners = [trick.winner for trick in deal.tricks]
    return ReplayStep(
        text,
        [[card.name for card in order_of_hand(hand, deal.trump)] for hand in deal.hands],
        [(seat.letter, card.name) for seat, card in plays],
        [winners.count(seat) for seat in Seat],
        trumps(deal.trump),
        _up(deal),
    )


def _up(deal: Deal) -> str:
    """What is said beside the card that was turned up."""
    if deal.trump is not None:
        return f"{str(deal.trump).capitalize()} are trump"
    return "Turned up"


def _ends(story: DealStory, book: RuleBook) -> str:
    """What the deal came to, with its clauses."""
    if story.deal.ending is None:
        return "The game ended before this hand was over."
    sides = {Side.NS: "North–South", Side.EW: "East–West"}
    marks = [
        f"{sides[mark.side]} {mark.points:+d} ({book.clause(mark.path)})" for mark in story.marks
    ]
    return f"The hand is over: {', '.join(marks) or 'no score'}."
