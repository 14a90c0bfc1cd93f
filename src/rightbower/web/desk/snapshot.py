"""An event as everybody may see it: the wall, the public page and the phones show this."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, json
from msgspec.structs import replace

from rightbower.events import clock as clocks
from rightbower.events.event import Event, Place
from rightbower.events.event import Table as EventTable
from rightbower.events.prizes import award
from rightbower.events.seating import planned_rounds
from rightbower.events.standings import table as standings_table
from rightbower.web.desk.notes import Notes

Stage = Literal["check-in", "round", "between", "finish", "finished"]
State = Literal["bye", "playing", "entered", "disputed", "marked", "void"]


class ClockSeen(Struct, frozen=True):
    """The round's clock; ``left`` (or ``ran`` without a limit) was right at the snapshot's ``at``."""

    round: int
    running: bool
    left: float | None
    ran: float
    rang: bool


class TableSeen(Struct, frozen=True):
    """A table of the latest round; ``entrants`` and ``names`` are by side."""

    number: int
    state: State
    entrants: tuple[tuple[int, ...], tuple[int, ...]]
    names: tuple[tuple[str, ...], tuple[str, ...]]
    points: tuple[int, int] | None = None
    dealer: str = ""
    online: str = ""
    note: str = ""


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


class AwardSeen(Struct, frozen=True):
    """A prize and who has it."""

    prizes: tuple[str, ...]
    winners: tuple[str, ...]
    each: int
    why: str


class Snapshot(Struct, frozen=True):
    """All that everybody may see; ``at`` is the server's time in seconds."""

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
    clock: ClockSeen | None
    tables: tuple[TableSeen, ...]
    byes: tuple[str, ...]
    bye_entrants: tuple[int, ...]
    places: tuple[Standing, ...]
    steps: tuple[str, ...]
    awards: tuple[AwardSeen, ...]


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
        clock=_clock(event, now),
        tables=tuple(_table(event, notes, table) for table in last.tables) if last else (),
        byes=tuple(event.entrant(number).name for number in last.byes) if last else (),
        bye_entrants=last.byes if last else (),
        places=_standings(event, places),
        steps=() if event.finished else tuple(step.says for step in found.steps),
        awards=tuple(
            AwardSeen(
                each.prizes, tuple(event.entrant(n).name for n in each.winners), each.each, each.why
            )
            for each in awards
        ),
    )


def as_text(event: Event, notes: Notes, now: float) -> str:
    """The snapshot as it is sent."""
    return json.encode(snapshot(event, notes, now)).decode()


def _clock(event: Event, now: float) -> ClockSeen | None:
    clock = event.clock
    if not clock.round or clock.round != len(event.rounds):
        return None
    return ClockSeen(
        clock.round,
        clock.running,
        clocks.left(clock, now),
        clocks.elapsed(clock, now),
        clock.rang_at is not None,
    )


def _table(event: Event, notes: Notes, table: EventTable) -> TableSeen:
    names = tuple(
        tuple(player.name for number in side for player in event.entrant(number).players)
        for side in table.sides
    )
    return TableSeen(
        table.number,
        state_of(table),
        table.sides,
        (names[0], names[1]),
        None if table.result is None else table.result.points,
        event.entrant(table.dealer).name if table.dealer else "",
        notes.online.get((len(event.rounds), table.number), ""),
        table.void,
    )


def _standings(event: Event, places: tuple[Place, ...]) -> tuple[Standing, ...]:
    before: dict[int, int] = {}
    if len(event.rounds) > 1:
        earlier = replace(event, rounds=event.rounds[:-1], finished=False, ties=())
        before = {p.entrant: p.rank for p in standings_table(earlier).places if p.rank is not None}
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
