"""An event's public page: what it shows, who joins from it, and its address to share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from markupsafe import Markup
from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.office.event_files import SHARED, ShareResults
from rightbower.rules.message import UNSAID, Message, word
from rightbower.tournament.dates import clock_text
from rightbower.tournament.events.columns import reason, tally_text
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.outcome import not_counting
from rightbower.tournament.events.places import Ranked, told_standings
from rightbower.tournament.events.places import table as standings_table
from rightbower.tournament.events.prizes import award_told, awards_with_reasons
from rightbower.tournament.events.round_clock import ClockView
from rightbower.tournament.events.seating import movement_text
from rightbower.tournament.events.sharing import calendar
from rightbower.tournament.events.table_view import SETTLED, tables_now
from rightbower.tournament.names import name_order
from rightbower.web.common.address import address, only_here
from rightbower.web.common.background import beside
from rightbower.web.common.files import KINDS, taken
from rightbower.web.common.identity import Keys, cookie_of, give_cookie
from rightbower.web.common.language import language_of
from rightbower.web.common.rendering import environment, render
from rightbower.web.hall.front_pages import person_of, remembered
from rightbower.web.notes import Notes
from rightbower.web.snapshots.days import (
    Days,
    all_bars,
    beside_name,
    color_of,
    days,
    figure_of,
    podium,
    rounds_of,
    unit_of,
)
from rightbower.web.snapshots.event_view import (
    Snapshot,
    Standing,
    is_many,
    noted,
    rules_of_event,
)
from rightbower.web.snapshots.event_views import EventViews, Made
from rightbower.web.snapshots.whereabouts import lives_on, whereabouts
from rightbower.web.state.access import desk_of, event_of, history_of, may_direct, stream_of
from rightbower.web.state.codes import event_code

FORMS: Final = {ending: form for form, ending in SHARED.items()}


async def take_results(request: Request) -> Response:
    """The results in the form that the address ends with."""
    history, ending = history_of(request), str(request.path_params["form"])
    if ending not in FORMS:
        raise HTTPException(404, "The results are there as html, png, txt and ics.")
    link = address(request, f"/events/{history.event.id}")
    name = f"{history.event.id}.{ending}"
    return await taken(request, ShareResults, history, name, form=FORMS[ending], link=link)


async def hall_calendar(request: Request) -> Response:
    """All days of play of this hall, to subscribe to."""
    desk = desk_of(request)
    events = [each.event for each in desk.events.readable() if not each.event.practice]
    events = sorted((each for each in events if not each.archived), key=lambda each: each.date)
    links = [address(request, f"/events/{each.id}") for each in events]
    made = calendar(events, "Euchre events", desk.clock(), links)
    return Response(made, media_type=KINDS["ics"])


COOKIE = "rightbower-me"
CHAIRS = "rightbower-chairs"
MOST_EVENTS = 12
A_MONTH = 30 * 24 * 3600
TABS_BEFORE = (
    ("me", word("Me")),
    ("seating", word("Seating")),
    ("standings", word("Standings")),
    ("rules", word("Rules")),
)
TABS = (
    ("standings", word("Standings")),
    ("me", word("My day")),
    ("seating", word("Rounds")),
    ("rules", word("Rules")),
)
# Who takes part or did.
PLAYING = ("entered", "here", "withdrawn")
STATES = {
    "bye": word("no game"),
    "playing": word("playing"),
    "entered": word("waits for the other side"),
    "disputed": word("in dispute"),
    "marked": word("in"),
    "void": word("does not count"),
}


SITS_OUT = word("sits out")
OF_THREE = word("table of three")


class ByName(Struct, frozen=True):
    """A person and the table to go to; table 0 is none."""

    name: str
    table: int
    side: str


async def page(request: Request) -> Response:
    """The public page of an event."""
    event, desk = event_of(request), desk_of(request)
    notes = desk.notes(stream_of(event))
    me = me_of(request, event, notes)
    seen = await desk.views.recent_snapshot(event.id)
    keys: Keys = request.app.state.keys
    language = language_of(request)
    common, names, played = await _common(desk.views, desk.views.seen_of(event.id), seen, language)
    who = _asked(request, event)
    shown = me if who is None else who
    return render(
        request,
        "public_event.html",
        event=event,
        seen=seen,
        code=event_code(keys, event.id),
        me=None if me is None else whereabouts(event, me),
        chair="" if event.started else kept_chair(request, event),
        who=who,
        own=who is None or who == me,
        day_of=None if shown is None else event.entrant(shown),
        path=() if shown is None else played.get(shown, ()),
        phone=_phone(request, notes) is not None,
        replays=_replays(event, notes) if phone_played(event, _phone(request, notes)) else {},
        names=names,
        people=sum(len(each.players) for each in event.entrants if each.state in PLAYING),
        place=(place := _place(seen, shown) if has_begun(seen) else None),
        tally=tally_text(place, seen.counts) if place else UNSAID,
        steps=podium(seen) if seen.stage == "finished" else (),
        unit=unit_of(seen),
        color_of=color_of,
        rules=rules_of_event(event),
        common=common,
        directs=may_direct(request, stream_of(event)),
        clock=clock_words(seen.clock),
        tabs=TABS if event.finished else TABS_BEFORE,
        moving=movement_text(event, max(1, len(seen.tables))),
    )


def phone_played(event: Event, number: int | None) -> bool:
    """Whether a phone is somebody's who has played here."""
    own = 0 if number is None else lives_on(event, number)
    return any(own in table.entrants for _, table in event.games())


def _replays(event: Event, notes: Notes) -> dict[int, list[tuple[int, str]]]:
    """The games played in the hall that are over, by round: the table, and where it is looked at again."""
    found: dict[int, list[tuple[int, str]]] = {}
    for (round_, number), name in sorted(notes.online.items()):
        if round_ <= len(event.rounds):
            there = next((e for e in event.round_at(round_).tables if e.number == number), None)
            if there is not None and there.result is not None:
                found.setdefault(round_, []).append((number, name))
    return found


def _asked(request: Request, event: Event) -> int | None:
    """Whose day is asked for, where it is somebody's of this event."""
    said = request.query_params.get("who", "")
    number = int(said) if said.isdecimal() and len(said) < 6 else 0
    return lives_on(event, number) if 1 <= number <= len(event.entrants) else None


async def choose(request: Request) -> Response:
    """Remember in this browser whose page it is; that gives no rights."""
    event = event_of(request)
    said = str((await request.form()).get("entrant", ""))
    number = int(said) if said.isdecimal() and len(said) < 6 else 0
    return remember_me(request, RedirectResponse(f"/events/{event.id}", 303), event, number)


def remember_me(request: Request, response: Response, event: Event, number: int) -> Response:
    """Keep in the browser who looks at this event; 0 is nobody."""
    keys: Keys = request.app.state.keys
    held = keys.opened(cookie_of(request, COOKIE), "me")
    held.pop(event.id, None)
    if number:
        held = dict([*held.items(), (event.id, str(number))][-MOST_EVENTS:])
    give_cookie(request, response, COOKIE, keys.sealed(held, "me"), A_MONTH)
    return response


async def log_page(request: Request) -> Response:
    """The full log, for everybody to read."""
    history = history_of(request)
    lines = [(line, clock_text(line.at)) for line in reversed(history.lines())]
    return render(request, "public_log.html", event=history.event, lines=lines)


def kept_chair(request: Request, event: Event) -> str:
    """The way to one's chair that this browser keeps, if any."""
    keys: Keys = request.app.state.keys
    return keys.opened(cookie_of(request, CHAIRS), CHAIRS).get(event.id, "")


def me_of(request: Request, event: Event, notes: Notes) -> int | None:
    """The entrant whose browser this is: by its phone at a table, or as somebody chose."""
    number = _phone(request, notes)
    if number is None:
        keys: Keys = request.app.state.keys
        held = keys.opened(cookie_of(request, COOKIE), "me")
        number = int(held.get(event.id, "0"))
    return lives_on(event, number) if 1 <= number <= len(event.entrants) else None


def _phone(request: Request, notes: Notes) -> int | None:
    keys: Keys = request.app.state.keys
    person = keys.person(request)
    return None if person is None else notes.phones.get(person.who)


def people(event: Event) -> list[tuple[str, str, int]]:
    """Everyone who takes part, by name: the name, the partner, and the entrant's number."""
    found = []
    for entrant in event.entrants:
        if entrant.state in ("paired", "no-show", "withdrawn", "removed", "waiting"):
            continue
        for player in entrant.players:
            partners = [each.name for each in entrant.players if each is not player]
            found.append((player.name, " & ".join(partners), entrant.number))
    return sorted(found, key=lambda each: name_order(each[0]))


def by_name(seen: Snapshot) -> list[ByName]:
    """Everyone's table in the latest round, by name."""
    return sorted(_by_table(seen), key=lambda each: name_order(each.name))


def _by_table(seen: Snapshot) -> Iterator[ByName]:
    for table in seen.tables:
        for side, people in enumerate(table.names):
            for name in people:
                if table.state != "bye":
                    yield ByName(name, table.number, seen.sides[side])
                else:
                    yield ByName(name, 0, SITS_OUT)
    for three in seen.threes or ():
        for name in three:
            yield ByName(name, 0, OF_THREE)
    for pair in seen.byes:
        for name in pair:
            yield ByName(name, 0, SITS_OUT)


def reasons(places: Sequence[Ranked], seen: Snapshot) -> list[Message]:
    """Why everybody is placed so; what is still open is only said once play is over."""
    over = seen.stage in ("finish", "finished")
    found = {each.entrant: reason(each, over, notes=False) for each in places}
    return [found.get(place.entrant, UNSAID) for place in seen.places]


def clock_words(clock: ClockView | None) -> str:
    """What the clock shows, for those without script."""
    return "" if clock is None else clock.time


def has_begun(seen: Snapshot) -> bool:
    """Whether anything was played; before that all are level, which is no place."""
    return seen.round > 1 or any(table.state in SETTLED for table in seen.tables)


def _place(seen: Snapshot, me: int | None) -> Standing | None:
    return next((place for place in seen.places if place.entrant == me), None)


async def _common(
    views: EventViews, event: Event, seen: Snapshot, language: str
) -> tuple[Markup, Markup, Days]:
    """What all who read in a language see, the names and the days, made once for each change."""
    held = views.shown.get((event.id, language))
    if held is None or held[0] < seen.version:
        asked = views, event, seen, language
        held = await beside(_made, *asked) if is_many(event) else _made(*asked)
    _, html, names, played = held
    return Markup(html), Markup(names), played  # made by templates that escape


def _made(views: EventViews, event: Event, seen: Snapshot, language: str) -> Made:
    """What is the same for all of a language; where another page is making it, that is waited for."""
    with views.making(event.id):
        held = views.shown.get((event.id, language))
        if held is None or held[0] < seen.version:
            played = days(event)
            html = _common_html(event, seen, views.notes_of(event.id), language, played)
            made = seen.version, html, _names(event, language), played
            held = views.shown[event.id, language] = made
        return held


def _names(event: Event, language: str) -> str:
    return environment(language).get_template("public_names.html").render(people=people(event))


def _common_html(
    event: Event, seen: Snapshot, notes: Notes, language: str, played: Days | None = None
) -> str:
    template = environment(language).get_template("public_common.html")
    places = told_standings(event)
    return template.render(
        event=event,
        seen=seen,
        by_name=by_name(seen),
        states=STATES,
        why=reasons(places, seen),
        notes=[noted(notes, table) for table in tables_now(event)],
        steps=() if event.finished else tuple(each.says for each in standings_table(event).steps),
        uncounted=not_counting(event),
        awards=[award_told(*each) for each in awards_with_reasons(event, places)],
        done=sum(table.state in SETTLED for table in seen.tables),
        games=sum(table.state != "bye" for table in seen.tables),
        bars={} if is_many(event) else all_bars(played or days(event), len(event.rounds)),
        rounds=rounds_of(event) if event.finished or len(event.rounds) > 1 else [],
        unit=unit_of(seen),
        figure_of=figure_of,
        beside_name=beside_name,
    )


async def wall_page(request: Request) -> Response:
    """The frame of the wall; its pages are drawn in the browser from the event's state."""
    event = event_of(request)
    keys: Keys = request.app.state.keys
    code = event_code(keys, event.id)
    page = render(
        request,
        "wall.html",
        event=event,
        code=code,
        address="" if only_here(request) else address(request, "/c").partition("//")[2],
    )
    return remembered(request, page, person_of(request))
