"""What is done with a whole league: another name, the archive, throwing practice away, a copy."""

from __future__ import annotations

from rightbower.events.league.roster import name_players
from rightbower.events.league.season import enter_team
from rightbower.events.league.state.facts import (
    Entry,
    LeagueArchived,
    LeagueOpened,
    LeagueRenamed,
    LeagueThrownAway,
)
from rightbower.events.league.state.fold import LeagueHistory, extend, fold
from rightbower.events.league.state.league import League, Team
from rightbower.events.league.state.refusal import LeagueError, require_text
from rightbower.tournament.commands import local
from rightbower.tournament.names import marked


def rename(league: League, name: str) -> LeagueRenamed:
    """Another name, at any time."""
    require_text(name, "a league needs a name")
    named = marked(name, league.practice)
    if named == league.name:
        raise LeagueError("the league already has that name")
    return LeagueRenamed(named)


def archive(league: League, back: bool) -> LeagueArchived:
    """Put a league out of the way, or take it out of the archive again."""
    if league.archived is not back:
        where = "not in the archive" if back else "in the archive already"
        raise LeagueError(f"the league is {where}")
    return LeagueArchived(not back)


def throw_away(league: League) -> LeagueThrownAway:
    """A practice league is shown nowhere any more; one that counts stays."""
    if not league.practice:
        raise LeagueError(
            "only a practice league can be thrown away; put this one into the archive instead"
        )
    return LeagueThrownAway()


def copied(
    league: League, id_: str, name: str, rosters: bool, *, at: float, by: str
) -> LeagueHistory:
    """Another season by the same plan with the same teams; ``rosters`` takes the players along.

    Waivers are signed anew, and subs of the old season are not put down.
    """
    require_text(name, "a league needs a name")
    named = marked(name, league.practice)
    history = fold([Entry(at, by, LeagueOpened(id_, named, league.plan, league.practice))])
    for team in (each for each in league.teams if each.out != "league"):
        entered = enter_team(history.league, team.name)
        history = extend(history, Entry(at, by, entered))
        if rosters and (players := _players(team)):
            put = name_players(history.league, entered.team.number, players, local(at))
            history = extend(history, Entry(at, by, put))
    return history


def _players(team: Team) -> tuple[str, ...]:
    return tuple(each.name for each in team.members if each.kind == "roster")
