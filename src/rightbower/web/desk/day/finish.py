"""The finish: cards handed in, prizes, who goes on, and the results made final."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from rightbower.tournament.events.finish import cards_out, not_over, qualifiers
from rightbower.tournament.events.standings.columns import rank_text, reason
from rightbower.tournament.events.standings.places import standings
from rightbower.tournament.events.standings.prizes import (
    awards,
    left_out,
    lone_prizes,
    low_prize_text,
)
from rightbower.tournament.events.standings.tally import taking_part
from rightbower.tournament.events.state.entrants import Entrant, Place
from rightbower.tournament.events.state.event import Event
from rightbower.web.common.refusal import sentence
from rightbower.web.desk.forms import NOTHING, Form, handle, page
from rightbower.web.state.access import directed_event


async def finish_page(request: Request) -> Response:
    """The last page of the day."""
    return await handle(request, show, "finish")


async def show(request: Request, fault: str = "", form: Form = NOTHING) -> Response:
    """The page as it stands."""
    event = directed_event(request)
    blocked, asked = not_over(event, "a reason"), not_over(event)
    places = standings(event) if event.rounds else ()
    complete = not_over(_all_cards_in(event))
    return await page(
        request,
        "desk_finish.html",
        "finish",
        fault,
        form,
        players=cards_due(event),
        out=[(number, event.entrant(number).name) for number in cards_out(event)]
        if event.rounds
        else [],
        early="" if blocked or asked is None else sentence(asked),
        early_with_cards="" if blocked or complete is None else sentence(complete),
        not_over="" if blocked is None else sentence(blocked),
        awards=[(each, event.name_of(*each.winners)) for each in awards(event)]
        if event.rounds
        else [],
        low=low_prize_text(event) if event.rounds else (),
        outside=outside_low_prize(event, places),
        loners=loners_of(event),
        lone_prize=bool(lone_prizes(event)),
        through=qualifiers(event),
        top=[(each, rank_text(each), reason(each)) for each in places[:3]],
    )


def _all_cards_in(event: Event) -> Event:
    """The event as it is once every card that is out has come in."""
    out = cards_out(event)
    entrants = tuple(
        replace(each, card_in=True) if each.number in out else each for each in event.entrants
    )
    return replace(event, entrants=entrants)


def outside_low_prize(event: Event, places: Sequence[Place]) -> list[tuple[int, str]]:
    """Those whom the officer may still let win a low prize."""
    if not any(prize.low for prize in event.plan.prizes):
        return []
    ranked = [each for each in places if each.rank is not None]
    return [(each.entrant, each.name) for each in left_out(event, ranked)]


def loners_of(event: Event) -> list[tuple[int, str, int]]:
    """Everyone who plays, by name, with the lone hands written down so far."""
    if event.finished or not event.rounds:
        return []
    return [(each.number, each.name, each.loners) for each in _by_name(event)]


def cards_due(event: Event) -> list[tuple[int, str, bool]]:
    """Everyone who has a card to hand in, and whether it is in."""
    if event.plan.standings.hand_in == "none" or not event.rounds:
        return []
    return [(each.number, each.name, each.card_in) for each in _by_name(event)]


def _by_name(event: Event) -> list[Entrant]:
    found = [event.entrant(number) for number in taking_part(event)]
    return sorted(found, key=lambda each: each.name.casefold())
