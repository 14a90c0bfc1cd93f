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

# What is on each other, or so near that it reads as one: faces, names, buttons, the score, the line.
TOUCHING = """() => {
  const boxes = [...document.querySelectorAll(".side, .before, .face, .name, .sit button, .choices button, .line .txt")]
    .map(each => [each.className + each.textContent, each.getBoundingClientRect()])
    .filter(([, box]) => box.width && box.height);
  const apart = (one, other) => one.right <= other.left + 1 || other.right <= one.left + 1
    || one.bottom <= other.top + 1 || other.bottom <= one.top + 1;
  return boxes.flatMap(([name, box], at) => boxes.slice(at + 1)
    .filter(([, other]) => !apart(box, other)).map(([other]) => `${name} and ${other}`));
}"""


def test_every_chair_can_be_chosen_on_every_screen(visit: Come) -> None:
    guest = visit()
    guest.open_table()
    expect(guest.page.get_by_role("button", name="Sit here")).to_have_count(3)
    found = {}
    for large in ("no", "yes"):
        guest.page.evaluate("large => { document.documentElement.dataset.large = large }", large)
        for width, height in SIZES:
            guest.page.set_viewport_size({"width": width, "height": height})
            seen = guest.page.evaluate(HIDDEN) + guest.page.evaluate(TOUCHING)
            found[f"{width}x{height} {large}"] = seen
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


def test_what_deals_the_cards_can_be_read_and_stays_in_sight(visit: Come) -> None:
    page = visit("Ann").page
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto("/")
    page.get_by_text("Change", exact=True).click()
    deal = page.get_by_role("button", name="Deal the cards")
    expect(deal).to_be_in_viewport(ratio=1)
    light = deal.evaluate(
        "each => getComputedStyle(each).color.match(/\\d+/g).reduce((sum, one) => sum + +one, 0)"
    )
    assert light < 150, "dark letters on brass"
