"""As at the table in a browser: the cut before the deal, calls in words, a call that loses the game."""

from __future__ import annotations

from collections.abc import Callable

from web.browser.axe import barriers
from web.browser.visits import Visit, expect

Come = Callable[..., Visit]


def test_L03_4_1_the_cut_is_asked_for_and_calls_are_made_in_words(visit: Come) -> None:
    people = {seat: visit(f"cut-{seat}").page for seat in "NESW"}
    for page in people.values():
        page.goto("/t/cut")
    east, west = people["E"], people["W"]
    cut = east.get_by_role("button", name="Cut the deck")
    expect(cut).to_be_visible()
    assert barriers(east) == []
    east.screenshot(path="/tmp/shots/cut.png")
    expect(west.get_by_role("button", name="Cut the deck")).to_have_count(0)
    cut.click()
    east.wait_for_selector(".hand button", timeout=30000)
    west.fill("#words", "I'll go alone")
    west.keyboard.press("Enter")
    expect(west.locator(".toast[role=alert]")).to_contain_text(
        "Alone by itself does not accept the turn-up. Why?"
    )
    west.screenshot(path="/tmp/shots/words-new.png")
    west.fill("#words", "I pass")
    west.keyboard.press("Enter")
    expect(west.locator("#words")).to_have_value("")
