"""The night: who comes, line-ups, and games that begin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec.structs import replace

from rightbower.rules.message import Joined, Message, because, joined, message
from rightbower.tournament.commands import Now, field
from rightbower.tournament.contest import Fact
from rightbower.tournament.dates import day_text, when_text
from rightbower.tournament.league import roster
from rightbower.tournament.league.acts import (
    NAME,
    FixtureNo,
    GameNo,
    LeagueCommand,
    LineUp,
    Names,
    Player,
    TeamField,
    When,
    Why,
    local_time,
    team_number,
)
from rightbower.tournament.league.fixtures import Arrival, Fixture, FixtureGame, numbered
from rightbower.tournament.league.forfeits import due, no_longer_lost
from rightbower.tournament.league.league import League, LeagueHistory, NamesTeams, OfFixture, OfGame
from rightbower.tournament.league.outcome import over
from rightbower.tournament.league.playoffs import refuse_changed_winner
from rightbower.tournament.league.refusal import LeagueError, require_text
from rightbower.tournament.league.roster import lineup_objection
from rightbower.tournament.league.season import moment, removed, tidy, to_be_played

Others = Annotated[
    Names, field("Others", "More names, separated by commas.", split=",\n", repeated=True)
]


class Arrived(OfFixture, frozen=True, tag="arrived"):
    """Players came."""

    arrivals: tuple[Arrival, ...]

    def change(self, fixture: Fixture) -> Fixture:
        return replace(fixture, arrivals=fixture.arrivals + self.arrivals)

    def says(self, state: NamesTeams) -> Message:
        came = (
            message("{player} at {when}", player=each.player, when=when_text(each.when))
            for each in self.arrivals
        )
        return self.there(joined(came, ", "))


def arrive(league: League, number: int, team: int, players: Sequence[str], when: str) -> Arrived:
    """Players come, known to the team or not; whoever has not signed counts as present."""
    fixture = _open(league, number)
    league.side_of(fixture, team)
    if moment(when).date() < moment(fixture.starts).date():
        raise LeagueError(
            message(
                "fixture {number} is played on {day}",
                number=number,
                day=day_text(fixture.starts[:10]),
            )
        )
    here = {each.player.casefold() for each in fixture.came(team, fixture.night_of(when))}
    names = [tidy(player) for player in players]
    for name in names:
        if not name:
            raise LeagueError(message("a player needs a name"))
        if name.casefold() in here:
            raise LeagueError(message("{name} is here already", name=name))
        here.add(name.casefold())
    return Arrived(number, tuple(Arrival(team, name, when) for name in names))


class Arrive(LeagueCommand, frozen=True, tag="arrive"):
    """Check in players who are here."""

    fixture: FixtureNo
    team: TeamField
    player: Annotated[tuple[NAME, ...], field("Player", place=True)] = ()
    others: Others = ()
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        names = self.player + self.others
        if not names:
            raise LeagueError(message("write the name of who came"))
        own, fixture = team_number(state, self.team), state.fixture(self.fixture)
        yield arrive(state, self.fixture, own, names, local_time(self.when, now, fixture))


class ArriveAll(LeagueCommand, frozen=True, tag="arrive-all"):
    """Check in everybody on a roster who is not here yet."""

    fixture: FixtureNo
    team: TeamField
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        own, fixture = team_number(state, self.team), state.fixture(self.fixture)
        when = local_time(self.when, now, fixture)
        here = {each.player.casefold() for each in fixture.came(own, fixture.night_of(when))}
        names = [
            each.name
            for each in state.team(own).members
            if each.kind == "roster" and not each.refused and each.name.casefold() not in here
        ]
        if not names:
            raise LeagueError(message("everybody of the roster is here already"))
        yield arrive(state, self.fixture, own, names, when)


class BringSub(LeagueCommand, frozen=True, tag="sub"):
    """Add a sub, who signs with the officer and is checked in."""

    fixture: FixtureNo
    team: TeamField
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
        own, fixture = team_number(state, self.team), state.fixture(self.fixture)
        when = local_time(self.when, now, fixture)
        if state.team(own).member(name) is None:
            yield roster.name_players(state, own, [name], when, sub=True)
        member = now.history.league.team(own).member(name)
        if member is not None and not member.signed:
            witness = state.plan.officer
            yield roster.sign(now.history.league, own, name, when, witness=witness)
        yield arrive(now.history.league, self.fixture, own, [name], when)


class ArrivalCorrected(OfFixture, frozen=True, tag="arrival-corrected"):
    """The time at which a player came was put right; without a time the player was not there.

    ``lifted`` are the games that the team lost by lateness and that it was not late for.
    """

    arrival: Arrival
    why: str
    lifted: tuple[int, ...] = ()

    def apply(self, state: League, at: float) -> League:
        """Another time for a player who came, or none; games lost by a lateness that was none are open."""
        league: League = super().apply(state, at)
        team = self.arrival.team
        return league.with_games(
            self.fixture, self.lifted, lambda each: each.played_after_all((team,))
        )

    def change(self, fixture: Fixture) -> Fixture:
        new = self.arrival
        kept = [each for each in fixture.arrivals if not same_player(each, new)]
        return replace(fixture, arrivals=(*kept, new) if new.when else tuple(kept))

    def says(self, state: NamesTeams) -> Message:
        came = self.arrival
        said = (
            message("{player} came at {when}", player=came.player, when=when_text(came.when))
            if came.when
            else message("{player} did not come after all", player=came.player)
        )
        if self.lifted:
            said = joined((said, message("{games} not lost", games=numbered(self.lifted))))
        return because(self.there(said), self.why)


def same_player(one: Arrival, other: Arrival) -> bool:
    """Whether two lines are about one player of a team."""
    return one.team == other.team and one.player.casefold() == other.player.casefold()


def correct_arrival(
    league: League, number: int, team: int, player: str, when: str, why: str
) -> ArrivalCorrected:
    """Another time for somebody who is down as here, or none; lateness is judged by it anew."""
    fixture = _open(league, number)
    league.side_of(fixture, team)
    require_text(why, message("a correction needs a reason"))
    new = Arrival(team, tidy(player), when)
    known = next((each for each in fixture.arrivals if same_player(each, new)), None)
    if known is None:
        raise LeagueError(
            message("{player} has not been checked in; do that first", player=new.player)
        )
    if when:
        moment(when)
    else:
        _stays_away(fixture, team, new.player)
    new = Arrival(team, known.player, when)
    fact = ArrivalCorrected(number, new, why)
    after = fact.apply(league, 0.0).fixture(number)
    fact = replace(fact, lifted=no_longer_lost(league, fixture, after, team))
    refuse_changed_winner(league, number, fact)
    return fact


def _stays_away(fixture: Fixture, team: int, player: str) -> None:
    """Refuse that somebody who has played was not there."""
    side = fixture.side_of(team)
    for game in fixture.games:
        if game.began and player.casefold() in map(str.casefold, game.lineups[side]):
            raise LeagueError(
                message("{player} has played game {game}", player=player, game=game.number)
            )


class CorrectArrival(LeagueCommand, frozen=True, tag="correct-arrival"):
    """Correct when a player came, or say that the player was not there."""

    fixture: FixtureNo
    team: TeamField
    player: Player
    why: Why
    when: Annotated[
        str, field("Came at", "The local time; if left out, the player did not come.")
    ] = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        own, fixture = team_number(state, self.team), state.fixture(self.fixture)
        when = local_time(self.when, now, fixture) if self.when else ""
        yield correct_arrival(state, self.fixture, own, self.player, when, self.why)


class Began(OfGame, frozen=True, tag="began"):
    """A game was started with these line-ups."""

    lineups: tuple[tuple[str, ...], tuple[str, ...]]
    when: str

    def change(self, game: FixtureGame) -> FixtureGame:
        return replace(game, began=self.when, lineups=self.lineups)

    def says(self, state: NamesTeams) -> Message:
        return message(
            "{where} begins: {players} against {others}",
            where=self.where,
            players=Joined(self.lineups[0], " and "),
            others=Joined(self.lineups[1], " and "),
        )


def begin(
    league: League,
    number: int,
    game: int,
    lineups: tuple[Sequence[str], Sequence[str]],
    when: str,
) -> Began:
    """A game begins with two players of each team, once lateness has been dealt with."""
    fixture = _open(league, number)
    there = fixture.game(game)
    if there.began or there.lost:
        raise LeagueError(
            message("game {game} of fixture {number} has begun", game=game, number=number)
            if there.began
            else message("game {game} of fixture {number} is forfeited", game=game, number=number)
        )
    if any(each.playing for each in fixture.games):
        raise LeagueError(message("another game of this fixture is in progress"))
    if over(fixture, league.plan):
        raise LeagueError(message("fixture {number} is decided", number=number))
    if moment(when) < moment(fixture.starts_of(game)):
        raise LeagueError(
            message(
                "fixture {number} starts at {when}",
                number=number,
                when=when_text(fixture.starts_of(game)),
            )
        )
    if late := due(league, number, when):
        raise LeagueError(message("record the forfeit first: {why}", why=late[0].why))
    for team, names in zip(fixture.teams, lineups, strict=True):
        if reason := lineup_objection(league, fixture, game, team, names, when):
            raise LeagueError(reason)
    both = {name.casefold() for name in lineups[0]} & {name.casefold() for name in lineups[1]}
    if both:
        raise LeagueError(message("nobody can play for both teams"))
    if reason := _plays_elsewhere(league, fixture, both_teams(lineups)):
        raise LeagueError(reason)
    return Began(number, game, (tuple(lineups[0]), tuple(lineups[1])), when)


def both_teams(lineups: tuple[Sequence[str], Sequence[str]]) -> set[str]:
    """Everybody who plays a game, whatever the case of the letters."""
    return {name.casefold() for names in lineups for name in names}


def _plays_elsewhere(league: League, fixture: Fixture, names: set[str]) -> Message | None:
    """Who of these is still in a game of another fixture, as on the night of a double header."""
    for other in league.fixtures:
        if other.number == fixture.number or not set(other.teams) & set(fixture.teams):
            continue
        for game in other.games:
            if game.playing and (still := both_teams(game.lineups) & names):
                name = next(
                    each for names in game.lineups for each in names if each.casefold() in still
                )
                return message(
                    "{name} still plays game {game} of fixture {number}",
                    name=name,
                    game=game.number,
                    number=other.number,
                )
    return None


OnTime = Annotated[bool, field("On time", "Count players who were not checked in as on time.")]


class BeginGame(LeagueCommand, frozen=True, tag="begin"):
    """Begin a game."""

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
            yield from came_on_time(fixture, fixture.starts_of(self.game), lineups, now)
        when = local_time(self.when, now, fixture)
        yield begin(now.history.league, self.fixture, self.game, lineups, when)


def came_on_time(
    fixture: Fixture, starts: str, lineups: tuple[Names, Names], now: Now[LeagueHistory]
) -> Iterator[Fact]:
    """Whoever plays and is not down as here came at the start."""
    for own, names in zip(fixture.teams, lineups, strict=True):
        here = {each.player.casefold() for each in now.history.league.came(fixture, own, starts)}
        new = [name for name in names if name.casefold() not in here]
        if new:
            yield arrive(now.history.league, fixture.number, own, new, starts)


class LineUpNamed(OfFixture, frozen=True, tag="line-up-named"):
    """A team said who plays a game that has not begun."""

    game: int
    team: int
    names: tuple[str, ...]

    def apply(self, state: League, at: float) -> League:
        """The line-up of one side of a game to come."""
        side = state.fixture(self.fixture).side_of(self.team)

        def named(game: FixtureGame) -> FixtureGame:
            one, other = game.named
            return replace(game, named=(self.names, other) if side == 0 else (one, self.names))

        return state.with_games(self.fixture, (self.game,), named)

    def says(self, state: NamesTeams) -> Message:
        where = message("{fixture}, game {game}", fixture=self.where, game=self.game)
        said = message(
            "{players} play for {team}",
            players=Joined(self.names, " and "),
            team=state.named(self.team),
        )
        return message("{where}: {said}", where=where, said=said)


def name_line_up(
    league: League, number: int, game: int, team: int, names: Sequence[str], when: str
) -> Iterator[Fact]:
    """A team says who plays; with the second line-up the game begins."""
    fixture = to_be_played(league, number)
    there, side = fixture.game(game), league.side_of(fixture, team)
    if there.began or there.lost:
        raise LeagueError(
            message("game {game} has begun", game=game)
            if there.began
            else message("game {game} is forfeited", game=game)
        )
    chosen = tuple(tidy(name) for name in names)
    if reason := lineup_objection(league, fixture, game, team, chosen, when):
        raise LeagueError(reason)
    said = LineUpNamed(number, game, team, chosen)
    both = said.apply(league, 0.0).fixture(number).game(game).named
    start = begin(league, number, game, both, when) if all(both) else None
    if both[side] == there.named[side] and start is None:
        raise LeagueError(message("this is your line-up already"))
    yield said
    if start is not None:
        yield start


class NameLineUp(LeagueCommand, frozen=True, tag="line-up"):
    """Say who plays a game for a team; it begins once both line-ups are in."""

    fixture: FixtureNo
    game: GameNo
    team: TeamField
    names: LineUp = ()
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        own, when = (
            team_number(state, self.team),
            local_time(self.when, now, state.fixture(self.fixture)),
        )
        yield from name_line_up(state, self.fixture, self.game, own, self.names, when)


class PlayerStoodIn(OfGame, frozen=True, tag="stood-in"):
    """A player took another's place in a game in progress."""

    lineups: tuple[tuple[str, ...], tuple[str, ...]]
    why: str

    def change(self, game: FixtureGame) -> FixtureGame:
        return replace(game, lineups=self.lineups)

    def says(self, state: NamesTeams) -> Message:
        return because(self.there(message("another player plays on")), self.why)


def stand_in(
    league: League, number: int, game: int, team: int, out: str, in_: str, why: str
) -> PlayerStoodIn:
    """Another player takes a place in the game in progress, as for an ejected player."""
    fixture = to_be_played(league, number)
    there = fixture.game(game)
    if not there.playing:
        raise LeagueError(
            message("game {game} of fixture {number} is not in progress", game=game, number=number)
        )
    require_text(why, message("say why somebody else plays on"))
    side = league.side_of(fixture, team)
    leaving, coming = tidy(out).casefold(), tidy(in_).casefold()
    if leaving not in map(str.casefold, there.lineups[side]):
        raise LeagueError(message("{out} is not playing", out=out))
    if leaving == coming:
        raise LeagueError(message("somebody else plays on"))
    names = tuple(tidy(in_) if name.casefold() == leaving else name for name in there.lineups[side])
    if coming in map(str.casefold, there.lineups[1 - side]):
        raise LeagueError(message("nobody can play for both teams"))
    if reason := lineup_objection(league, fixture, game, team, names):
        raise LeagueError(reason)
    lineups = (names, there.lineups[1]) if side == 0 else (there.lineups[0], names)
    return PlayerStoodIn(number, game, lineups, why)


class StandIn(LeagueCommand, frozen=True, tag="stand-in"):
    """Bring in another player during a game."""

    fixture: FixtureNo
    game: GameNo
    team: TeamField
    out: Annotated[str, field("Who stops")]
    player: Player
    why: Why

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        own = team_number(state, self.team)
        yield stand_in(state, self.fixture, self.game, own, self.out, self.player, self.why)


def _open(league: League, number: int) -> Fixture:
    """A fixture that is played on."""
    fixture = to_be_played(league, number)
    if gone := removed(league, fixture):
        raise LeagueError(
            message("fixture {number} is not played on: {gone}", number=number, gone=gone)
        )
    return fixture


def open_game(league: League, number: int, game: int) -> FixtureGame:
    """A game of a fixture that is to be played."""
    return to_be_played(league, number).game(game)
