"""Whole days through visible buttons and fields alone; what they take is counted and printed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from rightbower.tournament.events.simulated import people
from web.browser.counted_day import CountedDirector, Counts
from web.browser.league_hall import ClockedHall
from web.browser.visits import Visit, expect

Come = Callable[..., Visit]
DESK: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}  # fmt: skip
SIZES = {"1366x768": DESK, "390x844": PHONE}
CHARITY, SCORES = "Charity day", ("12 7", "9 11", "14 6", "8 13", "10 5")


def pairs(count: int) -> list[str]:
    names = people(2 * count)
    return [f"{one} & {other}" for one, other in zip(names[::2], names[1::2], strict=True)]


def told(name: str, director: CountedDirector) -> None:
    """Print what each part took."""
    lines = [f"{part}: {took}" for part, took in director.parts.items()]
    print(f"\n{name}\n  " + "\n  ".join([*lines, f"in all: {director.counts}"]))


def whole_day(
    visit: Visit, kind: str, names: list[str], scores: tuple[str, ...], rounds: int, **own: str
) -> CountedDirector:
    """A day from the list of events to the final results."""
    director = CountedDirector(visit.page)
    size = visit.page.viewport_size
    phone = size is not None and size["width"] < 700
    start = director.counts.copy()
    director.make(kind, f"A day: {kind}", **own)
    director.seat_everybody(names)
    director.part("to seated", start)
    for number in range(1, rounds + 1):
        start = director.counts.copy()
        if number == 1:
            director.to_the_round()
        else:
            director.next_round()
        director.start()
        pressed = director.counts.clicks - start.clicks
        director.results(scores)
        took = director.part(f"round {number}", start)
        into_the_field = int(phone and pressed > 1)  # the clock's press took the cursor along
        assert took.clicks == pressed + into_the_field
    start = director.counts.copy()
    director.part_the_tied()
    director.part("ties", start)
    start = director.counts.copy()
    director.finish()
    director.part("finish", start)
    told(f"{kind}, {visit.page.viewport_size}", director)
    return director


def test_a_short_day_and_a_name_put_right(visit: Come) -> None:
    """Four pairs, one round: eight clicks to seated and a few of the plan, three to finish."""
    director = CountedDirector(visit(**DESK).page)
    director.make("Open Pairs, Alberta", "A short day", Rounds="1")
    director.write("One ", "\n".join(pairs(4)))
    director.press("Check these names")
    director.press("Put 4 on the list")
    start = director.counts.copy()
    director.correct_a_name(pairs(4)[0], "Anne Leigh")
    assert director.part("a name", start).clicks == 3


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
def test_a_charity_night_of_22(visit: Come, size: str) -> None:
    director = whole_day(visit(**SIZES[size]), CHARITY, people(22), SCORES, 8)
    assert director.parts["to seated"].clicks <= 8
    for number in range(1, 9):
        assert director.parts[f"round {number}"].clicks <= 1
    assert director.parts["finish"].clicks <= 3


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("kind", "names", "scores", "rounds", "own"),
    [
        ("Open Pairs, Alberta", pairs(12), ("10 7", "4 10", "10 9"), 3, {"Rounds": "3"}),
        ("Open, provincial", pairs(8), ("10 7", "4 10", "10 9"), 3, {"Rounds": "3"}),
        ("National progressive", people(16), ("9 4", "3 8", "7 6"), 4, {"Rounds": "4"}),
    ],
    ids=["seniors", "provincial", "national"],
)
def test_whole_days_of_the_other_kinds(
    visit: Come, size: str, kind: str, names: list[str], scores: tuple[str, ...], rounds: int,
    own: dict[str, str],
) -> None:  # fmt: skip
    director = whole_day(visit(**SIZES[size]), kind, names, scores, rounds, **own)
    for number in range(1, rounds + 1):
        # Seat, and start the clock; on a phone also back into the field.
        assert director.parts[f"round {number}"].clicks <= 2 + (size == "390x844")
    assert director.parts["finish"].clicks <= 3


TEAMS = ("Aces", "Kings", "Queens", "Jacks")
NIGHTS = ("2027-01-12", "2027-01-19", "2027-01-26")
POINTS = ("10", "4", "7", "10", "10", "8")


def begin_a_league(director: CountedDirector) -> None:
    """From the list of events to a season with its calendar."""
    rows = [f"{team},{team} {word},yes" for team in TEAMS for word in ("One", "Two", "Three")]
    director.page.goto("/events")
    director.press("Begin a league")
    director.write("Name of the league", "Tuesdays")
    director.write("First night", f"{NIGHTS[0]}T19:00")
    director.write("The Gamer’s PIN", "2468")
    director.press("Begin the league")
    director.write("Paste it", "\n".join(["team,name,signed", *rows]))
    director.press("Check it first")
    director.press("Import 12 rows")
    director.press("To the calendar")
    director.press("Make this calendar and open the season")


def play_a_night(director: CountedDirector) -> None:
    """Everybody comes on time; each sheet is typed by keys, game after game."""
    page = director.page
    director.click(page.get_by_role("navigation", name="Steps").get_by_text("The night"))
    for number in range(page.locator("section.fixture").count()):
        card = page.locator("section.fixture").nth(number)
        for team in range(2):
            came = card.locator(".team").nth(team)
            director.click(came.get_by_role("button", name="All are here"))
            expect(came.get_by_role("button", name="All are here")).to_have_count(0)
        director.click(card.locator("input[name=one1]"))
        for points in POINTS:
            page.keyboard.type(points)
            page.keyboard.press("Tab")
            director.counts.words += 1
        card.locator("input[name^=other]").last.press("Enter")
        expect(card.locator("td.points")).to_have_count(len(POINTS))


def to_the_playoffs(director: CountedDirector) -> None:
    """By the step in the bar."""
    steps = director.page.get_by_role("navigation", name="Steps")
    director.click(steps.get_by_text(re.compile("playoffs", re.IGNORECASE)))


def draw_a_round(director: CountedDirector) -> str:
    """Draw the next round of the playoffs at the time the page proposes; the day it is played on."""
    to_the_playoffs(director)
    day = director.page.get_by_label("It is played").input_value()[:10]
    director.press(re.compile("^Draw the (first|next) round$"))
    expect(director.page.get_by_text("The round is being played")).to_be_visible()
    return day


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
def test_a_league_season(tmp_path: Path, chrome: Browser, size: str) -> None:
    """Four teams, three nights, then the playoffs: two presses and one click into the sheet for each fixture."""
    with ClockedHall(tmp_path / "hall") as hall:
        hall.at(f"{NIGHTS[0]}T18:30:00")
        visit = Visit(hall, chrome, "", **SIZES[size])  # type: ignore[arg-type]  # has a port and keys
        director = CountedDirector(visit.page)
        start = director.counts.copy()
        begin_a_league(director)
        director.part("to the calendar", start)
        for night in NIGHTS:
            hall.at(f"{night}T19:02:00")
            start = director.counts.copy()
            play_a_night(director)
            assert director.part(f"night {night}", start).clicks <= 7
        for name in ("semi-finals", "final"):
            start = director.counts.copy()
            hall.at(f"{draw_a_round(director)}T19:02:00")
            play_a_night(director)
            assert director.part(name, start).clicks <= 9
        to_the_playoffs(director)
        expect(director.page.locator(".champion-line")).to_be_visible()
        told(f"League season, {size}", director)
        league = hall.league("tuesdays")
        assert all(game.points for fixture in league.fixtures for game in fixture.games)
        visit.context.close()


def test_counts_are_differences() -> None:
    assert Counts(5, 4, 3) - Counts(2, 2, 2) == Counts(3, 2, 1)
