"""What has to stand ready before the first round: tables, packs, markers, the host's deck."""

from __future__ import annotations

from rightbower.book import load
from rightbower.cards import PACK
from rightbower.events.movements.hosts_deck import RANKS, numbered
from rightbower.events.outlook import tables_for
from rightbower.events.state.event import Event
from rightbower.refusal import counted, listed

LOW = ("2", "3", "4", "5", "6", "7", "8")
MARKER = "5"


def checklist(event: Event) -> tuple[str, ...]:
    """Sentences to be ticked off, with the clause where the book has one."""
    tables = tables_for(event)
    cited = event.plan.clauses["entering.places"][1:]
    markers = load(event.plan.book).markers.kind
    out = listed([rank for rank in LOW if rank != MARKER or markers != "fives"])
    kept = " and keep the fives as markers" if markers == "fives" else ""
    said = [
        f"Put {counted(tables, 'table') if tables else 'the tables'} in a circle",
        f"Number them from 1 to {tables}" if tables else "Number them from 1",
        f"Put a deck of {len(PACK)} cards on each table",
        f"Take {out} out of each suit{kept}",
    ]
    lines = [
        f"{sentence} ({cited[place]})." if place < len(cited) else f"{sentence}."
        for place, sentence in enumerate(said)
    ]
    if tables and event.plan.movement_kind.by_card:
        lines.append(f"Make the host's deck: {_deck(event, tables)}.")
    return tuple(lines)


def _deck(event: Event, tables: int) -> str:
    if numbered(event, tables):
        return f"the numbers 1 to {4 * tables}"
    return f"{listed(RANKS[:tables])} of each suit"
