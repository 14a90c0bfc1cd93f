"""Playing an event's game in the hall: the director's button and the player's way to the chair."""

from __future__ import annotations

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.rules.cards import Seat
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event
from rightbower.web.common.error_pages import fault_page
from rightbower.web.common.refusal import Refused
from rightbower.web.hall.entries import Mode
from rightbower.web.hall.front_pages import person_of
from rightbower.web.hall.table import Sitter
from rightbower.web.snapshots.whereabouts import table_of
from rightbower.web.state.access import directed_event
from rightbower.web.state.online import Online, chairs_of


class HeldChair(Struct, frozen=True):
    """A chair that is held for the owner of a phone; ``free`` says that nobody sits there yet."""

    seat: str
    name: str
    free: bool


class PhoneTable(Struct, frozen=True):
    """The hall's table of a phone's owner: its address once seated, else the chairs to choose from."""

    table: str
    seated: bool
    chairs: tuple[HeldChair, ...]
    waits_for: tuple[str, ...]


def online_of(request: Request) -> Online:
    """What joins the desk and the hall."""
    online: Online = request.app.state.online
    return online


def hall_table(request: Request, event: Event, entrant: int) -> PhoneTable | None:
    """Where the owner of a phone plays in the hall, if anywhere."""
    table = table_of(event, entrant)
    live = None if table is None else online_of(request).table_of(event, table.number)
    if table is None or live is None:
        return None
    chairs = chairs_of(event, table)
    return PhoneTable(
        live.id,
        live.table.seat_of(person_of(request).who) is not None,
        tuple(
            HeldChair(seat.name, name, _is_free(live.table.seats[seat]))
            for seat, (number, name) in chairs.items()
            if number == entrant
        ),
        tuple(chairs[seat][1] for seat in Seat if live.table.seats[seat] is None),
    )


def _is_free(sitter: Sitter | None) -> bool:
    """Whether a chair is empty, or a bot keeps it."""
    return sitter is None or bool(sitter.bot)


async def put_online(request: Request) -> Response:
    """The director puts the tables of the round into the hall, or fills their empty chairs."""
    event = directed_event(request)
    form = await request.form()
    mode: Mode = "as-at-the-table" if form.get("mode") == "as-at-the-table" else "strict"
    try:
        if form.get("do") == "fill":
            await online_of(request).fill(event.id)
        else:
            await online_of(request).put(event, mode)
    except EventError as fault:
        return fault_page(request, 422, str(fault))
    return RedirectResponse(f"/events/{event.id}/desk/round", 303)


async def take_chair(request: Request, event: Event, entrant: int, said: str) -> str:
    """Sit down in a chair that is held; the address of its table."""
    table = table_of(event, entrant)
    if table is None or said not in Seat.__members__:
        raise Refused("You have no chair in the hall now.")
    who = person_of(request).who
    live = await online_of(request).sit(event, table.number, entrant, who, Seat[said])
    return f"/t/{live.name.removeprefix('table/')}"
