"""The way in: events, an evening planned, a new one, its plan, signing in, and practice nights."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import urlencode

from msgspec import Struct, json
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.office.event_files import CopyEvent
from rightbower.office.workers import Busy, NotDone, pool
from rightbower.rules.book import load
from rightbower.rules.game import target_objection
from rightbower.rules.refusal import Refusal
from rightbower.store.contract import JournalError
from rightbower.tournament.commands import Command
from rightbower.tournament.dates import moment_text
from rightbower.tournament.events.contest import EVENT
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event, EventHistory, EventPlan, EventTable, Prize
from rightbower.tournament.events.games import COUNTS
from rightbower.tournament.events.phone_results import PhoneConfirm, PhoneDispute, PhoneResult
from rightbower.tournament.events.plan import OpenEvent, open_event
from rightbower.tournament.events.planner import BREAK, EveningWish, Fit, advice, fits
from rightbower.tournament.events.presets import PRESETS
from rightbower.tournament.events.registration import AddEntrants
from rightbower.tournament.events.simulated import people
from rightbower.tournament.reading import from_form
from rightbower.web.common.guard import asker_of, place_of
from rightbower.web.common.identity import clean_name
from rightbower.web.common.refusal import Refused, sentence, status_of
from rightbower.web.common.rendering import render
from rightbower.web.desk.forms import DESK
from rightbower.web.desk.rounds import ROUND
from rightbower.web.hall.front_pages import hall_of
from rightbower.web.notes import HelpCalled, PinSet, WrongPin
from rightbower.web.pages.desk_pages import DeskPage, FilledForm
from rightbower.web.snapshots.event_view import stage_of
from rightbower.web.state.access import (
    desk_of,
    directed_event,
    directs,
    event_of,
    history_of,
    let_in,
    may_direct,
    stream_of,
)
from rightbower.web.state.accounts import COOKIE, Accounts, SignedIn, accounts_of, signer
from rightbower.web.state.creation import copied, keys_of, may_make, opened
from rightbower.web.state.owner import is_owner
from rightbower.web.state.pins import chosen_pin

HERE = "/account"


async def account_page(request: Request) -> Response:
    """One's own account, or the way in to it."""
    if request.method != "POST":
        return _show(request)
    form = {key: str(value) for key, value in (await request.form()).items()}
    accounts, who = accounts_of(request), accounts_of(request).signed_in(request)
    try:
        if who is None:
            return await _came(request, accounts, form)
        return await _own(request, accounts, who, form)
    except JournalError:
        return _show(request, "Try again in a moment.", 422, form.get("name", ""))
    except Refusal as refused:
        return _show(request, sentence(refused), status_of(refused), form.get("name", ""))


async def _came(request: Request, accounts: Accounts, form: dict[str, str]) -> Response:
    name, passphrase = form.get("name", ""), form.get("passphrase", "")
    if form.get("do") == "make":
        id_ = await accounts.make(request, name, passphrase)
        if is_owner(request):
            await accounts.approve(id_, True, "whoever runs the hall")
    else:
        id_ = await accounts.let_in(request, name, passphrase)
    response = await accounts.join(request, RedirectResponse(HERE, 303), id_)
    return await accounts.begin(request, response, id_)


async def _own(
    request: Request, accounts: Accounts, who: SignedIn, form: dict[str, str]
) -> Response:
    match form.get("do"):
        case "change":
            await accounts.change(request, who, form.get("passphrase", ""), form.get("new", ""))
            return await accounts.begin(request, RedirectResponse(HERE, 303), who.id)
        case "end":
            await accounts.end(who.id, form.get("session", ""))
            return RedirectResponse(HERE, 303)
        case _:
            await accounts.end(who.id, who.session.key)
            response = RedirectResponse(HERE, 303)
            response.delete_cookie(COOKIE)
            return response


def _show(request: Request, fault: str = "", status: int = 200, name: str = "") -> Response:
    who = accounts_of(request).signed_in(request)
    return render(
        request,
        "account.html",
        status,
        who=who,
        name=name,
        fault=fault,
        public=request.app.state.public,
        owner=is_owner(request),
        when=moment_text,
        now=time.time(),
    )


async def organizers_page(request: Request) -> Response:
    """Whoever runs the hall says which accounts may make events."""
    if not is_owner(request):
        raise HTTPException(403, "Open the link that the hall printed in its terminal first.")
    accounts = accounts_of(request)
    if request.method == "POST":
        form = await request.form()
        id_ = str(form.get("account", ""))
        if accounts.store.find(id_) is None:
            raise HTTPException(404, "There is no such account.")
        await accounts.approve(id_, form.get("do") == "approve", "whoever runs the hall")
        return RedirectResponse("/organizers", 303)
    found = ((id_, accounts.store.history(id_)) for id_ in accounts.store.ids())
    known = sorted((each.name, id_, each) for id_, each in found)
    return render(request, "organizers.html", accounts=known, public=request.app.state.public)


def written(prizes: tuple[Prize, ...]) -> str:
    """Prizes as they are typed."""
    return "\n".join(
        f"{prize.name} = {prize.amount / 100:.2f}" if prize.amount else prize.name
        for prize in prizes
    )


async def _copy(request: Request, said: FilledForm) -> Response:
    """Open another event of the same plan, for the same director."""
    event, form, desk = directed_event(request), said.joined(), desk_of(request)
    await may_make(request, "events")
    asked = from_form(CopyEvent, {**form, "name": clean_name(form.get("name", ""))}.items())
    made = asked.copied(history_of(request), desk.clock(), desk.events.ids())
    copy = await desk.import_(EVENT, made.event.id, made.entries)
    return await copied(request, stream_of(event), stream_of(copy), f"/events/{copy.id}")


def plan_values(_: Request, history: EventHistory, _form: FilledForm) -> dict[str, Any]:
    """The plan, which can be changed, and what is done with the whole event."""
    plan = history.event.plan
    return {
        "prizes": written(plan.prizes),
    }


def _after(request: Request, _: FilledForm) -> str:
    """An event that was thrown away has no desk any longer."""
    gone = desk_of(request).event(str(request.path_params["event"])).thrown_away
    return "/events" if gone else "plan"


PLAN: Final = DeskPage("desk_plan.html", plan_values, "plan", _after, instead={"copy": _copy})
PHONES = 8
ROUNDS = 2
WINNERS_HAVE = 10
LOSERS_HAVE = (7, 4, 8, 5)


async def practice_night(request: Request) -> Response:
    """Open a practice night with eight pairs on the list, and lead to its desk."""
    try:
        await may_make(request, "events")
        pin, noted = await keys_of(request, f"{secrets.randbelow(10**8):08}")
        opening = OpenEvent("alberta-pairs", "My first night", rounds=ROUNDS, practice=True)
        event = await desk_of(request).open(EVENT, opening, by=signer(request))
    except Refusal as fault:
        return new_form(request, {"preset": "alberta-pairs"}, sentence(fault), 422)
    there = await opened(request, stream_of(event), f"/events/{event.id}", pin, noted)
    names = people(2 * PHONES)
    pairs = [f"{one} & {other}" for one, other in zip(names[::2], names[1::2], strict=True)]
    await desk_of(request).do(event.id, AddEntrants(tuple(pairs)), by=signer(request))
    return there


async def let_phones_play(request: Request) -> Response:
    """Every pair takes its phone: most agree, and what goes wrong on a night goes wrong."""
    event, desk = directed_event(request), desk_of(request)
    try:
        if not event.practice:
            raise EventError("phones play by themselves in a practice event only")
        if not event.rounds:
            raise EventError("no round is seated yet")
        for table in event.round.tables:
            for command in _of_the_phones(event, table):
                await desk.do(event.id, command, by="a phone")
    except Refusal as refused:
        return DESK.show(request, ROUND, refused=refused)
    if len(event.rounds) > 1:
        call = HelpCalled(len(event.rounds), 1, "was that a revoke?")
        await desk.note(stream_of(event), call)
    return RedirectResponse(f"/events/{event.id}/desk/round", 303)


def _of_the_phones(event: Event, table: EventTable) -> Iterator[Command]:
    """What a table's phones send: in the first round one disagrees, one forgets, one is out of power.

    Later on who has won before wins at the first table alone, so that one pair has won everything.
    """
    if not table.playing or table.void or table.result is not None:
        return
    number, at = len(event.rounds), table.number
    (one, *_), (other, *_) = table.sides
    kind = at if number == 1 else 1
    if kind == 4:
        return
    fewer = LOSERS_HAVE[(at - 1) % len(LOSERS_HAVE)]
    points = (WINNERS_HAVE, fewer) if number == 1 or at == 1 else (fewer, WINNERS_HAVE)
    yield PhoneResult(one, number, at, *points)
    if kind == 2:
        yield PhoneDispute(other, number, at, why="we had more")
    elif kind != 3:
        yield PhoneConfirm(other, number, at, shown="{}-{}".format(*points))


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
        said = request.query_params
        return new_form(request, {each: said.get(each, "") for each in ("preset", "rounds")})
    form = {key: str(value).strip() for key, value in (await request.form()).items()}
    try:
        opening = from_form(OpenEvent, {**form, "name": clean_name(form.get("name", ""))}.items())
        await may_make(request, "events", opening, form.get("pin", ""))
        pin, noted = await keys_of(request, form.get("pin", ""))
        event = await desk_of(request).open(EVENT, opening, by=signer(request))
        return await opened(request, stream_of(event), f"/events/{event.id}", pin, noted)
    except Refusal as fault:
        return new_form(request, form, sentence(fault), status_of(fault))


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
        request,
        "desk_new.html",
        status,
        presets=presets,
        counts=COUNTS,
        form=form,
        fault=fault,
        named=named,
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
    fault, status = "", 200
    if request.method == "POST":
        try:
            pin = await _given_pin(request, stream, kept)
            return let_in(request, RedirectResponse(back, 303), stream, pin)
        except Refused as refused:
            fault, status = refused.reason, 403
        except (Busy, NotDone) as busy:
            fault, status = sentence(busy), status_of(busy)
    return render(
        request,
        "desk_pin.html",
        status,
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
        first = await chosen_pin(tried, asker_of(request, first=True))
        await desk.note(stream, first)
        return first
    if not await desk.guesses.right(request, kept, tried, stream):
        await desk.note(stream, WrongPin(place))
        raise Refused("That is not the PIN.")
    if not directs(request, stream, kept):
        await desk.note_let_in(stream, place, signer(request))
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
    found = (
        [_one(plan, "game.target", f"game: {plan.title}; a score is {plan.other.kind.says}")]
        if plan.other
        else []
    )
    found += [
        _one(plan, "movement.kind", f"movement: {plan.movement.kind}"),
        _one(plan, "standings.ranking", f"ranked by {plan.standings.ranking}"),
    ]
    if plan.deals is not None:
        found.insert(
            0, _one(plan, "game.deals", f"{plan.deals} deal{'' if plan.deals == 1 else 's'} a game")
        )
    if plan.target is not None:
        free = plan.other is not None or target_objection(book, plan.target + 1) is None
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


# What stands there before anybody says otherwise, and by how much a press changes it.
USUAL_EVENING = {"people": 26, "tables": 7, "minutes": 180, "breaks": 1}
STEPS = {"people": 1, "tables": 1, "minutes": 30, "breaks": 1}
MOST_EVENINGS = 200
LONGEST_NUMBER = 4
JSON = "application/json"


class Stepper(Struct, frozen=True):
    """A number that can be pressed down or up; the addresses are those of the page with it changed."""

    name: str
    shown: str
    fewer: str
    more: str


async def planner_page(request: Request) -> Response:
    """Which formats fit, with their figures, and one of them by the clock."""
    said = request.query_params
    there = {name: _number(said.get(name, ""), usual) for name, usual in USUAL_EVENING.items()}
    wish = EveningWish(**there)
    found: tuple[Fit, ...] = ()
    fault = ""
    try:
        found = await _figures(request, wish)
    except Refusal as refused:
        fault = sentence(refused)
    chosen = next((each for each in found if each.preset == said.get("format")), None)
    chosen = chosen or next(iter(found), None)
    return render(
        request,
        "planner.html",
        422 if fault else 200,
        wish=wish,
        fits=found,
        fault=fault,
        advice="" if fault else advice(wish),
        chosen=chosen,
        breaks=BREAK,
        steppers={name: _stepper(there, name) for name in there},
        choose=lambda preset: _address({**there, "format": preset}),
        make="" if chosen is None else _make(chosen),
    )


async def planner_figures(request: Request) -> Response:
    """The same for programs."""
    there = {
        name: _number(request.query_params.get(name, ""), usual)
        for name, usual in USUAL_EVENING.items()
    }
    try:
        found = await _figures(request, EveningWish(**there))
    except Refusal as refused:
        return Response(json.encode({"fault": sentence(refused)}), 422, media_type=JSON)
    return Response(json.encode(found), media_type=JSON)


async def _figures(request: Request, wish: EveningWish) -> tuple[Fit, ...]:
    """What an evening comes to: a second or two of simulating for a worker, kept for those who ask next."""
    wish.checked()
    kept: dict[EveningWish, tuple[Fit, ...]] = request.app.state.evenings
    if wish not in kept:
        try:
            found = await pool("study").run(fits, wish, asker=asker_of(request))
        except (Busy, NotDone) as busy:
            raise HTTPException(503, str(busy)) from None
        if len(kept) >= MOST_EVENINGS:
            kept.pop(next(iter(kept)))
        kept[wish] = found
    return kept[wish]


def _number(text: str, usual: int) -> int:
    return int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else usual


def _stepper(there: Mapping[str, int], name: str) -> Stepper:
    value, step = there[name], STEPS[name]
    least = 0 if name == "breaks" else step
    shown = f"{value / 60:g}" if name == "minutes" else str(value)
    fewer = _address({**there, name: max(least, value - step)})
    return Stepper(name, shown, fewer, _address({**there, name: value + step}))


def _address(said: Mapping[str, int | str]) -> str:
    return f"/planner?{urlencode(said)}"


def _make(fit: Fit) -> str:
    """The page of a new event, filled in."""
    return f"/events/new?{urlencode({'preset': fit.preset, 'rounds': fit.rounds})}"
