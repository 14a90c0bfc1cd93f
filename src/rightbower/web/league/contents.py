"""What stands on each page of the Gamer's desk."""

from __future__ import annotations

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request

from rightbower.office.rosters import preview_roster, read_roster, roster_text
from rightbower.rules.refusal import Refusal
from rightbower.tournament.events.labels import LEAGUE_PAPERS
from rightbower.tournament.history import effective
from rightbower.tournament.league.conduct import guaranteed, offences, offers, official, waiting
from rightbower.tournament.league.history import history_lines
from rightbower.tournament.league.lists import PlayerRow
from rightbower.tournament.league.outcome import goes_on, not_counting, over
from rightbower.tournament.league.playoffs import champion, drawn_otherwise, seeds
from rightbower.tournament.league.roster import unsigned
from rightbower.tournament.league.season import first_night, moment, schedule
from rightbower.tournament.league.state.facts import Scheduled
from rightbower.tournament.league.state.fold import LeagueHistory
from rightbower.tournament.league.state.league import League
from rightbower.tournament.league.state.refusal import LeagueError
from rightbower.tournament.league.table import standings, tied_teams, unequal_text
from rightbower.web.league.access import FilledForm, league_stream, now_of, team_of_address
from rightbower.web.league.entrance import number
from rightbower.web.league.night import night_view
from rightbower.web.league.public import log_lines
from rightbower.web.league.steps import next_night
from rightbower.web.league.views import (
    bracket_view,
    fixture_view,
    marks,
    night_now,
    nights,
    of_night,
)
from rightbower.web.notes import SeasonPlanned
from rightbower.web.state.access import desk_of


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
    problem, plain = "", ""
    if text.strip():
        try:
            sheet = read_roster(text.encode())
            rows = preview_roster(history.league, sheet, now_of(request)).lines
            plain = roster_text(sheet)
        except Refusal as fault:
            problem = str(fault)
    good = sum(not row.fault for row in rows)
    return {"rows": rows, "good": good, "plain": plain, "problem": problem, "text": text}


def calendar(request: Request, history: LeagueHistory, said: FilledForm) -> dict[str, Any]:
    """The calendar: as it would be made by the circle method, or as it is."""
    league = history.league
    planned = desk_of(request).notes(league_stream(league)).season or SeasonPlanned("", None, ())
    form = {
        "first_night": said.text("first_night") or planned.first_night,
        "weeks": said.text("weeks") or (str(planned.weeks) if planned.weeks else ""),
        "skip": said.text("skip") or ", ".join(planned.skip),
    }
    proposal: Scheduled | None = None
    problem = ""
    if not league.fixtures and form["first_night"] and len(league.teams) > 1:
        try:
            weeks = number(form["weeks"], "Weeks")
            proposal = schedule(
                league, form["first_night"], weeks, form["skip"].replace(",", " ").split()
            )
        except Refusal as fault:
            problem = str(fault)
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


def playoffs(_: Request, history: LeagueHistory, _said: FilledForm) -> dict[str, Any]:
    """The table, tied teams to be parted, the draw, open playoffs and the champion."""
    league = history.league
    won = champion(league)
    try:
        seeded, problem = seeds(league), ""
    except LeagueError as fault:
        seeded, problem = (), str(fault)
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
        "left_open": [
            each
            for each in league.playoff_fixtures
            if over(each, league.plan) and not goes_on(league, each)
        ],
        "next_night": next_night(league),
    }


def paper(_: Request, history: LeagueHistory, _said: FilledForm) -> dict[str, Any]:
    """Papers and files."""
    weeks = sorted({each.week for each in history.league.fixtures})
    return {"papers": LEAGUE_PAPERS, "weeks": weeks}


def log(_: Request, history: LeagueHistory, _said: FilledForm) -> dict[str, Any]:
    """Every entry, and the latest to be taken back."""
    latest = effective(history.entries)[-1][0]
    says = history_lines(history)[latest - 1].says
    return {"lines": log_lines(history), "latest": latest if latest > 1 else 0, "latest_says": says}
