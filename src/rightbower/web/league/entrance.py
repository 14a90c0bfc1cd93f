"""The way in to a league: a new one, another like it, what its book fixes, and the Gamer's PIN."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.office.league_files import CopyLeague
from rightbower.rules.book import load, names
from rightbower.rules.message import UNSAID, Joined, Message, Term, message
from rightbower.rules.refusal import Refusal
from rightbower.tournament.league.contest import LEAGUE
from rightbower.tournament.league.league import LeagueHistory, LeaguePlan
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.season import OpenLeague, day, moment, open_league
from rightbower.tournament.reading import from_form
from rightbower.tournament.ties import chain
from rightbower.web.common.identity import clean_name
from rightbower.web.common.refusal import status_of
from rightbower.web.common.rendering import render
from rightbower.web.desk.setup import pin_page
from rightbower.web.league.access import cited, league_of, league_stream
from rightbower.web.notes import SeasonPlanned
from rightbower.web.pages.desk_pages import FilledForm
from rightbower.web.state.access import desk_of
from rightbower.web.state.accounts import signer
from rightbower.web.state.creation import copied, keys_of, may_make, opened

BOOK: Final = "sportcial-league"


def fixed(plan: LeaguePlan) -> list[Message]:
    """What a league takes over from its book, a sentence each with its clause."""
    play = plan.play
    marks = ", ".join(map(str, play.forfeit_minutes))
    says = [
        ("league.games", message("{count} games a fixture", count=play.games)),
        (
            "game.target",
            message("a game to {target} points", target=plan.target)
            if plan.target
            else message("games without a target"),
        ),
        ("league.players", message("{count} players of a team in a game", count=play.players)),
        (
            "league.forfeit_minutes",
            message("games lost by absence after {marks} minutes", marks=marks),
        ),
        (
            "league.forfeit_points",
            message("a forfeited game counts {count}–0", count=play.forfeit_points),
        ),
        (
            "league.playoff_removal_from",
            message(
                "out of the playoffs from offence {number}, if so decided",
                number=play.playoff_removal_from,
            ),
        ),
        (
            "league.league_removal_from",
            message(
                "out of the league from offence {number}, if so decided",
                number=play.league_removal_from,
            ),
        ),
        ("league.waiver", message("the waiver is signed by {who}", who=Term(play.waiver))),
        ("league.subs", message("subs play: {when}", when=Term(play.subs))),
        (
            "league.protest_before",
            message("a protest comes before {before}", before=Term(play.protest_before)),
        ),
        (
            "league.ranking",
            message(
                "ranked by {ranking}, then {steps}",
                ranking=Term(play.ranking),
                steps=Joined(tuple(map(Term, chain(play.level))), ", "),
            ),
        ),
        ("league.playoffs", message("playoffs: {how}", how=Term(play.playoffs))),
    ]
    return [said.by(plan.clause(path)) for path, said in says]


async def all_leagues(_: Request) -> Response:
    """The leagues are listed on the page of events."""
    return RedirectResponse("/events#leagues", 303)


async def new_league(request: Request) -> Response:
    """Begin a league: a name, a book, when it plays, and a PIN."""
    if request.method != "POST":
        wish = request.query_params.get("book", BOOK)
        return _form(request, {"book": wish if wish in names() else BOOK})
    form = {key: str(value).strip() for key, value in (await request.form()).items()}
    try:
        known = {**form, "name": clean_name(form.get("name", "")), "id": ""}
        if form.get("book", BOOK) not in names():
            raise LeagueError(message("there is no such book"))
        season = _season(form)
        opening = from_form(OpenLeague, known.items())
        await may_make(request, "leagues", opening, form.get("pin", ""))
        pin, noted = await keys_of(request, form.get("pin", ""))
        league = await desk_of(request).open(LEAGUE, opening)
        facts = [*noted, season]
        return await opened(request, league_stream(league), f"/leagues/{league.id}", pin, facts)
    except Refusal as fault:
        return _form(request, form, fault.said, status_of(fault))


async def copy_league(request: Request, history: LeagueHistory, said: FilledForm) -> Response:
    """Open another season with the same plan, teams and PIN."""
    await may_make(request, "leagues")
    desk, stream = desk_of(request), league_stream(history.league)
    form = {**dict(said.fields), "name": clean_name(said.text("name"))}
    asked = from_form(CopyLeague, form.items())
    made = asked.copied(history, desk.clock(), desk.leagues.ids())
    copy = await desk.import_(LEAGUE, made.league.id, made.entries)
    return await copied(request, stream, league_stream(copy), f"/leagues/{copy.id}")


def number(text: str, what: str) -> int | None:
    """A whole number that may be left out."""
    if text and not (text.isdecimal() and len(text) < 5):
        raise LeagueError(
            message("{what}: {text} is not a whole number", what=Term(what), text=repr(text[:20]))
        )
    return int(text) if text else None


def _season(form: dict[str, str]) -> SeasonPlanned:
    """When the league means to play; each date is looked at now, not weeks later."""
    first = form.get("first_night", "")
    if first:
        moment(first)
    skip = tuple(form.get("skip", "").replace(",", " ").split())
    for each in skip:
        day(each)
    return SeasonPlanned(first, number(form.get("weeks", ""), "Weeks"), skip)


def _form(
    request: Request, form: dict[str, str], fault: Message = UNSAID, status: int = 200
) -> Response:
    book = form.get("book", BOOK)
    plan = open_league("new", "new", book if book in names() else BOOK).plan
    return render(
        request,
        "league_new.html",
        status,
        named=signer(request),
        form=form,
        plan=plan,
        fixed=fixed(plan),
        books=[load(name) for name in names()],
        fault=fault,
        cited=cited,
    )


async def league_pin(request: Request) -> Response:
    """Ask for a league's PIN; whoever runs the hall sets the first one."""
    league = league_of(request)
    return await pin_page(
        request, league_stream(league), f"/leagues/{league.id}", league.name, "Gamer"
    )
