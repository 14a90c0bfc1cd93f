"""The standings: grouped by what the book counts, tied groups parted, each place with its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules.message import (
    Arg,
    Message,
    Term,
    Told,
    Voice,
    as_written,
    joined,
    message,
    word,
)
from rightbower.tournament.events.board_scores import totals
from rightbower.tournament.events.board_tables import line_of
from rightbower.tournament.events.entrants import Place
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.outcome import counted, missing, to_confirm, undecided
from rightbower.tournament.events.tally import Tally, tallies, total
from rightbower.tournament.events.ties import EventTies, TieStep, part
from rightbower.tournament.ties import Group, Number, grouped

EAST_WEST: Final = 2  # the line
FEW = 4  # so many are named in a sentence


class Ranked(Struct, frozen=True):
    """An entrant in the standings: the rank, what it rests on, and why, reason by reason.

    ``notes`` are what else is to be known, and ``still`` what is to be done about a tie.
    """

    rank: int | None
    entrant: int
    name: str
    reasons: tuple[Message, ...] = ()
    clauses: tuple[str, ...] = ()
    won: int = 0
    drawn: int = 0
    lost: int = 0
    byes: int = 0
    points: int = 0
    against: int = 0
    event_points: int = 0
    shared: bool = False
    still: Message | None = None
    notes: tuple[Message, ...] = ()
    given: int = 0

    @property
    def open(self) -> bool:
        """Whether a tie has still to be broken."""
        return self.still is not None

    @property
    def played(self) -> int:
        """How many games were played."""
        return self.won + self.drawn + self.lost

    @property
    def why(self) -> str:
        """The sentence that stands in the journal once the place is final."""
        said = str(joined(self.reasons if self.still is None else (*self.reasons, self.still)))
        return said if self.rank is None else f"{_head(self.rank, self.shared)}{said}"

    @property
    def note(self) -> str:
        """What else is to be known, as it stands in the journal."""
        return str(joined(self.notes))

    @property
    def kept(self) -> Place:
        """It as the journal keeps it."""
        return Place(
            self.rank,
            self.entrant,
            self.name,
            self.why,
            self.clauses,
            self.won,
            self.drawn,
            self.lost,
            self.byes,
            self.points,
            self.against,
            self.event_points,
            self.shared,
            self.open,
            self.note,
            self.given,
        )

    @classmethod
    def of(cls, place: Place) -> Ranked:
        """A place from the journal, with its reason as it was written."""
        head = "" if place.rank is None else _head(place.rank, place.shared)
        return cls(
            place.rank,
            place.entrant,
            place.name,
            (as_written(place.why.removeprefix(head)),),
            place.clauses,
            place.won,
            place.drawn,
            place.lost,
            place.byes,
            place.points,
            place.against,
            place.event_points,
            place.shared,
            None,
            (as_written(place.note),) if place.note else (),
            place.given,
        )


def _head(rank: int, shared: bool) -> str:
    return f"{ordinal(rank)}{'=' if shared else ''}: "


class InOrder(Told, Struct, frozen=True, gc=False):
    """A place in a sentence: first, second and so on, with its mark where it is shared."""

    rank: int
    shared: bool = False

    def told(self, voice: Voice) -> str:
        mark = "=" if self.shared else ""
        if voice.ordinal is not None:
            return f"{voice.ordinal(self.rank)}{mark}"
        return f"{ordinal(self.rank)}{mark}"


class Standings(Struct, frozen=True):
    """The places, and the steps still to be taken for those who are tied."""

    places: tuple[Ranked, ...]
    steps: tuple[TieStep, ...]


def standings(event: Event) -> tuple[Ranked, ...]:
    """Everyone's place; the final ones once the event is finished."""
    return tuple(map(Ranked.of, event.places)) if event.finished else table(event).places


def told_standings(event: Event) -> tuple[Ranked, ...]:
    """The same for faces: a final place that is still worked out so has its reasons as values."""
    if not event.finished:
        return standings(event)
    now = {each.entrant: each for each in table(event, closing=True).places}
    return tuple(
        now[place.entrant]
        if place.entrant in now and now[place.entrant].kept == place
        else Ranked.of(place)
        for place in event.places
    )


def next_step(event: Event) -> TieStep | None:
    """What has to be done next to part those who are tied."""
    steps = () if event.finished else table(event).steps
    return steps[0] if steps else None


def table(event: Event, closing: bool = False) -> Standings:
    """The standings as they are now, or as they are when the event is closed now.

    Until the first card is in everybody is ranked; at the close only those whose cards are in.
    """
    held = _latest.get(event.id)
    if held is not None and held[0] is event and held[1] == closing:
        return held[2]
    if len(_latest) >= MOST_REMEMBERED:
        _latest.clear()
    found = _table(event, closing)
    _latest[event.id] = (event, closing, found)
    return found


# A page asks for the standings of an event several times.
_latest: dict[str, tuple[Event, bool, Standings]] = {}
MOST_REMEMBERED = 16


def _table(event: Event, closing: bool) -> Standings:
    sums = tallies(event)
    outside = _outside(event, sums, closing)
    ranked = [number for number in sums if number not in outside]
    key, unit = _main(event, sums)
    at = EventTies(event, sums)
    places: list[Ranked] = []
    for line in _lines(event, ranked):
        rank = 1
        for group in grouped(line, key):
            for together in part(at, group, rank):
                places += [_place(event, at, each, rank, group, unit(each)) for each in together]
                rank += len(together)
    places += [
        _with(event, sums[number], Ranked(None, number, "", (why,)))
        for number, why in outside.items()
    ]
    return Standings(tuple(places), tuple(at.steps))


def _lines(event: Event, ranked: Sequence[int]) -> list[list[int]]:
    """Those who are ranked together: everybody, or either line where each has a winner of its own."""
    plan = event.plan.duplicate
    if plan is None or plan.winners == 1:
        return [list(ranked)]
    first = [number for number in ranked if line_of(event, number) != EAST_WEST]
    return [first, [number for number in ranked if number not in first]]


UNITS: Final[Mapping[str, str]] = {
    "games won": word("{count} {count|win|wins}"),
    "points made": word("{count} {count|point|points}"),
    "event points": word("{count} {count|event point|event points}"),
}


def _main(
    event: Event, sums: Mapping[int, Tally]
) -> tuple[Callable[[int], Number], Callable[[int], Message]]:
    """What the book counts, and its text."""
    ranking = event.plan.standings.ranking
    if event.plan.duplicate is not None:
        return _of_boards(event, sums)
    if ranking == "rounds survived":
        return _survival(event, sums)

    def count(number: int) -> int:
        tally = sums[number]
        return tally.won if ranking == "games won" else total(tally, event.plan)

    said = UNITS[ranking]
    return count, lambda number: Message(said, (("count", count(number)),))


def _of_boards(
    event: Event, sums: Mapping[int, Tally]
) -> tuple[Callable[[int], Number], Callable[[int], Message]]:
    """What everybody's boards were worth, and its text."""
    found, scoring = totals(event), event.plan.duplicate
    assert scoring is not None

    def said(number: int) -> Message:
        points, mine = total(sums[number], event.plan), found.get(number)
        if scoring.scoring == "matchpoints":
            share = None if mine is None else mine.percent
            percent = "–" if share is None else f"{float(share):.2f}"
            return message(
                "{points} {points|matchpoint|matchpoints}, {percent} %",
                points=points,
                percent=percent,
            )
        if scoring.scoring == "difference to the field":
            return message(
                "{points} {points|point|points} more than the other tables", points=points
            )
        return message("{points} {points|point|points} of difference on all boards", points=points)

    return (lambda number: sums[number].exact), said


def _survival(
    event: Event, sums: Mapping[int, Tally]
) -> tuple[Callable[[int], int], Callable[[int], Message]]:
    """The last round each came through; whoever left after it comes behind those still there."""

    def left(number: int) -> bool:
        return event.entrant(number).state == "withdrawn"

    lasted = {number: tally.survived for number, tally in sums.items()}
    if event.plan.movement_kind.lives > 1:
        lasted = _lasted(event, sums)

    def said(number: int) -> Message:
        rounds = lasted[number]
        if left(number):
            return message("{rounds} {rounds|round|rounds} survived, then left", rounds=rounds)
        return message("{rounds} {rounds|round|rounds} survived", rounds=rounds)

    return (lambda number: 2 * lasted[number] - left(number)), said


def _lasted(event: Event, numbers: Iterable[int]) -> dict[int, int]:
    """The last round each came through where one may lose more than once before being out."""
    lost, lasted = Counter[int](), dict.fromkeys(numbers, 0)
    for round_ in event.rounds:
        gone = set[int]()
        for table in round_.tables:
            if table.void:
                gone.update(n for n in table.entrants if event.entrant(n).state == "withdrawn")
            came = counted(event.plan, table)
            if came is not None and came.winner is not None:
                lost.update(table.sides[1 - came.winner])
        for number in round_.everyone & lasted.keys():
            if lost[number] < event.plan.movement_kind.lives and number not in gone:
                lasted[number] = round_.number
    return lasted


def _outside(event: Event, numbers: Iterable[int], closing: bool) -> dict[int, Message]:
    """Those who are not ranked, and why."""
    optional = event.plan.standings.hand_in == "optional"
    cards = optional and (closing or any(each.card_in for each in event.entrants))
    found = {}
    for number in numbers:
        entrant = event.entrant(number)
        if entrant.floater:
            found[number] = message("a floater, not ranked")
        elif entrant.single and event.plan.entering.unit == "pair":
            found[number] = message("without a partner, not ranked")
        elif cards and not entrant.card_in:
            clause = event.plan.clause("standings.hand_in")
            found[number] = message("card not handed in", clause)
    return found


def _place(
    event: Event, at: EventTies, number: int, rank: int, group: Group, unit: Message
) -> Ranked:
    clause = event.plan.clause("standings.ranking")
    reasons = at.reasons.get(number, [])
    step = at.open.get(number)
    shared = number in at.shared or step is not None
    if len(group) == 1:
        first = unit.by(clause)
    else:
        others = _names(event, group, number)
        first = message("tied on {figure} with {others}", clause, figure=unit, others=others)
    said = (first, *(reason.by(why) for reason, why in reasons))
    still = None
    if step is not None:
        still = message("still open: {step}", step.clause, step=_open(event, step))
    clauses = tuple(dict.fromkeys([clause, *(why for _, why in reasons)]))
    place = Ranked(rank, number, "", said, clauses, shared=shared, still=still)
    return _with(event, at.tallies[number], place)


def _open(event: Event, step: TieStep) -> Message:
    """What is still to be done, without the names where they are many."""
    if len(step.players) <= FEW:
        return step.says
    count, officer = len(step.players), Term(event.plan.officer)
    if step.kind == "cut":
        return message("all {count} cut, and the higher card goes first.", count=count)
    if step.may_share:
        return message(
            "the {officer} places all {count}, or lets them share.", officer=officer, count=count
        )
    return message("the {officer} places all {count}.", officer=officer, count=count)


def _names(event: Event, group: Group, number: int) -> Arg:
    """The others who are tied, by name where they are few."""
    if len(group) > FEW:
        return message("{count} others", count=len(group) - 1)
    return event.whom(*(each for each in group if each != number))


def _with(event: Event, tally: Tally, place: Ranked) -> Ranked:
    """A place with the sums it rests on."""
    entrant = event.entrant(place.entrant)
    notes = []
    if event.plan.duplicate is not None and event.plan.duplicate.winners > 1:
        notes.append(
            message(
                "{side} line",
                side=Term(event.plan.side_names[line_of(event, entrant.number) == EAST_WEST]),
            )
        )
    if tally.threes:
        notes.append(
            message(
                "{points} {points|point|points} of these at {tables} {tables|table|tables} of three",
                points=tally.at_three,
                tables=tally.threes,
            )
        )
    if tally.given - tally.at_three:
        notes.append(
            message(
                "{points} {points|point|points} of these for {rounds} {rounds|round|rounds} sat out",
                event.plan.clause("standings.sat_out"),
                points=tally.given - tally.at_three,
                rounds=tally.byes,
            )
        )
    if entrant.state == "withdrawn":
        notes.append(
            message("withdrew after round {round}", round=entrant.until)
            if entrant.until
            else message("withdrew")
        )
    by_event = event.plan.standings.ranking == "event points"
    return replace(
        place,
        name=entrant.name,
        won=tally.won,
        drawn=tally.drawn,
        lost=tally.lost,
        byes=tally.byes,
        points=tally.points if by_event else total(tally, event.plan),
        against=tally.against,
        event_points=total(tally, event.plan) if by_event else tally.event_points,
        notes=tuple(notes),
        given=tally.given,
    )


def ordinal(number: int) -> str:
    """A number as a place.

    >>> [ordinal(each) for each in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if 10 < number % 100 < 14 else ending}"


def tied_groups(event: Event) -> list[tuple[Group, int]]:
    """Those who are still tied or share a place, with their rank, the highest first."""
    found: dict[int, list[int]] = {}
    for place in table(event).places:
        if place.rank is not None and place.shared:
            found.setdefault(place.rank, []).append(place.entrant)
    return [(tuple(numbers), rank) for rank, numbers in found.items()]


def not_now(event: Event) -> Message | None:
    """Why nobody can be parted now."""
    if event.finished:
        return message("the results are final")
    if not event.rounds:
        return message("no round has been played")
    if missing(event):
        return message(
            "round {round} is not over; ties are broken after play", round=event.round.number
        )
    return undecided(event) or to_confirm(event)
