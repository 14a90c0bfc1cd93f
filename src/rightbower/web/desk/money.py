"""Fees, prizes and messages of a day."""

from __future__ import annotations

from functools import partial
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.office.workers import pool
from rightbower.papers.printing.cash import cash_paper
from rightbower.papers.printing.papers import Heading
from rightbower.rules.refusal import Refusal
from rightbower.tournament.dates import day_text
from rightbower.tournament.events.cash import CashSheet, cash_sheet, money
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event
from rightbower.tournament.names import without_control_characters
from rightbower.web.common.guard import asker_of
from rightbower.web.common.refusal import sentence
from rightbower.web.desk.forms import NOTHING, Form, Show, form_of, handle, page, whole_number
from rightbower.web.notes import (
    DoorSet,
    FeeSet,
    HelpGiven,
    MessageShown,
    NoteFact,
    Notes,
    Paid,
    PaidEach,
)
from rightbower.web.state.access import desk_of, directed_event, stream_of
from rightbower.web.state.accounts import signer
from rightbower.web.state.desk import ToNote

NOTED: Final = ("fee", "paid", "door", "all-paid", "undo-money")
LARGEST_FEE = 1_000_00


async def money_page(request: Request) -> Response:
    """The page, or something done on it."""
    if request.method != "POST":
        return await show_money(request)
    form = await form_of(request)
    if form.get("do") in ("fee", "paid"):
        return await note_from_form(request, form, show_money, "money")
    return await handle(request, show_money, "money")


async def show_money(request: Request, fault: str = "", form: Form = NOTHING) -> Response:
    """The page as it stands."""
    return await page(
        request,
        "desk_money.html",
        "money",
        fault,
        form,
        alone=True,
        sheet=_sheet(request),
        money=money,
    )


def _sheet(request: Request) -> CashSheet:
    event = directed_event(request)
    notes = desk_of(request).notes(stream_of(event))
    return cash_sheet(event, notes.fee, notes.paid)


async def take_cash_sheet(request: Request) -> Response:
    """The cash sheet as a PDF."""
    event, sheet = directed_event(request), _sheet(request)
    size = "A4" if request.query_params.get("size", "").casefold() == "a4" else "Letter"
    heading = Heading(event.name, (f"{day_text(event.date)}, cash sheet",))
    data = await pool("papers").run(
        cash_paper, heading, sheet, size, asker=asker_of(request, first=True)
    )
    headers = {"content-disposition": f'inline; filename="{event.id}-cash.pdf"'}
    return Response(data, media_type="application/pdf", headers=headers)


async def note_from_form(request: Request, form: Form, show: Show, onward: str) -> Response:
    """Keep what a button says beside the event; a refusal shows the page again."""
    event = directed_event(request)
    try:
        fact = _to_note(form, event)
        await desk_of(request).note(stream_of(event), fact, by=signer(request))
    except Refusal as fault:
        return await show(request, sentence(fault), form)
    return RedirectResponse(f"/events/{event.id}/desk/{onward}", 303)


def _to_note(form: Form, event: Event) -> ToNote:
    """What a button notes; some look at the notes as they are then."""
    match form["do"]:
        case "all-paid":
            return partial(all_paid, event)
        case "undo-money":
            return undo_money
        case "fee":
            return FeeSet(cents(form.get("fee", "")))
        case "paid":
            number = event.entrant(whole_number(form, "number", "Number")).number
            return Paid(number, cents(form.get("amount", "")))
        case _:
            return DoorSet(form.get("open") == "yes")


def all_paid(event: Event, notes: Notes) -> NoteFact:
    """Everybody here who still owes something has paid the fee."""
    owing = [
        each.number
        for each in event.entrants
        if each.state == "here" and notes.paid.get(each.number, 0) < notes.fee
    ]
    if not notes.fee or not owing:
        raise EventError("nobody who is here owes anything")
    return PaidEach(tuple((number, notes.fee) for number in owing))


def undo_money(notes: Notes) -> NoteFact:
    """What takes the latest note about money back."""
    if notes.money is None:
        raise EventError("nothing was paid yet")
    return notes.money.back


def cents(text: str) -> int:
    """An amount of money.

    >>> cents("12.50"), cents("5")
    (1250, 500)
    """
    whole_, _, part = text.replace(",", ".").partition(".")
    if not (whole_ or "0").isdecimal() or (part and (not part.isdecimal() or len(part) > 2)):
        raise EventError(f"{text[:20]!r} is not an amount; write 5 or 12.50")
    # A number of thousands of digits is not even read.
    found = int(whole_[-12:] or 0) * 100 + int(part.ljust(2, "0") or 0)
    if len(whole_) > 12 or found > LARGEST_FEE:
        raise EventError("that is more than anybody pays for a day of cards")
    return found


LONGEST = 160


async def messages_page(request: Request) -> Response:
    """Say something on the wall and on the phones, take it away, answer a table that calls."""
    if request.method != "POST":
        return await show_messages(request)
    event, form = directed_event(request), await form_of(request)
    try:
        fact = _fact(event, form)
    except Refusal as refused:
        return await show_messages(request, sentence(refused), form)
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


async def show_messages(request: Request, fault: str = "", form: Form = NOTHING) -> Response:
    """The page as it stands."""
    event = directed_event(request)
    tables = [table.number for table in event.round.tables if table.playing] if event.rounds else []
    return await page(request, "desk_messages.html", "messages", fault, form, tables=tables)
