"""Another season like this one, opened at the Gamer's desk."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.events.league.state.fold import LeagueHistory
from rightbower.office.contests import LEAGUE
from rightbower.office.league_files import CopyLeague
from rightbower.tournament.reading import from_form
from rightbower.web.common.identity import clean_name
from rightbower.web.league.access import league_stream
from rightbower.web.league.forms import FilledForm
from rightbower.web.notes.note_facts import DirectorNamed, NoteFact
from rightbower.web.state.access import desk_of
from rightbower.web.state.accounts import signed_in, signer
from rightbower.web.state.creation import may_make
from rightbower.web.state.pins import let_in


async def copy_league(request: Request, history: LeagueHistory, said: FilledForm) -> Response:
    """Open another season with the same plan, teams and PIN."""
    await may_make(request, "leagues")
    desk = desk_of(request)
    form = {**dict(said.fields), "name": clean_name(said.text("name"))}
    asked = from_form(CopyLeague, form.items())
    made = asked.copied(history, desk.clock(), desk.leagues.ids())
    copy = await desk.import_(LEAGUE, made.league.id, made.entries)
    notes = desk.notes(league_stream(history.league))
    who = signed_in(request)
    named = [] if who is None else [DirectorNamed(who.id, who.account.name)]
    kept: list[NoteFact] = [*([notes.pin] if notes.pin else []), *named]
    await desk.note_each(league_stream(copy), kept, signer(request))
    there = RedirectResponse(f"/leagues/{copy.id}/desk", 303)
    return let_in(request, there, league_stream(copy), notes.pin) if notes.pin else there
