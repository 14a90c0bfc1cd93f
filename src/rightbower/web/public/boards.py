"""The boards of duplicate Euchre for everybody: nothing but a fingerprint until all have played, then all of it."""

from __future__ import annotations

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rightbower.rules.book import load
from rightbower.rules.cards import Seat, Suit, left_bower, right_bower
from rightbower.rules.message import Message, joined, message
from rightbower.rules.score import worth
from rightbower.tournament.events.board_dealing import fingerprint, open_to_all
from rightbower.tournament.events.board_report import (
    BoardReport,
    costs,
    hand_in_order,
    par_text,
    report,
    signed,
)
from rightbower.tournament.events.board_scores import BoardTotal, fields, scores, totals
from rightbower.tournament.events.board_tables import boards_at
from rightbower.tournament.events.boards import seed_of, set_of
from rightbower.tournament.events.event import Event, EventTable
from rightbower.web.common.rendering import render
from rightbower.web.public.event_page import me_of
from rightbower.web.state.access import desk_of, event_of, stream_of

# A side makes its call from so many tricks on; all five are a march.
SUITS = tuple(reversed(Suit))


def _of_duplicate(request: Request) -> Event:
    event = event_of(request)
    if event.plan.duplicate is None:
        raise HTTPException(404, "This event has no boards.")
    return event


def _me(request: Request, event: Event) -> int:
    return me_of(request, event, desk_of(request).notes(stream_of(event))) or 0


async def boards_page(request: Request) -> Response:
    """All boards with par and the field, and everybody against par; before the end only what may be told."""
    event, shown = _of_duplicate(request), open_to_all(_of_duplicate(request))
    me = _me(request, event)
    return render(
        request,
        "public_boards.html",
        event=event,
        shown=shown,
        fingerprint=fingerprint(event),
        seed=event.dealt if shown else "",
        rows=[report(event, number) for number in sorted(fields(event))] if shown else [],
        mine={each.line.board: each for each in scores(event).get(me, ())} if shown else {},
        against=_against_par(event) if shown else [],
        me=me,
        signed=signed,
    )


def _against_par(event: Event) -> list[tuple[int, str, BoardTotal, int]]:
    """Everybody against par, the best first."""
    lost, sums = costs(event), totals(event)
    order = sorted(lost, key=lambda number: (lost[number], number))
    return [(number, event.name_of(number), sums[number], -lost[number]) for number in order]


async def board_page(request: Request) -> Response:
    """One board: four hands, par, what either side can take, and what every table did."""
    event, number = _of_duplicate(request), int(request.path_params["board"])
    if not open_to_all(event):
        raise HTTPException(403, "The cards are shown once the last round is over.")
    played = sorted(fields(event))
    if number not in played:
        raise HTTPException(404, "There is no such board.")
    found, at = report(event, number), played.index(number)
    me, plan = _me(request, event), event.plan.duplicate
    assert plan is not None
    assert isinstance(event.dealt, str)
    boards, place = set_of(number, plan)
    return render(
        request,
        "public_board.html",
        event=event,
        found=found,
        board=found.board,
        before=played[at - 1] if at else 0,
        after=played[at + 1] if at + 1 < len(played) else 0,
        tables=sum(len(row.lines) for row in found.field),
        hands=_hands(found),
        trumps=_trumps(found),
        par_says=par_text(found.par),
        suits=[found.par.suits[suit] for suit in SUITS],
        signed=signed,
        me=me,
        named=_named,
        seed=seed_of(event.dealt, boards),
        place=place,
    )


def _named(part: Seat | Suit) -> Message:
    """A seat or a suit, to be told in the reader's language."""
    return joined((part,))


class BoardBox(Struct, frozen=True):
    """A board of the round on a phone: what its side can say of it, and what was said."""

    number: int
    choices: tuple[tuple[str, Message], ...]
    said: Message | None


def phone_boards(event: Event, table: EventTable, side: int) -> tuple[BoardBox, ...]:
    """The boards that a table plays in the latest round; points are sent as North–South's."""
    ways = worth(load(event.plan.book))
    ours = -1 if side else 1
    values = (*(ours * each for each in ways), 0, *(-ours * each for each in ways))
    choices = tuple((str(each), _made(ours * each)) for each in values)
    made = table.result.boards if table.result is not None else ()
    numbers = boards_at(event, len(event.rounds), table.number)
    said: list[Message | None] = [_made(ours * each) for each in made]
    said = said or [None] * len(numbers)
    return tuple(BoardBox(number, choices, one) for number, one in zip(numbers, said, strict=False))


def _made(points: int) -> Message:
    """What we made of a board, or they where it is less than zero."""
    if not points:
        return message("nobody scored")
    if points > 0:
        return message("We made {points}", points=points)
    return message("They made {points}", points=-points)


def _trumps(found: BoardReport) -> str:
    """The bowers of the suit of par, which are drawn as such."""
    if found.par.ending is None:
        return ""
    suit = found.par.ending.trump
    return f"{right_bower(suit)} {left_bower(suit)}"


def _hands(found: BoardReport) -> list[tuple[Seat, list[str]]]:
    """Each hand as it is held, trump of par first."""
    suit = None if found.par.ending is None else found.par.ending.trump
    bowers = () if suit is None else (right_bower(suit), left_bower(suit))
    hands = []
    for seat in Seat:
        held = hand_in_order(found.board.hands[seat])
        held.sort(key=lambda card: (card not in bowers, card.suit is not suit))
        held.sort(key=lambda card: bowers.index(card) if card in bowers else len(bowers))
        hands.append((seat, [str(card) for card in held]))
    return hands
