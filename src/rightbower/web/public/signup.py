"""Signing up ahead, as people see it: the page to sign up, and the page of one's own chair."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.rules.message import Message, Sentence, Term, message, word
from rightbower.rules.refusal import Refusal
from rightbower.tournament.contest import effective
from rightbower.tournament.dates import when_text
from rightbower.tournament.events.acts import EventCommand
from rightbower.tournament.events.eligibility import asks_member, asks_zone, names
from rightbower.tournament.events.entrants import Entrant
from rightbower.tournament.events.event import Event, EventHistory
from rightbower.tournament.events.online_night import ComeIn, doors, shut_out
from rightbower.tournament.events.registration import Added, Join, with_mark
from rightbower.tournament.events.signup import (
    AnswerPartner,
    AskPartner,
    CannotCome,
    DropSub,
    OfferSub,
    chairs_free,
    chairs_taken,
    seekers,
    waiting,
)
from rightbower.tournament.names import looks_like
from rightbower.tournament.reading import from_form
from rightbower.web.common.identity import Keys, clean_name, cookie_of, give_cookie
from rightbower.web.common.language import language_of
from rightbower.web.common.refusal import sentence
from rightbower.web.common.rendering import render
from rightbower.web.hall.front_pages import person_of, remembered
from rightbower.web.public.event_page import (
    A_MONTH,
    CHAIRS,
    MOST_EVENTS,
    kept_chair,
    remember_me,
)
from rightbower.web.snapshots.whereabouts import lives_on
from rightbower.web.state.access import desk_of, event_of, history_of, stream_of

PURPOSE: Final = "place"
SUB: Final = "sub"
A_YEAR: Final = 365 * 24 * 3600
# The tables and chairs are drawn where they can be taken in at a glance.
MOST_DRAWN: Final = 28
FOUR: Final = 4


class OwnChair(Struct, frozen=True):
    """Whose page it is: the entrant, and the link that opens the page."""

    entrant: Entrant
    link: str


class Seeker(Struct, frozen=True):
    """One who looks for a partner, as strangers see them."""

    number: int
    name: str
    about: str


def closed(event: Event, door: bool, at: float) -> Message | None:
    """Why nobody can put themselves on the list now."""
    if event.finished:
        return message("The event is over.")
    if reason := shut_out(event, at):
        return Message("{said}", (("said", Sentence(reason)),))
    if not door:
        officer = Term(event.plan.officer)
        return message("The list is closed. Ask the {officer}, please.", officer=officer)
    if event.started and event.plan.movement_kind.knocks_out:
        return message("The draw of the knock-out is made; nobody can come in late.")
    return None


async def join_page(request: Request) -> Response:
    """The form, and what becomes of it."""
    event, desk = event_of(request), desk_of(request)
    shut = closed(event, desk.notes(stream_of(event)).door, desk.clock())
    if request.method != "POST" or shut:
        return _form(request, event, {}, shut=shut)
    form = {key: str(value).strip() for key, value in (await request.form()).items()}
    if not await desk.joins.take(request):
        return _form(
            request, event, form, word("Too many names at once. Wait a minute, please."), 429
        )
    cleaned = {key: clean_name(value) for key, value in form.items()}
    how, asked, name = cleaned.pop("how", ""), cleaned.pop("ask", ""), cleaned.get("name", "")
    if how == "sub":
        return await _fills_in(request, event, form, cleaned)
    if how == "seeking":
        cleaned = {**cleaned, "seeking": "yes", "partner_name": ""}
    cleaned.pop("reach", "")
    try:
        join = from_form(Join, cleaned.items())
        await desk.do(event.id, join, by=f"{name} by phone")
    except Refusal as fault:
        return _form(request, event, form, sentence(fault, language_of(request)), 422)
    history = desk.events.history(event.id)
    number = names(history.event)[looks_like(join.name)]
    if asked.isdecimal() and int(asked) in (each.number for each in seekers(history.event)):
        await desk.do(event.id, AskPartner(number, int(asked)), by=f"{name} by phone")
    link = _link(request.app.state.keys, history, number)
    there = f"/events/{event.id}" if history.event.started else f"/events/{event.id}/chair/{link}"
    response = remember_me(request, RedirectResponse(there, 303), event, number)
    return remembered(request, _kept(request, response, event, link), person_of(request))


async def _fills_in(
    request: Request, event: Event, form: Mapping[str, str], cleaned: Mapping[str, str]
) -> Response:
    """Put somebody on the list of subs; their page is where they take it back."""
    name = with_mark(cleaned.get("name", ""), cleaned.get("mark", ""))
    try:
        offer = OfferSub(" ".join(name.split()), cleaned.get("reach", ""))
        await desk_of(request).do(event.id, offer, by=f"{name} by phone")
    except Refusal as fault:
        return _form(request, event, form, sentence(fault, language_of(request)), 422)
    held = {"event": event.id, "name": offer.name}
    link = request.app.state.keys.sealed(held, SUB, A_YEAR)
    return RedirectResponse(f"/events/{event.id}/sub/{link}", 303)


async def sub_page(request: Request) -> Response:
    """The page of a sub: on the list, or no longer; and *I cannot after all*."""
    event = event_of(request)
    held = request.app.state.keys.opened(str(request.path_params["link"]), SUB)
    if held.get("event") != event.id:
        raise HTTPException(404, "This link opens nobody’s page. Sign up again, or ask the host.")
    name, fault = held["name"], ""
    if request.method == "POST":
        if not await desk_of(request).joins.take(request):
            fault = word("Too much at once. Wait a minute, please.")
        else:
            try:
                await desk_of(request).do(event.id, DropSub(name), by=f"{name} by phone")
            except Refusal as refused:
                fault = sentence(refused, language_of(request))
            event = event_of(request)
    listed = any(looks_like(each.name) == looks_like(name) for each in event.signup.subs)
    playing = names(event).get(looks_like(name), 0)
    return render(
        request,
        "phone_sub.html",
        event=event,
        name=name,
        fault=fault,
        listed=listed,
        playing=playing,
    )


def _form(
    request: Request,
    event: Event,
    form: Mapping[str, str],
    fault: str = "",
    status: int = 200,
    shut: Message | None = None,
) -> Response:
    rules = event.plan.entering
    page = render(
        request,
        "phone_join.html",
        status,
        event=event,
        form=form,
        fault=fault,
        shut=shut,
        pairs=rules.unit == "pair",
        alone=rules.unit == "pair" and rules.singles != "none",
        asks_age=rules.least_age is not None,
        asks_member=asks_member(event),
        asks_zone=asks_zone(event),
        late=event.started,
        twin=looks_like(form.get("name", "")) in names(event) if form.get("name") else False,
        seekers=[] if shut else _seekers(event),
        **_room(event),
    )
    return remembered(request, page, person_of(request))


def _room(event: Event, own: Entrant | None = None) -> dict[str, Any]:
    """The chairs: how many there are, how many are taken, and which of them are one's own."""
    chairs, taken = event.signup.chairs, chairs_taken(event)
    tables = -(-chairs // FOUR)
    mine = len(own.players) if own is not None and own.state in ("entered", "here") else 0
    drawn = ["on"] * min(taken - mine, chairs - mine) + ["mine"] * mine
    drawn = [*drawn, *["off"] * (chairs - len(drawn))]
    return {
        "chairs": chairs,
        "free": chairs_free(event),
        "taken": taken,
        "line": len(waiting(event)),
        "mine": mine,
        "tables": [drawn[at : at + FOUR] for at in range(0, chairs, FOUR)]
        if tables <= MOST_DRAWN
        else [],
    }


def _seekers(event: Event, but: int = 0) -> list[Seeker]:
    """Those who look for a partner: the first name and a letter, and what they say of themselves."""
    return [
        Seeker(each.number, in_short(each.players[0].name), each.about)
        for each in seekers(event)
        if each.number != but
    ]


def in_short(name: str) -> str:
    """A name as strangers read it.

    >>> in_short("Fay Ives"), in_short("Fay"), in_short("Ed van Dyk")
    ('Fay I.', 'Fay', 'Ed D.')
    """
    first, *more = name.partition(" (")[0].split()
    return f"{first} {more[-1][:1].upper()}." if more else first


def _link(keys: Keys, history: EventHistory, number: int) -> str:
    """What opens the page of a chair: signed, for this entry of the list alone."""
    entry = next(
        at
        for at, each in reversed(effective(history.entries))
        if isinstance(each.fact, Added) and number in (one.number for one in each.fact.entrants)
    )
    held = {"event": history.event.id, "number": str(number), "entry": str(entry)}
    return keys.sealed(held, PURPOSE, A_YEAR)


def _chair(request: Request) -> tuple[Event, OwnChair]:
    """Whose page is asked for; a link of another event, of nobody, or of an entry undone opens nothing."""
    history, link = history_of(request), str(request.path_params["link"])
    number = _opened(request.app.state.keys, history, link)
    if number is None:
        raise HTTPException(404, "This link opens nobody’s chair. Sign up again, or ask the host.")
    return history.event, OwnChair(history.event.entrant(number), link)


def _opened(keys: Keys, history: EventHistory, link: str) -> int | None:
    """The entrant whose chair a link opens."""
    held = keys.opened(link, PURPOSE)
    event = history.event
    if held.get("event") == event.id:
        added = dict(effective(history.entries)).get(int(held["entry"]))
        number = int(held["number"])
        put = added.fact.entrants if added and isinstance(added.fact, Added) else ()
        if number in (one.number for one in put):
            return lives_on(event, number)
    return None


def _kept(request: Request, response: Response, event: Event, link: str) -> Response:
    """Keep the way to one's chair in this browser."""
    keys: Keys = request.app.state.keys
    held = keys.opened(cookie_of(request, CHAIRS), CHAIRS)
    held.pop(event.id, None)
    held = dict([*held.items(), (event.id, link)][-MOST_EVENTS:])
    give_cookie(request, response, CHAIRS, keys.sealed(held, CHAIRS), A_MONTH)
    return response


async def chair_page(request: Request) -> Response:
    """One's own chair: kept, or the place in the line; who asks to be partners; and the way out."""
    event, chair = _chair(request)
    return _page(request, event, chair)


def _page(
    request: Request, event: Event, chair: OwnChair, fault: str = "", status: int = 200
) -> Response:
    own = chair.entrant
    asked = event.signup.asked
    line = [each.number for each in waiting(event)]
    page = render(
        request,
        "phone_chair.html",
        status,
        event=event,
        own=own,
        link=chair.link,
        fault=fault,
        first=own.players[0].name.split()[0],
        place=line.index(own.number) + 1 if own.number in line else 0,
        here=f"/events/{event.id}/chair/{chair.link}",
        doors=doors(event, desk_of(request).clock()),
        opens=when_text(event.night.opens) if event.night else "",
        seated=any(own.number in each.everyone for each in event.rounds),
        seeking=own.seeking and own in seekers(event),
        askers=[each for each in _seekers(event) if (each.number, own.number) in asked],
        others=[
            (each, (own.number, each.number) in asked)
            for each in _seekers(event, own.number)
            if (each.number, own.number) not in asked
        ],
        **_room(event, own),
    )
    return remembered(request, page, person_of(request))


async def act_on_chair(request: Request) -> Response:
    """What is pressed on the page of one's chair concerns that chair alone."""
    event, chair = _chair(request)
    form = {key: str(value) for key, value in (await request.form()).items()}
    own, number = chair.entrant, form.get("who", "")
    other = int(number) if number.isdecimal() and len(number) < 6 else 0
    acts: dict[str, EventCommand] = {
        "cannot-come": CannotCome(own.number),
        "here": ComeIn(own.number),
        "ask": AskPartner(own.number, other),
        "yes": AnswerPartner(own.number, other, yes=True),
        "no": AnswerPartner(own.number, other),
    }
    act = acts.get(form.get("do", ""))
    if act is None:
        raise HTTPException(400, "That button is not known here. Load the page again.")
    if not await desk_of(request).joins.take(request):
        wait = word("Too much at once. Wait a minute, please.")
        return _page(request, event, chair, wait, 429)
    try:
        await desk_of(request).do(event.id, act, by=f"{own.name} by phone")
    except Refusal as fault:
        return _page(request, event, chair, sentence(fault, language_of(request)), 422)
    return RedirectResponse(f"/events/{event.id}/chair/{chair.link}", 303)


def signed_up_here(request: Request, history: EventHistory) -> int | None:
    """The entrant who signed up with this browser."""
    return _opened(request.app.state.keys, history, kept_chair(request, history.event))
