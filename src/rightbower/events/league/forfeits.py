"""The forfeit clock and notice given beforehand: who is there at each mark, and which games are lost."""

from __future__ import annotations

from datetime import timedelta

from rightbower.events.league.facts import Forfeited, NoticeAnswered, Noticed
from rightbower.events.league.league import (
    Cause,
    Channel,
    Fixture,
    League,
    LeagueError,
    Notice,
    Resolution,
)
from rightbower.events.league.roster import counts_as_present
from rightbower.events.league.season import moment, names_of, no_new_date

CAUSE_PATHS: dict[Cause, str] = {
    "late": "league.forfeit_minutes",
    "notice": "league.notice",
    "protest": "league.upheld",
    "conduct": "league.sanctions",
    "dishonesty": "league.dishonesty",
}


def ready_after(league: League, fixture: Fixture, team: int) -> float | None:
    """Seconds from the start until the team had enough players; None while it has not.

    Only those count who could play once they have signed.
    """
    play = league.plan.play
    start = moment(fixture.starts)
    came: dict[str, float] = {}
    for each in fixture.arrivals:
        if each.team == team and counts_as_present(league, fixture, team, each.player):
            after = (moment(each.when) - start).total_seconds()
            came[each.player.casefold()] = min(after, came.get(each.player.casefold(), after))
    return sorted(came.values())[play.players - 1] if len(came) >= play.players else None


def missed(league: League, fixture: Fixture, team: int) -> tuple[int, ...]:
    """The numbers of the marks that a team came too late for, from what is known of arrivals."""
    play = league.plan.play
    ready = ready_after(league, fixture, team)
    found = []
    for mark, minutes in enumerate(play.forfeit_minutes, 1):
        limit = timedelta(minutes=minutes).total_seconds()
        at_the_mark = play.forfeit_at == "at the mark"
        if ready is None or (ready >= limit if at_the_mark else ready > limit):
            found.append(mark)
    return tuple(found)


def due(league: League, number: int, now: str) -> tuple[Forfeited, ...]:
    """The games lost by lateness at this time that are not written down yet."""
    fixture = league.fixture(number)
    if fixture.cancelled:
        return ()
    passed = _passed(league, fixture, now)
    missing = {team: missed(league, fixture, team) for team in fixture.teams}
    found = []
    for mark in passed:
        absent = tuple(team for team in fixture.teams if mark in missing[team])
        lost = tuple(game for game in _games_of(league, mark) if not _is_settled(fixture, game))
        if absent and lost and _counts(league, absent):
            found.append(Forfeited(number, lost, absent, "late", _why(league, mark, absent)))
    return tuple(found)


def _passed(league: League, fixture: Fixture, now: str) -> list[int]:
    """The marks that have come."""
    play = league.plan.play
    elapsed = (moment(now) - moment(fixture.starts)).total_seconds()
    at_the_mark = play.forfeit_at == "at the mark"
    limits = [timedelta(minutes=minutes).total_seconds() for minutes in play.forfeit_minutes]
    return [
        mark
        for mark, limit in enumerate(limits, 1)
        if (elapsed >= limit if at_the_mark else elapsed > limit)
    ]


def _games_of(league: League, mark: int) -> range:
    """The games that a mark loses: the one of its number, and all that are left at the last mark."""
    play = league.plan.play
    last = mark == len(play.forfeit_minutes)
    return range(mark, play.games + 1) if last else range(mark, min(mark, play.games) + 1)


def _is_settled(fixture: Fixture, number: int) -> bool:
    game = fixture.game(number)
    return bool(game.lost or game.began or game.moved)


def _counts(league: League, absent: tuple[int, ...]) -> bool:
    return len(absent) == 1 or league.plan.play.both_absent == "both lose"


def _why(league: League, mark: int, absent: tuple[int, ...]) -> str:
    plan = league.plan
    minutes = plan.play.forfeit_minutes[mark - 1]
    clause = plan.clause("league.forfeit_minutes", mark - 1)
    if len(absent) > 1:
        return f"neither team was there with {plan.play.players} players after {minutes} minutes ({clause}; {plan.clause('league.both_absent')})"
    return f"{names_of(league, absent)} was not there with {plan.play.players} players after {minutes} minutes ({clause})"


def forfeit(
    league: League, number: int, games: tuple[int, ...], team: int, cause: Cause, why: str
) -> Forfeited:
    """The officer has a team lose games, for its conduct or for dishonesty."""
    fixture = league.fixture(number)
    fixture.side_of(team)
    if not why.strip():
        raise LeagueError("a forfeit needs its reason")
    if cause not in ("conduct", "dishonesty"):
        raise LeagueError(f"a forfeit for {cause} comes by its own way")
    if cause == "dishonesty" and league.plan.play.dishonesty == "none":
        raise LeagueError(f"no forfeit is provided for ({league.plan.clause('league.dishonesty')})")
    for game in games:
        if fixture.game(game).stands:
            raise LeagueError(f"game {game} of fixture {number} is over, and it stands")
    clause = league.plan.clause(CAUSE_PATHS[cause])
    return Forfeited(number, games, (team,), cause, f"{why} ({clause})")


def give_notice(
    league: League, number: int, team: int, when: str, channel: Channel, why: str = ""
) -> Noticed:
    """A team says in advance that it expects to forfeit."""
    fixture = league.fixture(number)
    fixture.side_of(team)
    clause = league.plan.clause("league.notice")
    if fixture.begun or moment(when) >= moment(fixture.starts):
        raise LeagueError(f"notice is given before the night begins ({clause})")
    if any(each.team == team and each.resolution is None for each in fixture.notices):
        raise LeagueError(f"{names_of(league, (team,))} has given notice already")
    return Noticed(number, Notice(team, when, channel, why))


def answer_notice(
    league: League, number: int, team: int, resolution: Resolution, why: str, starts: str = ""
) -> NoticeAnswered:
    """The officer allows a sub or a new date, or the games are forfeited."""
    fixture = league.fixture(number)
    plan = league.plan
    if not any(each.team == team and each.resolution is None for each in fixture.notices):
        raise LeagueError("there is no notice to answer")
    if not why.strip():
        raise LeagueError("an answer needs its reason")
    clause = plan.clause("league.notice", 1)
    if resolution != "forfeit" and plan.play.notice == "nothing":
        raise LeagueError(f"notice brings nothing instead of the forfeit ({clause})")
    if resolution == "sub" and fixture.phase == "playoffs" and plan.play.subs != "always":
        raise LeagueError(f"no subs play in the playoffs ({plan.clause('league.subs')})")
    if resolution == "new date":
        if reason := no_new_date(league, fixture, starts):
            raise LeagueError(reason)
        starts = moment(starts).isoformat("T", "minutes")
    if any(game.began for game in fixture.games):
        raise LeagueError(f"fixture {number} has begun")
    return NoticeAnswered(number, team, resolution, why, starts)
