"""Acts are decided upon the newest state, also one that is still on its way to the disk."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from rightbower.store.contract import Conflict
from rightbower.tournament.commands import Command
from rightbower.tournament.events.attendance import CheckIn, NotHere, Withdraw
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.results import EnterResult
from rightbower.web.state.desk import Desk
from web.at_desk import Director, hall

PAIRS = ("Ann & Al", "Bea & Bob", "Cat & Cy", "Dot & Di")


def at_once(director: Director, *commands: Command) -> list[Any]:
    """Commands sent in the same moment, and what came of each."""
    desk: Desk = director.client.app.state.desk  # type: ignore[attr-defined]  # an ASGI app has no state

    async def all_of_them() -> list[Any]:
        doing = [desk.do(director.id, each) for each in commands]
        return await asyncio.gather(*doing, return_exceptions=True)

    assert director.client.portal is not None
    return director.client.portal.call(all_of_them)


def test_somebody_is_taken_back_from_a_check_in_that_is_not_durable_yet(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        director = Director(client, "alberta-pairs")
        director.names(*PAIRS, here=False)
        checked, back, gone = at_once(director, CheckIn(all=True), NotHere(2), Withdraw((4,)))
        assert not any(isinstance(each, BaseException) for each in (checked, back, gone))
        states = [each.state for each in director.event.entrants]
        assert states == ["here", "entered", "here", "withdrawn"]


def test_of_two_results_for_one_table_only_the_first_is_written(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        director = Director(client, "alberta-pairs")
        director.names(*PAIRS)
        director.seat()
        first, second = at_once(director, EnterResult(1, 10, 7), EnterResult(1, 10, 8))
        assert first.written[0].receipt.says == "round 1, table 1: 10–7"
        assert isinstance(second, EventError)
        assert "has a result for round 1 already" in str(second)
        result = director.event.round.table(1).result
        assert result is not None
        assert result.points == (10, 7)


def test_what_was_decided_upon_a_state_that_fell_is_decided_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hall(tmp_path) as client:
        director = Director(client, "alberta-pairs")
        director.names(*PAIRS, here=False)
        desk: Desk = client.app.state.desk  # type: ignore[attr-defined]  # an ASGI app has no state
        add, failures = desk.events.add, [Conflict("fell"), Conflict("fell again")]

        async def add_late(*given: Any) -> Any:
            if failures:
                raise failures.pop()
            return await add(*given)

        monkeypatch.setattr(desk.events, "add", add_late)
        (reply,) = at_once(director, CheckIn((1,)))
        assert reply.written[0].receipt.says == "here: entrant 1"
        failures[:] = [Conflict("fell")] * 3
        (refused,) = at_once(director, CheckIn((2,)))
        assert isinstance(refused, Conflict)
        assert [each.state for each in director.event.entrants][:2] == ["here", "entered"]
