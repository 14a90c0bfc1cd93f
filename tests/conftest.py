"""What all tests share: how Hypothesis searches, how long a soak may take, and the engines."""

import asyncio
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from hypothesis import settings

from journals import ENGINES, Opened, noted_place
from postgres import Postgres, binaries, postgres
from rightbower.office import journals

SOAK_SECONDS = 3600

# The same examples every time, so that a run says something of the change and not of chance;
# `make soak` looks further. A first call may compile a kernel, so the time one example takes says nothing.
settings.register_profile("rightbower", deadline=None, print_blob=True, derandomize=True)
settings.load_profile("rightbower")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Every test has its limit in ``pyproject.toml``; those that run for minutes have a longer one."""
    for item in items:
        if config.getoption("--engine") != "sqlite" and item.get_closest_marker("sqlite"):
            item.add_marker(pytest.mark.skip(reason="it looks into the file of SQLite"))
        if item.get_closest_marker("soak") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(SOAK_SECONDS))


class _Named:
    """Names a failure at once, whatever the rest of the run prints after it."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        terminal = self.config.pluginmanager.get_plugin("terminalreporter")
        what = {"failed": "FAILED", "rerun": "TRIED AGAIN"}.get(report.outcome)
        if what and terminal is not None:
            why = getattr(report.longrepr, "reprcrash", None)
            terminal.write_line(
                f"\n{what} {report.nodeid}: {why.message if why else report.longrepr}"
            )


def pytest_configure(config: pytest.Config) -> None:
    """Only the process that reports names what failed, not each of its workers."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Named(config))


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--engine postgresql``: data folders' journals are there; ``--share``: how much of some soaks."""
    parser.addoption("--engine", choices=ENGINES, default="sqlite")
    share = "how much of the random sheets' soaks is done: 0.1 is a tenth of the deals and games"
    parser.addoption("--share", type=float, default=1.0, help=share)


@pytest.fixture(scope="session", autouse=True)
def _engine(request: pytest.FixtureRequest) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        if request.config.getoption("--engine") == "postgresql":
            server: Postgres = request.getfixturevalue("server")
            patched.setattr(journals, "place_of", partial(noted_place, server))
        yield


@pytest.fixture(autouse=True)
def _own_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """A browser that waits for its next test has a loop in this thread; other tests may run their own."""
    waiting = asyncio._get_running_loop()
    if waiting is None or request.node.get_closest_marker("browser"):
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(waiting)


@pytest.fixture(scope="session")
def server() -> Iterator[Postgres]:
    """A PostgreSQL of this run's own."""
    if binaries() is None and sys.version_info >= (3, 15):
        pytest.skip("there are no binaries of PostgreSQL for this Python")
    with postgres() as found:
        yield found


@pytest.fixture(params=ENGINES)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Opened:
    """A new journal of each engine."""
    if request.param == "sqlite":
        return Opened(str(tmp_path / "hall.journal"))
    return Opened(request.getfixturevalue("server").fresh())
