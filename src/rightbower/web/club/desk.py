"""The club's desk: seasons and their nights, the book of people, the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.office.contests import CLUB
from rightbower.rules.refusal import Refusal
from rightbower.tournament.club.commands.book import TIES, ClubCommand
from rightbower.tournament.club.commands.lists import leads
from rightbower.tournament.club.fold import ClubHistory
from rightbower.tournament.club.history import counting, history_lines
from rightbower.tournament.club.people import find, people
from rightbower.tournament.club.season import season_nights, season_table, waiting
from rightbower.tournament.commands import declared
from rightbower.tournament.events.cash import money
from rightbower.tournament.reading import from_form
from rightbower.web.club.access import ID, kept_club
from rightbower.web.common.refusal import Refused, sentence
from rightbower.web.common.rendering import render
from rightbower.web.state.access import desk_of
from rightbower.web.state.accounts import signer

Contents = Callable[[Request, ClubHistory], dict[str, Any]]


def _seasons(_: Request, history: ClubHistory) -> dict[str, Any]:
    nights = sorted((each for each in history.evenings if each.finished), key=lambda each: each.date, reverse=True)  # fmt: skip
    seasons = [
        {
            "season": season,
            "counts": counting(season.plan),
            "leads": leads(season, season_table(history, season)),
            "nights": season_nights(history, season),
            "waiting": waiting(history, season),
            "others": [each for each in nights if each.id not in season.events],
        }
        for season in reversed(history.club.seasons)
    ]
    return {"seasons": seasons, "ties": TIES}


def _people(request: Request, history: ClubHistory) -> dict[str, Any]:
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


def _log(_: Request, history: ClubHistory) -> dict[str, Any]:
    return {"lines": tuple(reversed(history_lines(history)))}


PAGES: Final[dict[str, Contents]] = {"seasons": _seasons, "people": _people, "log": _log}


async def desk_start(request: Request) -> Response:
    """Lead to the seasons."""
    kept_club(request)
    return RedirectResponse("/club/desk/seasons", 303)


async def desk_page(request: Request) -> Response:
    """A page of the club's desk, or something done on it."""
    kept_club(request)
    if request.path_params["page"] not in PAGES:
        raise HTTPException(404, "There is no such page.")
    if request.method != "POST":
        return _show(request)
    form = [(key, str(value)) for key, value in (await request.form()).multi_items()]
    try:
        return await _do(request, form)
    except Refusal as fault:
        return _show(request, sentence(fault), 422, dict(form))


async def _do(request: Request, form: list[tuple[str, str]]) -> Response:
    said = dict(form)
    act = declared(ClubCommand).get(said.get("do", ""))
    if act is None:
        raise Refused("Choose what to do.")
    if act.asks_first and said.get("sure") != "yes":
        raise Refused("Tick the box first: this cannot be taken back.")
    reply = await desk_of(request).do(ID, from_form(act, form), by=signer(request), contest=CLUB)
    return RedirectResponse(f"{request.url.path}?wrote={reply.written[-1].version}", 303)


def _show(
    request: Request, fault: str = "", status: int = 200, form: dict[str, str] | None = None
) -> Response:
    page, history = str(request.path_params["page"]), kept_club(request)
    return render(
        request,
        f"club_desk_{page}.html",
        status,
        club=history.club,
        here=page,
        fault=fault,
        form=form or {},
        wrote=_wrote(request, history),
        **PAGES[page](request, history),
    )


def _wrote(request: Request, history: ClubHistory) -> str:
    """What was just written down; only what is in the log can be said."""
    if request.query_params.get("wrote", "") != str(len(history.entries)):
        return ""
    return history_lines(history)[-1].says
