"""The club for everybody: its seasons, and each season's table, nights and statistics."""

from __future__ import annotations

from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.office.club_files import ExportClub, PrintClub
from rightbower.office.contests import CLUB
from rightbower.rules.refusal import Refusal
from rightbower.tournament.club.club import NightSeason
from rightbower.tournament.club.commands.book import OpenClub
from rightbower.tournament.club.commands.lists import leads
from rightbower.tournament.club.fold import ClubHistory
from rightbower.tournament.club.history import counting
from rightbower.tournament.club.season import (
    partners_of,
    season_nights,
    season_table,
    statistics,
    waiting,
)
from rightbower.tournament.events.cash import money
from rightbower.web.club.access import STREAM, club_history, club_of, keeps_book, kept_club
from rightbower.web.common.files import taken
from rightbower.web.common.guard import place_of
from rightbower.web.common.identity import clean_name
from rightbower.web.common.refusal import Refused, sentence
from rightbower.web.common.rendering import render
from rightbower.web.desk.setup.entrance import pin_page
from rightbower.web.state.access import desk_of
from rightbower.web.state.owner import is_owner
from rightbower.web.state.pins import chosen_pin, let_in

OPEN: Final = ("season.pdf", "season.csv", "season.xlsx")
BY_OWNER: Final = (
    "Whoever runs the hall starts the club's book: open the link that the hall printed in its"
    " terminal, then come back to this page."
)


async def club_page(request: Request) -> Response:
    """The club's seasons; where there is no book yet, how to begin one."""
    history = club_history(request)
    if history is None:
        return _new(request)
    seasons = [
        (each, counting(each.plan), leads(each, season_table(history, each)))
        for each in reversed(history.club.seasons)
    ]
    return render(request, "club.html", club=history.club, seasons=seasons, keeps=keeps_book(request))  # fmt: skip


def _new(request: Request, fault: str = "", status: int = 200, name: str = "") -> Response:
    may = is_owner(request)
    return render(request, "club_new.html", status, fault=fault, may=may, by_owner=BY_OWNER, name=name)  # fmt: skip


async def begin(request: Request) -> Response:
    """Begin the club's book: a name and a PIN, by whoever runs the hall."""
    form = {key: str(value).strip() for key, value in (await request.form()).items()}
    desk, name = desk_of(request), form.get("name", "")
    try:
        if not is_owner(request):
            raise Refused(BY_OWNER)
        pin = await chosen_pin(form.get("pin", ""), place_of(request))
        await desk.open(CLUB, OpenClub(clean_name(name)))
        await desk.note(STREAM, pin)
    except Refusal as fault:
        return _new(request, sentence(fault), 422, name)
    return let_in(request, RedirectResponse("/club/desk", 303), STREAM, pin)


async def club_pin(request: Request) -> Response:
    """Ask for the club's PIN."""
    return await pin_page(request, STREAM, "/club", club_of(request).club.name, "club")


def _season(request: Request, history: ClubHistory) -> NightSeason:
    try:
        return history.club.season(str(request.path_params["season"]))
    except Refusal as fault:
        raise HTTPException(404, sentence(fault)) from fault


async def season_page(request: Request) -> Response:
    """A season: who leads and why, its nights, and what clubs like to know."""
    history = club_of(request)
    season = _season(request, history)
    places = season_table(history, season)
    return render(
        request,
        "club_season.html",
        club=history.club,
        season=season,
        counts=counting(season.plan),
        places=places,
        leads=leads(season, places),
        nights=season_nights(history, season),
        waiting=waiting(history, season),
        records=statistics(places),
        partners_of=partners_of,
        money=money,
        keeps=keeps_book(request),
    )


async def open_file(request: Request) -> Response:
    """The table of a season to print or for a spreadsheet, for everybody."""
    history = club_of(request)
    season = _season(request, history).id
    name = str(request.path_params["name"])
    if name not in OPEN:
        raise HTTPException(404, "There is no such file.")
    paper = request.query_params.get("paper", "letter").casefold()
    file, kind = f"{season}.{name.rpartition('.')[2]}", name.rpartition(".")[2]
    if kind == "pdf":
        return await taken(request, PrintClub, history, file, what="season", season=season, paper=paper)  # fmt: skip
    return await taken(request, ExportClub, history, file, form=kind, file=file, season=season)


async def desk_file(request: Request) -> Response:
    """The people, and the whole book, for those who keep it."""
    history, name = kept_club(request), str(request.path_params["name"])
    if name not in ("people.csv", "people.xlsx", "club.json"):
        raise HTTPException(404, "There is no such file.")
    kind = name.rpartition(".")[2]
    return await taken(request, ExportClub, history, name, form=kind, file=name, table="people")
