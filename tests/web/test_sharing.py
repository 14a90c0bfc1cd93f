"""Sharing: the results in one file, as a picture and as a text, the link and its code, calendars."""

from __future__ import annotations

import html
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from openpyxl import load_workbook
from PIL import Image
from starlette.testclient import TestClient

from rightbower.tournament.events.sharing import newsletter
from web.at_desk import Director, hall, says

NAMES = ("Ann <i>Lee", "Bob Ray", "Zoë Fox", "Di Orr", "Ed Hall", "Fay Ives", "Gus Lum", "Hal Moe")  # fmt: skip


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Director]:
    with hall(tmp_path) as client:
        found = Director(client, "charity-day", "Ham night", rounds="2", prizes="First = 50\nLow = 5")  # fmt: skip
        found.names(*NAMES)
        for _ in range(2):
            found.seat()
            found.all_in("12 7")
        yield found


def taken(client: TestClient, path: str) -> tuple[str, bytes]:
    """What comes of an address: its kind and its bytes."""
    got = client.get(path)
    assert got.status_code == 200, path
    return got.headers["content-type"], got.content


def finished(desk: Director) -> None:
    desk.do("finish", "hand-in", all="yes")
    desk.sure("finish", "finish")
    assert desk.event.finished, says(desk.text)


def test_the_results_page_needs_nothing_beside_itself(desk: Director) -> None:
    finished(desk)
    kind, data = taken(desk.client, f"/events/{desk.id}/results.html")
    page = data.decode()
    assert kind.startswith("text/html")
    assert not re.search(r'(src|href)="/', page)
    assert "<script" not in page
    assert "<i>" not in page
    words = says(page)
    assert len(desk.event.places) == len(NAMES)
    assert all(html.escape(place.name) in page for place in desk.event.places)
    assert "Sat 30 May 2026" in words
    assert "Final results" in words
    assert "Round 2" in words
    assert words.count("12–7") == 4
    assert "First: " in words


def test_the_text_says_places_and_prizes_and_where_to_look(desk: Director) -> None:
    assert "after round 2" in newsletter(desk.event).casefold()
    finished(desk)
    _, data = taken(desk.client, f"/events/{desk.id}/results.txt")
    lines = data.decode().splitlines()
    assert lines[:2] == ["Ham night, Sat 30 May 2026", "Final results. 8 players, 2 rounds."]
    first = desk.event.places[0]
    assert f"{first.name}: {first.won} won" in lines[3]
    assert lines[-1].endswith(f"/events/{desk.id}")
    assert "Prizes" in lines
    assert desk.event.name_of(*desk.event.awards[0].winners) in data.decode()


def test_the_picture_is_one_and_grows_with_no_name(desk: Director) -> None:
    kind, data = taken(desk.client, f"/events/{desk.id}/results.png")
    picture = Image.open(io.BytesIO(data))
    assert (kind, picture.format, picture.size) == ("image/png", "PNG", (1080, 1350))
    desk.do("plan", "title", name="Ő" * 110)
    _, longer = taken(desk.client, f"/events/{desk.id}/results.png")
    assert Image.open(io.BytesIO(longer)).size == (1080, 1350)
    assert longer != data


def test_the_day_goes_into_a_calendar_and_the_hall_has_one(desk: Director) -> None:
    _, one = taken(desk.client, f"/events/{desk.id}/results.ics")
    assert b"DTSTART;VALUE=DATE:20260530\r\n" in one
    assert b"SUMMARY:Ham night\r\n" in one
    Director(desk.client, "charity-day", "Try", practice="yes")
    kind, every = taken(desk.client, "/events.ics")
    assert kind.startswith("text/calendar")
    assert every.count(b"BEGIN:VEVENT") == 1
    desk.do("plan", "archive")
    assert b"BEGIN:VEVENT" not in taken(desk.client, "/events.ics")[1]


def test_the_desk_has_the_link_its_code_and_everything_to_pass_on(desk: Director) -> None:
    words = desk.look("share")
    assert f"/events/{desk.id}" in words
    assert "Text for the newsletter" in words
    assert "Ham night, Sat 30 May 2026" in words
    for path in re.findall(r'href="(/[^"]*(?:results|certificates)\.[^"]*)"', desk.text):
        taken(desk.client, path)
    assert desk.client.get(f"/events/{desk.id}/results.exe").status_code == 404


def test_before_anything_is_played_there_is_little_to_share(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        early = Director(client, "alberta-pairs")
        for form in ("html", "png", "txt", "ics"):
            taken(client, f"/events/{early.id}/results.{form}")
        assert "Nothing has been played yet" in early.look("share")


def test_places_of_a_spreadsheet_are_numbers(desk: Director) -> None:
    _, data = taken(desk.client, f"/events/{desk.id}/desk/file.xlsx")
    rows = list(load_workbook(io.BytesIO(data))["Standings"].iter_rows(min_row=2, values_only=True))
    assert len(rows) == len(NAMES)
    for rank, _, *figures, _ in rows:
        assert isinstance(rank, int) or str(rank).endswith("=")
        assert all(isinstance(each, int) for each in figures)
