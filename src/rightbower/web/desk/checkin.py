"""Who is here: names typed or brought in a list, the check-in, and a person's page."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final, TypeVar, get_args

from msgspec import MsgspecError, Struct, json
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response

from rightbower.office.workers import pool
from rightbower.tournament.club.contest import CLUB
from rightbower.tournament.club.erasing import is_erased
from rightbower.tournament.club.night import ClubHistory, Evening
from rightbower.tournament.club.people import ClubPerson, find, last_time, pairs_of
from rightbower.tournament.contest import Preview
from rightbower.tournament.events import eligibility
from rightbower.tournament.events.entrants import Entrant, EventError, State
from rightbower.tournament.events.event import Event, EventHistory
from rightbower.tournament.events.name_lists import Cells, read_list
from rightbower.tournament.events.outlook import checklist, if_begun, outlook
from rightbower.tournament.events.participants import singles
from rightbower.tournament.events.registration import AddEntrants, EntrantRow, preview
from rightbower.tournament.events.scorecards import beside_points, personal_card
from rightbower.tournament.events.table_view import table_with
from rightbower.tournament.names import looks_like, name_order
from rightbower.web.common.address import address
from rightbower.web.common.background import beside
from rightbower.web.common.guard import asker_of
from rightbower.web.common.identity import cookie_of, give_cookie
from rightbower.web.desk.forms import DESK
from rightbower.web.desk.money import NOTED, note_from_form
from rightbower.web.pages.desk_pages import DeskPage, FilledForm
from rightbower.web.state import codes
from rightbower.web.state.access import desk_of, directed_event, may_direct
from rightbower.web.state.accounts import signer
from rightbower.web.state.owner import is_owner

Rows = list[dict[str, str]]
Sent = TypeVar("Sent")


async def add_last_night(request: Request, _: FilledForm) -> Response:
    """Everybody of the latest night of this kind onto the list, in one press."""
    event = directed_event(request)
    night = night_before(request, event)
    names = not_listed(night, event) if night else []
    if not names:
        raise EventError("everybody of last time is on the list")
    command = AddEntrants(tuple(names))
    await desk_of(request).do(event.id, command, by=signer(request))
    return RedirectResponse(f"/events/{event.id}/desk/check-in", 303)


async def find_people(request: Request) -> Response:
    """People who were here before, by three letters, for the one who writes the list."""
    directed_event(request)
    history = known_people(request)
    letters = request.query_params.get("q", "")[:60]
    found = find(history, letters) if history is not None else []
    people = [{"name": each.name, "says": _met(each)} for each in found]
    return Response(json.encode(people), media_type="application/json")


def _met(person: ClubPerson) -> str:
    nights = person.nights + person.league_nights
    said = f"{nights} night{'' if nights == 1 else 's'}"
    return f"{said}, last {person.last}" if person.last else said


async def preview_list(request: Request, said: FilledForm) -> Response:
    """How the names would be read; nothing is written yet."""
    event = directed_event(request)
    cells = await _cells_given(request, said)
    alone = event.plan.entering.unit == "individual"
    found = await beside(partial(read_list, alone=alone), cells, said.joined())
    rows = [dict(each.values) for each in found.readings]
    numbers = [each.row for each in found.readings]
    faults = [each.fault for each in found.readings]
    looked = await beside(preview, event, rows, numbers, faults)
    if not looked.lines:
        raise EventError("write at least one name, or choose a file")
    values = {
        "found": looked,
        "read": found,
        "rows": json.encode(_kept(looked, rows)).decode(),
        "cells": json.encode(cells).decode(),
    }
    names = DeskPage("desk_names.html", lambda *_: values, "check-in", alone=True)
    return DESK.show(request, names, said)


def _kept(found: Preview[EntrantRow], rows: Rows) -> Rows:
    """The rows that can be added, as they go back and forth."""
    return [row for row, line in zip(rows, found.lines, strict=True) if not line.fault]


async def _cells_given(request: Request, form: FilledForm) -> Cells:
    """The cells of a file, of the lines that were typed or pasted, or of an earlier look."""
    from rightbower.papers.spreadsheets.cells import cells_of

    if cells := form.joined().get("cells"):
        return _sent(cells, list[tuple[int, list[str]]])
    data = form.file or form.joined().get("names", "").encode()
    if not data.strip():
        return []
    return await pool("papers").run(cells_of, data, asker=asker_of(request, first=True))


def _sent(text: str, kind: type[Sent]) -> Sent:
    """Something that went to the page and came back."""
    try:
        return json.decode(text.encode(), type=kind)
    except MsgspecError:
        raise EventError("the names did not arrive; look at them again") from None


def known_people(connection: HTTPConnection) -> ClubHistory | None:
    """The hall's nights for those who direct; in a public hall for the club alone.

    There organizers do not know each other's people.
    """
    public = connection.app.state.public
    if public and not is_owner(connection) and not may_direct(connection, f"{CLUB.prefix}club"):
        return None
    return desk_of(connection).books.club()


def night_before(connection: HTTPConnection, event: Event) -> Evening | None:
    """The latest night of the same kind, whose people may come again."""
    history = None if event.started else known_people(connection)
    if history is None:
        return None
    others = [each for each in history.evenings if each.id != event.id]
    return last_time(others, event.plan.entering.unit, event.date)


def not_listed(night: Evening, event: Event) -> list[str]:
    """Those of a night who are not on an event's list yet, as they are written down."""
    listed = {
        looks_like(player.name)
        for each in event.entrants
        if each.state != "removed"
        for player in each.players
    }
    return [
        " & ".join(names)
        for names in pairs_of(night)
        if not listed.intersection(map(looks_like, names)) and not any(map(is_erased, names))
    ]


SORTED = "rightbower-sorted-by"
A_YEAR = 365 * 24 * 3600
# Those who are missing stand by themselves as soon as they are no more than these.
FEW = 8
LONG_NAME = 22
ORDER = {"entered": 0, "here": 0, "waiting": 1, "no-show": 2, "withdrawn": 2}


def onward(_: Request, said: FilledForm) -> str:
    """Back to the row that was touched, or to where names are put on the list, or on to the seats."""
    form = said.joined()
    if form.get("then") == "seating":
        return "seating"
    if form.get("back") == "money":
        return "money"
    number = form.get("number") or form.get("who") or ""
    return f"check-in#e{number}" if number.isdecimal() else "check-in"


def list_values(request: Request, history: EventHistory, _form: FilledForm) -> dict[str, Any]:
    """The list of entrants, and everything that is done with it before play."""
    event = history.event
    night = night_before(request, event)
    by = sorting(request)
    listed = sorted(
        (each for each in event.entrants if each.state in ORDER),
        key=lambda each: (ORDER[each.state], *sort_key(each, by)),
    )
    undated = [each for each in listed if eligibility.unchecked(event, each)]
    return {
        "listed": listed,
        "by": by,
        "sorted_by": [sorted_by(each, by) for each in listed],
        "letters": _letters(listed, by),
        "few": FEW,
        "begun": if_begun(event),
        "long": max(map(len, _names(listed)), default=0) > LONG_NAME,
        "undated": len(undated),
        "remarks": {
            each.number: row_remarks(event, each, dated=len(undated) > FEW) for each in listed
        },
        "counts": counts(event),
        "last_night": night,
        "again": len(not_listed(night, event)) if night else 0,
        "outlook": outlook(event),
        "checklist": checklist(event),
        "code": codes.event_code(request.app.state.keys, event.id),
        "address": address(request, "/c").partition("//")[2],
    }


def _names(listed: list[Entrant]) -> Iterator[str]:
    """Everybody's name."""
    return (player.name for each in listed for player in each.players)


def _letters(listed: list[Entrant], by: str) -> dict[str, int]:
    """The first of those who come, for each letter their names begin with."""
    found: dict[str, int] = {}
    for each in listed:
        if not ORDER[each.state]:
            found.setdefault(sorted_by(each, by)[:1].upper(), each.number)
    return found


def remember_sorting(request: Request, shown: Response) -> None:
    """Whoever chose how the list is sorted finds it so again."""
    if "by" in request.query_params:
        give_cookie(request, shown, SORTED, sorting(request), A_YEAR)


def sorting(request: Request) -> str:
    """By which of their names people are listed: as asked for now or last time, else by the last."""
    wished = request.query_params.get("by") or cookie_of(request, SORTED)
    return "first" if wished == "first" else "last"


def sorted_by(entrant: Entrant, by: str) -> str:
    """The name by which an entrant is listed: the first or the last of the player named first."""
    return entrant.players[0].name.split()[0 if by == "first" else -1]


def sort_key(entrant: Entrant, by: str) -> tuple[str, str]:
    """Where an entrant stands in the list."""
    return name_order(sorted_by(entrant, by)), name_order(entrant.name)


def counts(event: Event) -> dict[str, int]:
    """How many are here, still expected, and gone."""
    found = dict.fromkeys(get_args(State), 0)
    for each in event.entrants:
        found[each.state] += 1
    return found


def row_remarks(event: Event, entrant: Entrant, *, dated: bool = False) -> list[str]:
    """What else is to be known of an entrant; ``dated`` where birth dates are spoken of elsewhere."""
    said = []
    if entrant.single and event.plan.entering.unit == "pair":
        said.append("without a partner")
    if entrant.floater:
        said.append("floater, not ranked")
    if entrant.sitter:
        said.append(f"sits at table {entrant.sitter}")
    if not dated and (missing := eligibility.unchecked(event, entrant)):
        alone = len(missing) < len(entrant.players)
        said.append(f"birth date missing: {missing[0]}" if alone else "birth date missing")
    if entrant.vouched:
        said.append(f"vouched for: {entrant.vouched}")
    said += [f"for {each.player.name} since round {each.until + 1}" for each in entrant.former]
    apart = [b if a == entrant.number else a for a, b in event.apart if entrant.number in (a, b)]
    if apart:
        said.append(f"kept apart from {event.name_of(*apart)}")
    if entrant.since and entrant.state == "here":
        said.append(f"came after round {entrant.since}")
    if entrant.why:
        said.append(entrant.why)
    return said


FEWEST_LETTERS = 2
MOST = 8
STATES = {
    "entered": "Expected",
    "waiting": "On the waiting list",
    "no-show": "Did not come",
    "withdrawn": "Has left",
}


def _entrant(request: Request) -> Entrant:
    event = directed_event(request)
    number = request.path_params["number"]
    if not 1 <= number <= len(event.entrants):
        raise HTTPException(404, "Nobody on the list has this number.")
    return event.entrant(number)


def _back(request: Request, _: FilledForm) -> str:
    """To the round from somebody who is playing, else to the row in the list."""
    number = _entrant(request).number
    return "round" if _playing(directed_event(request), number) else f"check-in#e{number}"


def _playing(event: Event, number: int) -> bool:
    """Whether an entrant sits at a table whose game has no result yet."""
    tables = event.round.tables if event.rounds else ()
    here = (table for table in tables if number in table.entrants)
    return any(table.playing and table.result is None and not table.void for table in here)


def person_values(request: Request, history: EventHistory, _form: FilledForm) -> dict[str, Any]:
    """Everything about one entrant."""
    event, entrant = history.event, _entrant(request)
    others = [
        each
        for each in event.entrants
        if each.number != entrant.number and each.state in ("entered", "here")
    ]
    unpaired = [event.entrant(each) for each in singles(event) if each != entrant.number]
    card = personal_card(event, entrant.number)
    return {
        "entrant": entrant,
        "remarks": row_remarks(event, entrant),
        "playing": [(each.name, each.name) for each in entrant.players],
        "apart_from": sorted(
            ((each.number, each.name) for each in others), key=lambda each: name_order(each[1])
        ),
        "alone_too": [(each.number, f"{each.number}. {each.name}") for each in unpaired],
        **_places(event, entrant.number),
        "card": card,
        "beside": [beside_points(event, row) for row in card],
        "unchecked": eligibility.unchecked(event, entrant),
    }


def _places(event: Event, number: int) -> dict[str, Any]:
    """Where an entrant sits now, and everybody with whom places can be changed."""
    if not event.rounds:
        return {"round_now": 0}
    round_ = event.round
    at = {who: table.number for table in round_.tables for who in table.entrants}
    words = {who: f"{event.name_of(who)}, table {table}" for who, table in at.items()}
    words |= {who: f"{event.name_of(who)}, table of three" for who in round_.byes}
    words |= {who: f"{event.name_of(who)}, sits out" for who in round_.out}
    others = sorted((each for each in words.items() if each[0] != number), key=lambda each: each[1])
    return {
        "round_now": round_.number if number in words else 0,
        "table_now": at.get(number, 0),
        "sits_out": number in round_.byes,
        "places": others,
    }


class Found(Struct, frozen=True):
    """Somebody who was looked for: where they are now, with whom, and the page about them."""

    name: str
    place: str
    says: str
    page: str


async def find_entrants(request: Request) -> Response:
    """Those with a name that has these letters in it."""
    event = directed_event(request)
    letters = looks_like(request.query_params.get("q", "")[:60])
    found = [*_found(event, letters)][:MOST] if len(letters) >= FEWEST_LETTERS else []
    return Response(json.encode(found), media_type="application/json")


def _found(event: Event, letters: str) -> Iterator[Found]:
    for entrant in event.entrants:
        if entrant.state in ("removed", "paired"):
            continue
        for player in entrant.players:
            if letters in looks_like(player.name):
                yield _one(event, entrant, player.name)


def _one(event: Event, entrant: Entrant, name: str) -> Found:
    page = f"/events/{event.id}/desk/entrant/{entrant.number}"
    table = table_with(event, entrant.number)
    own = [each.name for each in entrant.players if each.name != name]
    if table is None or not table.playing:
        place = STATES.get(entrant.state, "Sits out" if event.rounds else "Here")
        return Found(name, place, f"with {own[0]}" if own else "", page)
    side = event.plan.side_names[table.side_of(entrant.number)]
    mates = own + [event.name_of(each) for each in table.mates(entrant.number)]
    with_ = f"with {' and '.join(mates)} · " if mates else ""
    return Found(name, f"Table {table.number}", with_ + side, page)


CHECK_IN: Final = DeskPage(
    "desk_checkin.html",
    list_values,
    "check-in",
    onward,
    instead={
        **dict.fromkeys(NOTED, partial(note_from_form, onward)),
        "look": preview_list,
        "same-people": add_last_night,
    },
    finished=remember_sorting,
)
ENTRANT: Final = DeskPage(
    "desk_entrant.html",
    person_values,
    "check-in",
    _back,
    fixed=lambda request: {"who": str(_entrant(request).number)},
)
