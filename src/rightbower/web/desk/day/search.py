"""Anybody on the list by three letters: where they sit, with whom."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, json
from starlette.requests import Request
from starlette.responses import Response

from rightbower.events.state.entrants import Entrant
from rightbower.events.state.event import Event
from rightbower.tournament.names import looks_like
from rightbower.web.snapshots.whereabouts import table_of
from rightbower.web.state.access import directed_event

FEWEST_LETTERS = 2
MOST = 8
STATES = {
    "entered": "Expected",
    "no-show": "Did not come",
    "withdrawn": "Has left",
}


class Found(Struct, frozen=True):
    """Somebody who was looked for: where they are now, with whom, and the page about them."""

    name: str
    place: str
    says: str
    page: str


async def find_entrants(request: Request) -> Response:
    """Those with a name that has these letters in it."""
    event = directed_event(request)
    letters = looks_like(request.query_params.get("q", "")[:60])
    found = [*_found(event, letters)][:MOST] if len(letters) >= FEWEST_LETTERS else []
    return Response(json.encode(found), media_type="application/json")


def _found(event: Event, letters: str) -> Iterator[Found]:
    for entrant in event.entrants:
        if entrant.state in ("removed", "paired"):
            continue
        for player in entrant.players:
            if letters in looks_like(player.name):
                yield _one(event, entrant, player.name)


def _one(event: Event, entrant: Entrant, name: str) -> Found:
    page = f"/events/{event.id}/desk/entrant/{entrant.number}"
    table = table_of(event, entrant.number)
    own = [each.name for each in entrant.players if each.name != name]
    if table is None or not table.playing:
        place = STATES.get(entrant.state, "Sits out" if event.rounds else "Here")
        return Found(name, place, f"with {own[0]}" if own else "", page)
    side = table.side_of(entrant.number)
    mates = own + [event.name_of(each) for each in table.sides[side] if each != entrant.number]
    with_ = f"with {' and '.join(mates)} · " if mates else ""
    return Found(name, f"Table {table.number}", with_ + event.plan.side_names[side], page)
