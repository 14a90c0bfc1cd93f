"""How the server underneath is set: threads take turns quickly, the collector seldom runs."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.applications import Starlette

from rightbower.web import app as serving
from rightbower.web.common.proxies import Front
from rightbower.web.server import socket as shutdown
from rightbower.web.server.http import Room, descriptors


@pytest.fixture
def as_before() -> Iterator[None]:
    """What the server sets is for the whole process."""
    interval, threshold = sys.getswitchinterval(), gc.get_threshold()
    yield
    sys.setswitchinterval(interval)
    gc.set_threshold(*threshold)


@pytest.mark.usefixtures("as_before")
def test_the_server_sets_the_process_and_says_when_it_did_not_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ran = []
    monkeypatch.setattr(shutdown.OrderlyServer, "run", lambda server: ran.append(server.config))
    app = Starlette()
    app.state.front = Front()
    with pytest.raises(SystemExit) as ended:
        serving.serve(app, "127.0.0.1", 8123)
    assert ended.value.code == serving.DID_NOT_START
    assert sys.getswitchinterval() == pytest.approx(serving.HAND_OVER)
    assert gc.get_threshold() == serving.COLLECT
    (config,) = ran
    assert (config.host, config.port) == ("127.0.0.1", 8123)
    assert config.ws_max_size == serving.LARGEST_MESSAGE


@pytest.mark.usefixtures("as_before")
def test_a_server_that_ran_ends_quietly_and_gave_its_visitors_the_room_there_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ran = []

    def runs(server: shutdown.OrderlyServer) -> None:
        server.started = True
        ran.append(server.config)

    monkeypatch.setattr(shutdown.OrderlyServer, "run", runs)
    app = Starlette()
    app.state.front = Front.of(["10.0.0.9"])
    serving.serve(app, "127.0.0.1", 8123)
    config: Any = ran[0]
    visitors = config.http.keywords["visitors"]
    assert visitors is config.ws.keywords["visitors"]
    assert visitors.room == Room.of(descriptors())
    assert visitors._passes_on("10.0.0.9")
    assert not visitors._passes_on("10.0.0.8")
    assert (config.ws_per_message_deflate, config.access_log) == (False, False)
    assert (config.server_header, config.proxy_headers) == (False, False)
    assert config.timeout_graceful_shutdown == serving.SECONDS_TO_CLOSE
