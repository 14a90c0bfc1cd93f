"""An event as everybody may see it: the wall, the public page and the phones show this."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, json
from msgspec.structs import replace

from rightbower.book import load
from rightbower.events.outlook import rules_of_sitting_out
from rightbower.events.scorecards import first_dealer_said
from rightbower.events.seating import planned_rounds
from rightbower.events.standings.outcome import entered_why
from rightbower.events.standings.places import table as standings_table
from rightbower.events.standings.prizes import award, low_prize_said
from rightbower.events.standings.results import disputed, not_counting, unconfirmed
from rightbower.events.state import clock as clocks
from rightbower.events.state.entrants import Entrant
from rightbower.events.state.event import Event, EventPlan, EventTable, Place, Round
from rightbower.reminders import reminder
from rightbower.web.state.notes import Notes

Stage = Literal["check-in", "round", "between", "finish", "finished"]
State = Literal["bye", "playing", "entered", "disputed", "marked", "void"]

MOST_REMEMBERED = 64
# Below this it takes a few milliseconds, and going to a thread and back is not worth it.
MANY_ENTRANTS = 120
ONE_HAND = "entered and confirmed from the same address"
AT_THE_BELL = {
    "if faced": "Time. A hand whose turn-up is faced is played out.",
    "if put down": "Time. A hand whose turn-up is on the table is played out.",
    "never": "Time. Stop play, please.",
}


class RoundClockView(Struct, frozen=True):
    """The round's clock; ``left`` (or ``ran`` without a limit) was right at the snapshot's ``at``.

    ``advice`` are the seconds in which a game ought to end; after them everybody is reminded.
    """

    round: int
    running: bool
    left: float | None
    ran: float
    rang: bool
    advice: float | None = None


class TableView(Struct, frozen=True):
    """A table of the latest round; ``entrants`` and ``names`` are by side."""

    number: int
    state: State
    entrants: tuple[tuple[int, ...], tuple[int, ...]]
    names: tuple[tuple[str, ...], tuple[str, ...]]
    points: tuple[int, int] | None = None
    dealer: str = ""
    online: str = ""
    note: str = ""


class WaitingResult(Struct, frozen=True):
    """A result that is in and does not count yet."""

    round: int
    table: int
    state: State
    names: tuple[tuple[str, ...], tuple[str, ...]]
    points: tuple[int, int]


class Standing(Struct, frozen=True):
    """A place; ``moved`` is how many places up since the round before, negative for down."""

    rank: int | None
    entrant: int
    name: str
    why: str
    clauses: tuple[str, ...]
    won: int
    drawn: int
    lost: int
    points: int
    event_points: int
    moved: int | None
    shared: bool
    open: bool


class AwardView(Struct, frozen=True):
    """A prize and who has it."""

    prizes: tuple[str, ...]
    winners: tuple[str, ...]
    each: int
    why: str


class WallWords(Struct, frozen=True):
    """What the wall says beside names; ``{mates}`` are those one sits with."""

    sitting: str = "sits out"
    mates: str = "with {mates}"
    thanks: str = "Thank you for playing!"


class Snapshot(Struct, frozen=True):
    """All that everybody may see; ``at`` is the server's time in seconds, ``byes`` are players by entrant."""

    kind: str
    id: str
    version: int
    at: float
    name: str
    date: str
    book: str
    stage: Stage
    round: int
    rounds: int | None
    here: int
    entered: int
    counts: str
    clock: RoundClockView | None
    tables: tuple[TableView, ...]
    byes: tuple[tuple[str, ...], ...]
    bye_entrants: tuple[int, ...]
    places: tuple[Standing, ...]
    steps: tuple[str, ...]
    awards: tuple[AwardView, ...]
    sides: tuple[str, str] = ("North–South", "East–West")
    unit: str = "pair"
    door: bool = False
    bell: str = ""
    reminder: str = ""
    uncounted: tuple[str, ...] = ()
    waiting: tuple[WaitingResult, ...] = ()
    rules: tuple[str, ...] = ()
    message: str = ""
    calls: tuple[int, ...] = ()
    marks: tuple[str, str] = ("", "")
    words: WallWords = WallWords()


def is_many(event: Event) -> bool:
    """Whether so many take part that what is shown of them is worked out beside the loop."""
    return len(event.entrants) > MANY_ENTRANTS


def stage_of(event: Event) -> Stage:
    """Where the day stands."""
    if event.finished:
        return "finished"
    if not event.rounds:
        return "check-in"
    open_tables = any(state_of(table) in ("playing", "entered", "disputed") for table in event.round.tables)  # fmt: skip
    if open_tables:
        return "round"
    planned = planned_rounds(event)
    return "finish" if planned is not None and len(event.rounds) >= planned else "between"


def state_of(table: EventTable) -> State:
    """Where a table stands: a result counts once both sides stand by it."""
    if table.void:
        return "void"
    if not table.playing:
        return "bye"
    if table.result is None:
        return "playing"
    if table.result.state == "disputed":
        return "disputed"
    return "marked" if table.result.marked else "entered"


def snapshot(event: Event, notes: Notes, now: float) -> Snapshot:
    """The event as everybody may see it now."""
    found = standings_table(event)
    places = event.places if event.finished else found.places
    awards = event.awards if event.finished else award(event, places)
    last = event.rounds[-1] if event.rounds else None
    return Snapshot(
        kind="event",
        id=event.id,
        version=event.version + notes.version,
        at=now,
        name=event.name,
        date=event.date,
        book=event.plan.title,
        stage=stage_of(event),
        round=len(event.rounds),
        rounds=planned_rounds(event) if event.rounds else event.plan.rounds,
        here=sum(1 for entrant in event.entrants if entrant.state == "here"),
        entered=sum(1 for entrant in event.entrants if entrant.state in ("entered", "here")),
        counts=event.plan.standings.ranking,
        clock=clock_seen(event, now),
        tables=tuple(_table(event, notes, table) for table in last.tables) if last else (),
        byes=tuple(
            tuple(each.name for each in event.entrant(number).players) for number in last.byes
        )
        if last
        else (),
        bye_entrants=last.byes if last else (),
        places=_standings(event, places),
        steps=() if event.finished else tuple(step.says for step in found.steps),
        awards=tuple(
            AwardView(
                each.prizes, tuple(event.entrant(n).name for n in each.winners), each.each, each.why
            )
            for each in awards
        ),
        sides=event.plan.side_names,
        unit=event.plan.entering.unit,
        door=notes.door and not event.finished,
        bell=bell_words(event),
        reminder=reminder_words(event),
        uncounted=not_counting(event),
        waiting=_waiting(event),
        rules=(*rules_of_sitting_out(event), *low_prize_said(event)[1:]),
        message=notes.message,
        marks=side_marks(event.plan.side_names),
        calls=tuple(table for round_, table in notes.calls if round_ == len(event.rounds)),
    )


def side_marks(names: tuple[str, str]) -> tuple[str, str]:
    """The sides in a letter or two, for lists of everybody; red and black are suits.

    >>> side_marks(("North–South", "East–West")), side_marks(("A team", "B team"))
    (('NS', 'EW'), ('A', 'B'))
    """
    suits = {"red": "♥", "black": "♠"}
    made = [suits.get(name.split()[0].casefold()) or _initials(name) for name in names]
    return made[0], made[1]


def _initials(name: str) -> str:
    first = name.split()[0]
    return first if len(first) == 1 else "".join(word[0].upper() for word in first.split("–"))


def at_time(seen: Snapshot, event: Event, now: float) -> Snapshot:
    """The same at another moment: only the clock has gone on."""
    return replace(seen, at=now, clock=clock_seen(event, now))


def as_text(seen: Snapshot) -> str:
    """The snapshot as it is sent."""
    return json.encode(seen).decode()


def bell_words(event: Event) -> str:
    """What the bell means by the event's book."""
    return AT_THE_BELL[load(event.plan.book).clock.finish_hand]


def advised(event: Event) -> float | None:
    """In how many seconds a game of the event ought to end."""
    minutes = load(event.plan.book).clock.tournament_advice_minutes
    return None if minutes is None else minutes * clocks.SECONDS


def reminder_words(event: Event) -> str:
    """What everybody is reminded of once that time is over; nothing stops."""
    if advised(event) is None:
        return ""
    return f"{reminder(load(event.plan.book), 'clock.tournament_advice_minutes')}."


def clock_seen(event: Event, now: float) -> RoundClockView | None:
    """The clock of the latest round, if it was started."""
    clock = event.clock
    if not clock.round or clock.round != len(event.rounds):
        return None
    return RoundClockView(
        clock.round,
        clock.running,
        clocks.left(clock, now),
        clocks.elapsed(clock, now),
        clock.rang_at is not None,
        advised(event),
    )


def _waiting(event: Event) -> tuple[WaitingResult, ...]:
    """The results of all rounds that wait for the other side or for the officer."""
    if event.finished:
        return ()
    places = sorted({*unconfirmed(event), *disputed(event)})
    tables = ((round_, event.round_at(round_).table(number)) for round_, number in places)
    return tuple(
        WaitingResult(
            round_, table.number, state_of(table), _names(event, table), table.result.points
        )
        for round_, table in tables
        if table.result is not None
    )


def _names(event: Event, table: EventTable) -> tuple[tuple[str, ...], tuple[str, ...]]:
    first, second = (
        tuple(player.name for number in side for player in event.entrant(number).players)
        for side in table.sides
    )
    return first, second


def _table(event: Event, notes: Notes, table: EventTable) -> TableView:
    return TableView(
        table.number,
        state_of(table),
        table.sides,
        _names(event, table),
        None if table.result is None else table.result.points,
        first_dealer_said(event, table),
        notes.online.get((len(event.rounds), table.number), ""),
        _noted(event, notes, table),
    )


def _noted(event: Event, notes: Notes, table: EventTable) -> str:
    """What everybody is told beside a table's points."""
    said = table.void or entered_why(event.plan, table)
    if (len(event.rounds), table.number) in notes.one_hand and table.result is not None:
        said = f"{said}; {ONE_HAND}" if said else ONE_HAND
    return said


class _Earlier(Struct, frozen=True):
    """The ranks before the latest round, and what they were worked out from."""

    rounds: tuple[Round, ...]
    entrants: tuple[Entrant, ...]
    plan: EventPlan
    ranks: dict[int, int]


_earlier: dict[str, _Earlier] = {}


def _ranks_before(event: Event) -> dict[int, int]:
    """The ranks before the latest round with a result; worked out seldom, asked for often."""
    played = [any(table.result for table in each.tables) for each in event.rounds]
    rounds = event.rounds[: max(0, played.count(True) - 1)]
    if not rounds:
        return {}
    held = _earlier.get(event.id)
    if held is None or (held.rounds, held.entrants, held.plan) != (rounds, event.entrants, event.plan):  # fmt: skip
        then = standings_table(replace(event, rounds=rounds, finished=False, ties=()))
        ranks = {place.entrant: place.rank for place in then.places if place.rank is not None}
        if len(_earlier) >= MOST_REMEMBERED:
            _earlier.clear()
        held = _earlier[event.id] = _Earlier(rounds, event.entrants, event.plan, ranks)
    return held.ranks


def _standings(event: Event, places: tuple[Place, ...]) -> tuple[Standing, ...]:
    before = _ranks_before(event)
    return tuple(
        Standing(
            place.rank,
            place.entrant,
            place.name,
            place.why,
            place.clauses,
            place.won,
            place.drawn,
            place.lost,
            place.points,
            place.event_points,
            before[place.entrant] - place.rank
            if place.rank is not None and place.entrant in before
            else None,
            place.shared,
            place.open,
        )
        for place in places
    )
