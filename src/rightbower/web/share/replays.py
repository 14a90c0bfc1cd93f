"""A finished game shown to others by a link of its own: read only, with the names of those who agree."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from rightbower.office.workers import pool
from rightbower.record.entries import Record
from rightbower.record.record import stories
from rightbower.rules.cards import Seat
from rightbower.store.contract import Projection
from rightbower.web.common.address import address, only_here
from rightbower.web.common.identity import Keys
from rightbower.web.common.rendering import render
from rightbower.web.hall.actor import Live
from rightbower.web.hall.entries import SharedAs, Sharing
from rightbower.web.hall.front_pages import hall_of, person_of
from rightbower.web.hall.table import HallTable
from rightbower.web.share.hand_picture import as_png, hand_picture
from rightbower.web.study.replay import as_it_was, finished, may_be_seen, replay_setup

# Where the tables of shared games are found by the codes of their links.
SHARED: Final = "shared games"
LETTERS: Final = 12
# So many pages and pictures are kept; the largest have some tens of kilobytes.
KEPT: Final = 200

T = TypeVar("T")
Names = tuple[str, str, str, str]
Key = tuple[str, int, Names, str]


def routes() -> list[BaseRoute]:
    """The addresses of shared games."""
    return [
        Route("/t/{table}/share", share_page, methods=["GET", "POST"]),
        Route("/g/{code}", shared_page),
        Route("/g/{code}/hand.svg", picture_of_hand),
        Route("/g/{code}/hand.png", picture_as_png),
    ]


def code_of(request: Request, table: str) -> str:
    """The code of a game's link, from which nobody finds its table."""
    keys: Keys = request.app.state.keys
    return keys.code(f"shared game {table}", LETTERS).lower()


async def share_page(request: Request) -> Response:
    """Share a game one played, with one's name or without it, or no longer."""
    live = await finished(request)
    seat = live.table.seat_of(person_of(request).who)
    if seat is None:
        raise HTTPException(403, "Only those who played a game can share it.")
    table = str(request.path_params["table"])
    code = code_of(request, table)
    if request.method == "POST":
        await _shared(request, live, seat, code)
        return RedirectResponse(f"/t/{table}/share", 303)
    return render(
        request,
        "share.html",
        table_id=table,
        own=live.table.shared[seat],
        study=live.table.studied[seat],
        others=any(how for at, how in enumerate(live.table.shared) if at != seat),
        link=address(request, f"/g/{code}"),
        only_here=only_here(request),
        code=code,
    )


async def _shared(request: Request, live: Live, seat: Seat, code: str) -> None:
    form = await request.form()
    how = str(form.get("how", ""))
    if how not in ("named", "hidden", "no"):
        raise HTTPException(400, "Choose with your name, without it, or not at all.")
    hall = hall_of(request)
    shown: SharedAs = "named" if how == "named" else "hidden" if how == "hidden" else ""
    table = await hall.come(str(request.path_params["table"])) or live
    study = form.get("study") == "yes" and bool(shown)
    if (table.table.shared[seat], table.table.studied[seat]) == (shown, study):
        return
    if not await request.app.state.sharings.take(request):
        raise HTTPException(429, "You have changed this often. Wait a few minutes, please.")
    await table.commit([Sharing(seat, shown, table.now(), study)])
    body = str(request.path_params["table"]).encode()
    await hall.async_journal.write("", 0, [], [Projection(SHARED, code, hall.clock(), body=body)])


async def _live(request: Request) -> Live:
    """The table of the shared game that a link names."""
    hall = hall_of(request)
    code = str(request.path_params["code"])[:40].lower()
    listed = await hall.reads(hall.journal.projection, SHARED, code)
    live = None if listed is None else await hall.look(listed.body.decode())
    if live is None or not any(live.table.shared):
        raise HTTPException(404, "There is no such game, or it is not shared any longer.")
    await may_be_seen(request, live)
    return live


class SharedGames:
    """What is shown of shared games, each made once for all who ask, and kept for a while."""

    def __init__(self) -> None:
        self._made: OrderedDict[Key, asyncio.Future[Any]] = OrderedDict()

    async def take(self, live: Live, make: Callable[[Record], Awaitable[T]]) -> T:
        """What is made of a game, without the names of those who have not agreed."""
        names = shown_names(live.table)
        key = (live.name, live.table.version, names, make.__name__)
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = asyncio.ensure_future(self._make(live, names, make))
            if len(self._made) > KEPT:
                self._made.popitem(last=False)
        self._made.move_to_end(key)
        try:
            # Whoever hangs up does not stop the others.
            found: T = await asyncio.shield(made)
        except Exception:
            self._made.pop(key, None)
            raise
        return found

    async def _make(self, live: Live, names: Names, make: Callable[[Record], Awaitable[T]]) -> T:
        return await make(replace(await as_it_was(live), players=names))


def shown_names(table: HallTable) -> Names:
    """The names on a shared game: bots, and people who agreed; the others by their chairs."""
    north, east, south, west = (
        sitter.name
        if sitter is not None and (sitter.bot or table.shared[seat] == "named")
        else seat.word
        for seat, sitter in zip(Seat, table.seats, strict=True)
    )
    return north, east, south, west


async def shared_page(request: Request) -> Response:
    """The replay of a shared game."""
    live = await _live(request)
    return render(
        request,
        "shared_replay.html",
        book=live.table.book,
        code=str(request.path_params["code"]),
        setup=await request.app.state.shared_games.take(live, _setup),
    )


async def _setup(game: Record) -> Any:
    return replay_setup(game, {})


async def _drawing(game: Record) -> str:
    _, told = stories(game)
    if not told:
        raise HTTPException(404, "No hand was played in this game.")
    return hand_picture(told[-1], game.players)


async def _dots(game: Record) -> bytes:
    return await pool("papers").run(as_png, await _drawing(game))


async def picture_of_hand(request: Request) -> Response:
    """The last hand of a shared game as a picture."""
    made = await request.app.state.shared_games.take(await _live(request), _drawing)
    return Response(made, media_type="image/svg+xml")


async def picture_as_png(request: Request) -> Response:
    """The same as PNG, which messengers show; a worker makes it."""
    made = await request.app.state.shared_games.take(await _live(request), _dots)
    return Response(made, media_type="image/png")
