"""What other halls write of the events and leagues that are watched or played in this one."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from rightbower.store.contract import JournalError
from rightbower.store.events import PREFIX
from rightbower.web.state import notes
from rightbower.web.state.desk import Desk
from rightbower.web.state.online import Online

_log = logging.getLogger(__name__)
EVERY: Final = 0.5


class FollowedStreams:
    """Looks at the journal twice a second; a hall that is alone has nothing to look for."""

    def __init__(self, desk: Desk, online: Online) -> None:
        self.desk, self.online = desk, online
        self._heads: dict[str, tuple[int, int]] = {}

    async def run(self) -> None:
        """Until it is cancelled."""
        while not self.desk.ownership.sole:
            await asyncio.sleep(EVERY)
            try:
                self.look()
            except (JournalError, ValueError):
                _log.warning("what other halls write could not be read", exc_info=True)

    def look(self) -> None:
        """Tell who watches or plays here what is new; enter what was played elsewhere."""
        journal, owns = self.online.hall.journal, self.desk.ownership.owns
        followed = {*self.desk.watchers.streams, *self.online.events}
        others = [stream for stream in followed if not owns(stream)]
        heads = {each: (journal.head(each), journal.head(notes.PREFIX + each)) for each in others}
        before, self._heads = self._heads, heads
        for stream in others:
            if before.get(stream) != heads[stream]:
                self.desk.heard(stream)
        for resource in self.desk.ownership.resources:
            if resource.startswith(PREFIX):
                self.online.collect(resource.removeprefix(PREFIX))
