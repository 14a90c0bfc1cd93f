"""The frame of the director's pages, what was filled in there, and the commands that buttons and typed lines are."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request

from rightbower.rules.refusal import Refusal
from rightbower.tournament.commands import Command, declared
from rightbower.tournament.dates import day_text
from rightbower.tournament.events.acts import EventCommand
from rightbower.tournament.events.board_results import EnterBoards
from rightbower.tournament.events.contest import EVENT
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event, EventHistory
from rightbower.tournament.events.results import EnterResult
from rightbower.tournament.reading import from_form, from_words
from rightbower.web.desk.pending import pending_step, rail
from rightbower.web.desk.steps import change_of, guide, last_entry
from rightbower.web.notes import Notes
from rightbower.web.pages.desk_pages import AskedFirst, DeskFrame, DeskPage, FilledForm
from rightbower.web.state.access import desk_of, directed_history, stream_of

Form = Mapping[str, str]
C = TypeVar("C")
LONGEST_LINE = 2000


def _frame(
    request: Request, history: EventHistory, page: DeskPage, form: FilledForm
) -> dict[str, Any]:
    """What stands around every page; alone where the page itself is what to do next."""
    event = history.event
    now = pending_step(event)
    notes = desk_of(request).notes(stream_of(event))
    return {
        "event": event,
        "plan": event.plan,
        "base": f"/events/{event.id}",
        "in_short": in_short(event),
        "saved": _saved(notes),
        "guide": guide(event, notes),
        "step": page.step,
        "alone": page.alone,
        "rail": rail(event, now),
        "due": now,
        "last": last_entry(history, notes),
        "notes": notes,
        "form": form.joined(),
        "now": desk_of(request).clock(),
    }


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


def command_of(form: FilledForm, fixed: Mapping[str, str]) -> Command:
    """The command of a button or of a typed line; ``fixed`` is what the page itself says."""
    known, said = declared(EventCommand), dict(form.fields)
    if "line" in said:
        return typed_command(said["line"])
    if said.get("do") not in known:
        raise HTTPException(400, "That button is not known here. Load the page again.")
    return from_form(known[said["do"]], [*form.fields, *fixed.items()])


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
    scored = any(word.startswith("+") for word in words)
    return only_command(from_words(EnterBoards if scored else EnterResult, words))


def only_command(commands: Sequence[C]) -> C:
    """The only one of several commands."""
    if len(commands) != 1:
        raise EventError("write one table a line, such as 12 10 7")
    return commands[0]


def _asks(request: Request, history: EventHistory, command: Command, _: FilledForm) -> AskedFirst:
    """Show what would change, and ask once."""
    change = change_of(history, command, desk_of(request).clock())
    action = str(request.url.replace(scheme="", netloc=""))
    seen = command.seen(history.event)
    return AskedFirst("desk_ask.html", {"change": change, "action": action, "seen": seen})


def _seen(form: FilledForm) -> str:
    """What the director looked at."""
    return form.text("version") or "nothing"


def whole_number(form: Form, field: str, what: str) -> int:
    """A whole number that has to be there."""
    text = form.get(field, "")
    if not text.isdecimal() or len(text) > 6:
        raise Refusal(f"{what}: write a whole number")
    return int(text)


DESK: Final = DeskFrame(
    EVENT, directed_history, _frame, _asks, command_of, _seen, "/events/{event}/desk/"
)
