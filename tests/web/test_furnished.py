"""What a hall is furnished with when it opens, and in which order it is closed."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from rightbower.store.claims import Ownership
from rightbower.store.limits import Rate
from rightbower.web import app as application
from rightbower.web.app import CONNECTIONS_PER_PLACE, ERASURES, SHARINGS, TABLES_OPENED, make_app
from rightbower.web.common.proxies import Front
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.table import Pace
from rightbower.web.running.backups import BackupPlan, Backups
from rightbower.web.state import accounts, desk, pins
from rightbower.web.state.desk import Desk
from rightbower.web.state.online import Online
from web.apart import run_apart

pytestmark = pytest.mark.sqlite


@contextlib.asynccontextmanager
async def opened(app: Starlette) -> AsyncIterator[Any]:
    """A hall while it is open; what its pages look at."""
    async with app.router.lifespan_context(app):
        yield app.state


def test_every_page_finds_what_it_looks_at(tmp_path: Path) -> None:
    data, pace, front = tmp_path, Pace(bot=0.25), Front.of(["10.0.0.9"])

    async def story() -> None:
        app = make_app(data, pace, False, front, True, name="north", connections_per_place=5)
        async with opened(app) as state:
            hall = state.hall
            assert (hall.pace, hall.ownership.name) == (pace, "north")
            assert hall.journal.folder == data
            assert (state.room, state.public, state.front) == (False, True, front)
            assert state.places.most == 5
            assert state.keys.erased is hall.erased
            assert state.keys.signed_in == state.accounts.player
            assert state.ratings.finished in hall.finished
            assert state.reviews is not None
            assert state.online in [each.__self__ for each in state.desk.changed]
            assert (state.online.hall, state.online.desk) == (hall, state.desk)
            assert state.practices.ids() == []
            assert state.accounts.store.ids() == []
            assert state.accounts.clock is state.desk.clock
            assert state.leave.args == (hall,)
            assert state.backups is None
            assert state.matching.locked() is False
            assert len(state.owner) > 20
            assert state.counts.lines == 0

    run_apart(story())


def test_a_hall_has_usual_settings_and_a_name_of_its_own(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(make_app(tmp_path / "a" / "b")) as state:
            assert (state.room, state.public, state.front) == (True, False, Front())
            assert state.places.most == CONNECTIONS_PER_PLACE
            assert len(state.hall.ownership.name) == 8

    run_apart(story())


def test_what_is_counted_over_all_halls_goes_by_its_name(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(make_app(tmp_path)) as state:
            limits = state.hall.journal.limits
            assert {
                each._what: (each._limits is limits, each._device, each._address, each._strangers)
                for each in (
                    state.tables,
                    state.sharings,
                    state.desk.keys_changed,
                    state.erasures,
                    state.accounts._made,
                    state.desk.codes,
                    state.desk.joins,
                    state.desk.made,
                    state.desk.made_at_home,
                )
            } == {
                "tables opened": (True, Rate(20, 0.1), Rate(400, 0.2), Rate(8, 0.05)),
                "games shared": (True, *SHARINGS),
                "PINs and tokens": (True, Rate(10, 1 / 60), Rate(100, 0.1), Rate(10, 1 / 60)),
                "people erased": (True, Rate(3, 1 / 600), Rate(40, 1 / 30), Rate(0, 0)),
                "accounts made": (True, Rate(3, 1 / 3600), Rate(30, 1 / 60), Rate(3, 1 / 600)),
                "wrong codes": (True, Rate(10, 0.1), Rate(2000, 20), Rate(60, 1)),
                "names given": (True, Rate(4, 1 / 60), Rate(300, 0.5), Rate(20, 0.1)),
                "events made": (True, Rate(6, 1 / 600), Rate(24, 1 / 120), Rate(3, 1 / 600)),
                "events made at home": (
                    True,
                    Rate(20, 1 / 120),
                    Rate(60, 1 / 30),
                    Rate(40, 1 / 30),
                ),
            }

    run_apart(story())


def test_whoever_guesses_does_so_slowly() -> None:
    assert TABLES_OPENED[0].at_once > TABLES_OPENED[2].at_once
    assert ERASURES[2] == Rate(0, 0)
    assert Rate(at_once=10, per_second=1 / 30) == accounts.OWN_GUESSES
    assert Rate(at_once=10, per_second=1 / 300) == accounts.OTHER_GUESSES
    assert Rate(at_once=8, per_second=1 / 30) == pins.OWN_GUESSES
    assert Rate(at_once=20, per_second=1 / 1200) == pins.PLACE_GUESSES
    assert Rate(at_once=30, per_second=1 / 600) == pins.DESK_GUESSES
    assert desk.TRIES == 3


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is done while a hall opens and closes."""
    done = list[str]()

    def note(kind: type, name: str) -> None:
        real = getattr(kind, name)

        def now(self: Any, *args: Any) -> Any:
            done.append(f"{kind.__name__} {name}")
            return real(self, *args)

        monkeypatch.setattr(kind, name, now)

    for kind, name in (
        (Hall, "wake"),
        (Desk, "wake"),
        (Online, "wake"),
        (Backups, "start"),
        (Backups, "stop"),
        (Desk, "close"),
        (Hall, "close"),
        (Ownership, "leave"),
    ):
        note(kind, name)
    return done


def test_a_hall_wakes_and_closes_in_order(tmp_path: Path, noted: list[str]) -> None:
    plan = BackupPlan(tmp_path / "backups", seconds=0)

    async def story() -> None:
        async with opened(make_app(tmp_path / "data", backups=plan)) as state:
            assert noted == ["Hall wake", "Desk wake", "Online wake", "Backups start"]
            assert (state.backups.data, state.backups.plan) == (tmp_path / "data", plan)
        assert noted[4:] == ["Backups stop", "Desk close", "Hall close", "Ownership leave"]

    run_apart(story())


def test_a_hall_without_a_plan_makes_no_backups(tmp_path: Path, noted: list[str]) -> None:
    async def story() -> None:
        async with opened(make_app(tmp_path)) as state:
            assert state.backups is None
        assert "Backups start" not in noted
        assert "Backups stop" not in noted

    run_apart(story())


def test_nothing_goes_on_once_a_hall_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    warmed, followed = list[bool](), list[tuple[type, type]]()

    def warm() -> None:
        time.sleep(0.2)
        warmed.append(True)

    class Followed:
        def __init__(self, desk: Any, online: Any) -> None:
            followed.append((type(desk), type(online)))

        async def run(self) -> None:
            await asyncio.sleep(1000)

    monkeypatch.setattr(application, "warm", warm)
    monkeypatch.setattr(application, "FollowedStreams", Followed)

    async def story() -> None:
        before = asyncio.all_tasks()
        async with opened(make_app(tmp_path)):
            going = asyncio.all_tasks() - before
            await asyncio.sleep(0.01)
            assert len([each for each in going if not each.done()]) >= 5
        assert warmed == [True], "what was begun beside is waited for"
        await asyncio.sleep(0.01)
        assert asyncio.all_tasks() == before

    run_apart(story())
    assert followed == [(Desk, Online)]
