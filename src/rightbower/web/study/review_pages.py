"""The review of a finished game as a page: what each decision cost, and what was better."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rightbower.cards import Seat
from rightbower.deal import Action, Bury, Play, say, write_action
from rightbower.record import DealStory, Record, stories
from rightbower.web.common.rendering import render
from rightbower.web.study.replay import as_it_was, finished
from rightbower.web.study.reviews import Progress, place_in, reviews_of

if TYPE_CHECKING:
    from rightbower.advice import Comment

SIGN_WORDS = {"??": "a blunder", "?": "a mistake", "?!": "doubtful"}


class ReviewLine(Struct, frozen=True):
    """One decision in words: who did what, what was better, what the difference cost."""

    deal: int
    step: int
    who: str
    what: str
    card: str
    better: str
    better_card: str
    cost: float
    sign: str
    word: str
    why: str


class Given(Struct, frozen=True):
    """What a player gave away in a game."""

    who: str
    cost: float
    decisions: int
    signs: int


async def review_page(request: Request) -> Response:
    """What each decision cost; while it is being looked into, how far that has come."""
    game = as_it_was(finished(request))
    table = str(request.path_params["table"])
    progress = reviews_of(request).ask(table, game)
    if progress.fault:
        raise HTTPException(409, f"This game cannot be reviewed: {progress.fault}.")
    comments = progress.comments
    lines = [] if comments is None else told(game, comments)
    return render(
        request,
        "review.html",
        table_id=table,
        progress=progress,
        waiting=comments is None,
        lines=[line for line in lines if line.sign],
        given=[] if comments is None else given_away(game, comments),
        decisions=len(lines),
    )


async def review_progress(request: Request) -> Response:
    """How far the review has come, for the page that waits for it."""
    finished(request)
    progress = reviews_of(request).of(str(request.path_params["table"])) or Progress()
    ready = progress.comments is not None or bool(progress.fault)
    return JSONResponse({"done": progress.done, "of": progress.of, "ready": ready})


def told(game: Record, comments: Sequence[Comment]) -> list[ReviewLine]:
    """Every decision in words, in the order of the game."""
    _, deals = stories(game)
    return [_line(game, deals, comment) for comment in comments]


def _line(game: Record, deals: Sequence[DealStory], comment: Comment) -> ReviewLine:
    return ReviewLine(
        deal=comment.deal,
        step=place_in(deals[comment.deal - 1].deal, comment) + 1,
        who=game.players[comment.seat],
        what=_deed(comment.action),
        card=_card(comment.action),
        better=_better(comment.best),
        better_card=_card(comment.best),
        cost=comment.cost,
        sign=comment.sign,
        word=SIGN_WORDS.get(comment.sign, ""),
        why=comment.why,
    )


def _card(action: Action) -> str:
    return action.card.name if isinstance(action, Play | Bury) else ""


def _deed(action: Action) -> str:
    """What was done, without the card, which is drawn beside it."""
    said = say(action)
    return said.removesuffix(action.card.name) if isinstance(action, Play | Bury) else said


def _better(action: Action) -> str:
    match action:
        case Play():
            return ""
        case Bury():
            return "discard"
    return write_action(action)[2:]


def given_away(game: Record, comments: Sequence[Comment]) -> list[Given]:
    """What each player gave away in all, the least first."""
    found = []
    for seat in Seat:
        own = [each for each in comments if each.seat is seat]
        cost = sum(each.cost for each in own)
        signs = sum(bool(each.sign) for each in own)
        found.append(Given(game.players[seat], cost, len(own), signs))
    return sorted(found, key=lambda each: each.cost)
