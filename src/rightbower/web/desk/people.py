"""One entrant's page: leaving, substitute, partner, keeping apart, floater, sitting player, papers."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rightbower.events import registration
from rightbower.events.entrants import Entrant, Player
from rightbower.events.fold import History
from rightbower.events.scorecards import personal_card
from rightbower.events.taking_part import singles
from rightbower.web.common.identity import clean_name
from rightbower.web.desk.checkin import row_remarks
from rightbower.web.desk.desk import Decide
from rightbower.web.desk.doors import directed_event
from rightbower.web.desk.frame import Act, Form, acted, page, whole


def _entrant(request: Request) -> Entrant:
    event = directed_event(request)
    number = request.path_params["number"]
    if not 1 <= number <= len(event.entrants):
        raise HTTPException(404, "Nobody on the list has this number.")
    return event.entrant(number)


async def entrant_page(request: Request) -> Response:
    """Everything about one entrant."""
    if request.method == "GET":
        return await show(request)
    number = _entrant(request).number
    return await acted(
        request, {key: _for(act, number) for key, act in ACTS.items()}, show, f"check-in#e{number}"
    )


def _for(act: Act, number: int) -> Act:
    """An act about the entrant of this page."""
    return Act(lambda form, history: act.facts({**form, "number": str(number)}, history))


async def show(
    request: Request, fault: str = "", status: int = 200, form: Form | None = None
) -> Response:
    """The page as it stands."""
    event, entrant = directed_event(request), _entrant(request)
    others = [
        each
        for each in event.entrants
        if each.number != entrant.number and each.state in ("entered", "here")
    ]
    unpaired = [event.entrant(each) for each in singles(event) if each != entrant.number]
    return await page(
        request,
        "desk_entrant.html",
        "check-in",
        fault,
        status,
        form=form or {},
        entrant=entrant,
        remarks=row_remarks(event, entrant),
        others=sorted(others, key=lambda each: each.name.casefold()),
        unpaired=unpaired,
        card=personal_card(event, entrant.number),
        unchecked=registration.unchecked(event, entrant),
    )


def _number(form: Form) -> int:
    return whole(form, "number", "Number")


def _withdraw(form: Form, _: History) -> list[Decide]:
    return [lambda event: registration.withdraw(event, [_number(form)], form.get("why", ""))]


def _missing(form: Form, _: History) -> list[Decide]:
    return [lambda event: registration.missing(event, [_number(form)])]


def _back(form: Form, _: History) -> list[Decide]:
    return [lambda event: registration.check_in(event, [_number(form)])]


def _substitute(form: Form, _: History) -> list[Decide]:
    new = Player(clean_name(form.get("new", "")))
    if not new.name:
        raise ValueError("write the name of the player who takes over")
    out, why = form.get("out", ""), form.get("why", "")
    return [lambda event: registration.substitute(event, _number(form), out, new, why)]


def _partner(form: Form, _: History) -> list[Decide]:
    other = whole(form, "other", "Partner")
    return [lambda event: registration.partner(event, _number(form), other)]


def _apart(form: Form, _: History) -> list[Decide]:
    other = whole(form, "other", "The other entrant")
    return [lambda event: registration.keep_apart(event, _number(form), other)]


def _vouch(form: Form, _: History) -> list[Decide]:
    return [lambda event: registration.vouch(event, _number(form), form.get("why", ""))]


def _floater(form: Form, _: History) -> list[Decide]:
    floats = form.get("floater") == "yes"
    return [lambda event: registration.set_floater(event, _number(form), floats)]


def _sitter(form: Form, _: History) -> list[Decide]:
    table = whole(form, "table", "Table") if form.get("table") else None
    return [lambda event: registration.set_sitter(event, _number(form), table)]


def _no_sitter(form: Form, _: History) -> list[Decide]:
    return [lambda event: registration.take_back_sitter(event, _number(form))]


ACTS: Mapping[str, Act] = {
    "withdraw": Act(_withdraw),
    "missing": Act(_missing),
    "here": Act(_back),
    "substitute": Act(_substitute),
    "partner": Act(_partner),
    "apart": Act(_apart),
    "vouch": Act(_vouch),
    "floater": Act(_floater),
    "sitter": Act(_sitter),
    "no-sitter": Act(_no_sitter),
}
