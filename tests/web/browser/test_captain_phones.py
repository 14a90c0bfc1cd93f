"""Captains' phones in a real browser: line-up, points of one side confirmed by the other, waivers, live heads."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from rightbower.web.state.codes import team_code
from web.browser.axe import barriers
from web.browser.league_hall import ClockedHall
from web.browser.test_pages import WIDTH
from web.browser.visits import Visit

BASE, NIGHT = "/leagues/tuesdays", "2027-01-12"
TEAMS = ("Aces", "Kings")
ROSTERS = "\n".join(f"{team}: {team} One, {team} Two, {team} Three" for team in TEAMS)
UPRIGHT = ((390, 844), (360, 640))
IN_SIGHT = """each => { const box = each.getBoundingClientRect(), foot = document.querySelector('.foot').getBoundingClientRect();
  return box.top >= 0 && box.bottom <= foot.top + 1 && box.right <= innerWidth; }"""


def gamer_does(page: Page, where: str, do: str, **fields: str | int) -> None:
    """What the Gamer does at the desk, as its forms send it."""
    form: dict[str, str | float | bool] = {"do": do, **fields}
    answer = page.request.post(f"{BASE}/desk/{where}", form=form)
    assert answer.ok, answer.text()


@pytest.fixture
def bar(tmp_path: Path) -> Iterator[ClockedHall]:
    with ClockedHall(tmp_path / "hall") as hall:
        hall.at("2027-01-10T12:00:00")
        yield hall


@pytest.fixture
def gamer(bar: ClockedHall, chrome: Browser) -> Iterator[Page]:
    """A league of two teams with its calendar, two days before its night."""
    visit = Visit(bar, chrome, "")  # type: ignore[arg-type]  # has a port and keys
    new: dict[str, str | float | bool] = {"name": "Tuesdays", "pin": "2580"}
    visit.page.request.post("/leagues/new", form={**new, "first_night": f"{NIGHT}T19:00"})
    gamer_does(visit.page, "import", "players-import", list=ROSTERS)
    gamer_does(visit.page, "calendar", "calendar", first_night=f"{NIGHT}T19:00")
    yield visit.page
    visit.context.close()


@pytest.fixture
def captains(bar: ClockedHall, gamer: Page, chrome: Browser) -> Iterator[list[Page]]:
    """A phone for each team, by its code; what a page complains of fails the test."""
    visits = []
    for team, (width, height) in enumerate(UPRIGHT, 1):
        size = {"width": width, "height": height}
        visit = Visit(bar, chrome, "", viewport=size, has_touch=True, is_mobile=True)  # type: ignore[arg-type]  # has a port and keys
        visit.page.goto(f"/c/{team_code(bar.keys, 'tuesdays', team)}")
        visit.page.get_by_role("button", name="This is the phone of").tap()
        expect(visit.page.locator(".cap")).to_contain_text(TEAMS[team - 1])
        visits.append(visit)
    yield [visit.page for visit in visits]
    complaints = [each for visit in visits for each in visit.complaints]
    for visit in visits:
        visit.context.close()
    assert complaints == []


def name_both(captains: list[Page]) -> None:
    for page in captains:
        # What the other captain sent may draw the page anew under the finger.
        button = page.get_by_role("button", name="These two play")
        for _ in range(30):
            with contextlib.suppress(TooLate):
                button.tap(timeout=2000)
            with contextlib.suppress(AssertionError):
                expect(button).to_be_hidden(timeout=2000)
                break
    for page in captains:
        expect(page.locator(".keys button").first).to_be_visible()


def test_a_game_from_the_line_up_to_the_score_that_counts(
    bar: ClockedHall, gamer: Page, captains: list[Page]
) -> None:
    for team in (1, 2):
        gamer_does(gamer, f"team/{team}", "sign-all", team=team)
    bar.at(f"{NIGHT}T18:55:00")
    for team in (1, 2):
        gamer_does(gamer, "night", "arrive-all", fixture=1, team=team)
    bar.at(f"{NIGHT}T19:00:00")
    aces, kings = captains
    name_both(captains)
    keys = aces.locator(".keys button").all_inner_texts()
    assert [int(each) for each in keys] == list(range(len(keys)))
    for page in captains:
        for key in page.locator(".keys button").all():
            assert key.evaluate(IN_SIGHT)
        assert page.locator(".send").evaluate(IN_SIGHT)
        assert page.evaluate(WIDTH) <= (page.viewport_size or {"width": 0})["width"]
        assert barriers(page) == []
    kings.evaluate("window.same = true")
    aces.get_by_role("button", name="We 10", exact=True).tap()
    aces.get_by_role("button", name="They 10, cannot be", exact=True).tap(force=True)
    expect(aces.locator("[data-pad-says]")).to_have_text("A game has a winner.")
    aces.get_by_role("button", name="They 6", exact=True).tap()
    send = aces.get_by_role("button", name="Send 10–6")
    assert send.evaluate(IN_SIGHT)
    send.tap()
    expect(aces.get_by_role("button", name="Take it back")).to_be_visible()

    expect(kings.get_by_role("heading", name="They say 10–6 in game 1. Right?")).to_be_visible()
    assert kings.locator(".big .n").all_inner_texts() == ["10", "6"]
    yes = kings.get_by_role("button", name="Yes, that’s right")
    assert yes.evaluate(IN_SIGHT)
    assert barriers(kings) == []
    assert kings.evaluate("window.same")
    yes.tap()
    expect(kings.locator(".cap")).to_contain_text("games 0–1")
    expect(aces.locator(".cap")).to_contain_text("games 1–0")
    expect(aces.get_by_role("heading", name="Who plays game 2?")).to_be_visible()
    assert bar.league("tuesdays").fixtures[0].games[0].stands


def test_a_team_signs_on_one_phone_from_hand_to_hand(
    bar: ClockedHall, captains: list[Page]
) -> None:
    aces = captains[0]
    aces.get_by_text("Waivers: 3 to sign").tap()

    def sign(word: str) -> Locator:
        return aces.locator(".signing li", has_text=f"Aces {word}").get_by_role("button")

    for word, left in (("One", 2), ("Two", 1)):
        sign(word).tap()
        expect(aces.get_by_text(f"Waivers: {left} to sign")).to_be_visible()
        expect(sign("Three")).to_be_visible()
    sign("Three").tap()
    expect(aces.get_by_text("to sign")).to_have_count(0)
    assert all(each.signed for each in bar.league("tuesdays").team(1).members)
