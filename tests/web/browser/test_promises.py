"""What the table promises: light, one press away, no card skipped, back after every drop, by keys alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from rightbower.rules.cards import Seat
from web.browser.axe import barriers
from web.browser.fake_hall import pretended
from web.browser.table_states import MARCH, TAKEN, shown, strict
from web.browser.visits import Visit, Wire, expect
from web.serving import Server

Come = Callable[..., Visit]
HEAVIEST = 150_000
SHORTEST = 600
WATCH = """() => {
  const seen = (window.seen = {});
  const look = (now) => {
    for (const card of document.querySelectorAll(".trick .card[data-card]")) {
      const spot = (seen[card.dataset.card] ||= [now, now]);
      spot[1] = now;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


@pytest.mark.parametrize("mode", ["strict", "as-at-the-table"])
def test_scripts_and_styles_of_the_table_are_light_and_our_own(visit: Come, mode: str) -> None:
    ann = visit("Ann")
    weights: dict[str, int] = {}
    others: list[str] = []

    def weigh(answer: object) -> None:
        url, kind = answer.url, answer.request.resource_type  # type: ignore[attr-defined]
        if not url.startswith(f"http://127.0.0.1:{ann.hall.port}/") and url.startswith("http"):
            others.append(url)
        if kind in ("script", "stylesheet"):
            weights[url] = len(answer.body())  # type: ignore[attr-defined]

    address = ann.open_table(mode=mode)
    ann.page.on("response", weigh)
    ann.page.goto(address)
    ann.page.wait_for_selector("#table[data-version]")
    ann.page.wait_for_load_state("networkidle")
    assert others == []
    assert ("referee.js" in str(weights)) is (mode == "as-at-the-table")
    assert 0 < sum(weights.values()) < HEAVIEST, weights


def test_from_a_cold_visit_one_press_deals_the_first_cards(visit: Come) -> None:
    stranger = visit()
    stranger.page.goto("/")
    stranger.page.get_by_role("button", name="Play", exact=True).click()
    stranger.page.wait_for_selector(".hand button")
    assert len(stranger.hand()) >= 5
    assert stranger.page.locator("dialog[open]").count() == 0
    stranger.wait_to_act()


def test_every_card_played_is_seen_long_enough_on_normal(hall: Server, chrome: Browser) -> None:
    sitting = strict(TAKEN)
    cards = ", ".join(MARCH).split(", ")
    with pretended(chrome, hall) as fake:
        page = fake.page
        fake.show(shown(sitting, Seat.W), 100)
        page.evaluate(WATCH)
        for version, each in enumerate(cards, 101):
            sitting.do(each)
            fake.send(shown(sitting, Seat.W), version)
            page.wait_for_timeout(350)
        page.wait_for_selector(".sum h1")
        page.wait_for_timeout(SHORTEST)
        seen = page.evaluate("() => window.seen")
    names = [each[2:] for each in cards]
    assert sorted(seen) == sorted(names)
    short = {name: seen[name][1] - seen[name][0] for name in names}
    assert {name: round(time) for name, time in short.items() if time < SHORTEST} == {}


def test_the_line_comes_back_after_every_kind_of_toast_and_dialog(visit: Come) -> None:
    ann = visit("Ann")
    wire = Wire(ann.page)
    ann.against_bots()
    ann.wait_to_act()
    dialogs = ann.page.eval_on_selector_all("dialog", "all => all.map((each, at) => at)")

    def back() -> None:
        wire.cut()
        ann.page.wait_for_function("() => true")
        for _ in range(200):
            if wire.open and ann.page.locator('[data-part="status"]').is_hidden():
                return
            ann.page.wait_for_timeout(50)
        raise AssertionError("the page did not come back")

    for at in dialogs:
        ann.page.evaluate("at => document.querySelectorAll('dialog')[at].showModal()", at)
        back()
        ann.page.evaluate("at => document.querySelectorAll('dialog')[at].close()", at)
    ann.page.evaluate("document.querySelector('[data-part=claim]').click()")
    expect(ann.page.locator(".toasts .toast")).to_be_visible()
    back()
    expect(ann.page.locator(".toasts .toast")).to_be_hidden()
    back()
    ann.act()


def in_order(visit: Visit, selector: str, heard: list[str]) -> None:
    """A screen reader comes to these one after the other."""
    tree = visit.page.locator(selector).aria_snapshot()
    assert [each for each in heard if each not in tree] == []
    places = [tree.index(each) for each in heard]
    assert places == sorted(places)


def test_a_hint_and_a_rematch_by_keys_alone(visit: Come) -> None:
    ann = visit("Ann")
    ann.against_bots()
    ann.wait_to_act()
    ann.page.keyboard.press("h")
    expect(ann.page.get_by_role("button", name="Got it")).to_be_focused()
    assert barriers(ann.page) == []
    told = ann.page.locator('[data-part="advice"]').aria_snapshot()
    assert "%" in told
    in_order(
        ann, "#table", ["Across from you", "On your left", "On your right", "Got it", "Your cards"]
    )
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator('[data-part="advice"]')).to_be_hidden()
    ann.page.locator('[data-opens="menu-sheet"]:visible').first.focus()
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_selector("#menu-sheet[open]")
    for _ in range(30):
        if ann.page.evaluate("() => document.activeElement.dataset.propose") == "resign":
            break
        ann.page.keyboard.press("Tab")
    ann.page.keyboard.press("Enter")
    again = ann.page.get_by_role("button", name="Play again")
    again.wait_for()
    assert barriers(ann.page) == []
    in_order(ann, '[data-part="end"]', ["You resign at", "Replay", "Review", "Play again"])
    before = ann.page.url
    again.focus()
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_function("before => location.href !== before", arg=before)
    ann.page.wait_for_selector(".hand button")
