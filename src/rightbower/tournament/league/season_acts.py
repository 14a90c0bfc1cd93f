"""A season: teams and rosters, the calendar, new dates, the table, the playoffs, rules made known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Literal

from rightbower.rules.message import message
from rightbower.tournament.commands import Now, Opening, field
from rightbower.tournament.events.plan import free_id
from rightbower.tournament.league import conduct as sanctions
from rightbower.tournament.league import roster
from rightbower.tournament.league.acts import (
    FixtureNo,
    LeagueCommand,
    Names,
    Player,
    Starts,
    Team,
    When,
    Why,
    local_time,
    team,
)
from rightbower.tournament.league.facts import Fact, LeagueOpened
from rightbower.tournament.league.fold import LeagueHistory
from rightbower.tournament.league.history import undo
from rightbower.tournament.league.league import League
from rightbower.tournament.league.playoffs import draw, redraw, send_through
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.season import enter_team, open_league, reschedule, schedule
from rightbower.tournament.league.table import place_tied, rank_by

Witness = Annotated[str, field("Witness", "Who took the signature, if it came late.")]
Email = Annotated[str, field("Email")]


class OpenLeague(Opening, frozen=True, tag="open"):
    """Open a league."""

    id: Annotated[
        str, field("Id", "Small letters, digits and hyphens; made from the name if left out.")
    ]
    name: Annotated[str, field("Name")]
    book: Annotated[str, field("Book", "The rule book.")] = "sportcial-league"
    playoff_teams: Annotated[int, field("Teams in the playoffs", "0 for all of them.")] = 0
    guaranteed: Annotated[int, field("Games promised", "How many each team is promised.")] = 0
    place: Annotated[str, field("Place", "Where the league plays.", limits={"max_length": 400})] = (
        ""
    )
    page: Annotated[str, field("Page", "The web page where questions go.")] = ""
    email: Email = ""
    practice: Annotated[bool, field("Practice", "Counts for nothing and can be thrown away.")] = (
        False
    )

    def opened(self, taken: Sequence[str]) -> LeagueOpened:
        """The league as its book and these choices have it."""
        return open_league(
            self.id or free_id(self.name, taken, "league"),
            self.name,
            self.book,
            playoff_teams=self.playoff_teams,
            guaranteed=self.guaranteed,
            place=self.place,
            page=self.page,
            email=self.email,
            practice=self.practice,
        )


class EnterTeams(LeagueCommand, frozen=True, tag="teams"):
    """Enter teams."""

    names: Names

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        for name in self.names:
            yield enter_team(now.history.league, name)


class NamePlayers(LeagueCommand, frozen=True, tag="players"):
    """Add players to a team."""

    team: Team
    names: Names
    sub: Annotated[bool, field("Sub", "Add them as subs.")] = False
    signed: Annotated[bool, field("Signed", "They have signed the waiver.")] = False
    witness: Witness = ""
    email: Email = ""
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        own, when = team(state, self.team), local_time(self.when, now)
        yield roster.name_players(state, own, self.names, when, sub=self.sub)
        for name in self.names if self.signed else ():
            league = now.history.league
            yield roster.sign(league, own, name, when, witness=self.witness, email=self.email)


class Sign(LeagueCommand, frozen=True, tag="sign"):
    """Record that a player signed the waiver."""

    team: Team
    player: Player
    witness: Witness = ""
    email: Email = ""
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        own, when = team(state, self.team), local_time(self.when, now)
        yield roster.sign(state, own, self.player, when, witness=self.witness, email=self.email)


class SignAll(LeagueCommand, frozen=True, tag="sign-all"):
    """Sign the waiver for everybody on a team who has not refused."""

    team: Team
    witness: Witness = ""
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        own, when = team(state, self.team), local_time(self.when, now)
        for member in roster.unsigned(state, own):
            if not member.refused:
                league = now.history.league
                yield roster.sign(league, own, member.name, when, witness=self.witness)


class Refuse(LeagueCommand, frozen=True, tag="refuse"):
    """Record that a player will not sign."""

    team: Team
    player: Player

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield roster.refuse_to_sign(state, team(state, self.team), self.player)


class AddToRoster(LeagueCommand, frozen=True, tag="add"):
    """Put a sub on the roster."""

    team: Team
    player: Player
    why: Why

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield roster.add_to_roster(state, team(state, self.team), self.player, self.why)


class MakeCalendar(LeagueCommand, frozen=True, tag="calendar"):
    """Make the calendar of the season."""

    first_night: Annotated[str, field("First night", "Such as 2027-01-12T19:00.")]
    weeks: Annotated[
        int | None, field("Weeks", "Until every team has met every other if left out.")
    ] = None
    skip: Annotated[tuple[str, ...], field("Days off", "No play on these dates.", split=", \n", repeated=True)] = ()  # fmt: skip

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield schedule(state, self.first_night, self.weeks, self.skip)


class MoveFixture(LeagueCommand, frozen=True, tag="move"):
    """Give a fixture another date."""

    fixture: FixtureNo
    starts: Starts
    why: Why
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        when = local_time(self.when, now)
        yield reschedule(state, self.fixture, self.starts, self.why, when)


class PlaceTeams(LeagueCommand, frozen=True, tag="place"):
    """Put tied teams in order."""

    order: Annotated[
        tuple[int | str, ...],
        field("Order", "The teams, first to last.", place=True, each=("rank",)),
    ]
    why: Why

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield place_tied(state, [team(state, each) for each in _ordered(self.order)], self.why)


def _ordered(order: Sequence[int | str]) -> list[int | str]:
    """Teams as they were named, or by ranks such as 3=1."""
    if not all("=" in str(each) for each in order):
        return list(order)
    ranks = dict(str(each).split("=", 1) for each in order)
    if not all(rank.isdecimal() and len(rank) < 4 for rank in ranks.values()):
        raise LeagueError(message("give each team its rank as a number"))
    return [*sorted(ranks, key=lambda each: int(ranks[each]))]


class Announce(LeagueCommand, frozen=True, tag="announce"):
    """Announce a rule to the league."""

    text: Annotated[str, field("Text", limits={"max_length": 400})]
    date: Annotated[str, field("Date", "The day it is announced; today if left out.")] = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield sanctions.announce(state, self.text, self.date or now.when[:10])


class DrawPlayoffs(LeagueCommand, frozen=True, tag="playoffs"):
    """Draw the first or the next round of the playoffs."""

    starts: Starts

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield draw(state, self.starts)


class RedrawPlayoffs(LeagueCommand, frozen=True, tag="redraw"):
    """Draw the playoffs again by the table as it is now; games played in them count for nothing."""

    asks_first: ClassVar[bool] = True
    starts: Starts
    why: Why

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield redraw(state, self.starts, self.why)


class RankBy(LeagueCommand, frozen=True, tag="rank-by"):
    """Say how to rank teams that have played different numbers of games."""

    unequal: Annotated[Literal["as-they-are", "by-share"], field("How")]
    why: Why

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield rank_by(state, "by share" if self.unequal == "by-share" else "as they are", self.why)


class SendThrough(LeagueCommand, frozen=True, tag="through"):
    """Say which team goes on when a playoff is left open."""

    fixture: FixtureNo
    team: Team
    why: Why

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield send_through(state, self.fixture, team(state, self.team), self.why)


class UndoEntry(LeagueCommand, frozen=True, tag="undo"):
    """Undo the latest entry; it stays in the history, marked as undone."""

    asks_first: ClassVar[bool] = True
    why: Why
    entry: Annotated[int | None, field("Entry", "Its number; the latest if left out.")] = None

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield undo(now.history, self.why, self.entry)
