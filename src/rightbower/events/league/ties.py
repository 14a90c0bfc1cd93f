"""Teams that are tied: the figures that part them, by share where teams are ranked so."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from rightbower.events.league.season import names_of
from rightbower.events.league.state.league import League
from rightbower.events.league.tallies import meetings, played_range, tallies
from rightbower.events.standings.tally import opponents
from rightbower.tournament.ties import TIE_BREAKS, Group, Number, Ties, beside


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
        named = "difference in points" if step == "difference" else _bare(TIE_BREAKS[step].says)
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


def _bare(says: str) -> str:
    """The unit of a figure without its number."""
    return says.format("").strip()
