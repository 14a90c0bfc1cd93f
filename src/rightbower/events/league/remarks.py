"""What the officer of a league should be told beside an entry: what it means for the playoffs."""

from __future__ import annotations

from rightbower.events.league.facts import Fact, PlayoffsRedrawn
from rightbower.events.league.fold import apply
from rightbower.events.league.league import League
from rightbower.events.league.outcome import over
from rightbower.events.league.playoffs import drawn_otherwise
from rightbower.events.league.table import played_range, unequal_said


def remarks(league: League, fact: Fact) -> tuple[str, ...]:
    """Remarks on a fact about to be added to the league."""
    if isinstance(fact, PlayoffsRedrawn):
        return _played_for_nothing(league)
    after = apply(league, fact)
    said = []
    if (now := drawn_otherwise(after)) and now != drawn_otherwise(league):
        said.append(now)
    if _finished(after) and played_range(after) != played_range(league):
        said.append(unequal_said(after))
    return tuple(filter(None, said))


def _finished(league: League) -> bool:
    """Whether the season is played out, so that unequal games stay unequal."""
    return bool(league.byes) and all(over(each, league.plan) for each in league.season)


def _played_for_nothing(league: League) -> tuple[str, ...]:
    """The playoff games that a new draw leaves without effect."""
    begun = [each for each in league.playoff_fixtures if each.begun]
    return tuple(f"{league.called(each)} was played and counts no more." for each in begun)
