"""While nothing can be written those at a table are told so, and told when it is over."""

from __future__ import annotations

import asyncio

import pytest

from rightbower.store.contract import JournalError
from rightbower.store.streams import TRY_AGAIN
from rightbower.web.hall.entries import BotStoodIn
from rightbower.web.hall.views import WAITS
from web.clockwork import idle, run
from web.test_failures import Evening, disk_is_full_for_a_while, evening


def test_those_at_the_table_are_told_that_nothing_can_be_written() -> None:
    here = evening(disk_is_full_for_a_while, 3)
    assert not here.hall.async_journal.failing
    for person in here.people.values():
        assert person.told_to_wait > 0
        assert person.state["told"]["line"] != WAITS
    assert sum(person.told_to_wait for person in evening().people.values()) == 0


def test_when_the_disk_has_room_again_everybody_hears_it_though_nobody_acts() -> None:
    async def story() -> None:
        here = Evening()
        ann = here.people["ann"]
        await ann.come()
        here.journal.fail(times=5)
        seat = here.live.table.seat_of("ann")
        assert seat is not None
        with pytest.raises(JournalError):
            await here.live.commit([BotStoodIn(seat, "", here.live.now())])
        await idle()
        assert ann.state["told"]["line"] == WAITS
        here.hall.close()
        await asyncio.sleep(6 * TRY_AGAIN)
        assert not here.hall.async_journal.failing
        assert ann.state["told"]["line"] != WAITS

    run(story)
