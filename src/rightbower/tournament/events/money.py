"""The money of an event: prizes as shares of the pot, door prizes and 50/50 draws."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from rightbower.rules.message import message
from rightbower.tournament.commands import Now, field
from rightbower.tournament.events.acts import EventCommand, Seed
from rightbower.tournament.events.cash import draw_door_prize, draw_fifty_fifty, prizes_by_shares
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.facts import Fact
from rightbower.tournament.events.fold import EventHistory
from rightbower.tournament.events.plan import AMOUNT, LONGEST_PRIZE
from rightbower.tournament.events.planning import change_plan

Ticket = {"ge": 0, "le": 9_999_999}


def read_money(text: str) -> int:
    """An amount as cents.

    >>> read_money("12.50"), read_money("5"), read_money("")
    (1250, 500, 0)
    """
    if not text.strip():
        return 0
    if not AMOUNT.fullmatch(text.strip()):
        raise EventError(message("{text} is not an amount; write 5 or 12.50", text=repr(text[:20])))
    whole, _, part = text.strip().partition(".")
    return int(whole) * 100 + int(part or 0)


class PayFromPot(EventCommand, frozen=True, tag="prizes-from-pot"):
    """Pay the places in shares of the pot; prizes for low places and lone hands stay."""

    pot: Annotated[str, field("Pot", "Such as 120 or 87.50.")]
    shares: Annotated[tuple[int, ...], field("Shares", "Percent for first, second and so on, such as 50 30 20.", split=", /%")]  # fmt: skip

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        prizes = prizes_by_shares(state, read_money(self.pot), self.shares)
        yield change_plan(state, prizes=prizes)


class DrawDoorPrize(EventCommand, frozen=True, tag="draw-door"):
    """Draw a door prize among those who are here."""

    prize: Annotated[str, field("Prize", "Such as a ham.", place=True, limits={"max_length": LONGEST_PRIZE})] = "Door prize"  # fmt: skip
    amount: Annotated[str, field("Amount", "If the prize is money.")] = ""
    seed: Seed = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield draw_door_prize(state, self.prize, read_money(self.amount), self.seed or now.chance())


class DrawFiftyFifty(EventCommand, frozen=True, tag="draw-fifty"):
    """Draw the 50/50: a ticket wins half of what was sold."""

    first: Annotated[int, field("First ticket", limits=Ticket)]
    last: Annotated[int, field("Last ticket", limits=Ticket)]
    price: Annotated[str, field("Price of a ticket")]
    seed: Seed = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        price = read_money(self.price)
        yield draw_fifty_fifty(state, self.first, self.last, price, self.seed or now.chance())
