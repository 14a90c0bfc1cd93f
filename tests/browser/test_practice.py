"""Practice in the browser: choose, read what it was worth, go on; and games found again."""

from __future__ import annotations

from collections.abc import Callable

from browser.visits import Visit, expect

Come = Callable[..., Visit]


def test_a_hand_of_practice_to_its_score(visit: Come) -> None:
    page = visit("Ann").page
    page.goto("/practice")
    looked = 0
    while page.locator(".choices-list a").count():
        page.locator(".choices-list a").first.click()
        expect(page.locator("tr.yours")).to_have_count(1)
        expect(page.get_by_text("A club player:")).to_be_visible()
        looked += 1
        page.get_by_role("link", name="Go on").click()
    assert looked >= 2
    expect(page.get_by_role("heading", name="The hand is over")).to_be_visible()
    page.get_by_role("link", name="Another hand").click()
    expect(page.locator(".practice-hand .drawn").first).to_be_visible()


def test_finished_games_are_found_again_from_the_journal(visit: Come) -> None:
    page = visit("over-S").page
    page.goto("/")
    page.get_by_role("link", name="The common North American game").and_(
        page.locator('[href="/t/over/replay"]')
    ).click()
    expect(page.locator('[data-part="title"]')).to_contain_text("Deal 1 of")
