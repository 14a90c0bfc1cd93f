"""A club's book in plain values: nights written down by hand, and the entries upon them."""

from __future__ import annotations

from typing import Any

from rightbower.tournament.club import book as told
from rightbower.tournament.club.club import ClubPlan
from rightbower.tournament.club.night import ClubHistory, Evening, LeagueRoster, NightLine
from rightbower.tournament.club.season import SeasonPlace, season_table
from rightbower.tournament.commands import Command, Now
from rightbower.tournament.contest import Entry, Fact
from rightbower.tournament.events.entrants import Place

AT = 1_790_000_000.0


def line(
    name: str,
    rank: int | None,
    points: int,
    results: str = "",
    *,
    partners: tuple[str, ...] = (),
    prize: int = 0,
    loners: int = 0,
    **options: Any,
) -> NightLine:
    """Somebody's night: the place, the points made and the games in order, ``W`` won and so on."""
    won, drawn, lost = (results.count(letter) for letter in "WDL")
    entrant = options.pop("entrant", 1)
    figures = {"won": won, "drawn": drawn, "lost": lost, "points": points}
    place = Place(rank, entrant, name, "so", **(figures | options))
    return NightLine(name, place, results, partners, prize, loners)


def left(name: str, results: str = "") -> NightLine:
    """Somebody who left the place to a substitute."""
    return NightLine(name, None, results, (), 0, 0)


def evening(
    id_: str, date: str, *lines: NightLine, finished: bool = True, unit: str = "player"
) -> Evening:
    """A night of these."""
    return Evening(id_, f"Night {id_}", date, finished, unit, lines, 7)


def book(*evenings: Evening, rosters: tuple[LeagueRoster, ...] = ()) -> ClubHistory:
    """A club's book that was just begun, upon these nights and leagues."""
    begun = ClubHistory.of([Entry(AT, "Kay", told.ClubOpened("club", "Elm Street", ClubPlan()))])
    return ClubHistory(begun.entries, begun.club, evenings, rosters)


def write(history: ClubHistory, *facts: Fact) -> ClubHistory:
    """The book with these entries, each a minute after the one before."""
    for fact in facts:
        history = history.extend(Entry(AT + 60 * len(history.entries), "Kay", fact))
    return history


def do(history: ClubHistory, *commands: Command) -> ClubHistory:
    """The book after these acts."""
    for command in commands:
        history = write(
            history, *command.decide(history.club, Now(history, AT, "Kay", lambda: "s"))
        )
    return history


def table(history: ClubHistory) -> tuple[SeasonPlace, ...]:
    """The table of the only season."""
    return season_table(history, history.club.season(""))
