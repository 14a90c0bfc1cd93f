"""What is done with a whole league: its name, the archive, throwing practice away, a copy, what is taken back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec.structs import replace

from rightbower.rules.message import Message, message
from rightbower.tournament.commands import LONGEST_TEXT, Now, field, local
from rightbower.tournament.contest import Archived, Entry, Fact, ThrownAway, Undone, effective
from rightbower.tournament.league.acts import LeagueCommand, Why
from rightbower.tournament.league.league import League, LeagueHistory, NamesTeams
from rightbower.tournament.league.refusal import LeagueError, require_text
from rightbower.tournament.league.roster import name_players
from rightbower.tournament.league.season import LeagueOpened, enter_team
from rightbower.tournament.names import marked


class LeagueRenamed(Fact, frozen=True, tag="renamed"):
    """The league has another name."""

    name: str

    def apply(self, state: League, at: float) -> League:
        return replace(state, name=self.name)

    def says(self, state: NamesTeams) -> Message:
        return message("the league is called {name}", name=self.name)


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
        yield LeagueRenamed(named)


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
        yield Archived(not self.back)


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
        yield ThrownAway()


def copied(
    league: League, id_: str, name: str, rosters: bool, *, at: float, by: str
) -> LeagueHistory:
    """Another season by the same plan with the same teams; ``rosters`` takes the players along.

    Waivers are signed anew, and subs of the old season are not put down.
    """
    opened = LeagueOpened(id_, _named(name, league), league.plan, league.practice)
    history = LeagueHistory.of([Entry(at, by, opened)])
    for team in (each for each in league.teams if each.out != "league"):
        entered = enter_team(history.league, team.name)
        history = history.extend(Entry(at, by, entered))
        players = [each.name for each in team.members if each.kind == "roster"]
        if rosters and players:
            put = name_players(history.league, entered.team.number, players, local(at))
            history = history.extend(Entry(at, by, put))
    return history


def _named(name: str, league: League) -> str:
    """A name for a league, which says so where it is practice."""
    require_text(name, message("a league needs a name"))
    return marked(name, league.practice)


def undo(history: LeagueHistory, why: str, entry: int | None = None) -> Undone:
    """Take back the latest entry that counts; it stays in the journal with the reason."""
    latest = effective(history.entries)[-1][0]
    if entry is not None and entry != latest:
        raise LeagueError(
            message(
                "only the latest entry can be undone, and that is entry {latest}", latest=latest
            )
        )
    if latest == 1:
        raise LeagueError(message("the opening of the league cannot be undone"))
    require_text(why, message("taking an entry back needs a reason"))
    return Undone(latest, why)


class UndoEntry(LeagueCommand, frozen=True, tag="undo"):
    """Undo the latest entry; it stays in the history, marked as undone."""

    asks_first: ClassVar[bool] = True
    why: Why
    entry: Annotated[int | None, field("Entry", "Its number; the latest if left out.")] = None

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield undo(now.history, self.why, self.entry)
