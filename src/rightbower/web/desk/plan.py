"""The plan of an event: what the book fixes, what the director chose, prizes; changed before play."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from rightbower.events.state.event import Prize
from rightbower.web.desk.forms import Form, acted, page
from rightbower.web.state.access import directed_event


def written(prizes: tuple[Prize, ...]) -> str:
    """Prizes as they are typed."""
    return "\n".join(
        f"{prize.name} = {prize.amount / 100:.2f}" if prize.amount else prize.name
        for prize in prizes
    )


async def plan_page(request: Request) -> Response:
    """See and change the plan."""
    if request.method == "POST":
        return await acted(request, show, "plan")
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
