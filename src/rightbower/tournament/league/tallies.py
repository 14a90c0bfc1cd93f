"""What each team has done in the season, who beat whom, and the figures that part tied teams."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from rightbower.tournament.events.standings.tally import opponents
from rightbower.tournament.league.outcome import games_won, over, score, winner
from rightbower.tournament.league.season import names_of
from rightbower.tournament.league.state.league import League
from rightbower.tournament.ties import TIE_BREAKS, Group, Number, Ties, beside


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


class LeagueTies(Ties):
    """Those who are tied in a league; by share where the officer or the book has it so."""

    def __init__(self, league: League) -> None:
        super().__init__(tallies(league))
        self.league = league
        self.met = meetings(league)
        self._opponents = opponents((min(both), max(both)) for both in self.met)
        self.played = played_range(league)
        self.by_share = league.plan.play.unequal == "by share"

    def value(self, step: str, number: int) -> Number:
        """The figure; for each game where shares are ranked."""
        found = super().value(step, number)
        return Fraction(found, self.tallies[number].games or 1) if self.by_share else found

    def said(self, step: str, values: Sequence[Number]) -> list[str]:
        """A difference with its sign; other figures as everywhere."""
        if step != "difference" and not self.by_share:
            return super().said(step, values)
        return [
            f"{self._unit(step)} {self._shown(value)} to {others}"
            for value, others in zip(values, beside(values, self._shown), strict=True)
        ]

    def tied_at(self, step: str, number: int) -> str:
        """A difference that parts nobody, with its sign; other figures as everywhere."""
        if step != "difference" and not self.by_share:
            return super().tied_at(step, number)
        return f"tied at {self._unit(step)} {self._shown(self.value(step, number))}"

    def _unit(self, step: str) -> str:
        unit = TIE_BREAKS[step].says.format("").strip()
        named = "difference in points" if step == "difference" else unit
        return f"{named}{' a game' if self.by_share else ''}"

    def _shown(self, found: Number) -> str:
        return f"{float(found):+.2f}" if self.by_share else f"{int(found):+d}"

    def winners(self, one: int, other: int) -> Sequence[int]:
        """Who won each game between two that stands."""
        return self.met.get(frozenset({one, other}), ())

    def opponents(self, number: int) -> Collection[int]:
        """The teams that a team has played in games that stand."""
        return self._opponents.get(number, ())

    def between(self, number: int, group: Group, won: Mapping[int, int]) -> str:
        """How many of their games against the others a team won."""
        others = tuple(each for each in group if each != number)
        played = sum(len(self.winners(number, other)) for other in others)
        return f"won {won[number]} of {played} games against {names_of(self.league, others)}"
