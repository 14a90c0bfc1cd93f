"""People put themselves on the list with their phones, while the door is open."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.events.entrants import EventError, Player, read_date
from rightbower.events.event import Event
from rightbower.events.facts import Added
from rightbower.events.registration import add
from rightbower.web.common.identity import clean_name
from rightbower.web.common.refusal import Refused
from rightbower.web.common.rendering import render
from rightbower.web.desk.codes import place_of
from rightbower.web.desk.doors import desk_of, event_of, stream_of
from rightbower.web.desk.frame import sentence
from rightbower.web.desk.public import remember_me


def closed(event: Event, door: bool) -> str:
    """Why nobody can put themselves on the list now."""
    if event.finished:
        return "The event is over."
    if not door:
        return f"The list is closed. Ask the {event.plan.officer}, please."
    if event.started and event.plan.movement.kind == "knock-out":
        return "The draw of the knock-out is made; nobody can come in late."
    return ""


async def join_page(request: Request) -> Response:
    """The form, and what becomes of it."""
    event, desk = event_of(request), desk_of(request)
    shut = closed(event, desk.notes(stream_of(event)).door)
    if request.method == "GET" or shut:
        return _form(request, event, {}, shut=shut)
    form = {key: str(value).strip() for key, value in (await request.form()).items()}
    if not desk.joins.take(place_of(request)):
        return _form(request, event, form, "Too many names at once. Wait a minute, please.", 429)
    name = clean_name(form.get("name", ""))
    try:
        players = _players(event, form)
        _, (fact,) = await desk.write(event.id, f"{name} by phone", lambda now: add(now, [players]))
    except (EventError, Refused) as fault:
        return _form(request, event, form, sentence(fault), 422)
    assert isinstance(fact, Added)
    response = RedirectResponse(f"/events/{event.id}", 303)
    return remember_me(request, response, event, fact.entrants[0].number)


def _players(event: Event, form: Mapping[str, str]) -> list[Player]:
    """Who comes, as the book asks."""
    found = [_player(event, form, "")]
    if event.plan.entering.unit == "pair" and form.get("partner_name"):
        found.append(_player(event, form, "partner_"))
    return found


def _player(event: Event, form: Mapping[str, str], which: str) -> Player:
    name = clean_name(form.get(f"{which}name", ""))
    if not name:
        raise Refused("Write your name.")
    born = form.get(f"{which}born", "") if event.plan.entering.least_age is not None else ""
    if born:
        born = read_date(born).isoformat()
    member = form.get(f"{which}member") == "yes" if asks_member(event) else None
    zone = clean_name(form.get("zone", "")) if asks_zone(event) else ""
    return Player(name, born, member, zone)


def asks_member(event: Event) -> bool:
    """Whether only active members may play."""
    rules = event.plan.entering
    return rules.active_members == "zone playoffs" and event.plan.stage == "zone playoffs"


def asks_zone(event: Event) -> bool:
    """Whether the book counts who comes from which zone."""
    return event.plan.stage == "games" and event.plan.entering.zone_pairs is not None


def _form(
    request: Request,
    event: Event,
    form: Mapping[str, str],
    fault: str = "",
    status: int = 200,
    shut: str = "",
) -> Response:
    rules = event.plan.entering
    return render(
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
