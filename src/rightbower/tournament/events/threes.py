"""Tables of three, where numbers do not divide: who sits there, what each made, and what that counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Final

from msgspec.structs import replace

from rightbower.rules.message import Message, joined, message
from rightbower.tournament.commands import Now, field
from rightbower.tournament.contest import Fact
from rightbower.tournament.events.acts import EventCommand
from rightbower.tournament.events.acts import Round as InRound
from rightbower.tournament.events.entrants import EventError, whom
from rightbower.tournament.events.event import (
    Event,
    EventHistory,
    Round,
)
from rightbower.tournament.events.labels import entrants
from rightbower.tournament.events.participants import THREE, three_of

MOST_POINTS: Final = 99


def at_three(event: Event, round_: Round, number: int) -> Message | None:
    """That somebody plays at a table of three, with whom, and what was made."""
    table = three_of(round_, number)
    if table is None:
        return None
    others = event.whom(*(each for each in table.entrants if each != number))
    said = message("table of three with {others}", others=others)
    if not table.points:
        return said
    made = dict(zip(table.entrants, table.points, strict=True))[number]
    return joined((said, message("{points} {points|point|points}", points=made)), ", ")


def unscored(event: Event) -> tuple[int, ...]:
    """The rounds in which a table of three has no score."""
    return tuple(
        round_.number for round_ in event.rounds if any(not each.points for each in round_.of_three)
    )


def no_score_of_three(event: Event, why: str = "") -> Message | None:
    """Why results cannot be final: a table of three without its score, and no reason given."""
    if why.strip() or not (rounds := unscored(event)):
        return None
    return message(
        "the table of three in round {round} has no score: enter what each made, or give a reason to finish without it",
        round=rounds[0],
    )


class ThreeEntered(Fact, frozen=True, tag="three-entered"):
    """What each of a table of three made, in place of what was written before."""

    round: int
    points: tuple[tuple[int, int], ...]

    def apply(self, state: Event, at: float) -> Event:
        round_, made = state.round_at(self.round), dict(self.points)
        threes = tuple(
            replace(each, points=tuple(made[number] for number in each.entrants))
            if each.entrants[0] in made
            else each
            for each in round_.of_three
        )
        return state.with_round(replace(round_, threes=threes))

    def says(self, state: Event) -> Message:
        made = (
            message("{who} {points}", who=whom(who), points=points) for who, points in self.points
        )
        return message(
            "round {round}, table of three: {made}", round=self.round, made=joined(made, ", ")
        )


def enter_three(event: Event, round_: int, points: Sequence[tuple[int, int]]) -> ThreeEntered:
    """Write down what each of a table of three made."""
    event.require_open()
    there = event.round_at(round_)
    who = {number for number, _ in points}
    table = next((each for each in there.of_three if set(each.entrants) == who), None)
    if table is None or len(points) != THREE:
        raise EventError(message("name the three who play at one table of three, each with their points"))  # fmt: skip
    if any(not 0 <= made <= MOST_POINTS for _, made in points):
        raise EventError(message("points are 0 to {most}", most=MOST_POINTS))
    in_order = tuple(sorted(points, key=lambda each: table.entrants.index(each[0])))
    if tuple(made for _, made in in_order) == table.points:
        raise EventError(message("these points are entered already"))
    return ThreeEntered(round_, in_order)


class EnterThree(EventCommand, frozen=True, tag="three"):
    """Enter what each of a table of three made, or put it right."""

    points: Annotated[
        tuple[str, ...],
        field("Points", "WHO=POINTS of all three, such as 12=7.", place=True, metavar="who=points",
              each=("points",)),
    ]  # fmt: skip
    round: InRound = None

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        if not state.rounds:
            raise EventError(message("no round has been played"))
        made = [self._made(state, text) for text in self.points]
        yield enter_three(state, self.round or len(state.rounds), made)

    def _made(self, event: Event, text: str) -> tuple[int, int]:
        who, _, points = (part.strip() for part in text.rpartition("="))
        if not who or not points.isdecimal() or len(points) > 3:
            raise EventError(
                message("{text} does not say who made how many; write 12=7", text=repr(text[:40]))
            )
        return entrants(event, (int(who) if who.isdecimal() else who,))[0], int(points)
