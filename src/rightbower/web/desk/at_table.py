"""One table's page: its result, the dispute, the void game, corrections, rulings and its own cut."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rightbower.events import results
from rightbower.events.cutters import cutters
from rightbower.events.draws import Draws
from rightbower.events.entrants import EventError
from rightbower.events.event import Event, Purpose, Ruling, Table
from rightbower.events.fold import History
from rightbower.events.outcome import ruling_said, said
from rightbower.events.seating import show_cut
from rightbower.web.desk import codes
from rightbower.web.desk.desk import Decide
from rightbower.web.desk.doors import directed_event
from rightbower.web.desk.frame import Act, Form, acted, page, whole
from rightbower.web.desk.snapshot import state_of

OWN_CUTS: tuple[tuple[Purpose, str], ...] = (
    ("deal", "for the first deal"),
    ("moves", "for who moves after a drawn game"),
    ("losers", "of the losers, for the next deal"),
)


def round_of(request: Request, event: Event) -> int:
    """The round that the address speaks of; the latest where it names none."""
    asked = request.query_params.get("round", "")
    if not asked:
        return len(event.rounds)
    if not asked.isdecimal() or not 1 <= int(asked) <= len(event.rounds):
        raise HTTPException(404, "There is no such round.")
    return int(asked)


def table_of(request: Request, event: Event) -> Table:
    """The table of the address."""
    try:
        return event.round_at(round_of(request, event)).table(request.path_params["table"])
    except EventError as fault:
        raise HTTPException(404, "There is no such table in this round.") from fault


async def table_page(request: Request) -> Response:
    """Everything that can be done at one table."""
    event = directed_event(request)
    table_of(request, event)
    if request.method == "GET":
        return await show(request)
    number, round_ = request.path_params["table"], round_of(request, event)
    here = {"table": str(number), "round": str(round_)}
    acts = {key: _at(act, here) for key, act in ACTS.items()}
    latest = round_ == len(event.rounds)
    onward = "round" if latest else f"round?round={round_}"
    return await acted(request, acts, show, onward)


def _at(act: Act, here: Mapping[str, str]) -> Act:
    """An act at this very table."""
    mark = act.mark
    return Act(
        lambda form, history: act.facts({**form, **here}, history),
        None if mark is None else lambda form, event: mark({**form, **here}, event),
        act.asks,
    )


def _seen(form: Form, event: Event) -> str:
    """What was looked at is this table alone; others enter their results meanwhile."""
    round_, number = _where(form)
    table = event.round_at(round_).table(number)
    return f"{said(table, event.plan)} {len(table.rulings)} {state_of(table)}"


async def show(
    request: Request, fault: str = "", status: int = 200, form: Form | None = None
) -> Response:
    """The page as it stands."""
    event = directed_event(request)
    round_, table = round_of(request, event), table_of(request, event)
    return await page(
        request,
        "desk_table.html",
        "round",
        fault,
        status,
        form=form or {},
        round=round_,
        latest=round_ == len(event.rounds),
        table=table,
        state=state_of(table),
        says=said(table, event.plan),
        rulings=[ruling_said(each, event.plan) for each in table.rulings],
        names=[event.name_of(*side, round_=round_) if side else "—" for side in table.sides],
        sides=event.plan.side_names,
        everyone=[(number, event.name_of(number)) for number in table.entrants],
        cuts=_possible_cuts(event, table) if round_ == len(event.rounds) else [],
        code=codes.table_code(request.app.state.keys, event.id, table.number),
    )


def _possible_cuts(event: Event, table: Table) -> list[tuple[Purpose, str]]:
    """The cuts that a table may still make with its own cards."""
    found: list[tuple[Purpose, str]] = []
    for purpose, words in () if event.finished else OWN_CUTS:
        with contextlib.suppress(EventError):
            cutters(event, table, purpose)
            found.append((purpose, words))
    return found


def points_of(form: Form) -> tuple[int, int]:
    """Both sides' points."""
    return whole(form, "first", "Points"), whole(form, "second", "Points")


def side_of(text: str) -> int | None:
    """A side from a form; empty is neither."""
    if text in ("0", "1"):
        return int(text)
    if text:
        raise EventError("choose one of the two sides")
    return None


def _where(form: Form) -> tuple[int, int]:
    return whole(form, "round", "Round"), whole(form, "table", "Table")


def _dealer(form: Form) -> int:
    return whole(form, "dealer", "Last dealer") if form.get("dealer") else 0


def _enter(form: Form, _: History) -> list[Decide]:
    (round_, table), points = _where(form), points_of(form)
    lost, dealer, why = side_of(form.get("lost", "")), _dealer(form), form.get("why", "")
    return [
        lambda event: results.enter(
            event, table, points, round_=round_, lost=lost, last_dealer=dealer, why=why
        )
    ]


def _correct(form: Form, _: History) -> list[Decide]:
    (round_, table), points = _where(form), points_of(form)
    lost, dealer, why = side_of(form.get("lost", "")), _dealer(form), form.get("why", "")
    ruled = form.get("ruled") == "yes"
    return [
        lambda event: results.correct(
            event, round_, table, points, why=why, lost=lost, last_dealer=dealer, ruled=ruled
        )
    ]


def _confirm(form: Form, _: History) -> list[Decide]:
    round_, table = _where(form)
    return [lambda event: results.confirm(event, table, round_=round_)]


def _dispute(form: Form, _: History) -> list[Decide]:
    round_, table = _where(form)
    return [lambda event: results.dispute(event, table, why=form.get("why", ""), round_=round_)]


def _void(form: Form, _: History) -> list[Decide]:
    round_, table = _where(form)
    return [lambda event: results.void(event, table, why=form.get("why", ""), round_=round_)]


def _rule(form: Form, _: History) -> list[Decide]:
    """Points of a ruling, or the game lost by one, by the officer's own word."""
    round_, table = _where(form)
    side = side_of(form.get("side", ""))
    if side is None:
        raise EventError("choose the side that the ruling is about")
    lost = form.get("what") == "lost"
    points = 0 if lost else whole(form, "points", "Points") * (-1 if form.get("what") == "off" else 1)  # fmt: skip
    ruling = Ruling(
        side,
        points,
        lost,
        form.get("in_score") == "yes",
        form.get("clause", ""),
        form.get("why", ""),
    )
    return [lambda event: results.rule(event, table, ruling, round_=round_)]


def _cut(form: Form, history: History) -> list[Decide]:
    """Cards that were cut at the table, with a second draw where the first was level."""
    _, table = _where(form)
    purpose = next((key for key, _ in OWN_CUTS if key == form.get("purpose")), None)
    if purpose is None:
        raise EventError("say what was cut for")
    draws = cards_cut(form, history.event.round.table(table).entrants)
    return [lambda event: show_cut(event, table, purpose, draws)]


def cards_cut(form: Form, entrants: tuple[int, ...]) -> Draws:
    """The cards that people cut, from fields named by their numbers."""
    found = []
    for draw in ("card", "again"):
        cards = tuple(
            (each, form[f"{draw}{each}"].upper()) for each in entrants if form.get(f"{draw}{each}")
        )
        if cards:
            found.append(cards)
    if not found or len(found[0]) < 2:
        raise EventError("enter a card for each who cut, such as KD")
    return tuple(found)


ACTS: Mapping[str, Act] = {
    "enter": Act(_enter),
    "confirm": Act(_confirm),
    "dispute": Act(_dispute),
    "correct": Act(_correct, _seen, lambda _: True),
    "void": Act(_void, _seen, lambda _: True),
    "rule": Act(_rule, _seen, lambda _: True),
    "cut": Act(_cut),
}
