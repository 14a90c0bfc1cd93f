"""A whole hand by ear and keys: the accessibility tree alone says what is held, what may be done, what came."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from web.browser.visits import Visit

HAND, CHOICES, LOG = "Your cards", "What you may do", "What just happened"
BUTTON = re.compile(r"- '?button \"([^\"]+)\"")
PLAYED = re.compile(r"(\w+) plays? the (\w+ of \w+)")


def tree(page: Page) -> str:
    """All that a screen reader is given of the page."""
    return page.locator("body").aria_snapshot()


def within(seen: str, role: str, name: str) -> list[str]:
    """The lines of one part of the tree."""
    found: list[str] = []
    deep = -1
    for line in seen.split("\n"):
        at = len(line) - len(line.lstrip())
        if deep >= 0 and at <= deep:
            break
        if deep >= 0:
            found.append(line)
        elif line.strip().lstrip("-").strip().strip("'").startswith(f'{role} "{name}"'):
            deep = at
    return found


def buttons(seen: str, group: str) -> list[str]:
    """What can be pressed in a group."""
    return [each for line in within(seen, "group", group) for each in BUTTON.findall(line)]


def test_a_hand_is_played_from_the_deal_to_its_points_by_ear(visit: Callable[..., Visit]) -> None:
    page = visit("Ann", viewport={"width": 390, "height": 844}).page
    page.goto("/")
    page.get_by_role("button", name="Play", exact=True).press("Enter")
    log = page.get_by_role("log", name=LOG)
    expect(page.get_by_role("group", name=HAND).get_by_role("button").first).to_be_attached()
    held: set[str] = set()
    for _ in range(400):
        seen = tree(page)
        if "takes the trick" in seen and re.search(r"Score \d+–\d+", seen):
            break
        choices = buttons(seen, CHOICES)
        cards = buttons(seen, HAND)
        held |= {each.partition(",")[0] for each in cards}
        able = [each for each in cards if "not allowed now" not in each]
        mine = "Your turn" in seen or "You " in seen
        if choices:
            wanted = next(
                (each for each in choices if each.startswith(("Order", "Pick"))), choices[0]
            )
            page.get_by_role("group", name=CHOICES).get_by_role(
                "button", name=wanted, exact=True
            ).press("Enter")
        elif able and mine:
            button = page.get_by_role("group", name=HAND).get_by_role(
                "button", name=able[0], exact=True
            )
            if button.count():
                button.press("Enter")
        page.wait_for_timeout(250)
    said = log.locator("p").all_inner_texts()
    told = " / ".join(said)
    assert re.search(r"Score \d+–\d+", told), told
    assert len(re.findall(r"takes? the trick", told)) >= 5, told
    plays = PLAYED.findall(told)
    assert len({card for _, card in plays}) >= 15, "every card that was played was said"
    assert {card for who, card in plays if who == "You"} <= held
