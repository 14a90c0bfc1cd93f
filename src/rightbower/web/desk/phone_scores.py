"""The score from the table: entered on one side's phone, confirmed or disputed on the other's."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.events.entrants import EventError
from rightbower.events.event import Event, Table
from rightbower.events.facts import Fact
from rightbower.events.outcome import entered_why
from rightbower.events.remarks import remarks
from rightbower.events.results import confirm, dispute, enter
from rightbower.web.common.refusal import Refused
from rightbower.web.common.rendering import render
from rightbower.web.desk.desk import Decide
from rightbower.web.desk.doors import desk_of, event_of, stream_of
from rightbower.web.desk.frame import sentence
from rightbower.web.desk.glance import glance
from rightbower.web.desk.phones import own, phone_of, small_number
from rightbower.web.desk.play_online import hall_table, take_chair
from rightbower.web.desk.public import clock_words
from rightbower.web.desk.snapshot import state_of
from rightbower.web.desk.whereabouts import table_of, whereabouts

LONGEST_WORD = 200


async def phone_page(request: Request) -> Response:
    """What the phone's owner has to know or to do now."""
    event = event_of(request)
    if phone_of(request, event, desk_of(request).notes(stream_of(event))) is None:
        return render(request, "phone_nobody.html", 403, event=event)
    return _page(request, *own(request))


def _page(
    request: Request,
    event: Event,
    number: int,
    fault: str = "",
    form: Mapping[str, str] | None = None,
    doubts: tuple[str, ...] = (),
) -> Response:
    table = table_of(event, number)
    side = table.side_of(number) if table is not None else 0
    seen = glance(event, desk_of(request).clock())
    return render(
        request,
        "phone_table.html",
        422 if fault else 200,
        event=event,
        me=whereabouts(event, number),
        table=table,
        side=side,
        sides=event.plan.side_names,
        state="" if table is None else state_of(table),
        seen=seen,
        clock=clock_words(seen.clock),
        place=next((each for each in event.places if each.entrant == number), None),
        names=_names(event, table, side),
        counts="" if table is None else entered_why(event.plan, table),
        dealers=_dealers(event, table),
        hall=hall_table(request, event, number),
        index=-1 if table is None else event.round.tables.index(table),
        fault=fault,
        form=form or {},
        doubts=doubts,
    )


def _names(event: Event, table: Table | None, side: int) -> tuple[str, str]:
    """Our side and theirs."""
    if table is None:
        return "", ""
    return event.name_of(*table.sides[side]), event.name_of(*table.sides[1 - side])


def _dealers(event: Event, table: Table | None) -> list[tuple[int, str]]:
    """Who may have dealt last, where the movement asks for it after a drawn game."""
    if table is None or event.plan.movement.kind != "winners part":
        return []
    return [(each, event.name_of(each)) for each in table.entrants]


async def enter_score(request: Request) -> Response:
    """One side's word on the points of both."""
    event, number = own(request)
    form = {key: str(value).strip() for key, value in (await request.form()).items()}

    def entered(now: Event) -> Fact:
        table, side = _here(now, number, form)
        ours, theirs = _points(form.get("ours", "")), _points(form.get("theirs", ""))
        points = (ours, theirs) if side == 0 else (theirs, ours)
        last = small_number(form.get("last_dealer", ""))
        return enter(now, table.number, points, side=side, last_dealer=last)

    try:
        doubts = remarks(event, entered(event))
        if doubts and form.get("sure") != "yes":
            return _page(request, event, number, form=form, doubts=doubts)
        await desk_of(request).write(event.id, event.name_of(number), entered)
    except (EventError, Refused) as fault:
        return _page(request, event_of(request), number, sentence(fault), form)
    return RedirectResponse(f"/events/{event.id}/phone", 303)


async def confirm_score(request: Request) -> Response:
    """The other side stands by the points it was shown."""
    event, number = own(request)
    form = {key: str(value).strip() for key, value in (await request.form()).items()}

    def confirmed(now: Event) -> Fact:
        table, side = _here(now, number, form)
        shown = form.get("seen", "")
        if table.result is not None and shown != "{}-{}".format(*table.result.points):
            raise Refused("The score has been changed meanwhile. Look at it again, please.")
        return confirm(now, table.number, side=side)

    return await _say(request, event, number, confirmed)


async def dispute_score(request: Request) -> Response:
    """Somebody at the table does not agree, or mistyped; the director comes."""
    event, number = own(request)
    form = {key: str(value).strip() for key, value in (await request.form()).items()}

    def disputed(now: Event) -> Fact:
        table, _ = _here(now, number, form)
        if table.result is not None and table.result.marked:
            raise Refused(f"Both sides stand by this score. Ask the {now.plan.officer}.")
        why = " ".join(form.get("why", "").split())[:LONGEST_WORD]
        return dispute(now, table.number, why=why)

    return await _say(request, event, number, disputed)


async def play(request: Request) -> Response:
    """Sit down in the hall, where the game of this table is played."""
    event, number = own(request)
    said = str((await request.form()).get("seat", ""))
    try:
        return RedirectResponse(await take_chair(request, event, number, said), 303)
    except Refused as fault:
        return _page(request, event_of(request), number, sentence(fault))


async def _say(request: Request, event: Event, number: int, decide: Decide) -> Response:
    try:
        await desk_of(request).write(event.id, event.name_of(number), decide)
    except (EventError, Refused) as fault:
        return _page(request, event_of(request), number, sentence(fault))
    return RedirectResponse(f"/events/{event.id}/phone", 303)


def _here(event: Event, number: int, form: Mapping[str, str]) -> tuple[Table, int]:
    """The table where the phone's owner sits, if it is still the one the page was made for."""
    table = table_of(event, number)
    if table is None or event.finished:
        raise Refused("You have no table now.")
    if form.get("round") != str(len(event.rounds)) or form.get("table") != str(table.number):
        raise Refused("This was for another round. Look at where you sit now, please.")
    return table, table.side_of(number)


def _points(text: str) -> int:
    if not text.isdecimal() or len(text) > 3:
        raise Refused("Write the points of both sides as whole numbers.")
    return int(text)
