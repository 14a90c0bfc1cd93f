"""The results as one web page in one file: nothing else is needed to show it, anywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined

from rightbower.tournament.dates import day_text
from rightbower.tournament.events.columns import figure_heads, figures, rank_text, reason
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.places import standings
from rightbower.tournament.events.scorecards import master_card
from rightbower.tournament.events.sharing import headline, prizes_text, size_text

PAGE = Path(__file__).with_name("results_page.html")


def results_page(event: Event, link: str = "") -> bytes:
    """The places with their reasons, the prizes, and every game of every round."""
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
        "heads": figure_heads(event),
        "places": [
            (rank_text(each) or "–", each.name, figures(event, each), reason(each))
            for each in places
        ],
        "podium": [(rank_text(each), each.name) for each in places if each.rank and each.rank <= 3],
        "prizes": prizes_text(event),
        "games": games,
        "link": link,
    }
