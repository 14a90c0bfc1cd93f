"""Before a game: every button at the chairs and below them can be seen and pressed on every screen."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from web.browser.visits import Visit

Come = Callable[..., Visit]
SIZES = ((390, 844), (360, 640), (320, 568), (844, 390), (667, 375), (1024, 768), (1280, 720))
# Buttons of which the top, the middle or the bottom is under something else or off the screen.
HIDDEN = """() => [...document.querySelectorAll('.sit button, [data-part="choices"] button')].filter(each => {
  const { left, width, top, bottom, height } = each.getBoundingClientRect();
  return [top + 3, top + height / 2, bottom - 3].some(y => !each.contains(document.elementFromPoint(left + width / 2, y)));
}).map(each => each.textContent)"""


def test_every_chair_can_be_chosen_on_every_screen(visit: Come) -> None:
    guest = visit()
    guest.open_table()
    expect(guest.page.get_by_role("button", name="Sit here")).to_have_count(3)
    found = {}
    for large in ("no", "yes"):
        guest.page.evaluate("large => { document.documentElement.dataset.large = large }", large)
        for width, height in SIZES:
            guest.page.set_viewport_size({"width": width, "height": height})
            found[f"{width}x{height} {large}"] = guest.page.evaluate(HIDDEN)
    assert {size: hidden for size, hidden in found.items() if hidden} == {}


def test_where_players_are_looked_for_the_chairs_fill_themselves(visit: Come) -> None:
    ann, bob = visit("Ann"), visit("Bob")
    for each in (ann, bob):
        each.page.goto("/")
        each.page.get_by_role("button", name="Play with people").click()
        each.page.wait_for_selector("#table[data-version]")
    assert ann.page.url == bob.page.url
    expect(ann.page.get_by_text("Bob", exact=True).first).to_be_visible()
    expect(ann.page.locator(".sit button")).to_have_count(0)


def test_whoever_is_erased_is_told_so(visit: Come) -> None:
    page = visit("Eve").page
    page.goto("/you")
    expect(page.get_by_role("heading", level=1)).to_have_text("Eve")
    page.get_by_text("Erase me").click()
    page.get_by_label("Erase my name and my statistics").check()
    page.get_by_role("button", name="Erase").click()
    expect(page.get_by_role("status")).to_contain_text("are erased")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Guest")
