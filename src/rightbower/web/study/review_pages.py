"""The review of a finished game as a page: what each decision cost, and what was better."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rightbower.record.entries import Record
from rightbower.record.record import DealStory, stories
from rightbower.rules.acts import Action, Bury, Play, write_without_seat
from rightbower.rules.cards import Seat, Side
from rightbower.rules.deal import Phase
from rightbower.rules.refusal import Refusal
from rightbower.web.common.rendering import render
from rightbower.web.hall.live.advising import advised
from rightbower.web.hall.live.live_table import Live
from rightbower.web.hall.pages.pages import person_of
from rightbower.web.hall.table.finishing import chances_of
from rightbower.web.hall.table.results import GameFinished
from rightbower.web.hall.table.table import HallTable
from rightbower.web.hall.views.card_text import happened, plays
from rightbower.web.hall.views.messages import people
from rightbower.web.study.graphs import ChanceGraph, chance_graph
from rightbower.web.study.positions import Position, Way, position
from rightbower.web.study.practice import studied
from rightbower.web.study.replay import as_it_was, finished
from rightbower.web.study.reviews import Progress, act_index, reviews_of

if TYPE_CHECKING:
    from rightbower.study.review import Comment

YOU = "You"
MOST_ON_GRAPH = 9
_COUNTS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
SIGN_WORDS = {"??": "a blunder", "?": "a mistake", "?!": "doubtful"}


class ReviewLine(Struct, frozen=True):
    """One decision in words: who did what, what was better, what the difference cost.

    ``number`` counts the decisions of the game from 1.
    """

    number: int
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
    chance: float = 0.0


class SecondLook(Struct, frozen=True):
    """A choice worth a second look, with the table as it was."""

    line: ReviewLine
    here: Position
    place: str


class GivenAway(Struct, frozen=True):
    """What a player gave away in a game."""

    who: str
    cost: float
    decisions: int
    signs: int


async def review_page(request: Request) -> Response:
    """What each decision cost; while it is being looked into, how far that has come."""
    live = await finished(request)
    game = await as_it_was(live)
    table = str(request.path_params["table"])
    progress = reviews_of(request).ask(table, game)
    if progress.fault:
        raise HTTPException(409, f"This game cannot be reviewed: {progress.fault}.")
    return _page(request, live, game, progress)


def _page(request: Request, live: Live, game: Record, progress: Progress) -> Response:
    from rightbower.study.review import SIGNS  # loads the solver

    comments, facts = progress.comments, live.table.finished
    assert facts is not None
    you = live.table.seat_of(person_of(request).who)
    lines = [] if comments is None else review_lines(game, comments, you)
    marked = [line for line in lines if line.sign]
    return render(
        request,
        "review.html",
        table_id=str(request.path_params["table"]),
        progress=progress,
        waiting=comments is None,
        mine=_seconds(game, [line for line in marked if line.who == YOU]),
        others=[line for line in marked if line.who != YOU],
        you=you,
        title=_title(facts, you, sum(line.who == YOU for line in marked)),
        with_whom=_with_whom(game.players, you),
        graph=_graph(live.table, facts, you, marked),
        given=[] if comments is None else given_away(game, comments, you),
        decisions=len(lines),
        signs=list(SIGN_WORDS.items()),
        limits={sign: limit for limit, sign in SIGNS},
    )


def _seconds(game: Record, lines: Sequence[ReviewLine]) -> list[SecondLook]:
    from rightbower.study.review import moment

    found = []
    for line in lines:
        seen, _ = moment(game, line.number)
        assert seen.seat is not None
        trick = f", trick {len(seen.tricks)}" if seen.phase is Phase.PLAY else ""
        found.append(SecondLook(line, position(seen, seen.seat), f"Deal {line.deal}{trick}"))
    return found


def _title(facts: GameFinished, you: Seat | None, marked: int) -> str:
    """How it ended, and how many choices cost the reader something."""
    high, low = max(facts.score), min(facts.score)
    if you is None:
        return f"The game ended {facts.score[0]}–{facts.score[1]}."
    how = "drew" if not facts.winner else "won" if Side[facts.winner] is you.side else "lost"
    plays = "choice" if marked == 1 else "choices"
    cost = f"{_COUNTS[marked] if marked < len(_COUNTS) else marked} {plays} cost you."
    return f"You {how} {high}–{low}. {cost if marked else 'Nothing you chose cost much.'}"


def _with_whom(players: Sequence[str], you: Seat | None) -> str:
    if you is None:
        return f"{players[0]} and {players[2]} against {players[1]} and {players[3]}."
    return f"With {players[you.partner]} against {players[you.left]} and {players[you.right]}."


def _graph(
    table: HallTable, facts: GameFinished, you: Seat | None, marked: Sequence[ReviewLine]
) -> ChanceGraph:
    """The chance to win over the game, with the reader's marked choices on it."""
    side = Side.NS if you is None else you.side
    chances = chances_of(table.book, table.opened.target, facts, side)
    own = [line for line in marked if you is None or line.who == YOU]
    return chance_graph(chances, [(line.deal, line.sign) for line in own[:MOST_ON_GRAPH]])


async def again_page(request: Request) -> Response:
    """A decision of the game once more: choose, then read what each choice was worth."""
    from rightbower.study.review import moment

    live = await finished(request)
    game, number = await as_it_was(live), int(request.path_params["number"])
    try:
        seen, then = moment(game, number)
    except Refusal as fault:
        raise HTTPException(404, f"{str(fault).capitalize()}.") from None
    assert seen.seat is not None
    given = request.query_params.get("a", "")[:40]
    chosen = next((each for each in seen.legal if write_without_seat(each) == given), None)
    if given and chosen is None:
        raise HTTPException(400, "This cannot be done here.")
    found = None if chosen is None else await studied(request, advised, seen, chosen)
    return render(
        request,
        "try_again.html",
        table_id=str(request.path_params["table"]),
        number=number,
        you=seen.seat,
        seen=seen,
        here=position(seen, seen.seat, None if given else _way(request)),
        deal=seen.played + 1,
        then=write_without_seat(then),
        chosen=given,
        worth=[] if found is None else found.worth,
        why="" if found is None else people(live.table, found.why),
    )


def _way(request: Request) -> Way:
    """Where each choice leads."""
    return lambda action: f"{request.url.path}?{urlencode({'a': write_without_seat(action)})}"


async def review_progress(request: Request) -> Response:
    """How far the review has come, for the page that waits for it."""
    await finished(request)
    progress = reviews_of(request).of(str(request.path_params["table"])) or Progress()
    ready = progress.comments is not None or bool(progress.fault)
    return JSONResponse({"done": progress.done, "of": progress.of, "ready": ready})


def review_lines(
    game: Record, comments: Sequence[Comment], you: Seat | None = None
) -> list[ReviewLine]:
    """Every decision in words, in the order of the game; the reader is told of as you."""
    _, deals = stories(game)
    names = [YOU if seat is you else game.players[seat] for seat in Seat]
    return [_line(names, deals, comment, number) for number, comment in enumerate(comments, 1)]


def _line(
    names: Sequence[str], deals: Sequence[DealStory], comment: Comment, number: int
) -> ReviewLine:
    return ReviewLine(
        number=number,
        deal=comment.deal,
        step=act_index(deals[comment.deal - 1].deal, comment) + 1,
        who=names[comment.seat],
        what=_deed(names[comment.seat], comment.action),
        card=_card(comment.action),
        better=_better(comment.best),
        better_card=_card(comment.best),
        cost=comment.cost,
        sign=comment.sign,
        word=SIGN_WORDS.get(comment.sign, ""),
        why=comment.why,
        chance=comment.chance,
    )


def _card(action: Action) -> str:
    return action.card.name if isinstance(action, Play | Bury) else ""


def _deed(who: str, action: Action) -> str:
    """Who did what, without the card, which is drawn beside it."""
    line = plays(who, action.seat) if isinstance(action, Play) else happened(who, action)
    return line.yours if who == YOU else line.text


def _better(action: Action) -> str:
    match action:
        case Play():
            return ""
        case Bury():
            return "discard"
    return write_without_seat(action)


def given_away(
    game: Record, comments: Sequence[Comment], you: Seat | None = None
) -> list[GivenAway]:
    """What each player gave away in all, the reader first and then the least."""
    found = []
    for seat in Seat:
        own = [each for each in comments if each.seat is seat]
        cost = sum(each.cost for each in own)
        signs = sum(bool(each.sign) for each in own)
        found.append(GivenAway(YOU if seat is you else game.players[seat], cost, len(own), signs))
    return sorted(found, key=lambda each: (each.who != YOU, each.cost))
