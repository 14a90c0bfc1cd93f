"""The results to be shared: one web page in one file, or a picture."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, StrictUndefined
from PIL import Image, ImageDraw, ImageFont
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from rightbower.papers.printing.sheets import plain_family, runs, shortened
from rightbower.rules.refusal import counted
from rightbower.tournament.dates import day_text
from rightbower.tournament.events.columns import (
    games_text,
    main_figure,
    rank_text,
    reason,
    tally_text,
)
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.places import Ranked, standings
from rightbower.tournament.events.scorecards import master_card
from rightbower.tournament.events.sharing import HONOURED, headline, prizes_text, size_text

PAGE = Path(__file__).with_name("results_page.html")


def results_page(event: Event, link: str = "") -> bytes:
    """The places, the prizes, and, folded, every reason and every game."""
    made = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    ).from_string(PAGE.read_text("utf-8"))
    return made.render(**_values(event, link)).encode()


def _values(event: Event, link: str) -> dict[str, Any]:
    games: dict[int, list[Any]] = {}
    for row in master_card(event):
        games.setdefault(row.round, []).append(row)
    places = standings(event) if event.rounds else ()
    return {
        "event": event,
        "day": day_text(event.date),
        "headline": headline(event),
        "size": size_text(event),
        "places": [
            (rank_text(each) or "–", each.name, games_text(each), main_figure(event, each)[0])
            for each in places
        ],
        "reasons": [(rank_text(each), each.name, reason(each)) for each in places],
        "podium": [
            (rank_text(each), each.name, tally_text(each, event.plan.standings.ranking))
            for each in places[:HONOURED]
            if each.rank is not None
        ],
        "prizes": prizes_text(event),
        "games": games,
        "link": link,
    }


SIZE: Final = (1080, 1350)
EDGE: Final = 60
FELT, PAPER, INK, BRASS, QUIET = "#0f4c3a", "#fbf8f1", "#1d1b18", "#74520b", "#5a5147"
LOWEST: Final = (
    1170  # where another place may begin: fourteen of them, fewer if many share the podium
)
PODIUM: Final = 3
SIZES: Final = (64, 56, 48, 42, 36, 32, 28, 24)


@cache
def font(name: str, size: int) -> ImageFont.FreeTypeFont:
    """A font of the papers as pictures use it; one without a file gives way to the usual one."""
    found = pdfmetrics.getFont(name)
    if not isinstance(found, TTFont):
        found = pdfmetrics.getFont(plain_family().regular)
    assert isinstance(found, TTFont)
    return ImageFont.truetype(str(found.face.filename), size)


class _Pen:
    """What draws lines of text one below the other."""

    def __init__(self, image: Image.Image) -> None:
        self.draw, self.at = ImageDraw.Draw(image), EDGE

    def _parts(self, text: str, size: int, bold: bool) -> list[tuple[str, ImageFont.FreeTypeFont]]:
        return [
            (word, font(family.bold if bold else family.regular, size))
            for family, word in runs(text)
        ]

    def wide(self, text: str, size: int, bold: bool = False) -> float:
        """How wide a text is."""
        return sum(font.getlength(word) for word, font in self._parts(text, size, bold))

    def fitting(self, text: str, room: float, largest: int, bold: bool = False) -> int:
        """The largest size at which a text has room on one line."""
        sizes = [size for size in SIZES if size <= largest]
        return next((size for size in sizes if self.wide(text, size, bold) <= room), sizes[-1])

    def put(self, text: str, left: float, size: int, colour: str, bold: bool = False) -> None:
        """A text from the left, at the height where the pen is."""
        for word, font in self._parts(text, size, bold):
            self.draw.text((left, self.at), word, font=font, fill=colour)
            left += font.getlength(word)

    def centred(self, text: str, largest: int, colour: str, bold: bool = False) -> None:
        """A text in the middle, and the pen below it."""
        size = self.fitting(text, SIZE[0] - 2 * EDGE, largest, bold)
        self.put(text, (SIZE[0] - self.wide(text, size, bold)) / 2, size, colour, bold)
        self.at += round(size * 1.4)

    def cut(self, text: str, size: int, room: float, bold: bool) -> str:
        """As much of a text as has room."""
        if self.wide(text, size, bold) <= room:
            return text
        while text and self.wide(f"{text}…", size, bold) > room:
            text = text[:-1]
        return f"{text}…"


def results_picture(event: Event) -> bytes:
    """The first places of an event as a PNG picture."""
    image = Image.new("RGB", SIZE, PAPER)
    pen = _Pen(image)
    pen.draw.rectangle((0, 0, SIZE[0], 270), fill=FELT)
    pen.centred(shortened(event.name), 64, PAPER, bold=True)
    pen.centred(day_text(event.date), 36, PAPER)
    pen.centred(": ".join(filter(None, (headline(event), size_text(event)))), 32, PAPER)
    pen.at = 310
    places = [each for each in standings(event) if each.rank is not None] if event.rounds else []
    while places and pen.at <= LOWEST:
        _line(pen, event, places.pop(0))
    if places:
        pen.at += 12
        pen.centred(f"and {len(places)} more", 32, QUIET)
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _line(pen: _Pen, event: Event, place: Ranked) -> None:
    """A place: the rank, the name, and the number the places go by."""
    first = place.rank is not None and place.rank <= PODIUM
    size = 48 if first else 32
    figure = _figure(event, place)
    pen.put(rank_text(place), EDGE, size, BRASS, bold=True)
    left = EDGE + 130
    room = SIZE[0] - EDGE - left - pen.wide(figure, size, first) - 30
    name = shortened(place.name)
    own = pen.fitting(name, room, size, first)
    pen.put(pen.cut(name, own, room, first), left, own, INK, first)
    pen.put(figure, SIZE[0] - EDGE - pen.wide(figure, size, first), size, INK, first)
    pen.at += round(size * 1.75)
    pen.draw.line((EDGE, pen.at - 12, SIZE[0] - EDGE, pen.at - 12), fill="#d8ccb4", width=2)


def _figure(event: Event, place: Ranked) -> str:
    match event.plan.standings.ranking:
        case "event points":
            return f"{counted(place.event_points, 'point')}"
        case "points made":
            return f"{counted(place.points, 'point')}"
        case _:
            return f"{place.won} won"
