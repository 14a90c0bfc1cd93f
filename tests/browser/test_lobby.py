"""The lobby in a browser: tables come and go by themselves, and two who look for a game find each other."""

from __future__ import annotations

from collections.abc import Callable

from browser.axe import barriers
from browser.visits import Visit, expect

Come = Callable[..., Visit]


def test_a_table_comes_into_the_lobby_begins_and_can_be_watched(visit: Come) -> None:
    ann, bob = visit("Ann"), visit("Bob")
    bob.page.goto("/")
    waiting, games = (bob.page.locator(f'[data-lobby="{each}"]') for each in ("waiting", "games"))
    address = ann.open_table(listed=True)
    path = address[address.index("/t/") :]
    expect(waiting.locator(f'a[href="{path}"]')).to_be_visible()
    assert barriers(bob.page) == []
    ann.begin()
    expect(waiting.locator(f'a[href="{path}"]')).to_have_count(0)
    games.locator(f'a[href="{path}"]').click()
    bob.page.wait_for_selector("#table.watching[data-version]")
    assert bob.hand() == []


def test_two_who_look_for_a_game_sit_at_one_table(visit: Come) -> None:
    eve, fay = visit("Eve"), visit("Fay")
    for each in (eve, fay):
        each.page.goto("/")
        each.page.get_by_role("button", name="Play with people").click()
        each.page.wait_for_selector("#table[data-version]")
    assert eve.page.url == fay.page.url
    expect(eve.page.locator(".seat.n .who")).to_have_text("Fay")
    eve.begin()
    fay.page.wait_for_selector(".hand button")
