"""How far people's acts walk through the house: calls, modules, and hops from one module to another.

The ceilings may only be lowered. A frame of ours that calls another of ours in another module, with whatever
lies between them, is a hop; comprehensions belong to the function they stand in.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import patch

from msgspec import Struct, field
from msgspec.structs import replace
from starlette.testclient import TestClient

import rightbower
from rightbower.rules.cards import Seat
from rightbower.web.app import make_app
from rightbower.web.hall import wire
from rightbower.web.hall.hall import Hall
from web.asked import asked
from web.at_desk import Director
from web.clockwork import idle
from web.heard import Heard
from web.serving import table_of_slips
from web.test_live import QUICK, four, in_a_hall

# Calls, modules, hops.
CARD = (234, 25, 110)
CLAIM = (1812, 39, 615)
RESULT = (322, 24, 100)
STANDINGS = (1130, 40, 760)
REVOKE = "revoke E 1"
PACKAGE = str(Path(rightbower.__file__).parent)


class Walk(Struct):
    """What was walked through."""

    calls: int = 0
    hops: int = 0
    modules: set[str] = field(default_factory=set)

    def __str__(self) -> str:
        return f"{self.calls} calls, {len(self.modules)} modules, {self.hops} hops"


def _ours(frame: FrameType | None) -> str | None:
    """The module of the next frame of ours on the way out."""
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith(PACKAGE):
            return file
        frame = frame.f_back
    return None


class Walking:
    """Counts while it is open, but for what ``others`` do meanwhile."""

    def __init__(self, walk: Walk, others: Collection[object] = ()) -> None:
        self.walk, self.others = walk, others

    def __enter__(self) -> Walk:
        self._before = sys.getprofile()
        sys.setprofile(self._called)
        return self.walk

    def __exit__(self, *_: object) -> None:
        sys.setprofile(self._before)

    def _called(self, frame: FrameType, what: str, _: Any) -> None:
        code = frame.f_code
        if what != "call" or code.co_name.startswith("<"):
            return
        if not code.co_filename.startswith(PACKAGE):
            return
        if self.others and asyncio.current_task() in self.others:
            return
        walk = self.walk
        walk.calls += 1
        walk.modules.add(code.co_filename)
        caller = _ours(frame.f_back)
        walk.hops += caller is not None and caller != code.co_filename


class Door:
    """The application, its requests counted while it is told to."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self.walk: Walk | None = None
        self.counts = ""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if self.walk is None or scope.get("method") != self.counts:
            await self._app(scope, receive, send)
            return
        # The hall's own beat goes on beside a request.
        others = asyncio.all_tasks() - {asyncio.current_task()}
        with Walking(self.walk, others):
            await self._app(scope, receive, send)

    def walked(self, method: str, act: Callable[[], object]) -> Walk:
        """What the requests of an act by this method walk through."""
        self.walk, self.counts = Walk(), method
        act()
        walk, self.walk = self.walk, None
        return walk

    def __getattr__(self, name: str) -> Any:
        return getattr(self._app, name)


def held(walk: Walk, ceiling: tuple[int, int, int]) -> None:
    """A walk stays under its ceiling: calls, modules, hops."""
    print(walk)
    went = (walk.calls, len(walk.modules), walk.hops)
    assert went[0], "nothing was walked"
    assert all(steps <= most for steps, most in zip(went, ceiling, strict=True)), (went, ceiling)


def test_a_card_in_the_hall(tmp_path: Path) -> None:
    """The third card of a trick: nothing else follows from it."""
    walks: list[Walk] = []

    async def story(hall: Hall) -> None:
        live, browsers = await four(hall)
        for number in range(200):
            game = browsers["N"].state["game"]
            if len(walks) == 5:
                return
            if not (turn := game.get("turn")):
                await asked(live, browsers["N"], wire.Next(f"n{number}"))
                await idle()
                continue
            words = browsers[turn].state["game"]["legal"][0]
            third = len(game.get("trick", [])) == 2
            with Walking(Walk()) as walk:
                reply = await asked(live, browsers[turn], wire.Move(f"m{number}", words))
                await idle()
            assert isinstance(reply, wire.Done)
            if third:
                walks.append(walk)

    # Always the same cards: how far one walks is a little different for each.
    with patch("rightbower.rules.shuffles.new_seed", return_value="a walk"):
        in_a_hall(tmp_path, story)
    held(shortest(walks), CARD)


def test_a_claim_of_a_revoke(tmp_path: Path) -> None:
    """Four people as at the table; East revoked in the first trick, and North calls it once the cards show it."""
    acts = table_of_slips(tmp_path, "slips", "standard")

    async def story(hall: Hall) -> None:
        live = await hall.come("slips")
        assert live is not None
        browsers = {seat.name: Heard(f"slips-{seat}") for seat in Seat}
        for browser in browsers.values():
            live.join(browser, None)
        for number, act in enumerate(acts):
            who, words = act.split(" ", 1)
            request: Any = wire.Move(f"m{number}", words)
            if words == "turn":
                request = wire.Call(f"c{number}", wire.Turn())
            await asked(live, browsers[who], request)
            await idle()
            judged = browsers["N"].state["referee"]
            if REVOKE in [each["fact"] for each in judged.get("calls", [])]:
                break
        with Walking(Walk()) as walk:
            reply = await asked(live, browsers["N"], wire.Call("c", wire.CallAttention(REVOKE)))
            await idle()
        assert isinstance(reply, wire.Done), reply
        held(walk, CLAIM)

    in_a_hall(tmp_path, story, replace(QUICK, deal=999), journal_name="rightbower.journal")


def test_a_result_typed_and_the_standings_of_sixteen(tmp_path: Path) -> None:
    door = Door(make_app(tmp_path))
    with TestClient(door, base_url="http://localhost", client=("127.0.0.1", 50000)) as client:
        day = Director(client, "swiss-pairs")
        day.names(*(f"Ann{number} Lee / Bo{number} Ray" for number in range(16)))
        day.seat()
        day.line("1 10 7")
        results = [door.walked("POST", partial(day.line, f"{table} 10 8")) for table in range(2, 8)]
        day.all_in()
        looks = [door.walked("GET", partial(day.look, "standings")) for _ in range(9)]
    held(shortest(results), RESULT)
    held(shortest(looks), STANDINGS)


def shortest(walks: list[Walk]) -> Walk:
    """That in which the hall did nothing else meanwhile."""
    return min(walks, key=lambda walk: walk.calls)
