"""The Gamer's desk: one page for each step of a season, and what is done on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.events.league.facts import Entry
from rightbower.events.league.fold import History, extend
from rightbower.events.league.league import LeagueError
from rightbower.events.league.story import say, story
from rightbower.printing.for_leagues import when
from rightbower.web.common.rendering import render
from rightbower.web.desk import league_contents as contents
from rightbower.web.desk.doors import desk_of
from rightbower.web.desk.league_changes import changes
from rightbower.web.desk.league_deeds import DEEDS, Now, asks_first
from rightbower.web.desk.league_doors import cited, directed_league, now_of
from rightbower.web.desk.league_rosters import as_list, rows_of
from rightbower.web.desk.league_said import Said
from rightbower.web.desk.league_steps import dues, page_due
from rightbower.web.desk.league_words import with_names

Contents = Callable[[Request, History, Said], dict[str, Any]]

RAIL: Final = (
    ("teams", "Teams"),
    ("calendar", "Calendar"),
    ("night", "The night"),
    ("decisions", "Decisions"),
    ("playoffs", "Table and playoffs"),
    ("paper", "Paper"),
    ("log", "Log"),
)
PAGES: Final[Mapping[str, Contents]] = {
    "teams": contents.teams,
    "team": contents.team,
    "import": contents.importing,
    "calendar": contents.calendar,
    "night": contents.night,
    "fixture": contents.fixture,
    "decisions": contents.decisions,
    "playoffs": contents.playoffs,
    "paper": contents.paper,
    "log": contents.log,
}
UNDER: Final = {"team": "teams", "import": "teams", "fixture": "night"}


async def desk_start(request: Request) -> Response:
    """Lead to the step that is due."""
    league = directed_league(request).league
    return RedirectResponse(f"/leagues/{league.id}/desk/{page_due(league)}", 303)


async def desk_page(request: Request) -> Response:
    """A page of the desk, or something done on it."""
    history = directed_league(request)
    if request.path_params["page"] not in PAGES:
        raise HTTPException(404, "There is no such page.")
    if request.method == "GET":
        return _show(request, history, Said(now=now_of(request)))
    said = Said(now=now_of(request))
    try:
        said = await _said(request, history)
        if said.text("do") == "look":
            return _show(request, history, said)
        return await _do(request, history, said)
    except ValueError as fault:
        return _show(request, directed_league(request), said, _sentence(str(fault)), 422)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", ")")) else ".")


async def _said(request: Request, history: History) -> Said:
    fields: list[tuple[str, str]] = []
    async with request.form() as form:
        for key, value in form.multi_items():
            if not isinstance(value, UploadFile):
                fields.append((key, value))
            elif value.filename:
                # A file is read into the same list that can be pasted, and looked at like it.
                fields.insert(0, ("list", as_list(rows_of(await value.read()))))
    return Said(tuple(fields), now_of(request), history.league.plan.officer)


async def _do(request: Request, history: History, said: Said) -> Response:
    deed = DEEDS.get(said.text("do"))
    if deed is None:
        raise LeagueError("choose what to do")
    league = history.league
    expected = said.number("version") if said.text("version") else None
    if asks_first(said) and not said.sure:
        return _ask(request, history, said)

    def decided(now: Now) -> Any:
        return deed(now, said)

    desk = desk_of(request)
    after, written = await desk.do_in_league(league.id, league.plan.officer, decided, expected)
    where = request.url.path.replace("/desk/import", "/desk/teams")
    anchor = f"#f{said.number('fixture')}" if said.text("fixture") else ""
    first = after.league.version - len(written) + 1
    return RedirectResponse(f"{where}?wrote={first}-{after.league.version}{anchor}", 303)


def _ask(request: Request, history: History, said: Said) -> Response:
    """Show what it would change; nothing is written yet."""
    stands = [history]
    says = []
    for fact in DEEDS[said.text("do")](lambda: stands[-1], said):
        stands.append(extend(stands[-1], Entry(0.0, "", fact)))
        says.append(with_names(history.league, say(fact)))
    taken_back = story(history)[said.number("entry") - 1].says if said.text("entry") else ""
    return _render(
        request,
        history,
        "league_confirm.html",
        says=says,
        taken_back=taken_back,
        changes=changes(history.league, stands[-1].league),
        fields=[field for field in said.fields if field[0] not in ("sure", "version")],
        path=request.url.path,
    )


def _show(
    request: Request, history: History, said: Said, fault: str = "", status: int = 200
) -> Response:
    page = str(request.path_params["page"])
    shown = PAGES[page](request, history, said)
    return _render(
        request,
        history,
        f"league_{page}.html" if page != "log" else "league_desk_log.html",
        status,
        said=said,
        fault=fault,
        **shown,
    )


def _render(
    request: Request, history: History, template: str, status: int = 200, **values: Any
) -> Response:
    page = str(request.path_params["page"])
    league = history.league
    now = now_of(request)
    return render(
        request,
        template,
        status,
        league=league,
        base=f"/leagues/{league.id}",
        rail=RAIL,
        here=UNDER.get(page, page),
        dues=dues(league, now),
        now=now,
        here_path=request.url.path,
        wrote=_wrote(request, history),
        cited=cited,
        when=when,
        **values,
    )


def _wrote(request: Request, history: History) -> list[str]:
    """What was just written down, from the address; only what is in the log can be said."""
    first, _, last = request.query_params.get("wrote", "").partition("-")
    if not (first.isdecimal() and last.isdecimal()) or int(last) != len(history.entries):
        return []
    lines = story(history)[max(0, int(first) - 1) : int(last)]
    return [with_names(history.league, line.says) for line in lines]
