"""Take the pictures of what everybody at an event sees: the wall, the public page, a phone.

Needs the development tools and a Chromium. Run it from the checkout: python tools/phone_pictures.py
"""

from __future__ import annotations

import time
from pathlib import Path

from camera import keep, take_all
from playwright.sync_api import Browser, Page, ViewportSize

from rightbower.store.journal import Journal
from rightbower.store.opening import JOURNAL
from rightbower.tournament.contest import Fact, encode
from rightbower.tournament.events.attendance import check_in_all
from rightbower.tournament.events.contest import EventEntry
from rightbower.tournament.events.entrants import Player
from rightbower.tournament.events.event import EventHistory
from rightbower.tournament.events.plan import open_event
from rightbower.tournament.events.registration import add
from rightbower.tournament.events.results import enter
from rightbower.tournament.events.round_clock import start_clock
from rightbower.tournament.events.seating import seat
from rightbower.tournament.events.simulated import people
from rightbower.web.common.identity import Keys
from rightbower.web.state.codes import table_code

TABLES = 8
WALL = ViewportSize(width=1280, height=720)
PHONE = ViewportSize(width=360, height=740)


def prepared(data: Path, id_: str, playing: bool) -> None:
    """An event at check-in, or in its third round."""
    opened = open_event("swiss-pairs", id_, "Spring pairs", "2026-05-09", rounds=5)
    history = EventHistory.of([EventEntry(time.time(), "director", opened)])

    def write(fact: Fact) -> None:
        nonlocal history
        history = history.extend(EventEntry(time.time(), "director", fact))

    names = people(4 * TABLES)
    write(
        add(history.event, [[Player(n) for n in names[i : i + 2]] for i in range(0, len(names), 2)])
    )
    write(check_in_all(history.event))
    if playing:
        for points in ((10, 4), (6, 10)):
            write(seat(history.event, f"spring {points}"))
            for table in history.event.round.tables:
                score = points if table.number % 3 else points[::-1]
                write(enter(history.event, table.number, score))
        write(seat(history.event, "spring again"))
        write(start_clock(history.event, time.time(), 25))
    with Journal(data / JOURNAL) as journal:
        journal.append(f"event/{id_}", 0, [encode(each) for each in history.entries])


def wall(browser: Browser, base: str) -> None:
    """The wall at check-in, and its pages in a round."""
    page = browser.new_page(base_url=base, viewport=WALL)
    page.goto("/events/early/wall")
    with page.expect_response("**/qr.svg"):
        page.reload()
    page.locator(".joining img").wait_for()
    keep(page, "event-wall-check-in")
    page.goto("/events/spring/wall")
    page.wait_for_selector("#wall[data-page]")
    page.keyboard.press("ArrowRight")
    turn_to(page, "Round 3: tables")
    keep(page, "event-wall-tables")
    turn_to(page, "Round 3: find your seat")
    keep(page, "event-wall-seats", felt=True)
    turn_to(page, "Standings")
    keep(page, "event-wall-standings")


def turn_to(page: Page, title: str) -> None:
    """Turn the wall's pages until one is shown."""
    while title not in (page.locator("#wall").get_attribute("data-page") or ""):
        page.keyboard.press("ArrowRight")


def phones(browser: Browser, base: str, keys: Keys) -> None:
    """The public page with a name chosen, and a phone at its table."""
    page = browser.new_page(base_url=base, viewport=PHONE)
    page.goto("/events/spring")
    page.select_option("#entrant", "3")
    page.get_by_role("button", name="That is me").click()
    page.wait_for_selector(".big-table")
    keep(page, "event-public")
    page.goto(f"/c/{table_code(keys, 'spring', 2)}")
    page.locator(".choose button").first.click()
    page.get_by_role("button", name="Enter the score").click()
    page.get_by_label("We 10", exact=True).check(force=True)
    page.get_by_label("They 7", exact=True).check(force=True)
    keep(page, "event-score")


def prepare(data: Path) -> None:
    """One event at check-in and one in its third round."""
    prepared(data, "early", playing=False)
    prepared(data, "spring", playing=True)


def take(browser: Browser, base: str, data: Path) -> None:
    """All pictures."""
    wall(browser, base)
    phones(browser, base, Keys.of(data))


if __name__ == "__main__":
    raise SystemExit(take_all(take, prepare))
