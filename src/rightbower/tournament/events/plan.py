"""The plan and the end: opening an event, changing its plan, cards handed in, results final."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Annotated, ClassVar, Literal

from rightbower.rules.message import message
from rightbower.tournament.commands import Answer, Now, Opening, field
from rightbower.tournament.events import planning
from rightbower.tournament.events.acts import EventCommand, Everyone, Why
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event, Prize
from rightbower.tournament.events.facts import EventOpened, Fact
from rightbower.tournament.events.finish import cards_out, finish, hand_in, reopen
from rightbower.tournament.events.fold import EventHistory
from rightbower.tournament.events.labels import entrants
from rightbower.tournament.events.place_lists import ShowPrizes
from rightbower.tournament.events.planning import change_plan, open_event
from rightbower.tournament.events.presets import PRESETS
from rightbower.tournament.events.prizes import count_loners, open_low_prize

LONGEST_PRIZE = 40
LONE = re.compile(r"\blone", re.IGNORECASE)
AMOUNT = re.compile(r"[0-9]{1,6}(\.[0-9]{2})?")
Target = Annotated[int | None, field("Points to win")]
Rounds = Annotated[int | None, field("Rounds")]
Minutes = Annotated[int | None, field("Minutes", "The time limit of a round.")]
Decided = Annotated[
    int | None, field("Places where ties must be broken", "Ties for lower places may be shared.")
]
SatOut = Annotated[str, field("A round sat out scores", "Nothing, average, or a number of points.")]
LowPrize = Annotated[
    Literal["", "all rounds", "everyone still here", "everyone"],
    field("Who can win the low prize"),
]
PrizeLines = Annotated[
    tuple[str, ...],
    field("Prizes", "NAME=AMOUNT, first place first. A name that begins with low counts from the bottom;"
          " one with lone hands in it goes to whoever made the most.", split="\n", option_name="prize", repeated=True),
]  # fmt: skip


def read_prizes(lines: Sequence[str]) -> list[Prize]:
    """Prizes in order of places, those from the bottom and those for lone hands apart.

    >>> [(prize.name, prize.place, prize.amount, prize.low) for prize in read_prizes(["First = 50"])]
    [('First', 1, 5000, False)]
    """
    prizes: list[Prize] = []
    for line in lines:
        name, _, amount = (part.strip() for part in line.partition("="))
        if amount and not AMOUNT.fullmatch(amount):
            raise EventError(
                message("{text} is not an amount; write 50 or 12.50", text=repr(amount[:20]))
            )
        if not name:
            raise EventError(
                message(
                    "{text} is not a prize; write First = 50, or First",
                    text=repr(line.strip()[:40]),
                )
            )
        low = name.casefold().startswith("low")
        loners = not low and LONE.search(name) is not None
        place = 1 + sum((each.low, each.loners) == (low, loners) for each in prizes)
        cents = round(float(amount or 0) * 100)
        prizes.append(Prize(name[:LONGEST_PRIZE], place, cents, low, loners))
    return prizes


def read_sat_out(text: str) -> planning.SatOut | None:
    """What a round sat out scores, as it is typed; None where it is not said.

    >>> [read_sat_out(each) for each in ("", "nothing", "average", "5")]
    [None, 0, 'average', 5]
    """
    word = text.strip().casefold()
    if not word or word == "average":
        return "average" if word else None
    if word == "nothing":
        return 0
    if not word.isdecimal() or len(word) > 3:
        raise EventError(
            message(
                "{text} is not a score; write nothing, average or a number", text=repr(text[:20])
            )
        )
    return int(word)


def free_id(name: str, taken: Sequence[str], word: str = "event") -> str:
    """An id made from a name that no other has.

    >>> free_id("Café Noël 2026–27", [])
    'cafe-noel-2026-27'
    >>> free_id("Café Noël", ["cafe-noel"])
    'cafe-noel-2'
    """
    plain = (
        unicodedata.normalize("NFKD", name.replace("–", "-"))
        .encode("ascii", "ignore")
        .decode()
        .lower()
    )
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-") or word
    stem = f"new-{word}" if stem == "new" else stem
    id_, count = stem, 1
    while id_ in taken:
        count += 1
        id_ = f"{stem}-{count}"
    return id_


class OpenEvent(Opening, frozen=True, tag="new"):
    """Begin an event."""

    preset: Annotated[str, field("Preset", f"One of {', '.join(PRESETS)}.")]
    name: Annotated[str, field("Name", option=True, limits={"max_length": 400})]
    id: Annotated[
        str, field("Id", "A short name to use in commands; made from the name if left out.")
    ] = ""
    date: Annotated[str, field("Date", "Such as 2026-05-30; today if left out.")] = ""
    book: Annotated[str, field("Book", "Another book, or the path of a house sheet.")] = ""
    placing: Annotated[
        Literal["draw", "first free"],
        field("Placing", "Draw the first places, or let people take any that is free."),
    ] = "draw"
    stage: Annotated[
        Literal["club", "zone playoffs", "games"], field("Stage", "What the event is part of.")
    ] = "club"
    target: Target = None
    rounds: Rounds = None
    minutes: Minutes = None
    decided: Decided = None
    prizes: PrizeLines = ()
    sat_out: SatOut = ""
    low_prize: LowPrize = ""
    practice: Annotated[bool, field("Practice", "Counts for nothing and can be thrown away.")] = (
        False
    )

    def opened(self, taken: Sequence[str]) -> EventOpened:
        """The event as its book and these choices have it."""
        return open_event(
            self.preset,
            self.id or free_id(self.name, taken),
            self.name,
            self.date or date.today().isoformat(),  # noqa: DTZ011  # the day on the wall
            book=self.book,
            target=self.target,
            rounds=self.rounds,
            minutes=self.minutes,
            placing=self.placing,
            stage=self.stage,
            prizes=read_prizes(self.prizes),
            decided=self.decided,
            sat_out=read_sat_out(self.sat_out),
            low_prize=self.low_prize or None,
            practice=self.practice,
        )


class ChangePlan(EventCommand, frozen=True, tag="plan"):
    """Change the plan before play begins, or the number of rounds during it."""

    target: Target = None
    rounds: Rounds = None
    minutes: Minutes = None
    decided: Decided = None
    prizes: PrizeLines = ()
    sat_out: SatOut = ""
    low_prize: LowPrize = ""
    why: Why = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield change_plan(
            state,
            target=self.target,
            rounds=self.rounds,
            minutes=self.minutes,
            prizes=read_prizes(self.prizes) or None,
            decided=self.decided,
            sat_out=read_sat_out(self.sat_out),
            low_prize=self.low_prize or None,
            why=self.why,
        )


class HandIn(EventCommand, frozen=True, tag="hand-in"):
    """Mark score cards that have been handed in."""

    who: Everyone = ()
    all: Annotated[bool, field("All", "Every card that is still out.")] = False
    but: Annotated[
        tuple[int | str, ...], field("All but", "Those whose cards are not in.", split=",")
    ] = ()

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        if not self.all:
            yield hand_in(state, tuple(entrants(state, self.who)))
            return
        if not cards_out(state) and state.rounds:
            raise EventError(message("all cards are in"))
        missing = entrants(state, self.but)
        yield hand_in(state, tuple(each for each in cards_out(state) if each not in missing))


class OpenLowPrize(EventCommand, frozen=True, tag="low-prize"):
    """Let people who missed a round win the low prize."""

    who: Everyone = ()
    why: Why = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield open_low_prize(state, entrants(state, self.who), self.why)

    def after(self, state: Event, at: float) -> Answer:
        """Who wins what."""
        return ShowPrizes().of_event(state)


class CountLoners(EventCommand, frozen=True, tag="loners"):
    """Enter the lone hands from the score cards."""

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


class Finish(EventCommand, frozen=True, tag="finish"):
    """Make the results final."""

    asks_first: ClassVar[bool] = True
    why: Annotated[str, field("Reason", "Needed to stop before the last round.")] = ""
    cards: Annotated[
        bool, field("All cards are in", "Mark the cards still out as handed in first.")
    ] = False

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        if self.cards and cards_out(state):
            yield hand_in(state, cards_out(state))
        yield finish(now.history.event, self.why)

    def seen(self, state: Event) -> str:
        """The whole event as it was shown."""
        return str(state.version)

    def after(self, state: Event, at: float) -> Answer:
        """Who wins what."""
        return ShowPrizes().of_event(state)


class Reopen(EventCommand, frozen=True, tag="reopen"):
    """Open a closed event again, to fix something."""

    asks_first: ClassVar[bool] = True
    why: Why = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield reopen(state, self.why)
