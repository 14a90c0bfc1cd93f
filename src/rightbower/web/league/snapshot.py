"""A league as everybody may see it: the season page and the wall show this."""

from __future__ import annotations

from msgspec import Struct, json

from rightbower.tournament.dates import day_text
from rightbower.tournament.league.playoffs import champion
from rightbower.tournament.league.state.league import Announcement, League
from rightbower.tournament.league.table import TeamPlace, standings
from rightbower.web.league.access import local
from rightbower.web.league.views import (
    FixtureView,
    MatchView,
    bracket_view,
    fixture_view,
    night_now,
    of_night,
)


class LeagueSnapshot(Struct, frozen=True):
    """All that everybody may see; ``at`` is the server's time in seconds."""

    kind: str
    id: str
    version: int
    at: float
    name: str
    book: str
    phase: str
    night: str
    tonight: bool
    fixtures: tuple[FixtureView, ...]
    places: tuple[TeamPlace, ...]
    bracket: list[list[MatchView]]
    champion: str
    announcements: tuple[Announcement, ...]


def league_snapshot(league: League, at: float) -> LeagueSnapshot:
    """The league as everybody may see it now."""
    now = local(at)
    night = night_now(league, now)
    won = champion(league)
    return LeagueSnapshot(
        kind="league",
        id=league.id,
        version=league.version,
        at=at,
        name=league.name,
        book=league.plan.title,
        phase=league.phase,
        night=day_text(night) if night else "",
        tonight=night == now[:10],
        fixtures=tuple(fixture_view(league, each, now) for each in of_night(league, night)),
        places=standings(league),
        bracket=bracket_view(league),
        champion=league.team(won).name if won else "",
        announcements=league.announcements,
    )


def league_as_text(league: League, at: float) -> str:
    """The snapshot as it is sent."""
    return json.encode(league_snapshot(league, at)).decode()


def league_as_short(league: League) -> str:
    """Only that there is something new, for pages that fetch themselves again."""
    return json.encode({"kind": "league", "id": league.id, "version": league.version}).decode()
