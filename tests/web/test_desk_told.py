"""What the desk tells of those on the list, and where one is after a correction."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec.structs import replace

from rightbower.web.desk.checkin import counts, row_remarks
from tournament.events.day import Day
from web.at_desk import Director, hall

PAIRS = ("Ann & Al", "Bea & Bob", "Cat & Cy", "Dot & Dan")


def day() -> Day:
    found = Day("alberta-pairs")
    found.enter(*PAIRS)
    return found


def test_those_who_are_here_and_who_left_are_counted() -> None:
    event = day().event
    found = counts(event)
    assert (found["here"], found["entered"]) == (4, 0)
    gone = replace(event.entrants[0], state="withdrawn")
    found = counts(replace(event, entrants=(gone, *event.entrants[1:])))
    assert (found["here"], found["withdrawn"]) == (3, 1)


def test_a_row_says_for_whom_somebody_vouched_and_who_are_kept_apart() -> None:
    event = replace(day().event, apart=((1, 2), (4, 1), (3, 4)))
    first, second, *_ = event.entrants
    plain = row_remarks(replace(event, apart=()), first)
    assert row_remarks(event, first) == [*plain, "kept apart from Bea & Bob and Dot & Dan"]
    assert row_remarks(event, second) == [*plain, "kept apart from Ann & Al"]
    vouched = replace(first, vouched="a club card")
    assert "vouched for: a club card" in row_remarks(event, vouched)
    assert not any("vouched" in each for each in row_remarks(event, first))


def test_nobody_is_offered_as_a_partner_for_oneself(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        director = Director(client, "alberta-pairs")
        director.names("Ann", "Bea", "Cat & Cy")
        page = client.get(f"/events/{director.id}/desk/entrant/1").text
        offered = page.partition('<select id="mate"')[2].partition("</select>")[0]
        assert re.findall(r"<option[^>]*>([^<]*)<", offered) == ["2. Bea"]


def test_after_a_correction_one_is_back_at_the_round_that_was_corrected(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        director = Director(client, "alberta-pairs")
        director.names(*PAIRS)
        director.seat()
        director.all_in()
        director.seat()
        director.all_in()
        for page, back in (("table/1?round=1", "round?round=1"), ("table/1", "round")):
            fix = {"do": "correct", "first": "7", "second": "10", "why": "sides were swapped"}
            director.do(page, "correct", first=7, second=10, why="sides were swapped")
            sent = client.post(
                f"/events/{director.id}/desk/{page}",
                data={**fix, "sure": "yes", "version": director.seen},
                follow_redirects=False,
            )
            assert sent.headers["location"].endswith(f"/desk/{back}")
