"""Fees, prizes and messages of a day."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.office.workers import pool
from rightbower.papers.printing.lists import cash_paper
from rightbower.papers.printing.papers import Heading
from rightbower.tournament.dates import day_text
from rightbower.tournament.events.cash import CashSheet, cash_sheet
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event, EventHistory
from rightbower.tournament.events.prize_lines import money
from rightbower.tournament.events.purse import groups_of
from rightbower.tournament.names import name_order, without_control_characters
from rightbower.web.common.guard import asker_of
from rightbower.web.desk.forms import Form, whole_number
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
from rightbower.web.pages.desk_pages import DeskPage, FilledForm
from rightbower.web.state.access import desk_of, directed_event, stream_of
from rightbower.web.state.accounts import signer
from rightbower.web.state.desk import ToNote

NOTED: Final = ("fee", "paid", "door", "all-paid", "undo-money")
LARGEST_FEE = 1_000_00


def money_values(request: Request, history: EventHistory, _form: FilledForm) -> dict[str, Any]:
    """Who paid, and what becomes of it."""
    event = history.event
    people = [each for each in event.entrants if each.state in ("entered", "here", "withdrawn")]
    return {
        "sheet": _sheet(request),
        "money": money,
        "purse": event.purse,
        "people": sorted(people, key=lambda each: name_order(each.name)),
        "groups": groups_of(event),
    }


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


async def note_from_form(
    onward: str | Callable[[Request, FilledForm], str], request: Request, said: FilledForm
) -> Response:
    """Keep what a button says beside the event, and go on."""
    event = directed_event(request)
    fact = _to_note(said.joined(), event)
    await desk_of(request).note(stream_of(event), fact, by=signer(request))
    onward = onward if isinstance(onward, str) else onward(request, said)
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


async def _told(request: Request, said: FilledForm) -> Response:
    """Say something on the wall and on the phones, take it away, answer a table that calls."""
    event, form = directed_event(request), said.joined()
    await desk_of(request).note(stream_of(event), _fact(event, form))
    back = form.get("back", "")
    page, _, table = back.partition("/")
    own = back in ("round", "seating", "standings") or (page == "table" and table.isdecimal())
    where = back if own else "messages"
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


def message_values(_: Request, history: EventHistory, _form: FilledForm) -> dict[str, Any]:
    """What can be said, and to whom."""
    event = history.event
    tables = [table.number for table in event.round.tables if table.playing] if event.rounds else []
    return {"tables": tables}


_PAID: Final = partial(note_from_form, "money")
MONEY: Final = DeskPage(
    "desk_money.html",
    money_values,
    "money",
    "money",
    instead={"fee": _PAID, "paid": _PAID},
    alone=True,
)
MESSAGES: Final = DeskPage("desk_messages.html", message_values, "messages", otherwise=_told)
