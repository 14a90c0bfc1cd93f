"""Everything that can be done in an event or a league, as forms made from its commands; programs."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.office.contests import CLUB, EVENT, LEAGUE
from rightbower.rules.refusal import Refusal
from rightbower.tournament.contest import Contest
from rightbower.web.club.pages import kept_club
from rightbower.web.common.refusal import sentence, status_of
from rightbower.web.common.rendering import render
from rightbower.web.league.access import directed_league
from rightbower.web.notes import TokenGone
from rightbower.web.pages.acts import Acts
from rightbower.web.pages.desk_pages import EMPTY, filled, said_command, wrote
from rightbower.web.state.access import desk_of, directed_event
from rightbower.web.state.accounts import signer
from rightbower.web.state.tokens import new_token


class Directed(Struct, frozen=True):
    """What the officer of a page runs: an event or a league, and where its pages are."""

    contest: Contest
    state: Any
    base: str

    @property
    def stream(self) -> str:
        """The stream, by which notes and tokens are known."""
        return f"{self.contest.word}/{self.state.id}"


def directed(request: Request) -> Directed:
    """The event, league or club of the address for its officer; others are asked for the PIN."""
    if "league" in request.path_params:
        league = directed_league(request).league
        return Directed(LEAGUE, league, f"/leagues/{league.id}")
    if "event" not in request.path_params:
        return Directed(CLUB, kept_club(request).club, "/club")
    event = directed_event(request)
    return Directed(EVENT, event, f"/events/{event.id}")


async def everything(request: Request) -> Response:
    """All commands, for what has no page of its own."""
    here = directed(request)
    fault, status, form = "", 200, EMPTY
    if request.method == "POST":
        form = await filled(request)
        try:
            command = said_command(here.contest.commands, form, {})
            done = await desk_of(request).do(
                here.state.id, command, by=signer(request), contest=here.contest
            )
            return RedirectResponse(f"{here.base}/desk/everything{wrote(done)}", 303)
        except Refusal as refused:
            fault, status = sentence(refused), status_of(refused)
    return render(
        request,
        "desk_commands.html",
        status,
        here=here,
        forms=Acts(here.contest.commands).every(),
        said=form,
        fault=fault,
        wrote=request.query_params.get("wrote", ""),
    )


async def programs(request: Request) -> Response:
    """Tokens for programs: made here, shown once, taken back here."""
    here, desk = directed(request), desk_of(request)
    fault, status, token, instead = "", 200, "", False
    if request.method == "POST":
        form = await request.form()
        name = str(form.get("name", ""))
        try:
            if form.get("do") == "take-back" and name not in desk.notes(here.stream).tokens:
                raise Refusal("There is no such token any longer.")
            if not await desk.keys_changed.take(request):
                raise Refusal("You have changed this often. Wait a few minutes, please.")
            if form.get("do") == "take-back":
                await desk.note(here.stream, TokenGone(name), by=signer(request))
            else:
                token, fact = new_token(name)
                instead = fact.name in desk.notes(here.stream).tokens
                await desk.note(here.stream, fact, by=signer(request))
        except Refusal as refused:
            fault, status = sentence(refused), 422
    kept = sorted(desk.notes(here.stream).tokens)
    page = "desk_programs.html"
    told = {"token": token, "instead": instead, "fault": fault}
    return render(request, page, status, here=here, names=kept, **told)
