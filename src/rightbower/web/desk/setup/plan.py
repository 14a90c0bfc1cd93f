"""The plan of an event: what the book fixes, what the director chose, prizes; changed before play."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.office.contests import EVENT
from rightbower.office.event_files import CopyEvent
from rightbower.rules.refusal import Refusal
from rightbower.tournament.events.state.event import Prize
from rightbower.tournament.reading import from_form
from rightbower.web.common.identity import clean_name
from rightbower.web.common.refusal import sentence
from rightbower.web.desk.forms import NOTHING, Form, form_of, handle, page
from rightbower.web.state.access import desk_of, directed_event, history_of, stream_of
from rightbower.web.state.creation import copied, may_make


def written(prizes: tuple[Prize, ...]) -> str:
    """Prizes as they are typed."""
    return "\n".join(
        f"{prize.name} = {prize.amount / 100:.2f}" if prize.amount else prize.name
        for prize in prizes
    )


async def plan_page(request: Request) -> Response:
    """See and change the plan, and what is done with the whole event."""
    if request.method != "POST":
        return await show(request)
    if (await form_of(request)).get("do") == "copy":
        return await _copy(request)
    done = await handle(request, show, "plan")
    gone = desk_of(request).event(request.path_params["event"]).thrown_away
    return RedirectResponse("/events", 303) if gone else done


async def _copy(request: Request) -> Response:
    """Open another event of the same plan, for the same director."""
    event, form, desk = directed_event(request), await form_of(request), desk_of(request)
    try:
        await may_make(request, "events")
        asked = from_form(CopyEvent, {**form, "name": clean_name(form.get("name", ""))}.items())
        made = asked.copied(history_of(request), desk.clock(), desk.events.ids())
        copy = await desk.import_(EVENT, made.event.id, made.entries)
    except Refusal as fault:
        return await show(request, sentence(fault), form)
    return await copied(request, stream_of(event), stream_of(copy), f"/events/{copy.id}")


async def show(request: Request, fault: str = "", form: Form = NOTHING) -> Response:
    """The page as it stands."""
    plan = directed_event(request).plan
    return await page(
        request,
        "desk_plan.html",
        "plan",
        fault,
        form,
        prizes=written(plan.prizes),
    )
