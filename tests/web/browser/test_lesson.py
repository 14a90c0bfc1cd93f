"""The lesson by keyboard alone, with what a screen reader is told in order, and without barriers."""

from __future__ import annotations

from collections.abc import Callable

from rightbower.rules.book import load
from rightbower.study.lessons import lesson
from web.browser.axe import barriers
from web.browser.visits import Visit, expect

Come = Callable[..., Visit]


def test_the_whole_lesson_by_keyboard_alone(visit: Come) -> None:
    ann = visit("Ann")
    ann.page.goto("/learn")
    steps = lesson(load("standard"))
    for number, step in enumerate(steps, 1):
        expect(ann.page.locator("h1")).to_have_text(step.title)
        if number in (1, 4, 5):
            assert barriers(ann.page) == []
        ann.press_by_keys(step.right[0])
        expect(ann.page.locator(".ask.yes")).to_contain_text(step.well)
        ann.press_by_keys("Done" if number == len(steps) else "Next")
    expect(ann.page.locator("h1")).to_have_text("You know the game")
    ann.press_by_keys("Play your first game")
    ann.page.wait_for_selector("#table[data-version]")


def test_a_screen_reader_hears_the_step_in_order(visit: Come) -> None:
    ann = visit("Ann")
    ann.page.goto("/learn/standard/1")
    tree = ann.page.locator("body").aria_snapshot()
    heard = [
        "Step 1 of",
        "Clubs are trump",
        "Your cards",
        "the jack of clubs",
        "Follow suit and win",
        "Win the trick",
        "Give me a hint",
    ]
    places = [tree.index(each) for each in heard]
    assert places == sorted(places)


def test_nothing_needed_is_off_screen(visit: Come) -> None:
    for wide, high in ((320, 568), (390, 844), (844, 390), (1280, 720)):
        ann = visit("Ann", viewport={"width": wide, "height": high})
        for number in (1, 4, 5, 8):
            ann.page.goto(f"/learn/standard/{number}")
            for each in ann.page.locator(".hand button, .acts .call, .ask, h1").all():
                box = each.bounding_box()
                assert box is not None
                assert box["x"] >= 0
                assert box["y"] >= 0
                assert box["x"] + box["width"] <= wide + 1
                assert box["y"] + box["height"] <= high + 1, (wide, number)
