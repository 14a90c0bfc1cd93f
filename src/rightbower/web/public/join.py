"""People put themselves on the list with their phones, while the door is open."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.rules.refusal import Refusal
from rightbower.tournament.events.commands.entrants import Join
from rightbower.tournament.events.people.eligibility import asks_member, asks_zone, names
from rightbower.tournament.events.state.event import Event
from rightbower.tournament.names import looks_like
from rightbower.tournament.reading import from_form
from rightbower.web.common.identity import clean_name
from rightbower.web.common.refusal import sentence
from rightbower.web.common.rendering import render
from rightbower.web.hall.pages.pages import person_of, remembered
from rightbower.web.public.event_page import remember_me
from rightbower.web.state.access import desk_of, event_of, stream_of


def closed(event: Event, door: bool) -> str:
    """Why nobody can put themselves on the list now."""
    if event.finished:
        return "The event is over."
    if not door:
        return f"The list is closed. Ask the {event.plan.officer}, please."
    if event.started and event.plan.movement_kind.knocks_out:
        return "The draw of the knock-out is made; nobody can come in late."
    return ""


async def join_page(request: Request) -> Response:
    """The form, and what becomes of it."""
    event, desk = event_of(request), desk_of(request)
    shut = closed(event, desk.notes(stream_of(event)).door)
    if request.method != "POST" or shut:
        return _form(request, event, {}, shut=shut)
    form = {key: str(value).strip() for key, value in (await request.form()).items()}
    if not await desk.joins.take(request):
        return _form(request, event, form, "Too many names at once. Wait a minute, please.", 429)
    cleaned = {key: clean_name(value) for key, value in form.items()}
    name = cleaned.get("name", "")
    try:
        join = from_form(Join, cleaned.items())
        await desk.do(event.id, join, by=f"{name} by phone")
    except Refusal as fault:
        return _form(request, event, form, sentence(fault), 422)
    response = RedirectResponse(f"/events/{event.id}", 303)
    number = names(desk.event(event.id))[looks_like(join.name)]
    return remembered(request, remember_me(request, response, event, number), person_of(request))


def _form(
    request: Request,
    event: Event,
    form: Mapping[str, str],
    fault: str = "",
    status: int = 200,
    shut: str = "",
) -> Response:
    rules = event.plan.entering
    page = render(
        request,
        "phone_join.html",
        status,
        event=event,
        form=form,
        fault=fault,
        shut=shut,
        pairs=rules.unit == "pair",
        alone=rules.unit == "pair" and rules.singles != "none",
        asks_age=rules.least_age is not None,
        asks_member=asks_member(event),
        asks_zone=asks_zone(event),
        late=event.started,
    )
    return remembered(request, page, person_of(request))
