"""Money at the desk: who has paid, change due, payout from the pot, draws, and the cash sheet."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from rightbower.events.cash import CashSheet, cash_sheet, money
from rightbower.office.workers import pool
from rightbower.printing.cash import cash_paper
from rightbower.printing.papers import Heading
from rightbower.tournament.dates import day_said
from rightbower.web.common.guard import place_of
from rightbower.web.desk.common.forms import NOTHING, Form, form_of, handle, page
from rightbower.web.desk.day.fees import noted
from rightbower.web.state.access import desk_of, directed_event, stream_of


async def money_page(request: Request) -> Response:
    """The page, or something done on it."""
    if request.method != "POST":
        return await show(request)
    form = await form_of(request)
    if form.get("do") in ("fee", "paid"):
        return await noted(request, form, show, "money")
    return await handle(request, show, "money")


async def show(request: Request, fault: str = "", form: Form = NOTHING) -> Response:
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
    heading = Heading(event.name, (f"{day_said(event.date)}, cash sheet",))
    data = await pool("papers").run(cash_paper, heading, sheet, size, key=place_of(request))
    headers = {"content-disposition": f'inline; filename="{event.id}-cash.pdf"'}
    return Response(data, media_type="application/pdf", headers=headers)
