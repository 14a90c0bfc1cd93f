"""One table at the desk, and its rulings."""

from __future__ import annotations

import contextlib
from operator import itemgetter
from typing import Any, Final
from urllib.parse import urlencode

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.referee.irregularities import TITLES
from rightbower.referee.remedies import AwardPoints, DeductPoints, LoseGame
from rightbower.referee.rulings import Question, RulingOption
from rightbower.referee.rulings import Ruling as Found
from rightbower.referee.table import Ruled
from rightbower.rules.book import RuleBook, load
from rightbower.rules.message import Message, capital
from rightbower.store.claims import HandedOver
from rightbower.tournament.contest import effective
from rightbower.tournament.dates import minute_text
from rightbower.tournament.events.board_report import signed
from rightbower.tournament.events.board_tables import boards_at
from rightbower.tournament.events.cuts import cutters, singles_at
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event, EventHistory, EventTable, OfTable, Purpose
from rightbower.tournament.events.labels import side
from rightbower.tournament.events.results import Rule
from rightbower.tournament.events.round_clock import ClockStarted
from rightbower.tournament.events.table_view import TableView
from rightbower.web.desk.forms import Form
from rightbower.web.hall.actor import Live
from rightbower.web.hall.archive import PREFIX
from rightbower.web.hall.calls import INSTEAD, open_rulings, set_aside
from rightbower.web.hall.entries import Played
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.says import voice
from rightbower.web.notes import Notes
from rightbower.web.pages.desk_pages import DeskPage, FilledForm
from rightbower.web.public.disputes import slips
from rightbower.web.state import codes
from rightbower.web.state.access import desk_of, directed_event, stream_of
from rightbower.web.state.accounts import signer
from rightbower.web.state.online import Online
from rightbower.web.study.rulings import MOST_ANSWERS, ask_through, kind_of, ruling_values

OWN_CUTS: tuple[tuple[Purpose, str], ...] = (
    ("deal", "for the first deal"),
    ("moves", "for who moves after a drawn game"),
    ("losers", "of the losers, for the next deal"),
    ("partners", "for partners, among four singles"),
)


def round_of(request: Request, event: Event) -> int:
    """The round that the address speaks of; the latest where it names none."""
    asked = request.query_params.get("round", "")
    if not asked:
        return len(event.rounds)
    if not asked.isdecimal() or not 1 <= int(asked) <= len(event.rounds):
        raise HTTPException(404, "There is no such round.")
    return int(asked)


def table_of(request: Request, event: Event) -> EventTable:
    """The table of the address."""
    try:
        return event.round_at(round_of(request, event)).table(request.path_params["table"])
    except EventError as fault:
        raise HTTPException(404, "There is no such table in this round.") from fault


def _back(request: Request, _: FilledForm) -> str:
    """To the round of the table."""
    event = directed_event(request)
    round_ = round_of(request, event)
    return "round" if round_ == len(event.rounds) else f"round?round={round_}"


def _here(request: Request) -> dict[str, str]:
    """The table of the address, and its round."""
    event = directed_event(request)
    table = table_of(request, event)
    return {"table": str(table.number), "round": str(round_of(request, event))}


def _live(request: Request) -> Live | None:
    """The hall's table where the table of the address is being played."""
    event = directed_event(request)
    online: Online = request.app.state.online
    latest = round_of(request, event) == len(event.rounds)
    return online.table_of(event, request.path_params["table"]) if latest else None


def table_values(request: Request, history: EventHistory, _form: FilledForm) -> dict[str, Any]:
    """Everything that can be done at one table."""
    event = history.event
    round_, table = round_of(request, event), table_of(request, event)
    seen = TableView(event, event.round_at(round_), table)
    notes, latest = desk_of(request).notes(stream_of(event)), round_ == len(event.rounds)
    return {
        "round": round_,
        "latest": latest,
        "table": table,
        "state": seen.state,
        "says": seen.says,
        "slips": both_slips(history, notes, table) if latest and seen.state == "disputed" else (),
        "help": notes.help.get((round_, table.number)) if latest else None,
        "happened": happened(history, notes, round_, table.number),
        "in_hall": rulings_in_hall(_live(request)),
        "instead": INSTEAD,
        "rulings": seen.rulings,
        "names": seen.names,
        "minus": event.plan.other is not None and event.plan.other.kind.minus,
        "sides": event.plan.side_names,
        "boards": boards_at(event, round_, table.number),
        "made": [signed(each) for each in table.result.boards] if table.result else [],
        "everyone": [(number, event.name_of(number)) for number in table.entrants],
        "cutting": [
            (number, event.name_of(number)) for number in singles_at(table) or table.entrants
        ],
        "cuts": _possible_cuts(event, table) if round_ == len(event.rounds) else [],
        "code": codes.table_code(request.app.state.keys, event.id, table.number),
    }


class SideSlip(Struct, frozen=True):
    """The score that a side says: who of it, when, and the points of the first side before the other's.

    ``sent`` is whether it is the score that stands entered; without ``points`` somebody only says no.
    """

    side: int
    name: str
    time: str
    points: tuple[int, int] | None
    sent: bool


def both_slips(history: EventHistory, notes: Notes, table: EventTable) -> tuple[SideSlip, ...]:
    """What each side says where they do not agree, the first side first; nothing where one side says none."""
    own = table.sides[0][0] if table.sides[0] else 0
    if not own or table.result is None:
        return ()
    found = tuple(
        SideSlip(
            0 if each.mine else 1,
            each.name,
            each.time,
            each.points,
            table.result.side == (0 if each.mine else 1),
        )
        for each in slips(history, notes, table, own)
    )
    return found if len(found) > 1 else ()


def happened(history: EventHistory, notes: Notes, round_: int, table: int) -> list[tuple[str, str]]:
    """What happened at a table in a round, with the minute: from its clock to its result."""
    event, told = history.event, list[tuple[float, str]]()
    for _, entry in effective(history.entries):
        fact = entry.fact
        if isinstance(fact, ClockStarted) and fact.round == round_:
            told.append((entry.at, str(fact.says(event))))
        elif isinstance(fact, OfTable) and (fact.round, fact.table) == (round_, table):
            by = f" ({entry.by})" if entry.by else ""
            told.append((entry.at, f"{fact.what(event)}{by}"))
    slip, help_ = notes.slips.get((round_, table)), notes.help.get((round_, table))
    if slip is not None:
        points = slip.said.points
        said = f"{points[0]}–{points[1]}" if points else "not so"
        told.append((slip.at, f"{event.name_of(slip.said.entrant)} said no: {said}"))
    if help_ is not None:
        told.append((help_.called, "the table called you"))
        if help_.seen:
            told.append((help_.seen, "you said that you are coming"))
    return [(minute_text(at), capital(said)) for at, said in sorted(told, key=itemgetter(0))]


def _possible_cuts(event: Event, table: EventTable) -> list[tuple[Purpose, str]]:
    """The cuts that a table may still make with its own cards."""
    found: list[tuple[Purpose, str]] = []
    for purpose, words in () if event.finished else OWN_CUTS:
        with contextlib.suppress(EventError):
            cutters(event, table, purpose)
            found.append((purpose, words))
    return found


async def _overruled(request: Request, form: FilledForm) -> Response:
    """The director sets a ruling of the hall's table aside."""
    table_of(request, directed_event(request))
    return await overruled(request, form.joined(), _live(request))


async def overruled(request: Request, form: Form, live: Live | None) -> Response:
    """The same, where the hall's table is known."""
    officer, number = directed_event(request).plan.officer, form.get("number", "")
    instead = form.get("instead", "")
    if instead in ("award", "deduct"):
        instead = f"{instead} {form.get('points', '')}"
    if live is None:
        raise EventError("the table is not played in the hall now")
    live = await _owned(request.app.state.hall, live)
    at = int(number) if number.isdecimal() else -1
    entry = set_aside(live.table, at, officer, instead, form.get("why", ""), live.now())
    await live.commit([Played(entry)])
    return RedirectResponse(request.url.path, 303)


async def _owned(hall: Hall, live: Live) -> Live:
    """The table, to act at it; another hall may have it."""
    try:
        return await hall.come(live.name.removeprefix(PREFIX)) or live
    except HandedOver as gone:
        where = f"hall {gone.hall}" if gone.hall else "another hall"
        raise EventError(
            f"{where} has this table just now; enter its result here instead"
        ) from None


def rulings_in_hall(live: Live | None) -> list[tuple[int, str]]:
    """The rulings at the hall's table that can be set aside, newest first, in words."""
    if live is None or live.table.referee is None:
        return []
    log = live.table.referee.log
    found = [(number, log[number]) for number in reversed(open_rulings(live.table.referee))]
    return [
        (number, capital(voice(live.table, None)(ruled.sentence())))
        for number, ruled in found
        if isinstance(ruled, Ruled)
    ]


async def _rule(request: Request, form: FilledForm) -> Response:
    """Apply the points of a ruling when the director agrees."""
    event = directed_event(request)
    table_of(request, event)
    await desk_of(request).do(event.id, *_agreed(request, form.joined()), by=signer(request))
    where = f"table/{request.path_params['table']}?round={round_of(request, event)}"
    return RedirectResponse(f"/events/{event.id}/desk/{where}", 303)


def _path(request: Request, what: str, answers: list[str]) -> str:
    """The address of this case."""
    event = directed_event(request)
    pairs = [("round", str(round_of(request, event)))]
    pairs += [("what", what)] if what else []
    pairs += [("a", each) for each in answers]
    return f"{request.url.path}?{urlencode(pairs)}"


def _case(request: Request, book: RuleBook) -> tuple[list[tuple[Message, str]], Found | Question]:
    what = request.query_params.get("what", "")
    return ask_through(kind_of(what), book, request.query_params.getlist("a")[:MOST_ANSWERS])


def case_values(request: Request, history: EventHistory, _form: FilledForm) -> dict[str, Any]:
    """The question now due, or the ruling."""
    event = history.event
    if (game := event.plan.other) is not None:
        raise EventError(
            f"no book here says what goes wrong in {game.title}; rule by your own word"
        )
    table, book = table_of(request, event), load(event.plan.book)
    what = request.query_params.get("what", "")
    given = request.query_params.getlist("a")[:MOST_ANSWERS]
    asked, found = _case(request, book) if what else ([], None)
    ruling = found if isinstance(found, Found) else None
    return {
        "table": table,
        "round": round_of(request, event),
        "names": [event.name_of(*side) for side in table.sides],
        "sides": event.plan.side_names,
        "book": book,
        "kinds": TITLES,
        "title": TITLES[kind_of(what)] if what else "",
        "what": what,
        "given": given,
        "asked": asked,
        "question": found if isinstance(found, Question) else None,
        "ruling": ruling_values(ruling, book) if ruling is not None else None,
        "scores": [bool(_effects(each)) for each in ruling.options] if ruling is not None else [],
        "start": _path(request, "", []),
        "back": _path(request, what, given[:-1]),
        "here": _path(request, what, given),
        "link": lambda answer: _path(request, what, [*given, answer]),
        "pick": lambda kind: _path(request, kind, []),
    }


def _effects(option: RulingOption) -> list[AwardPoints | DeductPoints | LoseGame]:
    """What an option does to the score of the game."""
    return [
        each for each in option.remedies if isinstance(each, (AwardPoints, DeductPoints, LoseGame))
    ]


def _agreed(request: Request, form: Form) -> list[Rule]:
    """The rulings that follow when the director agrees."""
    event = directed_event(request)
    book = load(event.plan.book)
    _, found = _case(request, book)
    if not isinstance(found, Found):
        raise EventError("answer the questions first")
    offenders = side(form.get("side", ""))
    if offenders is None:
        raise EventError("say which side erred")
    option = found.option(form.get("option", ""))
    in_score = form.get("in_score") == "yes"
    at = (request.path_params["table"], round_of(request, event))
    why = str(found.says).rstrip(".")
    if effects := _effects(option):
        return [_written(each, offenders, book, at, why, in_score) for each in effects]
    # A ruling that changes no score is in the log all the same, with what was chosen.
    chosen = f" ({option.name})" if len(found.options) > 1 else ""
    clause = str(book.cite(found.paths[0]))
    return [Rule(at[0], str(offenders), "0", at[1], why + chosen, clause)]


def _written(
    remedy: AwardPoints | DeductPoints | LoseGame,
    offenders: int,
    book: RuleBook,
    at: tuple[int, int],
    why: str,
    in_score: bool,
) -> Rule:
    """A remedy as the event keeps it, with its clause."""
    table, round_ = at
    clause = str(book.cite(remedy.path))
    match remedy:
        case AwardPoints(points=points):
            return Rule(table, str(1 - offenders), f"+{points}", round_, why, clause, in_score)
        case DeductPoints(points=points):
            return Rule(table, str(offenders), f"-{points}", round_, why, clause, in_score)
        case LoseGame():
            return Rule(table, str(offenders), "lost", round_, why, clause)


TABLE: Final = DeskPage(
    "desk_table.html", table_values, "round", _back, _here, instead={"overrule": _overruled}
)
RULING: Final = DeskPage("desk_ruling.html", case_values, "round", otherwise=_rule, alone=True)
