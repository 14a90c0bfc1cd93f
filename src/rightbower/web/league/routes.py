"""The addresses of the leagues."""

from __future__ import annotations

from starlette.routing import BaseRoute, Route, WebSocketRoute

from rightbower.web.league import captain, desk, entrance, public

BOTH = ["GET", "POST"]


def routes() -> list[BaseRoute]:
    """Addresses and what answers them."""
    league = "/leagues/{league}"
    return [
        Route("/leagues", entrance.all_leagues),
        Route("/leagues/new", entrance.new_league, methods=BOTH),
        Route(league, public.season_page),
        Route(f"{league}/log", public.log_page),
        Route(f"{league}/wall", public.wall_page),
        Route(f"{league}/calendar.ics", public.calendar_feed),
        Route(league + "/team/{team:int}/calendar.ics", public.calendar_feed),
        Route(league + "/files/{name}", public.open_file),
        WebSocketRoute(f"{league}/live", public.live),
        Route(f"{league}/captain", captain.captain_page),
        Route(f"{league}/captain", captain.captain_acts, methods=["POST"]),
        Route(f"{league}/captain/take", captain.take_captain, methods=["POST"]),
        Route(league + "/team/{team:int}/qr.svg", captain.team_qr),
        Route(f"{league}/desk/phones/free", captain.free_captain, methods=["POST"]),
        Route(f"{league}/pin", entrance.league_pin, methods=BOTH),
        Route(f"{league}/desk", desk.desk_start),
        Route(league + "/desk/files/{name}", public.desk_file),
        Route(league + "/desk/{page}", desk.desk_page, methods=BOTH),
        Route(league + "/desk/{page}/{number:int}", desk.desk_page, methods=BOTH),
        Route(league + "/desk/{page}/{day}", desk.desk_page, methods=BOTH),
    ]
