"""The finish: cards handed in, prizes, who goes on, and the results made final."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from rightbower.events.columns import rank_said, reason
from rightbower.events.event import Event
from rightbower.events.finish import finish, hand_in, not_over, qualifiers
from rightbower.events.fold import History
from rightbower.events.prizes import awards, low_prize_said, missed, open_low_prize
from rightbower.events.seating import planned_rounds
from rightbower.events.standings import standings
from rightbower.events.tally import taking_part
from rightbower.web.desk.desk import Decide
from rightbower.web.desk.doors import directed_event
from rightbower.web.desk.frame import Act, Form, acted, by_version, page, sentence, whole


async def finish_page(request: Request) -> Response:
    """The last page of the day."""
    if request.method == "POST":
        return await acted(request, ACTS, show, "finish")
    return await show(request)


async def show(
    request: Request, fault: str = "", status: int = 200, form: Form | None = None
) -> Response:
    """The page as it stands."""
    event = directed_event(request)
    planned = planned_rounds(event)
    early = bool(event.rounds) and planned is not None and len(event.rounds) < planned
    reason_ = not_over(event, "a reason")
    return await page(
        request,
        "desk_finish.html",
        "finish",
        fault,
        status,
        form=form or {},
        players=cards_due(event),
        early=early,
        not_over="" if reason_ is None else sentence(reason_),
        awards=[(each, event.name_of(*each.winners)) for each in awards(event)]
        if event.rounds
        else [],
        low=low_prize_said(event) if event.rounds else (),
        outside=[
            (each.entrant, each.name)
            for each in standings(event)
            if event.plan.standings.low_prize != "everyone"
            and each.rank is not None
            and missed(event, each.entrant)
        ]
        if any(prize.low for prize in event.plan.prizes)
        else [],
        through=qualifiers(event),
        top=[(each, rank_said(each), reason(each)) for each in standings(event)[:3]]
        if event.rounds
        else [],
    )


def cards_due(event: Event) -> list[tuple[int, str, bool]]:
    """Everyone who has a card to hand in, and whether it is in."""
    if event.plan.standings.hand_in == "none" or not event.rounds:
        return []
    found = [event.entrant(number) for number in taking_part(event)]
    return [
        (each.number, each.name, each.card_in)
        for each in sorted(found, key=lambda each: each.name.casefold())
    ]


def _card(form: Form, _: History) -> list[Decide]:
    number = whole(form, "number", "Number")
    return [lambda event: hand_in(event, (number,))]


def _cards(_: Form, history: History) -> list[Decide]:
    """All cards that are still out."""
    numbers = tuple(number for number, _, given in cards_due(history.event) if not given)
    if not numbers:
        raise ValueError("all cards are in")
    return [lambda event: hand_in(event, numbers)]


def _let_in(form: Form, _: History) -> list[Decide]:
    number = whole(form, "number", "Number")
    return [lambda event: open_low_prize(event, (number,), form.get("why", ""))]


def _finish(form: Form, _: History) -> list[Decide]:
    return [lambda event: finish(event, form.get("why", ""))]


ACTS: Mapping[str, Act] = {
    "card": Act(_card),
    "all-cards": Act(_cards),
    "let-in": Act(_let_in),
    "finish": Act(_finish, by_version, lambda _: True),
}
