"""The director's last word on a table of the event that is played in the hall."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.events.state.entrants import EventError
from rightbower.referee import Ruled, describe
from rightbower.refusal import Refusal
from rightbower.store.ownership import HandedOver
from rightbower.web.common.refusal_text import sentence
from rightbower.web.desk.common.forms import Form, Show
from rightbower.web.hall.archive.lists import PREFIX
from rightbower.web.hall.commands.overruling import open_rulings, set_aside
from rightbower.web.hall.live.live_table import Live
from rightbower.web.hall.table.entries import Played
from rightbower.web.hall.views.messages import people
from rightbower.web.state.access import directed_event


async def overruled(request: Request, show: Show, form: Form, live: Live | None) -> Response:
    """The director sets a ruling of the hall's table aside."""
    officer, number = directed_event(request).plan.officer, form.get("number", "")
    instead = form.get("instead", "")
    if instead in ("award", "deduct"):
        instead = f"{instead} {form.get('points', '')}"
    try:
        if live is None:
            raise EventError("the table is not played in the hall now")
        live = await _owned(live)
        at = int(number) if number.isdecimal() else -1
        entry = set_aside(live.table, at, officer, instead, form.get("why", ""), live.now())
        await live.commit([Played(entry)])
    except Refusal as fault:
        return await show(request, sentence(fault), form)
    return RedirectResponse(request.url.path, 303)


async def _owned(live: Live) -> Live:
    """The table, to act at it; another hall may have it."""
    try:
        return await live.hall.come(live.name.removeprefix(PREFIX)) or live
    except HandedOver as gone:
        where = f"hall {gone.hall}" if gone.hall else "another hall"
        raise EventError(
            f"{where} has this table just now; enter its result here instead"
        ) from None


def rulings_in_hall(live: Live | None) -> list[tuple[int, str]]:
    """The rulings at the hall's table that can be set aside, newest first, in words."""
    if live is None or live.table.referee is None:
        return []
    log = live.table.referee.log
    found = [(number, log[number]) for number in reversed(open_rulings(live.table.referee))]
    return [
        (number, people(live.table, f"{describe(ruled.fact)}. {ruled.ruling.says}"))
        for number, ruled in found
        if isinstance(ruled, Ruled)
    ]
