"""The results as one web page in one file: nothing else is needed to show it, anywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined

from rightbower.tournament.dates import day_text
from rightbower.tournament.events.columns import (
    games_text,
    main_figure,
    rank_text,
    reason,
    tally_text,
)
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.places import standings
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
