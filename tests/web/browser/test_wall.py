"""The wall in a real browser: what is read from ten metres, at three shapes of screen."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from rightbower.tournament.contest import Fact
from rightbower.tournament.events.clock import SECONDS
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.finish import finish
from rightbower.tournament.events.results import dispute, enter
from rightbower.tournament.events.round_clock import ring_bell, start_clock
from rightbower.tournament.events.simulated import people
from rightbower.web.common.identity import Keys
from rightbower.web.notes import MessageShown
from rightbower.web.state.codes import event_code
from web.browser.event_hall import EventHall, Guest
from web.browser.test_pages import barriers
from web.day import Deed, prepared_event, seated

SCREENS = {"720p": (1280, 720), "1080p": (1920, 1080), "4:3": (1024, 768)}
LONG = " Featherstonehaugh-Cholmondeley"

# Text on the wall: smaller than a twentieth of the height, cut at its edge, or out of the page. On the page
# of all seats and on the podium a whole row is a sixteenth, and the names in it stand out.
FAULTS = """() => {
  const page = document.querySelector('[data-part="page"]').getBoundingClientRect(), found = [];
  for (const each of document.querySelectorAll('#wall *')) {
    if (!each.checkVisibility() || ![...each.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) continue;
    const size = parseFloat(getComputedStyle(each).fontSize), box = each.getBoundingClientRect();
    const least = each.closest('.seating, .podium') ? (each.matches('.m') ? 0.018 : 0.024) : each.closest('.dense') ? 0.033 : 0.05;
    if (size < innerHeight * least - 0.1) found.push(`${size}px: ${each.textContent}`);
    if (each.scrollWidth > each.clientWidth + 1 && each.clientWidth) found.push(`cut: ${each.textContent}`);
    if (box.right > innerWidth + 1 || box.bottom > innerHeight + 1) found.push(`out: ${each.textContent}`);
    if (each.closest('[data-part="page"]') && box.bottom > page.bottom + 1) found.push(`below: ${each.textContent}`);
  }
  return found;
}"""


def results(tables: int) -> list[Deed]:
    """Every table's result, one deed each."""
    return [partial(enter, table=table, points=(10, table % 10)) for table in range(1, tables + 1)]


one_sided: list[Deed] = [
    partial(enter, table=1, points=(10, 4), side=0),
    partial(enter, table=2, points=(10, 6)),
    partial(dispute, table=2, why="it was nine"),
]


def started(event: Event) -> Fact:
    """The clock of the round, seven minutes from now."""
    return start_clock(event, time.time(), 7)


def nearly_over(event: Event) -> Fact:
    """A clock with forty seconds to go."""
    return start_clock(event, time.time(), 40 / SECONDS)


def widest(data: Path) -> str:
    """A name for an event whose code is as wide as codes get, found among many; the keys are a hall's own."""
    keys = Keys.of(data)
    return max(map(str, range(4000)), key=lambda id_: sum(map(event_code(keys, id_).count, "MW")))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EventHall]:
    data = tmp_path_factory.mktemp("walls")
    names = [name + LONG * (place % 5 == 0) for place, name in enumerate(people(24))]
    prepared_event(data, "early", tables=5)
    prepared_event(data, widest(data), tables=3)
    prepared_event(data, "long", names=names, deeds=[seated, *results(6), seated, started])
    done = [seated, *results(24)]
    prepared_event(data, "level", "alberta-pairs", tables=24, deeds=done, rounds=1)
    prepared_event(data, "sixty", preset="fair-draw", tables=60, deeds=[seated])
    prepared_event(data, "fifty-two", "charity-day", tables=13, deeds=[seated], rounds=None)
    apart = [partial(enter, table=each, points=(10, each)) for each in range(1, 7)]
    over: list[Deed] = [seated, *apart, partial(finish, why="it is late")]
    prepared_event(data, "over", tables=6, deeds=over, rounds=1)
    prepared_event(data, "day", tables=3, deeds=[seated, started])
    prepared_event(data, "last", tables=3, deeds=[seated])
    prepared_event(data, "unsure", tables=3, deeds=[seated, started, *one_sided])
    with EventHall(data) as hall:
        yield hall


@pytest.fixture
def wall(house: EventHall, chrome: Browser) -> Iterator[Any]:
    """A wall of an event; what it complains of fails the test."""
    guests: list[Guest] = []

    def hung(id_: str, screen: str = "720p", held_clock: bool = False) -> Page:
        width, height = SCREENS[screen]
        guest = Guest(house, chrome, viewport={"width": width, "height": height})
        guests.append(guest)
        if held_clock:
            guest.page.clock.install()
        guest.page.goto(f"/events/{id_}/wall")
        guest.page.wait_for_selector("#wall[data-page]")
        return guest.page

    yield hung
    complaints = [each for guest in guests for each in guest.complaints]
    for guest in guests:
        guest.context.close()
    assert complaints == []


def turned(page: Page) -> Iterator[str]:
    """Each page of the wall once, by its heading."""
    count = int(page.locator("#wall").get_attribute("data-pages") or 0)
    for _ in range(count):
        yield page.locator("#wall").get_attribute("data-page") or ""
        page.keyboard.press("ArrowRight")


@pytest.mark.parametrize("screen", SCREENS)
def test_the_widest_code_fits_on_the_welcome(house: EventHall, wall: Any, screen: str) -> None:
    page = wall(widest(house.data), screen)
    expect(page.locator(".code")).to_have_text(re.compile("(.*[MW]){3}"))
    assert lasting_faults(page) == []


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("id_", ["early", "long", "level"])
def test_everything_can_be_read_from_ten_metres(wall: Any, id_: str, screen: str) -> None:
    page = wall(id_, screen)
    faults = {title: found for title in turned(page) if (found := lasting_faults(page))}
    assert faults == {}


def lasting_faults(page: Page) -> list[str]:
    """What is wrong with the page once it has settled; it measures itself while it is drawn."""
    found: list[str] = []
    for _ in range(20):
        found = page.evaluate(FAULTS)
        if not found:
            break
        page.wait_for_timeout(100)
    return found


def test_sixty_tables_come_round_with_everybody_on_both_lists(house: EventHall, wall: Any) -> None:
    page = wall("sixty", "1080p")
    tables: list[str] = []
    names: list[str] = []
    kinds: list[str] = []
    for title in turned(page):
        kinds.append(title)
        assert lasting_faults(page) == []
        if title == "Round 1: tables":
            tables += page.locator(".seats .number").all_inner_texts()
        else:
            names += page.locator(".seat .n").all_inner_texts()
    assert kinds[:4] == ["Round 1: find your seat", "Round 1: tables"] * 2
    assert tables == [str(number) for number in range(1, 61)]
    everybody = [entrant.name.rsplit(" ", 1) for entrant in house.event("sixty").entrants]
    assert names == sorted(f"{surname} {first}" for first, surname in everybody)


def test_results_that_do_not_count_yet_are_listed(wall: Any) -> None:
    page = wall("unsure")
    told = {title: page.inner_text('[data-part="page"]') for title in turned(page)}
    assert lasting_faults(page) == []
    assert "10–4, the other side confirms" in told["Not counted yet"]
    assert "10–6, disputed" in told["Not counted yet"]


def test_pages_turn_every_twelve_seconds(wall: Any) -> None:
    page = wall("day", held_clock=True)
    expect(page.locator("#wall")).to_have_attribute("data-at", "0")
    page.clock.run_for(11_000)
    expect(page.locator("#wall")).to_have_attribute("data-at", "0")
    page.clock.run_for(1_500)
    expect(page.locator("#wall")).to_have_attribute("data-at", "1")


def test_the_last_minute_holds_the_clock_in_sight(house: EventHall, wall: Any) -> None:
    house.write("last", nearly_over)
    page = wall("last", held_clock=True)
    page.keyboard.press("ArrowRight")
    page.clock.run_for(500)
    expect(page.locator("#wall")).to_have_attribute("data-held", "yes")
    for _ in range(2):
        expect(page.locator("#wall")).to_have_attribute("data-at", "0")
        page.clock.run_for(6_500)
    expect(page.locator(".huge")).to_be_visible()
    high = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.huge')).fontSize)")
    assert high >= 0.18 * 720


def test_results_bell_and_next_round_come_by_themselves(house: EventHall, wall: Any) -> None:
    page = wall("day")
    expect(page.get_by_text("0 of 3 tables are in")).to_be_visible()
    house.write("day", lambda event: enter(event, 2, (10, 4)))
    expect(page.get_by_text("1 of 3 tables are in")).to_be_visible()
    expect(page.get_by_text("Still playing: 1, 3")).to_be_visible()
    assert barriers(page) == []
    house.write("day", lambda event: ring_bell(event, time.time()))
    expect(page.locator(".bell")).to_be_visible()
    expect(page.locator(".bell")).to_contain_text("Time.")
    assert lasting_faults(page) == []
    house.write("day", *(results(3)[place] for place in (0, 2)))
    expect(page.locator("h1")).to_contain_text("Round 1 is over")
    expect(page.locator(".bell")).to_be_hidden(timeout=15_000)
    house.write("day", seated)
    expect(page.locator("h1")).to_contain_text("Round 2: find your seat")
    assert barriers(page) == []


def test_check_in_shows_the_way_in(house: EventHall, wall: Any) -> None:
    page = wall("early")
    expect(page.locator(".joining img")).to_be_visible()
    page.wait_for_function("() => document.querySelector('.joining img').naturalWidth > 0")
    expect(page.get_by_text("10 here")).to_be_visible()
    assert barriers(page) == []


def test_fifty_two_names_stand_on_one_page(house: EventHall, wall: Any) -> None:
    page = wall("fifty-two", "1080p")
    expect(page.locator("h1")).to_contain_text("find your seat")
    expect(page.locator(".seat")).to_have_count(52)
    assert lasting_faults(page) == []
    assert barriers(page) == []
    first = page.locator(".seat").first
    table = next(
        each
        for each in house.event("fifty-two").round.tables
        if each.number == int(first.locator(".t").inner_text())
    )
    surname = first.locator("b").inner_text()
    names = [[house.event("fifty-two").name_of(who) for who in side] for side in table.sides]
    side = next(place for place, each in enumerate(names) if any(n.endswith(surname) for n in each))
    assert first.locator(".s").inner_text() == "♥♠"[side]
    assert first.locator(".m").inner_text().startswith("with ")


def test_the_end_is_a_podium_and_a_message_stands_over_everything(
    house: EventHall, wall: Any
) -> None:
    page = wall("over")
    expect(page.locator("h1")).to_contain_text("Thank you for playing!")
    places = house.event("over").places
    steps = [" ".join(text.split()) for text in page.locator(".step .nm").all_inner_texts()]
    assert steps == [places[n].name for n in (1, 0, 2)]
    expect(page.locator(".fan img")).to_have_count(5)
    assert lasting_faults(page) == []
    assert barriers(page) == []
    assert house.loop is not None
    said = house.desk.note("event/over", lambda _: MessageShown("The bar closes at ten."))
    asyncio.run_coroutine_threadsafe(said, house.loop).result(30)
    expect(page.locator(".message")).to_be_visible()
    expect(page.locator(".message")).to_have_text("The bar closes at ten.")
