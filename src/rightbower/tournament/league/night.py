"""A night of the league: who comes, which game begins with whom, and what it ends with."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rightbower.rules.message import Message, Term, message
from rightbower.tournament.dates import day_text, when_text
from rightbower.tournament.league import facts as night_facts
from rightbower.tournament.league.fixtures import Arrival, Fixture, FixtureGame
from rightbower.tournament.league.fold import apply, same_player
from rightbower.tournament.league.forfeits import due, no_longer_lost
from rightbower.tournament.league.league import League
from rightbower.tournament.league.outcome import objection, over
from rightbower.tournament.league.playoffs import refuse_changed_winner
from rightbower.tournament.league.refusal import LeagueError, require_text
from rightbower.tournament.league.roster import barred, lineup_objection
from rightbower.tournament.league.season import moment, removed, tidy, to_be_played


def arrive(
    league: League, number: int, team: int, players: Sequence[str], when: str
) -> night_facts.Arrived:
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
    return night_facts.Arrived(number, tuple(Arrival(team, name, when) for name in names))


def correct_arrival(
    league: League, number: int, team: int, player: str, when: str, why: str
) -> night_facts.ArrivalCorrected:
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
    fact = night_facts.ArrivalCorrected(number, new, why)
    after = apply(league, fact).fixture(number)
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


def begin(
    league: League,
    number: int,
    game: int,
    lineups: tuple[Sequence[str], Sequence[str]],
    when: str,
) -> night_facts.Began:
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
    return night_facts.Began(number, game, (tuple(lineups[0]), tuple(lineups[1])), when)


def stand_in(
    league: League, number: int, game: int, team: int, out: str, in_: str, why: str
) -> night_facts.PlayerStoodIn:
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
    return night_facts.PlayerStoodIn(number, game, lineups, why)


def enter(
    league: League, number: int, game: int, points: tuple[int, int], side: int | None = None
) -> night_facts.FixtureResultEntered:
    """The points of a game, from one of its teams or at the desk."""
    there = _game(league, number, game)
    if there.points is not None:
        raise LeagueError(
            message(
                "game {game} of fixture {number} has a result; correct it with a reason",
                game=game,
                number=number,
            )
        )
    if there.lost:
        raise LeagueError(
            message("game {game} of fixture {number} is forfeited", game=game, number=number)
        )
    if not there.began:
        raise LeagueError(
            message("game {game} of fixture {number} has not begun", game=game, number=number)
        )
    if reason := objection(points, league.plan) or _ejected(league, number, game):
        raise LeagueError(reason)
    return night_facts.FixtureResultEntered(number, game, points, side)


def _ejected(league: League, number: int, game: int) -> Message | None:
    """Who of the line-ups may not finish a game; nothing where all may."""
    fixture = league.fixture(number)
    for team, names in zip(fixture.teams, fixture.game(game).lineups, strict=True):
        for name in names:
            if sanction := barred(league, fixture, game, team, name):
                return message(
                    "{name} may not play, by {penalty}: let somebody else play on, or the team"
                    " forfeits the game",
                    sanction.clause,
                    name=name,
                    penalty=Term(sanction.penalty),
                )
    return None


def confirm(
    league: League, number: int, game: int, side: int | None = None
) -> night_facts.FixtureResultConfirmed:
    """The team that did not enter the points stands by them; the officer may do so too."""
    there = _game(league, number, game)
    if there.points is None:
        raise LeagueError(
            message(
                "game {game} of fixture {number} has no result to confirm", game=game, number=number
            )
        )
    if there.stands:
        raise LeagueError(
            message(
                "game {game} of fixture {number} is confirmed already", game=game, number=number
            )
        )
    if side is not None and side == there.side:
        raise LeagueError(message("the team that entered the points does not confirm them"))
    return night_facts.FixtureResultConfirmed(number, game)


def correct(
    league: League, number: int, game: int, points: tuple[int, int], why: str
) -> night_facts.FixtureResultCorrected:
    """Points put right at any time, with the reason; playoffs already drawn on keep their winner."""
    there = _game(league, number, game)
    require_text(why, message("a correction needs a reason"))
    if there.points is None or there.cause == "protest":
        raise LeagueError(
            message(
                "game {game} of fixture {number} has no result to correct", game=game, number=number
            )
        )
    if reason := objection(points, league.plan):
        raise LeagueError(reason)
    corrected = night_facts.FixtureResultCorrected(number, game, points, why)
    refuse_changed_winner(league, number, corrected)
    return corrected


def _open(league: League, number: int) -> Fixture:
    """A fixture that is played on."""
    fixture = to_be_played(league, number)
    if gone := removed(league, fixture):
        raise LeagueError(
            message("fixture {number} is not played on: {gone}", number=number, gone=gone)
        )
    return fixture


def _game(league: League, number: int, game: int) -> FixtureGame:
    return to_be_played(league, number).game(game)
