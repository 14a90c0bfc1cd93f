"""One name for each side of a table: on the desk, the phones, the wall, the public page, paper and files."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from pypdf import PdfReader

from rightbower.papers.printing.events import event_paper
from rightbower.papers.spreadsheets.tables import event_pages
from web.at_desk import says
from web.day import PIN, Room, prepared_event, room, seated

EVERY = ("Red", "Black", "A team", "B team", "North–South", "East–West", "N–S", "E–W", "One pair", "Other pair", "One side", "Other side")  # fmt: skip
PRESETS = {
    "charity-day": ("Red", "Black"),
    "alberta-pairs": ("A team", "B team"),
    "national-progressive": ("North–South", "East–West"),
    "swiss-pairs": ("North–South", "East–West"),
}


def named(text: str) -> set[str]:
    """The sides that a text speaks of."""
    plain = " ".join(text.split())
    return {name for name in EVERY if re.search(rf"\b{re.escape(name)}\b", plain)}


def printed(here: Room, paper: str) -> str:
    data = event_paper(here.event, paper, "A4", 0, {})
    return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_side_is_called_the_same_everywhere(tmp_path: Path, preset: str) -> None:
    prepared_event(tmp_path, preset=preset, tables=2, deeds=[seated], rounds=None)
    with room(tmp_path) as here:
        director = here.client
        director.post("/events/day/pin", data={"pin": PIN})
        phone = here.seated_phone(here.event.round.tables[0].sides[0][0])
        everywhere = {
            "round": says(director.get("/events/day/desk/round").text),
            "table": says(director.get("/events/day/desk/table/1").text),
            "seating": says(director.get("/events/day/desk/seating").text),
            "phone": phone.get("phone"),
            "public": phone.get(""),
            "wall": " ".join(here.desk.views.seen("day").sides),
            "master card": printed(here, "master-card"),
            "round cards": printed(here, "round-cards"),
            "movement": printed(here, "movement"),
            "spreadsheet": " ".join(
                str(cell) for page in event_pages(here.event) for row in page.rows for cell in row
            ),
        }
    right = set(PRESETS[preset])
    wrong = {where: found for where, text in everywhere.items() if (found := named(text) - right)}
    assert wrong == {}
    for where in ("round", "table", "wall", "master card", "movement"):
        assert named(everywhere[where]) == right, where
