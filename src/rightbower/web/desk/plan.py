"""The plan of an event: what the book fixes, what the director chose, prizes; changed before play."""

from __future__ import annotations

import re
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from rightbower.events.commands.plan import read_sat_out
from rightbower.events.entrants import EventError
from rightbower.events.event import Prize
from rightbower.events.fold import History
from rightbower.events.presets import LowPrize, change_plan
from rightbower.web.desk.desk import Decide
from rightbower.web.desk.doors import directed_event
from rightbower.web.desk.frame import Act, Form, acted, page, whole

LONGEST_PRIZE = 40
LOW: Mapping[str, LowPrize] = {"all rounds": "all rounds", "everyone": "everyone"}


def read_prizes(text: str) -> list[Prize]:
    """Prizes one a line, in order of places; a name that begins with low counts from the bottom.

    >>> [(prize.name, prize.place, prize.amount, prize.low) for prize in read_prizes("First = 50")]
    [('First', 1, 5000, False)]
    """
    prizes: list[Prize] = []
    for line in text.splitlines():
        name, _, amount = (part.strip() for part in line.partition("="))
        if not name and not amount:
            continue
        if not name or (amount and not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{2})?", amount)):
            raise EventError(f"{line.strip()[:40]!r} is no prize; write First = 50, or First alone")
        low = name.casefold().startswith("low")
        place = 1 + sum(prize.low == low for prize in prizes)
        prizes.append(Prize(name[:LONGEST_PRIZE], place, round(float(amount or 0) * 100), low))
    return prizes


def written(prizes: tuple[Prize, ...]) -> str:
    """Prizes as they are typed."""
    return "\n".join(
        f"{prize.name} = {prize.amount / 100:.2f}" if prize.amount else prize.name
        for prize in prizes
    )


async def plan_page(request: Request) -> Response:
    """See and change the plan."""
    if request.method == "POST":
        return await acted(request, ACTS, show, "plan")
    return await show(request)


async def show(
    request: Request, fault: str = "", status: int = 200, form: Form | None = None
) -> Response:
    """The page as it stands."""
    plan = directed_event(request).plan
    return await page(
        request,
        "desk_plan.html",
        "plan",
        fault,
        status,
        form=form or {},
        prizes=written(plan.prizes),
    )


def _number(form: Form, field: str, what: str) -> int | None:
    return whole(form, field, what) if form.get(field) else None


def _change(form: Form, history: History) -> list[Decide]:
    """Before play everything that the book leaves open; afterwards rounds, and sitting out."""
    rounds = _number(form, "rounds", "Rounds")
    why = form.get("why", "")
    sat_out, low = read_sat_out(form.get("sat_out", "")), LOW.get(form.get("low_prize", ""))
    if history.event.started:
        return [
            lambda event: change_plan(event, rounds=rounds, sat_out=sat_out, low_prize=low, why=why)
        ]
    target, minutes = _number(form, "target", "Points to win"), _number(form, "minutes", "Minutes")
    decided = _number(form, "decided", "Places to be parted")
    prizes = read_prizes(form.get("prizes", ""))
    return [
        lambda event: change_plan(
            event,
            target=target,
            rounds=rounds,
            minutes=minutes,
            prizes=prizes or None,
            decided=decided,
            sat_out=sat_out,
            low_prize=low,
            why=why,
        )
    ]


ACTS: Mapping[str, Act] = {"change": Act(_change)}
