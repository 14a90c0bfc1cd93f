"""Practice in the browser: choose, read what it was worth, go on; and games found again."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from web.browser.visits import Visit, expect

Come = Callable[..., Visit]
HEAVIEST = 150_000


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


def reviewed(visit: Come, **options: object) -> Page:
    """The review of the finished game, as South reads it."""
    page = visit("over-S", **options).page
    page.goto("/t/over/review")
    page.wait_for_selector(".told h2")
    return page


def test_the_review_leads_to_the_step_and_says_what_was_better(visit: Come) -> None:
    page = visit("over-S").page
    page.goto("/t/over/replay")
    page.get_by_role("link", name="What each decision cost").click()
    expect(page.get_by_role("heading", name="The players")).to_be_visible()
    row = page.locator(".lines a[data-number]").last
    page.locator(".list details").evaluate_all("all => all.forEach(each => { each.open = true })")
    cost = row.locator(".cost").inner_text().removeprefix("−")
    row.click()
    expect(row).to_have_attribute("aria-current", "true")
    expect(page.locator(".told .odds > div")).to_have_count(2)
    page.locator(".told a.step").click()
    expect(page.locator('[data-part="cost"]')).to_contain_text(f"Better by {cost}")
    expect(page.locator('[data-part="acts"] [aria-current="step"] .sign')).to_have_count(1)


def test_the_review_is_stepped_through_by_keys_with_the_table_of_each_moment(visit: Come) -> None:
    page = reviewed(visit)
    place, hand = page.locator("#place"), page.locator(".mini > .own .card")
    costly = page.locator(".lines").first.locator("a[data-number]").first
    expect(costly).to_have_attribute("aria-current", "true")
    first = int(place.input_value())
    page.keyboard.press("ArrowRight")
    expect(place).to_have_value(str(first + 1))
    expect(costly).not_to_have_attribute("aria-current", "true")
    page.keyboard.press("ArrowUp")
    expect(place).to_have_value(str(first))
    page.keyboard.press("ArrowLeft")
    expect(place).to_have_value(str(first - 1))
    page.keyboard.press("ArrowDown")
    expect(costly).to_have_attribute("aria-current", "true")
    expect(page.locator('.mini .fan [role="img"]')).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator('.mini .fan [role="img"]').first).to_be_visible()
    page.get_by_role("button", name="Play by play").click()
    last = page.locator("[data-act]").last
    last.click()
    expect(last).to_have_attribute("aria-current", "true")
    expect(hand).to_have_count(0)
    expect(page.locator(".mini .trick .winner")).to_have_count(1)
    expect(page.locator(".told")).to_contain_text("The hand is over")


def test_the_table_of_a_review_and_what_is_told_fit_one_screen(visit: Come) -> None:
    page = reviewed(visit, viewport={"width": 1366, "height": 768})
    for part in (".course", ".board", ".told", ".ctl"):
        box = page.locator(part).bounding_box()
        assert box is not None, part
        assert box["y"] + box["height"] <= 768, part


def test_the_review_is_light(visit: Come) -> None:
    page = reviewed(visit)
    got: list[int] = []
    page.on("response", lambda answer: got.append(len(answer.body())))
    page.goto("/t/over/review", wait_until="networkidle")
    expect(page.locator(".mini > .own img").first).to_be_visible()
    assert 0 < sum(got) < HEAVIEST
