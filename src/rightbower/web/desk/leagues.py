"""The addresses of the leagues."""

from __future__ import annotations

from starlette.routing import BaseRoute, Route, WebSocketRoute

from rightbower.web.desk import (
    everything,
    league_desk,
    league_entrance,
    league_files,
    league_public,
)

BOTH = ["GET", "POST"]


def routes() -> list[BaseRoute]:
    """Addresses and what answers them."""
    league = "/leagues/{league}"
    return [
        Route("/leagues", league_entrance.all_leagues),
        Route("/leagues/new", league_entrance.new_league, methods=BOTH),
        Route(league, league_public.season_page),
        Route(f"{league}/log", league_public.log_page),
        Route(f"{league}/wall", league_public.wall_page),
        Route(f"{league}/calendar.ics", league_public.calendar_feed),
        Route(league + "/team/{team:int}/calendar.ics", league_public.calendar_feed),
        Route(league + "/files/{name}", league_files.open_file),
        WebSocketRoute(f"{league}/live", league_public.live),
        Route(f"{league}/pin", league_entrance.league_pin, methods=BOTH),
        Route(f"{league}/desk", league_desk.desk_start),
        Route(f"{league}/desk/everything", everything.everything, methods=BOTH),
        Route(f"{league}/desk/programs", everything.programs, methods=BOTH),
        Route(league + "/desk/files/{name}", league_files.desk_file),
        Route(league + "/desk/{page}", league_desk.desk_page, methods=BOTH),
        Route(league + "/desk/{page}/{number:int}", league_desk.desk_page, methods=BOTH),
        Route(league + "/desk/{page}/{day}", league_desk.desk_page, methods=BOTH),
    ]
