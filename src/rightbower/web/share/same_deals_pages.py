"""The deal of the day, and the same deals as a friend played: play them, then compare."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Sequence
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from rightbower.rules import shuffles
from rightbower.rules.book import load, names
from rightbower.rules.cards import Seat
from rightbower.rules.refusal import Refusal, sentence
from rightbower.store.contract import Conflict
from rightbower.web.common.address import address, only_here, picture
from rightbower.web.common.identity import Keys, Person
from rightbower.web.common.rendering import render
from rightbower.web.hall.entries import Beginning, HallEntry, Sat
from rightbower.web.hall.front_pages import hall_of, person_of, remembered
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.opening import may_open
from rightbower.web.hall.same_deals import (
    BOTS,
    LENGTHS,
    YOU,
    SameDeals,
    SameResult,
    new_match,
    of_day,
    own_table,
    results,
    same_deals,
    today,
)
from rightbower.web.hall.seats import bot_sits

MOST_SHOWN = 12
NAME_LETTERS = 10


def routes() -> list[BaseRoute]:
    """The addresses of the same deals."""
    return [
        Route("/day", day),
        Route("/same", new_deals, methods=["GET", "POST"]),
        Route("/same/{key}", deals_page),
        Route("/same/{key}/play", play, methods=["POST"]),
        Route("/same/{key}/qr.svg", qr_code),
    ]


async def day(request: Request) -> Response:
    """Lead to the deal of today."""
    return RedirectResponse(f"/same/{of_day(today(hall_of(request).clock()))}", 303)


async def new_deals(request: Request) -> Response:
    """Choose a book and how many deals; then they have a link."""
    if request.method == "GET":
        books = [load(name) for name in names()]
        return render(request, "same_deals_new.html", books=books, lengths=LENGTHS)
    form = await request.form()
    key = new_match(str(form.get("book", "")), _number(str(form.get("deals", ""))))
    try:
        same_deals(key, hall_of(request).clock())
    except Refusal:
        raise HTTPException(
            400, "Choose the book and the number of deals from the lists."
        ) from None
    return RedirectResponse(f"/same/{key}", 303)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else 0


def _deals(request: Request) -> SameDeals:
    """The deals that the address names."""
    try:
        return same_deals(str(request.path_params["key"]), hall_of(request).clock())
    except Refusal as fault:
        raise HTTPException(404, sentence(fault)) from None


def _seed(request: Request, deals: SameDeals) -> str:
    keys: Keys = request.app.state.keys
    return keys.derived(deals.purpose)


async def deals_page(request: Request) -> Response:
    """Play the deals, continue with them, or see everybody's results."""
    deals, person, hall = _deals(request), person_of(request), hall_of(request)
    table, over = own_table(hall.journal, deals.key, person.who)
    past = deals.day is not None and deals.day < today(hall.clock())
    found = results(hall.journal, deals)
    shown = over or past
    page = render(
        request,
        "same_deals.html",
        deals=deals,
        book=load(deals.book),
        table=table,
        past=past,
        many=len(found),
        shown=shown,
        link=address(request, f"/same/{deals.key}"),
        only_here=only_here(request),
        fingerprint=shuffles.commitment(_seed(request, deals)),
        day=f"{deals.day:%B} {deals.day.day}" if deals.day else "",
        **(_compared(deals, found, person.who) if shown else {}),
    )
    return remembered(request, page, person)


def _compared(deals: SameDeals, found: Sequence[SameResult], who: str) -> dict[str, Any]:
    """What is shown to one who has played: their own result, and those of the others."""
    mine = next((each for each in found if each.who == who), None)
    if deals.day is not None:
        return {"verdict": _place(found, mine), "spread": _spread(found, mine), "rows": []}
    columns = sorted(found, key=lambda each: each is not mine)
    rows = [
        [signed(each.deals[at]) if at < len(each.deals) else "–" for each in columns[:MOST_SHOWN]]
        for at in range(max((len(each.deals) for each in columns), default=0))
    ]
    return {
        "verdict": [_against(mine, each) for each in columns[1:]] if mine else [],
        "columns": columns[:MOST_SHOWN],
        "rows": rows,
        "mine": mine,
        "signed": signed,
    }


def signed(points: int) -> str:
    """Points as they are compared: +2, 0, −1."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def _place(found: Sequence[SameResult], mine: SameResult | None) -> list[str]:
    if mine is None:
        return []
    others = [each for each in found if each is not mine]
    if not others:
        return [f"You came to {signed(mine.total)}. You are the first to have played it."]
    better = sum(each.total > mine.total for each in others)
    same = sum(each.total == mine.total for each in others)
    worse = len(others) - better - same
    counted = [(better, "did better"), (same, "the same"), (worse, "worse")]
    words = ", ".join(f"{many or 'none'} {how}" for many, how in counted)
    return [f"You came to {signed(mine.total)}. Of the {len(others)} who played it too, {words}."]


def _spread(
    found: Sequence[SameResult], mine: SameResult | None
) -> list[tuple[str, int, int, bool]]:
    """The distribution of results, best first: label, count, share of 100, whether it is yours."""
    many = Counter(each.total for each in found)
    most = max(many.values(), default=1)
    return [
        (
            signed(total),
            many[total],
            100 * many[total] // most,
            mine is not None and mine.total == total,
        )
        for total in sorted(many, reverse=True)
    ]


def _against(mine: SameResult, other: SameResult) -> str:
    """Two people at the same deals, as far as both have played them."""
    both = min(len(mine.deals), len(other.deals))
    ours, theirs = sum(mine.deals[:both]), sum(other.deals[:both])
    if ours == theirs:
        return f"You and {other.name} are level at {signed(ours)}."
    how = "beat" if ours > theirs else "are behind"
    return f"You {how} {other.name} by {abs(ours - theirs)}: {signed(ours)} to {signed(theirs)}."


async def play(request: Request) -> Response:
    """Sit down at a table of one's own with these deals, or return to the one already begun."""
    deals, person, hall = _deals(request), person_of(request), hall_of(request)
    if deals.day is not None and deals.day < today(hall.clock()):
        raise HTTPException(403, "That day is over. Play today's deal instead.")
    table, _ = await hall.reads(own_table, hall.journal, deals.key, person.who)
    if table:
        return RedirectResponse(f"/t/{table}", 303)
    await may_open(request)
    keys: Keys = request.app.state.keys
    # One name for one person and these deals: who presses twice at once is given one table.
    name = keys.code(f"{deals.purpose} of {person.who}", NAME_LETTERS).lower()
    with contextlib.suppress(Conflict):
        await _own_table_of(hall, deals, person, name, _seed(request, deals))
    return remembered(request, RedirectResponse(f"/t/{name}", 303), person)


async def _own_table_of(hall: Hall, deals: SameDeals, person: Person, name: str, seed: str) -> None:
    """Open a table where one person plays these deals with bots."""
    now = hall.clock()
    sitters: list[HallEntry] = [Sat(YOU, person.who, person.name, now)]
    sitters += [bot_sits(seat, BOTS, now) for seat in Seat if seat is not YOU]
    await hall.open(
        deals.book,
        person.who,
        overlay=deals.changes,
        listed=False,
        friendly=False,
        then=[*sitters, Beginning(now)],
        same=deals.key,
        seed=seed,
        name=name,
    )


async def qr_code(request: Request) -> Response:
    """The link as a picture for phones."""
    link = address(request, f"/same/{_deals(request).key}")
    return Response(picture(link), media_type="image/svg+xml")
