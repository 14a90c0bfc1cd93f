"""What lies on the tables: a score sheet for each game, and whom to ask."""

from __future__ import annotations

from msgspec import Struct

from rightbower.events.league.league import League
from rightbower.events.league.outcome import score


class ScoreSheet(Struct, frozen=True):
    """The sheet of one game: who plays, to how many points, and what came of it."""

    fixture: int
    game: int
    starts: str
    teams: tuple[str, str]
    players: tuple[tuple[str, ...], tuple[str, ...]]
    target: int | None
    points: tuple[int, int] | None
    note: str


def score_sheets(league: League, number: int) -> tuple[ScoreSheet, ...]:
    """A sheet for every game of a fixture, where the book has sheets."""
    plan = league.plan
    if plan.play.sheets == "none":
        return ()
    fixture = league.fixture(number)
    one, other = (league.team(each).name for each in fixture.teams)
    note = f"No sheet? Ask the {plan.officer} ({plan.clause('league.sheets')})."
    return tuple(
        ScoreSheet(
            number,
            game.number,
            game.moved or fixture.starts,
            (one, other),
            game.lineups,
            plan.target,
            score(fixture, game, plan),
            note,
        )
        for game in fixture.games
    )


def whom_to_ask(league: League) -> tuple[str, ...]:
    """Who helps on the night, where questions go, and the spirit of it."""
    plan = league.plan
    path = "league.officer_on_site"
    lines = []
    if plan.play.officer_on_site:
        lines.append(f"The {plan.officer} is there on the night to help ({plan.clause(path)}).")
    asked = " or ".join(filter(None, (plan.page, plan.email)))
    if asked:
        lines.append(f"Questions go to {asked} ({plan.clause(path, 1)}).")
    if plan.email:
        too_much = f"What is too awkward for the {plan.officer} goes to {plan.email}"
        lines.append(f"{too_much} ({plan.clause(path, 2)}).")
    lines.append(f"Fun comes first; compete in good spirit ({plan.clause('league.sanctions', 1)}).")
    return tuple(lines)
