"""A club's pages: the desk's and those for everybody."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import Any, Final

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from rightbower.office.club_files import ExportClub, PrintClub
from rightbower.rules.message import UNSAID, Message
from rightbower.rules.refusal import Refusal, counted
from rightbower.tournament.club.book import TIES, ClubCommand, OpenClub
from rightbower.tournament.club.club import NightSeason
from rightbower.tournament.club.contest import CLUB
from rightbower.tournament.club.lists import leads
from rightbower.tournament.club.night import ClubHistory, Evening
from rightbower.tournament.club.people import find, people
from rightbower.tournament.club.season import (
    NightsTally,
    SeasonNight,
    SeasonPlace,
    counting,
    partners_of,
    season_nights,
    season_table,
    statistics,
    waiting,
)
from rightbower.tournament.commands import Command, CommandsDone
from rightbower.tournament.dates import MONTHS, day_text
from rightbower.tournament.events.prize_lines import money
from rightbower.web.common.files import taken
from rightbower.web.common.guard import asker_of
from rightbower.web.common.identity import clean_name
from rightbower.web.common.refusal import Refused, sentence, status_of
from rightbower.web.common.rendering import render
from rightbower.web.desk.setup import pin_page
from rightbower.web.pages.desk_pages import (
    AskedFirst,
    DeskFrame,
    DeskPage,
    FilledForm,
    page_of,
    said_command,
    written_from,
    wrote,
)
from rightbower.web.state.access import AskPin, desk_of, let_in, may_direct
from rightbower.web.state.owner import is_owner
from rightbower.web.state.pins import chosen_pin

ID: Final = "club"
STREAM: Final = CLUB.prefix + ID


def club_history(connection: HTTPConnection) -> ClubHistory | None:
    """The club of this hall with its nights; None where no book was begun."""
    return desk_of(connection).clubs.find(ID)


def club_of(request: Request) -> ClubHistory:
    """The club, or a plain 404."""
    found = club_history(request)
    if found is None:
        raise HTTPException(404, "This hall has no club's book yet.")
    return found


def keeps_book(connection: HTTPConnection) -> bool:
    """Whether this browser may write in the club's book."""
    return may_direct(connection, STREAM)


def kept_club(request: Request) -> ClubHistory:
    """The club for those who keep its book; others are asked for the PIN."""
    found = club_of(request)
    if not keeps_book(request):
        raise AskPin("/club")
    return found


def _seasons(_: Request, history: ClubHistory, _form: FilledForm) -> dict[str, Any]:
    nights = sorted((each for each in history.evenings if each.finished), key=lambda each: each.date, reverse=True)  # fmt: skip
    seasons = [
        {
            "season": season,
            "counts": counting(season.plan),
            "leads": leads(season, season_table(history, season)),
            "nights": season_nights(history, season),
            "choices": [
                (each.id, f"{each.name}, {day_text(each.date)}")
                for each in season_nights(history, season)
            ],
            "waiting": waiting(history, season),
            "others": [each for each in nights if each.id not in season.events],
        }
        for season in reversed(history.club.seasons)
    ]
    return {"seasons": seasons, "ties": TIES}


def _people(request: Request, history: ClubHistory, _form: FilledForm) -> dict[str, Any]:
    letters = request.query_params.get("find", "").strip()[:60]
    everybody = people(history)
    return {
        "found": find(history, letters) if letters else everybody,
        "letters": letters,
        "many": len(everybody),
        "names": [each.name for each in everybody],
        "merged": sorted(history.club.merged.items()),
        "money": money,
    }


def _log(_: Request, history: ClubHistory, _form: FilledForm) -> dict[str, Any]:
    return {"lines": tuple(reversed(history.lines()))}


PAGES: Final = {
    "seasons": DeskPage("club_desk_seasons.html", _seasons, "seasons"),
    "people": DeskPage("club_desk_people.html", _people, "people"),
    "log": DeskPage("club_desk_log.html", _log, "log"),
}


async def desk_start(request: Request) -> Response:
    """Lead to the seasons."""
    kept_club(request)
    return RedirectResponse("/club/desk/seasons", 303)


async def desk_page(request: Request) -> Response:
    """A page of the club's desk, or something done on it."""
    kept_club(request)
    return await DESK.answer(page_of(PAGES, request), request)


def _frame(
    request: Request, history: ClubHistory, page: DeskPage, _form: FilledForm
) -> dict[str, Any]:
    """What stands around every page."""
    return {"club": history.club, "here": page.step, "wrote": _wrote(request, history)}


def _asks(_: Request, _history: ClubHistory, _command: Command, _form: FilledForm) -> AskedFirst:
    """A box on the page itself is ticked first."""
    raise Refused("Tick the box first: this cannot be taken back.")


def _onward(request: Request, _form: FilledForm, done: CommandsDone) -> str:
    return request.url.path + wrote(done)


def _wrote(request: Request, history: ClubHistory) -> Message:
    """What was just written down; only what is in the log can be said."""
    found = written_from(request, len(history.entries))
    return UNSAID if found is None else history.lines()[-1].says


DESK: Final = DeskFrame(
    CLUB,
    kept_club,
    _frame,
    _asks,
    partial(said_command, ClubCommand),
    lambda _: "",
    onward=_onward,
)
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
        pin = await chosen_pin(form.get("pin", ""), asker_of(request, first=True))
        await desk.open(CLUB, OpenClub(clean_name(name)))
        await desk.note(STREAM, pin)
    except Refusal as fault:
        return _new(request, sentence(fault), status_of(fault), name)
    return let_in(request, RedirectResponse("/club/desk", 303), STREAM, pin)


async def club_pin(request: Request) -> Response:
    """Ask for the club's PIN."""
    return await pin_page(request, STREAM, "/club", club_of(request).club.name, "club")


def _season(request: Request, history: ClubHistory) -> NightSeason:
    try:
        return history.club.season(str(request.path_params["season"]))
    except Refusal as fault:
        raise HTTPException(404, sentence(fault)) from fault


class PodiumStep(Struct, frozen=True):
    """Somebody on the podium: the name, the figure below it, and the place."""

    name: str
    figure: str
    rank: str


def first_steps(places: Sequence[SeasonPlace]) -> list[PodiumStep]:
    """The first three of a season."""
    return [
        PodiumStep(each.name, str(each.total), f"{each.rank}{'=' if each.shared else ''}")
        for each in places[:3]
    ]


def ahead(places: Sequence[SeasonPlace]) -> str:
    """How far the first is ahead of the second."""
    if len(places) < 2:
        return ""
    points = places[0].total - places[1].total
    if not points:
        return f"level with {places[1].name}"
    return f"{counted(points, 'point')} ahead of {places[1].name}"


def nights_of(nights: Sequence[Evening], tally: NightsTally) -> list[SeasonNight | None]:
    """Somebody's nights beside those of the season, nothing where one was away."""
    found = {each.event: each for each in tally.nights}
    return [found.get(each.id) for each in nights]


def short_day(iso: str) -> tuple[str, int]:
    """The month in three letters, and the day.

    >>> short_day("2026-09-16")
    ('Sep', 16)
    """
    day = date.fromisoformat(iso)
    return MONTHS[day.month - 1], day.day


async def season_page(request: Request) -> Response:
    """A season: who leads and why, its nights, and what clubs like to know."""
    history = club_of(request)
    season = _season(request, history)
    places = season_table(history, season)
    nights = season_nights(history, season)
    asked = request.query_params.get("who", "")
    known = asked.isdecimal() and len(asked) < 6 and int(asked) < len(places)
    return render(
        request,
        "club_season.html",
        asked=known,
        shown=int(asked) if known else 0,
        steps=first_steps(places),
        ahead=ahead(places),
        nights_of=partial(nights_of, nights),
        most=max((each.points for at in places for each in at.tally.nights), default=0) or 1,
        short_day=short_day,
        club=history.club,
        season=season,
        counts=counting(season.plan),
        places=places,
        leads=leads(season, places),
        nights=nights,
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
    asked = {"form": kind, "file": name, "table": "people"}
    return await taken(request, ExportClub, history, name, officer=True, **asked)


BOTH = ["GET", "POST"]


def routes() -> list[BaseRoute]:
    """Addresses and what answers them."""
    return [
        Route("/club", club_page),
        Route("/club", begin, methods=["POST"]),
        Route("/club/pin", club_pin, methods=BOTH),
        Route("/club/seasons/{season}", season_page),
        Route("/club/seasons/{season}/files/{name}", open_file),
        Route("/club/desk", desk_start),
        Route("/club/desk/files/{name}", desk_file),
        Route("/club/desk/{page}", desk_page, methods=BOTH),
    ]
