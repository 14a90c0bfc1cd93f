"""A table's inbox: letters in their order, one append at a time, and what becomes of those that wait.

The journal lands when the test says so, and each browser keeps what it was sent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from rightbower.rules.cards import Seat
from rightbower.rules.message import message
from rightbower.store.claims import HandedOver
from rightbower.store.contract import JournalError, StoredEntry
from rightbower.web.common.refusal import Refused
from rightbower.web.hall import wire
from rightbower.web.hall.entries import BotStoodIn, CalledOff, HallEntry, Sat, encode
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.requests import NOT_SAVED, OUR_FAULT, Answer, Asked
from rightbower.web.hall.seats import begin
from rightbower.web.hall.table import Pace
from web.clockwork import idle, run
from web.faults import FaultyJournal
from web.heard import Heard

STILL = Pace(bot=9999, trick=9999, deal=9999, grace=99999, linger=99999, salts=0)


class Evening:
    """Four people at a table whose game has begun; from then on nothing lands by itself."""

    def __init__(self) -> None:
        self.journal = FaultyJournal(prompt=True)
        self.hall = Hall(self.journal, STILL, asyncio.get_running_loop().time)
        self.people = {seat.letter: Heard(seat.letter) for seat in Seat}
        self.answers: list[tuple[str, Answer]] = []

    async def open(self) -> Evening:
        sat: list[HallEntry] = [Sat(seat, seat.letter, seat.word, 0.0) for seat in Seat]
        self.live = await self.hall.open("standard", "S", then=sat)
        for each in self.people.values():
            self.live.join(each, None)
        await self.live.commit(begin(self.live.table, Seat.S, 0.0))
        await idle()
        self.journal.prompt = False
        return self

    def ask(self, who: str, request: wire.TableRequest) -> None:
        """Say something to the table, and keep what it answers."""
        self.live.tell(
            Asked(self.people[who], request, lambda each: self.answers.append((who, each)))
        )

    def moves(self, number: str, who: str, action: str = "pass") -> None:
        self.ask(who, wire.Move(number, action))

    async def land(self) -> None:
        """What is on its way lands."""
        self.journal.land()
        await idle()

    @property
    def done(self) -> list[tuple[str, str]]:
        """Who was answered, and how."""
        return [(each.id, type(each).__name__) for _, each in self.answers]

    @property
    def written(self) -> int:
        return self.journal.head(self.live.name)


def told(story: Callable[[Evening], Coroutine[Any, Any, None]]) -> None:
    """Play a story at such a table."""

    async def whole() -> None:
        here = await Evening().open()
        await story(here)
        here.hall.close()

    run(whole)


def test_letters_are_taken_in_their_order_and_one_append_is_on_its_way() -> None:
    async def story(here: Evening) -> None:
        before = here.written
        here.moves("a", "W")
        here.moves("b", "N")
        here.moves("c", "S")  # it is East's turn then
        here.moves("d", "E")
        assert (here.journal.waiting, here.done) == (1, [])
        await here.land()
        assert here.done == [("a", "Done")]
        assert here.journal.waiting == 1
        await here.land()
        assert here.done == [("a", "Done"), ("b", "Done"), ("c", "No")]
        await here.land()
        assert here.done[-1] == ("d", "Done")
        assert here.written == before + 3

    told(story)


def test_nothing_is_shown_before_it_is_durable_and_the_answer_goes_with_it() -> None:
    async def story(here: Evening) -> None:
        north = here.people["N"]
        had = len(north.texts)
        here.live.tell(Asked(here.people["W"], wire.Move("a", "pass")))
        await idle()
        assert len(north.texts) == had
        await here.land()
        assert len(north.texts) == had + 1
        assert here.people["W"].state["done"] == ["a"]

    told(story)


@pytest.mark.parametrize("conflict", [False, True])
def test_refused_by_the_journal_the_rest_is_decided_upon_what_is_there(conflict: bool) -> None:
    async def story(here: Evening) -> None:
        before = here.written
        here.moves("a", "W")
        here.moves("b", "W")
        if conflict:  # somebody else wrote meanwhile
            here.journal.from_elsewhere(here.live.name, encode(BotStoodIn(Seat.E, "club", 1.0)))
        else:
            here.journal.fail()
        here.journal.land()
        await asyncio.sleep(0)
        (answered,) = [each for _, each in here.answers]
        assert answered == wire.No("a", str(NOT_SAVED))
        await idle()
        assert here.journal.waiting == 1, "the next one is decided once the stream was read"
        await here.land()
        assert here.done == [("a", "No"), ("b", "Done")]
        assert here.written == before + 1 + conflict
        assert here.live.table.version == here.written
        assert here.live.table.stand_ins[Seat.E] == ("club" if conflict else "")

    told(story)


def test_where_the_stream_cannot_be_read_those_who_wait_are_told_and_it_is_tried_again() -> None:
    async def story(here: Evening) -> None:
        reads, faults = here.hall.stored, [JournalError("gone"), JournalError("gone still")]

        def stored(stream: str, after: int = 0) -> list[StoredEntry]:
            if faults:
                raise faults.pop()
            return reads(stream, after)

        here.hall.stored = stored  # type: ignore[method-assign]
        here.moves("a", "W")
        here.moves("b", "W")
        here.journal.fail()
        await here.land()
        assert here.done == [("a", "No"), ("b", "No")]
        here.moves("c", "W")
        await idle()
        assert here.done[-1] == ("c", "No")
        here.moves("d", "W")
        await idle()
        await here.land()
        assert here.done[-1] == ("d", "Done")

    told(story)


def test_a_fault_of_ours_is_told_and_logged_and_the_table_lives_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(here: Evening) -> None:
        def broken(*_: object) -> list[HallEntry]:
            raise KeyError("ours")

        with monkeypatch.context() as patched:
            patched.setattr("rightbower.web.hall.requests.answer", broken)
            here.moves("a", "W")
        assert [each for _, each in here.answers] == [wire.No("a", str(OUR_FAULT))]
        here.moves("b", "W")
        await here.land()
        assert here.done == [("a", "No"), ("b", "Done")]

    told(story)
    assert "ours" in caplog.text


def test_who_waits_for_entries_of_the_halls_own_is_told_what_spoke_against_them() -> None:
    async def story(here: Evening) -> None:
        def not_now(*_: object) -> list[HallEntry]:
            raise Refused(message("not now"))

        with pytest.raises(Refused, match="not now"):
            await here.live.decided(not_now)
        here.journal.fail()
        writing = asyncio.ensure_future(here.live.commit([BotStoodIn(Seat.E, "club", 1.0)]))
        await idle()
        await here.land()
        with pytest.raises(JournalError):
            await writing
        given_up = asyncio.ensure_future(here.live.commit([BotStoodIn(Seat.E, "club", 1.0)]))
        await idle()
        given_up.cancel()
        await here.land()
        assert here.live.table.stand_ins[Seat.E] == "club", "what is durable counts"

    told(story)


def test_who_comes_or_goes_never_waits_and_sees_what_is_durable() -> None:
    async def story(here: Evening) -> None:
        version = here.live.table.version
        here.moves("a", "W")
        onlooker = Heard("somebody")
        here.live.join(onlooker, None)
        here.live.leave(here.people["E"])
        await idle()
        assert onlooker.state["version"] == version
        assert onlooker.state["chairs"][Seat.E]["away"]
        await here.land()
        assert onlooker.state["version"] == version + 1

    told(story)


def test_a_seat_is_handed_back_by_an_entry_of_its_own() -> None:
    async def story(here: Evening) -> None:
        live = here.live
        live.leave(here.people["E"])
        writing = asyncio.ensure_future(live.commit([BotStoodIn(Seat.E, "club", 1.0)]))
        await idle()
        await here.land()
        await writing
        back = Heard("E")
        live.join(back, None)
        await idle()
        assert back.state["version"] == live.table.version, "nobody waits to be shown the table"
        assert live.table.stand_ins[Seat.E] == "club"
        await here.land()
        assert live.table.stand_ins[Seat.E] == ""

    told(story)


def test_of_one_who_has_left_what_was_asked_counts() -> None:
    async def story(here: Evening) -> None:
        west = here.people["W"]
        here.live.tell(Asked(west, wire.Move("a", "pass")))
        here.live.leave(west)
        had, before = len(west.texts), here.written
        await here.land()
        assert (len(west.texts), here.written) == (had, before + 1)

    told(story)


def test_handed_over_the_stream_is_released_once_the_write_has_landed() -> None:
    async def story(here: Evening) -> None:
        released: list[str] = []

        async def release(*names: str) -> None:
            released.extend(names)

        here.hall.ownership.release = release  # type: ignore[method-assign]
        live, before = here.live, here.written
        here.moves("a", "W")
        here.moves("b", "N")
        going = asyncio.ensure_future(live.hand_over("other"))
        await idle()
        assert (released, going.done()) == ([], False)
        here.moves("c", "N")
        await here.land()
        await going
        assert released == [live.name]
        assert here.done == [("a", "Done")], "what waits is sent again where the table goes on"
        assert (here.written, here.journal.waiting) == (before + 1, 0)
        for each in here.people.values():
            assert each.heard("moved") == [{"type": "moved", "hall": "other"}]
        with pytest.raises(HandedOver):
            await live.commit([BotStoodIn(Seat.E, "club", 1.0)])
        with pytest.raises(HandedOver):
            live.join(Heard("N"), None)

    told(story)


def test_a_game_that_all_want_again_is_opened_once() -> None:
    async def story(here: Evening) -> None:
        journal, live = here.journal, here.live
        journal.prompt = True
        await live.commit([CalledOff("resigned", "NS", 1.0)])
        for who in "NES":
            here.ask(who, wire.Again(who))
        await idle()
        assert here.done == [("N", "Done"), ("E", "Done"), ("S", "Done")]
        assert len(here.hall.tables) == 2
        here.ask("W", wire.Again("W"))
        assert here.done[-1] == ("W", "Done")
        assert len(here.hall.tables) == 2

    told(story)


def test_where_no_other_game_can_be_opened_all_who_wait_are_told() -> None:
    async def story(here: Evening) -> None:
        journal, live = here.journal, here.live
        journal.prompt = True
        await live.commit([CalledOff("resigned", "NS", 1.0)])
        journal.fail()
        for who in "NE":
            here.ask(who, wire.Again(who))
        await idle()
        assert here.done == [("N", "No"), ("E", "No")]
        here.ask("S", wire.Again("S"))
        await idle()
        assert here.done[-1] == ("S", "Done")

    told(story)


def test_time_never_runs_backward_at_a_table() -> None:
    async def story(here: Evening) -> None:
        here.hall.clock = lambda: -5.0
        assert here.live.now() == here.live.table.touched

    told(story)
