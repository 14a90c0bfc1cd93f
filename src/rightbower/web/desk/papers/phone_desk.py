"""The director's page of phones: codes to print, the door, and whose phones are in use."""

from __future__ import annotations

from collections import Counter

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.tournament.events.planning import tables_for
from rightbower.web.common.address import address
from rightbower.web.desk.common.forms import page
from rightbower.web.notes import PhoneFreed
from rightbower.web.public.phones import small_number
from rightbower.web.snapshots.whereabouts import lives_on
from rightbower.web.state.access import desk_of, directed_event, stream_of
from rightbower.web.state.accounts import signer
from rightbower.web.state.codes import event_code, table_code
from rightbower.web.state.online import waits


async def directors_page(request: Request) -> Response:
    """The codes to print, and whose phones are in use."""
    event = directed_event(request)
    notes = desk_of(request).notes(stream_of(event))
    keys = request.app.state.keys
    seated = event.round.tables if event.rounds else ()
    count = max([table.number for table in seated], default=tables_for(event))
    online = [number for round_, number in notes.online if round_ == len(event.rounds)]
    held = Counter(lives_on(event, number) for number in notes.phones.values())
    return await page(
        request,
        "phone_codes.html",
        "phones",
        address=address(request, "/c").partition("//")[2],
        event_code=event_code(keys, event.id),
        codes=[(number, table_code(keys, event.id, number)) for number in range(1, count + 1)],
        waiting=sum(waits(event, table) and table.number not in online for table in seated),
        online=len(online),
        phones=[(number, event.name_of(number), many) for number, many in sorted(held.items())],
    )


async def free(request: Request) -> Response:
    """The director frees the phones of an entrant."""
    event = directed_event(request)
    number = small_number(str((await request.form()).get("entrant", "")))
    notes = desk_of(request).notes(stream_of(event))
    for each in sorted({each for each in notes.phones.values() if lives_on(event, each) == number}):
        await desk_of(request).note(stream_of(event), PhoneFreed(each), by=signer(request))
    return RedirectResponse(f"/events/{event.id}/desk/phones", 303)
