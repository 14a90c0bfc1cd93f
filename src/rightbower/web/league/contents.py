"""What a league's pages contain, and the next step."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request

from rightbower.office.rosters import preview_roster, read_roster, roster_text
from rightbower.rules.message import UNSAID, Message, Quoted, message
from rightbower.rules.refusal import Refusal
from rightbower.tournament.contest import effective
from rightbower.tournament.dates import day_text
from rightbower.tournament.events.labels import LEAGUE_PAPERS
from rightbower.tournament.league.conduct import guaranteed, offences, offers
from rightbower.tournament.league.forfeits import due, open_notices
from rightbower.tournament.league.league import League, LeagueHistory
from rightbower.tournament.league.lists import PlayerRow
from rightbower.tournament.league.outcome import goes_on, not_counting, over, unconfirmed
from rightbower.tournament.league.playoffs import champion, draw, drawn_otherwise, seeds
from rightbower.tournament.league.protests import official, waiting
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.roster import unsigned
from rightbower.tournament.league.season import Scheduled, first_night, moment, schedule
from rightbower.tournament.league.table import standings, tied_teams, unequal_text
from rightbower.web.league.access import league_stream, now_of, team_of_address
from rightbower.web.league.entrance import number
from rightbower.web.league.night import night_view
from rightbower.web.league.public import log_lines
from rightbower.web.league.views import (
    bracket_view,
    fixture_view,
    marks,
    night_now,
    nights,
    of_night,
)
from rightbower.web.notes import SeasonPlanned
from rightbower.web.pages.desk_pages import FilledForm
from rightbower.web.state.access import desk_of


class PendingTask(Struct, frozen=True):
    """Something to do, and the page of the desk on which it is done."""

    says: Message
    page: str


def page_due(league: League) -> str:
    """The page of the desk that the league stands at."""
    if not league.fixtures:
        return "calendar" if len(league.teams) > 1 else "teams"
    if all(over(each, league.plan) for each in league.fixtures):
        return "playoffs"
    return "night"


def pending_tasks(league: League, now: str) -> list[PendingTask]:
    """All that waits for the Gamer, the newest protest first."""
    if not league.fixtures:
        return _before_the_season(league)
    found = [
        PendingTask(
            message("Protest {number} waits for your ruling", number=each.number), "decisions"
        )
        for each in reversed(waiting(league))
    ]
    found += [
        PendingTask(
            message("Forfeit to write down: {fixture}", fixture=league.match(fixture)),
            f"night/{now[:10]}#f{fixture.number}",
        )
        for fixture in of_night(league, now[:10])
        if due(league, fixture.number, now)
    ]
    found += [
        PendingTask(
            message("To decide: {team}, {about}", team=league.named(each.team), about=each.about),
            "decisions",
        )
        for each in offers(league)
    ]
    found += [
        PendingTask(
            message("Notice to answer: {fixture}", fixture=league.match(fixture)),
            f"fixture/{fixture.number}",
        )
        for fixture in league.fixtures
        for _ in open_notices(fixture)
    ]
    found += [_to_confirm(league, *each) for each in unconfirmed(league)]
    return found + _at_the_end(league) + _on_the_way(league, now)


def _to_confirm(league: League, fixture: int, game: int) -> PendingTask:
    """Points that one team entered: to be confirmed, or to be decided where they are disputed."""
    dispute = league.fixture(fixture).game(game).dispute
    where = f"fixture/{fixture}#g{game}"
    if not dispute:
        said = message("To confirm: fixture {fixture}, game {game}", fixture=fixture, game=game)
        return PendingTask(said, where)
    said = message(
        "Points disputed ({dispute}): fixture {fixture}, game {game}",
        dispute=Quoted(dispute),
        fixture=fixture,
        game=game,
    )
    return PendingTask(said, where)


def _before_the_season(league: League) -> list[PendingTask]:
    first = PendingTask(message("Make the calendar and open the season"), "calendar")
    if len(league.teams) < 2:
        first = PendingTask(message("Enter the teams"), "teams")
    return [
        first,
        *(
            PendingTask(
                message("Put the players of {team} down", team=team.reference),
                f"team/{team.number}",
            )
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
            PendingTask(
                message("Say who goes on: {fixture}", fixture=league.match(each)),
                f"playoffs#f{each.number}",
            )
            for each in open_
        ]
    if not league.bracket and tied_teams(league) and _must_part(league):
        return [
            PendingTask(message("Put {teams} in order", teams=league.all_named(group)), "playoffs")
            for group in tied_teams(league)
        ]
    said = (
        message("Draw the next round of the playoffs")
        if league.bracket
        else message("Draw the first round of the playoffs")
    )
    return [PendingTask(said, "playoffs")]


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
            said = message("To sign for {team}: {who}", team=team.reference, who=who)
            found.append(PendingTask(said, f"team/{team.number}"))
    night = night_now(league, now)
    if any(not over(each, league.plan) for each in of_night(league, night)):
        day = day_text(night)
        said = (
            message("Tonight: {day}", day=day)
            if night == now[:10]
            else message("The next night: {day}", day=day)
        )
        found.insert(0, PendingTask(said, f"night/{night}"))
    return found


def next_night(league: League) -> str:
    """A week after the last night, at the same time: where the next round may be played."""
    if not nights(league):
        return ""
    last = max(each.starts for each in league.fixtures if not each.cancelled)
    return (moment(last) + timedelta(weeks=1)).isoformat("T", "minutes")


def night_again(league: League, now: str) -> str:
    """When playoffs that are drawn again may be played: as they were, or so many weeks later that it is to come."""
    if not league.playoff_fixtures:
        return ""
    starts = moment(min(each.starts for each in league.playoff_fixtures))
    while starts < moment(now):
        starts += timedelta(weeks=1)
    return starts.isoformat("T", "minutes")


def teams(_: Request, history: LeagueHistory, _said: FilledForm) -> dict[str, Any]:
    """All teams with how many players and signatures each has."""
    league = history.league
    return {"left": {team.number: len(unsigned(league, team.number)) for team in league.teams}}


def whole(_: Request, _history: LeagueHistory, _said: FilledForm) -> dict[str, Any]:
    """The league's name, a copy of it, the archive."""
    return {}


def team(request: Request, history: LeagueHistory, _said: FilledForm) -> dict[str, Any]:
    """One team: its roster, waivers, subs, and what was decided about it."""
    league = history.league
    own = team_of_address(league, request.path_params.get("number"))
    number = own.number
    return {
        "team": own,
        "members": [(each.name, each.name) for each in own.members],
        "left": unsigned(league, number),
        "offences": offences(league, number),
        "sanctions": [each for each in league.sanctions if each.team == number],
        "late": _signing_is_late(league, number, now_of(request)),
    }


def _signing_is_late(league: League, team: int, now: str) -> bool:
    due_by = first_night(league, team)
    return due_by is not None and moment(now).date() > due_by


def importing(request: Request, history: LeagueHistory, said: FilledForm) -> dict[str, Any]:
    """A list as it was understood, row by row, before it is taken in."""
    text = said.long("list")
    rows: tuple[PlayerRow, ...] = ()
    problem, plain = UNSAID, ""
    if text.strip():
        try:
            sheet = read_roster(text.encode())
            rows = preview_roster(history.league, sheet, now_of(request)).lines
            plain = roster_text(sheet)
        except Refusal as fault:
            problem = fault.said
    good = sum(not row.fault for row in rows)
    return {"rows": rows, "good": good, "plain": plain, "problem": problem, "text": text}


def calendar(request: Request, history: LeagueHistory, said: FilledForm) -> dict[str, Any]:
    """The calendar: as it would be made, or as it is."""
    league = history.league
    planned = desk_of(request).notes(league_stream(league)).season or SeasonPlanned("", None, ())
    form = {
        "first_night": said.text("first_night") or planned.first_night,
        "weeks": said.text("weeks") or (str(planned.weeks) if planned.weeks else ""),
        "skip": said.text("skip") or ", ".join(planned.skip),
    }
    proposal: Scheduled | None = None
    problem = UNSAID
    if not league.fixtures and form["first_night"] and len(league.teams) > 1:
        try:
            weeks = number(form["weeks"], "Weeks")
            proposal = schedule(
                league, form["first_night"], weeks, form["skip"].replace(",", " ").split()
            )
        except Refusal as fault:
            problem = fault.said
    now = now_of(request)
    return {
        "form": form,
        "proposal": proposal,
        "problem": problem,
        "fixtures": [fixture_view(league, each, now) for each in league.fixtures],
    }


def night(request: Request, history: LeagueHistory, said: FilledForm) -> dict[str, Any]:
    """A night: every fixture with its clock, arrivals, line-ups and games."""
    league = history.league
    now = now_of(request)
    day = request.path_params.get("day") or night_now(league, now)
    fixtures = of_night(league, day)
    if not fixtures and request.path_params.get("day"):
        raise HTTPException(404, "Nobody plays on that day.")
    return {
        "day": day,
        "nights": nights(league),
        "tonight": day == now[:10],
        "fixtures": [night_view(league, each, now, said) for each in fixtures],
        "marks": marks(league),
    }


def fixture(request: Request, history: LeagueHistory, said: FilledForm) -> dict[str, Any]:
    """One fixture with all that may happen to it."""
    league = history.league
    number = request.path_params.get("number")
    if number is None or not 1 <= number <= len(league.fixtures):
        raise HTTPException(404, "There is no such fixture.")
    there = league.fixture(number)
    return {
        "names": [league.team(each).name for each in there.teams],
        "sides": [(each, league.team(each).name) for each in there.teams],
        "games": [(each.number, each.number) for each in there.games],
        "each": night_view(league, there, now_of(request), said),
        "fixture": there,
        "protests": [
            (each, official(league, each)) for each in league.protests if each.fixture == number
        ],
        "marks": marks(league),
        "tonight": there.next_start[:10] == now_of(request)[:10],
    }


def decisions(_: Request, history: LeagueHistory, _said: FilledForm) -> dict[str, Any]:
    """Offences and the steps they offer, protests, sanctions, and rules made known."""
    league = history.league
    return {
        "offences": [each for team in league.teams for each in offences(league, team.number)],
        "offers": offers(league),
        "lost_guarantee": [
            team.name
            for team in league.teams
            if league.plan.guaranteed and not guaranteed(league, team.number)
        ],
        "protests": [(each, official(league, each)) for each in league.protests],
        "open_protests": len(waiting(league)),
    }


def playoffs(request: Request, history: LeagueHistory, _said: FilledForm) -> dict[str, Any]:
    """The table, tied teams to be parted, the draw, open playoffs and the champion."""
    league = history.league
    won = champion(league)
    try:
        seeded, problem = seeds(league), UNSAID
    except LeagueError as fault:
        seeded, problem = (), fault.said
    left_open = [
        each
        for each in league.playoff_fixtures
        if over(each, league.plan) and not goes_on(league, each)
    ]
    return {
        "places": standings(league),
        "uncounted": not_counting(league),
        "unequal": unequal_text(league),
        "otherwise": drawn_otherwise(league),
        "tied_teams": tied_teams(league),
        "bracket": bracket_view(league),
        "seeds": [league.team(number).name for number in seeded],
        "problem": problem,
        "champion": league.team(won).name if won else "",
        "season_over": bool(league.fixtures)
        and all(over(each, league.plan) for each in league.season),
        "round_over": all(over(each, league.plan) for each in league.fixtures),
        "left_open": left_open,
        "sides": {
            each.number: [(team, league.team(team).name) for team in each.teams]
            for each in left_open
        },
        "next_night": next_night(league),
        "night_again": night_again(league, now_of(request)),
    }


def paper(_: Request, history: LeagueHistory, _said: FilledForm) -> dict[str, Any]:
    """Papers and files."""
    weeks = sorted({each.week for each in history.league.fixtures})
    return {"papers": LEAGUE_PAPERS, "weeks": weeks}


def log(_: Request, history: LeagueHistory, _said: FilledForm) -> dict[str, Any]:
    """Every entry, and the latest to be taken back."""
    latest = effective(history.entries)[-1][0]
    says = history.lines()[latest - 1].says
    return {"lines": log_lines(history), "latest": latest if latest > 1 else 0, "latest_says": says}
