"""What a fact changes in a fixture and its games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from rightbower.tournament.league.state import night_facts
from rightbower.tournament.league.state.facts import Fact
from rightbower.tournament.league.state.fixtures import Arrival, Fixture, FixtureGame
from rightbower.tournament.league.state.league import League


def at_a_fixture(league: League, fact: Fact) -> League:
    """The league after what happened to a fixture."""
    match fact:
        case night_facts.Rescheduled(number, starts):
            return changed_fixture(league, number, lambda each: _new_date(each, starts))
        case night_facts.Noticed(number, notice):
            return changed_fixture(
                league, number, lambda each: replace(each, notices=(*each.notices, notice))
            )
        case night_facts.NoticeAnswered():
            return changed_fixture(league, fact.fixture, lambda each: _answered(each, fact))
        case night_facts.Arrived(number, arrivals):
            return changed_fixture(
                league, number, lambda each: replace(each, arrivals=each.arrivals + arrivals)
            )
        case night_facts.ArrivalCorrected():
            return _came_otherwise(league, fact)
        case night_facts.SentThrough(number, team, why):
            return changed_fixture(
                league, number, lambda each: replace(each, through=team, why=why)
            )
        case _:
            return in_a_game(league, fact)


def in_a_game(league: League, fact: Fact) -> League:
    """The league after what happened in a game of a fixture."""
    match fact:
        case night_facts.Forfeited(number, games, teams, cause, why):
            return _games(
                league, number, games, lambda each: replace(each, lost=teams, cause=cause, why=why)
            )
        case night_facts.ForfeitLifted():
            return _lifted(league, fact)
        case night_facts.GamesMoved(number, games, starts):
            return _games(league, number, games, lambda each: _moved(each, starts))
        case night_facts.Began(number, game, lineups, when):
            return _game(league, number, game, began=when, lineups=lineups)
        case night_facts.LineUpNamed():
            return _line_up(league, fact)
        case night_facts.PlayerStoodIn(number, game, lineups):
            return _game(league, number, game, lineups=lineups)
        case night_facts.FixtureResultEntered(number, game, points, side):
            return _game(league, number, game, points=points, side=side)
        case night_facts.FixtureResultConfirmed(number, game):
            return _game(league, number, game, confirmed=True, dispute="")
        case night_facts.FixtureResultTakenBack(number, game):
            return _game(league, number, game, points=None, side=None, dispute="")
        case night_facts.FixtureResultDisputed(number, game, why):
            return _game(league, number, game, dispute=why)
        case night_facts.FixtureResultCorrected(number, game, points, why):
            return _games(league, number, (game,), lambda each: _corrected(each, points, why))
        case night_facts.Deducted(number, game, deduction):
            taken = league.fixture(number).game(game).deductions
            return _game(league, number, game, deductions=(*taken, deduction))
        case _:
            raise AssertionError(f"{fact} is not folded")


def _line_up(league: League, fact: night_facts.LineUpNamed) -> League:
    """The line-up of one side of a game to come."""
    side = league.fixture(fact.fixture).side_of(fact.team)

    def named(game: FixtureGame) -> FixtureGame:
        one, other = game.named
        return replace(game, named=(fact.names, other) if side == 0 else (one, fact.names))

    return _games(league, fact.fixture, (fact.game,), named)


def _came_otherwise(league: League, fact: night_facts.ArrivalCorrected) -> League:
    """Another time for a player who came, or none; games lost by a lateness that was none are open."""
    new = fact.arrival

    def corrected(fixture: Fixture) -> Fixture:
        kept = [each for each in fixture.arrivals if not same_player(each, new)]
        return replace(fixture, arrivals=(*kept, new) if new.when else tuple(kept))

    league = changed_fixture(league, fact.fixture, corrected)
    return _games(
        league, fact.fixture, fact.lifted, lambda each: _played_after_all(each, (new.team,))
    )


def same_player(one: Arrival, other: Arrival) -> bool:
    """Whether two lines are about one player of a team."""
    return one.team == other.team and one.player.casefold() == other.player.casefold()


def _lifted(league: League, fact: night_facts.ForfeitLifted) -> League:
    league = changed_fixture(
        league, fact.fixture, lambda each: replace(each, excused=each.excused + fact.excused)
    )
    return _games(
        league, fact.fixture, fact.games, lambda each: _played_after_all(each, fact.teams)
    )


def _played_after_all(game: FixtureGame, teams: tuple[int, ...]) -> FixtureGame:
    """The game without the loss of these teams; open again where nobody else lost it."""
    lost = tuple(each for each in game.lost if each not in teams)
    return replace(game, lost=lost) if lost else replace(game, lost=(), cause=None, why="")


def changed_fixture(league: League, number: int, change: Callable[[Fixture], Fixture]) -> League:
    """The league with one fixture changed so."""
    fixtures = list(league.fixtures)
    fixtures[number - 1] = change(fixtures[number - 1])
    return replace(league, fixtures=tuple(fixtures))


def _game(league: League, number: int, game: int, **changes: Any) -> League:
    """The league with one game of a fixture changed so."""
    return _games(league, number, (game,), lambda each: replace(each, **changes))


def _games(
    league: League, fixture: int, games: Sequence[int], change: Callable[[FixtureGame], FixtureGame]
) -> League:
    def all_of_them(each: Fixture) -> Fixture:
        changed = tuple(change(game) if game.number in games else game for game in each.games)
        return replace(each, games=changed)

    return changed_fixture(league, fixture, all_of_them)


def _corrected(game: FixtureGame, points: tuple[int, int], why: str) -> FixtureGame:
    return replace(
        game, points=points, side=None, confirmed=True, lost=(), cause=None, why=why, dispute=""
    )


def _moved(game: FixtureGame, starts: str) -> FixtureGame:
    return replace(game, moved=starts, moves=game.moves + 1)


def _new_date(fixture: Fixture, starts: str) -> Fixture:
    """A new date begins a new night: who came to the old one is not there yet."""
    return replace(fixture, starts=starts, moves=fixture.moves + 1, arrivals=())


def _answered(fixture: Fixture, fact: night_facts.NoticeAnswered) -> Fixture:
    notices = tuple(
        replace(each, resolution=fact.resolution, answer=fact.why)
        if each.team == fact.team and each.resolution is None
        else each
        for each in fixture.notices
    )
    fixture = replace(fixture, notices=notices)
    if fact.resolution == "new date":
        return _new_date(fixture, fact.starts)
    if fact.resolution == "sub":
        return fixture
    games = tuple(
        replace(game, lost=(*game.lost, fact.team), cause="notice", why=fact.why)
        if fact.team not in game.lost
        else game
        for game in fixture.games
    )
    return replace(fixture, games=games)
