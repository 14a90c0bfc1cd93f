"""Whose phone this is: chosen once at a table by its code, and the entrant's for the whole event."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.tournament.events.state.event import Event
from rightbower.web.common.refusal import Refused
from rightbower.web.common.rendering import render
from rightbower.web.hall.pages.pages import person_of, remembered
from rightbower.web.notes import Notes, PhoneTaken
from rightbower.web.snapshots.whereabouts import lives_on
from rightbower.web.state.access import desk_of, event_of, stream_of
from rightbower.web.state.codes import right_code, try_code

LONGEST_NUMBER = 6


def small_number(text: str) -> int:
    """A number of an entrant as a form has it; 0 is nobody.

    >>> small_number("12"), small_number("-3"), small_number("9" * 5000)
    (12, 0, 0)
    """
    return int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else 0


async def table_page(request: Request) -> Response:
    """Choose who you are among those at the table; a phone that is known goes to its own page."""
    event, number = event_of(request), request.path_params["table"]
    notes = desk_of(request).notes(stream_of(event))
    if phone_of(request, event, notes) is not None:
        return RedirectResponse(f"/events/{event.id}/phone", 303)
    code = request.query_params.get("code", "")
    await _let_near(request, event, number, code)
    return _choice(request, event, number, code)


async def take(request: Request) -> Response:
    """This phone is an entrant's from now on."""
    event, number = event_of(request), request.path_params["table"]
    form = await request.form()
    code, said = str(form.get("code", "")), str(form.get("entrant", ""))
    await _let_near(request, event, number, code)
    person = person_of(request)

    def taken(notes: Notes) -> PhoneTaken:
        who = small_number(said)
        now = desk_of(request).event(event.id)
        if who not in _sitting(now, number):
            raise Refused("Choose one of those who sit at this table.")
        if objection := phone_objection(now, notes, person.who, who):
            raise Refused(objection)
        return PhoneTaken(person.who, who)

    try:
        await desk_of(request).note(stream_of(event), taken)
    except Refused as refused:
        return _choice(request, event, number, code, refused.reason)
    return remembered(request, RedirectResponse(f"/events/{event.id}/phone", 303), person)


def phone_objection(event: Event, notes: Notes, who: str, entrant: int) -> str:
    """Why a phone cannot be an entrant's: it is another's, or the entrant has phones enough."""
    own = notes.phones.get(who)
    if own is not None and lives_on(event, own) != entrant:
        name = event.name_of(lives_on(event, own))
        return f"This phone is {name}'s for this event. The {event.plan.officer} can free it."
    held = sum(lives_on(event, each) == entrant for each in notes.phones.values())
    if own is None and held >= len(event.entrant(entrant).players):
        name = event.name_of(entrant)
        return f"{name} has a phone here already. The {event.plan.officer} can free it."
    return ""


async def _let_near(request: Request, event: Event, number: int, code: str) -> None:
    right = right_code(request, event, number, code)
    await try_code(request, right)
    if not right:
        raise HTTPException(403, "Scan the code on the table, or type it, to use your phone there.")


def _sitting(event: Event, number: int) -> tuple[int, ...]:
    tables = event.round.tables if event.rounds else ()
    return next((table.entrants for table in tables if table.number == number), ())


def _choice(request: Request, event: Event, number: int, code: str, fault: str = "") -> Response:
    people = [(who, event.name_of(who)) for who in _sitting(event, number)]
    return render(
        request,
        "phone_choose.html",
        403 if fault else 200,
        event=event,
        number=number,
        code=code,
        people=people,
        fault=fault,
    )


def phone_of(request: Request, event: Event, notes: Notes) -> int | None:
    """The entrant whose phone this is."""
    number = notes.phones.get(person_of(request).who)
    return None if number is None else lives_on(event, number)


def own(request: Request) -> tuple[Event, int]:
    """The event and the entrant of this phone; one that is nobody's is sent for the table's code."""
    event = event_of(request)
    number = phone_of(request, event, desk_of(request).notes(stream_of(event)))
    if number is None:
        raise HTTPException(
            403, "This phone is nobody's yet. Scan the code on your table, or type it."
        )
    return event, number
