"""The lobby in a browser: tables come and go by themselves, and two who look for a game find each other."""

from __future__ import annotations

from collections.abc import Callable

from web.browser.axe import barriers
from web.browser.visits import Visit, expect

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


def test_the_form_says_at_the_box_what_is_wrong_before_it_is_sent(visit: Come) -> None:
    page = visit("Ann").page
    page.goto("/friends?book=sportcial-league")
    opens = page.get_by_role("button", name="Open a table")

    def refused(box: str) -> str:
        opens.click()
        expect(page.locator(f'[name="{box}"]')).to_be_focused()
        assert "/friends" in page.url
        return str(page.evaluate("document.activeElement.validationMessage"))

    page.fill("#target", "5")
    assert refused("target") == "Sportcial bar league plays to 10."
    page.fill("#target", "10")
    page.fill("#turn_seconds", "soon")
    assert refused("turn_seconds")
    page.fill("#turn_seconds", "")
    page.get_by_label("A chat for those at the table").check()
    page.get_by_label("Let anybody in the hall join").check()
    assert refused("chat").startswith("A table that anybody may join has no chat.")
    page.get_by_label("A chat for those at the table").uncheck()
    opens.click()
    page.wait_for_selector("#table[data-version]")


def test_two_write_to_each_other_and_one_mutes_the_other(visit: Come) -> None:
    ann, bob = visit("Ann"), visit("Bob", viewport={"width": 390, "height": 844})
    ann.page.goto("/friends")
    ann.page.get_by_label("A chat for those at the table").check()
    ann.page.get_by_role("button", name="Open a table").click()
    ann.page.wait_for_selector("#table[data-version]")
    bob.page.goto(ann.page.url)
    bob.page.get_by_role("button", name="Sit here").first.click()
    bob.page.locator('.menu[data-opens="menu-sheet"]').click()
    bob.page.locator('#menu-sheet [data-opens="say-sheet"]').click()
    bob.page.get_by_label("Write to the table").fill("Evening, all")
    assert barriers(bob.page) == []
    bob.page.get_by_role("button", name="Send").click()
    expect(ann.page.locator(".saying")).to_have_text("Evening, all")
    ann.page.locator('.log [data-opens="say-sheet"]').click()
    expect(ann.page.locator('[data-part="chat-lines"]')).to_contain_text("Bob Evening, all")
    ann.page.get_by_role("button", name="Report this line of Bob to the host").click()
    expect(ann.page.locator(".toasts .toast")).to_have_text("The host of the hall will read it.")
    assert barriers(ann.page) == []
    ann.page.get_by_role("button", name="Mute Bob").click()
    bob.page.get_by_role("button", name="coffee").click()
    expect(bob.page.locator('[data-part="play-by-play"]')).to_contain_text("☕")
    assert "☕" not in ann.page.locator('[data-part="play-by-play"]').inner_text()
