"""Reviews: of a game and of an evening, their graphs and pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from rightbower.record.entries import Record
from rightbower.record.record import DealStory, stories
from rightbower.rules.acts import Action, Bury, Play, write_without_seat
from rightbower.rules.cards import Seat, Side
from rightbower.rules.deal import Phase
from rightbower.rules.refusal import Refusal
from rightbower.web.common.rendering import render
from rightbower.web.hall import archive as lists
from rightbower.web.hall.actor import Live
from rightbower.web.hall.archive import PastGame
from rightbower.web.hall.card_text import happened, plays
from rightbower.web.hall.entries import GameFinished
from rightbower.web.hall.front_pages import hall_of, person_of, remembered
from rightbower.web.hall.hints import advised
from rightbower.web.hall.same_deals import today
from rightbower.web.hall.says import people
from rightbower.web.hall.table import HallTable, chances_of
from rightbower.web.study.positions import ShownPosition, Way, position
from rightbower.web.study.practice import studied
from rightbower.web.study.replay import as_it_was, finished
from rightbower.web.study.reviews import Progress, act_index, reviews_of

if TYPE_CHECKING:
    from rightbower.study.review import Comment

WIDE: Final = 1000
HIGH: Final = 200


class GraphMark(Struct, frozen=True):
    """A choice on the line: where, its number in the list, and its sign."""

    x: float
    y: float
    number: int
    sign: str


class ChanceGraph(Struct, frozen=True):
    """The line as points of a drawing, the deals under it, and the marks."""

    points: str
    area: str
    deals: list[tuple[float, int]]
    marks: list[GraphMark]
    words: str


def chance_graph(chances: Sequence[float], marked: Sequence[tuple[int, str]]) -> ChanceGraph:
    """Draw the chances before the first deal and after each; marks name the deal they are in."""
    if not chances:
        return ChanceGraph("", "", [], [], "")
    places = [(_x(at, chances), _y(each)) for at, each in enumerate(chances)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    counts = Counter(deal for deal, _ in marked)
    marks = [
        GraphMark(*_within(places, deal, _share(marked, number, counts[deal])), number, sign)
        for number, (deal, sign) in enumerate(marked, 1)
        if deal < len(places)
    ]
    low = min(range(len(chances)), key=lambda at: chances[at])
    lowest = f", lowest {chances[low]:.0%} after deal {low}" if low else ""
    words = f"From {chances[0]:.0%}{lowest}."
    area = f"0,{HIGH} {line} {WIDE},{HIGH}"
    return ChanceGraph(
        line, area, [(x, at) for at, (x, _) in enumerate(places) if at], marks, words
    )


def _x(at: int, chances: Sequence[float]) -> float:
    return WIDE * at / max(len(chances) - 1, 1)


def _y(chance: float) -> float:
    return HIGH * (1 - chance)


def _share(marked: Sequence[tuple[int, str]], number: int, count: int) -> float:
    """How far into its deal a mark stands, so that those of one deal are apart."""
    deal = marked[number - 1][0]
    before = sum(each == deal for each, _ in marked[: number - 1])
    return (before + 1) / (count + 1)


def _within(places: Sequence[tuple[float, float]], deal: int, share: float) -> tuple[float, float]:
    """A point of a deal's stretch of the line."""
    (x, y), (after_x, after_y) = places[deal - 1], places[deal]
    return x + share * (after_x - x), y + share * (after_y - y)


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
    here: ShownPosition
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
