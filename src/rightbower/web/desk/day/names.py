"""Names onto the list: from typed lines, a file, those who were here before, or the latest night."""

from __future__ import annotations

from typing import TypeVar

from msgspec import MsgspecError, json
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.events.club.people import ClubPerson, find
from rightbower.events.commands.entrants import AddEntrants
from rightbower.events.people.name_lists import Cells, read_list
from rightbower.events.people.rows import EntrantRow, preview
from rightbower.events.state.entrants import EventError
from rightbower.office.workers import pool
from rightbower.refusal import Refusal
from rightbower.tournament.rows import Preview
from rightbower.web.common.background import beside
from rightbower.web.common.guard import place_of
from rightbower.web.common.refusal_text import sentence
from rightbower.web.desk.common.forms import Form, Show, page
from rightbower.web.state.access import desk_of, directed_event
from rightbower.web.state.accounts import signer
from rightbower.web.state.known_people import known_people, night_before, not_listed

Rows = list[dict[str, str]]
Sent = TypeVar("Sent")


async def same_people(request: Request, show: Show) -> Response:
    """Everybody of the latest night of this kind onto the list, in one press."""
    event = directed_event(request)
    try:
        night = night_before(request, event)
        names = not_listed(night, event) if night else []
        if not names:
            raise EventError("everybody of last time is on the list")
        command = AddEntrants(tuple(names))
        await desk_of(request).do(event.id, command, by=signer(request))
    except Refusal as fault:
        return await show(request, sentence(fault))
    return RedirectResponse(f"/events/{event.id}/desk/check-in", 303)


async def find_people(request: Request) -> Response:
    """People who were here before, by three letters, for the one who writes the list."""
    directed_event(request)
    history = known_people(request)
    letters = request.query_params.get("q", "")[:60]
    found = find(history, letters) if history is not None else []
    people = [{"name": each.name, "says": _met(each)} for each in found]
    return Response(json.encode(people), media_type="application/json")


def _met(person: ClubPerson) -> str:
    nights = person.nights + person.league_nights
    said = f"{nights} night{'' if nights == 1 else 's'}"
    return f"{said}, last {person.last}" if person.last else said


async def look(request: Request, form: Form, show: Show) -> Response:
    """How the names would be read; nothing is written yet."""
    event = directed_event(request)
    try:
        cells = await _cells_given(request, form)
        found = await beside(read_list, cells, form)
        rows = [dict(each.values) for each in found.readings]
        numbers = [each.row for each in found.readings]
        faults = [each.fault for each in found.readings]
        looked = await beside(preview, event, rows, numbers, faults)
        if not looked.lines:
            raise EventError("write at least one name, or choose a file")
    except Refusal as fault:
        return await show(request, sentence(fault), form)
    return await page(
        request,
        "desk_names.html",
        "check-in",
        alone=True,
        found=looked,
        read=found,
        rows=json.encode(_kept(looked, rows)).decode(),
        cells=json.encode(cells).decode(),
        form=form,
    )


def _kept(found: Preview[EntrantRow], rows: Rows) -> Rows:
    """The rows that can be added, as they go back and forth."""
    return [row for row, line in zip(rows, found.lines, strict=True) if not line.fault]


async def _cells_given(request: Request, form: Form) -> Cells:
    """The cells of a file, of the lines that were typed or pasted, or of an earlier look."""
    from rightbower.spreadsheets import cells_of

    if form.get("cells"):
        return _sent(form["cells"], list[tuple[int, list[str]]])
    data = request.state.file or form.get("names", "").encode()
    if not data.strip():
        return []
    return await pool("papers").run(cells_of, data, key=place_of(request))


def _sent(text: str, kind: type[Sent]) -> Sent:
    """Something that went to the page and came back."""
    try:
        return json.decode(text.encode(), type=kind)
    except MsgspecError:
        raise EventError("the names did not arrive; look at them again") from None
