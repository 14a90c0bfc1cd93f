"""What each team has done in the season: games, points, forfeits, and who beat whom."""

from __future__ import annotations

from msgspec import Struct

from rightbower.events.league.outcome import games_won, over, score, winner
from rightbower.events.league.state.league import League


class SeasonTally(Struct):
    """What a team has done in the season."""

    fixtures: int = 0
    fixtures_won: int = 0
    won: int = 0
    lost: int = 0
    forfeited: int = 0
    points: int = 0
    against: int = 0
    byes: int = 0

    @property
    def games(self) -> int:
        """How many games count."""
        return self.won + self.lost

    @property
    def difference(self) -> int:
        """Points made less points given."""
        return self.points - self.against


def meetings(league: League) -> dict[frozenset[int], list[int]]:
    """Who won each game that stands, for any two teams that have met."""
    found: dict[frozenset[int], list[int]] = {}
    for fixture in league.counting:
        won = [winner(fixture, game) for game in fixture.games if game.stands]
        if won:
            found.setdefault(frozenset(fixture.teams), []).extend(won)
    return found


def tallies(league: League) -> dict[int, SeasonTally]:
    """The season's count for every team, those removed included."""
    found = {team.number: SeasonTally() for team in league.teams}
    for fixture in league.counting:
        for side, number in enumerate(fixture.teams):
            tally = found[number]
            tally.fixtures += over(fixture, league.plan)
            won = games_won(fixture)
            tally.fixtures_won += over(fixture, league.plan) and won[side] > won[1 - side]
            for game in fixture.games:
                points = score(fixture, game, league.plan)
                if points is None:
                    continue
                tally.won += winner(fixture, game) == number
                tally.lost += winner(fixture, game) != number
                tally.forfeited += number in game.lost
                tally.points += points[side]
                tally.against += points[1 - side]
    for byes in league.byes:
        for number in byes:
            found[number].byes += 1
    return found


def played_range(league: League) -> tuple[int, int]:
    """The fewest and the most games that a team still in the table has played."""
    counted = tallies(league)
    games = [counted[team.number].games for team in league.teams if team.out != "league"]
    return min(games, default=0), max(games, default=0)
