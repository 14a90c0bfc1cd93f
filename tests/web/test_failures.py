"""Each fault at each point of a deal: the table goes on, and nothing acknowledged is missing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from rightbower.record.entries import DealtEntry
from rightbower.rules.cards import Seat
from rightbower.web.hall import autoplay
from rightbower.web.hall import wire as protocol
from rightbower.web.hall.actor import Live
from rightbower.web.hall.bots import thought
from rightbower.web.hall.connections import BACKLOG, Connection
from rightbower.web.hall.entries import (
    HallEntry,
    Mode,
    Played,
    Sat,
    TableOpened,
    Timed,
    decode,
    encode,
)
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.requests import NOT_SAVED
from rightbower.web.hall.seats import begin, bot_sits
from rightbower.web.hall.table import Pace
from rightbower.web.hall.views import WAITS
from web.asked import asked
from web.clockwork import idle, run
from web.faults import FaultyJournal
from web.joined import joined
from web.serving import folded

STREAM = "table/t"
PACE = Pace(bot=1, trick=1, deal=3, grace=20, retry=2, linger=300, salts=0)
PEOPLE = ("ann", "bob")
# A deal is over long before; a table that has not gone on by then stands still.
LONGEST = 600.0
Fault = Callable[["Evening", int], None]


class Person:
    """Somebody with a phone: acts when it is their turn, and again where it was not saved."""

    def __init__(self, evening: Evening, who: str) -> None:
        self.evening, self.who = evening, who
        self.state: dict[str, Any] = {}
        self.acknowledged: list[str] = []
        self.refused: list[str] = []
        self.told_to_wait = 0
        self.reads = True
        self.asking: asyncio.Task[protocol.Done | protocol.No | protocol.Advised] | None = None
        self._sent = 0

    async def come(self) -> None:
        """Open a line to the table."""
        hall = self.evening.hall
        self.line = Connection(self.who, self.who, self._take, hall.outbox)
        self.line.given_up = lambda: None
        self.evening.live.join(self.line, self.state.get("version"))

    def _take(self, text: bytes) -> bool:
        if not self.reads:
            return False
        message = joined(json.loads(text))
        if message["type"] == "state":
            self.state = message
            self.told_to_wait += message["told"]["line"] == WAITS
            durable = self.evening.journal.head(STREAM)
            assert message["version"] <= durable, "somebody was shown what is not durable"
        return True

    async def play(self) -> None:
        """Act whenever it is one's turn; what is not saved is sent again, under its own number."""
        await self.come()
        while not self.evening.done:
            await asyncio.sleep(0.5)
            game = self.state.get("game") or {}
            mine = game.get("turn") == self.state.get("you")
            if self.reads and mine and game.get("legal"):
                self._sent += 1
                calls = [each for each in game["legal"] if each in ("order", "pick up")]
                action = (calls or game["legal"])[0]
                await self._until_taken(f"{self.who}-{self._sent}", action)

    async def _until_taken(self, number: str, action: str) -> None:
        while True:
            request = protocol.Move(number, action, meant=True)
            work = asked(self.evening.live, self.line, request)
            self.asking = asyncio.get_running_loop().create_task(work)
            try:
                reply = await self.asking
            except asyncio.CancelledError:
                await asyncio.sleep(1)
                continue
            if isinstance(reply, protocol.Done):
                self.acknowledged.append(number)
                return
            assert isinstance(reply, protocol.No)
            self.refused.append(reply.reason)
            if reply.reason != NOT_SAVED:
                return
            await asyncio.sleep(1)


class Evening:
    """Two people and two bots at a table, over a journal that does as it is told."""

    def __init__(self, mode: Mode = "strict") -> None:
        self.journal = FaultyJournal(prompt=True)
        entries: list[HallEntry] = [TableOpened("alberta-55plus", mode, "a seed", "ann", 0.0)]
        entries += [Sat(Seat.S, "ann", "Ann", 0.0), Sat(Seat.W, "bob", "Bob", 0.0)]
        entries += [bot_sits(Seat.N, "club", 0.0), bot_sits(Seat.E, "beginner", 0.0)]
        entries += begin(folded(entries), Seat.S, 0.0)
        self.journal.append(STREAM, 0, [encode(entry) for entry in entries])
        self.before = self.journal.posted
        self.hall = Hall(self.journal, PACE, clock=lambda: asyncio.get_running_loop().time())
        self.done = False
        self.people = {who: Person(self, who) for who in PEOPLE}

    @property
    def live(self) -> Live:
        """The table, which never sleeps while people are at it."""
        found = self.hall.find("t")
        assert found is not None
        return found

    def deals(self) -> int:
        """How many deals are durable."""
        found = [decode(body) for body in self.journal.bodies(STREAM)]
        return sum(
            isinstance(each, Played) and isinstance(each.entry, DealtEntry) for each in found
        )

    async def until_next_deal(self) -> None:
        """Play until the second deal is out."""
        playing = [asyncio.ensure_future(person.play()) for person in self.people.values()]
        loop = asyncio.get_running_loop()
        latest = loop.time() + LONGEST
        while self.deals() < 2:
            assert loop.time() < latest, "the table stands still"
            for each in playing:
                if each.done():
                    each.result()
            await asyncio.sleep(1)
        self.done = True
        await asyncio.gather(*playing)
        await idle()
        self.hall.close()

    def check(self) -> None:
        """Nothing acknowledged is missing, nothing came twice, and nobody was told too much."""
        entries = [decode(body) for body in self.journal.bodies(STREAM)]
        moves = [each.move for each in entries if isinstance(each, Played) and each.move]
        assert len(moves) == len(set(moves)), "a move was taken twice"
        for person in self.people.values():
            assert set(person.acknowledged) <= set(moves), "something acknowledged is missing"
            assert all(reason == NOT_SAVED for reason in person.refused), person.refused
            assert not any("secret" in reason for reason in person.refused)
        again = folded([each for each in entries if not isinstance(each, Timed)])  # type: ignore[misc]
        assert again.game == self.live.table.game, "the table is not what its stream comes to"


def evening(fault: Fault | None = None, point: int = 0, mode: Mode = "strict") -> Evening:
    """An evening on which a fault strikes at one append; how it went."""

    async def story() -> Evening:
        here = Evening(mode)

        def strike(number: int, stream: str) -> None:
            if fault is not None and stream == STREAM and number - here.before == point:
                fault(here, number)

        here.journal.before_post = strike
        await here.until_next_deal()
        here.check()
        return here

    return run(story)


def points(mode: Mode = "strict") -> int:
    """How many times a deal writes to the journal."""
    here = evening(mode=mode)
    return here.journal.posted - here.before


def fails_once(here: Evening, _: int) -> None:
    here.journal.fail()


def disk_is_full_for_a_while(here: Evening, _: int) -> None:
    here.journal.fail(times=7)


def is_slow(here: Evening, _: int) -> None:
    """The commit takes half a minute; what comes meanwhile lands with it."""
    here.journal.prompt = False

    def at_last() -> None:
        here.journal.prompt = True
        here.journal.land()

    asyncio.get_running_loop().call_later(30, at_last)


def is_slow_and_fails(here: Evening, number: int) -> None:
    is_slow(here, number)
    here.journal.fail()


def conflicts(here: Evening, _: int) -> None:
    """Somebody else has written to the table's stream."""
    at = here.live.table.touched
    here.journal.from_elsewhere(STREAM, encode(Timed(None, at)))


def is_cancelled(here: Evening, number: int) -> None:
    """Whoever asked goes while it is on its way to the disk."""
    is_slow(here, number)
    loop = asyncio.get_running_loop()
    for person in here.people.values():
        if person.asking is not None and not person.asking.done():
            loop.call_later(1, person.asking.cancel)


def is_cancelled_and_fails(here: Evening, number: int) -> None:
    is_cancelled(here, number)
    here.journal.fail()


def stops_reading(here: Evening, _: int) -> None:
    """A phone takes nothing more; after a while its owner comes back with another."""
    person = here.people["ann"]
    person.reads = False

    async def back() -> None:
        here.live.leave(person.line)
        person.reads, person.state = True, {}
        await person.come()

    asyncio.get_running_loop().call_later(15, lambda: asyncio.ensure_future(back()))


FAULTS = (
    fails_once,
    disk_is_full_for_a_while,
    is_slow,
    is_slow_and_fails,
    conflicts,
    is_cancelled,
    is_cancelled_and_fails,
    stops_reading,
)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_fault_at_each_point_of_a_deal(fault: Fault) -> None:
    most = points()
    assert most > 20, "a deal has bids, a discard, tricks and the next deal"
    for point in range(1, most + 1):
        evening(fault, point)


@pytest.mark.parametrize("fault", [fails_once, conflicts], ids=lambda fault: fault.__name__)
def test_a_fault_at_each_point_of_a_deal_as_at_the_table(fault: Fault) -> None:
    most = points("as-at-the-table")
    for point in range(1, most + 1):
        evening(fault, point, "as-at-the-table")


def test_two_writers_at_once_each_count_once() -> None:
    async def story() -> None:
        here = Evening()
        for person in here.people.values():
            await person.come()
        here.journal.prompt = False
        live, lines = here.live, [person.line for person in here.people.values()]
        both = [
            asyncio.ensure_future(asked(live, line, protocol.Move(f"m{number}", "pass")))
            for number, line in enumerate(lines)
        ]
        await idle()
        assert here.journal.waiting == 1, "a table writes one thing after the other"
        here.journal.land()
        await idle()
        here.journal.land()
        replies = await asyncio.gather(*both)
        assert sum(isinstance(reply, protocol.Done) for reply in replies) >= 1
        here.check()
        here.hall.close()

    run(story)


def test_a_reader_that_is_given_up_no_longer_counts_as_present() -> None:
    async def story() -> None:
        here = Evening()
        ann, bob = here.people.values()
        await ann.come()
        await bob.come()
        await idle()
        assert here.live.away() == frozenset()
        ann.reads = False
        await here.live.commit([Timed(9.0, 0.0)])
        for _ in range(BACKLOG + 2):
            ann.line.post(protocol.write_reply(protocol.PhraseSaid("N", 1)).decode())
            await idle()
        assert ann.line.closed
        assert here.live.away() == frozenset({Seat.S})
        assert bob.state["chairs"][Seat.S]["away"]
        here.hall.close()

    run(story)


def test_a_programming_error_is_not_shown_and_the_table_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        here = Evening()
        bob = here.people["bob"]
        await bob.come()

        def broken(*_: object) -> list[HallEntry]:
            raise ValueError("int() argument must be a string, see /home/us/rightbower.py")

        with monkeypatch.context() as patched:
            patched.setattr("rightbower.web.hall.requests.answer", broken)
            reply = await asked(here.live, bob.line, protocol.Move("m", "pass"))
        assert isinstance(reply, protocol.No)
        assert "int()" not in reply.reason
        assert "/home" not in reply.reason
        reply = await asked(here.live, bob.line, protocol.Move("m", "pass"))
        assert isinstance(reply, protocol.Done)
        here.hall.close()

    run(story)
    assert "int() argument" in caplog.text, "the log tells whoever keeps the hall"


def test_a_failing_bot_does_not_stop_its_table(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        here = Evening()
        calls = 0

        def thinks(bot: str, seen: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls == 2:
                raise RuntimeError("a fault of the bot")
            return thought(bot, seen)

        monkeypatch.setattr(autoplay, "thought", thinks)
        await here.until_next_deal()
        here.check()

    run(story)


def test_a_table_nobody_looks_at_sleeps_and_wakes_where_it_was() -> None:
    async def story() -> None:
        here = Evening()
        here.hall.pace = replace(PACE, grace=100 * PACE.linger)
        bob = here.people["bob"]
        await bob.come()
        reply = await asked(here.live, bob.line, protocol.Move("m", "pass"))
        assert isinstance(reply, protocol.Done)
        here.live.leave(bob.line)
        await asyncio.sleep(2 * PACE.linger)
        assert here.hall.tables == {}, "it has left memory"
        before = here.journal.bodies(STREAM)
        await asyncio.sleep(PACE.linger)
        assert here.journal.bodies(STREAM) == before, "nobody plays on at a table that sleeps"
        await bob.come()
        assert here.live.table.version == len(before)
        await here.until_next_deal()
        here.check()

    run(story)
