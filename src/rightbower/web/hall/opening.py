"""Opening a table, and finding people to play with."""

from __future__ import annotations

import contextlib
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, Final
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import asdict
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from rightbower.rules.book import RuleBook, load, names, overlay, sheet_names, sheet_text
from rightbower.rules.cards import Seat
from rightbower.rules.game import target_objection
from rightbower.rules.library import say
from rightbower.rules.message import word
from rightbower.rules.refusal import Refusal, sentence
from rightbower.web.common.address import address
from rightbower.web.common.allowance import Allowance
from rightbower.web.common.identity import Person
from rightbower.web.common.refusal import Refused
from rightbower.web.common.rendering import render
from rightbower.web.hall import wire as protocol
from rightbower.web.hall.actor import Live
from rightbower.web.hall.acts import answer
from rightbower.web.hall.bots import STRENGTHS, USUAL
from rightbower.web.hall.entries import Beginning, HallEntry, Manners, Mode, Sat
from rightbower.web.hall.front_pages import (
    NOTHING_TYPED,
    SLIPS,
    WATCHED_AFTER,
    hall_of,
    person_of,
    remembered,
)
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.house_rules import (
    NOTE,
    PREFIX,
    argued,
    chosen_rules,
    differs,
    house_rules,
    in_groups,
    in_short,
    sheet,
)
from rightbower.web.hall.seats import bot_sits
from rightbower.web.hall.table import HallTable
from rightbower.web.hall.wire import SeatLetter

# How long a table looks for players, how long each may take for a turn, and how late others watch.
LOOKING, TURN, WATCHED = 15, 45, 30
# So soon after a table was opened the one who opened it may still be on the way to it.
ON_THE_WAY: Final = 5.0
# Partners first: two people play together against bots.
CHAIRS: Final[tuple[SeatLetter, ...]] = ("N", "W", "E", "S")


async def match(request: Request) -> Response:
    """Sit down with whoever waits by this book, or by another that will do; else be the first to wait."""
    form = await request.form()
    book, also = str(form.get("book", NOTHING_TYPED["book"])), str(form.get("also", ""))
    if book not in names() or also not in ("", *names()):
        raise HTTPException(400, word("Choose the book from the list."))
    hall, person = hall_of(request), person_of(request)
    # One after the other, so that nobody is given two chairs.
    async with request.app.state.matching:
        live = await _seat(hall, person, (book, also))
        if live is None:
            await may_open(request)
            live = await _first(hall, person, book)
    return remembered(request, to_table(live), person)


async def _first(hall: Hall, person: Person, book: str) -> Live:
    return await hall.open(
        book,
        person.who,
        turn_seconds=TURN,
        friendly=False,
        then=[Sat(Seat.S, person.who, person.name, hall.clock())],
        manners=Manners(watched_after=WATCHED, bots_after=LOOKING),
    )


async def _seat(hall: Hall, person: Person, books: Sequence[str]) -> Live | None:
    """A chair at a table that looks for players; None where there is none."""
    for live in tuple(looking(hall, *books)):
        if live.table.seat_of(person.who) is not None:
            return live
        with contextlib.suppress(Refused):
            await live.decided(partial(_in_a_chair, person))
            return live
    return None


def _in_a_chair(person: Person, table: HallTable, now: float) -> Sequence[HallEntry]:
    """Somebody takes the first chair that is free; refuse where none is."""
    for chair in CHAIRS:
        with contextlib.suppress(Refused):
            sit = protocol.Sit("match", chair)
            return answer(table, person.who, person.name, sit, now)
    raise Refused("every chair is taken")


def looking(hall: Hall, *books: str) -> Iterator[Live]:
    """The tables by one of these books that look for players, those with the most people first."""
    waiting = [live for live in hall.tables.values() if _looks(live, books, hall.clock())]
    yield from sorted(waiting, key=lambda live: -live.table.people)


def _looks(live: Live, books: Sequence[str], now: float) -> bool:
    table, opened = live.table, live.table.opened
    if opened.manners.bots_after is None or opened.book not in books:
        return False
    if table.playing or table.beginning is not None or None not in table.seats:
        return False
    return live.people_here or now - opened.at < ON_THE_WAY


LARGEST: Final = 999


class Wish(Struct, frozen=True):
    """The table somebody wants."""

    book: str
    mode: Mode
    target: int | None
    turn_seconds: int | None
    listed: bool
    overlay: dict[str, Any] = {}
    friendly: bool = True
    manners: Manners = Manners()


class WrongFields(Refusal):
    """A form that cannot be taken: a sentence for each field that is wrong."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        super().__init__("; ".join(fields.values()))
        self.fields = dict(fields)


def wish(typed: Mapping[str, str]) -> Wish:
    """The table a form asks for; raise ``WrongFields`` with all that is wrong."""
    wrong: dict[str, str] = {}
    if typed["book"] not in names():
        wrong["book"] = word("There is no such book. Choose one of the list.")
    elif reason := _target_objection(typed):
        wrong["target"] = reason
    numbers = {name: _number(typed[name], name, wrong) for name in ("target", "turn_seconds")}
    rules: dict[str, Any] = {}
    if "book" not in wrong:
        rules, wrong_rules = chosen_rules(load(typed["book"]), typed)
        wrong |= wrong_rules
    if typed["chat"] and typed["listed"]:
        wrong["chat"] = word("A table that anybody may join has no chat. Choose one of the two.")
    if wrong:
        raise WrongFields(wrong)
    return Wish(
        typed["book"],
        _mode(typed["mode"]),
        listed=typed["listed"] == "yes",
        overlay=rules,
        friendly=typed["friendly"] == "yes",
        manners=_manners(typed),
        **numbers,
    )


def _target_objection(typed: Mapping[str, str]) -> str:
    """Why the book does not let a game go to this number; nothing for what is not a number."""
    target = _number(typed["target"], "target", {})
    reason = target_objection(load(typed["book"]), target) or ""
    return sentence(reason) if reason else ""


def _mode(text: str) -> Mode:
    return "as-at-the-table" if text == "as-at-the-table" else "strict"


def _manners(typed: Mapping[str, str]) -> Manners:
    """How people meet at the table; what is not on a list counts as not chosen."""
    later = typed["watched_after"]
    return Manners(
        watched_after=int(later) if later in WATCHED_AFTER else 0,
        chat=typed["chat"] == "yes",
        slips=next((each for each in SLIPS if each == typed["slips"]), "never"),
    )


def _number(text: str, name: str, wrong: dict[str, str]) -> int | None:
    text = text.strip()
    if not text:
        return None
    if text.isascii() and text.isdecimal() and len(text) <= len(str(LARGEST)) and int(text):
        return int(text)
    wrong[name] = word("Write a whole number from 1 to 999, or leave it empty.")
    return None


async def _typed(request: Request) -> dict[str, str]:
    form = await request.form()
    typed = {name: str(form.get(name, "")) for name in NOTHING_TYPED}
    typed["book"] = typed["book"] or NOTHING_TYPED["book"]
    return typed | _rules_in(form.items())


def _rules_in(pairs: Iterable[tuple[str, Any]]) -> dict[str, str]:
    return {name: str(value) for name, value in pairs if name.startswith(PREFIX)}


async def friends_page(request: Request) -> Response:
    """The form for a table with friends, with house rules that an address may carry."""
    asked = request.query_params
    typed = {name: asked.get(name, usual) for name, usual in NOTHING_TYPED.items()}
    if typed["book"] not in names():
        raise HTTPException(404, f"There is no book called {typed['book']}.")
    typed |= _rules_in(asked.items())
    return _form(request, typed, chosen_rules(load(typed["book"]), typed)[1], 200)


async def house_card(request: Request) -> Response:
    """The house rules of a table on a card to print."""
    asked = request.query_params
    name = asked.get("book", NOTHING_TYPED["book"])
    if name not in names():
        raise HTTPException(404, f"There is no book called {name}.")
    book, typed = load(name), _rules_in(asked.items())
    values, wrong = chosen_rules(book, typed)
    if wrong:
        return _form(request, {**NOTHING_TYPED, "book": name, **typed}, wrong)
    special = differs(book, values)
    told = {each.text for each in special}
    return render(
        request,
        "house_card.html",
        book=book,
        differs=special,
        ends=[each for each in in_short(overlay(book, values, NOTE)).ends if each.text not in told],
        link=_link(request, book, typed),
    )


async def house_sheet(request: Request) -> Response:
    """The house rules as a sheet to keep."""
    typed = await _typed(request)
    try:
        wanted = wish(typed)
    except WrongFields as fault:
        return _form(request, typed, fault.fields)
    text = sheet(load(wanted.book), wanted.overlay)
    kept = {"content-disposition": 'attachment; filename="house-rules.toml"'}
    return PlainTextResponse(text, headers=kept)


def _form(
    request: Request, typed: Mapping[str, str], wrong: Mapping[str, str], status: int = 400
) -> Response:
    person = person_of(request)
    book = load(typed["book"] if typed["book"] in names() else NOTHING_TYPED["book"])
    typed = {**typed, "book": book.name}
    page = render(
        request,
        "friends.html",
        status if wrong else 200,
        name=person.name,
        books=[load(name) for name in names()],
        typed=typed,
        wrong=wrong,
        watched=WATCHED_AFTER,
        slips=SLIPS,
        groups=in_groups(house_rules(book, typed)),
        differs=[] if wrong else differs(book, chosen_rules(book, typed)[0]),
        sheets=[_preset(name) for name in sheet_names()],
        link=_link(request, book, typed),
    )
    return remembered(request, page, person)


class Elsewhere(Struct, frozen=True):
    """Rules as they are played somewhere, to begin with: their address, and how sure they are."""

    title: str
    address: str
    sources: list[str]
    unconfirmed: str


@cache
def _preset(name: str) -> Elsewhere:
    laid = load(name)
    base = load(laid.extends)
    asked = {
        PREFIX + path: say(laid.value(path))
        for path in argued(base)
        if laid.value(path) != base.value(path)
    }
    told = tomllib.loads(sheet_text(name))
    where = f"/friends?{urlencode({'book': base.name, **asked})}"
    return Elsewhere(laid.title, where, told["sources"], told["unconfirmed"])


def _link(request: Request, book: RuleBook, typed: Mapping[str, str]) -> str:
    """The address that carries these house rules; nothing where all is by the book."""
    changed = {PREFIX + each.path: each.value for each in house_rules(book, typed) if each.changed}
    return (
        address(request, f"/friends?{urlencode({'book': book.name, **changed})}") if changed else ""
    )


async def open_table(request: Request) -> Response:
    """A table for friends; where something is wrong the form comes back with what was typed."""
    typed = await _typed(request)
    try:
        wanted = wish(typed)
    except WrongFields as fault:
        return _form(request, typed, fault.fields)
    await may_open(request)
    person = person_of(request)
    hall = hall_of(request)
    live = await _opened(hall, person, wanted, [Sat(Seat.S, person.who, person.name, hall.clock())])
    return remembered(request, to_table(live), person)


async def quick_game(request: Request) -> Response:
    """A game against bots, with the person in the South seat, begun at once."""
    form = await request.form()
    person = person_of(request)
    hall = hall_of(request)
    strength, book = str(form.get("strength", USUAL)), str(form.get("book", NOTHING_TYPED["book"]))
    mode = _mode(str(form.get("mode", "")))
    if strength not in STRENGTHS or book not in names():
        raise HTTPException(400, word("Choose the book and the players from the lists."))
    await may_open(request)
    sitters: list[HallEntry] = [Sat(Seat.S, person.who, person.name, hall.clock())]
    sitters += [bot_sits(seat, strength, hall.clock()) for seat in Seat if seat is not Seat.S]
    sitters.append(Beginning(hall.clock()))
    manners = Manners(slips="seldom" if mode == "as-at-the-table" else "never")
    wanted = Wish(book, mode, None, None, listed=False, manners=manners)
    live = await _opened(hall, person, wanted, sitters)
    return remembered(request, to_table(live), person)


async def may_open(request: Request) -> None:
    """Refuse where one has opened too many tables."""
    tables: Allowance = request.app.state.tables
    if not await tables.take(request):
        raise HTTPException(
            429, word("You have opened many tables. Wait a minute, then open another.")
        )


async def _opened(hall: Hall, person: Person, wanted: Wish, then: list[HallEntry]) -> Live:
    return await hall.open(by=person.who, then=then, **asdict(wanted))


def to_table(live: Live) -> Response:
    """The way to a table's page."""
    return RedirectResponse(f"/t/{live.id}", 303)
