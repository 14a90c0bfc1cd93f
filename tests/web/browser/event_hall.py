"""A hall with events in a thread of this process, so that a test can be the director."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from rightbower.tournament.events.event import Event
from rightbower.web.hall.table import Pace
from rightbower.web.notes import NoteFact
from rightbower.web.state.codes import table_code
from web.browser.served_hall import ServedHall
from web.browser.visits import Visit
from web.day import Deed, Facts

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}

# The script shows one view of the phone at a time; before it has come both are there.
ONE_VIEW = """() => {
  const [seat, enter] = ["seat", "enter"].map((name) => document.querySelector(`[data-view="${name}"]`));
  return !seat || !enter || seat.hidden !== enter.hidden;
}"""


class EventHall(ServedHall):
    """A running hall in which events are prepared, and whose tables play at once."""

    def __init__(self, data: Path, base: str = "") -> None:
        super().__init__(data, Pace(bot=0, trick=0, deal=0, grace=9999, salts=0), base)

    def event(self, id_: str = "day") -> Event:
        return self.desk.event(id_)

    def write(self, id_: str, *deeds: Deed) -> Event:
        """What the director does at the desk."""
        assert self.loop is not None
        doing = self.desk.do(id_, Facts(deeds), by="director")
        asyncio.run_coroutine_threadsafe(doing, self.loop).result(20)
        return self.desk.event(id_)

    def note(self, id_: str, fact: NoteFact) -> None:
        """What the director's desk writes beside the event."""
        assert self.loop is not None
        doing = self.desk.note(f"event/{id_}", fact)
        asyncio.run_coroutine_threadsafe(doing, self.loop).result(20)


class Guest(Visit):
    """Somebody with a phone or before the wall."""

    def __init__(self, hall: EventHall, chrome: Browser, **options: Any) -> None:
        super().__init__(hall, chrome, "", **options)  # type: ignore[arg-type]  # it has a port and keys
        self.house = hall
        self.scripted = bool(options.get("java_script_enabled", True))

    def sit(self, id_: str, table: int, entrant: int) -> None:
        """Scan the code on the table and choose one's name."""
        self.page.goto(f"/c/{table_code(self.house.keys, id_, table)}")
        self.page.locator(f'.choose button[value="{entrant}"]').click()
        self.page.wait_for_selector(".cap .no")

    def score(self, ours: int, theirs: int) -> None:
        """Tap the score and send it."""
        page = self.page
        if self.scripted:
            page.wait_for_function(ONE_VIEW)
        if page.get_by_role("button", name="Enter the score").count():
            page.get_by_role("button", name="Enter the score").click()
        if not self.scripted:
            page.locator('[name="ours"]').fill(str(ours))
            page.locator('[name="theirs"]').fill(str(theirs))
        else:
            page.get_by_role("button", name=f"We {ours}", exact=True).click()
            page.get_by_role("button", name=f"They {theirs}", exact=True).click()
        page.get_by_role("button", name="Send").click()
