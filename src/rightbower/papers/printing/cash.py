"""The cash sheet on paper."""

from __future__ import annotations

from rightbower.papers.printing import lists
from rightbower.papers.printing.papers import Heading, Paper, PlaceLine, StandingsPaper
from rightbower.tournament.events.cash import CashSheet, money


def cash_paper(heading: Heading, sheet: CashSheet, paper: Paper = "Letter") -> bytes:
    """What came in, what went out, what is left, and who still owes."""
    rows = [
        PlaceLine(
            str(number),
            str(line.what),
            (_amount(line.came_in), _amount(line.goes_out)),
            str(line.why),
        )
        for number, line in enumerate(sheet.lines, 1)
    ]
    rows.append(PlaceLine("", "Total", (money(sheet.came_in), money(sheet.goes_out))))
    rows.append(PlaceLine("", "Should be in the box", (money(sheet.left), "")))
    owing = ", ".join(f"{line.name} {money(line.owes)}" for line in sheet.fees if line.owes)
    notes = (
        *([f"Still to pay: {owing}."] if owing else ()),
        "Counted: ______________   Signed: ______________",
    )
    data = StandingsPaper(tuple(rows), ("In", "Out"), "What", notes, "No.")
    return lists.standings(heading, data, paper)


def _amount(cents: int) -> str:
    return money(cents) if cents else ""
