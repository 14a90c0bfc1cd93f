"""The night: who comes, games lost by lateness, line-ups, points, notice given beforehand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from rightbower.rules.message import message
from rightbower.tournament.commands import Now, field
from rightbower.tournament.league import forfeits, night, roster
from rightbower.tournament.league.acts import (
    NAME,
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
from rightbower.tournament.league.facts import Fact
from rightbower.tournament.league.fixtures import Resolution
from rightbower.tournament.league.fold import LeagueHistory
from rightbower.tournament.league.league import League
from rightbower.tournament.league.playoffs import refuse_changed_winner
from rightbower.tournament.league.refusal import LeagueError

Others = Annotated[
    Names, field("Others", "More names, separated by commas.", split=",\n", repeated=True)
]


class Arrive(LeagueCommand, frozen=True, tag="arrive"):
    """Check in players who are here."""

    fixture: FixtureNo
    team: Team
    player: Annotated[tuple[NAME, ...], field("Player", place=True)] = ()
    others: Others = ()
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        names = self.player + self.others
        if not names:
            raise LeagueError(message("write the name of who came"))
        own, fixture = team(state, self.team), state.fixture(self.fixture)
        yield night.arrive(state, self.fixture, own, names, local_time(self.when, now, fixture))


class ArriveAll(LeagueCommand, frozen=True, tag="arrive-all"):
    """Check in everybody on a roster who is not here yet."""

    fixture: FixtureNo
    team: Team
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        own, fixture = team(state, self.team), state.fixture(self.fixture)
        when = local_time(self.when, now, fixture)
        here = {each.player.casefold() for each in fixture.came(own, fixture.night_of(when))}
        names = [
            each.name
            for each in state.team(own).members
            if each.kind == "roster" and not each.refused and each.name.casefold() not in here
        ]
        if not names:
            raise LeagueError(message("everybody of the roster is here already"))
        yield night.arrive(state, self.fixture, own, names, when)


class CorrectArrival(LeagueCommand, frozen=True, tag="correct-arrival"):
    """Correct when a player came, or say that the player was not there."""

    fixture: FixtureNo
    team: Team
    player: Player
    why: Why
    when: Annotated[
        str, field("Came at", "The local time; if left out, the player did not come.")
    ] = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        own, fixture = team(state, self.team), state.fixture(self.fixture)
        when = local_time(self.when, now, fixture) if self.when else ""
        yield night.correct_arrival(state, self.fixture, own, self.player, when, self.why)


class BringSub(LeagueCommand, frozen=True, tag="sub"):
    """Add a sub, who signs with the officer and is checked in."""

    fixture: FixtureNo
    team: Team
    player: Annotated[
        tuple[NAME, ...],
        field("Name", "The sub's name.", split=",\n", one_word=True, place=True, metavar="name"),
    ] = ()
    others: Annotated[
        Names, field("Name", "The sub's name, as an option.", split=",\n", one_word=True)
    ] = ()
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        names = self.player + self.others
        if len(names) != 1:
            raise LeagueError(message("write the name of the sub"))
        (name,) = names
        own, fixture = team(state, self.team), state.fixture(self.fixture)
        when = local_time(self.when, now, fixture)
        if state.team(own).member(name) is None:
            yield roster.name_players(state, own, [name], when, sub=True)
        member = now.history.league.team(own).member(name)
        if member is not None and not member.signed:
            witness = state.plan.officer
            yield roster.sign(now.history.league, own, name, when, witness=witness)
        yield night.arrive(now.history.league, self.fixture, own, [name], when)


class CallForfeit(LeagueCommand, frozen=True, tag="call"):
    """Record the games that were lost by being late."""

    fixture: FixtureNo
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        when = local_time(self.when, now, state.fixture(self.fixture))
        yield from forfeits.due(state, self.fixture, when)


class ExcuseLateness(LeagueCommand, frozen=True, tag="excuse"):
    """Excuse a team for being late; games lost by it are played after all."""

    asks_first: ClassVar[bool] = True
    fixture: FixtureNo
    team: Team
    why: Why

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        lifted = forfeits.excuse(state, self.fixture, team(state, self.team), self.why)
        refuse_changed_winner(state, self.fixture, lifted)
        yield lifted


class LiftForfeit(LeagueCommand, frozen=True, tag="lift"):
    """Lift a forfeit, so that the games are played after all."""

    asks_first: ClassVar[bool] = True
    fixture: FixtureNo
    games: Annotated[tuple[int, ...], field("Games", "Their numbers.", place=True)] = ()
    why: Annotated[str, field("Reason", option=True)] = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        if not self.games:
            raise LeagueError(message("choose the games that are played after all"))
        lifted = forfeits.lift(state, self.fixture, self.games, self.why)
        refuse_changed_winner(state, self.fixture, lifted)
        yield lifted


class GiveNotice(LeagueCommand, frozen=True, tag="notice"):
    """Give notice that a team expects to forfeit."""

    fixture: FixtureNo
    team: Team
    channel: Annotated[Literal["email", "online"], field("How they told you")] = "email"
    why: Annotated[str, field("Reason", limits={"max_length": 400})] = ""
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        own, when = team(state, self.team), local_time(self.when, now)
        yield forfeits.give_notice(state, self.fixture, own, when, self.channel, self.why)


class AnswerNotice(LeagueCommand, frozen=True, tag="answer"):
    """Answer a notice: a sub, a new date or the forfeit."""

    fixture: FixtureNo
    team: Team
    answer: Annotated[Literal["sub", "new-date", "forfeit"], field("Answer")]
    why: Why
    starts: Annotated[str, field("The new date")] = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        answers: dict[str, Resolution] = {
            "sub": "sub", "new-date": "new date", "forfeit": "forfeit",
        }  # fmt: skip
        starts: Starts = self.starts if self.answer == "new-date" else ""
        own, answer = team(state, self.team), answers[self.answer]
        yield forfeits.answer_notice(state, self.fixture, own, answer, self.why, starts)
