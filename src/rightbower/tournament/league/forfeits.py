"""The forfeit clock and notice given beforehand: who is there at each mark, and which games are lost."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from rightbower.rules.message import Term, message
from rightbower.tournament.league.facts import Forfeited, ForfeitLifted, NoticeAnswered, Noticed
from rightbower.tournament.league.fixtures import (
    Cause,
    Channel,
    Fixture,
    FixtureGame,
    Notice,
    Resolution,
)
from rightbower.tournament.league.league import League
from rightbower.tournament.league.refusal import LeagueError, require_text
from rightbower.tournament.league.roster import present_from
from rightbower.tournament.league.season import moment, removed, reschedule, to_be_played

CAUSE_PATHS: dict[Cause, str] = {
    "late": "league.forfeit_minutes",
    "notice": "league.notice",
    "protest": "league.upheld",
    "conduct": "league.sanctions",
    "dishonesty": "league.dishonesty",
    "removal": "league.league_removal_from",
}


def ready_after(league: League, fixture: Fixture, team: int, starts: str = "") -> float | None:
    """Seconds from the start until the team had enough players; None while it has not.

    Only those count who could play once they have signed. ``starts`` is that of the fixture, or
    the time to which games of it were moved.
    """
    play = league.plan.play
    start = moment(starts or fixture.starts)
    came: dict[str, float] = {}
    for each in fixture.came(team, starts or fixture.starts):
        if present := present_from(league, fixture, each):
            after = (present - start).total_seconds()
            came[each.player.casefold()] = min(after, came.get(each.player.casefold(), after))
    return sorted(came.values())[play.players - 1] if len(came) >= play.players else None


def missed(league: League, fixture: Fixture, team: int, starts: str = "") -> tuple[int, ...]:
    """The numbers of the marks that a team came too late for, from what is known of arrivals."""
    if team in fixture.excused:
        return ()
    return _marks_by(league, ready_after(league, fixture, team, starts))


def _marks_by(league: League, seconds: float | None) -> tuple[int, ...]:
    """The marks of the forfeit clock that have come so long after the start; all where it is None."""
    play = league.plan.play
    at_the_mark = play.forfeit_at == "at the mark"
    limits = [timedelta(minutes=minutes).total_seconds() for minutes in play.forfeit_minutes]
    return tuple(
        mark
        for mark, limit in enumerate(limits, 1)
        if seconds is None or seconds > limit or (at_the_mark and seconds == limit)
    )


def due(league: League, number: int, now: str) -> tuple[Forfeited, ...]:
    """The games lost by lateness at this time that are not written down yet."""
    fixture = league.fixture(number)
    if fixture.cancelled or removed(league, fixture):
        return ()
    return tuple(each for starts in fixture.nights for each in _lost(league, fixture, starts, now))


def _lost(league: League, fixture: Fixture, starts: str, now: str) -> Iterator[Forfeited]:
    """What lateness costs on one night of a fixture, each night with a clock of its own."""
    missing = {team: missed(league, fixture, team, starts) for team in fixture.teams}
    for mark in _marks_by(league, (moment(now) - moment(starts)).total_seconds()):
        absent = tuple(team for team in fixture.teams if mark in missing[team])
        lost = tuple(
            game.number
            for game in _games_of(league, fixture, starts, mark)
            if not game.lost and not game.began
        )
        if absent and lost and _counts(league, absent):
            yield Forfeited(fixture.number, lost, absent, "late", _why(league, mark, absent))


def _games_of(league: League, fixture: Fixture, starts: str, mark: int) -> tuple[FixtureGame, ...]:
    """The games that a mark loses: one of that night in turn, and all left at the last mark."""
    games = fixture.games_at(starts)
    last = mark == len(league.plan.play.forfeit_minutes)
    return games[mark - 1 :] if last else games[mark - 1 : mark]


def _counts(league: League, absent: tuple[int, ...]) -> bool:
    return len(absent) == 1 or league.plan.play.both_absent == "both lose"


def _why(league: League, mark: int, absent: tuple[int, ...]) -> str:
    plan = league.plan
    minutes = plan.play.forfeit_minutes[mark - 1]
    who = f"{league.team(absent[0]).name} was not" if len(absent) == 1 else "neither team was"
    clause = plan.clause("league.forfeit_minutes", mark - 1)
    if len(absent) > 1:
        clause = f"{clause}; {plan.clause('league.both_absent')}"
    elif mark == len(plan.play.forfeit_minutes):
        # Whoever is not there by the last mark has not come at all, or with one player alone.
        clause = "; ".join(dict.fromkeys((clause, plan.clause("league.players", 1))))
    return f"{who} there with {plan.play.players} players after {minutes} minutes ({clause})"


def forfeit(
    league: League, number: int, games: tuple[int, ...], team: int, cause: Cause, why: str
) -> Forfeited:
    """The officer has a team lose games, for its conduct or for dishonesty."""
    fixture = to_be_played(league, number)
    league.side_of(fixture, team)
    games = tuple(sorted(set(games)))
    require_text(why, message("a forfeit needs a reason"))
    if cause not in ("conduct", "dishonesty"):
        raise LeagueError(
            message("a forfeit for {cause} cannot be entered here", cause=Term(cause))
        )
    if cause == "dishonesty" and league.plan.play.dishonesty == "none":
        raise LeagueError(
            message("the rules have no forfeit for it", league.plan.clause("league.dishonesty"))
        )
    clause = league.plan.clause(CAUSE_PATHS[cause])
    others = {_lost_already(fixture, game, team) for game in games}
    if len(others) > 1:
        raise LeagueError(message("enter the games that both lose apart from those that one loses"))
    (other,) = others or {()}
    earlier = f"{fixture.game(games[0]).why}; " if other else ""
    return Forfeited(number, games, (*other, team), cause, f"{earlier}{why} ({clause})")


def _lost_already(fixture: Fixture, game: int, team: int) -> tuple[int, ...]:
    """The other team where it lost the game for its own conduct; then both do."""
    there = fixture.game(game)
    both = there.lost == (fixture.other(team),) and there.cause in ("conduct", "dishonesty")
    if there.stands and not both:
        raise LeagueError(
            message(
                "game {game} of fixture {fixture} is over, and it stands",
                game=game,
                fixture=fixture.number,
            )
        )
    return there.lost


def lift(league: League, number: int, games: tuple[int, ...], why: str) -> ForfeitLifted:
    """The officer has games that were lost played after all; lateness is then excused."""
    fixture = to_be_played(league, number)
    require_text(why, message("lifting a forfeit needs a reason"))
    there = [fixture.game(game) for game in sorted(set(games))]
    for game in there:
        if not game.lost:
            raise LeagueError(
                message(
                    "game {game} of fixture {number} is not forfeited",
                    game=game.number,
                    number=number,
                )
            )
        if game.cause in ("protest", "removal"):
            way = "rule on the protest again" if game.cause == "protest" else "undo the removal"
            raise LeagueError(
                message(
                    "game {game} was lost by {cause}: {way}",
                    game=game.number,
                    cause=Term(game.cause),
                    way=way,
                )
            )
    teams = tuple(sorted({team for game in there for team in game.lost}))
    late = {team for game in there if game.cause == "late" for team in game.lost}
    excused = tuple(sorted(late - set(fixture.excused)))
    return ForfeitLifted(number, tuple(each.number for each in there), teams, why, excused)


def excuse(league: League, number: int, team: int, why: str) -> ForfeitLifted:
    """The officer has a team's lateness cost nothing; what it lost by it is played after all."""
    fixture = to_be_played(league, number)
    league.side_of(fixture, team)
    require_text(why, message("excusing lateness needs a reason"))
    if team in fixture.excused:
        raise LeagueError(message("{team} is excused already", team=league.named(team)))
    games = lost_by_lateness(fixture, team)
    return ForfeitLifted(number, games, (team,), why, (team,))


def lost_by_lateness(fixture: Fixture, team: int) -> tuple[int, ...]:
    """The games a team lost because it was late."""
    return tuple(
        each.number for each in fixture.games if each.cause == "late" and team in each.lost
    )


def no_longer_lost(league: League, before: Fixture, after: Fixture, team: int) -> tuple[int, ...]:
    """The games written down as lost by lateness that other times of arrival do not lose."""
    late = {
        game.number
        for starts in after.nights
        for mark in missed(league, after, team, starts)
        for game in _games_of(league, after, starts, mark)
    }
    return tuple(game for game in lost_by_lateness(before, team) if game not in late)


def give_notice(
    league: League, number: int, team: int, when: str, channel: Channel, why: str = ""
) -> Noticed:
    """A team says in advance that it expects to forfeit."""
    fixture = to_be_played(league, number)
    league.side_of(fixture, team)
    clause = league.plan.clause("league.notice")
    if fixture.begun or moment(when) >= moment(fixture.starts):
        raise LeagueError(message("notice has to be given before the night begins", clause))
    if _unanswered(fixture, team):
        raise LeagueError(message("{team} has given notice already", team=league.named(team)))
    return Noticed(number, Notice(team, when, channel, why))


def _unanswered(fixture: Fixture, team: int) -> Notice | None:
    """The notice of a team that nobody has answered."""
    open_ = (each for each in fixture.notices if each.team == team and each.resolution is None)
    return next(open_, None)


def open_notices(fixture: Fixture) -> tuple[Notice, ...]:
    """The notices still to be answered; a night that has begun has answered them itself."""
    begun = any(game.began or (game.lost and game.cause != "notice") for game in fixture.games)
    if begun or fixture.cancelled:
        return ()
    return tuple(each for each in fixture.notices if each.resolution is None)


def answer_notice(
    league: League, number: int, team: int, resolution: Resolution, why: str, starts: str = ""
) -> NoticeAnswered:
    """The officer allows a sub or a new date, or the games are forfeited."""
    fixture = to_be_played(league, number)
    plan = league.plan
    notice = _unanswered(fixture, team)
    if notice is None:
        raise LeagueError(message("there is no notice to answer"))
    if notice not in open_notices(fixture):
        raise LeagueError(message("fixture {number} has begun", number=number))
    require_text(why, message("an answer needs a reason"))
    clause = plan.clause("league.notice", 1)
    if resolution != "forfeit" and plan.play.notice == "nothing":
        raise LeagueError(message("notice does not replace the forfeit", clause))
    if resolution == "sub" and fixture.phase == "playoffs" and plan.play.subs != "always":
        raise LeagueError(message("no subs play in the playoffs", plan.clause("league.subs")))
    if resolution == "new date":
        starts = reschedule(league, number, starts, why, notice.when).starts
    return NoticeAnswered(number, team, resolution, why, starts)
