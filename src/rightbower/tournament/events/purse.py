"""Money beside the fee and whom prizes are for: fines, the basket for lone hands, groups of people."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, ClassVar, Literal

from msgspec.structs import replace

from rightbower.rules.message import Message, Quoted, joined, message
from rightbower.tournament.commands import Answer, Now, field
from rightbower.tournament.contest import Fact
from rightbower.tournament.events.acts import EventCommand, Everyone
from rightbower.tournament.events.eligibility import not_a_name
from rightbower.tournament.events.entrants import Entrant, EventError, whom
from rightbower.tournament.events.event import BasketTo, Event, EventHistory, Purse
from rightbower.tournament.events.labels import entrants
from rightbower.tournament.events.prize_lines import money, read_money
from rightbower.tournament.events.prizes import ShowPrizes
from rightbower.tournament.events.tally import taking_part
from rightbower.tournament.names import looks_like

MOST_EUCHRES = 20  # in a round
LONGEST_GROUP = 30


class PurseSet(Fact, frozen=True, tag="purse-set"):
    """What a euchre costs, and what everybody pays into the basket for lone hands, was settled."""

    fine: int
    basket: int
    basket_to: BasketTo

    def apply(self, state: Event, at: float) -> Event:
        paid = state.purse.paid if self.basket else ()
        return replace(state, beside=Purse(self.fine, self.basket, self.basket_to, paid))

    def says(self, state: Event) -> Message:
        return joined(_settled(Purse(self.fine, self.basket, self.basket_to)))


def _settled(purse: Purse) -> Iterator[Message]:
    if purse.fine:
        yield message("each euchre costs {amount}", amount=money(purse.fine))
    else:
        yield message("a euchre costs nothing")
    if not purse.basket:
        yield message("no basket for lone hands")
    elif purse.basket_to == "each lone hand":
        yield message(
            "everybody pays {amount} into the basket; each lone hand has its share",
            amount=money(purse.basket),
        )
    else:
        yield message(
            "everybody pays {amount} into the basket; whoever makes most lone hands has it",
            amount=money(purse.basket),
        )


def _before_play(event: Event) -> None:
    """Refuse once the first card may have been played, and where another game is played."""
    event.require_open()
    if (game := event.plan.other) is not None:
        raise EventError(message("nobody is euchred in {game}", game=Quoted(game.title)))
    if event.started:
        raise EventError(message("this is settled before the first card"))


class SetPurse(EventCommand, frozen=True, tag="purse"):
    """Settle fines for being euchred and a basket for lone hands, before the first card."""

    of_euchre: ClassVar[bool] = True
    fine: Annotated[str, field("A euchre costs", "Such as 0.25; each who is euchred pays it.")] = ""
    basket: Annotated[str, field("Into the basket", "Such as 1; everybody who wants to win it pays before the first card.")] = ""  # fmt: skip
    basket_to: Annotated[
        Literal["most lone hands", "each lone hand"],
        field("The basket is for", "Whoever made most, or a share for each."),
    ] = "most lone hands"

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        _before_play(state)
        fact = PurseSet(read_money(self.fine), read_money(self.basket), self.basket_to)
        own = state.purse
        if (fact.fine, fact.basket, fact.basket_to) == (own.fine, own.basket, own.basket_to):
            raise EventError(message("this is settled so already"))
        yield fact


class BasketPaid(Fact, frozen=True, tag="basket-paid"):
    """Entrants paid into the basket, or had their money back."""

    numbers: tuple[int, ...]
    back: bool = False

    def apply(self, state: Event, at: float) -> Event:
        kept = tuple(each for each in state.purse.paid if each not in self.numbers)
        paid = kept if self.back else tuple(sorted((*kept, *self.numbers)))
        return replace(state, beside=replace(state.purse, paid=paid))

    def says(self, state: Event) -> Message:
        if self.back:
            return message("money back from the basket: {who}", who=whom(*self.numbers))
        return message("paid into the basket: {who}", who=whom(*self.numbers))


class PayBasket(EventCommand, frozen=True, tag="basket"):
    """Mark who paid into the basket for lone hands; only they can win it."""

    of_euchre: ClassVar[bool] = True
    who: Everyone = ()
    all: Annotated[bool, field("All", "Everybody who is here and has not paid.")] = False
    back: Annotated[bool, field("Money back", "They have it back, and cannot win.")] = False

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        _before_play(state)
        if not state.purse.basket:
            raise EventError(message("there is no basket here"))
        paid = state.purse.paid
        numbers = entrants(state, self.who)
        if self.all:
            numbers = [each.number for each in state.entrants if each.state == "here" and each.number not in paid]  # fmt: skip
        if not numbers:
            raise EventError(message("name who paid"))
        for number in numbers:
            if (number in paid) != self.back:
                raise EventError(
                    message("{who} has not paid into the basket", who=state.who(number))
                    if self.back
                    else message("{who} has paid into the basket already", who=state.who(number))
                )
        yield BasketPaid(tuple(numbers), self.back)


class EuchresCounted(Fact, frozen=True, tag="euchres-counted"):
    """How often entrants were euchred, by their numbers, in place of what was written before."""

    euchred: tuple[tuple[int, int], ...]

    def apply(self, state: Event, at: float) -> Event:
        for number, count in self.euchred:
            state = state.with_entrants((number,), euchred=count)
        return state

    def says(self, state: Event) -> Message:
        made = (
            message("{who} {count} {count|time|times}", who=whom(who), count=count)
            for who, count in self.euchred
        )
        return message("euchred: {made}", made=joined(made, ", "))


class CountEuchres(EventCommand, frozen=True, tag="euchres"):
    """Enter from the score cards how often people were euchred, which each time costs the fine."""

    of_euchre: ClassVar[bool] = True
    euchred: Annotated[
        tuple[str, ...],
        field("Euchred", "WHO=HOW OFTEN such as 12=3.", place=True, metavar="who=number",
              each=("euchred",)),
    ]  # fmt: skip

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        state.require_open()
        if not state.purse.fine:
            raise EventError(message("a euchre costs nothing here"))
        counts = counted(state, self.euchred, lambda each: each.euchred, MOST_EUCHRES)
        yield EuchresCounted(counts)

    def after(self, state: Event, at: float) -> Answer:
        """Who wins what."""
        return ShowPrizes().of_event(state)


def counted(
    event: Event, texts: Sequence[str], now: Callable[[Entrant], int], most: int
) -> tuple[tuple[int, int], ...]:
    """What is written of everybody, as it is typed; those alone of whom it is not written so yet."""
    if not event.rounds:
        raise EventError(message("no round has been played"))
    found, playing = [], taking_part(event)
    for text in texts:
        who, _, count = (part.strip() for part in text.rpartition("="))
        if not who or not count.isdecimal() or len(count) > 3:
            raise EventError(message("{text} does not say who and how often; write 12=3", text=repr(text[:40])))  # fmt: skip
        (number,) = entrants(event, (int(who) if who.isdecimal() else who,))
        if number not in playing:
            raise EventError(message("{who} does not play here", who=event.who(number)))
        if int(count) > most * len(event.rounds):
            raise EventError(
                message(
                    "{who} cannot have {count}; at most {most}",
                    who=event.who(number),
                    count=int(count),
                    most=most * len(event.rounds),
                )
            )
        if now(event.entrant(number)) != int(count):
            found.append((number, int(count)))
    if not found:
        raise EventError(message("nothing of this is new"))
    return tuple(found)


class Grouped(Fact, frozen=True, tag="grouped"):
    """Who belongs to a group that prizes are for: the ladies, the newcomers; it replaces the list before."""

    group: str
    numbers: tuple[int, ...]

    def apply(self, state: Event, at: float) -> Event:
        for each in state.entrants:
            others = tuple(g for g in each.groups if looks_like(g) != looks_like(self.group))
            groups = (*others, self.group) if each.number in self.numbers else others
            if groups != each.groups:
                state = state.with_entrants((each.number,), groups=groups)
        return state

    def says(self, state: Event) -> Message:
        group = Quoted(self.group)
        if not self.numbers:
            return message("{group}: nobody", group=group)
        return message("{group}: {who}", group=group, who=whom(*self.numbers))


class SetGroup(EventCommand, frozen=True, tag="entrants-group"):
    """Say who belongs to a group that prizes are for, such as the ladies or the newcomers."""

    group: Annotated[str, field("Group", "As the prize calls it.", limits={"max_length": LONGEST_GROUP})]  # fmt: skip
    who: Everyone = ()
    only: Annotated[bool, field("Nobody else", "Those named are all of the group.")] = False
    out: Annotated[bool, field("Out of it", "They do not belong to it.")] = False

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        state.require_open()
        group = " ".join(self.group.split())
        if not group:
            raise EventError(message("a name is missing"))
        if reason := not_a_name(group):
            raise EventError(reason)
        own = of_group(state, group)
        numbers = entrants(state, self.who)
        if not self.only and not numbers:
            raise EventError(message("name at least one entrant by number"))
        named = set(numbers)
        meant = named if self.only else own - named if self.out else own | named
        if meant == own:
            raise EventError(message("{group} has these people already", group=Quoted(group)))
        yield Grouped(group, tuple(sorted(meant)))


def of_group(event: Event, group: str) -> set[int]:
    """Those who were put into a group, whatever their zone."""
    return {
        each.number for each in event.entrants if looks_like(group) in map(looks_like, each.groups)
    }


def groups_of(event: Event) -> dict[str, set[int]]:
    """The groups that the prizes name, and others people are in, each with who belongs to it."""
    named = [each.of for each in event.plan.prizes if each.of]
    every = [*named, *(group for each in event.entrants for group in each.groups)]
    found: dict[str, set[int]] = {}
    for group in every:
        if looks_like(group) not in map(looks_like, found):
            found[group] = {each.number for each in event.entrants if each.belongs(group)}
    return found
