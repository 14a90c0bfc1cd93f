"""A captain's screen: what it shows and what it does."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, Literal

from msgspec import Struct, json
from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.rules.book import load
from rightbower.rules.message import voice
from rightbower.rules.refusal import Refusal
from rightbower.rules.score import worth
from rightbower.tournament.commands import declared
from rightbower.tournament.dates import when_text
from rightbower.tournament.league.contest import LEAGUE
from rightbower.tournament.league.fixtures import Fixture, FixtureGame
from rightbower.tournament.league.league import League, LeagueHistory, LeaguePlan, Protest
from rightbower.tournament.league.outcome import games_won, objection, over
from rightbower.tournament.league.roster import unsigned
from rightbower.tournament.league.season import first_night, moment
from rightbower.tournament.reading import from_form
from rightbower.web.common.language import USUAL
from rightbower.web.common.refusal import Refused, sentence
from rightbower.web.common.rendering import render
from rightbower.web.hall.front_pages import person_of, remembered
from rightbower.web.league.access import (
    cited,
    directed_league,
    league_of,
    league_stream,
    now_of,
    team_of_address,
)
from rightbower.web.league.night import NightPlayerView, night_view
from rightbower.web.notes import CaptainFreed, CaptainTaken, Notes
from rightbower.web.pages.acts import Acts
from rightbower.web.pages.desk_pages import FilledForm
from rightbower.web.public.score_pad import ENDLESS, LOOKED_AT, ScorePad, on_page
from rightbower.web.state.access import desk_of
from rightbower.web.state.accounts import signer
from rightbower.web.state.codes import clean, code_picture, team_code, try_code

CaptainStep = Literal["none", "line-up", "wait", "play", "theirs", "ours", "disputed"]


class CaptainView(Struct, frozen=True):
    """What a captain's phone shows; points are ours and theirs."""

    step: CaptainStep
    fixture: int = 0
    against: str = ""
    when: str = ""
    game: int = 0
    points: tuple[int, int] | None = None
    shown: str = ""
    why: str = ""
    players: tuple[NightPlayerView, ...] = ()
    named: tuple[str, ...] = ()
    won: tuple[int, int] = (0, 0)
    to_sign: tuple[str, ...] = ()
    with_officer: bool = False
    games: tuple[int, ...] = ()
    to_come: int = 0
    protests: tuple[str, ...] = ()


def own_fixture(league: League, team: int) -> Fixture | None:
    """The team's next fixture that is not over."""
    open_ = [each for each in league.fixtures if team in each.teams and not over(each, league.plan)]
    return min(open_, key=lambda each: each.next_start, default=None)


def captain_view(league: League, team: int, now: str) -> CaptainView:
    """The captain's phone at a local time."""
    to_sign = tuple(each.name for each in unsigned(league, team) if not each.refused)
    due = first_night(league, team)
    late = due is not None and moment(now).date() > due
    fixture, said = own_fixture(league, team), protests_said(league, team, now)
    if fixture is None:
        return CaptainView("none", to_sign=to_sign, with_officer=late, protests=said)
    side = fixture.side_of(team)
    step, game = _step(fixture, side)
    points = game.points and (game.points[side], game.points[1 - side])
    won = games_won(fixture)
    return CaptainView(
        step,
        fixture.number,
        league.team(fixture.other(team)).name,
        when_text(fixture.next_start),
        game.number,
        points or None,
        f"{game.points[0]}-{game.points[1]}" if game.points else "",
        game.dispute,
        tuple(each for each in night_view(league, fixture, now, FilledForm()).players[side]),
        game.named[side],
        (won[side], won[1 - side]),
        to_sign,
        late,
        tuple(each.number for each in fixture.games if not each.stands),
        next((each.number for each in fixture.games if not each.began), 0),
        said,
    )


def protests_said(league: League, team: int, now: str) -> tuple[str, ...]:
    """What became of the protests by and against a team: those of today, and those that wait."""
    own = [each for each in league.protests if team in (each.by, each.against)]
    return tuple(
        _protest_said(league, each, team)
        for each in own
        if each.when[:10] == now[:10] or (each.upheld is None and not each.informal)
    )


def _protest_said(league: League, protest: Protest, team: int) -> str:
    who = "Your protest" if protest.by == team else f"{league.team(protest.by).name} protest"
    officer = league.plan.officer
    if protest.upheld is not None:
        word = "upheld" if protest.upheld else "rejected"
        state = f"the {officer} {word} it: {protest.ruling}."
    elif protest.informal:
        state = f"{protest.informal}."
    else:
        state = f"it waits for the {officer}’s ruling."
    return f"{who}, game {protest.game}, “{protest.why}”: {state}"


def _step(fixture: Fixture, side: int) -> tuple[CaptainStep, FixtureGame]:
    """The game that waits for this side, and for what."""
    for game in fixture.games:
        if game.points is not None and not game.stands:
            if game.dispute:
                return "disputed", game
            return ("ours" if game.side == side else "theirs"), game
    for game in fixture.games:
        if game.playing:
            return "play", game
    game = next(each for each in fixture.games if each.open)
    return ("wait" if game.named[side] else "line-up"), game


def league_pad(league: League) -> ScorePad:
    """What a game of the league can end with, for the pad on which captains say it."""
    return _league_pad(json.encode(league.plan))


@lru_cache(maxsize=64)
def _league_pad(encoded: bytes) -> ScorePad:
    plan = json.decode(encoded, type=LeaguePlan)
    if plan.target is not None:
        most = plan.target if plan.capped else plan.target - 1 + plan.most_in_a_deal
    else:
        most = plan.deals * worth(load(plan.book))[-1] if plan.deals else ENDLESS
    if most > LOOKED_AT:
        return ScorePad(most)
    said = [
        [objection((ours, theirs), plan) for theirs in range(most + 1)] for ours in range(most + 1)
    ]
    why = tuple(dict.fromkeys(each for row in said for each in row if each is not None))
    cannot = tuple(
        tuple(0 if each is None else why.index(each) + 1 for each in row) for row in said
    )
    return ScorePad(most, cannot, why=tuple(replace(each, clauses=()) for each in why))


MOST_PHONES: Final = 4
MAY: Final = ("line-up", "result", "confirm", "take-back", "dispute", "protest", "sign", "sign-all")
Form = Mapping[str, str]


def team_of(request: Request, league: League) -> int:
    """The team that this phone speaks for; 0 is none."""
    notes = desk_of(request).notes(league_stream(league))
    return notes.captains.get(person_of(request).who, 0)


async def captain_page(request: Request) -> Response:
    """What the captain has to know or to do now."""
    league = league_of(request)
    if team := team_of(request, league):
        return _page(request, league, team)
    return await _choice(request, league)


async def _choice(request: Request, league: League) -> Response:
    """Ask once whether this phone is to speak for the team of a code."""
    code = clean(request.query_params.get("code", ""))
    team = await _by_code(request, league, code)
    return _render(request, "captain_choose.html", 200, league, team, code=code)


async def _by_code(request: Request, league: League, code: str) -> int:
    """The team that a code belongs to; wrong ones are counted."""
    keys = request.app.state.keys
    numbers = [each.number for each in league.teams]
    found = [n for n in numbers if hmac.compare_digest(code, team_code(keys, league.id, n))]
    await try_code(request, bool(found))
    if not found:
        raise HTTPException(403, "Scan your team's code, or type it, to use your phone here.")
    return found[0]


async def take_captain(request: Request) -> Response:
    """This phone speaks for a team from now on."""
    league, person = league_of(request), person_of(request)
    team = await _by_code(request, league, clean(str((await request.form()).get("code", ""))))

    def taken(notes: Notes) -> CaptainTaken:
        others = [who for who, own in notes.captains.items() if own == team and who != person.who]
        if len(others) >= MOST_PHONES:
            raise Refused(f"{league.team(team).name} has {MOST_PHONES} phones here already.")
        return CaptainTaken(person.who, team)

    try:
        await desk_of(request).note(league_stream(league), taken)
    except Refused as refused:
        raise HTTPException(403, refused.reason) from refused
    return remembered(request, RedirectResponse(f"/leagues/{league.id}/captain", 303), person)


async def captain_acts(request: Request) -> Response:
    """Do what a captain may; the team comes from the phone, not from the form."""
    league = league_of(request)
    team = team_of(request, league)
    if not team:
        raise HTTPException(403, "This phone speaks for no team. Scan your team's code.")
    pairs = [(key, str(value)) for key, value in (await request.form()).multi_items()]
    form = dict(pairs)
    try:
        if form.get("do") not in MAY:
            raise Refused("choose what to do")
        _looked_at(league, form)
        own = [("team", str(team)), *_by_side(league, team, form)]
        command = from_form(declared(LEAGUE.commands)[form["do"]], [*pairs, *own])
        by = f"{league.team(team).name}, by phone"
        await desk_of(request).do(league.id, command, by=by, contest=LEAGUE)
    except Refusal as refused:
        return _page(request, league_of(request), team, sentence(refused), form)
    signing = "?signing" if form["do"] == "sign" else ""
    return RedirectResponse(f"/leagues/{league.id}/captain{signing}", 303)


def _looked_at(league: League, form: Form) -> None:
    """Refuse to confirm other points than were shown."""
    fixture, game = form.get("fixture", ""), form.get("game", "")
    if form["do"] != "confirm" or not (fixture.isdecimal() and game.isdecimal()):
        return
    points = league.fixture(int(fixture[:6])).game(int(game[:6])).points
    if points is not None and form.get("shown") != f"{points[0]}-{points[1]}":
        raise Refused("The points have changed; look again, please.")


def _by_side(league: League, team: int, form: Form) -> list[tuple[str, str]]:
    """Our points and theirs as those of the team named first and the other."""
    if "ours" not in form:
        return []
    fixture = own_fixture(league, team)
    first = fixture is not None and fixture.teams[0] == team
    ours, theirs = form.get("ours", ""), form.get("theirs", "")
    return [("one", ours if first else theirs), ("other", theirs if first else ours)]


def _page(
    request: Request, league: League, team: int, fault: str = "", form: Form | None = None
) -> Response:
    view = captain_view(league, team, now_of(request))
    more = {
        "view": view,
        "game": {"fixture": view.fixture, "game": view.game},
        "acts": Acts(LEAGUE.commands),
        "pad_rules": on_page(league_pad(league), (), voice(USUAL)),
        "fault": fault,
        "form": form or {},
        "signing": "signing" in request.query_params,
        "cited": cited,
    }
    return _render(request, "captain.html", 422 if fault else 200, league, team, **more)


def _render(
    request: Request, template: str, status: int, league: League, team: int, **more: object
) -> Response:
    """A page for one team, whose phone is remembered."""
    page = render(request, template, status, league=league, team=league.team(team), **more)
    return remembered(request, page, person_of(request))


def phones(request: Request, history: LeagueHistory, _said: FilledForm) -> dict[str, Any]:
    """Every team's code, and how many phones speak for it."""
    league, keys = history.league, request.app.state.keys
    held = [*desk_of(request).notes(league_stream(league)).captains.values()]
    codes = [
        (team, team_code(keys, league.id, team.number), held.count(team.number))
        for team in league.teams
    ]
    return {"codes": codes}


async def team_qr(request: Request) -> Response:
    """The way to a team's page as a picture; only the officer is given it."""
    league = directed_league(request).league
    team = team_of_address(league, request.path_params["team"])
    return code_picture(request, team_code(request.app.state.keys, league.id, team.number))


async def free_captain(request: Request) -> Response:
    """Take the phones of a team back, as when one is lost."""
    league = directed_league(request).league
    said = str((await request.form()).get("team", ""))
    team = next((each for each in league.teams if str(each.number) == said), None)
    if team is None:
        raise HTTPException(404, "There is no such team.")
    freed = CaptainFreed(team.number)
    await desk_of(request).note(league_stream(league), freed, by=signer(request))
    return RedirectResponse(f"/leagues/{league.id}/desk/phones", 303)
