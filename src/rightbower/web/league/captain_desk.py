"""The captains' codes at the officer's desk: shown, as pictures to print, and phones taken back."""

from __future__ import annotations

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.events.league.state.fold import LeagueHistory
from rightbower.web.common.address import address, picture
from rightbower.web.league.access import directed_league, league_stream
from rightbower.web.league.forms import FilledForm
from rightbower.web.notes.note_facts import CaptainFreed
from rightbower.web.state.access import desk_of
from rightbower.web.state.accounts import signer
from rightbower.web.state.codes import team_code


def phones(request: Request, history: LeagueHistory, _said: FilledForm) -> dict[str, Any]:
    """Every team's code, and how many phones speak for it."""
    league, keys = history.league, request.app.state.keys
    held = [*desk_of(request).notes(league_stream(league)).captains.values()]
    codes = [
        (team, team_code(keys, league.id, team.number), held.count(team.number))
        for team in league.teams
    ]
    return {"codes": codes}


async def team_qr(request: Request) -> Response:
    """The way to a team's page as a picture; only the officer is given it."""
    league = directed_league(request).league
    number = request.path_params["team"]
    if not 1 <= number <= len(league.teams):
        raise HTTPException(404, "There is no such team.")
    code = team_code(request.app.state.keys, league.id, number)
    return Response(picture(address(request, f"/c/{code}")), media_type="image/svg+xml")


async def free_captain(request: Request) -> Response:
    """Take the phones of a team back, as when one is lost."""
    league = directed_league(request).league
    said = str((await request.form()).get("team", ""))
    team = next((each for each in league.teams if str(each.number) == said), None)
    if team is None:
        raise HTTPException(404, "There is no such team.")
    freed = CaptainFreed(team.number)
    await desk_of(request).note(league_stream(league), freed, by=signer(request))
    return RedirectResponse(f"/leagues/{league.id}/desk/phones", 303)
