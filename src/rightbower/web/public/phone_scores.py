"""The score from the table: entered on one side's phone, confirmed or disputed on the other's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.office.contests import EVENT
from rightbower.rules.refusal import Refusal
from rightbower.tournament.events.commands.base import EventCommand
from rightbower.tournament.events.commands.results import (
    PhoneConfirm,
    PhoneDispute,
    PhoneResult,
    PhoneTakeBack,
)
from rightbower.tournament.events.standings.columns import tally_text
from rightbower.tournament.events.standings.results import entered_why
from rightbower.tournament.events.state.event import Event, EventTable
from rightbower.tournament.names import without_control_characters
from rightbower.tournament.reading import from_form
from rightbower.web.common.guard import device_of, place_of
from rightbower.web.common.refusal import Refused, sentence
from rightbower.web.common.rendering import render
from rightbower.web.notes import HelpCalled, Notes, OneHand
from rightbower.web.public.event_page import clock_words
from rightbower.web.public.phone_table import phone_table, standing_said, still_playing
from rightbower.web.public.phones import own, phone_of
from rightbower.web.public.play_online import hall_table, take_chair
from rightbower.web.snapshots.phone_snapshot import phone_view
from rightbower.web.snapshots.snapshot import state_of
from rightbower.web.snapshots.whereabouts import table_of, whereabouts
from rightbower.web.state.access import desk_of, event_of, history_of, stream_of

LONGEST_CALL = 120
# What a phone may do with the score of its table, by the end of the address.
SCORE_ACTS: Final[Mapping[str, type[EventCommand]]] = {
    "enter": PhoneResult,
    "confirm": PhoneConfirm,
    "take-back": PhoneTakeBack,
    "dispute": PhoneDispute,
}


async def phone_page(request: Request) -> Response:
    """What the phone's owner has to know or to do now."""
    event = event_of(request)
    if phone_of(request, event, desk_of(request).notes(stream_of(event))) is None:
        return render(request, "phone_nobody.html", 403, event=event)
    return await _page(request, *own(request))


async def _page(
    request: Request,
    event: Event,
    number: int,
    fault: str = "",
    form: Mapping[str, str] | None = None,
    doubts: tuple[str, ...] = (),
) -> Response:
    seen = phone_view(event, desk_of(request).clock())
    notes = desk_of(request).notes(stream_of(event))
    place = next((each for each in event.places if each.entrant == number), None)
    return render(
        request,
        "phone_table.html",
        422 if fault else 200,
        event=event,
        me=whereabouts(event, number),
        sides=event.plan.side_names,
        seen=seen,
        clock=clock_words(seen.clock),
        place=place,
        figures=tally_text(place, event.plan.standings.ranking) if place else "",
        stands=standing_said(await desk_of(request).views.recent_snapshot(event.id), number)
        if event.rounds
        else "",
        still=still_playing(event) if event.rounds else "",
        asks_help="help" in request.query_params,
        typing="type" in request.query_params,
        hall=hall_table(request, event, number),
        said=notes.said,
        fault=fault,
        form=form or {},
        doubts=doubts,
        **_at_table(event, number, notes),
    )


def _at_table(event: Event, number: int, notes: Notes) -> dict[str, object]:
    """What the page shows of the table at which somebody sits, or that there is none."""
    table = table_of(event, number)
    if table is None:
        return {
            "table": None,
            "side": 0,
            "state": "",
            "at": None,
            "counts": "",
            "dealers": [],
            "messages": _messages(notes, 0),
            "called": False,
            "index": -1,
        }
    return {
        "table": table,
        "side": table.side_of(number),
        "state": state_of(table),
        "at": phone_table(event, table, number) if table.playing else None,
        "counts": entered_why(event.plan, table),
        "dealers": _dealers(event, table),
        "messages": _messages(notes, table.number),
        "called": (len(event.rounds), table.number) in notes.calls,
        "index": event.round.tables.index(table),
    }


def _messages(notes: Notes, table: int) -> list[str]:
    """What the director says to everybody and to this table."""
    return [text for text in (notes.message, notes.table_messages.get(table, "")) if text]


async def call(request: Request) -> Response:
    """Call the director to the table of this phone."""
    event, number = own(request)
    said = without_control_characters(str((await request.form()).get("why", "")))
    why = " ".join(said.split())[:LONGEST_CALL]
    table = table_of(event, number)
    if table is None or event.finished:
        return await _page(request, event, number, "You have no table now.")
    round_ = len(event.rounds)
    await desk_of(request).note(stream_of(event), HelpCalled(round_, table.number, why))
    return RedirectResponse(f"/events/{event.id}/phone", 303)


def _dealers(event: Event, table: EventTable) -> list[tuple[int, str]]:
    """Who may have dealt last, where the movement asks for it after a drawn game."""
    if not event.plan.movement_kind.parts:
        return []
    return [(each, event.name_of(each)) for each in table.entrants]


async def act_on_score(request: Request, act: type[EventCommand]) -> Response:
    """Do what the owner of the phone says; who that is comes from the phone, not from the form.

    A score that seldom is, is asked about once.
    """
    event, number = own(request)
    form = {key: str(value).strip() for key, value in (await request.form()).items()}
    try:
        command = from_form(act, {**form, "entrant": str(number)}.items())
        if act is PhoneResult and form.get("sure") != "yes":
            _, _, (receipt,) = EVENT.decided(history_of(request), [command])
            if receipt.remarks:
                return await _page(request, event, number, form=form, doubts=receipt.remarks)
        await desk_of(request).do(event.id, command, by=event.name_of(number))
        await _note_same_sender(request, event, number, act)
    except Refusal as fault:
        return await _page(request, event_of(request), number, sentence(fault), form)
    return RedirectResponse(f"/events/{event.id}/phone", 303)


async def _note_same_sender(
    request: Request, event: Event, number: int, act: type[EventCommand]
) -> None:
    """Show everybody where one and the same address stood by a result for both sides."""
    senders, table = desk_of(request).senders, table_of(event, number)
    if table is None:
        return
    game = (event.id, len(event.rounds), table.number)
    place, device = place_of(request), device_of(request)
    if act is PhoneResult:
        senders.entered(game, place, device)
    elif act is PhoneConfirm and senders.same_sender(game, place, device):
        noted = OneHand(len(event.rounds), table.number)
        await desk_of(request).note(stream_of(event), noted)


async def play(request: Request) -> Response:
    """Sit down in the hall, where the game of this table is played."""
    event, number = own(request)
    said = str((await request.form()).get("seat", ""))
    try:
        return RedirectResponse(await take_chair(request, event, number, said), 303)
    except Refused as fault:
        return await _page(request, event_of(request), number, sentence(fault))
