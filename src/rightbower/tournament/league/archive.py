"""What is done with a whole league: its name, the archive, throwing practice away, a copy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from rightbower.rules.message import message
from rightbower.tournament.commands import LONGEST_TEXT, Now, field, local
from rightbower.tournament.league import facts
from rightbower.tournament.league.acts import LeagueCommand
from rightbower.tournament.league.facts import Entry, Fact
from rightbower.tournament.league.fold import LeagueHistory, extend, fold
from rightbower.tournament.league.league import League
from rightbower.tournament.league.refusal import LeagueError, require_text
from rightbower.tournament.league.roster import name_players
from rightbower.tournament.league.season import enter_team
from rightbower.tournament.names import marked


class RenameLeague(LeagueCommand, frozen=True, tag="title"):
    """Give the league another name."""

    name: Annotated[
        str,
        field(
            "Name", "The new name of the league.", place=True, limits={"max_length": LONGEST_TEXT}
        ),
    ]

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        named = _named(self.name, state)
        if named == state.name:
            raise LeagueError(message("the league already has that name"))
        yield facts.LeagueRenamed(named)


class ArchiveLeague(LeagueCommand, frozen=True, tag="archive"):
    """Put the league into the archive, out of the list of leagues."""

    back: Annotated[bool, field("Back", "Take it out of the archive again.")] = False

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        if state.archived is not self.back:
            raise LeagueError(
                message("the league is not in the archive")
                if self.back
                else message("the league is in the archive already")
            )
        yield facts.LeagueArchived(not self.back)


class ThrowLeagueAway(LeagueCommand, frozen=True, tag="throw-away"):
    """Throw a practice league away; it is no longer shown anywhere."""

    asks_first: ClassVar[bool] = True

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        if not state.practice:
            raise LeagueError(
                message(
                    "only a practice league can be thrown away; put this one into the archive instead"
                )
            )
        yield facts.LeagueThrownAway()


def copied(
    league: League, id_: str, name: str, rosters: bool, *, at: float, by: str
) -> LeagueHistory:
    """Another season by the same plan with the same teams; ``rosters`` takes the players along.

    Waivers are signed anew, and subs of the old season are not put down.
    """
    opened = facts.LeagueOpened(id_, _named(name, league), league.plan, league.practice)
    history = fold([Entry(at, by, opened)])
    for team in (each for each in league.teams if each.out != "league"):
        entered = enter_team(history.league, team.name)
        history = extend(history, Entry(at, by, entered))
        players = [each.name for each in team.members if each.kind == "roster"]
        if rosters and players:
            put = name_players(history.league, entered.team.number, players, local(at))
            history = extend(history, Entry(at, by, put))
    return history


def _named(name: str, league: League) -> str:
    """A name for a league, which says so where it is practice."""
    require_text(name, message("a league needs a name"))
    return marked(name, league.practice)
