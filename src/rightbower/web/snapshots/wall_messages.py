"""What the wall says beside names and points, in whole sentences; the browser puts in what it has measured."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from rightbower.web.snapshots.event_view import Snapshot, TableView

FEW_TABLES = 8  # so many are named one by one
OPEN = ("playing", "entered", "disputed")
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


def _tables_in(tables: Sequence[TableView]) -> tuple[str, ...]:
    """How many tables are in, and which are not once they are few."""
    games = [table for table in tables if table.state != "bye"]
    missing = [table for table in games if table.state in OPEN]
    if not missing:
        return ("All tables are in",)
    count = f"{len(games) - len(missing)} of {len(games)} tables are in"
    if len(missing) == len(games) or len(missing) > FEW_TABLES:
        return (count,)
    return count, f"Still playing: {', '.join(str(table.number) for table in missing)}"
