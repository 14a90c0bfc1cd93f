"""The addresses of the club."""

from __future__ import annotations

from starlette.routing import BaseRoute, Route

from rightbower.web.club import desk, public

BOTH = ["GET", "POST"]


def routes() -> list[BaseRoute]:
    """Addresses and what answers them."""
    return [
        Route("/club", public.club_page),
        Route("/club", public.begin, methods=["POST"]),
        Route("/club/pin", public.club_pin, methods=BOTH),
        Route("/club/seasons/{season}", public.season_page),
        Route("/club/seasons/{season}/files/{name}", public.open_file),
        Route("/club/desk", desk.desk_start),
        Route("/club/desk/files/{name}", public.desk_file),
        Route("/club/desk/{page}", desk.desk_page, methods=BOTH),
    ]
