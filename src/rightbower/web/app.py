"""The web application: routes, and what is opened at start and closed at the end."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.types import Lifespan

from rightbower.office.journals import journal_of
from rightbower.store.claims import Ownership
from rightbower.store.limits import Rate
from rightbower.store.opening import OpenJournal
from rightbower.store.practice import PRACTICES
from rightbower.store.streams import LiveStore
from rightbower.web.api import routes as api_routes
from rightbower.web.club import pages as club_routes
from rightbower.web.common.allowance import Allowance
from rightbower.web.common.background import beside
from rightbower.web.common.files import KeptFiles
from rightbower.web.common.guard import FairQueue, Guard, Places
from rightbower.web.common.identity import Keys
from rightbower.web.common.language import routes as language_routes
from rightbower.web.common.proxies import Front, Proxied
from rightbower.web.common.rendering import warm
from rightbower.web.desk import routes as desk_routes
from rightbower.web.hall import front_pages as pages
from rightbower.web.hall import hall as leaving
from rightbower.web.hall import opening
from rightbower.web.hall import opening as matching
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.lobby import lobby_socket
from rightbower.web.hall.sockets import heartbeat, table_socket
from rightbower.web.hall.table import Pace
from rightbower.web.league import routes as league_routes
from rightbower.web.profile import pages as profile_pages
from rightbower.web.profile.ratings import Ratings
from rightbower.web.public import routes as public_routes
from rightbower.web.running import checkup as reports
from rightbower.web.running import health
from rightbower.web.running.backups import BackupPlan, Backups
from rightbower.web.running.logs import Counts, Requests
from rightbower.web.share import replays, same_deals_pages
from rightbower.web.state import owner
from rightbower.web.state.access import reads_beside
from rightbower.web.state.accounts import Accounts
from rightbower.web.state.desk import Desk
from rightbower.web.state.online import FollowedStreams, Online
from rightbower.web.study import routes as study_routes
from rightbower.web.study.reviews import Reviews

HERE = Path(__file__).parent
CONNECTIONS_PER_PLACE = 1200
# At once and a second, for a device, an address and those without a cookie.
TABLES_OPENED = Rate(20, 1 / 10), Rate(400, 1 / 5), Rate(8, 1 / 20)
SHARINGS = Rate(20, 1 / 60), Rate(200, 1 / 10), Rate(8, 1 / 60)
ERASURES = Rate(3, 1 / 600), Rate(40, 1 / 30), Rate(0, 0)


def routes() -> list[BaseRoute]:
    """Every address of the hall."""
    return [
        Route("/", pages.home),
        Route("/name", pages.set_name, methods=["POST"]),
        *language_routes(),
        Route("/play", opening.quick_game, methods=["POST"]),
        Route("/match", matching.match, methods=["POST"]),
        Route("/friends", opening.friends_page),
        Route("/friends/sheet", opening.house_sheet, methods=["POST"]),
        Route("/tables", opening.open_table, methods=["POST"]),
        *reads_beside([Route("/set-aside", pages.aside_page)]),
        Route("/owner", owner.claim, methods=["POST"]),
        Route("/owner/{key}", owner.own),
        Route("/room", owner.room_page),
        Route("/room/open", owner.open_room, methods=["POST"]),
        Route("/room/qr.svg", owner.room_qr),
        Route("/t/{table}", pages.table_page, name="table"),
        Route("/t/{table}/qr.svg", pages.qr_code),
        *study_routes.routes(),
        *reads_beside(profile_pages.routes()),
        *reads_beside(same_deals_pages.routes()),
        *replays.routes(),
        WebSocketRoute("/t/{table}/live", table_socket),
        WebSocketRoute("/lobby/live", lobby_socket),
        *health.routes(),
        *reports.routes(),
        *reads_beside(api_routes.routes()),
        *reads_beside(desk_routes.routes()),
        *reads_beside(public_routes.routes(), public_routes.LIGHT),
        *reads_beside(league_routes.routes()),
        *reads_beside(club_routes.routes()),
        Mount("/static", KeptFiles(HERE / "static"), name="static"),
    ]


def _set_up(
    app: Starlette, data: Path, opened: OpenJournal, ownership: Ownership, pace: Pace | None
) -> None:
    """Everything that the pages look at, made from the open journal."""
    app.state.keys = Keys.of(data)
    secret = app.state.keys.derived("sealed tables")
    app.state.hall = Hall(opened, pace, secret=secret, ownership=ownership)
    app.state.hall.wake()
    app.state.keys.erased = app.state.hall.erased
    app.state.ratings = Ratings(opened)
    app.state.hall.finished.append(app.state.ratings.finished)
    app.state.reviews = Reviews()
    app.state.shared_games = replays.SharedGames()
    app.state.tables = Allowance(opened.limits, "tables opened", *TABLES_OPENED)
    app.state.sharings = Allowance(opened.limits, "games shared", *SHARINGS)
    app.state.erasures = Allowance(opened.limits, "people erased", *ERASURES)
    app.state.desk = Desk(app.state.hall.async_journal, limits=opened.limits)
    app.state.desk.wake()
    app.state.accounts = Accounts(app.state.hall.async_journal, app.state.desk.clock, opened.limits)
    app.state.keys.signed_in = app.state.accounts.player
    app.state.practices = LiveStore(app.state.hall.async_journal, PRACTICES)
    app.state.online = Online(app.state.hall, app.state.desk)
    app.state.online.wake()
    app.state.leave = partial(leaving.leave, app.state.hall)


def _repeated_work(app: Starlette, ownership: Ownership) -> list[Coroutine[Any, Any, None]]:
    """What is done again and again while the hall is open."""
    hall, desk = app.state.hall, app.state.desk
    return [
        heartbeat(hall),
        desk.watchers.beat(),
        hall.lobby.watchers.beat(),
        ownership.keep_alive(),
        FollowedStreams(desk, app.state.online).run(),
    ]


@contextlib.asynccontextmanager
async def _background_tasks(app: Starlette, ownership: Ownership) -> AsyncIterator[None]:
    """While the hall is open: what is done again and again, and templates read beforehand."""
    warming = asyncio.ensure_future(beside(warm))
    beating = [asyncio.ensure_future(each) for each in _repeated_work(app, ownership)]
    yield
    for each in beating:
        each.cancel()
    await warming


@contextlib.asynccontextmanager
async def _backed_up(
    app: Starlette, data: Path, opened: OpenJournal, plan: BackupPlan | None
) -> AsyncIterator[None]:
    """While the hall is open: backups by their plan, where the journal is a file."""
    backups = (
        None
        if plan is None or opened.folder is None
        else Backups(data, plan, trouble=lambda: opened.trouble)
    )
    app.state.backups = backups
    if backups is not None:
        backups.start()
    yield
    if backups is not None:
        await backups.stop()


def _lifespan(
    data: Path, pace: Pace | None, backups: BackupPlan | None, journal: str, name: str
) -> Lifespan[Starlette]:
    """What is opened when the application starts, and closed in order when it ends."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        data.mkdir(parents=True, exist_ok=True)
        with journal_of(data, journal) as opened:
            ownership = Ownership(opened.claims)
            ownership.enter(name or secrets.token_hex(4))
            _set_up(app, data, opened, ownership, pace)
            async with _background_tasks(app, ownership), _backed_up(app, data, opened, backups):
                yield
            app.state.desk.close()
            app.state.hall.close()
            await ownership.leave()

    return lifespan


def make_app(
    data: Path,
    pace: Pace | None = None,
    room: bool = True,
    front: Front | None = None,
    public: bool = False,
    backups: BackupPlan | None = None,
    journal: str = "",
    name: str = "",
    connections_per_place: int = CONNECTIONS_PER_PLACE,
) -> Starlette:
    """The application over a data folder.

    ``room`` says whether other devices can reach it, ``front`` how, and in a ``public`` hall only
    approved organizers make events. ``journal`` says where the journal is, where it is not in the
    folder, and ``name`` what this hall is called among those that share it.
    """
    counts = Counts()
    app = Starlette(
        routes=routes(),
        middleware=[
            Middleware(Requests, counts=counts),
            Middleware(Proxied, front=front or Front()),
            Middleware(Guard, queue=FairQueue()),
        ],
        lifespan=_lifespan(data, pace, backups, journal, name),
        exception_handlers={**pages.HANDLERS, **desk_routes.HANDLERS},
    )
    app.state.places = Places(connections_per_place)
    app.state.room, app.state.public = room, public
    app.state.listen = None
    app.state.front = front or Front()
    app.state.matching = asyncio.Lock()
    app.state.owner = owner.key_of(data, shared=bool(name))
    app.state.counts = counts
    return app
