"""The pages of the bidding charts: every square as the chart has it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

from starlette.testclient import TestClient

from rightbower.study.charts import KINDS, ROWS, SEATS, Cell, Spot, chart_of
from rightbower.web.app import make_app
from web.at_desk import flat


def told_of(cell: Cell) -> str:
    """The numbers of a cell in words: its calls, and those alone where there are any."""
    calls, alone = round(100 * cell.share), round(100 * cell.alone / cell.hands)
    return f"{calls} of 100 call{f', {alone} alone' if alone else ''}"


def pressed(client: TestClient, book: str) -> Iterator[tuple[Spot, list[str]]]:
    """A square of each row of the maps, pressed, and what is told of it."""
    for number, kinds in KINDS.items():
        for place in range(len(SEATS)):
            map_ = flat(client.get(f"/charts?book={book}&round={number}&seat={place + 1}").text)
            squares = re.findall(r'class="sq[^"]*" href="([^"]*)" data-key="(\d+) (\w+)"', map_)
            assert len(squares) == len(ROWS) * len(kinds)
            # one after another down the map and across it
            for href, row, kind in squares[place :: len(kinds) + 1]:
                page = flat(client.get(unescape(href)).text)
                cells = page.partition('<div class="cell"')[2].partition("</dl>")[0]
                told = re.findall(r'<span(?: class="dim")?>([^<]*)</span>', cells)
                yield Spot(number, place, kind, int(row), 0), told


def test_the_pages(tmp_path: Path) -> None:
    hand = "/charts/hand?book=standard&seat=1&turn_up=9H&hand=JH+JD+AH+AS+KS"
    with TestClient(make_app(tmp_path)) as client:
        page = flat(client.get("/charts?book=alberta-55plus").text)
        assert "A01-4.5" in page
        chart = chart_of("alberta-55plus")
        expected = [
            "none" if cell is None else cell.verdict
            for number, kinds in KINDS.items()
            for place in range(len(SEATS))
            for row in range(len(ROWS))
            for kind in kinds
            for cell in chart.row(number, place, kind, row)
        ]
        small = page.partition('class="eight')[2].partition("</div>")[0]
        assert small.count("<table") == len(KINDS) * len(SEATS)
        assert re.findall(r"<i class=(\w+)>", small) == expected, "the eight maps, cell by cell"
        for spot, numbers_told in pressed(client, "alberta-55plus"):
            cells = chart.row(spot.round, spot.place, spot.kind, spot.row)
            assert numbers_told == [
                "cannot happen" if cell is None else told_of(cell) for cell in cells
            ]
        assert "Order it up and go alone: clear" in client.get(hand).text
        assert "those of the bidding table of standard" in client.get(hand).text
        assert "one point wins" in client.get(f"{hand}&ours=9&theirs=9").text
        later = client.get(f"{hand.replace('9H', '9D')}&round=2").text
        assert "Hearts, alone: clear" in later
        assert "this is next" in later
        assert "rules differ" in client.get("/charts/compare?book=standard&book=charity-social").text  # fmt: skip
        card_ = client.get("/charts/standard.pdf")
        assert card_.headers["content-type"] == "application/pdf"
        for wrong in ("?book=nowhere", "/hand?hand=JH", "/hand?seat=9", "/hand?seat=x", "/no.pdf"):
            assert client.get(f"/charts{wrong}").status_code in (400, 404)
