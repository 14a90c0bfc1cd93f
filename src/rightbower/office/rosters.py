"""Rosters from a list: pasted or from a file, previewed row by row before they are imported."""

from __future__ import annotations

import csv
import io

from rightbower.papers.spreadsheets.cells import Column, ListPreview, Row, read
from rightbower.rules.message import UNSAID, Message, as_written, message
from rightbower.tournament.commands import LONGEST_NAME
from rightbower.tournament.league.league import League
from rightbower.tournament.league.lists import HEADINGS, NEEDED, PlayerRow, RosterPreview, preview
from rightbower.tournament.league.season import tidy

COLUMNS = tuple(Column(name, titles, needed=name in NEEDED) for name, titles in HEADINGS.items())


def read_roster(data: bytes) -> ListPreview:
    """A list with a team and a player in each row; ``Team: Ann, Al`` stands for a row each."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return read(data, COLUMNS)
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines or not all(":" in line for line in lines):
        return read(data, COLUMNS)
    rows = tuple(
        Row(number, {"team": tidy(team), "player": tidy(name)})
        for number, line in enumerate(lines, 1)
        for team, _, names in [line.partition(":")]
        for name in names.split(",")
    )
    return ListPreview(rows, headed=False)


def roster_text(sheet: ListPreview) -> str:
    """The list in one form, so that what was previewed is what is imported."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([column.name for column in COLUMNS])
    for row in sheet.rows:
        writer.writerow([row.values.get(column.name, "") for column in COLUMNS])
    return out.getvalue()


def roster_file_text(data: bytes) -> str:
    """A file as the list that can be pasted."""
    return roster_text(read_roster(data))


def preview_roster(league: League, sheet: ListPreview, when: str) -> RosterPreview:
    """What importing the list would do, row by row."""
    faulty = {id(row): fault for row in sheet.rows if (fault := _fault(row))}
    good = [row for row in sheet.rows if id(row) not in faulty]
    numbers = [row.number for row in good]
    found = preview(league, [row.values for row in good], when, numbers)
    bad = [
        PlayerRow(row.number, row.values.get("team", ""), row.values.get("player", ""), fault=fault)
        for row in sheet.rows
        if (fault := faulty.get(id(row), UNSAID))
    ]
    lines = sorted((*found.lines, *bad), key=lambda line: line.row)
    return RosterPreview(tuple(lines), found.facts)


def _fault(row: Row) -> Message:
    if row.faults:
        return as_written(row.faults[0])
    if max(len(row.values.get(name, "")) for name in ("team", "player")) > LONGEST_NAME:
        return message("a name has at most {most} letters", most=LONGEST_NAME)
    return UNSAID
