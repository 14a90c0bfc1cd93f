"""The addresses of what everybody at an event sees: public page, wall, phones."""

from __future__ import annotations

from functools import partial

from starlette.routing import BaseRoute, Route

from rightbower.web.public import (
    event_page,
    phones,
    signup,
)
from rightbower.web.public import (
    event_page as sharing,
)
from rightbower.web.public import (
    phones as phone_scores,
)
from rightbower.web.public.phones import SCORE_ACTS, act_on_score
from rightbower.web.state import codes

# What every phone in the room asks for at the same moment.
LIGHT = (event_page.page, phone_scores.phone_page)


def routes() -> list[BaseRoute]:
    """Addresses and what answers them."""
    post = ["POST"]
    return [
        Route("/c", codes.follow),
        Route("/c/{code}", codes.follow),
        Route("/events/{event}", event_page.page),
        Route("/events/{event}/me", event_page.choose, methods=post),
        Route("/events/{event}/log", event_page.log_page),
        Route("/events/{event}/qr.svg", codes.event_qr),
        Route("/events/{event}/results.{form}", sharing.take_results),
        Route("/events.ics", sharing.hall_calendar),
        Route("/events/{event}/wall", event_page.wall_page),
        Route("/events/{event}/join", signup.join_page, methods=["GET", "POST"]),
        Route("/events/{event}/chair/{link}", signup.chair_page),
        Route("/events/{event}/chair/{link}", signup.act_on_chair, methods=post),
        Route("/events/{event}/table/{table:int}", phones.table_page),
        Route("/events/{event}/table/{table:int}/take", phones.take, methods=post),
        Route("/events/{event}/table/{table:int}/qr.svg", codes.table_qr),
        Route("/events/{event}/phone", phone_scores.phone_page),
        *(
            Route(f"/events/{{event}}/phone/{name}", partial(act_on_score, act=act), methods=post)
            for name, act in SCORE_ACTS.items()
        ),
        Route("/events/{event}/phone/dispute", phone_scores.dispute, methods=post),
        Route("/events/{event}/phone/take-theirs", phone_scores.take_theirs, methods=post),
        Route("/events/{event}/phone/settled", phone_scores.settled, methods=post),
        Route("/events/{event}/phone/call", phone_scores.call, methods=post),
        Route("/events/{event}/phone/mine", phone_scores.mine, methods=post),
        Route("/events/{event}/phone/play", phone_scores.play, methods=post),
    ]
