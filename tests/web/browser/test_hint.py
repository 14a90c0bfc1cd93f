"""A hint: the page says that it thinks, and brass lies on what is best."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from rightbower.rules.cards import Seat
from web.browser.fake_hall import pretended
from web.browser.table_states import shown, strict
from web.serving import Server

BRASS = """() => [...document.querySelectorAll('[data-part="choices"] button')]
  .filter(each => getComputedStyle(each).backgroundImage.includes("gradient")).map(each => each.dataset.action)"""


def test_brass_lies_on_the_best_call_while_a_hint_is_shown(hall: Server, chrome: Browser) -> None:
    with pretended(chrome, hall, settings={"speed": "none"}) as fake:
        fake.show(shown(strict(), Seat.W), 100)
        page = fake.page
        assert page.evaluate(BRASS) == ["order"]
        page.get_by_role("button", name="Hint", exact=True).click()
        expect(page.locator(".chance.best")).to_have_text("50%")
        assert page.evaluate(BRASS) == ["pass"]
        page.get_by_role("button", name="Got it").click()
        expect(page.locator(".chance")).to_have_count(0)
        assert page.evaluate(BRASS) == ["order"]
