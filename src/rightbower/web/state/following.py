"""What other halls write of the events and leagues that are watched or played in this one."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from rightbower.store.contract import JournalError
from rightbower.store.events import PREFIX
from rightbower.web import notes
from rightbower.web.hall.talk import STREAM as REPORTS
from rightbower.web.state.desk import Desk
from rightbower.web.state.online import Online

_log = logging.getLogger(__name__)
EVERY: Final = 0.5
# After so many looks an event's tables that nobody has come to are taken in.
SELDOM: Final = 12


class FollowedStreams:
    """Looks at the journal twice a second; a hall that is alone has nothing to look for."""

    def __init__(self, desk: Desk, online: Online) -> None:
        self.desk, self.online = desk, online
        self._heads: dict[str, tuple[int, int]] = {}
        self._looks = 0

    async def run(self) -> None:
        """Until it is cancelled."""
        work = self.online.adopt
        while not self.desk.ownership.sole:
            try:
                await work()
                work = self.look
            except JournalError as fault:
                _log.warning("what other halls write could not be read: %s", fault)
            except ValueError:
                _log.exception("what other halls write could not be taken up")
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        """Tell who watches or plays here what is new; enter what was played elsewhere."""
        hall, owns = self.online.hall, self.desk.ownership.owns
        followed = {*self.desk.watchers.streams, *self.online.events}
        others = [stream for stream in followed if not owns(stream)]
        self._looks += 1
        heads = await hall.reads(self._newest, others)
        before, self._heads = self._heads, heads
        if before.get(REPORTS) != heads[REPORTS]:
            await hall.reads(hall.reports.read_on)
        for stream in others:
            if before.get(stream) != heads[stream]:
                await hall.reads(self.desk.read_on, stream)
                self.desk.heard(stream)
        for resource in self.desk.ownership.resources:
            if resource.startswith(PREFIX):
                await self._care_for(resource.removeprefix(PREFIX))

    async def _care_for(self, id_: str) -> None:
        """An event of ours: its results are collected, and its tables looked after now and then."""
        await self.online.collect(id_)
        if self._looks % SELDOM == 0:
            await self.online.look_after(id_)

    def _newest(self, streams: list[str]) -> dict[str, tuple[int, int]]:
        head = self.online.hall.journal.head
        found = {each: (head(each), head(notes.PREFIX + each)) for each in streams}
        return {**found, REPORTS: (head(REPORTS), 0)}
