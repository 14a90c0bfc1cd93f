"""A hall to look at in a real browser; skipped where no Chromium is installed."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from web.browser.visits import PATIENCE, Visit
from web.serving import Server, before_the_cut, played_out, serving, table_of_slips

# The headless shell first: it has no windows of its own to draw, so its tests take less time.
CHROMIUMS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
NEVER_BY_ITSELF = 3600.0


def chromium() -> str | None:
    """The Chromium of this machine."""
    return next((found for name in CHROMIUMS if (found := shutil.which(name))), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = [item for item in items if Path(__file__).parent in item.path.parents]
    for item in here:
        item.add_marker(pytest.mark.browser)
        # A browser and a hall on a busy machine: what fails twice is a fault, and both are told.
        item.add_marker(pytest.mark.flaky(reruns=1))
        if chromium() is None:
            item.add_marker(pytest.mark.skip(reason="no Chromium is installed on this machine"))


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hall")


@pytest.fixture(scope="session")
def slips(data: Path) -> list[str]:
    """What is done at the table called slips, at which East revokes in the first trick."""
    return table_of_slips(data, "slips", "alberta-55plus")


@pytest.fixture(scope="session")
def french_slips(data: Path) -> list[str]:
    """The same at a table for those who read French."""
    return table_of_slips(data, "french", "alberta-55plus")


@pytest.fixture(scope="session")
def hall(data: Path, slips: list[str], french_slips: list[str]) -> Iterator[Server]:
    """One hall for all visits; it deals on only when somebody asks."""
    played_out(data, "over")
    before_the_cut(data, "cut", "sportcial-league")
    with serving(data, deal=NEVER_BY_ITSELF) as server:
        yield server


@pytest.fixture(scope="session")
def engine() -> Iterator[Playwright]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chrome(engine: Playwright) -> Iterator[Browser]:
    browser = engine.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
    yield browser
    browser.close()


@pytest.fixture
def visit(hall: Server, chrome: Browser) -> Iterator[Callable[..., Visit]]:
    """Come to the hall with a browser of one's own; what a page complains of fails the test."""
    visits: list[Visit] = []

    def come(who: str = "", **options: object) -> Visit:
        visits.append(Visit(hall, chrome, who, **options))
        return visits[-1]

    yield come
    complaints = [each for one in visits for each in one.complaints]
    for one in visits:
        one.context.close()
    assert complaints == []
