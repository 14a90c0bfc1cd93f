"""The money of an event and its prizes: shares of the pot, low prizes, lone hands, door prizes and 50/50 draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar

from rightbower.rules.message import Message, because, joined, message
from rightbower.tournament.commands import Answer, Now, field
from rightbower.tournament.contest import Fact
from rightbower.tournament.events.acts import EventCommand, Everyone, Seed, Why
from rightbower.tournament.events.cash import draw_door_prize, draw_fifty_fifty, prizes_by_shares
from rightbower.tournament.events.entrants import EventError, whom
from rightbower.tournament.events.event import Event, EventHistory
from rightbower.tournament.events.labels import entrants
from rightbower.tournament.events.plan import change_plan
from rightbower.tournament.events.prize_lines import LONGEST_PRIZE, read_money
from rightbower.tournament.events.prizes import MOST_LONERS, ShowPrizes, missed
from rightbower.tournament.events.tally import taking_part

Ticket = {"ge": 0, "le": 9_999_999}


class PayFromPot(EventCommand, frozen=True, tag="prizes-from-pot"):
    """Pay the places in shares of the pot; all other prizes stay."""

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


class LowPrizeOpened(Fact, frozen=True, tag="low-prize-opened"):
    """The officer lets entrants win a low prize who did not play all rounds."""

    numbers: tuple[int, ...]
    why: str

    def apply(self, state: Event, at: float) -> Event:
        return state.with_entrants(self.numbers, low=self.why)

    def says(self, state: Event) -> Message:
        return because(message("{who} can win the low prize", who=whom(*self.numbers)), self.why)


def open_low_prize(event: Event, numbers: Sequence[int], why: str) -> LowPrizeOpened:
    """The officer lets entrants win a low prize although they did not play all rounds."""
    event.require_open()
    if not any(prize.low for prize in event.plan.prizes):
        raise EventError(message("there is no low prize here"))
    if not why.strip():
        raise EventError(message("letting somebody in needs a reason"))
    for number in numbers:
        if not missed(event, number):
            raise EventError(message("{who} can win the low prize already", who=event.who(number)))
    return LowPrizeOpened(tuple(numbers), why.strip())


class OpenLowPrize(EventCommand, frozen=True, tag="low-prize"):
    """Let people who missed a round win the low prize."""

    who: Everyone = ()
    why: Why = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield open_low_prize(state, entrants(state, self.who), self.why)

    def after(self, state: Event, at: float) -> Answer:
        """Who wins what."""
        return ShowPrizes().of_event(state)


class LonersCounted(Fact, frozen=True, tag="loners-counted"):
    """How many lone hands entrants made, by their numbers, in place of what was written before."""

    loners: tuple[tuple[int, int], ...]

    def apply(self, state: Event, at: float) -> Event:
        for number, count in self.loners:
            state = state.with_entrants((number,), loners=count)
        return state

    def says(self, state: Event) -> Message:
        made = (
            message("{who} made {count}", who=whom(who), count=count) for who, count in self.loners
        )
        return message("lone hands: {made}", made=joined(made, ", "))


def count_loners(event: Event, loners: Sequence[tuple[int, int]]) -> LonersCounted:
    """Write down how many lone hands entrants made."""
    event.require_open()
    if not event.rounds:
        raise EventError(message("no round has been played"))
    if not loners:
        raise EventError(message("no lone hands were given; write who made how many, such as 7=3"))
    most, playing = MOST_LONERS * len(event.rounds), taking_part(event)
    for number, count in loners:
        entrant = event.entrant(number)
        if number not in playing:
            raise EventError(message("{who} does not play here", who=entrant.reference))
        if not 0 <= count <= most:
            raise EventError(
                message(
                    "{who} cannot have made {count} lone hands; at most {most}",
                    who=entrant.reference,
                    count=count,
                    most=most,
                )
            )
    changed = tuple(each for each in loners if event.entrant(each[0]).loners != each[1])
    if not changed:
        raise EventError(message("these lone hands are entered already"))
    return LonersCounted(changed)


class CountLoners(EventCommand, frozen=True, tag="loners"):
    """Enter the lone hands from the score cards."""

    of_euchre: ClassVar[bool] = True
    loners: Annotated[
        tuple[str, ...],
        field("Lone hands", "WHO=HOW MANY such as 12=3.", place=True, metavar="who=number",
              each=("loners",)),
    ]  # fmt: skip

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield count_loners(state, [_counted(state, each) for each in self.loners])

    def after(self, state: Event, at: float) -> Answer:
        """Who wins what."""
        return ShowPrizes().of_event(state)


def _counted(event: Event, text: str) -> tuple[int, int]:
    """Who made how many lone hands, as it is typed."""
    who, _, count = (part.strip() for part in text.rpartition("="))
    if not who or not count.isdecimal() or len(count) > 3:
        raise EventError(
            message("{text} does not say who made how many; write 12=3", text=repr(text[:40]))
        )
    return entrants(event, (int(who) if who.isdecimal() else who,))[0], int(count)
