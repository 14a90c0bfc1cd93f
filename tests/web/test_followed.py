"""What a hall looks for in the journal that others write too, and how often."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from rightbower.store.contract import JournalError
from rightbower.web.hall.talk import STREAM as REPORTS
from rightbower.web.state.online import EVERY, SELDOM, FollowedStreams
from web.clockwork import run


class Shared:
    """A hall, its desk and its tables, as far as they are followed; what is done is noted."""

    def __init__(self) -> None:
        self.heads: dict[str, int] = {}
        self.done: list[str] = []
        ownership = SimpleNamespace(
            sole=False,
            owns=lambda stream: stream == "event/own",
            resources=["event/own", "table/x"],
        )
        watchers = SimpleNamespace(streams=["event/own", "event/b"])
        desk: Any = SimpleNamespace(
            ownership=ownership,
            watchers=watchers,
            read_on=lambda stream: self.done.append(f"read {stream}"),
            heard=lambda stream: self.done.append(f"heard {stream}"),
        )
        journal = SimpleNamespace(head=lambda stream: self.heads.get(stream, 0))
        reports = SimpleNamespace(read_on=lambda: self.done.append("read reports"))
        hall = SimpleNamespace(journal=journal, reports=reports, reads=self.reads)
        online: Any = SimpleNamespace(
            hall=hall,
            events={"event/c"},
            collect=self.noted("collect"),
            look_after=self.noted("look after"),
            adopt=self.noted("adopt"),
        )
        self.desk, self.online = desk, online
        self.followed = FollowedStreams(desk, online)

    async def reads(self, read: Any, *args: Any) -> Any:
        """What is read, at once."""
        return read(*args)

    def noted(self, name: str) -> Any:
        """Something that is only noted."""

        async def act(*args: Any) -> None:
            self.done.append(" ".join((name, *args)))

        return act

    def looked(self) -> set[str]:
        """What a look comes to."""
        self.done.clear()
        run(self.followed.look)
        return set(self.done)


def test_only_what_is_new_elsewhere_is_read_and_told() -> None:
    shared = Shared()
    new = {f"{word} event/{id_}" for id_ in "bc" for word in ("read", "heard")}
    assert shared.looked() == {*new, "read reports", "collect own"}
    assert shared.looked() == {"collect own"}
    shared.heads["event/b"] = 1
    assert shared.looked() == {"read event/b", "heard event/b", "collect own"}
    shared.heads["desk/event/c"] = 1
    assert shared.looked() == {"read event/c", "heard event/c", "collect own"}
    shared.heads[REPORTS] = 1
    assert shared.looked() == {"read reports", "collect own"}
    shared.heads["event/own"] = 5
    assert shared.looked() == {"collect own"}, "this hall wrote it itself"


def test_tables_that_nobody_came_to_are_looked_after_now_and_then() -> None:
    shared = Shared()
    found = [number for number in range(1, 3 * SELDOM) if "look after own" in shared.looked()]
    assert found == [SELDOM, 2 * SELDOM]


def test_a_hall_looks_twice_a_second_and_goes_on_after_a_fault(
    caplog: pytest.LogCaptureFixture,
) -> None:
    shared = Shared()
    faults: list[Exception] = [JournalError("it is gone"), ValueError("odd")]
    at = list[tuple[str, float]]()

    def noted(name: str) -> Any:
        async def act() -> None:
            at.append((name, asyncio.get_running_loop().time()))
            if faults:
                raise faults.pop(0)

        return act

    shared.online.adopt = noted("adopt")
    shared.followed.look = noted("look")  # type: ignore[method-assign]

    async def story() -> None:
        task = asyncio.create_task(shared.followed.run())
        await asyncio.sleep(4.25 * EVERY)
        task.cancel()

    run(story)
    kinds = ["adopt", "adopt", "adopt", "look", "look"]
    assert at == [(kind, number * EVERY) for number, kind in enumerate(kinds)]
    assert caplog.messages == [
        "what other halls write could not be read: it is gone",
        "what other halls write could not be taken up",
    ]
    assert [each.levelname for each in caplog.records] == ["WARNING", "ERROR"]


def test_a_hall_that_is_alone_looks_for_nothing() -> None:
    shared = Shared()
    shared.desk.ownership.sole = True
    run(shared.followed.run)
    assert shared.done == []
