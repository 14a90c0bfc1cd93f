"""The hall on a port: the keys it shares with other halls, how the server underneath is set, and how it ends."""

from __future__ import annotations

import contextlib
import gc
import signal
import sys
from collections.abc import Iterator
from functools import partial
from types import FrameType
from typing import Final

from starlette.applications import Starlette

from rightbower.rules.refusal import Refusal
from rightbower.store.claims import SoleClaims
from rightbower.store.contract import Projection
from rightbower.store.opening import OpenJournal
from rightbower.web.common.identity import Keys

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
