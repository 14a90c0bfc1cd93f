"""The frame of the director's pages: rail, next action, the last entry, and acts that are written down."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.events import facts
from rightbower.events.entrants import EventError
from rightbower.events.event import Event
from rightbower.events.fold import History, fold
from rightbower.events.log import say
from rightbower.events.remarks import remarks
from rightbower.tournament.history import Undone, last_counting
from rightbower.web.common.rendering import render
from rightbower.web.desk.asking import change_of
from rightbower.web.desk.desk import Decide
from rightbower.web.desk.doors import desk_of, directed_event, history_of, stream_of
from rightbower.web.desk.due import due, rail

Form = Mapping[str, str]
Show = Callable[..., Awaitable[Response]]
UPON_WHAT_WAS = (facts.ResultCorrected, facts.Seated)  # what is remarked depends on what was


Mark = Callable[[Form, Event], str]


def by_version(_: Form, event: Event) -> str:
    """What was looked at is the whole event."""
    return str(event.version)


class Act(Struct, frozen=True):
    """What a button does: the facts it writes.

    ``mark`` says what a person must have looked at; when that has changed since, nothing is
    written. ``asks`` says when the change is shown and asked for once.
    """

    facts: Callable[[Form, History], Sequence[Decide]]
    mark: Mark | None = None
    asks: Callable[[History], bool] = lambda _: False


class Last(Struct, frozen=True):
    """The latest entry: what it says, who it is about, and what to look out for."""

    says: str
    who: str
    at: float
    remarks: tuple[str, ...]
    undo: int


def sentence(fault: Exception | str) -> str:
    """A refusal as a sentence.

    >>> sentence("there is no table 9")
    'There is no table 9.'
    """
    text = str(fault).strip()
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"


def last_entry(history: History) -> Last:
    """The latest entry, in words."""
    entry = history.entries[-1]
    before = history.event
    if isinstance(entry.fact, UPON_WHAT_WAS):
        before = fold(history.entries[:-1]).event
    told = remarks(before, entry.fact) if not isinstance(entry.fact, Undone) else ()
    undo = last_counting(history.entries)
    return Last(
        sentence(say(entry.fact, history.event.plan)),
        about(history.event, entry.fact),
        entry.at,
        told,
        undo if undo > 1 and not history.event.finished else 0,
    )


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
    status: int = 200,
    alone: bool = False,
    **values: Any,
) -> Response:
    """A director's page with its frame; ``alone`` where the page itself is what to do next."""
    event = directed_event(request)
    history, now = history_of(request), due(event)
    return render(
        request,
        template,
        status,
        event=event,
        plan=event.plan,
        base=f"/events/{event.id}",
        step=step,
        alone=alone,
        rail=rail(event, now),
        due=now,
        last=last_entry(history),
        notes=desk_of(request).notes(stream_of(event)),
        fault=fault,
        now=desk_of(request).clock(),
        **values,
    )


async def form_of(request: Request) -> dict[str, str]:
    """What was filled in, as text without the spaces around it; a file is kept beside it."""
    if not hasattr(request.state, "filled"):
        request.state.filled, request.state.file = {}, b""
        async with request.form() as form:
            for key, value in form.multi_items():
                if isinstance(value, UploadFile):
                    request.state.file = await value.read()
                else:
                    request.state.filled[key] = value.strip()
    return dict(request.state.filled)


async def acted(
    request: Request, acts: Mapping[str, Act], show: Show, onward: str | Callable[[Form], str]
) -> Response:
    """Do what a button says and go on; a refusal shows the page again with what was filled in."""
    event = directed_event(request)
    form = await form_of(request)
    act = acts.get(form.get("do", ""))
    if act is None:
        raise HTTPException(400, "That button is not known here. Load the page again.")
    history = history_of(request)
    try:
        decide = act.facts(form, history)
        if act.asks(history) and form.get("sure") != "yes":
            return await _ask(request, act, form, decide)
        if act.mark is not None:
            decide = [_unchanged(act.mark, form, decide[0]), *decide[1:]]
        await desk_of(request).write(event.id, event.plan.officer, *decide)
    except ValueError as refused:
        return await show(request, fault=sentence(refused), status=422, form=form)
    where = onward if isinstance(onward, str) else onward(form)
    return RedirectResponse(f"/events/{event.id}/desk/{where}", 303)


async def _ask(request: Request, act: Act, form: Form, decide: Sequence[Decide]) -> Response:
    """Show what would change, and ask once."""
    history = history_of(request)
    change = change_of(history, decide, desk_of(request).clock())
    seen = act.mark(form, history.event) if act.mark is not None else ""
    action = str(request.url.replace(scheme="", netloc=""))
    return await page(
        request,
        "desk_ask.html",
        "",
        alone=True,
        change=change,
        form=form,
        action=action,
        seen=seen,
    )


def _unchanged(mark: Mark, form: Form, decide: Decide) -> Decide:
    """The same decision, refused when what was looked at has changed."""

    def decided(event: Event) -> facts.Fact:
        if mark(form, event) != form.get("version", ""):
            raise EventError("Somebody else changed this meanwhile; look again, please.")
        return decide(event)

    return decided


def whole(form: Form, field: str, what: str) -> int:
    """A whole number that has to be there."""
    text = form.get(field, "")
    if not text.isdecimal() or len(text) > 6:
        raise ValueError(f"{what}: write a whole number")
    return int(text)
