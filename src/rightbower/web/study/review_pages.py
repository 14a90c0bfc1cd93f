"""Reviews: of a game and of an evening, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from rightbower.record.entries import Record
from rightbower.record.record import DealStory, stories
from rightbower.rules.acts import Action, Bury, Play, write_without_seat
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Seat, Side
from rightbower.rules.deal import Deal
from rightbower.rules.refusal import Refusal
from rightbower.web.common.rendering import render
from rightbower.web.hall import archive as lists
from rightbower.web.hall.actor import Live
from rightbower.web.hall.archive import PastGame
from rightbower.web.hall.card_text import happened, plays, said
from rightbower.web.hall.entries import GameFinished
from rightbower.web.hall.front_pages import hall_of, person_of, remembered
from rightbower.web.hall.hints import advised
from rightbower.web.hall.same_deals import today
from rightbower.web.hall.says import Names, names_of, why
from rightbower.web.hall.table import HallTable, chances_of
from rightbower.web.study.positions import Way, position
from rightbower.web.study.practice import studied
from rightbower.web.study.replay import as_it_was, finished
from rightbower.web.study.review_board import (
    ChanceGraph,
    GraphChoice,
    board,
    chance_graph,
    with_cards,
)
from rightbower.web.study.reviews import Progress, act_index, reviews_of

if TYPE_CHECKING:
    from rightbower.study.review import Comment

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


async def costly_today(request: Request) -> list[tuple[str, ReviewLine]]:
    """What cost you most today, the dearest first; of the games that are looked into already."""
    who, found = person_of(request).who, []
    for game in await _games(request):
        progress = reviews_of(request).of(game.table)
        if progress is None or progress.comments is None:
            continue
        record = await _record(request, game)
        if record is not None:
            lines = review_lines(record, progress.comments, Seat(game.people.index(who)))
            found += [(game.table, line) for line in lines if line.who == YOU and line.sign]
    return sorted(found, key=lambda each: -each[1].cost)


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


YOU = "You"
_COUNTS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
SIGN_WORDS = {"??": "a blunder", "?": "a mistake", "?!": "doubtful"}


class ReviewLine(Struct, frozen=True):
    """One decision in words: who did what, what was better, what the difference cost.

    ``number`` counts the decisions of the game from 1.
    """

    number: int
    deal: int
    step: int
    place: str
    seat: Seat
    action: Action
    best: Action
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
    marked = _with_names(game, [line for line in lines if line.sign], names_of(live.table))
    _, found = stories(game)
    side = Side.NS if you is None else you.side
    own = [line for line in lines if line.seat.side is side and you in (None, line.seat)]
    return render(
        request,
        "review.html",
        table_id=str(request.path_params["table"]),
        progress=progress,
        waiting=comments is None,
        mine=[line for line in marked if line.who == YOU],
        others=[line for line in marked if line.who != YOU],
        you=you,
        title=_title(facts, you, sum(line.who == YOU for line in marked)),
        with_whom=_with_whom(game.players, you),
        graph=_graph(live.table, facts, found, side, own),
        names=_around(game.players, you),
        board="" if comments is None else _board(game, found, comments, you),
        given=[] if comments is None else given_away(game, comments, you),
        decisions=len(lines),
        own=len(own),
        signs=list(SIGN_WORDS.items()),
        limits={sign: limit for limit, sign in SIGNS},
    )


def _with_names(game: Record, lines: Sequence[ReviewLine], names: Names) -> list[ReviewLine]:
    """Lines whose reasons call people by their names."""
    from rightbower.study.explain import explain
    from rightbower.study.review import moment

    found = []
    for line in lines:
        seen, _ = moment(game, line.number)
        reason = explain(seen, line.best, line.action).said
        found.append(replace(line, why=with_cards(names, reason)))
    return found


def _around(players: Sequence[str], you: Seat | None) -> list[str]:
    """What the four are called, clockwise from the reader."""
    names = [YOU if seat is you else players[seat] for seat in Seat]
    start = Seat.S if you is None else you
    return [names[(start + place) % len(names)] for place in range(len(names))]


def _board(
    game: Record, found: Sequence[DealStory], comments: Sequence[Comment], you: Seat | None
) -> str:
    """The game act by act, with what the review found at each."""
    keyed = {(each.deal, act_index(found[each.deal - 1].deal, each)): each for each in comments}
    return board(found, keyed, game.players, you)


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
    table: HallTable,
    facts: GameFinished,
    found: Sequence[DealStory],
    side: Side,
    own: Sequence[ReviewLine],
) -> ChanceGraph:
    """The chance of a side to win over the game, with its choices and the marks on them."""
    acts = [len(story.deal.acts) for story in found]
    scores = [f"{story.score[side]}–{story.score[side.other]}" for story in found]
    choices = [
        GraphChoice(sum(acts[: line.deal - 1]) + line.step - 1, line.chance, line.sign)
        for line in own
    ]
    chances = chances_of(table.book, table.opened.target, facts, side)
    return chance_graph(chances, acts, scores, choices)


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
        why="" if found is None else why(names_of(live.table), found.why),
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
    at = act_index(deals[comment.deal - 1].deal, comment)
    trick = f", trick {_trick(deals[comment.deal - 1].deal, at)}"
    return ReviewLine(
        number=number,
        deal=comment.deal,
        step=at + 1,
        place=f"Deal {comment.deal}{trick if isinstance(comment.action, Play) else ''}",
        seat=comment.seat,
        action=comment.action,
        best=comment.best,
        who=names[comment.seat],
        what=_deed(names[comment.seat], comment.action),
        card=_card(comment.action),
        better=_better(comment.best, deals[comment.deal - 1].deal.book),
        better_card=_card(comment.best),
        cost=comment.cost,
        sign=comment.sign,
        word=SIGN_WORDS.get(comment.sign, ""),
        why=comment.why,
        chance=comment.chance,
    )


def _trick(deal: Deal, at: int) -> int:
    """In which trick an act of a deal is a play."""
    play = deal.acts[at]
    return next(
        (
            number
            for number, trick in enumerate(deal.tricks, 1)
            if isinstance(play, Play) and (play.seat, play.card) in trick.plays
        ),
        0,
    )


def _card(action: Action) -> str:
    return action.card.name if isinstance(action, Play | Bury) else ""


def _deed(who: str, action: Action) -> str:
    """Who did what, without the card, which is drawn beside it."""
    line = plays(who, action.seat) if isinstance(action, Play) else happened(who, action)
    return line.yours if who == YOU else line.text


def _better(action: Action, book: RuleBook) -> str:
    """What was better in words, without the card, which is drawn beside it."""
    match action:
        case Play():
            return ""
        case Bury():
            return "discard"
    return said(action, book)


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
