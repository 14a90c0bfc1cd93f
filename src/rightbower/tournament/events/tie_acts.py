"""Tie-breaks that people make: coins, a game, a cut, or the officer's word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Final

from rightbower.rules.message import message
from rightbower.tournament.commands import Answer, Now, field
from rightbower.tournament.events import tie_steps
from rightbower.tournament.events.acts import Cards, EventCommand, Everyone, Seed, Why
from rightbower.tournament.events.draws import Face
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.facts import Fact
from rightbower.tournament.events.fold import EventHistory
from rightbower.tournament.events.labels import draws, entrant, entrants
from rightbower.tournament.events.place_lists import ShowTies
from rightbower.tournament.events.places import next_step
from rightbower.tournament.events.results import score

FACES: Final[dict[str, Face]] = {"h": "heads", "t": "tails", "heads": "heads", "tails": "tails"}
Real = Annotated[bool, field("Real", "Real coins or cards, not ones drawn here.")]
Order = Annotated[
    tuple[int | str, ...],
    field("Order", "The entrants, first to last.", place=True, each=("place",)),
]


class TieCommand(EventCommand, frozen=True):
    """A step for those who are tied."""

    def after(self, state: Event, at: float) -> Answer:
        """What is still open."""
        return ShowTies().of_event(state)


class Toss(TieCommand, frozen=True, tag="tie-toss"):
    """Toss coins for three who are tied, or enter real ones."""

    coins: Annotated[
        tuple[str, ...],
        field("Coins", "Heads or tails for each of them.", place=True, each=("coin",)),
    ] = ()
    seed: Seed = ""
    real: Real = False

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        if not self.coins and not self.real:
            yield tie_steps.toss_coins(state, self.seed or now.chance())
            return
        yield tie_steps.show_coins(state, [_face(each) for each in self.coins])


def _face(word: str) -> Face:
    shown = word.rpartition("=")[2].casefold()
    if shown not in FACES:
        raise EventError(
            message("{text} is not a coin; write heads or tails", text=repr(shown[:20]))
        )
    return FACES[shown]


class PlayOff(TieCommand, frozen=True, tag="tie-game"):
    """Enter the game that two who are tied played for their place."""

    first: Annotated[int, field("Points of the first", limits={"ge": 0, "le": 9999})]
    second: Annotated[int, field("Points of the second", limits={"ge": 0, "le": 9999})]
    one: Annotated[int | str, field("The first", "In the order shown if left out.")] = ""
    other: Annotated[int | str, field("The second")] = ""
    why: Why = ""

    @classmethod
    def lines(cls, words: Sequence[str]) -> list[list[str]]:
        """The score is written ``10-8``."""
        if not words or (len(words) > 1 and not words[1].startswith("-")):
            if len(words) == 2 and all(word.isdecimal() for word in words):
                return [list(words)]
            raise EventError(message("give one score, such as 10-8"))
        return [[*score(words[0]), *words[1:]]]

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        pair = None
        if self.one and self.other:
            pair = (entrant(state, self.one), entrant(state, self.other))
        yield tie_steps.play_off(state, (self.first, self.second), pair, self.why)


class CutForPlaces(TieCommand, frozen=True, tag="tie-cut"):
    """Cut for places from a seed, or enter the cards that were cut."""

    cards: Cards = ()
    seed: Seed = ""
    real: Real = False

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        if self.cards or self.real:
            yield tie_steps.show_cut_for_place(state, draws(state, self.cards))
        else:
            yield tie_steps.cut_for_place(state, self.seed or now.chance())


class PlaceTied(TieCommand, frozen=True, tag="tie-place"):
    """Put those who are tied in order, as the officer decides."""

    order: Order
    why: Why = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield tie_steps.decide(state, entrants(state, _ordered(self.order)), self.why)


def _ordered(order: Sequence[int | str]) -> list[int | str]:
    """Entrants as they were named, or by places such as 12=1."""
    if not all("=" in str(each) for each in order):
        return list(order)
    wanted = dict(str(each).split("=", 1) for each in order)
    if sorted(wanted.values()) != [str(each) for each in range(1, len(order) + 1)]:
        raise EventError(
            message("give each of them a different place from 1 to {count}", count=len(order))
        )
    return [*sorted(wanted, key=lambda each: int(wanted[each]))]


class ShareTied(TieCommand, frozen=True, tag="tie-share"):
    """Let those who are tied share their place, as the officer decides."""

    who: Everyone = ()
    level: Annotated[
        int | None, field("Place", "Everybody who shares this place, instead of names.")
    ] = None
    why: Why = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield tie_steps.share(state, entrants(state, self.who) or self._group(state), self.why)

    def _group(self, event: Event) -> Sequence[int]:
        if self.level is not None:
            found = [group for group, rank in tie_steps.tied_groups(event) if rank == self.level]
            if not found:
                raise EventError(message("nobody shares place {level}", level=self.level))
            return found[0]
        step = next_step(event)
        if step is None:
            raise EventError(message("nobody whose place matters is tied"))
        return step.group
