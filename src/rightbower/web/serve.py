"""The hall on a port: how the server underneath is set, and how it ends."""

from __future__ import annotations

import gc
import sys
from functools import partial

from starlette.applications import Starlette

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
