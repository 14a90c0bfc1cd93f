"""What is done with a whole league: its name, the archive, throwing practice away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from rightbower.events.league import archive
from rightbower.events.league.commands.base import LeagueCommand
from rightbower.events.league.state.facts import Fact
from rightbower.events.league.state.fold import LeagueHistory
from rightbower.events.league.state.league import League
from rightbower.tournament.commands import LONGEST_TEXT, Now, field


class RenameLeague(LeagueCommand, frozen=True, tag="title"):
    """Give the league another name."""

    name: Annotated[
        str,
        field(
            "Name", "The new name of the league.", place=True, limits={"max_length": LONGEST_TEXT}
        ),
    ]

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield archive.rename(state, self.name)


class ArchiveLeague(LeagueCommand, frozen=True, tag="archive"):
    """Put the league into the archive, out of the list of leagues."""

    back: Annotated[bool, field("Back", "Take it out of the archive again.")] = False

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield archive.archive(state, self.back)


class ThrowLeagueAway(LeagueCommand, frozen=True, tag="throw-away"):
    """Throw a practice league away; it is no longer shown anywhere."""

    asks_first: ClassVar[bool] = True

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield archive.throw_away(state)
