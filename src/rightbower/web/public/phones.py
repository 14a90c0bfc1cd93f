"""A day on the phones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.rules.message import (
    UNSAID,
    Arg,
    Message,
    Term,
    Voice,
    joined,
    listing,
    message,
    voice,
    word,
)
from rightbower.rules.refusal import Refusal
from rightbower.tournament.events.acts import EventCommand
from rightbower.tournament.events.board_results import PhoneBoards
from rightbower.tournament.events.columns import tally_text
from rightbower.tournament.events.contest import EVENT
from rightbower.tournament.events.event import Event, EventHistory, EventTable
from rightbower.tournament.events.outcome import missing
from rightbower.tournament.events.phone_results import (
    PhoneConfirm,
    PhoneDispute,
    PhoneResult,
    PhoneTakeBack,
)
from rightbower.tournament.events.remarks import remarks
from rightbower.tournament.events.table_view import TableView, table_with
from rightbower.tournament.names import without_control_characters
from rightbower.tournament.reading import from_form
from rightbower.web.common.error_pages import fault_page
from rightbower.web.common.guard import device_of, place_of
from rightbower.web.common.language import language_of
from rightbower.web.common.refusal import Refused, sentence
from rightbower.web.common.rendering import render
from rightbower.web.hall.front_pages import person_of, remembered
from rightbower.web.notes import (
    HelpCalled,
    HelpSettled,
    NoteFact,
    Notes,
    OneHand,
    PhoneTaken,
    ScoreDisputed,
)
from rightbower.web.public.boards import phone_boards
from rightbower.web.public.disputes import (
    TakeTheirs,
    before_you,
    disputed_how,
    help_at,
    slips,
    theirs,
    turned,
)
from rightbower.web.public.event_page import clock_words, has_begun, me_of
from rightbower.web.public.phone_claims import claim_without_code, refuse_both_sides, taken
from rightbower.web.public.play_online import hall_table, take_chair
from rightbower.web.public.score_pad import (
    ScorePad,
    last_dealers,
    on_page,
    score_pad,
    short_names,
)
from rightbower.web.snapshots.event_view import Snapshot
from rightbower.web.snapshots.phone_snapshot import phone_view
from rightbower.web.snapshots.whereabouts import lives_on, table_of, whereabouts
from rightbower.web.state.access import desk_of, event_of, history_of, stream_of
from rightbower.web.state.codes import right_code, try_code

LONGEST_NUMBER = 6


class CodeNeeded(Refused):
    """A phone has to show that it is at a table."""


def small_number(text: str) -> int:
    """A number of an entrant as a form has it; 0 is nobody.

    >>> small_number("12"), small_number("-3"), small_number("9" * 5000)
    (12, 0, 0)
    """
    return int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else 0


async def table_page(request: Request) -> Response:
    """Choose who you are among those at the table; a phone that is known goes to its own page."""
    event, number = event_of(request), request.path_params["table"]
    notes = desk_of(request).notes(stream_of(event))
    known = person_of(request).who not in notes.claims
    if known and phone_of(request, event, notes) is not None:
        return RedirectResponse(f"/events/{event.id}/phone", 303)
    code = request.query_params.get("code", "")
    await _let_near(request, event, number, code)
    return _choice(request, event, number, code)


async def take(request: Request) -> Response:
    """This phone is an entrant's from now on."""
    event, number = event_of(request), request.path_params["table"]
    form = await request.form()
    code, said = str(form.get("code", "")), str(form.get("entrant", ""))
    await _let_near(request, event, number, code)
    person = person_of(request)

    def by_code(notes: Notes) -> PhoneTaken:
        who = small_number(said)
        now = desk_of(request).event(event.id)
        if who not in _sitting(now, number):
            raise Refused(message("Choose one of those who sit at this table."))
        return taken(now, notes, person.who, who, "code")

    try:
        await desk_of(request).note(stream_of(event), by_code)
    except Refused as refused:
        return _choice(request, event, number, code, refused.said)
    return remembered(request, RedirectResponse(f"/events/{event.id}/phone", 303), person)


async def mine(request: Request) -> Response:
    """The browser of somebody who signed up on it or said "That is me" is their phone, where no code is needed."""
    event = event_of(request)
    person = person_of(request)

    def without_code(notes: Notes) -> PhoneTaken:
        now = desk_of(request).event(event.id)
        number = me_of(request, now, notes)
        if number is None or table_of(now, number) is None:
            raise Refused(message("You have no table now."))
        claim = claim_without_code(request, now, notes, number)
        if claim is None:
            raise CodeNeeded(message("Scan the code on your table, or type it here."))
        return taken(now, notes, person.who, number, claim)

    notes = desk_of(request).notes(stream_of(event))
    if phone_of(request, event, notes) is None:
        try:
            await desk_of(request).note(stream_of(event), without_code)
        except CodeNeeded:
            return render(request, "phone_nobody.html", 403, event=event)
        except Refused as refused:
            return fault_page(request, 403, sentence(refused, language_of(request)))
    return remembered(request, RedirectResponse(f"/events/{event.id}/phone", 303), person)


async def _let_near(request: Request, event: Event, number: int, code: str) -> None:
    right = right_code(request, event, number, code)
    await try_code(request, right)
    if not right:
        raise HTTPException(
            403, word("Scan the code on the table, or type it, to use your phone there.")
        )


def _sitting(event: Event, number: int) -> tuple[int, ...]:
    tables = event.round.tables if event.rounds else ()
    return next((table.entrants for table in tables if table.number == number), ())


def _choice(
    request: Request, event: Event, number: int, code: str, fault: Message = UNSAID
) -> Response:
    people = [(who, event.name_of(who)) for who in _sitting(event, number)]
    return render(
        request,
        "phone_choose.html",
        403 if fault else 200,
        event=event,
        number=number,
        code=code,
        people=people,
        fault=fault,
    )


def phone_of(request: Request, event: Event, notes: Notes) -> int | None:
    """The entrant whose phone this is."""
    number = notes.phones.get(person_of(request).who)
    return None if number is None else lives_on(event, number)


def own(request: Request) -> tuple[Event, int]:
    """The event and the entrant of this phone; one that is nobody's is sent for the table's code."""
    event = event_of(request)
    number = phone_of(request, event, desk_of(request).notes(stream_of(event)))
    if number is None:
        raise HTTPException(
            403, word("This phone is nobody's yet. Scan the code on your table, or type it.")
        )
    return event, number


class PhoneSeat(Struct, frozen=True):
    """Somebody at the table, as a face with a letter and a name to call them by."""

    name: str
    letter: str


class TableOnPhone(Struct, frozen=True):
    """The table as its phone shows it: we below and above, they left and right.

    ``sent`` is what the side reads that has entered the score.
    """

    we: Message
    they: str
    head: Message
    against: Message
    sent: Message
    seats: tuple[PhoneSeat, ...]


def phone_table(table: TableView, number: int) -> TableOnPhone:
    """The table at which an entrant sits."""
    event = table.event
    ours = table.people(number, *table.mates(number))
    theirs = table.people(*table.against(number))
    short = dict(zip([*ours, *theirs], short_names([*ours, *theirs]), strict=True))
    alone = len(event.entrant(number).players) == 1
    mates: list[Arg] = [short[name] for name in (ours[1:] if alone else ours)]
    they = [short[name] for name in theirs]
    faces = [ours[0], *theirs[:1], *ours[1:2], *theirs[1:2]]
    return TableOnPhone(
        joined((Term(word("you")), *mates) if alone else mates, ", "),
        ", ".join(they),
        listing((Term(word("You")), *mates) if alone else mates),
        listing(they),
        message(
            "It counts when {who} taps Yes on a phone. The {officer} sees it now.",
            who=_either(they),
            officer=Term(event.plan.officer),
        ),
        tuple(
            PhoneSeat(word("You") if alone and name == ours[0] else short[name], name[0].upper())
            for name in faces
        ),
    )


def _either(names: list[str]) -> Message:
    """One of one or two people."""
    if len(names) == 2:
        return message("{one} or {other}", one=names[0], other=names[1])
    return joined(names)


def still_playing(event: Event) -> Message:
    """Which tables everybody waits for, in a sentence."""
    tables = missing(event)
    if not tables:
        return UNSAID
    if len(tables) > 6:
        return message("{count} tables are still playing.", count=len(tables))
    if len(tables) > 1:
        return message("Tables {tables} are still playing.", tables=tables)
    return message("Table {table} is still playing.", table=tables[0])


def standing_said(seen: Snapshot, number: int) -> Message:
    """How somebody stands by now: what counts, and the place."""
    place = next((each for each in seen.places if each.entrant == number), None)
    if place is None or place.rank is None or not has_begun(seen):
        return UNSAID
    figures = {"event points": place.event_points, "points made": place.points}
    count = figures.get(seen.counts, place.won)
    many = (
        message("{made} points", made=count)
        if seen.counts in figures
        else message("{won} won", won=count)
    )
    ranked = sum(each.rank is not None for each in seen.places)
    if place.shared or place.open:
        return message(
            "{many}, tied for place {rank} of {count}.", many=many, rank=place.rank, count=ranked
        )
    return message("{many}, place {rank} of {count}.", many=many, rank=place.rank, count=ranked)


LONGEST_CALL = 120
# What a phone may do with the score of its table, by the end of the address.
SCORE_ACTS: Final[Mapping[str, type[EventCommand]]] = {
    "enter": PhoneResult,
    "boards": PhoneBoards,
    "confirm": PhoneConfirm,
    "take-back": PhoneTakeBack,
}


async def phone_page(request: Request) -> Response:
    """What the phone's owner has to know or to do now."""
    event = event_of(request)
    if phone_of(request, event, desk_of(request).notes(stream_of(event))) is None:
        return render(request, "phone_nobody.html", 403, event=event)
    return await _page(request, *own(request))


async def _page(
    request: Request,
    event: Event,
    number: int,
    fault: Message | str = "",
    form: Mapping[str, str] | None = None,
    doubts: tuple[Message, ...] = (),
) -> Response:
    seen = phone_view(event, desk_of(request).clock())
    notes = desk_of(request).notes(stream_of(event))
    reader = voice(language_of(request))
    place = next((each for each in event.places if each.entrant == number), None)
    return render(
        request,
        "phone_table.html",
        422 if fault else 200,
        event=event,
        me=whereabouts(event, number),
        sides=event.plan.side_names,
        seen=seen,
        clock=clock_words(seen.clock),
        place=place,
        figures=tally_text(place, event.plan.standings.ranking) if place else "",
        stands=standing_said(await desk_of(request).views.recent_snapshot(event.id), number)
        if event.rounds
        else "",
        still=still_playing(event) if event.rounds else "",
        asks_help="help" in request.query_params,
        doubting=request.query_params.get("no"),
        hall=hall_table(request, event, number),
        said=notes.said,
        fault=fault,
        form=form or {},
        doubts=doubts,
        short=not event.plan.minutes and (event.plan.deals is not None or bool(fault)),
        **_at_table(history_of(request), number, notes, reader),
    )


def _at_table(history: EventHistory, number: int, notes: Notes, reader: Voice) -> dict[str, object]:
    """What the page shows of the table at which somebody sits, or that there is none."""
    event = history.event
    seen = table_with(event, number)
    if seen is None:
        return {
            "table": None,
            "side": 0,
            "state": "",
            "at": None,
            "counts": "",
            "pad": None,
            "boards": (),
            "swaps": False,
            "slips": (),
            "help": None,
            "next": UNSAID,
            "messages": _messages(notes, 0),
            "index": -1,
        }
    table = seen.table
    boards = phone_boards(event, table, table.side_of(number)) if event.plan.duplicate else ()
    pad = score_pad(event) if table.playing and not boards else None
    help_ = None if seen.settled else help_at(event, notes, table.number)
    return {
        "table": table,
        "side": table.side_of(number),
        "state": seen.state,
        "at": phone_table(seen, number) if table.playing else None,
        "counts": seen.differs or UNSAID,
        "pad": pad and on_page(pad, last_dealers(seen, number), reader),
        "boards": boards,
        "swaps": pad is not None and _swaps(pad, table),
        "slips": slips(history, notes, table, number),
        "help": help_,
        "next": before_you(help_.before) if help_ else UNSAID,
        "messages": _messages(notes, table.number),
        "index": event.round.tables.index(table),
    }


def _messages(notes: Notes, table: int) -> list[str]:
    """What the director says to everybody and to this table."""
    return [text for text in (notes.message, notes.table_messages.get(table, "")) if text]


async def call(request: Request) -> Response:
    """Call the director to the table of this phone."""
    event, number = own(request)
    said = without_control_characters(str((await request.form()).get("why", "")))
    why = " ".join(said.split())[:LONGEST_CALL]
    table = table_of(event, number)
    if table is None or event.finished:
        return await _page(request, event, number, message("You have no table now."))
    round_ = len(event.rounds)
    await desk_of(request).note(stream_of(event), HelpCalled(round_, table.number, why))
    return RedirectResponse(f"/events/{event.id}/phone", 303)


def _swaps(pad: ScorePad, table: EventTable) -> bool:
    """Whether a score that was sent could be the other way round."""
    if table.result is None or not pad.cannot:
        return table.result is not None
    first, second = table.result.points
    if max(first, second) > pad.most:
        return False
    return first != second and not pad.cannot[second][first]


async def settled(request: Request) -> Response:
    """The table that called has settled it."""
    event, number = own(request)
    table = table_of(event, number)
    if table is not None:
        settled_ = HelpSettled(len(event.rounds), table.number)
        await desk_of(request).note(stream_of(event), settled_)
    return RedirectResponse(f"/events/{event.id}/phone", 303)


async def take_theirs(request: Request) -> Response:
    """End a dispute by the score that the other side says."""
    event, number = own(request)
    form = await request.form()
    numbers = [small_number(str(form.get(name, ""))) for name in ("round", "table")]
    table = table_of(event, number)
    notes = desk_of(request).notes(stream_of(event))
    try:
        points = None if table is None else theirs(event, notes, table, number)
        if points is None:
            raise Refused(message("The score of this table is not in dispute any more."))
        assert table is not None
        refuse_both_sides(request, event, notes, table.number, table.side_of(number))
        command = TakeTheirs(number, numbers[0], numbers[1], points)
        await desk_of(request).do(event.id, command, by=event.name_of(number))
    except Refusal as fault:
        return await _page(
            request, event_of(request), number, sentence(fault, language_of(request))
        )
    return RedirectResponse(f"/events/{event.id}/phone", 303)


async def dispute(request: Request) -> Response:
    """Say that a score is not right, and where one knows it, which is."""
    event, number = own(request)
    form = {key: str(value).strip() for key, value in (await request.form()).items()}
    said = (form.pop("ours", ""), form.pop("theirs", ""))
    short, call_too = form.pop("short", ""), form.pop("call", "")
    form.pop("last_dealer", None)
    table = table_of(event, number)
    points: tuple[int, int] | None = None
    try:
        if table is not None and said != ("", ""):
            asked = from_form(
                PhoneResult,
                {
                    "entrant": str(number),
                    "round": form.get("round", ""),
                    "table": form.get("table", ""),
                    "ours": said[0],
                    "theirs": said[1],
                    "short": short,
                }.items(),
            )
            points = turned((asked.ours, asked.theirs), table.side_of(number))
        why = disputed_how(event, number, points, form.get("why", ""))
        command = from_form(PhoneDispute, {**form, "entrant": str(number), "why": why}.items())
        await desk_of(request).do(event.id, command, by=event.name_of(number))
        assert table is not None
        round_ = len(event.rounds)
        game, side = (event.id, round_, table.number), table.side_of(number)
        desk_of(request).senders.disputed(game, side, place_of(request), device_of(request))
        notes: list[NoteFact] = [ScoreDisputed(round_, table.number, number, points)]
        if call_too:
            notes.append(HelpCalled(round_, table.number, why[:LONGEST_CALL]))
        for note in notes:
            await desk_of(request).note(stream_of(event), note)
    except Refusal as fault:
        return await _page(
            request, event_of(request), number, sentence(fault, language_of(request)), form
        )
    return RedirectResponse(f"/events/{event.id}/phone", 303)


async def act_on_score(request: Request, act: type[EventCommand]) -> Response:
    """Do what the owner of the phone says; who that is comes from the phone, not from the form.

    A score that seldom is, is asked about once.
    """
    event, number = own(request)
    form = {key: str(value).strip() for key, value in (await request.form()).items()}
    try:
        command = from_form(act, {**form, "entrant": str(number)}.items())
        table = table_of(event, number)
        if act is PhoneConfirm and table is not None:
            notes = desk_of(request).notes(stream_of(event))
            refuse_both_sides(request, event, notes, table.number, table.side_of(number))
        if act is PhoneResult and form.get("sure") != "yes":
            _, entries, _ = EVENT.decided(history_of(request), [command])
            doubts = tuple(said for entry in entries for said in remarks(event, entry.fact))
            if doubts:
                return await _page(request, event, number, form=form, doubts=doubts)
        await desk_of(request).do(event.id, command, by=event.name_of(number))
        await _note_same_sender(request, event, number, act)
    except Refusal as fault:
        return await _page(
            request, event_of(request), number, sentence(fault, language_of(request)), form
        )
    return RedirectResponse(f"/events/{event.id}/phone", 303)


async def _note_same_sender(
    request: Request, event: Event, number: int, act: type[EventCommand]
) -> None:
    """Show everybody where one and the same address stood by a result for both sides."""
    senders, table = desk_of(request).senders, table_of(event, number)
    if table is None:
        return
    game = (event.id, len(event.rounds), table.number)
    place, device = place_of(request), device_of(request)
    if act is PhoneResult:
        senders.entered(game, table.side_of(number), place, device)
    elif act is PhoneConfirm and senders.same_sender(game, place, device):
        noted = OneHand(len(event.rounds), table.number)
        await desk_of(request).note(stream_of(event), noted)


async def play(request: Request) -> Response:
    """Sit down in the hall, where the game of this table is played."""
    event, number = own(request)
    said = str((await request.form()).get("seat", ""))
    try:
        return RedirectResponse(await take_chair(request, event, number, said), 303)
    except Refused as fault:
        return await _page(
            request, event_of(request), number, sentence(fault, language_of(request))
        )
