"""Conduct, signalling and dishonesty, all by the officer's word; and rules made known."""

from __future__ import annotations

from rightbower.tournament.league.offences import removal
from rightbower.tournament.league.season import day, moment
from rightbower.tournament.league.state.facts import Announced, Deducted, Sanctioned, StepDecided
from rightbower.tournament.league.state.fixtures import Deduction
from rightbower.tournament.league.state.league import Announcement, League, Penalty, Sanction, Scope
from rightbower.tournament.league.state.refusal import LeagueError, require_text


def sanction(
    league: League,
    team: int,
    player: str,
    penalty: Penalty,
    scope: Scope,
    why: str,
    *,
    fixture: int = 0,
    game: int = 0,
    until: int = 0,
    when: str = "",
) -> Sanctioned:
    """A player is suspended or ejected for conduct, or expelled for dishonesty."""
    plan = league.plan
    member = league.team(team).member(player)
    if member is None:
        raise LeagueError(f"{player} is not on the list of {league.team(team).name}")
    require_text(why, "a sanction needs a reason")
    path = "league.dishonesty" if penalty == "expulsion" else "league.sanctions"
    clause = plan.clause(path)
    if getattr(plan.play, path.partition(".")[2]) == "none":
        raise LeagueError(f"the rules have no such sanction ({clause})")
    if penalty == "expulsion" and scope != "league":
        raise LeagueError(f"a player is expelled only from the league ({clause})")
    found = Sanction(team, member.name, penalty, scope, why, fixture, game, until, clause, when)
    _check_scope(league, found)
    if when:
        moment(when)
    return Sanctioned(found)


def _check_scope(league: League, found: Sanction) -> None:
    """Refuse a sanction that does not say from what, or until when, a player is out."""
    if found.scope != "league":
        if not found.fixture:
            raise LeagueError(f"say from which fixture {found.player} is out")
        if found.scope == "game" and not found.game:
            game = f"game of fixture {found.fixture}"
            raise LeagueError(f"say from which {game} {found.player} is out")
        fixture = league.fixture(found.fixture)
        league.side_of(fixture, found.team)
        if found.scope == "game":
            fixture.game(found.game)
    if found.until < 0:
        raise LeagueError("a suspension lasts until a week of the season")
    if found.until and (found.penalty != "suspension" or found.scope != "league"):
        raise LeagueError("only a suspension from the league lasts until a week")


def deduct(
    league: League, number: int, game: int, team: int, points: int, score: int, why: str, when: str
) -> Deducted:
    """Signalling costs points in the game in progress; ``score`` is what the team has now."""
    plan = league.plan
    clause = plan.clause("conduct.signalling")
    there = league.fixture(number).game(game)
    league.side_of(league.fixture(number), team)
    if there.points is not None or there.lost:
        raise LeagueError(f"a finished game stands ({plan.clause('conduct.least')})")
    if not there.playing:
        raise LeagueError(f"game {game} of fixture {number} is not in progress")
    if not plan.least <= points <= plan.most or plan.most == 0:
        raise LeagueError(f"signalling costs {plan.least} to {plan.most} points ({clause})")
    if score < 0 or (plan.target is not None and score >= plan.target):
        raise LeagueError("say what the team has in the game in progress")
    require_text(why, f"the {plan.officer} gives a reason ({clause})")
    moment(when)
    return Deducted(number, game, Deduction(team, points, score, why, when))


def expel_team(league: League, team: int, why: str) -> StepDecided:
    """Dishonesty may cost a team its place in the league."""
    clause = league.plan.clause("league.dishonesty")
    if league.plan.play.dishonesty == "none":
        raise LeagueError(f"the rules have no expulsion ({clause})")
    require_text(why, "a decision needs a reason")
    count = sum(each.about.startswith("dishonesty") for each in league.decisions) + 1
    return removal(league, team, "league", f"dishonesty {count}", f"{why} ({clause})")


def announce(league: League, text: str, date: str) -> Announced:
    """The organizer changes a rule or makes it clear, and tells the league on a day."""
    clause = league.plan.clause("league.rule_changes")
    if league.plan.play.rule_changes == "none":
        raise LeagueError(f"the rules are not changed in the season ({clause})")
    require_text(text, "say what the rule is")
    day(date)
    return Announced(Announcement(len(league.announcements) + 2, date, text.strip()))
