"""Lines and counts as they are told: the play by play, books side by side, who is expected at a day."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from rightbower.rules.acts import read_action
from rightbower.rules.book import load
from rightbower.rules.library import compare
from rightbower.web.hall.card_text import happened
from rightbower.web.notes import Notes
from rightbower.web.snapshots.event_view import snapshot
from tournament.events.day import Day


@pytest.mark.parametrize(
    ("action", "text", "yours"),
    [
        ("N pass", "Nan passes", "You pass"),
        ("N order", "Nan orders it up", "You order it up"),
        ("N order alone", "Nan orders it up and goes alone", "You order it up and go alone"),
        ("N pick up", "Nan picks it up", "You pick it up"),
        ("N pick up alone", "Nan picks it up and goes alone", "You pick it up and go alone"),
        ("N name S", "Nan calls spades", "You call spades"),
        ("N name S alone", "Nan calls spades, alone", "You call spades, alone"),
    ],
)
def test_a_call_is_told_alone_where_it_is(action: str, text: str, yours: str) -> None:
    told = happened("Nan", read_action(action))
    assert (told.text, told.yours) == (text, yours)


def test_books_side_by_side_differ_or_agree_in_each_setting(client: TestClient) -> None:
    page = client.get("/rules/compare?book=standard&book=alberta-55plus").text
    rows = compare([load("standard"), load("alberta-55plus")])
    differ = sum(row.differs for row in rows)
    assert f"Where they differ: {differ}<" in page
    assert f"Where they agree: {len(rows) - differ}<" in page
    assert len(re.findall(r'<th scope="row">', page)) == len(rows)


def test_those_who_left_are_not_expected_any_more() -> None:
    day = Day("alberta-pairs")
    day.enter("Ann & Al", "Bea & Bob", "Cat & Cy")
    first, second, third = day.event.entrants
    some = (replace(first, state="withdrawn"), replace(second, state="entered"), third)
    seen = snapshot(replace(day.event, entrants=some), Notes(), 0.0)
    assert (seen.here, seen.entered) == (1, 2)
