"""The pages of the hall: home, a new game, a table."""

from __future__ import annotations

import logging
import re
from typing import Any, Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ExceptionHandler

from rightbower.rules import shuffles
from rightbower.rules.book import load, names
from rightbower.rules.message import Message, Voice, message, word
from rightbower.rules.refusal import Refusal
from rightbower.store.claims import HandedOver
from rightbower.store.contract import JournalError, Unreadable
from rightbower.web.common.address import address, picture
from rightbower.web.common.error_pages import fault_page, sent_elsewhere
from rightbower.web.common.guard import TooMuch
from rightbower.web.common.identity import Keys, Person, clean_name, is_guest, newcomer
from rightbower.web.common.language import language_of
from rightbower.web.common.refusal import sentence, status_of
from rightbower.web.common.rendering import render
from rightbower.web.hall import archive as lists
from rightbower.web.hall.actor import Live
from rightbower.web.hall.bots import STRENGTHS, USUAL
from rightbower.web.hall.card_text import reader
from rightbower.web.hall.entries import Slips
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.house_rules import in_short
from rightbower.web.hall.requests import NOT_SAVED
from rightbower.web.hall.same_deals import may_look
from rightbower.web.hall.talk import PHRASES, REACTIONS

_log = logging.getLogger(__name__)
RECENT: Final = 8
A_TABLE: Final = re.compile(r"/t/[a-z0-9-]{1,40}")
# What the form for a table with friends holds before anything is typed.
NOTHING_TYPED: Final = {
    "book": "standard",
    "mode": "strict",
    "target": "",
    "turn_seconds": "",
    "listed": "",
    "friendly": "yes",
    "watched_after": "0",
    "chat": "",
    "slips": "never",
}
# How often bots do something wrong where slips are ruled on.
SLIPS: Final[dict[Slips, str]] = {
    "never": word("never"),
    "seldom": word("now and then"),
    "often": word("often"),
}
# When those without a chair see what happens, by its seconds.
WATCHED_AFTER: Final = {
    "0": word("at once"),
    "30": word("half a minute later"),
    "120": word("two minutes later"),
}


def hall_of(request: Request) -> Hall:
    """The hall that serves this request."""
    hall: Hall = request.app.state.hall
    return hall


def person_of(request: Request) -> Person:
    """Who asks: the person of the cookie, or a newcomer."""
    keys: Keys = request.app.state.keys
    known = getattr(request.state, "person", None) or keys.person(request)
    person: Person = known or newcomer()
    request.state.person = person
    return person


def remembered(request: Request, response: Response, person: Person) -> Response:
    """The response with the person's cookie."""
    keys: Keys = request.app.state.keys
    keys.remember(request, response, person)
    return response


async def home(request: Request) -> Response:
    """The first page: a game in one click, tables to join, the books."""
    person = person_of(request)
    hall = hall_of(request)
    page = render(
        request,
        "home.html",
        books=[load(name) for name in names()],
        typed=NOTHING_TYPED,
        wrong={},
        watched=WATCHED_AFTER,
        slips=SLIPS,
        strengths=STRENGTHS,
        usual=USUAL,
        person=person,
        **await hall.reads(_listed, hall, person.who, language_of(request)),
    )
    return remembered(request, page, person)


def _listed(hall: Hall, who: str, language: str) -> dict[str, Any]:
    """What the first page shows of the hall's lists."""
    journal, since = hall.journal, hall.clock() - lists.FORGET_AFTER
    return {
        "lobby": hall.lobby.view(language),
        "own_tables": lists.open_tables(journal, lists.label(who), since, RECENT),
        "past_games": lists.past_games(journal, who, RECENT),
        "aside": len(hall.aside.tables()),
    }


async def set_name(request: Request) -> Response:
    """Take the name a person gives."""
    form = await request.form()
    name = clean_name(str(form.get("name", "")))
    if not name:
        raise HTTPException(400, word("Write a name of at least one letter."))
    keys: Keys = request.app.state.keys
    if keys.signed_in(request) is not None:
        words = word("You are signed in, and sit at the table by your account's name.")
        raise HTTPException(400, words)
    person = Person(person_of(request).who, name)
    back = str(form.get("back", ""))
    return remembered(
        request, RedirectResponse(back if A_TABLE.fullmatch(back) else "/", 303), person
    )


async def aside_page(request: Request) -> Response:
    """What cannot be read, and why; everything else goes on."""
    found = hall_of(request).aside.tables()
    desk = request.app.state.desk
    kept = {"event": desk.events, "league": desk.leagues}
    found += [
        lists.SetAside(f"{kind}/{id_}", why)
        for kind, store in kept.items()
        for id_, why in store.unreadable().items()
    ]
    return render(request, "set_aside.html", aside=found)


async def table_page(request: Request) -> Response:
    """The card table."""
    live = await live_of(request)
    person, hall = person_of(request), hall_of(request)
    if not await hall.reads(may_look, live.table, hall.journal, person.who, hall.clock()):
        words = word("Somebody plays deals here that you have not played yet.")
        raise HTTPException(403, words)
    page = render(
        request,
        "table.html",
        live=live,
        table_id=request.path_params["table"],
        link=address(request, f"/t/{request.path_params['table']}"),
        book=live.table.book,
        short=in_short(live.table.book, live.table.opened.target),
        setup=_setup(live, str(request.path_params["table"]), person, reader(language_of(request))),
    )
    return remembered(request, page, person)


def _setup(live: Live, table_id: str, person: Person, tell: Voice) -> str:
    """What the table's page needs to know before the line is open, safe inside a page."""
    book = live.table.book
    known = {
        "table": table_id,
        "name": person.name,
        "guest": is_guest(person),
        "mode": live.table.opened.mode,
        "fingerprint": shuffles.commitment(live.table.opened.seed),
        "now": live.now(),
        "phrases": [tell.translate(each) for each in PHRASES],
        "reactions": [(sign, tell.translate(each)) for sign, each in REACTIONS.items()],
        "chat": live.table.opened.manners.chat,
        "turn": live.table.opened.turn_seconds,
        "event": _event(live),
        "back": tell(_way_back(live)),
        "friendly": live.table.friendly,
        "looking": live.table.opened.manners.bots_after is not None,
        "strengths": [(name, tell.translate(each.label)) for name, each in STRENGTHS.items()],
        "book": {
            "name": book.extends or book.name,
            "pass": book.bidding.pass_word,
            "order": book.bidding.order_word,
            "usual": book.name == NOTHING_TYPED["book"],
        },
    }
    return msgspec.json.encode(known).decode().replace("<", "\\u003c")


def _way_back(live: Live) -> Message:
    return message("Compare") if live.table.opened.same else message("Back to the event")


def _event(live: Live) -> str:
    """The link back to the game's event, or to the results of others at the same deals."""
    if same := live.table.opened.same:
        return f"/same/{same}"
    key = live.table.opened.event
    return f"/events/{key.partition('/')[0]}/phone" if key else ""


async def qr_code(request: Request) -> Response:
    """The table's address as a picture for phones."""
    await live_of(request)
    link = address(request, f"/t/{request.path_params['table']}")
    return Response(picture(link), media_type="image/svg+xml")


async def live_of(request: Request) -> Live:
    """The table the address names."""
    hall, id_ = hall_of(request), str(request.path_params["table"])
    live = await hall.look(id_)
    if live is None:
        if why := await hall.reads(hall.aside.why, id_):
            raise HTTPException(409, f"This table cannot be read and was set aside: {why}.")
        raise HTTPException(404, word("There is no such table; the link may be mistyped."))
    return live


async def _fault(request: Request, fault: Exception) -> Response:
    """What went wrong, in words, on a page."""
    status = fault.status_code if isinstance(fault, HTTPException) else 400
    detail = fault.detail if isinstance(fault, HTTPException) else str(fault)
    if status == 404 and detail == "Not Found":
        detail = word("There is no such page.")
    return fault_page(request, status, detail)


async def _our_fault(request: Request, _: Exception) -> Response:
    detail = word("Something went wrong here. Nothing you did was lost; try again.")
    return fault_page(request, 500, detail)


async def _refused(request: Request, fault: Exception) -> Response:
    """A refusal that no page has taken up, such as a hall too busy for it: one sentence, no fault of ours."""
    page = fault_page(request, status_of(fault), sentence(fault, language_of(request)))
    if page.status_code == 503:
        page.headers["retry-after"] = "1"
    return page


async def _not_saved(request: Request, fault: Exception) -> Response:
    """The journal could not be written or read; what it says of its file is for the log alone."""
    _log.error("%s could not be done: %s", request.url.path, fault)
    if isinstance(fault, Unreadable):
        return fault_page(request, 409, f"{fault}. It was set aside.")
    return fault_page(request, 503, NOT_SAVED)


HANDLERS: Final[dict[Any, ExceptionHandler]] = {
    HTTPException: _fault,
    TooMuch: _fault,
    Refusal: _refused,
    JournalError: _not_saved,
    HandedOver: sent_elsewhere,
    500: _our_fault,
}
