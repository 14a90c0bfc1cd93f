"""A person's own pace: cards picked beforehand, the last one by itself, two taps, and a fast hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page

from rightbower.rules.cards import Seat
from rightbower.web.hall.table import Pace, at_speed
from web.browser.fake_hall import FakeHall, pretended
from web.browser.table_states import MARCH, TAKEN, shown, strict
from web.serving import Server

Opening = Callable[..., tuple[Page, FakeHall]]
LED = f"{TAKEN}, W AS"
TO_PLAY = f"{LED}, N 9S, E TS"
LAST = ", ".join((TAKEN, *MARCH[:4])) + ", N KC, E QS"
FOLLOWING = f"{TAKEN}, {MARCH[0]}, {MARCH[1]}, {MARCH[2]}, N AD, E KD"

# The card of a hand's end is fetched while the hand is played, and all is drawn again then.
COMPLETE = """async () => {
  await import("/static/js/endings.js");
  const styled = () => [...document.styleSheets].some((each) => each.href?.includes("endings"));
  do await new Promise((done) => setTimeout(done, 50)); while (!styled());
}"""


@pytest.fixture
def opening(hall: Server, chrome: Browser) -> Iterator[Opening]:
    """A table before a hall that is only pretended, with settings."""
    with ExitStack() as open_:

        def come(**settings: str) -> tuple[Page, FakeHall]:
            fake = open_.enter_context(
                pretended(chrome, hall, settings={"speed": "none", **settings})
            )
            return fake.page, fake

        yield come


def _settled(page: Page) -> None:
    """Whatever the page was about to ask has been asked."""
    page.evaluate("() => new Promise((done) => setTimeout(done, 50))")


def test_a_card_picked_beforehand_is_played_when_the_turn_comes(opening: Opening) -> None:
    page, fake = opening()
    fake.show(shown(strict(LED), Seat.S), 10)
    page.locator('.hand [data-card="9H"]').click()
    assert page.locator(".hand .picked").count() == 1
    assert fake.moves() == []
    fake.show(shown(strict(TO_PLAY), Seat.S), 12)
    assert fake.moves(1) == ["9H"]


def test_a_second_tap_takes_the_pick_back(opening: Opening) -> None:
    page, fake = opening()
    fake.show(shown(strict(LED), Seat.S), 10)
    page.evaluate(COMPLETE)
    for _ in range(2):
        page.locator('.hand [data-card="9H"]').click()
    fake.show(shown(strict(TO_PLAY), Seat.S), 12)
    _settled(page)
    assert fake.moves() == []


def test_a_pick_that_may_not_be_played_stays_in_the_hand(opening: Opening) -> None:
    page, fake = opening()
    fake.show(shown(strict(f"{TAKEN}, {MARCH[0]}, {MARCH[1]}, {MARCH[2]}"), Seat.S), 10)
    page.locator('.hand [data-card="AC"]').click()
    fake.show(shown(strict(FOLLOWING), Seat.S), 12)
    page.wait_for_selector(".refusal")
    _settled(page)
    assert fake.moves() == []
    assert page.locator(".hand .picked").count() == 0


@pytest.mark.parametrize(("setting", "moves"), [("", ["AC"]), ("no", [])])
def test_the_last_card_plays_itself_where_that_is_wished(
    opening: Opening, setting: str, moves: list[str]
) -> None:
    page, fake = opening(forced=setting)
    fake.show(shown(strict(LAST), Seat.S), 10)
    _settled(page)
    assert fake.moves(len(moves)) == moves


def test_two_taps_play_a_card_where_that_is_wished(opening: Opening) -> None:
    page, fake = opening(taps="two")
    fake.show(shown(strict(TO_PLAY), Seat.S), 10)
    page.evaluate(COMPLETE)
    page.locator('.hand [data-card="9H"]').click()
    _settled(page)
    assert fake.moves() == []
    page.locator('.hand [data-card="9H"]').click()
    assert fake.moves(1) == ["9H"]


def test_trumps_on_the_right(opening: Opening) -> None:
    page, fake = opening(order="right")
    fake.show(shown(strict(TO_PLAY), Seat.S), 10)
    right = page.locator(".hand button").last.get_attribute("data-card")
    assert right == "JH"


def test_the_page_tells_its_speed_and_tells_it_again_when_it_changes(opening: Opening) -> None:
    page, fake = opening(speed="slow")
    fake.show(shown(strict(LED), Seat.S), 10)
    page.evaluate("""async () => (await import("/static/js/settings.js")).set("speed", "fast")""")
    assert [each["speed"] for each in fake.of_kind("pace", 2)] == ["slow", "fast"]


def test_a_fast_hand_with_instant_answers_takes_less_than_eight_seconds(opening: Opening) -> None:
    """By the timings themselves: the longest bidding, every card of three bots, five tricks."""
    page, _ = opening()
    by_name = page.evaluate(
        """async () => (await import("/static/js/scene_queue.js")).pace("fast")"""
    )
    bots = at_speed(Pace(), "fast")
    bids, cards, tricks = 6 + 1 + 1, 3 * 5, 5  # both rounds, the discard, and alone
    page_time = 5 * by_name["deal"] + by_name["dealt"]
    page_time += tricks * (by_name["card"] + by_name["rest"] + by_name["gather"])
    page_time += by_name["last"] - by_name["rest"]
    leads = (tricks - 1) * (bots.trick - bots.bot)
    assert (bids + cards) * bots.bot + leads + page_time / 1000 < 8
