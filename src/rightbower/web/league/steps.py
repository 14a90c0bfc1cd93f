"""What is due in a league now, the most pressing first."""

from __future__ import annotations

from datetime import timedelta

from msgspec import Struct

from rightbower.tournament.dates import day_text
from rightbower.tournament.league.conduct import offers, waiting
from rightbower.tournament.league.forfeits import due, open_notices
from rightbower.tournament.league.outcome import goes_on, over, unconfirmed
from rightbower.tournament.league.playoffs import champion, draw
from rightbower.tournament.league.roster import unsigned
from rightbower.tournament.league.season import moment, names_of
from rightbower.tournament.league.state.league import League
from rightbower.tournament.league.state.refusal import LeagueError
from rightbower.tournament.league.table import tied_teams
from rightbower.web.league.views import night_now, nights, of_night


class PendingTask(Struct, frozen=True):
    """Something to do, and the page of the desk on which it is done."""

    says: str
    page: str


def page_due(league: League) -> str:
    """The page of the desk that the league stands at."""
    if not league.fixtures:
        return "calendar" if len(league.teams) > 1 else "teams"
    if all(over(each, league.plan) for each in league.fixtures):
        return "playoffs"
    return "night"


def pending_tasks(league: League, now: str) -> list[PendingTask]:
    """All that waits for the Gamer."""
    if not league.fixtures:
        return _before_the_season(league)
    found = [
        PendingTask(
            f"Forfeit to write down: {league.called(fixture)}",
            f"night/{now[:10]}#f{fixture.number}",
        )
        for fixture in of_night(league, now[:10])
        if due(league, fixture.number, now)
    ]
    found += [
        PendingTask(f"Protest {each.number} waits for your ruling", "decisions")
        for each in waiting(league)
    ]
    found += [
        PendingTask(f"To decide: {league.team(each.team).name}, {each.about}", "decisions")
        for each in offers(league)
    ]
    found += [
        PendingTask(f"Notice to answer: {league.called(fixture)}", f"fixture/{fixture.number}")
        for fixture in league.fixtures
        for _ in open_notices(fixture)
    ]
    found += [_to_confirm(league, *each) for each in unconfirmed(league)]
    return found + _at_the_end(league) + _on_the_way(league, now)


def _to_confirm(league: League, fixture: int, game: int) -> PendingTask:
    """Points that one team entered: to be confirmed, or to be decided where they are disputed."""
    dispute = league.fixture(fixture).game(game).dispute
    word = f"Points disputed ({dispute})" if dispute else "To confirm"
    return PendingTask(f"{word}: fixture {fixture}, game {game}", f"fixture/{fixture}#g{game}")


def _before_the_season(league: League) -> list[PendingTask]:
    first = PendingTask("Make the calendar and open the season", "calendar")
    if len(league.teams) < 2:
        first = PendingTask("Enter the teams", "teams")
    return [
        first,
        *(
            PendingTask(f"Put the players of {team.name} down", f"team/{team.number}")
            for team in league.teams
            if not team.members
        ),
    ]


def _at_the_end(league: League) -> list[PendingTask]:
    """The playoffs step by step, once all fixtures there are have been played."""
    unfinished = [each for each in league.fixtures if not over(each, league.plan)]
    if unfinished or champion(league) or league.plan.play.playoffs == "none":
        return []
    open_ = [each for each in league.playoff_fixtures if not goes_on(league, each)]
    if open_:
        return [
            PendingTask(f"Say who goes on: {league.called(each)}", f"playoffs#f{each.number}")
            for each in open_
        ]
    if not league.bracket and tied_teams(league) and _must_part(league):
        return [
            PendingTask(f"Put {names_of(league, group)} in order", "playoffs")
            for group in tied_teams(league)
        ]
    which = "next round" if league.bracket else "first round"
    return [PendingTask(f"Draw the {which} of the playoffs", "playoffs")]


def _must_part(league: League) -> bool:
    """Whether tied teams stand in the way of the draw."""
    try:
        draw(league, "2000-01-01T00:00")
    except LeagueError:
        return True
    return False


def _on_the_way(league: League, now: str) -> list[PendingTask]:
    found = []
    for team in league.teams:
        if team.out != "league" and (left := unsigned(league, team.number)):
            who = ", ".join(each.name for each in left[:3]) + (" …" if len(left) > 3 else "")
            found.append(PendingTask(f"To sign for {team.name}: {who}", f"team/{team.number}"))
    night = night_now(league, now)
    if any(not over(each, league.plan) for each in of_night(league, night)):
        word = "Tonight" if night == now[:10] else "The next night"
        said = day_text(night)
        found.insert(0, PendingTask(f"{word}: {said}", f"night/{night}"))
    return found


def next_night(league: League) -> str:
    """A week after the last night, at the same time: where the next round may be played."""
    if not nights(league):
        return ""
    last = max(each.starts for each in league.fixtures)
    return (moment(last) + timedelta(weeks=1)).isoformat("T", "minutes")
