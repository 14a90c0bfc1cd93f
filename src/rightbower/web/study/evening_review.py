"""The review of a whole evening: all games of today, what cost you most first."""

from __future__ import annotations

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from rightbower.record.entries import Record
from rightbower.rules.cards import Seat
from rightbower.web.common.rendering import render
from rightbower.web.hall.archive import lists
from rightbower.web.hall.archive.lists import PastGame
from rightbower.web.hall.archive.same_deals import today
from rightbower.web.hall.pages.pages import hall_of, person_of, remembered
from rightbower.web.study.replay import as_it_was
from rightbower.web.study.review_pages import YOU, ReviewLine, review_lines
from rightbower.web.study.reviews import Progress, reviews_of

MOST_GAMES = 20
MOST_SHOWN = 20


class ReviewedGame(Struct, frozen=True):
    """A game of the evening: what it came to, how far its review has come, and what it cost you."""

    game: PastGame
    words: str
    progress: Progress
    lines: list[ReviewLine]

    @property
    def ready(self) -> bool:
        """Whether the review is done, or cannot be."""
        return self.progress.comments is not None or bool(self.progress.fault)

    @property
    def cost(self) -> float:
        """What your choices gave away."""
        return sum(line.cost for line in self.lines)


def routes() -> list[BaseRoute]:
    """The addresses of the evening."""
    return [Route("/evening", evening_page), Route("/evening/progress", evening_progress)]


async def _games(request: Request) -> list[PastGame]:
    """The games of today of the one who asks, the newest first."""
    hall, who = hall_of(request), person_of(request).who
    day = today(hall.clock())
    found = await hall.reads(lists.past_games, hall.journal, who, MOST_GAMES)
    return [game for game in found if game.deals and today(game.at) == day]


async def _record(request: Request, game: PastGame) -> Record | None:
    """The game as it was played; nothing where it cannot be played again."""
    live = await hall_of(request).look(game.table)
    try:
        return None if live is None else await as_it_was(live)
    except HTTPException:
        return None


async def _evening(request: Request) -> list[ReviewedGame]:
    """Every game of today, its review asked for."""
    who, found = person_of(request).who, []
    for game in await _games(request):
        record = await _record(request, game)
        if record is None:
            continue
        progress = reviews_of(request).ask(game.table, record)
        seat = Seat(game.people.index(who))
        lines = review_lines(record, progress.comments or [], seat)
        own = [line for line in lines if line.who == YOU]
        found.append(ReviewedGame(game, game.told_by(who), progress, own))
    return found


async def evening_page(request: Request) -> Response:
    """What your choices cost today, the dearest first; while it is looked into, how far that is."""
    person, found = person_of(request), await _evening(request)
    marked = [(each, line) for each in found for line in each.lines if line.sign]
    dearest = sorted(marked, key=lambda pair: -pair[1].cost)
    page = render(
        request,
        "todays_games.html",
        games=found,
        waiting=sum(not each.ready for each in found),
        dearest=dearest[:MOST_SHOWN],
        many=len(dearest),
        decisions=sum(len(each.lines) for each in found),
    )
    return remembered(request, page, person)


async def evening_progress(request: Request) -> Response:
    """How many games of today are looked into, for the page that waits for it."""
    asked = [reviews_of(request).of(game.table) for game in await _games(request)]
    found = [each for each in asked if each is not None]
    parts = [1.0 if each.comments is not None else each.done / max(each.of, 1) for each in found]
    ready = all(each.comments is not None or each.fault for each in found)
    done = round(100 * sum(parts) / len(parts)) if parts else 100
    return JSONResponse({"done": done, "of": 100, "ready": ready})
