"""The practice night: a new director is led from the door to the results, and phones play along."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rightbower.tournament.events.places import standings
from web.at_desk import Director, hall, says


class Newcomer(Director):
    """Somebody who has never directed: does only what the guide says."""

    def __init__(self, client: object) -> None:
        self.client = client  # type: ignore[assignment]  # the caller's client
        self._read(self.client.post("/events/practice"))
        self.id = self.path.split("/")[2]

    @property
    def step(self) -> str:
        """What the guide says now."""
        self.look()
        found = re.search(r'<section class="guide".*?</section>', self.text, re.DOTALL)
        assert found is not None
        return says(found[0])


@pytest.fixture
def newcomer(tmp_path: Path) -> Iterator[Newcomer]:
    with hall(tmp_path) as client:
        yield Newcomer(client)


def test_a_new_director_plays_a_night_through_by_the_guide_alone(newcomer: Newcomer) -> None:
    assert newcomer.event.practice
    assert newcomer.step.startswith("Step 1 of 9 8 are expected.")
    newcomer.do("check-in", "entrants-check-in", all="yes")
    assert newcomer.step.startswith("Step 2 of 9")
    newcomer.seat("first")
    assert "Press Start" in newcomer.step
    newcomer.do("round", "clock-start")
    assert newcomer.step.endswith("Let the phones play")
    said = newcomer.do("practice", "phones")
    assert "1 of 4 in 1 missing 1 to be confirmed 1 disputed" in said
    assert "A table disagrees" in newcomer.step
    newcomer.do("table/2", "confirm")
    assert "Press Confirm on the striped table" in newcomer.step
    newcomer.do("round", "confirm", table=3)
    assert "such as 4 10 6" in newcomer.step
    newcomer.line("4 10 6")
    assert "Press Seat round" in newcomer.step
    newcomer.seat("second")
    newcomer.do("round", "clock-start")
    newcomer.do("practice", "phones")
    assert "A table calls you" in newcomer.step
    newcomer.do("messages", "coming", table=1, back="round")
    assert newcomer.step.startswith("Step 9 of 9")
    first, *others = standings(newcomer.event)
    assert (first.rank, first.shared) == (1, False)
    assert [each.rank for each in others].count(1) == 0
    newcomer.sure("finish", "finish")
    assert newcomer.event.finished
    assert "That was a whole night." in newcomer.step
    assert f"1 {first.name}" in newcomer.look("finish")


def test_phones_play_by_themselves_in_practice_only(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        director = Director(client, "alberta-pairs")
        director.names("Ann & Al", "Bea & Bob")
        assert "in a practice event only" in director.do("practice", "phones")
        assert "Step 1 of 9" not in director.look("check-in")


def test_phones_wait_until_a_round_is_seated(newcomer: Newcomer) -> None:
    newcomer.do("practice", "phones")
    assert '<p class="fault" role="alert">No round is seated yet.</p>' in newcomer.text
    assert newcomer.status == 422


def test_phones_that_played_already_do_not_play_again(newcomer: Newcomer) -> None:
    newcomer.do("check-in", "entrants-check-in", all="yes")
    newcomer.seat("first")
    first = newcomer.do("practice", "phones")
    before = newcomer.event
    assert newcomer.do("practice", "phones") == first
    assert newcomer.status == 200
    assert newcomer.event == before


def test_who_may_not_make_an_event_is_told_so_on_the_form(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        client.app.state.public = True  # type: ignore[attr-defined]  # a Starlette app
        answer = client.post("/events/practice")
        assert answer.status_code == 422
        assert "On this hall its organizers make events." in says(answer.text)
        assert 'action="/events/new"' in answer.text
