"""What everybody is shown of an event: the clock, the few words for phones, places moved."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

from rightbower.rules.message import as_written
from rightbower.tournament.events.finish import finish
from rightbower.tournament.events.places import Ranked
from rightbower.tournament.events.places import table as standings_table
from rightbower.tournament.events.results import correct, dispute, enter, void
from rightbower.tournament.events.round_clock import (
    BellRang,
    ClockPaused,
    ClockStarted,
    ClockView,
    advised,
    bell_words,
    clock_view,
    reminder_words,
)
from rightbower.web.notes import Notes
from rightbower.web.snapshots import event_view as ranks
from rightbower.web.snapshots.phone_snapshot import PhoneView, phone_snapshot, phone_view
from tournament.events.day import Day, individuals, ring_of_pairs

# The clock


def test_the_bell_says_what_the_book_says() -> None:
    faced = "Time. A hand whose turn-up is faced is played out."
    assert bell_words(Day("alberta-pairs").event) == faced
    put_down = "Time. A hand whose turn-up is on the table is played out."
    assert bell_words(Day("national-progressive").event) == put_down


def test_a_clock_is_shown_for_the_latest_round_only() -> None:
    day = individuals("national-progressive", 4)
    assert clock_view(day.event, 5.0) is None
    day.seat()
    assert clock_view(day.event, 5.0) is None
    day.now = 100.0
    day.do(ClockStarted(1, 7))
    at = day.now
    assert clock_view(day.event, at + 60) == ClockView(1, True, 360.0, 60.0, False, None)
    day.do(ClockPaused())
    assert clock_view(day.event, at + 900) == ClockView(1, False, 419.0, 1.0, False, None)
    day.do(BellRang())
    found = clock_view(day.event, at + 900)
    assert found is not None
    assert (found.running, found.rang) == (False, True)
    day.play_all()
    day.seat()
    assert clock_view(day.event, at + 901) is None


def test_a_book_without_advice_reminds_nobody() -> None:
    day = Day("national-progressive")
    assert (advised(day.event), reminder_words(day.event)) == (None, "")


def test_a_book_with_advice_reminds_after_its_minutes() -> None:
    day = Day("alberta-pairs")
    assert advised(day.event) == 1800
    assert reminder_words(day.event) == (
        "30 minutes have passed: an experienced table should have finished by now; play goes on"
        " (A01-T5.2)."
    )


# The few words for phones


def short(day: Day, **notes: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.decode(phone_snapshot(day.event, Notes(**notes)))
    return found


def test_a_phone_is_sent_a_letter_for_each_table() -> None:
    day = ring_of_pairs("alberta-55plus", 5)
    day.do(enter(day.event, 1, (10, 8)))
    day.do(enter(day.event, 2, (10, 8), side=0))
    day.do(enter(day.event, 3, (10, 8)))
    day.do(dispute(day.event, 3, why="no"))
    day.do(void(day.event, 4, why="no"))
    assert short(day)["states"] == "medvp"
    online = {(1, 5): "x", (1, 1): "y", (2, 2): "z"}
    assert short(day, online=online)["states"] == "medvP"
    assert short(day, online={(2, 5): "x"})["states"] == "medvp"
    assert (short(day, said=3)["said"], short(day, version=5)["version"]) == (
        3,
        day.event.version + 5,
    )
    assert (short(day)["stage"], short(day)["round"]) == ("round", 1)


def test_a_phone_is_told_when_the_clock_starts_stands_and_rings() -> None:
    day = individuals("national-progressive", 4)
    assert (short(day)["clock"], short(day)["states"]) == ("stands", "")
    day.seat()
    assert short(day)["clock"] == "off"
    day.do(ClockStarted(1, 7))
    assert short(day)["clock"] == "runs"
    day.do(ClockPaused())
    assert short(day)["clock"] == "stands"
    day.do(BellRang())
    assert short(day)["clock"] == "rang"


def test_a_phones_own_page_says_how_many_rounds_there_are() -> None:
    day = individuals("charity-day", 4, rounds=3)
    assert phone_view(day.event, 9.0) == PhoneView(
        "check-in", 0, None, bell_words(day.event), reminder_words(day.event), 3
    )
    pairs = ring_of_pairs("alberta-55plus", 2)
    assert phone_view(pairs.event, 9.0).rounds == 2
    assert phone_view(Day("alberta-pairs").event, 9.0).rounds is None


# Places and how far each has moved


def moved(day: Day) -> dict[str, int | None]:
    places = standings_table(day.event).places
    return {each.name: each.moved for each in ranks.standings(day.event, places)}


def test_nobody_has_moved_before_the_second_round_with_a_result() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.play("A1 10–8 B1, A2 10–2 B2")
    assert set(moved(day).values()) == {None}
    day.seat()
    assert set(moved(day).values()) == {None}
    day.play("A1 2–10 B2")
    assert set(moved(day).values()) != {None}


def test_a_place_is_shown_with_all_its_figures() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    place = Ranked(
        2,
        3,
        "A2 & A2x",
        (as_written("second"), as_written("why")),
        ("A01-T10.1",),
        won=5,
        drawn=4,
        lost=6,
        points=77,
        event_points=9,
        shared=True,
    )
    assert ranks.standings(day.event, (place,)) == (
        ranks.Standing(
            rank=2,
            entrant=3,
            name="A2 & A2x",
            why="2nd=: second; why",
            clauses=("A01-T10.1",),
            won=5,
            drawn=4,
            lost=6,
            points=77,
            event_points=9,
            moved=None,
            shared=True,
            open=False,
        ),
    )


def test_places_up_are_counted_from_the_round_before() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.play("A1 10–8 B1, A2 9–10 B2")
    before = {place.name: place.rank for place in standings_table(day.event).places}
    day.seat()
    day.play("A1 10–4 B2, A2 8–10 B1")
    now = {place.name: place.rank for place in standings_table(day.event).places}
    wanted = {
        name: was - rank
        for name, was in before.items()
        if (rank := now[name]) is not None and was is not None
    }
    assert moved(day) == wanted
    assert set(wanted.values()) != {0}
    day.do(finish(day.event))
    assert moved(day) == wanted


def test_somebody_who_came_later_or_is_not_ranked_has_not_moved() -> None:
    day = individuals("charity-day", 4, rounds=3)
    day.enter("Fay", floater=True)
    day.seat()
    day.play_all("9–4")
    day.seat()
    day.play_all("7–5")
    assert moved(day)["Fay"] is None
    assert moved(day)["P1"] is not None


def test_only_so_many_events_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranks, "_earlier", {})
    monkeypatch.setattr(ranks, "MOST_REMEMBERED", 2)
    day = ring_of_pairs("alberta-55plus", 2)
    day.play_all()
    day.seat()
    day.play_all()
    places = standings_table(day.event).places
    kept = []
    for name in ("one", "two", "three", "four"):
        ranks.standings(replace(day.event, id=name), places)
        kept.append(sorted(ranks._earlier))
    assert kept == [["one"], ["one", "two"], ["three"], ["four", "three"]]


def test_a_correction_of_an_earlier_round_is_worked_out_again() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.play("A1 10–8 B1, A2 9–10 B2")
    day.seat()
    day.play("A1 10–4 B2, A2 8–10 B1")
    first = moved(day)
    day.do(correct(day.event, 1, 1, (2, 10), why="the card says so"))
    assert moved(day) != first
