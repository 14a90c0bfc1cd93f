"""The addresses of what one learns from: finished games, rules, rulings and practice."""

from __future__ import annotations

from starlette.routing import BaseRoute, Route

from rightbower.web.study import (
    charts,
    drill_pages,
    lessons,
    offline,
    practice,
    replay,
    review_pages,
    rulings,
    study_room,
)
from rightbower.web.study import (
    lessons as library,
)
from rightbower.web.study import (
    practice as puzzles,
)
from rightbower.web.study import (
    review_pages as evening_review,
)


def routes() -> list[BaseRoute]:
    """Addresses and what answers them."""
    return [
        Route("/t/{table}/replay", replay.replay_page),
        Route("/t/{table}/review", review_pages.review_page),
        Route("/t/{table}/review/progress", review_pages.review_progress),
        Route("/t/{table}/again/{number:int}", review_pages.again_page),
        Route("/t/{table}/record", replay.take_record),
        Route("/t/{table}/egn", replay.take_egn),
        Route("/t/{table}/fair", replay.fair_page),
        Route("/rules", library.books_page),
        Route("/rules/compare", library.side_by_side),
        Route("/rules/{book}", library.one_book),
        Route("/ruling", rulings.ruling_page),
        Route("/practice", practice.practice),
        *lessons.routes(),
        *offline.routes(),
        *puzzles.routes(),
        *study_room.routes(),
        *drill_pages.routes(),
        *evening_review.routes(),
        *charts.routes(),
    ]
