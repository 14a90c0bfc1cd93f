"""How the server underneath is set: threads take turns quickly, the collector seldom runs."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator

import pytest
from starlette.applications import Starlette

from rightbower.web import serve as serving
from rightbower.web.common.proxies import Front
from rightbower.web.server import ending


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
    monkeypatch.setattr(ending.OrderlyServer, "run", lambda server: ran.append(server.config))
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
