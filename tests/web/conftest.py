"""What the tests of desks and leagues begin with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from web.at_desk import Director, hall
from web.office import Office, prepared


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """Somebody at a hall of its own, on its own machine."""
    with hall(tmp_path) as client:
        yield client


@pytest.fixture
def director(client: TestClient) -> Director:
    """A director whose event is open and empty."""
    return Director(client, "alberta-pairs")


@pytest.fixture
def gamer(client: TestClient) -> Office:
    """The Gamer of a league that is ready for its first night."""
    return prepared(client)


@pytest.fixture
def charity(tmp_path: Path) -> Iterator[Director]:
    """A charity day of one round, played; everyone's card is still out."""
    with hall(tmp_path) as client:
        director = Director(client, "charity-day", rounds="1")
        director.names("Ann", "Bea", "Cat", "Dot")
        director.seat()
        director.line("1 9 4")
        yield director
