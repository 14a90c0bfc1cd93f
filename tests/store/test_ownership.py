"""What a hall owns of a journal that others share: taken, kept, let go of, and lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future
from typing import Any

import pytest

from rightbower.store.claims import RENEW, SILENCE, Claim, HallSeen, HandedOver, Ownership, done
from rightbower.store.contract import JournalError
from web.clockwork import run


class Others:
    """Claims as the other halls leave them; what this hall asks is noted."""

    def __init__(self) -> None:
        self.noted: list[Any] = []
        self.theirs: dict[str, str] = {}
        self.fence = 1
        self.seen: list[HallSeen] = []
        self.releasing: Future[None] = done(None)
        self.faults: list[Exception] = []
        self.lost_at_once: Callable[[], None] = lambda: None

    def enter(self, hall: str, path: str) -> None:
        """As every engine does."""
        self.noted.append(("enter", hall, path))

    def take(self, resource: str, streams: Sequence[str] = ()) -> Future[Claim]:
        """As every engine does."""
        self.noted.append(("take", resource, tuple(streams)))
        self.lost_at_once()
        hall = self.theirs.get(resource, "here")
        return done(Claim(resource, hall, "", self.fence, hall == "here"))

    def owner(self, resource: str) -> Claim | None:
        """As every engine does."""
        if resource == "nobody's":
            return None
        hall = self.theirs.get(resource, "here")
        return Claim(resource, hall, "", self.fence, hall == "here")

    def release(self, resources: Sequence[str]) -> Future[None]:
        """As every engine does."""
        self.noted.append(("release", *resources))
        return self.releasing

    def renew(self) -> Future[None]:
        """As every engine does."""
        self.noted.append("renew")
        if self.faults:
            raise self.faults.pop(0)
        return done(None)

    def halls(self) -> list[HallSeen]:
        """As every engine does."""
        return self.seen

    def leave(self) -> Future[None]:
        """As every engine does."""
        self.noted.append("leave")
        return done(None)


Story = Callable[[Others, Ownership, list[str]], Coroutine[Any, Any, None]]


def told(story: Story) -> None:
    """Run a story of one hall among others; the last is what it was told that it lost."""

    async def apart() -> None:
        others, lost = Others(), list[str]()
        ours = Ownership(others)
        ours.lost.append(lost.append)
        await story(others, ours, lost)

    run(apart)


async def led_to(act: Coroutine[Any, Any, None]) -> str:
    """The hall that somebody is sent to."""
    with pytest.raises(HandedOver) as gone:
        await act
    assert str(gone.value) == gone.value.hall, "what is logged of it"
    return gone.value.hall


def test_what_is_owned_is_taken_once_with_its_streams() -> None:
    async def story(others: Others, ours: Ownership, _: list[str]) -> None:
        assert not ours.sole
        await ours.acquire("event/day", "event/day", "desk/event/day")
        await ours.acquire("event/day")
        await ours.acquire("table/1")
        assert others.noted == [
            ("take", "event/day", ("event/day", "desk/event/day")),
            ("take", "table/1", ("table/1",)),
        ]
        assert ours.resources == ["event/day", "table/1"]
        owned = [ours.owns(each) for each in ("event/day", "desk/event/day", "table/1", "table/2")]
        assert owned == [True, True, True, False]
        others.theirs["table/2"] = "there"
        assert await led_to(ours.acquire("table/2")) == "there"
        assert (ours.owns("table/2"), "table/2" in ours.resources) == (False, False)
        assert [ours.owned_elsewhere(each) for each in ("table/1", "table/2", "nobody's")] == [
            False,
            True,
            False,
        ]

    told(story)


def test_a_hall_that_leaves_keeps_what_it_has_and_takes_nothing_more() -> None:
    async def story(others: Others, ours: Ownership, _: list[str]) -> None:
        await ours.acquire("table/1")
        ours.refuse_if_leaving()
        ours.leaving = True
        await ours.acquire("table/1")
        assert await led_to(ours.acquire("table/2")) == ""
        others.seen = [HallSeen("there", "", 0.0, True, 1)]
        ours.find_other_halls()
        assert await led_to(ours.acquire("table/2")) == "there"
        assert len(others.noted) == 1

    told(story)


def test_what_is_let_go_of_may_be_taken_again_when_that_is_done() -> None:
    async def story(others: Others, ours: Ownership, _: list[str]) -> None:
        for each in ("table/1", "table/2", "table/3"):
            await ours.acquire(each)
        others.noted.clear()
        others.releasing = Future()
        await ours.release("table/9")
        assert others.noted == []
        going = asyncio.ensure_future(ours.release("table/1", "table/9", "table/2"))
        await asyncio.sleep(1)
        assert (others.noted, ours.resources) == ([("release", "table/1", "table/2")], ["table/3"])
        assert not ours.owns("table/1")
        back = asyncio.ensure_future(ours.acquire("table/1"))
        await asyncio.sleep(1)
        assert (going.done(), back.done(), len(others.noted)) == (False, False, 1)
        others.releasing.set_result(None)
        await asyncio.gather(going, back)
        assert others.noted[1:] == [("take", "table/1", ("table/1",))]
        assert ours.owns("table/1")

    told(story)


def test_what_could_not_be_let_go_of_is_noted(caplog: pytest.LogCaptureFixture) -> None:
    async def story(others: Others, ours: Ownership, _: list[str]) -> None:
        await ours.acquire("table/1")
        others.releasing = Future()
        others.releasing.set_exception(JournalError("the engine is gone"))
        await ours.release("table/1")
        await ours.acquire("table/1")
        assert ours.owns("table/1")

    told(story)
    assert "stays claimed until this hall ends: the engine is gone" in caplog.text


def seen(hall: str, claims: int = 0, silent: float = 0.0, alive: bool = True) -> HallSeen:
    """Another hall."""
    return HallSeen(hall, "", silent, alive, claims)


@pytest.mark.parametrize(
    ("halls", "others"),
    [
        ([], {""}),
        ([seen("here", 4)], {""}),
        ([seen("a"), seen("here", 4), seen("b")], {"a", "b"}),
        ([seen("a"), seen("b", 1), seen("c", 2)], {"b", "c"}),
        ([seen("a", alive=False), seen("b", silent=SILENCE), seen("c")], {"c"}),
        ([seen("a", silent=SILENCE / 2)], {"a"}),
    ],
)
def test_people_are_sent_to_halls_that_live(halls: list[HallSeen], others: set[str]) -> None:
    claims = Others()
    ours = Ownership(claims)
    ours.name, claims.seen = "here", halls
    ours.find_other_halls()
    assert {ours.other_hall() for _ in range(50)} == others
    if len(others) > 1:
        first = min(others)
        assert first not in {ours.other_hall(first) for _ in range(50)}


def test_whoever_was_led_here_is_not_sent_back_at_once() -> None:
    claims = Others()
    ours = Ownership(claims)
    claims.seen = [seen("a"), seen("b")]
    ours.find_other_halls()
    assert ours.redirect("a", "a") == "a", "it has what was asked for"
    ours.leaving = True
    assert ours.redirect("a", "a") == "b"
    assert (ours.redirect("a", ""), ours.redirect("a", "b")) == ("a", "a")


def test_what_the_journal_refuses_is_lost_with_all_its_streams() -> None:
    async def story(_: Others, ours: Ownership, lost: list[str]) -> None:
        await ours.acquire("event/day", "event/day", "desk/event/day")
        await ours.acquire("table/1")
        ours.mark_lost("table/2")
        ours.mark_lost("desk/event/day")
        ours.mark_lost("event/day")
        assert (lost, ours.resources) == (["event/day"], ["table/1"])
        assert [ours.owns(each) for each in ("event/day", "desk/event/day")] == [False, False]

    told(story)


def test_it_says_every_second_that_it_lives_whatever_happens(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def story(others: Others, ours: Ownership, _: list[str]) -> None:
        others.faults = [JournalError("the engine is gone"), KeyError("a fault of ours")]
        living = asyncio.ensure_future(ours.keep_alive())
        await asyncio.sleep(5 * RENEW - 0.1)
        assert others.noted == ["renew"] * 5
        living.cancel()

    told(story)
    assert "this hall cannot say that it lives: the engine is gone" in caplog.text
    assert "met something unforeseen while it said that it lives" in caplog.text
    assert "silent for long" not in caplog.text


def test_a_hall_that_was_silent_just_as_long_as_it_may_be_lost_nothing() -> None:
    async def story(others: Others, ours: Ownership, _: list[str]) -> None:
        await ours.acquire("table/1")
        others.noted.clear()
        others.faults = [JournalError("gone")] * int(SILENCE / RENEW)
        living = asyncio.ensure_future(ours.keep_alive())
        await asyncio.sleep(SILENCE + RENEW / 2)
        assert others.noted == ["renew"] * (int(SILENCE / RENEW) + 1)
        living.cancel()

    told(story)


def test_after_a_silence_it_keeps_what_is_still_its_own(caplog: pytest.LogCaptureFixture) -> None:
    async def story(others: Others, ours: Ownership, lost: list[str]) -> None:
        for each in ("table/1", "table/2"):
            await ours.acquire(each)
        others.fence = 2
        await ours.acquire("table/3")
        others.theirs = {"table/1": "there"}
        others.noted.clear()
        others.faults = [JournalError("gone")] * (int(SILENCE / RENEW) + 1)
        living = asyncio.ensure_future(ours.keep_alive())
        await asyncio.sleep(SILENCE + 3 * RENEW)
        taken = [each for each in others.noted if each != "renew"]
        assert taken == [("take", each, (each,)) for each in ("table/1", "table/2", "table/3")]
        # One is another hall's, one was so meanwhile: its fence is another.
        assert (lost, ours.resources) == (["table/1", "table/2"], ["table/3"])
        living.cancel()

    told(story)
    assert caplog.text.count("this hall was silent for long") == 1


def test_a_hall_of_its_own_owns_everything_and_asks_nobody(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def story() -> None:
        alone = Ownership()
        for _ in range(2):
            alone.enter("alone")
        assert caplog.text == ""
        await alone.acquire("table/1")
        assert (alone.sole, alone.owns("table/2"), alone.resources) == (True, True, [])
        await alone.keep_alive()
        alone.find_other_halls()
        assert (alone.other_hall(), alone.owned_elsewhere("table/1")) == ("", False)

    run(story)


def test_two_living_halls_of_one_name_are_told_of(caplog: pytest.LogCaptureFixture) -> None:
    async def story(others: Others, ours: Ownership, _: list[str]) -> None:
        others.seen = [seen("there"), seen("here", alive=False)]
        ours.enter("here")
        assert caplog.text == ""
        others.seen = [seen("there"), seen("here")]
        ours.enter("here")
        assert "another hall is called here too: give each a name of its own" in caplog.text
        assert ours.name == "here"
        await ours.leave()
        assert others.noted == [("enter", "here", "?hall=here")] * 2 + ["leave"]

    told(story)


def test_what_was_lost_meanwhile_is_not_lost_twice() -> None:
    async def story(others: Others, ours: Ownership, lost: list[str]) -> None:
        for each in ("table/1", "table/2"):
            await ours.acquire(each)
        others.fence = 2
        others.lost_at_once = lambda: ours.mark_lost("table/1")
        await ours._look_again()
        assert lost == ["table/1", "table/2"]

    told(story)
