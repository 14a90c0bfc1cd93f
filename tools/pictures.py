"""Take the README's pictures: first page, table, hint, phone, lesson, a puzzle and the rule library.

Needs the development tools and a Chromium. Run it from the checkout: python tools/pictures.py
"""

from __future__ import annotations

from pathlib import Path

from camera import keep, take_all
from playwright.sync_api import Browser, Page

LEGAL = ".hand button.legal"
CHOICE = '[data-part="choices"] button'
IN_A_TRICK = f'.table[data-phase="play"]:has({LEGAL}) .trick:has(.card)'


def to_the_second_trick(page: Page) -> None:
    """Play on until a trick lies before you and another has been won."""
    for _ in range(200):
        page.wait_for_selector(f"{CHOICE}, {LEGAL}")
        if page.locator(IN_A_TRICK).count() and page.locator(".trk").count():
            page.wait_for_timeout(400)
            return
        found = page.locator(CHOICE)
        version = page.locator("#table").get_attribute("data-version")
        (found if found.count() else page.locator(LEGAL)).first.click()
        page.wait_for_selector(f'#table:not([data-version="{version}"])')


def take(browser: Browser, base: str, _: Path) -> None:
    """All pictures."""
    context = browser.new_context(base_url=base, viewport={"width": 1280, "height": 800})
    context.add_init_script(
        "localStorage.setItem('speed', 'none'); localStorage.setItem('known', 'all')"
    )
    page = context.new_page()
    page.goto("/")
    page.fill("#name", "Margaret")
    page.get_by_role("button", name="Save this name").click()
    page.goto("/")
    page.wait_for_timeout(300)
    keep(page, "first-page", felt=True)
    page.get_by_text("Change").click()
    page.locator('form[action="/play"] [name="book"]').select_option("alberta-55plus")
    page.get_by_role("button", name="Deal the cards").click()
    to_the_second_trick(page)
    keep(page, "table", felt=True)
    page.keyboard.press("h")
    page.wait_for_selector(".advice p")
    page.wait_for_timeout(300)
    keep(page, "hint", felt=True)
    page.get_by_role("button", name="Got it").click()
    page.set_viewport_size({"width": 390, "height": 760})
    page.wait_for_timeout(300)
    keep(page, "phone", felt=True)
    page.set_viewport_size({"width": 1200, "height": 800})
    page.goto("/learn/standard/4")
    page.wait_for_timeout(300)
    keep(page, "lesson", felt=True)
    page.goto("/puzzles/1203?a=turn+down")
    page.wait_for_selector(".options")
    page.evaluate("scrollTo(0, 300)")
    page.wait_for_timeout(300)
    keep(page, "puzzle", felt=True)
    page.goto("/rules/compare?book=alberta-55plus&book=sportcial-league&book=national-2025")
    keep(page, "rules")


if __name__ == "__main__":
    raise SystemExit(take_all(take))
