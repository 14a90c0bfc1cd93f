"""Who sits where in a round: seated by the movement, or changed by the desk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, ClassVar, Final, Literal, NoReturn

from msgspec import UNSET, Meta
from msgspec.structs import replace

from rightbower.rules.book import RuleBook, load
from rightbower.rules.message import Message, Term, because, cited, joined, message
from rightbower.tournament.commands import Answer, Now, field
from rightbower.tournament.contest import Fact
from rightbower.tournament.events.acts import EventCommand, Other, Seed, Who, Why
from rightbower.tournament.events.board_dealing import deal
from rightbower.tournament.events.draws import OUT, sits_out
from rightbower.tournament.events.entrants import EventError, both, whom
from rightbower.tournament.events.event import (
    Event,
    EventHistory,
    EventTable,
    Formed,
    Round,
    TableOfThree,
)
from rightbower.tournament.events.labels import by_chair, drawn, two_entrants
from rightbower.tournament.events.movements import (
    double,
    duplicate,
    losers,
    pairs_up,
    ring,
    winners,
)
from rightbower.tournament.events.movements import drawn as real_draw
from rightbower.tournament.events.movements.movement import Move, RoundDraw, RoundMaker, Seating
from rightbower.tournament.events.outcome import missing, undecided, unmarked
from rightbower.tournament.events.participants import here, of_three, singles
from rightbower.tournament.events.scorecards import ShowTables


def _league_only(event: Event, _: RoundDraw) -> NoReturn:
    raise EventError(
        message("the movement {text} is not seated here", text=repr(event.plan.movement.kind))
    )


# Every movement by its name in the settings.
MOVEMENTS: Final[Mapping[str, RoundMaker]] = {
    "A up": pairs_up.MOVEMENT,
    "host's deck": real_draw.MOVEMENT,
    "winners part": winners.MOVEMENT,
    "losers move": losers.MOVEMENT,
    **dict.fromkeys(ring.CHARTS, ring.MOVEMENT),
    "fair draw": real_draw.FAIR_DRAW,
    "swiss": real_draw.SWISS,
    "knock-out": real_draw.KNOCK_OUT,
    "double knock-out": double.MOVEMENT,
    **dict.fromkeys(("mitchell", "howell"), duplicate.MOVEMENT),
    "fixtures": RoundMaker(_league_only),
}


class Seated(Fact, frozen=True, tag="seated"):
    """A round was seated; ``chart`` holds the entrants in the order of a fixed schedule.

    ``drawn`` is what people drew with real cards or lots; the rest came from the seed.
    """

    round: Round
    formed: tuple[Formed, ...] = ()
    chart: tuple[int, ...] = ()
    drawn: tuple[tuple[int, str], ...] = ()

    def apply(self, state: Event, at: float) -> Event:
        event = state
        for formed in self.formed:
            event = event.paired(*formed.singles, formed.number)
        # What parted those who were tied counts for nothing once play goes on.
        rounds = (*event.rounds, self.round)
        event = replace(event, rounds=rounds, chart=self.chart or event.chart, ties=())
        if event.night is not None and not event.night.began:
            event = replace(event, hall=replace(event.night, began=at))
        return event.stood_aside(self._drew_nothing(event))

    def _drew_nothing(self, event: Event) -> list[int]:
        """Those who took no card or place of their own, where more of them sit out than have to."""
        size = 2 if event.plan.entering.unit == "pair" else 4
        out = [number for number, what in self.drawn if sits_out(what)]
        byes = self.round.byes
        return out if len(byes) > len(self.round.everyone) % size else []

    def says(self, state: Event) -> Message:
        drawn = [
            message("{who} drew {lot}", who=whom(number), lot=lot) for number, lot in self.drawn
        ]
        how = message("{move}, seed {seed}", move=Term(self.round.move), seed=self.round.seed)
        if drawn:
            how = joined((how, joined(drawn, ", ")))
        return message(
            "round {round} seated at {tables} {tables|table|tables} ({how})",
            round=self.round.number,
            tables=sum(table.playing for table in self.round.tables),
            how=how,
        )


def seat(
    event: Event,
    seed: str,
    move: Move = "A up",
    shown: Mapping[int, str] | None = None,
    rest: bool = False,
) -> Seated:
    """The next round; the seed settles every draw and cut in it.

    ``shown`` is what people drew with real cards or lots. Everybody has to be named then, unless
    ``rest`` has the program draw for those who are not.
    """
    if reason := not_yet(event):
        raise EventError(reason)
    shown = shown or {}
    if shown and not rest:
        _all_drew(event, shown)
    seating = seating_of(event, load(event.plan.book), seed, move, shown, rest)
    number = len(event.rounds) + 1
    round_ = Round(number, seed, seating.move, seating.tables, seating.byes)
    if threes := of_three(event.plan, seating.byes):
        round_ = replace(round_, threes=threes)
    return Seated(
        round_, seating.formed, seating.chart, (*shown.items(), *_out(event, seating, shown))
    )


def _out(event: Event, seating: Seating, shown: Mapping[int, str]) -> list[tuple[int, str]]:
    """Those who sit out because others drew the places, written down so that it replays."""
    if not shown or event.plan.movement_kind.lot not in ("table", "card"):
        return []
    whole = here(event)
    return [(each, OUT) for each in seating.byes if each in whole and each not in shown]


def _all_drew(event: Event, shown: Mapping[int, str]) -> None:
    """Refuse where places were drawn and not given for everybody; the host's deck sees to extras."""
    left = [number for number in here(event) if number not in shown]
    if set(shown) <= set(singles(event)) or event.plan.movement_kind.by_card or event.rounds:
        return
    size = 2 if event.plan.entering.unit == "pair" else 4
    if left and len(left) > len(here(event)) % size:
        raise real_draw.missing(event, left, "place")


def seating_of(
    event: Event,
    book: RuleBook,
    seed: str,
    move: Move,
    shown: Mapping[int, str] | None = None,
    rest: bool = True,
) -> Seating:
    """Where everyone sits next by the event's movement, and by what they drew themselves."""
    first = not event.rounds
    kind = event.plan.movement_kind
    if move != "A up" and (first or not kind.a_up):
        raise EventError(message("only the B teams of a later round can move down"))
    drawn_now = kind.lot if first else kind.always
    if shown and not drawn_now:
        clause = event.plan.clause("movement.kind")
        raise EventError(message("nobody draws for a place in this round", clause))
    by = RoundDraw(book, seed, move, shown or {}, rest)
    return MOVEMENTS[event.plan.movement.kind].seat(event, by)


MOVES: Final[dict[str, Move]] = {"a-up": "A up", "b-down": "B down", "both": "both"}


Drawn = Annotated[
    tuple[str, ...],
    field("Drawn", "What people drew with real cards or lots: by person 12=4H, 12=3, 12=out; by"
          " table 3:red=12,15 3:black=7,9 or 3:N=12.", place=True, metavar="who=card",
          each=("drawn",)),
]  # fmt: skip


def chair(title: str, suit: str) -> Meta:
    """Who sits in a chair of each table, for those who write down tables and not people."""
    text = f"TABLE=WHO for each table; with the host's deck the {suit}."
    return field(title, text, each=(title.lower(),), metavar="table=who")


class SeatRound(EventCommand, frozen=True, tag="seat"):
    """Seat the next round."""

    slow: ClassVar[bool] = True
    drawn: Drawn = ()
    north: Annotated[tuple[str, ...], chair("North", "heart")] = ()
    east: Annotated[tuple[str, ...], chair("East", "spade")] = ()
    south: Annotated[tuple[str, ...], chair("South", "diamond")] = ()
    west: Annotated[tuple[str, ...], chair("West", "club")] = ()
    move: Annotated[Literal["a-up", "b-down", "both"], field("Who moves")] = "a-up"
    seed: Seed = ""
    rest: Annotated[bool, field("The rest", "Draw for everybody who is not named.")] = False

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        chairs = (self.north, self.east, self.south, self.west)
        shown = drawn(state, (*self.drawn, *by_chair(chairs)))
        if state.plan.duplicate is not None and state.dealt is UNSET:
            yield deal(state)
        yield seat(state, self.seed or now.chance(), MOVES[self.move], shown, self.rest)

    def seen(self, state: Event) -> str:
        """The whole event as it was shown."""
        return str(state.version)

    def after(self, state: Event, at: float) -> Answer:
        """The round as it sits."""
        return ShowTables().of_event(state)


def not_yet(event: Event) -> Message | None:
    """Why the next round cannot be seated now."""
    if event.finished:
        return message("the results are final")
    if not event.rounds:
        return None
    number = event.round.number
    if tables := missing(event):
        return message(
            "round {number} is not over: no result yet from {tables|table|tables} {tables}",
            number=number,
            tables=tables,
        )
    if reason := undecided(event):
        return reason
    if event.plan.movement.marked_first and (tables := unmarked(event)):
        clause = event.plan.clause("movement.marked_first")
        return message(
            "both sides mark the score before anyone moves: {tables|table|tables} {tables}",
            clause,
            tables=tables,
        )
    planned = planned_rounds(event)
    if planned is not None and number >= planned:
        return (
            message("all {planned} rounds have been played", planned=planned)
            if planned > 1
            else message("the only round has been played")
        )
    return None


def refusal(event: Event) -> Message | None:
    """Why the next round cannot be seated now, the movement's own reasons included."""
    if reason := not_yet(event):
        return reason
    try:
        seating_of(event, load(event.plan.book), "", "A up")
    except EventError as fault:
        return fault.said
    return None


def planned_rounds(event: Event) -> int | None:
    """How many rounds the event has, once that is known; None where the officer decides."""
    fixed = event.plan.rounds is not None and not event.plan.movement_kind.boards
    if fixed or not event.rounds:
        return event.plan.rounds
    return MOVEMENTS[event.plan.movement.kind].rounds(event)


def movement_text(event: Event, tables: int) -> tuple[Message, ...]:
    """Who goes where after a game at one of so many tables, a sentence each with its clause."""
    plan = event.plan
    said = MOVEMENTS[plan.movement.kind].words(event, tables)
    if plan.movement.marked_first:
        clause = cited(plan.clause("movement.marked_first"))
        said = (
            message("Mark your score cards before anyone moves ({clause}).", clause=clause),
            *said,
        )
    return said


def rounds_ahead(event: Event) -> tuple[Round, ...]:
    """All the rounds of a movement that results do not change: those seated, and those to come.

    Those to come hold as long as nobody arrives, leaves or moves otherwise. Where results settle
    who goes where, only the rounds that were seated are given.
    """
    total = planned_rounds(event)
    if not event.plan.movement_kind.foreseen or not event.rounds or total is None:
        return event.rounds
    book = load(event.plan.book)
    while len(event.rounds) < total and not event.finished:
        try:
            seating = seating_of(event, book, event.round.seed, "A up")
        except EventError:
            break  # So many have left that nobody would play.
        number = len(event.rounds) + 1
        coming = Round(number, event.round.seed, seating.move, seating.tables, seating.byes)
        event = replace(event, rounds=(*event.rounds, coming))
    return event.rounds


class SeatsSwapped(Fact, frozen=True, tag="seats-swapped"):
    """Two entrants took each other's places in a round; either may have been sitting out."""

    round: int
    first: int
    second: int
    why: str

    def apply(self, state: Event, at: float) -> Event:
        """Each in the other's place; whoever takes the dealer's place deals."""
        other = {self.first: self.second, self.second: self.first}

        def seated(numbers: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(other.get(number, number) for number in numbers)

        round_ = state.round_at(self.round)
        tables = tuple(
            replace(
                each,
                sides=(seated(each.sides[0]), seated(each.sides[1])),
                dealer=other.get(each.dealer, each.dealer),
                second=other.get(each.second, each.second),
            )
            for each in round_.tables
        )
        before, now = set(round_.byes), set(seated(round_.byes))
        event = _changed_byes(state, out=now - before, back=before - now)
        round_ = replace(round_, tables=tables, byes=seated(round_.byes))
        if round_.of_three:
            threes = (TableOfThree(seated(each.entrants), each.points) for each in round_.of_three)
            round_ = replace(round_, threes=tuple(threes))
        return event.with_round(round_)

    def says(self, state: Event) -> Message:
        said = message(
            "round {round}: {who} change places",
            round=self.round,
            who=both(self.first, self.second),
        )
        return because(said, self.why)


def _changed_byes(event: Event, out: Iterable[int], back: Iterable[int]) -> Event:
    """Those now out have stood aside, unless the round was theirs to sit out; those back play."""
    latest = (len(event.rounds),)
    for number in back:
        entrant = event.entrant(number)
        aside = tuple(each for each in entrant.aside if each not in latest)
        spared = entrant.spared if aside != entrant.aside else entrant.spared + latest
        event = event.with_entrants((number,), aside=aside, spared=spared)
    for number in out:
        entrant = event.entrant(number)
        spared = tuple(each for each in entrant.spared if each not in latest)
        aside = entrant.aside if spared != entrant.spared else entrant.aside + latest
        event = event.with_entrants((number,), aside=aside, spared=spared)
    return event


def swap_seats(event: Event, first: int, second: int, why: str) -> SeatsSwapped:
    """Two entrants change places before their tables have a result; either may be sitting out."""
    event.require_open()
    if not event.rounds:
        raise EventError(message("no round is seated yet"))
    if first == second:
        raise EventError(message("name the two who change places"))
    if event.plan.duplicate is not None:
        raise EventError(
            message("seats stay as they are, so that nobody plays a board twice: use a substitute")
        )
    if not why.strip():
        raise EventError(message("say why they change places"))
    tables = [_place(event, number) for number in (first, second)]
    if tables == [None, None]:
        raise EventError(message("{who} both sit out", who=event.whom(first, second)))
    for table in filter(None, tables):
        if table.result is not None or table.void:
            raise EventError(
                message(
                    "table {table} has its result; seats there stay as they are", table=table.number
                )
            )
    return SeatsSwapped(event.round.number, first, second, why)


def _place(event: Event, number: int) -> EventTable | None:
    """The table at which an entrant sits; None for one who sits out."""
    for table in event.round.tables:
        if number in table.entrants:
            return table
    if number in event.round.byes:
        return None
    raise EventError(
        message(
            "{who} has no place in round {round}", who=event.who(number), round=event.round.number
        )
    )


class SwapSeats(EventCommand, frozen=True, tag="swap"):
    """Swap two people in the current round; one of them may be sitting out."""

    asks_first: ClassVar[bool] = True
    who: Who
    other: Other
    why: Why = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield swap_seats(state, *two_entrants(state, self.who, self.other), self.why)

    def seen(self, state: Event) -> str:
        """The seats as they were shown."""
        return str(
            [(each.sides, each.result) for each in state.round.tables] if state.rounds else ""
        )
