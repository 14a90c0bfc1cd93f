"""What captains say from the table: their line-up, points taken back, and points they dispute."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rightbower.rules.message import message
from rightbower.tournament.league.facts import (
    Fact,
    FixtureResultDisputed,
    FixtureResultTakenBack,
    LineUpNamed,
)
from rightbower.tournament.league.fixtures import FixtureGame
from rightbower.tournament.league.fold import apply
from rightbower.tournament.league.league import League
from rightbower.tournament.league.night import begin
from rightbower.tournament.league.refusal import LeagueError, require_text
from rightbower.tournament.league.roster import lineup_objection
from rightbower.tournament.league.season import tidy, to_be_played


def name_line_up(
    league: League, number: int, game: int, team: int, names: Sequence[str], when: str
) -> Iterator[Fact]:
    """A team says who plays; with the second line-up the game begins."""
    fixture = to_be_played(league, number)
    there, side = fixture.game(game), league.side_of(fixture, team)
    if there.began or there.lost:
        raise LeagueError(
            message("game {game} has begun", game=game)
            if there.began
            else message("game {game} is forfeited", game=game)
        )
    chosen = tuple(tidy(name) for name in names)
    if reason := lineup_objection(league, fixture, game, team, chosen, when):
        raise LeagueError(reason)
    said = LineUpNamed(number, game, team, chosen)
    both = apply(league, said).fixture(number).game(game).named
    start = begin(league, number, game, both, when) if all(both) else None
    if both[side] == there.named[side] and start is None:
        raise LeagueError(message("this is your line-up already"))
    yield said
    if start is not None:
        yield start


def take_back(league: League, number: int, game: int, team: int) -> FixtureResultTakenBack:
    """The team that entered points takes them back before the other stands by them."""
    there = _waiting(league, number, game)
    if there.side != league.side_of(league.fixture(number), team):
        raise LeagueError(
            message("the points are the other team's; say that they are wrong instead")
        )
    return FixtureResultTakenBack(number, game)


def dispute(league: League, number: int, game: int, team: int, why: str) -> FixtureResultDisputed:
    """The team that did not enter the points says that they are wrong; the officer decides."""
    there = _waiting(league, number, game)
    if there.side == league.side_of(league.fixture(number), team):
        raise LeagueError(message("your team entered these points; take them back instead"))
    require_text(why, message("say what is wrong"))
    return FixtureResultDisputed(number, game, why)


def _waiting(league: League, number: int, game: int) -> FixtureGame:
    """A game whose points one team has entered and the other has not confirmed."""
    there = to_be_played(league, number).game(game)
    if there.points is None:
        raise LeagueError(
            message("game {game} of fixture {number} has no points yet", game=game, number=number)
        )
    if there.stands:
        raise LeagueError(
            message(
                "game {game} of fixture {number} is confirmed already", game=game, number=number
            )
        )
    return there
