"""Practice: one hand at a time against club players, with what each choice was worth."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from urllib.parse import urlencode

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.players.thumb import club
from rightbower.players.views import View, view
from rightbower.rules import game as games
from rightbower.rules.acts import Action, read_action, say, write_without_seat
from rightbower.rules.book import RuleBook, load, names
from rightbower.rules.cards import Seat, shuffled
from rightbower.rules.game import Game
from rightbower.rules.openings import deal_pack
from rightbower.rules.refusal import Refusal
from rightbower.web.common.rendering import render
from rightbower.web.hall.live.advising import advised, worlds_now
from rightbower.web.study.common import book_or_404, studied
from rightbower.web.study.positions import Way, position

YOU = Seat.S
LONGEST = 16


class Decision(Struct, frozen=True):
    """One choice of yours: what you saw, and what you did."""

    seen: View
    action: Action


async def practice(request: Request) -> Response:
    """Choose, then read what each choice was worth, then go on."""
    book = book_or_404(request.query_params.get("book", "standard"))
    deal = request.query_params.get("deal", "")
    if not deal:
        fresh = urlencode({"book": book.name, "deal": worth_playing(book)})
        return RedirectResponse(f"/practice?{fresh}", 303)
    given = request.query_params.getlist("a")[:LONGEST]
    try:
        game, decisions = played(book, deal[:40], given)
    except Refusal as fault:
        raise HTTPException(400, f"This cannot be done here: {fault}.") from None
    here = [("book", book.name), ("deal", deal)] + [("a", each) for each in given]
    looking = bool(request.query_params.get("look")) and bool(decisions)
    asked = bool(request.query_params.get("hint")) and game.deal is not None and not looking
    seen = decisions[-1].seen if looking else view(game, YOU)
    told = None
    if looking or asked:
        chosen = decisions[-1].action if looking else None
        told = await studied(request, advised, seen, chosen, None, worlds_now())
    return render(
        request,
        "practice.html",
        books=[load(name) for name in names()],
        book=book,
        you=YOU,
        seen=seen,
        here=position(seen, YOU, None if looking else _way(here)),
        chosen=write_without_seat(decisions[-1].action) if looking else "",
        worth=told.worth if told and looking else [],
        why=told.why if told else "",
        club=say(club(decisions[-1].seen)) if looking else "",
        last=game.finished[-1] if game.finished else None,
        go_on=f"/practice?{urlencode(here)}",
        hint=f"/practice?{urlencode([*here, ('hint', '1')])}",
    )


def _way(here: list[tuple[str, str]]) -> Way:
    """Where each choice leads."""
    return lambda action: (
        f"/practice?{urlencode([*here, ('a', write_without_seat(action)), ('look', '1')])}"
    )


def worth_playing(book: RuleBook) -> str:
    """A new deal in which you have something to choose."""
    while True:
        deal = secrets.token_hex(4)
        game, _ = played(book, deal, ())
        if game.deal is not None:
            return deal


def played(book: RuleBook, deal: str, given: Sequence[str]) -> tuple[Game, list[Decision]]:
    """The hand up to your next choice, after the choices given; one that is forced is made."""
    pack = shuffled(f"practice {deal}")
    game = games.start_game(book, Seat(pack[0].index % len(Seat)))
    game = game if game.begun else games.start_bell(game)
    game = deal_pack(game, pack)
    left, decisions = list(given), []
    while game.deal is not None and game.deal.turn is not None:
        seat = game.deal.turn
        seen = view(game, seat)
        if seat is not YOU or len(seen.legal) == 1:
            action = club(seen)
        elif left:
            action = read_action(f"{YOU} {left.pop(0)}")
            decisions.append(Decision(seen, action))
        else:
            break
        game = games.act(game, action)
    return game, decisions
