"""One entrant's page: leaving, substitute, partner, keeping apart, papers; and anybody on the list by a few letters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, json
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rightbower.tournament.events.people import eligibility
from rightbower.tournament.events.scorecards import personal_card
from rightbower.tournament.events.state.entrants import Entrant
from rightbower.tournament.events.state.event import Event
from rightbower.tournament.events.state.participants import singles
from rightbower.tournament.names import looks_like
from rightbower.web.desk.day.checkin import row_remarks
from rightbower.web.desk.forms import NOTHING, Form, handle, page
from rightbower.web.snapshots.whereabouts import table_of
from rightbower.web.state.access import directed_event

FEWEST_LETTERS = 2
MOST = 8
STATES = {
    "entered": "Expected",
    "no-show": "Did not come",
    "withdrawn": "Has left",
}


def _entrant(request: Request) -> Entrant:
    event = directed_event(request)
    number = request.path_params["number"]
    if not 1 <= number <= len(event.entrants):
        raise HTTPException(404, "Nobody on the list has this number.")
    return event.entrant(number)


async def entrant_page(request: Request) -> Response:
    """Everything about one entrant."""
    number = _entrant(request).number
    back = "round" if _playing(directed_event(request), number) else f"check-in#e{number}"
    return await handle(request, show, back, {"who": str(number)})


def _playing(event: Event, number: int) -> bool:
    """Whether an entrant sits at a table whose game has no result yet."""
    tables = event.round.tables if event.rounds else ()
    here = (table for table in tables if number in table.entrants)
    return any(table.playing and table.result is None and not table.void for table in here)


async def show(request: Request, fault: str = "", form: Form = NOTHING) -> Response:
    """The page as it stands."""
    event, entrant = directed_event(request), _entrant(request)
    others = [
        each
        for each in event.entrants
        if each.number != entrant.number and each.state in ("entered", "here")
    ]
    unpaired = [event.entrant(each) for each in singles(event) if each != entrant.number]
    return await page(
        request,
        "desk_entrant.html",
        "check-in",
        fault,
        form,
        entrant=entrant,
        remarks=row_remarks(event, entrant),
        others=sorted(others, key=lambda each: each.name.casefold()),
        unpaired=unpaired,
        **_places(event, entrant.number),
        card=personal_card(event, entrant.number),
        unchecked=eligibility.unchecked(event, entrant),
    )


def _places(event: Event, number: int) -> dict[str, Any]:
    """Where an entrant sits now, and everybody with whom places can be changed."""
    if not event.rounds:
        return {"round_now": 0}
    round_ = event.round
    at = {who: table.number for table in round_.tables for who in table.entrants}
    words = {who: f"{event.name_of(who)}, table {table}" for who, table in at.items()}
    words |= {who: f"{event.name_of(who)}, sits out" for who in round_.byes}
    others = sorted((each for each in words.items() if each[0] != number), key=lambda each: each[1])
    return {
        "round_now": round_.number if number in words else 0,
        "table_now": at.get(number, 0),
        "sits_out": number in round_.byes,
        "places": others,
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
