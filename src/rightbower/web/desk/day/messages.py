"""What the director says to everybody or to one table, and the tables that call."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.rules.refusal import Refusal
from rightbower.tournament.events.state.entrants import EventError
from rightbower.tournament.events.state.event import Event
from rightbower.tournament.names import without_control_characters
from rightbower.web.common.refusal import sentence
from rightbower.web.desk.forms import NOTHING, Form, form_of, page, whole_number
from rightbower.web.notes import HelpGiven, MessageShown, NoteFact
from rightbower.web.state.access import desk_of, directed_event, stream_of

LONGEST = 160


async def messages_page(request: Request) -> Response:
    """Say something on the wall and on the phones, take it away, answer a table that calls."""
    if request.method != "POST":
        return await show(request)
    event, form = directed_event(request), await form_of(request)
    try:
        fact = _fact(event, form)
    except Refusal as refused:
        return await show(request, sentence(refused), form)
    await desk_of(request).note(stream_of(event), fact)
    where = (
        form.get("back") if form.get("back") in ("round", "seating", "standings") else "messages"
    )
    return RedirectResponse(f"/events/{event.id}/desk/{where}", 303)


def _fact(event: Event, form: Form) -> NoteFact:
    """What a button of the page notes down."""
    table = whole_number(form, "table", "Table") if form.get("table") else 0
    if table:
        event.round.table(table)
    if form.get("do") == "coming":
        return HelpGiven(len(event.rounds), table)
    text = without_control_characters(" ".join(form.get("text", "").split()))
    if form.get("do") == "say" and not text:
        raise EventError("write what you want to say")
    if len(text) > LONGEST:
        raise EventError(
            f"a message has at most {LONGEST} letters, so that it can be read on the wall"
        )
    return MessageShown(text if form.get("do") == "say" else "", table)


async def show(request: Request, fault: str = "", form: Form = NOTHING) -> Response:
    """The page as it stands."""
    event = directed_event(request)
    tables = [table.number for table in event.round.tables if table.playing] if event.rounds else []
    return await page(request, "desk_messages.html", "messages", fault, form, tables=tables)
