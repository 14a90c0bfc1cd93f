"""One table's page: its result, dispute, corrections, rulings, its own cut, and the last word on a game in the hall."""

from __future__ import annotations

import contextlib

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.referee.irregularities import describe
from rightbower.referee.table import Ruled
from rightbower.rules.refusal import Refusal
from rightbower.store.claims import HandedOver
from rightbower.tournament.events.seating import cutters, singles_at
from rightbower.tournament.events.standings.results import result_text, ruling_text
from rightbower.tournament.events.state.entrants import EventError
from rightbower.tournament.events.state.event import Event, EventTable, Purpose
from rightbower.web.common.refusal import sentence
from rightbower.web.desk.forms import NOTHING, Form, Show, form_of, handle, page
from rightbower.web.hall.archive.lists import PREFIX
from rightbower.web.hall.commands.calls import INSTEAD, open_rulings, set_aside
from rightbower.web.hall.live.live_table import Live
from rightbower.web.hall.table.entries import Played
from rightbower.web.hall.views.messages import people
from rightbower.web.snapshots.event_view import state_of
from rightbower.web.state import codes
from rightbower.web.state.access import directed_event
from rightbower.web.state.online import Online

OWN_CUTS: tuple[tuple[Purpose, str], ...] = (
    ("deal", "for the first deal"),
    ("moves", "for who moves after a drawn game"),
    ("losers", "of the losers, for the next deal"),
    ("partners", "for partners, among four singles"),
)


def round_of(request: Request, event: Event) -> int:
    """The round that the address speaks of; the latest where it names none."""
    asked = request.query_params.get("round", "")
    if not asked:
        return len(event.rounds)
    if not asked.isdecimal() or not 1 <= int(asked) <= len(event.rounds):
        raise HTTPException(404, "There is no such round.")
    return int(asked)


def table_of(request: Request, event: Event) -> EventTable:
    """The table of the address."""
    try:
        return event.round_at(round_of(request, event)).table(request.path_params["table"])
    except EventError as fault:
        raise HTTPException(404, "There is no such table in this round.") from fault


async def table_page(request: Request) -> Response:
    """Everything that can be done at one table."""
    event = directed_event(request)
    table_of(request, event)
    if request.method != "POST":
        return await show(request)
    form = await form_of(request)
    if form.get("do") == "overrule":
        return await overruled(request, show, form, _live(request))
    number, round_ = request.path_params["table"], round_of(request, event)
    onward = "round" if round_ == len(event.rounds) else f"round?round={round_}"
    return await handle(request, show, onward, {"table": str(number), "round": str(round_)})


def _live(request: Request) -> Live | None:
    """The hall's table where the table of the address is being played."""
    event = directed_event(request)
    online: Online = request.app.state.online
    latest = round_of(request, event) == len(event.rounds)
    return online.table_of(event, request.path_params["table"]) if latest else None


async def show(request: Request, fault: str = "", form: Form = NOTHING) -> Response:
    """The page as it stands."""
    event = directed_event(request)
    round_, table = round_of(request, event), table_of(request, event)
    return await page(
        request,
        "desk_table.html",
        "round",
        fault,
        form,
        round=round_,
        latest=round_ == len(event.rounds),
        table=table,
        state=state_of(table),
        says=result_text(table, event.plan),
        in_hall=rulings_in_hall(_live(request)),
        instead=INSTEAD,
        rulings=[ruling_text(each, event.plan) for each in table.rulings],
        names=[event.name_of(*side, round_=round_) if side else "—" for side in table.sides],
        sides=event.plan.side_names,
        everyone=[(number, event.name_of(number)) for number in table.entrants],
        cutting=[(number, event.name_of(number)) for number in singles_at(table) or table.entrants],
        cuts=_possible_cuts(event, table) if round_ == len(event.rounds) else [],
        code=codes.table_code(request.app.state.keys, event.id, table.number),
    )


def _possible_cuts(event: Event, table: EventTable) -> list[tuple[Purpose, str]]:
    """The cuts that a table may still make with its own cards."""
    found: list[tuple[Purpose, str]] = []
    for purpose, words in () if event.finished else OWN_CUTS:
        with contextlib.suppress(EventError):
            cutters(event, table, purpose)
            found.append((purpose, words))
    return found


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
