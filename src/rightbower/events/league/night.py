"""A night of the league: who comes, which game begins with whom, and what it ends with."""

from __future__ import annotations

from collections.abc import Sequence

from rightbower.events.league.facts import (
    Arrived,
    Began,
    ResultConfirmed,
    ResultCorrected,
    ResultEntered,
    StoodIn,
)
from rightbower.events.league.forfeits import due
from rightbower.events.league.league import Arrival, Fixture, Game, League, LeagueError
from rightbower.events.league.outcome import goes_on, objection, over
from rightbower.events.league.roster import lineup_objection
from rightbower.events.league.season import moment


def arrive(league: League, number: int, team: int, players: Sequence[str], when: str) -> Arrived:
    """Players come, known to the team or not; whoever has not signed counts as present."""
    fixture = _open(league, number)
    fixture.side_of(team)
    moment(when)
    here = {each.player.casefold() for each in fixture.arrivals if each.team == team}
    for player in players:
        if player.casefold() in here:
            raise LeagueError(f"{player} is here already")
    return Arrived(number, tuple(Arrival(team, player, when) for player in players))


def begin(
    league: League,
    number: int,
    game: int,
    lineups: tuple[Sequence[str], Sequence[str]],
    when: str,
) -> Began:
    """A game begins with two players of each team, once lateness has been dealt with."""
    fixture = _open(league, number)
    there = fixture.game(game)
    if there.began or there.lost:
        raise LeagueError(
            f"game {game} of fixture {number} {'has begun' if there.began else 'is forfeited'}"
        )
    if any(each.playing for each in fixture.games):
        raise LeagueError("another game of this fixture is in progress")
    if over(fixture, league.plan):
        raise LeagueError(f"fixture {number} is decided")
    if moment(when) < moment(there.moved or fixture.starts):
        raise LeagueError(f"fixture {number} starts at {there.moved or fixture.starts}")
    if late := due(league, number, when):
        raise LeagueError(f"call the forfeit first: {late[0].why}")
    for team, names in zip(fixture.teams, lineups, strict=True):
        if reason := lineup_objection(league, fixture, game, team, names):
            raise LeagueError(reason)
    both = {name.casefold() for name in lineups[0]} & {name.casefold() for name in lineups[1]}
    if both:
        raise LeagueError("nobody plays for both teams")
    return Began(number, game, (tuple(lineups[0]), tuple(lineups[1])), when)


def stand_in(
    league: League, number: int, game: int, team: int, out: str, in_: str, why: str
) -> StoodIn:
    """Another player takes a place in the game in progress, as for an ejected player."""
    fixture = _open(league, number)
    there = fixture.game(game)
    if not there.playing:
        raise LeagueError(f"game {game} of fixture {number} is not in progress")
    if not why.strip():
        raise LeagueError("say why somebody else plays on")
    side = fixture.side_of(team)
    if out not in there.lineups[side]:
        raise LeagueError(f"{out} is not playing")
    names = tuple(in_ if name == out else name for name in there.lineups[side])
    if in_ in there.lineups[1 - side]:
        raise LeagueError("nobody plays for both teams")
    if reason := lineup_objection(league, fixture, game, team, names):
        raise LeagueError(reason)
    lineups = (names, there.lineups[1]) if side == 0 else (there.lineups[0], names)
    return StoodIn(number, game, lineups, why)


def enter(
    league: League, number: int, game: int, points: tuple[int, int], side: int | None = None
) -> ResultEntered:
    """The points of a game, from one of its teams or at the desk."""
    there = _game(league, number, game)
    if there.points is not None:
        raise LeagueError(f"game {game} of fixture {number} has a result; correct it with a reason")
    if there.lost:
        raise LeagueError(f"game {game} of fixture {number} is forfeited")
    if not there.began:
        raise LeagueError(f"game {game} of fixture {number} has not begun")
    if reason := objection(points, league.plan):
        raise LeagueError(reason)
    return ResultEntered(number, game, points, side)


def confirm(league: League, number: int, game: int, side: int | None = None) -> ResultConfirmed:
    """The team that did not enter the points stands by them; the officer may do so too."""
    there = _game(league, number, game)
    if there.points is None:
        raise LeagueError(f"game {game} of fixture {number} has no result to confirm")
    if there.stands:
        raise LeagueError(f"game {game} of fixture {number} stands already")
    if side is not None and side == there.side:
        raise LeagueError("the team that entered the points does not confirm them")
    return ResultConfirmed(number, game)


def correct(
    league: League, number: int, game: int, points: tuple[int, int], why: str
) -> ResultCorrected:
    """Points put right at any time, with the reason; playoffs already drawn on keep their winner."""
    fixture = _open(league, number)
    there = fixture.game(game)
    if not why.strip():
        raise LeagueError("a correction needs its reason")
    if there.points is None or there.cause == "protest":
        raise LeagueError(f"game {game} of fixture {number} has no result to correct")
    if reason := objection(points, league.plan):
        raise LeagueError(reason)
    swapped = (points[0] > points[1]) != (there.points[0] > there.points[1])
    if fixture.phase == "playoffs" and swapped and _drawn_on(league, fixture):
        raise LeagueError("the next round is drawn; undo it before the winner changes")
    return ResultCorrected(number, game, points, why)


def open_games(league: League, week: int) -> tuple[tuple[Fixture, Game], ...]:
    """The games of a week that are still to be played or confirmed."""
    return tuple(
        (fixture, game)
        for fixture in league.fixtures
        if fixture.week == week and not over(fixture, league.plan)
        for game in fixture.games
        if not game.stands
    )


def _drawn_on(league: League, fixture: Fixture) -> bool:
    return bool(goes_on(league, fixture)) and any(
        each.phase == "playoffs" and each.week > fixture.week for each in league.fixtures
    )


def _open(league: League, number: int) -> Fixture:
    fixture = league.fixture(number)
    if fixture.cancelled:
        raise LeagueError(f"fixture {number} is not played: {fixture.cancelled}")
    return fixture


def _game(league: League, number: int, game: int) -> Game:
    return _open(league, number).game(game)
