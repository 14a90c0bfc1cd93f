"""What the tests of leagues in the browser begin with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from rightbower.web.app import make_app
from web.office import Office, prepared


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """Somebody at a hall of its own."""
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        yield client


@pytest.fixture
def gamer(client: TestClient) -> Office:
    """The Gamer of a league that is ready for its first night."""
    return prepared(client)
