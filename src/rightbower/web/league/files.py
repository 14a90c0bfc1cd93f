"""What is taken away from a league: papers to print, spreadsheets, everything as JSON."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rightbower.events.league.league import League, LeagueError
from rightbower.printing import LEAGUE_PAPERS, Paper, league_paper
from rightbower.spreadsheets import league_pages, write_csv, write_xlsx
from rightbower.store.leagues import as_json
from rightbower.web.league.doors import directed_league, league_of

XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
OPEN_PAPERS: Final = ("table", "fixtures")


def _named(body: bytes, kind: str, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(body, media_type=kind, headers=headers)


def _csv(league: League, name: str) -> Response:
    pages = {f"{page.title.lower()}.csv": page for page in league_pages(league)}
    return _named(write_csv(pages[name]), "text/csv; charset=utf-8", f"{league.id}-{name}")


async def open_file(request: Request) -> Response:
    """The table and the fixtures, for everybody."""
    league = league_of(request)
    name = str(request.path_params["name"])
    if name in ("table.csv", "fixtures.csv"):
        return _csv(league, name)
    return await _paper(request, league, name, OPEN_PAPERS)


async def desk_file(request: Request) -> Response:
    """What the Gamer takes away: rosters, the whole league, score sheets."""
    history = directed_league(request)
    league = history.league
    name = str(request.path_params["name"])
    if name == "league.json":
        return _named(as_json(history), "application/json", f"{league.id}.json")
    if name == "league.xlsx":
        body = await asyncio.to_thread(write_xlsx, league_pages(league))
        return _named(body, XLSX, f"{league.id}.xlsx")
    if name == "rosters.csv":
        return _csv(league, name)
    return await _paper(request, league, name, tuple(LEAGUE_PAPERS))


async def _paper(request: Request, league: League, name: str, allowed: tuple[str, ...]) -> Response:
    stem = name.removesuffix(".pdf")
    if not name.endswith(".pdf") or stem not in allowed:
        raise HTTPException(404, "There is no such paper.")
    size: Paper = "Letter" if request.query_params.get("paper") == "Letter" else "A4"
    week = request.query_params.get("week", "")
    number = int(week) if week.isdecimal() and len(week) < 5 else None
    try:
        body = await asyncio.to_thread(league_paper, league, stem, size, number)
    except LeagueError as fault:
        raise HTTPException(404, f"{fault}.".capitalize()) from None
    headers = {"content-disposition": f'inline; filename="{league.id}-{name}"'}
    return Response(body, media_type="application/pdf", headers=headers)
