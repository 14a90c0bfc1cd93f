"""The frame of the director's pages: rail, next action, the last entry, and acts that are written down."""

from __future__ import annotations

import shlex
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from msgspec import Struct
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.events.commands.base import EventCommand
from rightbower.events.commands.results import EnterResult
from rightbower.events.history import say
from rightbower.events.remarks import remarks
from rightbower.events.state import facts, people_facts
from rightbower.events.state.entrants import EventError
from rightbower.events.state.event import Event
from rightbower.events.state.fold import EventHistory, fold
from rightbower.refusal import Refusal
from rightbower.tournament.commands import Command, declared
from rightbower.tournament.dates import day_said
from rightbower.tournament.history import Undone, last_counting
from rightbower.tournament.reading import from_form, from_words
from rightbower.web.common.refusal_text import sentence
from rightbower.web.common.rendering import render
from rightbower.web.desk.common.by_name import by_name
from rightbower.web.desk.common.confirmation import change_of
from rightbower.web.desk.common.guide import guide
from rightbower.web.desk.common.pending import pending_step, rail
from rightbower.web.notes.note_facts import FeeSet, Paid, PaidEach
from rightbower.web.notes.notes import Notes
from rightbower.web.state.access import desk_of, directed_event, history_of, stream_of
from rightbower.web.state.accounts import signer

Form = Mapping[str, str]
NOTHING: Final[Form] = {}
C = TypeVar("C")
Show = Callable[..., Awaitable[Response]]
LONGEST_LINE = 2000
# What is remarked depends on what was.
UPON_WHAT_WAS = (facts.ResultCorrected, facts.Seated, people_facts.SeatsSwapped)


class Last(Struct, frozen=True):
    """The latest entry: what it says, who it is about, and what to look out for."""

    says: str
    who: str
    at: float
    remarks: tuple[str, ...]
    undo: int
    money: bool = False


def last_entry(history: EventHistory, notes: Notes) -> Last:
    """The latest entry, or the latest note about money where that came later, in words."""
    entry = history.entries[-1]
    if notes.money is not None and notes.money.at > entry.at:
        says, who = money_said(history.event, notes.money.fact)
        return Last(says, who, notes.money.at, (), 0, money=not history.event.finished)
    before = history.event
    if isinstance(entry.fact, UPON_WHAT_WAS):
        before = fold(history.entries[:-1]).event
    told = remarks(before, entry.fact) if not isinstance(entry.fact, Undone) else ()
    undo = last_counting(history.entries)
    says = say(entry.fact, history.event.plan)
    named = by_name(history.event, says)
    return Last(
        sentence(named),
        "" if named != says else about(history.event, entry.fact),
        entry.at,
        told,
        undo if undo > 1 and not history.event.finished else 0,
    )


def money_said(event: Event, fact: FeeSet | Paid | PaidEach) -> tuple[str, str]:
    """What was noted about money, and about whom."""
    if isinstance(fact, PaidEach):
        together = sum(cents for _, cents in fact.paid)
        return f"{len(fact.paid)} at once: {together / 100:.2f} in all.", ""
    amount = f"{fact.cents / 100:.2f}"
    if isinstance(fact, FeeSet):
        return f"The fee is {amount}.", ""
    return (f"Paid {amount}." if fact.cents else "Not paid."), event.name_of(fact.entrant)


def about(event: Event, fact: facts.Fact) -> str:
    """The names of those a fact is about, where it knows them by number."""
    numbers: list[int] = []
    for field in ("numbers", "order", "group"):
        numbers += list(getattr(fact, field, ()))
        if numbers:
            break
    numbers += [getattr(fact, field) for field in ("number", "first", "second") if hasattr(fact, field)]  # fmt: skip
    known = [number for number in numbers if number <= len(event.entrants)]
    if not known or len(known) > 4:
        return ""
    return event.name_of(*known)


async def page(
    request: Request,
    template: str,
    step: str,
    fault: str = "",
    form: Form = NOTHING,
    alone: bool = False,
    **values: Any,
) -> Response:
    """A director's page with its frame, and after a refusal with the reason and what was filled in.

    ``alone`` where the page itself is what to do next.
    """
    event = directed_event(request)
    history, now = history_of(request), pending_step(event)
    notes = desk_of(request).notes(stream_of(event))
    return render(
        request,
        template,
        422 if fault else 200,
        event=event,
        plan=event.plan,
        base=f"/events/{event.id}",
        in_short=in_short(event),
        saved=_saved(notes),
        guide=guide(event, notes),
        step=step,
        alone=alone,
        rail=rail(event, now),
        due=now,
        last=last_entry(history, notes),
        notes=notes,
        fault=fault,
        form=form,
        now=desk_of(request).clock(),
        **values,
    )


def in_short(event: Event) -> str:
    """How many take part, at how many tables; before the first round the day and its kind."""
    if not event.rounds:
        return f"{day_said(event.date)} · {event.plan.title}"
    many = sum(each.state == "here" for each in event.entrants)
    unit = "pairs" if event.plan.entering.unit == "pair" else "players"
    tables = sum(table.playing for table in event.round.tables)
    return f"{many} {unit} · {tables} table{'' if tables == 1 else 's'}"


def _saved(notes: Notes) -> str:
    """That all shown is kept, and how many phones belong to somebody here."""
    phones = len(notes.phones)
    return (
        f"Everything saved · {phones} phone{'' if phones == 1 else 's'}"
        if phones
        else "Everything saved"
    )


async def form_of(request: Request) -> dict[str, str]:
    """What was filled in, as text without the spaces around it; a file is kept beside it.

    What was ticked several times under one name is joined by commas.
    """
    if not hasattr(request.state, "filled"):
        request.state.filled, request.state.file = {}, b""
        async with request.form() as form:
            for key, value in form.multi_items():
                if isinstance(value, UploadFile):
                    request.state.file = await value.read()
                else:
                    before = request.state.filled.get(key)
                    request.state.filled[key] = (
                        f"{before},{value.strip()}" if before else value.strip()
                    )
    return dict(request.state.filled)


def command_of(form: Form, fixed: Form) -> Command:
    """The command of a button or of a typed line; ``fixed`` is what the page itself says."""
    known = declared(EventCommand)
    if "line" in form:
        return typed(form["line"])
    if form.get("do") not in known:
        raise HTTPException(400, "That button is not known here. Load the page again.")
    return from_form(known[form["do"]], [*form.items(), *fixed.items()])


def typed(line: str) -> Command:
    """A line typed at the desk: a result such as 12 10 7, or any command by its name."""
    if len(line) > LONGEST_LINE:
        raise Refusal(f"a line has at most {LONGEST_LINE} letters")
    try:
        words = shlex.split(line.replace("'", "’"))
    except ValueError:
        raise Refusal("a quotation mark is not closed") from None
    known = declared(EventCommand)
    for many in (3, 2, 1):
        name = "-".join(words[:many])
        found = [each for each in known if each == name or each.endswith(f"-{name}")]
        if name in known or len(found) == 1:
            return one(from_words(known[name if name in known else found[0]], words[many:]))
    return one(from_words(EnterResult, words))


def one(commands: Sequence[C]) -> C:
    """The only one of several commands."""
    if len(commands) != 1:
        raise EventError("write one table a line, such as 12 10 7")
    return commands[0]


async def handle(
    request: Request, show: Show, onward: str | Callable[[Form], str], fixed: Form = NOTHING
) -> Response:
    """Show a page, or do what a button of it says and go on; a refusal shows it again."""
    if request.method != "POST":
        return await show(request)
    event = directed_event(request)
    form = await form_of(request)
    try:
        command = command_of(form, fixed)
        looked_at = command.seen(event)
        if command.asks(event) and form.get("sure") != "yes":
            return await _ask(request, command, form, looked_at)
        seen = (form.get("version") or "nothing") if looked_at else ""
        await desk_of(request).do(event.id, command, by=signer(request), seen=seen)
    except Refusal as refused:
        return await show(request, sentence(refused), form)
    where = onward if isinstance(onward, str) else onward(form)
    return RedirectResponse(f"/events/{event.id}/desk/{where}", 303)


async def _ask(request: Request, command: Command, form: Form, seen: str) -> Response:
    """Show what would change, and ask once."""
    change = change_of(history_of(request), command, desk_of(request).clock())
    action = str(request.url.replace(scheme="", netloc=""))
    asked = {"change": change, "action": action, "seen": seen}
    return await page(request, "desk_ask.html", "", form=form, alone=True, **asked)


def whole(form: Form, field: str, what: str) -> int:
    """A whole number that has to be there."""
    text = form.get(field, "")
    if not text.isdecimal() or len(text) > 6:
        raise Refusal(f"{what}: write a whole number")
    return int(text)
