"""What everybody sees of an event, and what the wall says of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import UNSET, Struct, UnsetType, json
from msgspec.structs import replace

from rightbower.rules.message import UNSAID, Message, as_written, joined, message
from rightbower.tournament.events.entrants import Award, Entrant
from rightbower.tournament.events.event import Event, EventPlan, Round
from rightbower.tournament.events.outcome import not_counting
from rightbower.tournament.events.outlook import rules_of_sitting_out
from rightbower.tournament.events.places import Ranked
from rightbower.tournament.events.places import standings as standings_of
from rightbower.tournament.events.places import table as standings_table
from rightbower.tournament.events.prizes import award, low_prize_text
from rightbower.tournament.events.round_clock import (
    ClockView,
    bell_words,
    clock_view,
    reminder_words,
)
from rightbower.tournament.events.seating import planned_rounds
from rightbower.tournament.events.table_view import (
    NOBODY,
    OPEN,
    State,
    TableView,
    games_of,
    tables_now,
)
from rightbower.web.notes import Notes

FEW_TABLES = 8  # so many are named one by one
# What standings count: the field of a place, and what its figure is called.
FIGURES = {"event points": ("event_points", "points"), "points made": ("points", "points")}


class WallWords(Struct, frozen=True):
    """Titles and sentences of the wall; ``{mates}``, ``{number}`` and the like are put in by the browser."""

    sitting: str = "sits out"
    mates: str = "with {mates}"
    thanks: str = "Thank you for playing!"
    no_game: str = "no game"
    page: str = "{number} of {count}"
    up: str = "up {places}"
    down: str = "down {places}"
    level: str = "as before"
    prizes: str = "Prizes"
    steps: str = "Ties to break"
    uncounted: str = "Not counted yet"
    welcome: str = "Welcome"
    scan: str = "Scan, or open {address} and type"
    picture: str = "Scan this with your phone"
    invites: str = ""
    here: str = ""
    round: str = ""
    tables_in: tuple[str, ...] = ()
    by_table: str = ""
    by_name: str = ""
    over: str = ""
    then: str = ""
    standings: str = ""
    figure: str = "won"
    unit: str = "won"


def wall_words(seen: Snapshot) -> WallWords:
    """The words of the wall for an event as it is shown."""
    expected = seen.entered - seen.here
    named = f"Round {seen.round}"
    figure, unit = FIGURES.get(seen.counts, ("won", "won"))
    return WallWords(
        invites="Put yourself on the list" if seen.door else "Follow it on your phone",
        here=f"{seen.here} here" + (f", {expected} expected" if expected > 0 else ""),
        round=f"{named} of {seen.rounds}" if seen.rounds else named,
        tables_in=_tables_in(seen.tables),
        by_table=f"{named}: tables",
        by_name=f"{named}: find your seat",
        over=f"{named} is over",
        then="That was the last round."
        if seen.stage == "finish"
        else "Stay near: the next round is seated soon.",
        standings="Final results" if seen.stage == "finished" else "Standings",
        figure=figure,
        unit=unit,
    )


def _tables_in(tables: Sequence[WallTable]) -> tuple[str, ...]:
    """How many tables are in, and which are not once they are few."""
    games = [table for table in tables if table.state != "bye"]
    missing = [table for table in games if table.state in OPEN]
    if not missing:
        return ("All tables are in",)
    count = f"{len(games) - len(missing)} of {len(games)} tables are in"
    if len(missing) == len(games) or len(missing) > FEW_TABLES:
        return (count,)
    return count, f"Still playing: {', '.join(str(table.number) for table in missing)}"


MOST_REMEMBERED = 64


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


def standings(event: Event, places: tuple[Ranked, ...]) -> tuple[Standing, ...]:
    """Everybody's place as it is shown."""
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


Stage = Literal["check-in", "round", "between", "finish", "finished"]

# Below this it takes a few milliseconds, and going to a thread and back is not worth it.
MANY_ENTRANTS = 120
ONE_HAND = message("both sides came from one phone or computer")


class WallTable(Struct, frozen=True):
    """A table of the latest round as it is sent; ``entrants`` and ``names`` are by side."""

    number: int
    state: State
    entrants: tuple[tuple[int, ...], tuple[int, ...]]
    names: tuple[tuple[str, ...], tuple[str, ...]]
    points: tuple[int, int] | None = None
    dealer: str = ""
    online: str = ""
    note: str = ""


class WaitingResult(Struct, frozen=True):
    """A result that is in and does not count yet: the game, its points, and for whom they wait."""

    round: int
    table: int
    game: str
    says: str


class AwardView(Struct, frozen=True):
    """A prize and who has it; ``prize`` is what it is called, ``says`` with the money."""

    prize: str
    says: str
    winners: tuple[str, ...]
    each: int
    why: str


class Snapshot(Struct, frozen=True):
    """All that everybody may see; ``at`` is the server's time in seconds, ``byes`` are players by entrant.

    ``threes`` are those at tables of three, where there are such.
    """

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
    clock: ClockView | None
    tables: tuple[WallTable, ...]
    byes: tuple[tuple[str, ...], ...]
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
    threes: tuple[tuple[str, ...], ...] | UnsetType = UNSET


def is_many(event: Event) -> bool:
    """Whether so many take part that what is shown of them is worked out beside the loop."""
    return len(event.entrants) > MANY_ENTRANTS


def stage_of(event: Event) -> Stage:
    """Where the day stands."""
    if event.finished:
        return "finished"
    if not event.rounds:
        return "check-in"
    if any(table.open for table in tables_now(event)):
        return "round"
    planned = planned_rounds(event)
    return "finish" if planned is not None and len(event.rounds) >= planned else "between"


def snapshot(event: Event, notes: Notes, now: float) -> Snapshot:
    """The event as everybody may see it now."""
    found = standings_table(event)
    places = standings_of(event)
    awards = event.awards if event.finished else award(event, places)
    seen = Snapshot(
        kind="event",
        id=event.id,
        version=event.version + notes.version,
        at=now,
        name=event.name,
        date=event.date,
        book=event.plan.title,
        stage=stage_of(event),
        round=len(event.rounds),
        rounds=planned_rounds(event),
        here=sum(1 for entrant in event.entrants if entrant.state == "here"),
        entered=sum(1 for entrant in event.entrants if entrant.state in ("entered", "here")),
        counts=event.plan.standings.ranking,
        clock=clock_view(event, now),
        tables=_tables(event, notes),
        byes=_byes(event),
        threes=_threes(event),
        places=standings(event, places),
        steps=() if event.finished else tuple(str(step.says) for step in found.steps),
        awards=tuple(award_view(event, each) for each in awards),
        sides=event.plan.side_names,
        unit=event.plan.entering.unit,
        door=notes.door and not event.finished,
        bell=bell_words(event),
        reminder=reminder_words(event),
        uncounted=tuple(map(str, not_counting(event))),
        waiting=_waiting(event),
        rules=tuple(map(str, rules_of_event(event))),
        message=notes.message,
        marks=side_marks(event.plan.side_names),
        calls=tuple(table for round_, table in notes.calls if round_ == len(event.rounds)),
    )
    return replace(seen, words=wall_words(seen))


def rules_of_event(event: Event) -> tuple[Message, ...]:
    """What is told of rounds sat out and of low prizes beside the standings."""
    return (*rules_of_sitting_out(event), *low_prize_text(event)[1:])


def _tables(event: Event, notes: Notes) -> tuple[WallTable, ...]:
    return tuple(_table(notes, table) for table in tables_now(event))


def _byes(event: Event) -> tuple[tuple[str, ...], ...]:
    """The players who sit out the latest round, by entrant."""
    byes = event.round.out if event.rounds else ()
    return tuple(tuple(each.name for each in event.entrant(number).players) for number in byes)


def _threes(event: Event) -> tuple[tuple[str, ...], ...] | UnsetType:
    """Who plays at tables of three in the latest round; nothing where there is none."""
    threes = event.round.of_three if event.rounds else ()
    return tuple(tuple(map(event.name_of, each.entrants)) for each in threes) or UNSET


def award_view(event: Event, given: Award) -> AwardView:
    """A prize in words with those who have it."""
    prize = " and ".join(given.prizes)
    money = f" · {given.each / 100:.2f}" if given.each else ""
    says = prize + money + (" each" if given.each and len(given.winners) > 1 else "")
    winners = tuple(event.entrant(number).name for number in given.winners)
    return AwardView(prize, says, winners, given.each, given.why)


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
    return replace(seen, at=now, clock=clock_view(event, now))


def as_text(seen: Snapshot) -> str:
    """The snapshot as it is sent."""
    return json.encode(seen).decode()


def _waiting(event: Event) -> tuple[WaitingResult, ...]:
    """The results of all rounds that wait for the other side or for the officer."""
    if event.finished:
        return ()
    found = (table for table in games_of(event) if table.waits)
    return tuple(map(_waits, sorted(found, key=lambda table: (table.round, table.number))))


def _waits(table: TableView) -> WaitingResult:
    assert table.points is not None
    first, second = (" & ".join(side) or NOBODY for side in table.players)
    game = f"{first} – {second}"
    if table.round != len(table.event.rounds):
        game = f"Round {table.round}: {game}"
    ours, theirs = table.points
    waits = "disputed" if table.state == "disputed" else "the other side confirms"
    return WaitingResult(table.round, table.number, game, f"{ours}–{theirs}, {waits}")


def _table(notes: Notes, table: TableView) -> WallTable:
    return WallTable(
        table.number,
        table.state,
        table.sides,
        table.players,
        table.points,
        table.dealer,
        notes.online.get((table.round, table.number), ""),
        str(noted(notes, table)),
    )


def noted(notes: Notes, table: TableView) -> Message:
    """What everybody is told beside a table's points."""
    why = as_written(table.table.void) if table.state == "void" else table.differs
    said = [] if why is None else [why]
    if (table.round, table.number) in notes.one_hand and table.points is not None:
        said.append(ONE_HAND)
    return joined(said) if said else UNSAID
