"""What is taken away from a league: papers to print, spreadsheets, everything as JSON."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from rightbower.events.league.state.fold import LeagueHistory
from rightbower.events.paper_names import LEAGUE_PAPERS
from rightbower.office.league_files import ExportLeague, PrintLeague
from rightbower.web.common.files import taken
from rightbower.web.league.access import directed_league, league_history_of

OPEN: Final = ("table.pdf", "fixtures.pdf", "table.csv", "fixtures.csv")


async def open_file(request: Request) -> Response:
    """The table and the fixtures, for everybody."""
    name = str(request.path_params["name"])
    return await _taken(request, league_history_of(request), name if name in OPEN else "?.pdf")


async def desk_file(request: Request) -> Response:
    """What the Gamer takes away: rosters, the whole league, score sheets."""
    return await _taken(request, directed_league(request), str(request.path_params["name"]))


async def _taken(request: Request, history: LeagueHistory, name: str) -> Response:
    stem, _, kind = name.rpartition(".")
    if kind == "pdf":
        week = request.query_params.get("week", "")
        said = {"what": stem if stem in LEAGUE_PAPERS else "?", "week": week or None}
        said["paper"] = request.query_params.get("paper", "a4").casefold()
        return await taken(request, PrintLeague, history, f"{history.league.id}-{name}", **said)
    said = {"form": kind, "file": name, "table": stem if kind == "csv" else None}
    file = f"{history.league.id}-{name}" if kind == "csv" else f"{history.league.id}.{kind}"
    return await taken(request, ExportLeague, history, file, **said)
