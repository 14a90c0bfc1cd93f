"""As at the table in a browser: a revoke, the call, the choice, the points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from web.browser.axe import barriers
from web.browser.visits import Visit, expect

Come = Callable[..., Visit]


def test_a_revoke_is_called_chosen_on_and_paid(visit: Come, slips: list[str]) -> None:
    people: dict[str, Visit] = {seat: visit(f"slips-{seat}") for seat in "NESW"}
    for each in people.values():
        each.page.goto("/t/slips")
        each.page.wait_for_selector(".hand button")
    south = people["S"].page
    for act in slips:
        # Nobody is told that East could have followed.
        assert south.locator(".slip:visible").count() == 0
        do(people, act[0], act[2:])
    expect(south.get_by_role("button", name="Next hand")).to_be_visible()
    before = points(south)
    south.click('[data-call="doubts"]')
    south.wait_for_selector('dialog [data-fact="revoke E 1"]')
    assert barriers(south) == []
    south.click('dialog [data-fact="revoke E 1"]')
    ruling = south.locator(".slip")
    expect(ruling).to_contain_text("did not follow suit in trick 1")
    assert "/rules/alberta-55plus#A01-" in (
        ruling.locator("a.why").first.get_attribute("href") or ""
    )
    assert barriers(south) == []
    south.emulate_media(color_scheme="dark")
    assert barriers(south, ["color-contrast"]) == []
    expect(people["E"].page.locator(".slip")).to_contain_text("chooses")
    assert people["E"].page.locator(".slip button").count() == 0
    south.click('.slip [data-option="add"]')
    expect(south.locator(".slip button")).to_have_count(0)
    assert points(south)[0] > before[0]
    expect(people["W"].page.locator('[data-part="play-by-play"]')).to_contain_text("choose: add")


def do(people: dict[str, Visit], seat: str, what: str) -> None:
    """A bid by its button, a card by a click, a trick turned; then all have seen it."""
    page, before = people[seat].page, people[seat].version
    card = what.removeprefix("bury ")
    if what == "turn":
        page.click('[data-call="turn"]')
    elif len(card) == 2:
        page.click(f'.hand [data-card="{card}"]')
    else:
        page.click(f'[data-part="choices"] [data-action="{what}"]')
    seen_by_all(people, before)


def seen_by_all(people: dict[str, Visit], before: int) -> None:
    for each in people.values():
        each.page.wait_for_function(
            "before => Number(document.querySelector('#table').dataset.version) > before",
            arg=before,
        )


def points(page: Any) -> list[int]:
    return [int(each) for each in page.locator(".side .points").all_inner_texts()]
