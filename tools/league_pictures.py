"""Take the pictures of a league night: the Gamer's desk and the wall.

Needs the development tools and a Chromium. Run it from the checkout: python tools/league_pictures.py
"""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

from camera import keep, take_all
from playwright.sync_api import Browser, ViewportSize

from rightbower.store.journal import Journal
from rightbower.store.opening import JOURNAL
from rightbower.store.streams import Store
from rightbower.tournament.league.contest import LEAGUE
from rightbower.tournament.league.night import Arrived
from rightbower.tournament.league.season import LeagueOpened
from rightbower.tournament.league.simulated import season
from rightbower.web import notes
from rightbower.web.state.pins import new_pin

# The second fixture of the fourth week of six teams: three fixtures a week went before.
FIXTURE = 11
WEEKS_BEFORE = timedelta(weeks=3)
PIN = "2468"
LATE = timedelta(minutes=12)
SCREEN = ViewportSize(width=1280, height=720)
TALL = ViewportSize(width=1280, height=1150)


def prepare(data: Path) -> None:
    """A season in its fourth week: the night began twelve minutes ago, and a team is missing."""
    here = datetime.now().astimezone().replace(tzinfo=None)
    first_night = here - WEEKS_BEFORE - LATE
    first, *rest = season(7, first_night=first_night.isoformat(timespec="minutes")).entries
    assert isinstance(first.fact, LeagueOpened)
    facts = [entry.fact for entry in rest]
    arrives = next(
        number
        for number, fact in enumerate(facts)
        if isinstance(fact, Arrived) and fact.fixture == FIXTURE
    )
    with Journal(data / JOURNAL) as journal:
        book = Store(journal, LEAGUE)
        book.begin(first.fact.id, [first])
        book.add_all("demo", rest[: arrives + 1])
        pin = notes.encode(notes.Note(first.at, new_pin(PIN)))
        journal.append(f"{notes.PREFIX}league/demo", 0, [pin])


def take(browser: Browser, base: str, _: Path) -> None:
    """Both pictures."""
    page = browser.new_page(base_url=base, viewport=SCREEN)
    page.goto("/leagues/demo/pin")
    page.fill("#pin", PIN)
    page.locator("main button").click()
    page.wait_for_selector(".rail")
    page.set_viewport_size(TALL)
    page.goto("/leagues/demo/desk/night")
    keep(page, "league-night")
    page.set_viewport_size(SCREEN)
    page.goto("/leagues/demo/wall")
    page.wait_for_selector(".figure .clock, #wall[data-page]")
    page.wait_for_timeout(500)
    keep(page, "league-wall")


if __name__ == "__main__":
    raise SystemExit(take_all(take, prepare))
