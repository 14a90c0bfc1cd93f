"""The web application: what is opened at start, how it is served on a port, and how it ends."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import secrets
import signal
import sys
from collections.abc import AsyncIterator, Coroutine, Iterator
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.types import Lifespan

from rightbower.office.journals import journal_of
from rightbower.rules.refusal import Refusal
from rightbower.store.claims import Ownership, SoleClaims
from rightbower.store.contract import Projection
from rightbower.store.limits import Rate
from rightbower.store.opening import OpenJournal
from rightbower.store.practice import PRACTICES
from rightbower.store.streams import LiveStore
from rightbower.web.common.allowance import Allowance
from rightbower.web.common.background import beside
from rightbower.web.common.guard import FairQueue, Guard, Places
from rightbower.web.common.identity import Keys
from rightbower.web.common.proxies import Front, Proxied
from rightbower.web.common.rendering import warm
from rightbower.web.hall import hall as leaving
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.sockets import heartbeat
from rightbower.web.hall.table import Pace
from rightbower.web.profile.played import PlayedGames
from rightbower.web.profile.ratings import Ratings
from rightbower.web.routes import HANDLERS, routes
from rightbower.web.running.backups import BackupPlan, Backups
from rightbower.web.running.logs import Counts, Requests
from rightbower.web.share import replays
from rightbower.web.state import owner
from rightbower.web.state.accounts import Accounts
from rightbower.web.state.desk import Desk
from rightbower.web.state.online import FollowedStreams, Online
from rightbower.web.study.reviews import Reviews

CONNECTIONS_PER_PLACE = 1200
# At once and a second, for a device, an address and those without a cookie.
TABLES_OPENED = Rate(20, 1 / 10), Rate(400, 1 / 5), Rate(8, 1 / 20)
SHARINGS = Rate(20, 1 / 60), Rate(200, 1 / 10), Rate(8, 1 / 60)
ERASURES = Rate(3, 1 / 600), Rate(40, 1 / 30), Rate(0, 0)


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
    app.state.played = PlayedGames()
    app.state.evenings = {}
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
        exception_handlers=HANDLERS,
    )
    app.state.places = Places(connections_per_place)
    app.state.room, app.state.public = room, public
    app.state.listen = None
    app.state.front = front or Front()
    app.state.matching = asyncio.Lock()
    app.state.owner = owner.key_of(data, shared=bool(name))
    app.state.counts = counts
    return app


MARK: Final = ("hall", "keys")


def agree_on_keys(journal: OpenJournal, keys: Keys) -> None:
    """Refuse keys none of which the halls have that are open on a journal; one in common is enough.

    So keys can be changed one hall after the other. The journal holds marks of them. Where no hall is
    open new keys may be used: what was sealed with the old ones stays unread then.
    """
    if isinstance(journal.claims, SoleClaims):
        return
    kept, ours = journal.projection(*MARK), keys.marks()
    known = set() if kept is None else {*kept.body.decode().split()}
    if known == ours:
        return
    others = [each.hall for each in journal.claims.halls() if each.alive]
    if known.isdisjoint(ours) and known and others:
        raise Refusal(
            f"the keys of this hall are not those of {' and '.join(others)}, which use the same journal:"
            " copy the file secret from the data folder of one of them"
        )
    journal.append("", 0, [], [Projection(*MARK, body=" ".join(sorted(ours)).encode())])


LARGEST_MESSAGE = 8192
SECONDS_TO_CLOSE = 2
DID_NOT_START = 3
# The journal's thread needs its turn at once, or everyone waits for what it writes.
HAND_OVER = 0.0005
# Tables are plain values that hardly ever hold each other in a ring: look for rings seldom, for
# everyone waits while it is done.
COLLECT = (100_000, 20, 100)


def serve(app: Starlette, host: str, port: int) -> None:
    """Serve until stopped; small messages are sent as they are, for squeezing them costs more."""
    import uvicorn

    from rightbower.web.server.http import BoundedHttp, Room, Visitors, descriptors
    from rightbower.web.server.socket import BoundedSocket, OrderlyServer

    visitors = Visitors(Room.of(descriptors()), app.state.front.trusts)
    sys.setswitchinterval(HAND_OVER)
    gc.set_threshold(*COLLECT)
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        http=partial(BoundedHttp, visitors=visitors),  # type: ignore[arg-type]  # makes a protocol
        ws=partial(BoundedSocket, visitors=visitors),  # type: ignore[arg-type]
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=SECONDS_TO_CLOSE,
        server_header=False,
        proxy_headers=False,
    )
    server = OrderlyServer(config)
    app.state.listen = server.listen_too
    server.run()
    if not server.started:
        raise SystemExit(DID_NOT_START)


class AskedToStop(SystemExit):
    """The hall was asked to stop, and did."""


def _stopped(_number: int, _frame: FrameType | None) -> None:
    raise AskedToStop(0)


@contextlib.contextmanager
def stopped_in_order() -> Iterator[None]:
    """Let a stop from outside (SIGTERM) end with status 0 once everything is closed."""
    before = signal.signal(signal.SIGTERM, _stopped)
    try:
        yield
    except (AskedToStop, KeyboardInterrupt):
        print("The hall is closed.", file=sys.stderr)
    finally:
        signal.signal(signal.SIGTERM, before)
