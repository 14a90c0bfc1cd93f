"""The frame of the director's pages, what was filled in there, and the commands that buttons and typed lines are."""

from __future__ import annotations

import shlex
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.rules.refusal import Refusal
from rightbower.tournament.commands import Command, declared
from rightbower.tournament.dates import day_text
from rightbower.tournament.events.acts import EventCommand
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.results import EnterResult
from rightbower.tournament.reading import from_form, from_words
from rightbower.web.common.refusal import sentence
from rightbower.web.common.rendering import render
from rightbower.web.desk.pending import pending_step, rail
from rightbower.web.desk.steps import change_of, guide, last_entry
from rightbower.web.notes import Notes
from rightbower.web.state.access import desk_of, directed_event, history_of, stream_of
from rightbower.web.state.accounts import signer

Form = Mapping[str, str]
NOTHING: Final[Form] = {}
C = TypeVar("C")
Show = Callable[..., Awaitable[Response]]
LONGEST_LINE = 2000


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
        return f"{day_text(event.date)} · {event.plan.title}"
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
        return typed_command(form["line"])
    if form.get("do") not in known:
        raise HTTPException(400, "That button is not known here. Load the page again.")
    return from_form(known[form["do"]], [*form.items(), *fixed.items()])


def typed_command(line: str) -> Command:
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
            return only_command(
                from_words(known[name if name in known else found[0]], words[many:])
            )
    return only_command(from_words(EnterResult, words))


def only_command(commands: Sequence[C]) -> C:
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
    asked: dict[str, Any] = {"change": change, "action": action, "seen": seen}
    return await page(request, "desk_ask.html", "", form=form, alone=True, **asked)


def whole_number(form: Form, field: str, what: str) -> int:
    """A whole number that has to be there."""
    text = form.get(field, "")
    if not text.isdecimal() or len(text) > 6:
        raise Refusal(f"{what}: write a whole number")
    return int(text)
