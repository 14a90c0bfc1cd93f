"""What ``rightbower league`` shows: fixtures, table, rosters, steps, bracket and story."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec

from rightbower.events.league.fold import History
from rightbower.events.league.league import Fixture, League, LeagueError
from rightbower.events.league.offences import guaranteed, offences, offers
from rightbower.events.league.outcome import games_won, score
from rightbower.events.league.paper import said_of_moved, score_sheets, whom_to_ask
from rightbower.events.league.playoffs import champion, rounds
from rightbower.events.league.protests import official
from rightbower.events.league.roster import unsigned
from rightbower.events.league.story import counted, story
from rightbower.events.league.table import standings

Made = tuple[object, list[str]]


class Listing(NamedTuple):
    """A list: what it is, and how it is made, as a value and in lines."""

    does: str
    make: Callable[[History, argparse.Namespace], Made]


def told(value: object, lines: Sequence[str], as_json: bool) -> list[str]:
    """The lines, or the value as JSON."""
    if not as_json:
        return list(lines)
    return [msgspec.json.format(msgspec.json.encode(value), indent=2).decode()]


def _show(history: History, _: argparse.Namespace) -> Made:
    league = history.league
    lines = [f"{league.name}, by {league.plan.title}", *whom_to_ask(league)]
    lines += [
        f"Rules, version {each.version} ({each.date}): {each.text}" for each in league.announcements
    ]
    teams, fixtures = counted(len(league.teams), "team"), counted(len(league.fixtures), "fixture")
    lines.append(f"{teams}, {fixtures}, {league.phase}")
    return league, lines


def _chosen(league: League, week: int | None) -> list[Fixture]:
    """The fixtures of a week, or all."""
    chosen = [each for each in league.fixtures if week in (None, each.week)]
    if league.fixtures and not chosen:
        raise LeagueError(f"there is no week {week}")
    return chosen


def _fixtures(history: History, args: argparse.Namespace) -> Made:
    league = history.league
    chosen = _chosen(league, args.week)
    lines = [_fixture(league, each) for each in chosen]
    for week, byes in enumerate(league.byes, 1):
        if byes and args.week in (None, week):
            names = ", ".join(league.team(number).name for number in byes)
            lines.append(f"week {week}: {names} has a bye")
    return chosen, lines or ["There is no calendar yet."]


def _fixture(league: League, fixture: Fixture) -> str:
    when = fixture.starts.replace("T", " ")
    said = f"{fixture.number:>3}  week {fixture.week}  {when}  {league.called(fixture)}"
    if fixture.cancelled:
        return f"{said}  not played: {fixture.cancelled}"
    if fixture.void:
        return f"{said}  does not count: {fixture.void}"
    scores = [score(fixture, game, league.plan) for game in fixture.games]
    if not any(scores):
        return said
    shown = ", ".join(f"{each[0]}–{each[1]}" if each else "…" for each in scores)
    one, other = games_won(fixture)
    return "; ".join([f"{said}  {one}–{other} ({shown})", *said_of_moved(fixture)])


def _table(history: History, _: argparse.Namespace) -> Made:
    places = standings(history.league)
    lines = ["     team              won lost  points    why"]
    for each in places:
        rank = "-" if each.rank is None else str(each.rank)
        score_ = f"{each.points}–{each.against}"
        clauses = f" ({'; '.join(each.clauses)})" if each.clauses else ""
        lines.append(
            f"{rank:>3}  {each.name:<17} {each.won:>3} {each.lost:>4}  {score_:<9} {each.why}{clauses}"
        )
    return places, lines


def _rosters(history: History, _: argparse.Namespace) -> Made:
    league = history.league
    lines = []
    for team in league.teams:
        lines.append(f"{team.number}. {team.name}")
        for each in team.members:
            signed = f"signed {each.signed}" if each.signed else "has not signed"
            lines.append(f"     {each.name} ({each.kind}), {signed}")
        if waiting := unsigned(league, team.number):
            lines.append(
                f"     {len(waiting)} still to sign ({league.plan.clause('league.waiver')})"
            )
    return league.teams, lines or ["There is no team yet."]


def _steps(history: History, _: argparse.Namespace) -> Made:
    league = history.league
    done = [each for team in league.teams for each in offences(league, team.number)]
    open_ = offers(league)
    lines = [f"{each.says} ({each.clause})" for each in done]
    lines += [
        f"{team.name}: the {league.plan.guaranteed} guaranteed games hold no longer"
        f" ({league.plan.clause('league.guarantee_until')})"
        for team in league.teams
        if league.plan.guaranteed and not guaranteed(league, team.number)
    ]
    lines += [
        f"To decide: {league.team(each.team).name}, {each.about}: removal from the {each.removal} ({each.clause})"
        for each in open_
    ]
    return {"offences": done, "offers": open_}, lines or ["Nothing is to be decided."]


def _protests(history: History, _: argparse.Namespace) -> Made:
    league = history.league
    lines = []
    for each in league.protests:
        state = official(league, each) or "waits for the ruling"
        if each.upheld is not None:
            state = f"{'upheld' if each.upheld else 'rejected'}: {each.ruling}"
        where = f"fixture {each.fixture}, game {each.game}"
        lines.append(f"{each.number}. {league.team(each.by).name}, {where}: {each.why}; {state}")
    return league.protests, lines or ["There is no protest."]


def _bracket(history: History, _: argparse.Namespace) -> Made:
    league = history.league
    drawn = rounds(league)
    lines = [f"Round {number}: {match}" for number, each in enumerate(drawn, 1) for match in each]
    if winner := champion(league):
        lines.append(f"Champion: {league.team(winner).name}")
    return {"rounds": drawn, "champion": champion(league)}, lines or ["No playoffs are drawn yet."]


def _sheets(history: History, args: argparse.Namespace) -> Made:
    league = history.league
    sheets = [
        sheet
        for fixture in _chosen(league, args.week)
        if not fixture.cancelled
        for sheet in score_sheets(league, fixture.number)
    ]
    lines = [
        f"fixture {each.fixture}, game {each.game}, {each.starts.replace('T', ' ')}:"
        f" {each.teams[0]} ____  {each.teams[1]} ____  {each.note}"
        for each in sheets
    ]
    return sheets, lines or ["There is no calendar yet."]


def _story(history: History, _: argparse.Namespace) -> Made:
    told_ = story(history)
    lines = []
    for each in told_:
        when = datetime.fromtimestamp(each.at, UTC).strftime("%Y-%m-%d %H:%M")
        undone = " (undone)" if each.undone else ""
        lines.append(f"{each.number:>4}  {when}  {each.by}: {each.says}{undone}")
    return told_, lines


LISTS: dict[str, Listing] = {
    "show": Listing("a league at a glance: whom to ask, its rules, where it stands", _show),
    "fixtures": Listing("the fixtures and what came of them", _fixtures),
    "table": Listing("the standings, each place with its reason", _table),
    "rosters": Listing("teams, players and waivers", _rosters),
    "steps": Listing("offences, and what is to be decided", _steps),
    "protests": Listing("protests and rulings", _protests),
    "bracket": Listing("the playoffs", _bracket),
    "sheets": Listing("a score sheet for each game", _sheets),
    "story": Listing("every entry: who, when, what and why", _story),
}
