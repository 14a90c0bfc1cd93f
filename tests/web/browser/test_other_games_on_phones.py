"""Days of other games on phones: each side taps its score, the other says yes, and the results are out."""

from __future__ import annotations

import os
import re
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from rightbower.tournament.events.finish import finish
from rightbower.tournament.events.results import confirm
from rightbower.tournament.events.seating import not_yet, seat
from web.browser.event_hall import ONE_VIEW, PHONE, EventHall, Guest
from web.browser.test_score_pad import faults_at_all_sizes
from web.day import prepared_event, seated
from web.test_other_games import SCORES, words_of

ROUNDS = 2
IN_ROUND = "round => document.querySelector('main').dataset.key.split(' ')[1] === round"
SHARED = "whist-drive"  # one tap is the whole score


def open_pad(guest: Guest) -> None:
    """The pad, which may be open already."""
    guest.page.wait_for_function(ONE_VIEW)
    if guest.page.get_by_role("button", name="Enter the score").count():
        guest.page.get_by_role("button", name="Enter the score").click()


def tap_score(guest: Guest, ours: int, theirs: int) -> None:
    """Tap a score on the pad and send it."""
    page = guest.page
    open_pad(guest)
    assert faults_at_all_sizes(page, "figures") == []
    for points, next_ in ((ours, "Now their points"), (theirs, "")):
        for figure in str(abs(points)):
            page.locator(f'[data-pad="key {figure}"]').click()
        if points < 0:
            page.get_by_role("button", name="Below zero").click()
        if next_:
            page.get_by_role("button", name=next_).click()
    assert faults_at_all_sizes(page, f"{ours} {theirs}") == []
    page.get_by_role("button", name="Send").click()


@pytest.mark.parametrize(
    "preset",
    [SHARED, *(pytest.param(each, marks=pytest.mark.soak) for each in SCORES if each != SHARED)],
)
def test_a_day_of_another_game_is_played_on_phones(
    preset: str, tmp_path: Path, chrome: Browser
) -> None:
    ours, theirs = map(int, SCORES[preset].split())
    prepared_event(tmp_path, "day", preset=preset, tables=2, rounds=ROUNDS, deeds=[seated])
    with EventHall(tmp_path) as hall:
        guests = {
            number: Guest(hall, chrome, **PHONE)
            for table in hall.event().round.tables
            for number in (table.sides[0][0], table.sides[1][0])
        }
        for number, guest in guests.items():
            table = next(t for t in hall.event().round.tables if number in t.entrants)
            guest.sit("day", table.number, number)
        if picture := os.environ.get("PICTURE_OF_PAD"):
            open_pad(first := next(iter(guests.values())))
            first.page.screenshot(path=picture)
        for round_ in range(1, ROUNDS + 1):
            _play(hall, guests, preset, (ours, theirs))
            assert not hall.event().round.awaited
            if round_ < ROUNDS:
                assert not_yet(hall.event()) is None
                hall.write("day", lambda event: seat(event, "second"))
        words = words_of(next(iter(guests.values())).page.content())
        hall.write("day", lambda event: finish(event, why="enough"))
        for guest in guests.values():
            expect(guest.page.locator("body")).to_contain_text(re.compile("You came"))
            words += words_of(guest.page.content(), preset)
            assert guest.complaints == []
            guest.context.close()
        assert words == []


def _play(hall: EventHall, guests: dict[int, Guest], preset: str, score: tuple[int, int]) -> None:
    """A round: at each table somebody with a phone sends the score, and somebody opposite agrees."""
    for table in hall.event().round.tables:
        first = next((each for each in table.sides[0] if each in guests), None)
        second = next((each for each in table.sides[1] if each in guests), None)
        sender, other = (first, second) if first is not None else (second, first)
        assert sender is not None
        guest = guests[sender]
        # Whoever stays at a table sees the round before until the news of this one is there.
        guest.page.wait_for_function(IN_ROUND, arg=str(hall.event().round.number))
        expect(guest.page.locator(".cap .no")).to_contain_text(str(table.number))
        if preset == SHARED:
            open_pad(guest)
            assert faults_at_all_sizes(guest.page, "tricks") == []
            guest.page.set_viewport_size({"width": 360, "height": 740})
            guest.page.get_by_role("button", name=f"We {score[0]}", exact=True).click()
            guest.page.get_by_role("button", name="Send").click()
        else:
            tap_score(guest, *score)
        expect(guest.page.locator("h1")).to_contain_text(["Sent"])
        if other is None:
            hall.write("day", partial(confirm, table=table.number))
            continue
        yes = guests[other].page.get_by_role("button", name="Yes, that’s right")
        yes.click()
        expect(guests[other].page.locator(".ok")).to_contain_text("It counts")
