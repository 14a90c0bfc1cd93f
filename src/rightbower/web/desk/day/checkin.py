"""Check-in: names onto the list, who is here, fees and the door."""

from __future__ import annotations

from typing import TypeVar, get_args

from msgspec import MsgspecError, json
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.events.checklist import checklist
from rightbower.events.club.people import ClubPerson, find
from rightbower.events.commands.entrants import AddEntrants
from rightbower.events.outlook import outlook
from rightbower.events.people import eligibility
from rightbower.events.people.name_lists import Cells, read_list
from rightbower.events.people.rows import EntrantRow, preview
from rightbower.events.state.entrants import Entrant, EventError, State
from rightbower.events.state.event import Event
from rightbower.office.workers import pool
from rightbower.refusal import Refusal
from rightbower.tournament.rows import Preview
from rightbower.web.common.address import address
from rightbower.web.common.beside import beside
from rightbower.web.common.guard import place_of
from rightbower.web.common.identity import cookie_of, give_cookie
from rightbower.web.common.sentences import sentence
from rightbower.web.desk.common.forms import Form, acted, form_of, page, whole
from rightbower.web.notes.note_facts import DoorSet, FeeSet, NoteFact, Paid, PaidEach
from rightbower.web.notes.notes import Notes
from rightbower.web.state import codes
from rightbower.web.state.access import desk_of, directed_event, stream_of
from rightbower.web.state.accounts import signer
from rightbower.web.state.known_people import known_people, night_before, not_listed

Rows = list[dict[str, str]]
Sent = TypeVar("Sent")
LARGEST_FEE = 1_000_00
SORTED = "rightbower-sorted-by"
A_YEAR = 365 * 24 * 3600
ORDER = {"entered": 0, "here": 0, "no-show": 1, "withdrawn": 1}


async def check_in_page(request: Request) -> Response:
    """The list of entrants, and everything that is done with it before play."""
    if request.method == "GET":
        return await show(request)
    form = await form_of(request)
    if form.get("do") in NOTED or form.get("do") in ("undo-money", "all-paid"):
        return await _noted(request, form)
    if form.get("do") == "look":
        return await _look(request, form)
    if form.get("do") == "same-people":
        return await _same_people(request)
    return await acted(request, show, onward)


async def _same_people(request: Request) -> Response:
    """Everybody of the latest night of this kind onto the list, in one press."""
    event = directed_event(request)
    try:
        night = night_before(request, event)
        names = not_listed(night, event) if night else []
        if not names:
            raise EventError("everybody of last time is on the list")
        command = AddEntrants(tuple(names))
        await desk_of(request).do(event.id, command, by=signer(request))
    except Refusal as fault:
        return await show(request, sentence(fault), 422)
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


def onward(form: Form) -> str:
    """Back to the row that was touched, or to where names are put on the list, or on to the seats."""
    if form.get("then") == "seating":
        return "seating"
    if form.get("back") == "money":
        return "money"
    number = form.get("number") or form.get("who") or ""
    return f"check-in#e{number}" if number.isdecimal() else "check-in"


async def show(
    request: Request, fault: str = "", status: int = 200, form: Form | None = None
) -> Response:
    """The page as it stands."""
    event = directed_event(request)
    night = night_before(request, event)
    by = sorting(request)
    listed = sorted(
        (each for each in event.entrants if each.state in ORDER),
        key=lambda each: (ORDER[each.state], *sort_key(each, by)),
    )
    shown = await page(
        request,
        "desk_checkin.html",
        "check-in",
        fault,
        status,
        form=form or {},
        listed=listed,
        by=by,
        sorted_by=[sorted_by(each, by) for each in listed],
        remarks={each.number: row_remarks(event, each) for each in listed},
        counts=counts(event),
        last_night=night,
        again=len(not_listed(night, event)) if night else 0,
        outlook=outlook(event),
        checklist=checklist(event),
        code=codes.event_code(request.app.state.keys, event.id),
        address=address(request, "/c").partition("//")[2],
    )
    if "by" in request.query_params:
        give_cookie(request, shown, SORTED, by, A_YEAR)
    return shown


def sorting(request: Request) -> str:
    """By which of their names people are listed: as asked for now or last time, else by the last."""
    wished = request.query_params.get("by") or cookie_of(request, SORTED)
    return "first" if wished == "first" else "last"


def sorted_by(entrant: Entrant, by: str) -> str:
    """The name by which an entrant is listed: the first or the last of the player named first."""
    return entrant.players[0].name.split()[0 if by == "first" else -1]


def sort_key(entrant: Entrant, by: str) -> tuple[str, str]:
    """Where an entrant stands in the list."""
    return sorted_by(entrant, by).casefold(), entrant.name.casefold()


def counts(event: Event) -> dict[str, int]:
    """How many are here, still expected, and gone."""
    found = dict.fromkeys(get_args(State), 0)
    for each in event.entrants:
        found[each.state] += 1
    return found


def row_remarks(event: Event, entrant: Entrant) -> list[str]:
    """What else is to be known of an entrant."""
    said = []
    if entrant.single and event.plan.entering.unit == "pair":
        said.append("without a partner")
    if entrant.floater:
        said.append("floater, not ranked")
    if entrant.sitter:
        said.append(f"sits at table {entrant.sitter}")
    if missing := eligibility.unchecked(event, entrant):
        alone = len(missing) < len(entrant.players)
        said.append(f"no birth date for {missing[0]}" if alone else "no birth date")
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


async def _look(request: Request, form: dict[str, str]) -> Response:
    """How the names would be read; nothing is written yet."""
    event = directed_event(request)
    try:
        cells = await _cells_given(request, form)
        found = await beside(read_list, cells, form)
        rows = [dict(each.values) for each in found.readings]
        numbers = [each.row for each in found.readings]
        faults = [each.fault for each in found.readings]
        looked = await beside(preview, event, rows, numbers, faults)
        if not looked.lines:
            raise EventError("write at least one name, or choose a file")
    except Refusal as fault:
        return await show(request, sentence(fault), 422, form)
    return await page(
        request,
        "desk_names.html",
        "check-in",
        alone=True,
        found=looked,
        read=found,
        rows=json.encode(_kept(looked, rows)).decode(),
        cells=json.encode(cells).decode(),
        form=form,
    )


def _kept(found: Preview[EntrantRow], rows: Rows) -> Rows:
    """The rows that can be added, as they go back and forth."""
    return [row for row, line in zip(rows, found.lines, strict=True) if not line.fault]


async def _cells_given(request: Request, form: Form) -> Cells:
    """The cells of a file, of the lines that were typed or pasted, or of an earlier look."""
    from rightbower.spreadsheets import cells_of

    if form.get("cells"):
        return _sent(form["cells"], list[tuple[int, list[str]]])
    data = request.state.file or form.get("names", "").encode()
    if not data.strip():
        return []
    return await pool("papers").run(cells_of, data, key=place_of(request))


def _sent(text: str, kind: type[Sent]) -> Sent:
    """Something that went to the page and came back."""
    try:
        return json.decode(text.encode(), type=kind)
    except MsgspecError:
        raise EventError("the names did not come through; look at them again") from None


def _fee(form: Form, _: Event) -> NoteFact:
    return FeeSet(cents(form.get("fee", "")))


def _paid(form: Form, event: Event) -> NoteFact:
    number = event.entrant(whole(form, "number", "Number")).number
    return Paid(number, cents(form.get("amount", "")))


def _door(form: Form, _: Event) -> NoteFact:
    return DoorSet(form.get("open") == "yes")


NOTED = {"fee": _fee, "paid": _paid, "door": _door}


def all_paid(event: Event, notes: Notes) -> NoteFact:
    """Everybody here who still owes something has paid the fee."""
    owing = [
        each.number
        for each in event.entrants
        if each.state == "here" and notes.paid.get(each.number, 0) < notes.fee
    ]
    if not notes.fee or not owing:
        raise EventError("nobody who is here owes anything")
    return PaidEach(tuple((number, notes.fee) for number in owing))


def _money_back(notes: Notes) -> NoteFact:
    """What takes the latest note about money back."""
    if notes.money is None:
        raise EventError("nothing was paid yet")
    return notes.money.back


def cents(text: str) -> int:
    """An amount of money.

    >>> cents("12.50"), cents("5")
    (1250, 500)
    """
    whole_, _, part = text.replace(",", ".").partition(".")
    if not (whole_ or "0").isdecimal() or (part and (not part.isdecimal() or len(part) > 2)):
        raise EventError(f"{text[:20]!r} is not an amount; write 5 or 12.50")
    # A number of thousands of digits is not even read.
    found = int(whole_[-12:] or 0) * 100 + int(part.ljust(2, "0") or 0)
    if len(whole_) > 12 or found > LARGEST_FEE:
        raise EventError("that is more than anybody pays for a day of cards")
    return found


async def _noted(request: Request, form: Form) -> Response:
    """Fees and the door: kept beside the event."""
    event = directed_event(request)
    try:
        if form["do"] == "all-paid":
            await desk_of(request).note(
                stream_of(event), lambda notes: all_paid(event, notes), by=signer(request)
            )
        elif form["do"] == "undo-money":
            await desk_of(request).note(stream_of(event), _money_back, by=signer(request))
        else:
            fact = NOTED[form["do"]](form, event)
            await desk_of(request).note(stream_of(event), lambda _: fact, by=signer(request))
    except Refusal as fault:
        return await show(request, sentence(fault), 422, form)
    return RedirectResponse(f"/events/{event.id}/desk/{onward(form)}", 303)
