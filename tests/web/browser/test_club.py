"""The club in a real browser: names come while they are written, last time's people in one press, money."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from books import event_book
from rightbower.office.journals import journal_of
from tournament.club.played import night
from web.browser.axe import barriers
from web.browser.visits import expect
from web.serving import serving


@pytest.fixture
def page(chrome: Browser, tmp_path: Path) -> Iterator[Page]:
    """The check-in of a new event in a hall where four people have played."""
    with journal_of(tmp_path) as journal:
        night(event_book(journal), "before", "2026-01-01", ["Ann Lee", "Bob Ray", "Cal Orr", "Dot Poe"])  # fmt: skip
    with serving(tmp_path) as server:
        page = chrome.new_page(viewport={"width": 1366, "height": 768})
        base = f"http://127.0.0.1:{server.port}/events"
        new = {"preset": "fair-draw", "name": "Tonight", "date": "2026-01-08", "pin": "1357"}
        page.context.request.post(f"{base}/new", form={**new, "rounds": "1"})
        page.goto(f"{base}/tonight/desk/check-in")
        yield page
        page.context.close()


def test_names_come_by_three_letters_and_last_times_people_in_one_press(page: Page) -> None:
    names = page.locator("#names")
    names.press_sequentially("Eve Fox\nca")
    expect(page.locator("#met button")).to_have_count(0)
    names.press_sequentially("l")
    page.locator("#met").get_by_role("button", name="Cal Orr").click()
    expect(names).to_have_value("Eve Fox\nCal Orr")
    expect(page.locator("#met button")).to_have_count(0)
    page.get_by_role("button", name="Same people as last time").click()
    expect(page.locator("#people .person")).to_have_count(4)
    expect(page.get_by_role("button", name="Same people as last time")).to_have_count(0)

    page.get_by_role("button", name="All 4 expected are here").click()
    expect(page.locator(".person.here")).to_have_count(4)
    page.locator(".more-menu summary").click()
    page.get_by_role("link", name="Money").click()
    page.get_by_label("Each player pays").fill("5")
    page.get_by_role("button", name="Keep").click()
    page.get_by_label("Ann Lee gave").fill("20")
    page.get_by_label("Ann Lee gave").press("Enter")
    expect(page.locator(".fees")).to_contain_text("change due: 15.00")
    page.get_by_role("button", name="Change given").click()
    expect(page.locator(".fees")).not_to_contain_text("change due")
    page.get_by_role("button", name="Draw among those here").click()
    expect(page.locator("#drawn + .list")).to_contain_text("one of 4")
    assert barriers(page) == []
