"""What lies on the tables: a score sheet for each game, and whom to ask."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rightbower.tournament.league.outcome import games_won, score
from rightbower.tournament.league.state.fixtures import Fixture
from rightbower.tournament.league.state.league import League


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


def moved_games(fixture: Fixture) -> dict[str, list[int]]:
    """The games that were moved to another day, by their new time."""
    found: dict[str, list[int]] = {}
    for game in fixture.games:
        if game.moved:
            found.setdefault(game.moved, []).append(game.number)
    return found


def moved_games_text(fixture: Fixture) -> tuple[str, ...]:
    """The games that were moved and are still to be played, a line for each new time."""
    return tuple(
        f"{numbered(left)} on {starts.replace('T', ' ')}"
        for starts, games in moved_games(fixture).items()
        if (left := [number for number in games if fixture.game(number).open])
    )


def result_text(league: League, fixture: Fixture) -> str:
    """What came of a fixture, in few words; nothing before a game is over."""
    if fixture.cancelled:
        return f"not played: {fixture.cancelled}"
    if fixture.void:
        return f"does not count: {fixture.void}"
    scores = [score(fixture, game, league.plan) for game in fixture.games]
    if not any(scores):
        return ""
    shown = ", ".join(f"{each[0]}–{each[1]}" if each else "…" for each in scores)
    one, other = games_won(fixture)
    return "; ".join([f"{one}–{other} ({shown})", *moved_games_text(fixture)])


def numbered(numbers: Sequence[int], one: str = "game") -> str:
    """Games, or other things, by their numbers.

    >>> numbered([2, 3])
    'games 2, 3'
    """
    return f"{one}{'' if len(numbers) == 1 else 's'} {', '.join(map(str, numbers))}"


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
            fixture.starts_of(game.number),
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
