"""The plan of a table's own steps: one after the other, tried again, stopped, and thought about."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from rightbower.record.entries import BellEntry
from rightbower.rules.acts import read_action
from rightbower.rules.cards import Seat
from rightbower.web.hall import autoplay
from rightbower.web.hall.actor import Live
from rightbower.web.hall.bots import thought
from rightbower.web.hall.entries import Played, Sat, decode, encode
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.seats import bot_sits
from web.clockwork import run
from web.faults import FaultyJournal
from web.heard import Heard
from web.own_table import PACE
from web.seated import Sitting

STREAM = "table/t"


class Evening:
    """A strict table, bots in some chairs, that goes on by itself in the story's time."""

    def __init__(self, *bots: Seat, **more: Any) -> None:
        entries = Sitting(mode="strict", **more).entries
        entries += [bot_sits(seat, "club", 2.0) for seat in bots]
        self.journal = FaultyJournal(prompt=True)
        self.journal.append(STREAM, 0, [encode(each) for each in entries])
        self.begun = len(entries)
        self.hall = Hall(self.journal, PACE, asyncio.get_running_loop().time)
        # When something was to be written.
        self.tries: list[float] = []
        self.journal.before_post = lambda _, __: self.tries.append(
            asyncio.get_running_loop().time()
        )

    def open(self) -> Live:
        """Everybody who sits there is there."""
        live = self.hall.find("t")
        assert live is not None
        for sitter in live.table.seats:
            if sitter is not None and not sitter.bot:
                live.join(Heard(sitter.who), None)
        return live

    def written(self) -> list[Any]:
        """What happened by itself."""
        found: list[Any] = [decode(body) for body in self.journal.bodies(STREAM)[self.begun :]]
        return found


class Slow:
    """Bots that think for five seconds, and then pass."""

    def __init__(self) -> None:
        self.asked = 0

    def expect(self, bots: Any) -> None:
        """They are ready."""

    def has_to_think(self, _bot: str, _seen: Any) -> bool:
        """They do."""
        return True

    async def act(self, _bot: str, seen: Any, _whose: str) -> Any:
        """It takes them a while."""
        self.asked += 1
        await asyncio.sleep(5)
        return read_action(f"{seen.seat} pass")


def thinking(*bots: Seat) -> tuple[Evening, Slow]:
    here, slow = Evening(*bots), Slow()
    here.hall.thinking = slow  # type: ignore[assignment]
    return here, slow


@pytest.fixture
def passing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that pass at once."""
    monkeypatch.setattr(autoplay, "thought", lambda _, seen: read_action(f"{seen.seat} pass"))


@pytest.mark.usefixtures("passing")
def test_bots_act_one_after_the_other_at_their_pace() -> None:
    async def story() -> list[float]:
        here = Evening(Seat.W, Seat.N)
        live = here.open()
        live.plan()
        live.plan()
        await asyncio.sleep(10)
        here.hall.close()
        return here.tries

    assert run(story) == [1.0, 2.0]


@pytest.mark.usefixtures("passing")
def test_who_comes_or_goes_does_not_set_back_when_a_bot_acts() -> None:
    async def story() -> list[float]:
        here = Evening(Seat.W)
        live = here.open()
        await asyncio.sleep(0.75)
        live.join(Heard("somebody"), None)
        await asyncio.sleep(10)
        here.hall.close()
        return here.tries

    assert run(story) == [1.0]


@pytest.mark.usefixtures("passing")
@pytest.mark.parametrize("stopped", [True, False])
def test_a_table_that_was_stopped_does_nothing(stopped: bool) -> None:
    async def story() -> list[float]:
        here = Evening(Seat.W)
        live = here.open()
        await asyncio.sleep(0.5)
        if stopped:
            live.rest()
            live.plan()
        await asyncio.sleep(10)
        here.hall.close()
        return here.tries

    assert run(story) == ([] if stopped else [1.0])


def test_what_failed_is_tried_again_later(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults = [ValueError("of ours")]

    def fails_once(bot: str, seen: Any) -> Any:
        if faults:
            raise faults.pop()
        return thought(bot, seen)

    monkeypatch.setattr(autoplay, "thought", fails_once)

    async def story() -> list[float]:
        here = Evening(Seat.W)
        here.open()
        await asyncio.sleep(20)
        here.hall.close()
        return here.tries

    assert run(story) == [8.0]
    assert "what table/t does by itself failed" in caplog.text


@pytest.mark.usefixtures("passing")
def test_what_could_not_be_saved_is_tried_again_later() -> None:
    async def story() -> tuple[list[float], int]:
        here = Evening(Seat.W)
        here.journal.fail()
        here.open()
        await asyncio.sleep(7.5)
        before = len(here.written())
        await asyncio.sleep(7.5)
        here.hall.close()
        # The hall tries by itself whether the journal can be written again.
        return [at for at in here.tries if at in (1.0, 8.0)], before + 10 * len(here.written())

    assert run(story) == ([1.0, 8.0], 10)


def test_the_bell_is_rung_before_anything_else() -> None:
    async def story() -> tuple[list[float], list[Any]]:
        here = Evening(overlay={"clock.minutes": 1})
        here.open()
        await asyncio.sleep(61)
        here.hall.close()
        return here.tries, here.written()

    tries, (rung,) = run(story)
    assert tries == [60.0]
    assert rung == Played(BellEntry("end", 60.0))


def test_while_a_bot_thinks_nothing_else_is_planned() -> None:
    async def story() -> tuple[list[float], int]:
        here, slow = thinking(Seat.W)
        live = here.open()
        await asyncio.sleep(3)
        live.plan()
        await asyncio.sleep(20)
        here.hall.close()
        return here.tries, slow.asked

    assert run(story) == ([6.0], 1)


def test_what_a_bot_chose_for_a_table_that_has_gone_on_is_dropped() -> None:
    async def story() -> tuple[list[float], int, list[Any]]:
        here, slow = thinking(Seat.W)
        live = here.open()
        await asyncio.sleep(3)
        await live.commit([bot_sits(Seat.W, "league", 3.0)])
        await asyncio.sleep(20)
        here.hall.close()
        return here.tries, slow.asked, here.written()

    tries, asked, (sat, passed) = run(story)
    assert (tries, asked) == ([3.0, 9.0], 2), "it is asked once more, of the table as it is now"
    assert isinstance(sat, Sat)
    assert isinstance(passed, Played)


def test_who_stops_a_table_stops_what_its_bots_think_about() -> None:
    async def story() -> list[float]:
        here, _ = thinking(Seat.W)
        live = here.open()
        await asyncio.sleep(2)
        live.stop()
        await asyncio.sleep(20)
        return here.tries

    assert run(story) == []


def test_nothing_is_played_for_one_who_never_came_and_after_a_hand_for_one_who_left() -> None:
    async def story() -> None:
        evening = Evening(Seat.N, Seat.E, Seat.W)
        live = evening.hall.find("t")
        assert live is not None
        live.plan()
        await asyncio.sleep(10_000)
        assert evening.written() == [], "bots play with nobody"
        (who,) = (each.who for each in live.table.seats if each is not None and not each.bot)

        async def looks_in() -> int:
            """How many entries there are after somebody looked in and left."""
            table, guest = found(), Heard(who)
            table.join(guest, None)
            await asyncio.sleep(1)
            table.leave(guest)
            await asyncio.sleep(10_000)
            return len(evening.written())

        def found() -> Live:
            table = evening.hall.find("t")
            assert table is not None
            return table

        first = await looks_in()
        assert first > 20, "the hand is played on"
        assert found().table.dealt == 1
        assert await looks_in() > first, "and the game goes on where it stopped"

    run(story)
