"""The bidding charts as a map one can press: by pointer, by arrows, by a quiz, and what the page weighs."""

from __future__ import annotations

import re
from collections.abc import Callable

from web.browser.visits import Visit, expect

Come = Callable[..., Visit]
MOST_BYTES = 150_000


def test_cards_and_squares_are_pressed_without_leaving_the_page(visit: Come) -> None:
    page = visit().page
    page.goto("/charts?seat=2&up=KH&hand=JH+9H+AS+KC+TC")
    verdict, on = page.locator("#verdict"), page.locator(".sq.on")
    expect(verdict).to_contain_text("Order it up")
    expect(on).to_have_attribute("data-key", "6 K")
    page.evaluate("window.stayed = true")
    page.locator('.rack [data-key="JH"]').click()
    expect(verdict).to_have_text("Pick 1 more card")
    page.locator('.rack [data-key="QD"]').click()
    expect(page.locator('.rack [aria-pressed="true"]')).to_have_count(5)
    expect(on).to_have_attribute("data-key", "10 K")
    page.locator('.sq[data-key="1 A"]').click()
    expect(on).to_have_attribute("data-key", "1 A")
    expect(page.locator(".cell h3")).to_contain_text("Three trumps, both bowers")
    page.go_back()
    expect(on).to_have_attribute("data-key", "10 K")
    assert page.evaluate("window.stayed")


def test_the_map_by_arrows_and_the_quiz_by_keys(visit: Come) -> None:
    page = visit().page
    page.goto("/charts?seat=2&up=KH&hand=JH+9H+AS+KC+TC")
    page.locator(".sq.on").focus()
    focused = "document.activeElement.dataset.key"
    for key, lands in (("ArrowDown", "7 K"), ("ArrowRight", "7 Q"), ("ArrowUp", "6 Q")):
        page.keyboard.press(key)
        assert page.evaluate(focused) == lands
    page.keyboard.press("Enter")
    expect(page.locator(".sq.on")).to_have_attribute("data-key", "6 Q")
    assert page.evaluate(focused) == "6 Q"
    page.get_by_role("link", name="Quiz me").click()
    expect(page.locator("#verdict")).to_have_text("Your call?")
    expect(page.locator(".sq.on")).to_have_count(0)
    page.locator(".quiz a").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_have_text(re.compile("You had it|You said otherwise"))
    page.get_by_role("link", name="Next hand").click()
    expect(page.locator(".answer p").first).to_contain_text("of 1 right so far")


def test_every_card_is_drawn_and_the_page_is_light(visit: Come) -> None:
    page = visit().page
    got: list[int] = []
    page.on("response", lambda answer: got.append(len(answer.body())))
    page.goto("/charts", wait_until="networkidle")
    expect(page.locator(".hand img")).to_have_count(5)
    assert sum(got) < MOST_BYTES


def test_dark_is_the_systems_wish_until_it_is_chosen(visit: Come) -> None:
    page = visit().page
    page.goto("/study")
    look = "document.documentElement.dataset.look"
    assert page.evaluate(look) == "light"
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"() => {look} === 'dark'")
    page.get_by_role("button", name="Dark").first.click()
    assert page.evaluate(look) == "light"
    page.reload()
    assert page.evaluate(look) == "light"
    page.get_by_role("button", name="Dark").first.click()
    assert page.evaluate("localStorage.getItem('look')") is None
    expect(page.locator(".bar nav [aria-current]")).to_have_text("Study")
