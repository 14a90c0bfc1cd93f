"""Check-in: the list of entrants, who is here, and what is to be known of them."""

from __future__ import annotations

from typing import get_args

from starlette.requests import Request
from starlette.responses import Response

from rightbower.tournament.events.people import eligibility
from rightbower.tournament.events.planning import checklist, outlook
from rightbower.tournament.events.state.entrants import Entrant, State
from rightbower.tournament.events.state.event import Event
from rightbower.web.common.address import address
from rightbower.web.common.identity import cookie_of, give_cookie
from rightbower.web.desk.day.names import add_last_night, night_before, not_listed, preview_list
from rightbower.web.desk.forms import NOTHING, Form, form_of, handle, page
from rightbower.web.desk.money import NOTED, note_from_form
from rightbower.web.state import codes
from rightbower.web.state.access import directed_event

SORTED = "rightbower-sorted-by"
A_YEAR = 365 * 24 * 3600
ORDER = {"entered": 0, "here": 0, "no-show": 1, "withdrawn": 1}


async def check_in_page(request: Request) -> Response:
    """The list of entrants, and everything that is done with it before play."""
    if request.method != "POST":
        return await show(request)
    form = await form_of(request)
    if form.get("do") in NOTED:
        return await note_from_form(request, form, show, onward(form))
    if form.get("do") == "look":
        return await preview_list(request, form, show)
    if form.get("do") == "same-people":
        return await add_last_night(request, show)
    return await handle(request, show, onward)


def onward(form: Form) -> str:
    """Back to the row that was touched, or to where names are put on the list, or on to the seats."""
    if form.get("then") == "seating":
        return "seating"
    if form.get("back") == "money":
        return "money"
    number = form.get("number") or form.get("who") or ""
    return f"check-in#e{number}" if number.isdecimal() else "check-in"


async def show(request: Request, fault: str = "", form: Form = NOTHING) -> Response:
    """The page as it stands."""
    event = directed_event(request)
    night = night_before(request, event)
    by = sorting(request)
    listed = sorted(
        (each for each in event.entrants if each.state in ORDER),
        key=lambda each: (ORDER[each.state], *sort_key(each, by)),
    )
    shown = await page(
        request,
        "desk_checkin.html",
        "check-in",
        fault,
        form,
        listed=listed,
        by=by,
        sorted_by=[sorted_by(each, by) for each in listed],
        remarks={each.number: row_remarks(event, each) for each in listed},
        counts=counts(event),
        last_night=night,
        again=len(not_listed(night, event)) if night else 0,
        outlook=outlook(event),
        checklist=checklist(event),
        code=codes.event_code(request.app.state.keys, event.id),
        address=address(request, "/c").partition("//")[2],
    )
    if "by" in request.query_params:
        give_cookie(request, shown, SORTED, by, A_YEAR)
    return shown


def sorting(request: Request) -> str:
    """By which of their names people are listed: as asked for now or last time, else by the last."""
    wished = request.query_params.get("by") or cookie_of(request, SORTED)
    return "first" if wished == "first" else "last"


def sorted_by(entrant: Entrant, by: str) -> str:
    """The name by which an entrant is listed: the first or the last of the player named first."""
    return entrant.players[0].name.split()[0 if by == "first" else -1]


def sort_key(entrant: Entrant, by: str) -> tuple[str, str]:
    """Where an entrant stands in the list."""
    return sorted_by(entrant, by).casefold(), entrant.name.casefold()


def counts(event: Event) -> dict[str, int]:
    """How many are here, still expected, and gone."""
    found = dict.fromkeys(get_args(State), 0)
    for each in event.entrants:
        found[each.state] += 1
    return found


def row_remarks(event: Event, entrant: Entrant) -> list[str]:
    """What else is to be known of an entrant."""
    said = []
    if entrant.single and event.plan.entering.unit == "pair":
        said.append("without a partner")
    if entrant.floater:
        said.append("floater, not ranked")
    if entrant.sitter:
        said.append(f"sits at table {entrant.sitter}")
    if missing := eligibility.unchecked(event, entrant):
        alone = len(missing) < len(entrant.players)
        said.append(f"no birth date for {missing[0]}" if alone else "no birth date")
    if entrant.vouched:
        said.append(f"vouched for: {entrant.vouched}")
    said += [f"for {each.player.name} since round {each.until + 1}" for each in entrant.former]
    apart = [b if a == entrant.number else a for a, b in event.apart if entrant.number in (a, b)]
    if apart:
        said.append(f"kept apart from {event.name_of(*apart)}")
    if entrant.since and entrant.state == "here":
        said.append(f"came after round {entrant.since}")
    if entrant.why:
        said.append(entrant.why)
    return said
