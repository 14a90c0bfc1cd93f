"""Pages that every desk has: all its commands as forms, tokens for programs, and who may direct it."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.rules.refusal import Refusal
from rightbower.tournament.club.contest import CLUB
from rightbower.tournament.contest import Contest
from rightbower.tournament.dates import moment_text
from rightbower.tournament.events.contest import EVENT
from rightbower.tournament.events.event import Event
from rightbower.tournament.league.contest import LEAGUE
from rightbower.web import notes as note_facts
from rightbower.web.club.pages import kept_club
from rightbower.web.common.refusal import Refused, sentence, status_of
from rightbower.web.common.rendering import render
from rightbower.web.league.access import directed_league
from rightbower.web.notes import Note, Notes, TokenGone
from rightbower.web.pages.acts import Acts
from rightbower.web.pages.desk_pages import EMPTY, filled, said_command, wrote
from rightbower.web.state.access import desk_of, directed_event, let_in
from rightbower.web.state.accounts import signer
from rightbower.web.state.creation import keys_of
from rightbower.web.state.tokens import new_token


class Directed(Struct, frozen=True):
    """What the officer of a page runs: an event or a league, and where its pages are."""

    contest: Contest[Any]
    state: Any
    base: str

    @property
    def stream(self) -> str:
        """The stream, by which notes and tokens are known."""
        return f"{self.contest.noun}/{self.state.id}"


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
    euchre = not isinstance(here.state, Event) or here.state.plan.other is None
    forms = sorted(Acts(here.contest.commands).every(euchre=euchre), key=attrgetter("name"))
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
        forms=forms,
        letters=dict(sorted({each.name[0].upper(): each.name for each in reversed(forms)}.items())),
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


MOST_LINES = 300


class AuditLine(Struct, frozen=True):
    """One thing that was done beside the log: when, by whom, and what."""

    at: str
    by: str
    says: str


def audit(noted: list[Note], officer: str) -> list[AuditLine]:
    """What was done beside the log, the latest first; what a phone did is the phones' own page."""
    return [
        AuditLine(moment_text(note.at), note.by or officer, said)
        for note in reversed(noted)
        if (said := _said(note))
    ][:MOST_LINES]


def _said(note: Note) -> str:
    match note.fact:
        case note_facts.PinSet():
            return "set a PIN; whoever was let in by an earlier one is asked again"
        case note_facts.DirectorNamed(name=name):
            return f"{name} directs this with an account"
        case note_facts.LetIn(where):
            return f"came in with the PIN, from {where}"
        case note_facts.WrongPin(where):
            return f"a wrong PIN was given, from {where}"
        case note_facts.TokenMade(name=name):
            return f"made a token for {name}"
        case note_facts.TokenGone(name):
            return f"took the token of {name} back"
        case note_facts.DoorSet(is_open):
            return "opened the list for phones" if is_open else "closed the list for phones"
        case note_facts.PhoneFreed(entrant):
            return f"freed the phones of entrant {entrant}"
        case note_facts.CaptainFreed(team):
            return f"took the phones of team {team} back"
        case note_facts.FeeSet(cents):
            return f"set the fee to {cents / 100:.2f}"
        case note_facts.OneHand(round_, table):
            return f"round {round_}, table {table}: both sides came from one phone or computer"
    return ""


def _ended(kept: Notes) -> list[TokenGone]:
    """The tokens that go with the PIN before: who knew it may have made them."""
    return [] if kept.pin is None else [TokenGone(name) for name in sorted(kept.tokens)]


async def access_page(request: Request) -> Response:
    """Change the PIN, and see who came in."""
    here, desk = directed(request), desk_of(request)
    fault, status = "", 200
    if request.method == "POST":
        pin = str((await request.form()).get("pin", "")).strip()[:20]
        try:
            if not pin:
                raise Refused("Write the new PIN.")
            if not await desk.keys_changed.take(request):
                raise Refused("You have changed this often. Wait a few minutes, please.")
            kept, _ = await keys_of(request, pin)
            assert kept is not None
            await desk.note_each(
                here.stream, [kept, *_ended(desk.notes(here.stream))], signer(request)
            )
            done = RedirectResponse(f"{here.base}/desk/access?changed=1", 303)
            return let_in(request, done, here.stream, kept)
        except Refusal as refused:
            fault, status = sentence(refused), status_of(refused)
    return render(
        request,
        "desk_access.html",
        status,
        here=here,
        fault=fault,
        changed="changed" in request.query_params,
        shortest="six" if request.app.state.public else "four",
        has_pin=desk.notes(here.stream).pin is not None,
        lines=audit(desk.all_notes(here.stream), here.state.plan.officer),
    )
