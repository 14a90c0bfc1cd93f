"""One's own page, what is shared, and practice by topic: by keys alone, heard in order, without barriers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rightbower.rules.acts import write_action
from rightbower.study.lessons import numbers
from rightbower.study.puzzles import shipped
from web.browser.axe import barriers
from web.browser.visits import Visit, expect

Come = Callable[..., Visit]
PAGES = ("/you", "/drills", "/drills/leads", "/evening", "/same", "/day", "/t/over/share")


@pytest.mark.parametrize("address", PAGES)
def test_no_page_has_a_barrier_or_scrolls_sideways(visit: Come, address: str) -> None:
    one = visit("over-S")
    one.page.goto(address)
    one.page.wait_for_selector("main")
    assert barriers(one.page) == []
    one.page.emulate_media(color_scheme="dark")
    assert barriers(one.page, ["color-contrast"]) == []
    for wide, high in ((320, 568), (844, 390)):
        one.page.set_viewport_size({"width": wide, "height": high})
        assert one.page.evaluate("() => document.documentElement.scrollWidth") <= wide


def test_a_game_is_shared_and_stepped_through_by_somebody_else(visit: Come) -> None:
    south = visit("over-S")
    south.page.goto("/t/over/replay")
    south.page.get_by_role("link", name="Share").click()
    south.page.get_by_role("button", name="Share without it").click()
    link = south.page.get_by_label("Send this").input_value()
    stranger = visit()
    stranger.page.goto("/" + link.split("/", 3)[3])
    assert barriers(stranger.page) == []
    stranger.page.get_by_role("button", name="Next").click()
    expect(stranger.page.locator('[data-part="acts"] [aria-current="step"]')).to_have_count(1)
    picture = stranger.page.get_by_role("link", name="Picture of the last hand")
    expect(picture).to_have_attribute("href", link[link.index("/g/") :] + "/hand.png")


@pytest.mark.parametrize("topic", ["dealer", "discards"])
def test_practice_by_keyboard_alone_and_heard_in_order(visit: Come, topic: str) -> None:
    ann = visit(f"Ann {topic}")
    ann.page.goto(f"/drills/{topic}")
    puzzle = shipped().puzzles[numbers(topic)[0]]
    assert barriers(ann.page) == []
    tree = ann.page.locator("body").aria_snapshot()
    heard = ["Nora", "Your cards", "The score is", "What do you do?", "Give me a hint"]
    places = [tree.index(each) for each in heard]
    assert places == sorted(places)
    wrong = next(each for each in puzzle.seen.legal if each != puzzle.answer)
    ann.press_by_keys(write_action(wrong)[2:])
    expect(ann.page.locator(".ask.no")).to_contain_text("Better: ")
    assert barriers(ann.page) == []
    ann.press_by_keys("Next")
    expect(ann.page.locator(".ask")).to_have_text("What do you do?")
    ann.press_by_keys("1")
    expect(ann.page.locator(".ask em")).to_be_visible()
    best = shipped().puzzles[numbers(topic)[1]].answer
    ann.press_by_keys(write_action(best)[2:])
    expect(ann.page.locator(".ask.yes")).to_contain_text("That is the best.")
