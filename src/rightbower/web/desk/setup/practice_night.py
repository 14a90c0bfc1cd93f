"""A practice night for a new director: an event that counts for nothing, and phones that play along."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.office.contests import EVENT
from rightbower.rules.refusal import Refusal
from rightbower.tournament.commands import Command
from rightbower.tournament.events.commands.entrants import AddEntrants
from rightbower.tournament.events.commands.plan import OpenEvent
from rightbower.tournament.events.commands.results import PhoneConfirm, PhoneDispute, PhoneResult
from rightbower.tournament.events.simulated import people
from rightbower.tournament.events.state.entrants import EventError
from rightbower.tournament.events.state.event import Event, EventTable
from rightbower.web.common.refusal import sentence
from rightbower.web.desk.rounds import show
from rightbower.web.desk.setup.entrance import new_form
from rightbower.web.notes import HelpCalled
from rightbower.web.state.access import desk_of, directed_event, stream_of
from rightbower.web.state.accounts import signer
from rightbower.web.state.creation import keys_of, may_make, opened

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
        return await show(request, sentence(refused))
    if len(event.rounds) > 1:
        call = HelpCalled(len(event.rounds), 1, "was that a revoke?")
        await desk.note(stream_of(event), call)
    return RedirectResponse(f"/events/{event.id}/desk/round", 303)


def _of_the_phones(event: Event, table: EventTable) -> Iterator[Command]:
    """What a table's phones send: in the first round one disagrees, one forgets, one is out of power."""
    if not table.playing or table.void or table.result is not None:
        return
    number, at = len(event.rounds), table.number
    (one, *_), (other, *_) = table.sides
    kind = at if number == 1 else 1
    if kind == 4:
        return
    fewer = LOSERS_HAVE[(at - 1) % len(LOSERS_HAVE)]
    yield PhoneResult(one, number, at, WINNERS_HAVE, fewer)
    if kind == 2:
        yield PhoneDispute(other, number, at, why="we had more")
    elif kind != 3:
        yield PhoneConfirm(other, number, at, shown=f"{WINNERS_HAVE}-{fewer}")
