"""Take the pictures of the director's guide: one event from check-in to the finish.

Needs the development tools and a Chromium. Run it from the checkout: python tools/desk_pictures.py
"""

from __future__ import annotations

from pathlib import Path

from camera import keep, take_all
from playwright.sync_api import Browser, Page, ViewportSize

from rightbower.tournament.events.simulated import people

PAIRS = 16
SIZE = ViewportSize(width=1366, height=768)


def names() -> str:
    """Sixteen pairs, one a line."""
    found = people(2 * PAIRS)
    return "\n".join(f"{one} & {other}" for one, other in zip(found[::2], found[1::2], strict=True))


def enter(page: Page, lines: list[str]) -> None:
    """Results typed one after the other."""
    for line in lines:
        table = line.split()[0]
        page.fill("#line", line)
        page.keyboard.press("Enter")
        page.locator("#last [role=status]", has_text=f"table {table}:").wait_for()


def to_the_round(page: Page) -> str:
    """From the new event to the first round; the event's address."""
    page.goto("/events/new")
    page.fill("#name", "Spring pairs")
    page.fill("#pin", "2468")
    page.evaluate("scrollTo(0, 0)")
    keep(page, "desk-new")
    page.get_by_role("button", name="Make the event").click()
    base = page.url.partition("/desk")[0]
    page.fill("#names", names())
    page.get_by_role("button", name="Check these names").click()
    page.get_by_role("button", name=f"Put {PAIRS} on the list").click()
    page.fill("#amount", "5")
    page.get_by_role("button", name="Keep").click()
    for number in (1, 3, 4, 6, 7):
        page.locator(f"#e{number} button.here").click()
        page.locator(f"#e{number} button.here.on").wait_for()
    page.locator("#e3 button.pay").click()
    page.locator("#e3 button.pay.on").wait_for()
    page.evaluate("scrollTo(0, 0)")
    keep(page, "desk-check-in")
    page.get_by_role("button", name="expected are here").click()
    page.locator(".next a.primary").click()
    page.get_by_text("Draw from a seed of your own").click()
    page.fill("#seed", "spring")
    page.get_by_role("button", name="Seat round 1").click()
    page.locator('[data-turned="yes"]').wait_for()
    keep(page, "desk-seating")
    page.locator(".next .primary").click()
    return base


def the_round(page: Page, base: str) -> None:
    """Results, a ruling and a correction."""
    enter(page, ["1 10 7", "2 10 4", "3 6 10", "5 10 9"])
    page.fill("#line", "6 10")
    keep(page, "desk-round")
    page.goto(f"{base}/desk/table/4/ruling?round=1&what=revoke&a=shown&a=no&a=yes&a=nobody")
    page.locator("#says").evaluate("heading => heading.scrollIntoView()")
    keep(page, "desk-ruling")
    page.goto(f"{base}/desk/round")
    enter(page, ["4 10 5", "6 10 3", "7 8 10", "8 10 6"])
    page.locator(".next .primary").click()
    page.goto(f"{base}/desk/table/3?round=1")
    page.fill("#cfirst", "10")
    page.fill("#csecond", "6")
    page.fill("#cwhy", "the sides were swapped")
    page.get_by_role("button", name="See what changes").first.click()
    keep(page, "desk-correction")
    page.get_by_role("button", name="Yes, save it").click()


def the_end(page: Page) -> None:
    """A small event with three tied, parted by coins."""
    page.goto("/events/new")
    page.fill("#name", "Three level")
    page.fill("#pin", "2468")
    page.get_by_text("What the book leaves to you").click()
    page.fill("#rounds", "1")
    page.get_by_role("button", name="Make the event").click()
    base = page.url.partition("/desk")[0]
    page.fill("#names", "\n".join(names().splitlines()[:6]))
    page.get_by_role("button", name="Check these names").click()
    page.get_by_label("They are here already").check()
    page.get_by_role("button", name="Put 6 on the list").click()
    page.goto(f"{base}/desk/seating")
    page.get_by_role("button", name="Seat round 1").click()
    page.goto(f"{base}/desk/round")
    enter(page, ["1 10 5", "2 10 5", "3 10 4"])
    page.goto(f"{base}/desk/standings")
    page.get_by_text("Toss from a seed of your own").click()
    page.fill("#seed", "coins")
    page.get_by_role("button", name="Toss the coins here").click()
    page.locator('[data-turned="yes"]').first.wait_for()
    keep(page, "desk-tie")
    for score in ((10, 8), (7, 10)):
        page.fill("#first", str(score[0]))
        page.fill("#second", str(score[1]))
        page.get_by_role("button", name="Enter the game").click()
    page.goto(f"{base}/desk/finish")
    page.get_by_role("button", name="Close the event").click()
    page.get_by_role("button", name="Yes, save it").click()
    keep(page, "desk-finish")


def first_night(page: Page) -> None:
    """The guide of a practice night, where the phones have played."""
    page.goto("/events")
    page.get_by_role("button", name="Start a practice night").click()
    page.get_by_role("button", name="expected are here").click()
    page.locator(".next a.primary").click()
    page.get_by_role("button", name="Seat round 1").click()
    page.locator(".next .primary").click()
    page.get_by_role("button", name="Let the phones play").click()
    page.locator(".tile.disputed").wait_for()
    keep(page, "desk-practice")


def take(browser: Browser, base: str, _: Path) -> None:
    """All pictures."""
    context = browser.new_context(base_url=base, viewport=SIZE)
    context.add_init_script("localStorage.setItem('speed', 'none')")
    page = context.new_page()
    event = to_the_round(page)
    the_round(page, event)
    the_end(page)
    first_night(page)


if __name__ == "__main__":
    raise SystemExit(take_all(take))
