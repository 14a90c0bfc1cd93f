"""The night: who comes, games lost by lateness, line-ups, points, notice given beforehand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Literal

from rightbower.events.league import forfeits, night, roster
from rightbower.events.league.commands.base import (
    NAME,
    FixtureNo,
    GameNo,
    LeagueCommand,
    LineUp,
    Names,
    OfTeam,
    Player,
    Points,
    Starts,
    Team,
    When,
    Why,
    local_time,
    score,
    side,
    team,
)
from rightbower.events.league.facts import Fact
from rightbower.events.league.fold import LeagueHistory
from rightbower.events.league.league import Fixture, League, LeagueError, Resolution
from rightbower.events.league.playoffs import drawn_again, keep_who_went_on
from rightbower.tournament.commands import Now, field

Others = Annotated[Names, field("Others", "More names, by commas.", split=",\n", repeated=True)]
OnTime = Annotated[bool, field("On time", "Whoever is not checked in came on time.")]
Scores = Annotated[tuple[str, ...], field("Points", "GAME=POINTS of one team.")]


class Arrive(LeagueCommand, frozen=True, tag="arrive"):
    """Players are here."""

    fixture: FixtureNo
    team: Team
    player: Annotated[tuple[NAME, ...], field("Player", place=True)] = ()
    others: Others = ()
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        names = self.player + self.others
        if not names:
            raise LeagueError("write the name of who came")
        own, fixture = team(state, self.team), state.fixture(self.fixture)
        yield night.arrive(state, self.fixture, own, names, local_time(self.when, now, fixture))


class ArriveAll(LeagueCommand, frozen=True, tag="arrive-all"):
    """Everybody of a roster who is not here yet comes in together."""

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
            raise LeagueError("everybody of the roster is here already")
        yield night.arrive(state, self.fixture, own, names, when)


class CorrectArrival(LeagueCommand, frozen=True, tag="correct-arrival"):
    """Put right when a player came, or that the player was not there."""

    fixture: FixtureNo
    team: Team
    player: Player
    why: Why
    when: Annotated[str, field("Came at", "The local time; nobody came where not said.")] = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        own, fixture = team(state, self.team), state.fixture(self.fixture)
        when = local_time(self.when, now, fixture) if self.when else ""
        yield night.correct_arrival(state, self.fixture, own, self.player, when, self.why)


class BringSub(LeagueCommand, frozen=True, tag="sub"):
    """A sub is put down, signs with the officer and is here."""

    fixture: FixtureNo
    team: Team
    player: Annotated[
        tuple[NAME, ...],
        field("Name", "Of the sub.", split=",\n", one_word=True, place=True, metavar="name"),
    ] = ()
    others: Annotated[
        Names, field("Name", "Of the sub, as an option.", split=",\n", one_word=True)
    ] = ()
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        names = self.player + self.others
        if len(names) != 1:
            raise LeagueError("write the name of the sub")
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
    """Write down the games lost by lateness."""

    fixture: FixtureNo
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        when = local_time(self.when, now, state.fixture(self.fixture))
        yield from forfeits.due(state, self.fixture, when)


class ExcuseLateness(LeagueCommand, frozen=True, tag="excuse"):
    """A team's lateness costs nothing; games lost by it are played after all."""

    asks_first: ClassVar[bool] = True
    fixture: FixtureNo
    team: Team
    why: Why

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        lifted = forfeits.excuse(state, self.fixture, team(state, self.team), self.why)
        keep_who_went_on(state, self.fixture, lifted)
        yield lifted


class LiftForfeit(LeagueCommand, frozen=True, tag="lift"):
    """Games that were forfeited are played after all."""

    asks_first: ClassVar[bool] = True
    fixture: FixtureNo
    games: Annotated[tuple[int, ...], field("Games", "Their numbers.", place=True)] = ()
    why: Annotated[str, field("Reason", option=True)] = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        if not self.games:
            raise LeagueError("choose the games that are played after all")
        lifted = forfeits.lift(state, self.fixture, self.games, self.why)
        keep_who_went_on(state, self.fixture, lifted)
        yield lifted


class BeginGame(LeagueCommand, frozen=True, tag="begin"):
    """A game begins."""

    fixture: FixtureNo
    game: GameNo
    first: LineUp = ()
    second: LineUp = ()
    first_other: Others = ()
    second_other: Others = ()
    on_time: OnTime = False
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        fixture = state.fixture(self.fixture)
        lineups = (self.first + self.first_other, self.second + self.second_other)
        if self.on_time:
            yield from _on_time(fixture, fixture.starts_of(self.game), lineups, now)
        when = local_time(self.when, now, fixture)
        yield night.begin(now.history.league, self.fixture, self.game, lineups, when)


def _on_time(
    fixture: Fixture, starts: str, lineups: tuple[Names, Names], now: Now[LeagueHistory]
) -> Iterator[Fact]:
    """Whoever plays and is not down as here came at the start."""
    for own, names in zip(fixture.teams, lineups, strict=True):
        here = {each.player.casefold() for each in fixture.came(own, starts)}
        new = [name for name in names if name.casefold() not in here]
        if new:
            yield night.arrive(now.history.league, fixture.number, own, new, starts)


class EnterSheet(LeagueCommand, frozen=True, tag="sheet"):
    """Enter the points of a night's sheet; a game that has not begun begins with the line-ups.

    From paper, the next day too, with ``on_time``: no times are asked for.
    """

    fixture: FixtureNo
    first: LineUp = ()
    second: LineUp = ()
    first_other: Others = ()
    second_other: Others = ()
    one: Annotated[Scores, field("Points of the first", "GAME=POINTS.", each=("one",))] = ()
    other: Annotated[Scores, field("Points of the second", "GAME=POINTS.", each=("other",))] = ()
    on_time: OnTime = False
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        points = self._points(state)
        if not points:
            raise LeagueError("write the points of a game first")
        lineups = (self.first + self.first_other, self.second + self.second_other)
        for game, (one, other) in points.items():
            fixture = state.fixture(self.fixture)
            there, starts = fixture.game(game), fixture.starts_of(game)
            if not there.began and not there.lost:
                if self.on_time:
                    yield from _on_time(
                        now.history.league.fixture(self.fixture), starts, lineups, now
                    )
                when = starts if self.on_time else local_time(self.when, now, fixture)
                yield night.begin(now.history.league, self.fixture, game, lineups, when)
            yield night.enter(now.history.league, self.fixture, game, (one, other))

    def _points(self, state: League) -> dict[int, tuple[int, int]]:
        names = [state.team(each).name for each in state.fixture(self.fixture).teams]
        one, other = dict(_numbered(self.one, names[0])), dict(_numbered(self.other, names[1]))
        for game in sorted(one.keys() ^ other.keys()):
            lacking = names[1] if game in one else names[0]
            raise LeagueError(
                f"write the points of both teams: game {game} lacks those of {lacking}"
            )
        return {game: (one[game], other[game]) for game in sorted(one)}


def _numbered(words: Sequence[str], name: str) -> Iterator[tuple[int, int]]:
    """Games and points from words such as 1=10."""
    for word in words:
        game, _, points = word.partition("=")
        if not (game and points):
            what = "the points" if game and "=" in word else "the game"
            said = f"{word[:20]!r} for {name} lacks {what}"
            raise LeagueError(f"{said}; write GAME=POINTS, such as 1=10")
        if not game.isdecimal() or len(game) > 2:
            raise LeagueError(f"{game[:20]!r} is not the number of a game")
        if not points.isdecimal() or len(points) > 2:
            raise LeagueError(f"{points[:20]!r} is not a number of points")
        yield int(game), int(points)


class EnterPoints(LeagueCommand, frozen=True, tag="result"):
    """Enter the points of a game, the team named first in the fixture first."""

    fixture: FixtureNo
    game: GameNo
    one: Points
    other: Points
    team: OfTeam = ""

    @classmethod
    def lines(cls, words: Sequence[str]) -> list[list[str]]:
        """The points are written ``10-7``."""
        return [score(words, 2)]

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        own = side(state, self.fixture, self.team)
        yield night.enter(state, self.fixture, self.game, (self.one, self.other), own)


class ConfirmPoints(LeagueCommand, frozen=True, tag="confirm"):
    """Stand by the points of a game."""

    fixture: FixtureNo
    game: GameNo
    team: OfTeam = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        own = side(state, self.fixture, self.team)
        yield night.confirm(state, self.fixture, self.game, own)


class CorrectPoints(LeagueCommand, frozen=True, tag="correct"):
    """Put the points of a game right."""

    asks_first: ClassVar[bool] = True
    fixture: FixtureNo
    game: GameNo
    one: Points
    other: Points
    why: Why

    @classmethod
    def lines(cls, words: Sequence[str]) -> list[list[str]]:
        """The points are written ``10-7``."""
        return [score(words, 2)]

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield night.correct(state, self.fixture, self.game, (self.one, self.other), self.why)
        if again := drawn_again(now.history.league):
            yield again


class StandIn(LeagueCommand, frozen=True, tag="stand-in"):
    """Another player plays on in a game in progress."""

    fixture: FixtureNo
    game: GameNo
    team: Team
    out: Annotated[str, field("Who stops")]
    player: Player
    why: Why

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        own = team(state, self.team)
        yield night.stand_in(state, self.fixture, self.game, own, self.out, self.player, self.why)


class GiveNotice(LeagueCommand, frozen=True, tag="notice"):
    """A team expects to forfeit."""

    fixture: FixtureNo
    team: Team
    channel: Annotated[Literal["email", "online"], field("How it was said")] = "email"
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
