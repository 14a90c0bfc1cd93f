"""Streams of an open hall: decided upon the newest, and what stands upon a refused entry falls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules.refusal import Refusal
from rightbower.store.contract import Conflict, JournalError
from rightbower.store.streams import AsyncJournal, LiveStore
from rightbower.tournament.contest import StreamType
from web.apart import run_apart
from web.faults import FaultyJournal


class Words(Struct, frozen=True):
    """A stream of words."""

    said: tuple[str, ...] = ()

    @property
    def version(self) -> int:
        """How many there are."""
        return len(self.said)


def said(words: Sequence[str]) -> Words:
    """What the words come to."""
    return Words(tuple(words))


def one_more(words: Words, word: str) -> Words:
    """The words with one more."""
    return replace(words, said=(*words.said, word))


WORDS: StreamType[Words, str] = StreamType(
    "words/", "a word", Refusal, said, one_more, str.encode, bytes.decode, lambda words: words
)
Story = Callable[[FaultyJournal, LiveStore[Words, str]], Coroutine[Any, Any, None]]


def told(story: Story) -> None:
    """Run a story over a journal that does as it is told."""

    async def run() -> None:
        journal = FaultyJournal()
        store = LiveStore(AsyncJournal(journal), WORDS)
        opening = asyncio.ensure_future(store.open("w", "first"))
        await asyncio.sleep(0)
        journal.land()
        await opening
        await story(journal, store)

    run_apart(run())


async def soon() -> None:
    """Let everybody do what they can do now."""
    for _ in range(5):
        await asyncio.sleep(0)


def test_what_is_decided_upon_a_refused_entry_is_refused_too() -> None:
    async def story(journal: FaultyJournal, store: LiveStore[Words, str]) -> None:
        a = asyncio.ensure_future(store.add("w", lambda _: ["A"]))
        await soon()
        b = asyncio.ensure_future(store.add("w", lambda now: [f"B upon {now.said[-1]}"]))
        await soon()
        journal.from_elsewhere("words/w", b"elsewhere")
        journal.land()
        for each in (a, b):
            with pytest.raises(Conflict):
                await each
        c = asyncio.ensure_future(store.add("w", lambda now: [f"C upon {now.said[-1]}"]))
        await soon()
        journal.land()
        assert (await c).said == ("first", "elsewhere", "C upon elsewhere")
        assert journal.bodies("words/w") == [b"first", b"elsewhere", b"C upon elsewhere"]

    told(story)


def test_a_refused_write_does_not_spoil_a_later_durable_one() -> None:
    async def story(journal: FaultyJournal, store: LiveStore[Words, str]) -> None:
        a = asyncio.ensure_future(store.add("w", lambda _: ["A"]))
        await soon()
        journal.fail()
        journal.land()
        await soon()
        b = asyncio.ensure_future(store.add("w", lambda _: ["B"]))
        await soon()
        journal.land()
        assert (await b).said == ("first", "B")
        with pytest.raises(JournalError):
            await a
        assert store.history("w").said == ("first", "B")

    told(story)


def test_nobody_reads_what_is_not_durable_and_decisions_see_it() -> None:
    async def story(journal: FaultyJournal, store: LiveStore[Words, str]) -> None:
        a = asyncio.ensure_future(store.add("w", lambda _: ["A"]))
        await soon()
        assert store.history("w").said == ("first",)
        seen: list[Words] = []

        def decide(now: Words) -> list[str]:
            seen.append(now)
            return ["B"]

        b = asyncio.ensure_future(store.add("w", decide))
        await soon()
        assert seen == [Words(("first", "A"))]
        journal.land()
        await asyncio.gather(a, b)
        assert store.known("w") == Words(("first", "A", "B")), "what is durable is not read again"
        assert store.history("w").said == ("first", "A", "B")

    told(story)


def test_the_newest_is_what_is_on_its_way_until_it_is_durable_or_refused() -> None:
    async def story(journal: FaultyJournal, store: LiveStore[Words, str]) -> None:
        assert store.newest("w").said == ("first",)
        for fails in (False, True):
            before = store.history("w").said
            coming = asyncio.ensure_future(store.add("w", lambda _: ["more"]))
            await soon()
            assert store.newest("w").said == (*before, "more")
            assert store.history("w").said == before
            if fails:
                journal.fail()
            journal.land()
            await asyncio.wait([coming])
            assert (coming.exception() is None) is not fails
            after = before if fails else (*before, "more")
            assert store.newest("w").said == store.history("w").said == after

    told(story)


def test_a_durable_entry_counts_though_whoever_wrote_it_has_gone() -> None:
    async def story(journal: FaultyJournal, store: LiveStore[Words, str]) -> None:
        a = asyncio.ensure_future(store.add("w", lambda _: ["A"]))
        await soon()
        a.cancel()
        await soon()
        assert store.history("w").said == ("first",)
        b = asyncio.ensure_future(store.add("w", lambda now: [f"B upon {now.said[-1]}"]))
        await soon()
        journal.land()
        assert (await b).said == ("first", "A", "B upon A")

    told(story)


def test_a_fault_of_one_who_is_told_does_not_keep_the_others_from_being_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def story(journal: FaultyJournal, store: LiveStore[Words, str]) -> None:
        def fails(_: JournalError | None) -> None:
            raise RuntimeError("a fault of whoever was told")

        heard: list[JournalError | None] = []
        async_journal = AsyncJournal(journal)
        async_journal.post("one", 0, [b"x"], fails)
        async_journal.post("two", 0, [b"x"], heard.append)
        journal.land()
        await soon()
        assert heard == [None]
        async_journal.post("three", 0, [b"x"], heard.append)
        journal.land()
        await soon()
        assert heard == [None, None]

    told(story)
    assert "what landed could not be taken up" in caplog.text
    assert "a fault of whoever was told" in caplog.text
