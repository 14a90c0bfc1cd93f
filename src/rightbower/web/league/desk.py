"""A league's desk: who may, what changes, the pages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.office.rosters import roster_file_text
from rightbower.office.workers import pool
from rightbower.rules.message import UNSAID, Message
from rightbower.tournament.commands import Command, CommandsDone
from rightbower.tournament.contest import Undone
from rightbower.tournament.dates import when_text
from rightbower.tournament.league.acts import LeagueCommand
from rightbower.tournament.league.contest import LEAGUE
from rightbower.tournament.league.league import League, LeagueHistory
from rightbower.tournament.league.lists import result_text
from rightbower.tournament.league.remarks import remarks
from rightbower.tournament.league.table import standings
from rightbower.web.common.guard import asker_of
from rightbower.web.league import captain, contents
from rightbower.web.league.access import cited, directed_league, now_of, with_names
from rightbower.web.league.contents import page_due, pending_tasks
from rightbower.web.league.entrance import copy_league
from rightbower.web.pages.desk_pages import (
    AskedFirst,
    DeskFrame,
    DeskPage,
    FilledForm,
    filled,
    page_of,
    said_command,
    written_from,
    wrote,
)
from rightbower.web.state.access import desk_of


class Change(Struct, frozen=True):
    """What an entry changes: the thing, as it was and as it will be."""

    what: str
    before: Message | str
    after: Message | str


def changes(before: League, after: League) -> list[Change]:
    """What differs between two states of a league, as people see it."""
    found = []
    for old, new in zip(before.fixtures, after.fixtures, strict=False):
        what = f"{before.called(old)}, {when_text(old.starts)}"
        one, other = result_text(before, old) or "–", result_text(after, new) or "–"
        if one != other:
            found.append(Change(what, one, other))
        elif old != new:
            found.append(Change(what, "as it is", "changed"))
    shown = [_places(before), _places(after)]
    for team in dict.fromkeys((*shown[0], *shown[1])):
        one, other = shown[0].get(team, "–"), shown[1].get(team, "–")
        if one != other:
            found.append(Change(_name(before, after, team), one, other))
    found += _other_changes(before, after)
    return found


def _name(before: League, after: League, team: int) -> str:
    return (before if team <= len(before.teams) else after).team(team).name


def _places(league: League) -> dict[int, str]:
    return {
        place.team: f"{'removed' if place.rank is None else f'place {place.rank}'},"
        f" {place.won} game{'' if place.won == 1 else 's'} won, {place.points}–{place.against}"
        + (f", out of the {place.out}" if place.out else "")
        for place in standings(league)
    }


def _other_changes(before: League, after: League) -> list[Change]:
    counted = (
        ("Fixtures", len(before.fixtures), len(after.fixtures)),
        ("Teams", len(before.teams), len(after.teams)),
        ("Rounds of the playoffs", len(before.bracket), len(after.bracket)),
        ("Announcements", len(before.announcements), len(after.announcements)),
        ("Protests ruled on", _ruled(before), _ruled(after)),
        ("Protests", len(before.protests), len(after.protests)),
        ("Sanctions", len(before.sanctions), len(after.sanctions)),
        ("Decisions", len(before.decisions), len(after.decisions)),
        ("Players", _players(before), _players(after)),
        ("Signatures", _signed(before), _signed(after)),
    )
    return [Change(what, str(one), str(other)) for what, one, other in counted if one != other]


def _ruled(league: League) -> int:
    return sum(each.upheld is not None for each in league.protests)


def _players(league: League) -> int:
    return sum(len(team.members) for team in league.teams)


def _signed(league: League) -> int:
    return sum(bool(each.signed) for team in league.teams for each in team.members)


RAIL: Final = (
    ("teams", "Teams"),
    ("calendar", "Calendar"),
    ("night", "The night"),
    ("decisions", "Decisions"),
    ("playoffs", "Table and playoffs"),
)
BESIDE: Final = (
    ("phones", "Phones", "the captains' codes"),
    ("paper", "Paper", "sheets, table and fixtures to print"),
    ("whole", "The league", "name, copy, archive"),
    ("log", "Log", "everything that was entered"),
    ("everything", "Everything", "each command as a form"),
    ("programs", "Programs", "scripts that may act here"),
)
UNDER: Final = {"team": "teams", "import": "teams", "fixture": "night"}


async def desk_start(request: Request) -> Response:
    """Lead to the step that is due."""
    league = directed_league(request).league
    return RedirectResponse(f"/leagues/{league.id}/desk/{page_due(league)}", 303)


async def desk_page(request: Request) -> Response:
    """A page of the desk, or something done on it."""
    directed_league(request)
    return await DESK.answer(page_of(PAGES, request), request)


async def _look(request: Request, said: FilledForm) -> Response:
    """Show the page with what was filled in; nothing is written."""
    return DESK.show(request, page_of(PAGES, request), said)


async def _copy(request: Request, said: FilledForm) -> Response:
    return await copy_league(request, directed_league(request), said)


PAGES: Final[Mapping[str, DeskPage]] = {
    page: DeskPage(
        f"league_{page}.html" if page != "log" else "league_desk_log.html",
        shows,
        UNDER.get(page, page),
        instead={"look": _look, "copy": _copy},
    )
    for page, shows in {
        "teams": contents.teams,
        "team": contents.team,
        "import": contents.importing,
        "calendar": contents.calendar,
        "night": contents.night,
        "fixture": contents.fixture,
        "decisions": contents.decisions,
        "playoffs": contents.playoffs,
        "phones": captain.phones,
        "paper": contents.paper,
        "whole": contents.whole,
        "log": contents.log,
    }.items()
}


async def _filled(request: Request) -> FilledForm:
    """What was filled in; a file is read into the same list that can be pasted, and looked at like it."""
    form = await filled(request)
    if not form.file:
        return form
    asker = asker_of(request, first=True)
    text = await pool("papers").run(roster_file_text, form.file, asker=asker)
    return FilledForm((("list", text), *form.fields))


def _onward(request: Request, said: FilledForm, done: CommandsDone) -> str:
    """Back to the page, which says what was written; a league that was thrown away has none."""
    league = desk_of(request).league_history(str(request.path_params["league"])).league
    if league.thrown_away:
        return "/events"
    where = request.url.path.replace("/desk/import", "/desk/teams")
    number = said.text("fixture")
    return f"{where}{wrote(done)}" + (f"#f{number}" if number.isdecimal() else "")


def _asks(
    request: Request, history: LeagueHistory, command: Command, said: FilledForm
) -> AskedFirst:
    """What it would change; nothing is written yet."""
    now = desk_of(request).clock()
    later, entries, receipts = LEAGUE.decided(history, [command], at=now)
    lines = later.lines()[-len(entries) :] if entries else ()
    entry = said.text("entry")
    taken_back = history.lines()[int(entry) - 1].says if entry.isdecimal() else UNSAID
    return AskedFirst(
        "league_confirm.html",
        {
            "says": [with_names(later.league, line.says) for line in lines],
            "remarks": list(dict.fromkeys(said for each in receipts for said in each.remarks)),
            "taken_back": taken_back,
            "changes": changes(history.league, later.league),
            "fields": [field for field in said.fields if field[0] not in ("sure", "version")],
            "path": request.url.path,
        },
    )


def _frame(
    request: Request, history: LeagueHistory, page: DeskPage, _said: FilledForm
) -> dict[str, Any]:
    """What stands around every page."""
    league, now = history.league, now_of(request)
    return {
        "league": league,
        "base": f"/leagues/{league.id}",
        "rail": RAIL,
        "beside": BESIDE,
        "due": page_due(league),
        "here": page.step
        or UNDER.get(str(request.path_params["page"]), request.path_params["page"]),
        "pending": pending_tasks(league, now),
        "now": now,
        "here_path": request.url.path,
        "wrote": _wrote(request, history),
        "cited": cited,
        "when": when_text,
    }


def _wrote(request: Request, history: LeagueHistory) -> list[Message]:
    """What was just written down, from the address; only what is in the log can be said."""
    first = written_from(request, len(history.entries))
    if first is None:
        return []
    start = max(1, first - 1)
    lines = history.lines()[start:]
    told = _remarks(history, start)
    return [*(with_names(history.league, line.says) for line in lines), *told]


def _remarks(history: LeagueHistory, start: int) -> list[Message]:
    """What there is to remark on the entries after so many."""
    found: list[Message] = []
    for number in range(start, len(history.entries)):
        fact = history.entries[number].fact
        if not isinstance(fact, Undone):
            found += remarks(LeagueHistory.of(history.entries[:number]).league, fact)
    return list(dict.fromkeys(found))[-1:]


DESK: Final = DeskFrame(
    LEAGUE,
    directed_league,
    _frame,
    _asks,
    partial(said_command, LeagueCommand),
    lambda said: said.text("version"),
    onward=_onward,
    reads=_filled,
)
