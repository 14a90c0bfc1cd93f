"""Every page: small screens, large type, both grounds, and no barrier that axe can find."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from web.browser.axe import barriers
from web.browser.visits import LEGAL, Visit, expect

Come = Callable[..., Visit]
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
PAGES = {
    "home": "/",
    "rules": "/rules",
    "search": "/rules?q=alone",
    "book": "/rules/national-2025",
    "compare": "/rules/compare?book=national-2025&book=standard",
    "rulings": "/ruling",
    "ruling": "/ruling?book=standard&what=revoke",
    "ruled": "/ruling?book=standard&what=misdeal",
    "study": "/study",
    "practice": "/practice?book=standard&deal=one",
    "practice looked at": "/practice?book=standard&deal=one&a=pass&look=1",
    "puzzles": "/puzzles",
    "puzzle": "/puzzles/7",
    "puzzle of a theme": "/puzzles/another?theme=discards&level=easy",
    "charts": "/charts?book=alberta-55plus",
    "chart of a hand": "/charts/hand?book=standard&seat=1&turn_up=9H&hand=JH+AH+9D+AS+KC",
    "charts compared": "/charts/compare?book=standard&book=national-2025",
    "replay": "/t/over/replay",
    "review": "/t/over/review",
    "fair": "/t/over/fair",
    "after the game": "/t/over",
    "no such page": "/nowhere",
}
# What has to be there before a page that fills itself is complete.
COMPLETE = {"review": "#players", "after the game": "#table[data-version]"}
TARGETS = """() => [...document.querySelectorAll(
    'button, select, input:not([type=hidden]), nav a, a.button, summary')]
  .map(each => each.closest('label') || each)
  .filter(each => each.checkVisibility())
  .map(each => [each.outerHTML.slice(0, 80), each.getBoundingClientRect(), each.closest('.scroll')])
  .filter(([, box, aside]) => box.width
    && (box.width < 44 || box.height < 44 || (!aside && box.right > innerWidth + 1)))
  .map(([what, box]) => `${Math.round(box.width)}x${Math.round(box.height)} ${what}`)"""
WIDTH = "() => document.documentElement.scrollWidth"


@pytest.mark.parametrize("name", PAGES)
def test_no_page_has_a_barrier_by_day_or_by_night(visit: Come, name: str) -> None:
    one = visit("Ann")
    one.page.goto(PAGES[name])
    one.page.wait_for_selector(COMPLETE.get(name, "main"))
    assert barriers(one.page) == []
    one.page.emulate_media(color_scheme="dark")
    assert barriers(one.page, ["color-contrast"]) == []


def test_a_barrier_is_found_by_day_and_by_night(visit: Come) -> None:
    page = visit().page
    page.set_content("<main><img src='x.png'><p style='color:#777;background:#888'>Hard</p></main>")
    assert {each.split(":")[0] for each in barriers(page)} >= {"image-alt", "color-contrast"}
    assert [each.split(":")[0] for each in barriers(page, ["color-contrast"])] == ["color-contrast"]


def test_no_barrier_at_the_table_from_seats_to_the_score(visit: Come) -> None:
    one = visit("Ann")
    one.open_table()
    assert barriers(one.page) == []
    one.begin()
    one.wait_to_act()
    assert barriers(one.page) == []
    one.play_until(f'.table[data-phase="play"] {LEGAL}, button:text("Next hand")')
    assert barriers(one.page) == []
    one.play_until('button:text("Next hand")')
    assert barriers(one.page) == []
    one.page.emulate_media(color_scheme="dark")
    assert barriers(one.page, ["color-contrast"]) == []


@pytest.mark.parametrize("large", [False, True], ids=["normal", "large"])
def test_every_page_fits_a_phone(visit: Come, large: bool) -> None:
    one = visit("Ann", **PHONE)
    if large:
        one.context.add_init_script("localStorage.setItem('large', 'yes')")
    faults = []
    for name, address in PAGES.items():
        one.page.goto(address)
        one.page.wait_for_selector(COMPLETE.get(name, "main"))
        if (width := one.page.evaluate(WIDTH)) > 360:
            faults.append(f"{name} is {width} wide")
        faults += [f"{name}: {small}" for small in one.page.evaluate(TARGETS)]
    assert faults == []


def test_a_deal_on_a_phone(visit: Come) -> None:
    one = visit("Ann", **PHONE)
    one.open_table()
    seats = one.page.evaluate(TARGETS)
    one.begin()
    faults = [*seats]
    for _ in range(12):
        one.wait_to_act()
        faults += one.page.evaluate(TARGETS)
        assert one.page.evaluate(WIDTH) <= 360
        if one.phase == "between":
            break
        hand = one.page.locator(".hand")
        box = hand.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 740, "the hand is below the screen's edge"
        one.act()
    assert faults == []


def test_large_and_four_colours_are_remembered(visit: Come) -> None:
    one = visit("Ann")
    one.page.goto("/")
    size = "parseFloat(getComputedStyle(document.body).fontSize)"
    normal = one.page.evaluate(size)
    one.page.get_by_role("button", name="Large").click()
    one.against_bots()
    assert one.page.evaluate(size) == pytest.approx(1.3 * normal)
    one.page.get_by_role("button", name="Settings").first.click()
    large = one.page.get_by_role("button", name="Large type and cards")
    expect(large).to_have_attribute("aria-pressed", "true")
    one.page.get_by_role("button", name="Four colors").click()
    one.page.reload()
    one.page.wait_for_selector(".hand button")
    assert one.page.evaluate("document.documentElement.dataset.colours") == "four"
    one.page.get_by_role("button", name="Settings").first.click()
    large.click()
    one.page.reload()
    assert one.page.evaluate(size) == normal


def test_a_book_is_read_by_parts_by_a_word_and_beside_another(visit: Come) -> None:
    page = visit().page
    page.goto("/rules/alberta-55plus#A01-4.12")
    here, clause = page.locator(".part:visible"), page.locator('[id="A01-4.12"]')
    expect(clause).to_be_in_viewport()
    expect(here).to_have_attribute("id", "clauses")
    page.goto("/rules/alberta-55plus")
    page.locator("h1").click()
    for key, shown in (("ArrowRight", "draw"), ("ArrowRight", "dealing"), ("ArrowLeft", "draw")):
        page.keyboard.press(key)
        expect(here).to_have_attribute("id", shown)
    page.keyboard.press("/")
    page.keyboard.type("farmers")
    expect(page.locator('[data-part="none"]')).to_be_visible()
    page.locator("#q").fill("jack")
    assert page.locator(".rule:visible").count() > 1
    for text in page.locator(".rule:visible").all_inner_texts():
        assert "jack" in text.lower()
    page.get_by_role("link", name="Bidding").click()
    page.get_by_label("Beside it").select_option("charity-social")
    expect(page.locator(".other:visible").first).to_be_visible()
    expect(here).to_have_attribute("id", "bidding")


PROBES = ["<img src=x onerror=window.caught=1>", "\"'></script><b id=caught>{{7*7}}"]


@pytest.mark.parametrize("name", PROBES)
def test_a_name_is_shown_as_text(visit: Come, name: str) -> None:
    eve, ann = visit("Eve"), visit("Ann")
    eve.page.goto("/")
    eve.page.fill("#name", name)
    eve.page.get_by_role("button", name="Save this name").click()
    address = eve.open_table(listed=True)
    ann.page.goto(address)
    ann.page.wait_for_selector("#table[data-version]")
    eve.begin()
    ann.page.wait_for_selector('.table:not([data-phase="seats"])')
    expect(ann.page.locator(".seat .who", has_text=name).first).to_have_text(name)
    assert name in " ".join(ann.tale())
    eve.page.goto("/")
    expect(eve.page.locator("#you")).to_have_text(f"You are {name}")
    for each in (eve, ann):
        assert each.page.evaluate("typeof window.caught") == "undefined"
        assert each.page.locator("#caught").count() == 0


# The tests of other pages look for the same.
__all__ = ["PHONE", "TARGETS", "WIDTH", "barriers"]
