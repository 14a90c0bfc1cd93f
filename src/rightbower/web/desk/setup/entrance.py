"""The way in: the events there are, a new one with what its book settles, and the director's PIN."""

from __future__ import annotations

import re
import time
from typing import Final

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.office.contests import EVENT
from rightbower.rules.book import load
from rightbower.rules.game import target_objection
from rightbower.rules.refusal import Refusal
from rightbower.tournament.events.commands.plan import OpenEvent
from rightbower.tournament.events.planning import open_event
from rightbower.tournament.events.presets import PRESETS
from rightbower.tournament.events.state.event import EventPlan
from rightbower.tournament.reading import from_form
from rightbower.web.common.guard import place_of
from rightbower.web.common.identity import clean_name
from rightbower.web.common.refusal import Refused, sentence
from rightbower.web.common.rendering import render
from rightbower.web.hall.pages.pages import hall_of
from rightbower.web.notes import LetIn, PinSet, WrongPin
from rightbower.web.snapshots.event_view import stage_of
from rightbower.web.state.access import desk_of, event_of, may_direct, stream_of
from rightbower.web.state.accounts import signer
from rightbower.web.state.creation import keys_of, may_make, opened
from rightbower.web.state.owner import is_owner
from rightbower.web.state.pins import chosen_pin, let_in

# What is chosen for somebody who has not chosen.
USUAL = "alberta-pairs"
STAGES = {
    "check-in": "checking in",
    "round": "playing",
    "between": "between two rounds",
    "finish": "all rounds played",
    "finished": "finished",
}
DOCUMENT: Final = re.compile(r"[A-Z][0-9]{2}-")


async def events_page(request: Request) -> Response:
    """All events and leagues of this hall."""
    desk = desk_of(request)
    events = [history.event for history in desk.events.readable()]
    events.sort(key=lambda event: (event.finished, event.date), reverse=False)
    leagues = [history.league for history in desk.leagues.readable()]
    return render(
        request,
        "events.html",
        events=[
            (event, STAGES[stage_of(event)], may_direct(request, stream_of(event)))
            for event in events
        ],
        leagues=leagues,
        reports=len(hall_of(request).reports.open()) if is_owner(request) else None,
    )


async def new_event(request: Request) -> Response:
    """Make an event: a preset, a name, a day, and what the book leaves to the director."""
    if request.method != "POST":
        return new_form(request, {"preset": request.query_params.get("preset", "")})
    form = {key: str(value).strip() for key, value in (await request.form()).items()}
    try:
        opening = from_form(OpenEvent, {**form, "name": clean_name(form.get("name", ""))}.items())
        await may_make(request, "events", opening, form.get("pin", ""))
        pin, noted = await keys_of(request, form.get("pin", ""))
        event = await desk_of(request).open(EVENT, opening, by=signer(request))
        return await opened(request, stream_of(event), f"/events/{event.id}", pin, noted)
    except Refusal as fault:
        return new_form(request, form, sentence(fault), 422)


def new_form(
    request: Request, form: dict[str, str], fault: str = "", status: int = 200
) -> Response:
    """The form of a new event, filled in as far as it was."""
    preset = form.get("preset", "")
    wish = preset if preset in PRESETS else USUAL
    form = {"date": time.strftime("%Y-%m-%d"), **form, "preset": wish}
    presets = [(preset, preset_text(preset.name)) for preset in PRESETS.values()]
    named = signer(request)
    return render(
        request, "desk_new.html", status, presets=presets, form=form, fault=fault, named=named
    )


async def event_pin(request: Request) -> Response:
    """Ask for an event's PIN; whoever runs the hall sets the first one."""
    event = event_of(request)
    return await pin_page(request, stream_of(event), f"/events/{event.id}", event.name)


async def pin_page(
    request: Request, stream: str, base: str, name: str, officer: str = "director"
) -> Response:
    """The PIN of an event or a league."""
    kept = desk_of(request).notes(stream).pin
    back = request.query_params.get("back", "")
    if not re.fullmatch(re.escape(base) + r"(/[a-z0-9/-]*)?", back):
        back = f"{base}/desk"
    fault = ""
    if request.method == "POST":
        try:
            pin = await _given_pin(request, stream, kept)
            return let_in(request, RedirectResponse(back, 303), stream, pin)
        except Refused as refused:
            fault = refused.reason
    return render(
        request,
        "desk_pin.html",
        403 if fault else 200,
        name=name,
        officer=officer,
        base=base,
        back=back,
        fault=fault,
        first=kept is None,
        here=is_owner(request),
    )


async def _given_pin(request: Request, stream: str, kept: PinSet | None) -> PinSet:
    """The PIN that was typed, where it is right or the first; any other is refused."""
    tried = str((await request.form()).get("pin", "")).strip()[:20]
    desk, place = desk_of(request), place_of(request)
    if kept is None:
        if not is_owner(request):
            raise Refused("The first PIN is set by whoever runs the hall.")
        first = await chosen_pin(tried, place)
        await desk.note(stream, first)
        return first
    if not await desk.guesses.right(request, kept, tried, stream):
        await desk.note(stream, WrongPin(place))
        raise Refused("That is not the PIN.")
    await desk.note(stream, LetIn(place), by=signer(request))
    return kept


class PresetLine(Struct, frozen=True):
    """A setting in words, with its clause; ``yours`` where the director may choose otherwise."""

    says: str
    clause: str
    yours: bool = False


def preset_text(preset: str) -> list[PresetLine]:
    """The settings of an event of this kind."""
    plan = open_event(preset, "x", "x", "2026-01-01").plan
    book = load(plan.book)
    found = [
        _one(plan, "movement.kind", f"movement: {plan.movement.kind}"),
        _one(plan, "standings.ranking", f"ranked by {plan.standings.ranking}"),
    ]
    if plan.deals is not None:
        found.insert(0, _one(plan, "game.deals", f"{plan.deals} deals a game"))
    if plan.target is not None:
        free = target_objection(book, plan.target + 1) is None
        found.insert(0, _one(plan, "game.target", f"to {plan.target} points", free))
    if plan.minutes is not None:
        found.append(_one(plan, "clock.minutes", f"{plan.minutes} minutes a round", yours=True))
    rounds = f"{plan.rounds} rounds" if plan.rounds is not None else "how many rounds"
    if plan.rounds is not None and plan.movement.fewer_rounds:
        rounds += " or fewer"
    free = plan.rounds is None or plan.movement.fewer_rounds
    return [*found, _one(plan, "movement.rounds", rounds, free)]


def _one(plan: EventPlan, path: str, says: str, yours: bool = False) -> PresetLine:
    clause = plan.clause(path)
    return PresetLine(says, clause if DOCUMENT.match(clause) else "", yours)
