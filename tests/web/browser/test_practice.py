"""Practice in the browser: choose, read what it was worth, go on; and games found again."""

from __future__ import annotations

from collections.abc import Callable

from web.browser.visits import Visit, expect

Come = Callable[..., Visit]


def test_a_hand_of_practice_to_its_score(visit: Come) -> None:
    page = visit("Ann").page
    page.goto("/practice?book=standard&deal=three")
    choices, over = page.locator(".spot a"), page.get_by_text("The hand is over")
    looked = 0
    expect(choices.or_(over).first).to_be_visible()
    while choices.count():
        choices.first.click()
        expect(page.locator(".options .yours")).to_have_count(1)
        expect(page.get_by_text("A club player:")).to_be_visible()
        looked += 1
        page.get_by_role("link", name="Go on").click()
        expect(page.locator(".options .yours")).to_have_count(0)
        expect(choices.or_(over).first).to_be_visible()
    assert looked >= 2
    page.get_by_role("link", name="Another hand").click()
    expect(page.locator(".spot-hand .drawn").first).to_be_visible()
    expect(over).to_have_count(0)


def test_finished_games_are_found_again_from_the_journal(visit: Come) -> None:
    page = visit("over-S").page
    page.goto("/")
    page.get_by_role("link", name="The common North American game").and_(
        page.locator('[href="/t/over/replay"]')
    ).click()
    expect(page.locator('[data-part="title"]')).to_contain_text("Hand 1 of")


def test_on_a_small_phone_each_hand_of_the_replay_lies_in_one_row(visit: Come) -> None:
    page = visit("over-S", viewport={"width": 320, "height": 568}).page
    page.goto("/t/over/replay")
    page.wait_for_selector(".open-hand img")
    tops = "hands => hands.map(hand => new Set([...hand.children].map(card => card.getBoundingClientRect().top)).size)"
    assert page.eval_on_selector_all(".open-hand", tops) == [1, 1, 1, 1]
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_the_review_leads_to_the_step_and_says_what_was_better(visit: Come) -> None:
    page = visit("over-S").page
    page.goto("/t/over/replay")
    page.get_by_role("link", name="What each decision cost").click()
    expect(page.get_by_role("heading", name="The players")).to_be_visible()
    for details in page.locator("main details").all():
        details.evaluate("each => each.open = true")
    row = page.locator(".second-look .costly li").first
    cost = row.locator(".cost").inner_text().removeprefix("−")
    row.locator("a").click()
    expect(page.locator(".moment:visible")).to_have_count(1)
    page.locator(".moment:visible a.step").click()
    expect(page.locator('[data-part="cost"]')).to_contain_text(f"Better by {cost}")
    expect(page.locator('[data-part="acts"] [aria-current="step"] .sign')).to_have_count(1)
