"""Names onto the list: from typed lines, a file, those who were here before, or the latest night."""

from __future__ import annotations

from typing import TypeVar

from msgspec import MsgspecError, json
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response

from rightbower.office.workers import pool
from rightbower.rules.refusal import Refusal
from rightbower.store.clubs import PREFIX
from rightbower.tournament.club.erasing import is_erased
from rightbower.tournament.club.fold import ClubHistory
from rightbower.tournament.club.night import Evening
from rightbower.tournament.club.people import ClubPerson, find, last_time, pairs_of
from rightbower.tournament.events.commands.entrants import AddEntrants
from rightbower.tournament.events.people.names import Cells, read_list
from rightbower.tournament.events.people.registration import EntrantRow, preview
from rightbower.tournament.events.state.entrants import EventError
from rightbower.tournament.events.state.event import Event
from rightbower.tournament.history import Preview
from rightbower.tournament.names import looks_like
from rightbower.web.common.background import beside
from rightbower.web.common.guard import place_of
from rightbower.web.common.refusal import sentence
from rightbower.web.desk.forms import Form, Show, page
from rightbower.web.state.access import desk_of, directed_event, may_direct
from rightbower.web.state.accounts import signer
from rightbower.web.state.owner import is_owner

Rows = list[dict[str, str]]
Sent = TypeVar("Sent")


async def add_last_night(request: Request, show: Show) -> Response:
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


async def preview_list(request: Request, form: Form, show: Show) -> Response:
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
    from rightbower.papers.spreadsheets.cells import cells_of

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


def known_people(connection: HTTPConnection) -> ClubHistory | None:
    """The hall's nights for those who direct; in a public hall for the club alone.

    There organizers do not know each other's people.
    """
    public = connection.app.state.public
    if public and not is_owner(connection) and not may_direct(connection, f"{PREFIX}club"):
        return None
    return desk_of(connection).clubs.book()


def night_before(connection: HTTPConnection, event: Event) -> Evening | None:
    """The latest night of the same kind, whose people may come again."""
    history = None if event.started else known_people(connection)
    if history is None:
        return None
    others = [each for each in history.evenings if each.id != event.id]
    return last_time(others, event.plan.entering.unit, event.date)


def not_listed(night: Evening, event: Event) -> list[str]:
    """Those of a night who are not on an event's list yet, as they are written down."""
    listed = {
        looks_like(player.name)
        for each in event.entrants
        if each.state != "removed"
        for player in each.players
    }
    return [
        " & ".join(names)
        for names in pairs_of(night)
        if not listed.intersection(map(looks_like, names)) and not any(map(is_erased, names))
    ]
