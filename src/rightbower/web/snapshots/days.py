"""Everybody's day at an event: what each entrant played round by round, the rounds, and who stands on the podium."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

from rightbower.rules.message import Message, message, word
from rightbower.tournament.events.columns import games_text
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.table_view import TableView, tables_of
from rightbower.web.snapshots.event_view import Snapshot, Standing

How = Literal["won", "lost", "even", "open", "void", "out"]
HOW: Final[Mapping[How, Message]] = {
    "won": message("Won"),
    "lost": message("Lost"),
    "even": message("Even"),
    "open": message("Not in yet"),
    "void": message("Does not count"),
    "out": message("Sat out"),
}
STEPS = 3  # of a podium
# A step has room for so many names; the rest are counted.
ON_A_STEP = 4
FACES = 8  # colors of the kit
# The drawing of somebody's rounds, in its own units: a round's width, the height, the lowest bar.
WIDE, HIGH, LEAST = 16.5, 34.0, 2.0
SHOWN_POINTS = 15  # a bar as high as the drawing, where nobody made more


class RoundPlayed(Struct, frozen=True):
    """A round of somebody's day, from their side of the table; table 0 is none."""

    round: int
    how: How
    table: int = 0
    partner: str = ""
    against: str = ""
    ours: int | None = None
    theirs: int | None = None

    @property
    def says(self) -> Message:
        """How it ended."""
        return HOW[self.how]


Days = Mapping[int, Sequence[RoundPlayed]]


class Bars(Struct, frozen=True):
    """Somebody's rounds as bars: one path of those won, one of those even, one of those lost."""

    says: Message
    wide: float = WIDE
    won: str = ""
    even: str = ""
    lost: str = ""


class DayStep(Struct, frozen=True):
    """A step of the podium: who shares it, each with initials and a color, and what they have."""

    rank: int
    names: tuple[str, ...]
    faces: tuple[tuple[str, int], ...]
    more: int
    has: Message
    shared: bool


class TablePlayed(Struct, frozen=True):
    """A table of a round: its number, who played, and the points where they count."""

    table: int
    names: tuple[str, str]
    points: tuple[int, int] | None


def days(event: Event) -> Days:
    """What everybody played, by entrant."""
    found: dict[int, list[RoundPlayed]] = {each.number: [] for each in event.entrants}
    for round_ in event.rounds:
        for table in tables_of(event, round_):
            for number in table.entrants:
                found[number].append(_played(table, number))
        for number in round_.byes:
            found[number].append(RoundPlayed(round_.number, "out"))
    return {number: tuple(each) for number, each in found.items()}


def _played(table: TableView, number: int) -> RoundPlayed:
    if not table.playing:
        return RoundPlayed(table.round, "out")
    side, outcome = table.side_of(number), table.counts
    how: How = "void" if table.state == "void" else "open"
    if outcome is not None:
        how = "even" if outcome.winner is None else "won" if outcome.winner == side else "lost"
    return RoundPlayed(
        table.round,
        how,
        table.number,
        table.called(*table.mates(number)),
        table.called(*table.against(number)),
        None if outcome is None else outcome.points[side],
        None if outcome is None else outcome.points[1 - side],
    )


def bars(played: Sequence[RoundPlayed], rounds: int, most: int) -> Bars:
    """Somebody's rounds drawn: a full bar was won, an outlined one lost; higher is more points."""
    drawn: dict[How, list[str]] = {"won": [], "even": [], "lost": []}
    for each in played:
        if each.ours is None:
            continue
        high = max(LEAST, (HIGH - 2) * each.ours / most)
        left = (each.round - 1) * WIDE + 1
        drawn[each.how].append(f"M{left:.4g} {HIGH - 1:.4g}v{-high:.3g}h{WIDE - 4:.3g}v{high:.3g}z")
    points = ", ".join("–" if each.ours is None else str(each.ours) for each in played)
    says = message("Points by round: {points}", points=points)
    return Bars(
        says, max(1, rounds) * WIDE, *("".join(drawn[how]) for how in ("won", "even", "lost"))
    )


def all_bars(found: Days, rounds: int) -> dict[int, Bars]:
    """Everybody's rounds as bars of one scale."""
    made = [each.ours for played in found.values() for each in played if each.ours is not None]
    most = max([SHOWN_POINTS, *made])
    return {number: bars(played, rounds, most) for number, played in found.items()}


def figure_of(seen: Snapshot, place: Standing) -> int:
    """What places go by."""
    by = {"event points": place.event_points, "points made": place.points}
    return by.get(seen.counts, place.won)


def beside_name(seen: Snapshot, place: Standing) -> Message:
    """What is said under a name: the games, or the points where games decide."""
    if seen.counts in ("event points", "points made"):
        return games_text(place)
    return message("{points} {points|point|points} made", points=place.points)


UNITS: Final = {"event points": word("Points"), "points made": word("Points")}


def unit_of(seen: Snapshot) -> str:
    """What the column of figures is called."""
    return UNITS.get(seen.counts, word("Won"))


def podium(seen: Snapshot) -> tuple[DayStep, ...]:
    """The first three places; who is tied shares a step."""
    ranks = sorted({each.rank for each in seen.places if each.rank and each.rank <= STEPS})
    return tuple(_step(seen, rank) for rank in ranks)


def _step(seen: Snapshot, rank: int) -> DayStep:
    here = [each for each in seen.places if each.rank == rank]
    names = [each.name for each in here]
    faces = [person for name in names[:ON_A_STEP] for person in name.split(" & ")][:ON_A_STEP]
    return DayStep(
        rank,
        tuple(names[:ON_A_STEP]),
        tuple((person[:1].upper(), color_of(person)) for person in faces),
        max(0, len(names) - ON_A_STEP),
        _has(seen, here[0]),
        len(here) > 1,
    )


def _has(seen: Snapshot, place: Standing) -> Message:
    figure = figure_of(seen, place)
    if seen.counts in UNITS:
        return message("{points} {points|point|points}", points=figure)
    return message("{games} won", games=figure)


def color_of(name: str) -> int:
    """The color of a face, the same for a name everywhere."""
    return sum(map(ord, name)) % FACES


def rounds_of(event: Event) -> list[tuple[int, list[TablePlayed]]]:
    """Every round with its tables, the latest first."""
    found = []
    for round_ in reversed(event.rounds):
        lines = [
            TablePlayed(each.number, each.names, each.counts.points if each.counts else None)
            for each in tables_of(event, round_)
            if each.playing
        ]
        found.append((round_.number, lines))
    return found
