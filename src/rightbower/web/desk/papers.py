"""Papers of the desk."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.office.event_files import Export, Print
from rightbower.rules.message import Message
from rightbower.tournament.dates import clock_text, day_text
from rightbower.tournament.events.event import Event, EventHistory
from rightbower.tournament.events.labels import event_papers
from rightbower.tournament.events.outlook import tables_for
from rightbower.tournament.events.sharing import newsletter
from rightbower.tournament.events.signup import IN, chairs_free, chairs_taken, seekers, waiting
from rightbower.tournament.events.verify import verify
from rightbower.web.common.address import address, only_here
from rightbower.web.common.files import taken
from rightbower.web.desk.pending import STEPS
from rightbower.web.desk.steps import about
from rightbower.web.notes import PhoneFreed
from rightbower.web.pages.desk_pages import DeskPage, FilledForm
from rightbower.web.public.phones import small_number
from rightbower.web.running.backups import Backups
from rightbower.web.snapshots.whereabouts import lives_on
from rightbower.web.state.access import desk_of, directed_event, history_of, stream_of
from rightbower.web.state.accounts import signer
from rightbower.web.state.codes import event_code, table_code
from rightbower.web.state.online import waits
from rightbower.web.state.owner import may_open

# Whoever presses again sooner is told of the last one.
A_MINUTE = 60.0


class NamedLogLine(Struct, frozen=True):
    """A line of the log with the names it is about."""

    number: int
    at: str
    by: str
    says: Message
    who: str
    undone: bool


def lines(history: EventHistory) -> list[NamedLogLine]:
    """All entries in words, the latest first."""
    found = [
        NamedLogLine(
            line.number,
            clock_text(line.at),
            line.by,
            line.says,
            about(history.event, entry.fact),
            line.undone,
        )
        for line, entry in zip(history.lines(), history.entries, strict=True)
    ]
    return found[::-1]


def _back(_: Request, form: FilledForm) -> str:
    steps = {step for step, _ in STEPS}
    return form.text("back") if form.text("back") in steps else "log"


def log_values(request: Request, history: EventHistory, _form: FilledForm) -> dict[str, Any]:
    """The director's log, with undo."""
    checked = verify(history) if "check" in request.query_params else None
    return {
        "lines": lines(history),
        "checked": checked,
        "backups": request.app.state.backups is not None,
        "backup": last_backup(request) if "backup" in request.query_params else "",
    }


async def back_up(request: Request) -> Response:
    """Make a backup now, and lead back to the log, which says what became of it."""
    event = directed_event(request)
    backups: Backups | None = request.app.state.backups
    if backups is None:
        raise HTTPException(409, "This hall keeps no backups.")
    await backups.make(fresh=A_MINUTE)
    return RedirectResponse(f"/events/{event.id}/desk/log?backup", 303)


def last_backup(request: Request) -> str:
    """What became of the last backup, without naming where it is."""
    backups: Backups | None = request.app.state.backups
    if backups is None or backups.last is None:
        return ""
    at = clock_text(backups.last.at)
    if backups.last.whole:
        return f"Backed up at {at}. The copy was restored for a trial, and all of it is there."
    return f"The backup at {at} failed. The host finds the reason in the hall's log."


def paper_values(_request: Request, history: EventHistory, _form: FilledForm) -> dict[str, Any]:
    """Everything that can be printed or taken along."""
    event = history.event
    papers = [(name, text) for name, text in event_papers(event).items() if name != "pack"]
    tables = [each.number for each in event.round.tables if each.playing] if event.rounds else []
    people = [
        each
        for each in event.entrants
        if each.state not in ("paired", "no-show", "removed", "waiting")
    ]
    return {"papers": papers, "tables": tables, "people": people}


async def take_paper(request: Request) -> Response:
    """One paper as a PDF; of cards only one where it is printed again."""
    event, name = directed_event(request), str(request.path_params["name"])
    size = request.query_params.get("size", "a4").casefold()
    asked = {
        "what": name if name in event_papers(event) else "?",
        "paper": size,
        "only": request.query_params.get("only") or None,
        "links": _links(request, event),
    }
    file = f"{event.id}-{name}.pdf"
    return await taken(request, Print, history_of(request), file, officer=True, **asked)


def _links(request: Request, event: Event) -> list[str]:
    """The ways to the tables; none where phones cannot come in, since paper would keep them."""
    if only_here(request):
        return []
    keys = request.app.state.keys
    seated = [table.number for table in event.round.tables] if event.rounds else []
    return [
        f"{number}={address(request, f'/c/{table_code(keys, event.id, number)}')}"
        for number in seated or range(1, tables_for(event) + 1)
    ]


async def take_file(request: Request) -> Response:
    """The standings and games as a spreadsheet, or the whole event as JSON."""
    event, form = directed_event(request), str(request.path_params["form"])
    name = f"{event.id}.{form}"
    return await taken(request, Export, history_of(request), name, officer=True, form=form)


def share_values(request: Request, history: EventHistory, _form: FilledForm) -> dict[str, Any]:
    """Everything that can be passed on."""
    event = history.event
    link = address(request, f"/events/{event.id}")
    return {
        "link": link,
        "code": event_code(request.app.state.keys, event.id),
        "text": newsletter(event, link),
    }


def signup_values(request: Request, history: EventHistory, _form: FilledForm) -> dict[str, Any]:
    """Signing up ahead: the link, the chairs, who waits, who looks for a partner, and the list to pass on."""
    event = history.event
    link = address(request, f"/events/{event.id}/join")
    return {
        "link": link,
        "closed": only_here(request),
        "chairs": event.signup.chairs,
        "free": chairs_free(event),
        "taken": chairs_taken(event),
        "line": waiting(event),
        "seekers": seekers(event),
        "asked": [(event.name_of(one), event.name_of(other)) for one, other in event.signup.asked],
        "text": signup_text(event, link),
    }


def signup_text(event: Event, link: str) -> str:
    """The list as it is pasted into a group chat or an email."""
    inside = [each.name for each in event.entrants if each.state in IN]
    free = chairs_free(event)
    lines = [f"{event.name}, {day_text(event.date)}", ""]
    lines += [f"{number}. {name}" for number, name in enumerate(inside, 1)] or ["Nobody yet."]
    if free:
        lines += ["", f"{free} {'chair is' if free == 1 else 'chairs are'} free."]
    if line := waiting(event):
        lines += ["", "Waiting list:"]
        lines += [f"{number}. {each.name}" for number, each in enumerate(line, 1)]
    if looking := seekers(event):
        lines += ["", "Looking for a partner: " + ", ".join(each.name for each in looking)]
    if subs := event.signup.subs:
        lines += ["", "Can fill in: " + ", ".join(each.name for each in subs)]
    return "\n".join([*lines, "", f"Sign up: {link}", ""])


def phone_values(request: Request, history: EventHistory, _form: FilledForm) -> dict[str, Any]:
    """The codes to print, and whose phones are in use."""
    event = history.event
    notes = desk_of(request).notes(stream_of(event))
    keys = request.app.state.keys
    seated = event.round.tables if event.rounds else ()
    count = max([table.number for table in seated], default=tables_for(event))
    online = [number for round_, number in notes.online if round_ == len(event.rounds)]
    held = Counter(lives_on(event, number) for number in notes.phones.values())
    return {
        "address": address(request, "/c").partition("//")[2],
        "hall": address(request, "/"),
        "closed": only_here(request),
        "may": may_open(request),
        "event_code": event_code(keys, event.id),
        "codes": [(number, table_code(keys, event.id, number)) for number in range(1, count + 1)],
        "waiting": sum(waits(event, table) and table.number not in online for table in seated),
        "online": len(online),
        "phones": [(number, event.name_of(number), many) for number, many in sorted(held.items())],
    }


async def free(request: Request) -> Response:
    """The director frees the phones of an entrant."""
    event = directed_event(request)
    number = small_number(str((await request.form()).get("entrant", "")))
    notes = desk_of(request).notes(stream_of(event))
    for each in sorted({each for each in notes.phones.values() if lives_on(event, each) == number}):
        await desk_of(request).note(stream_of(event), PhoneFreed(each), by=signer(request))
    return RedirectResponse(f"/events/{event.id}/desk/phones", 303)


LOG: Final = DeskPage("desk_log.html", log_values, "log", _back)
PAPER: Final = DeskPage("desk_paper.html", paper_values, "paper")
SHARE: Final = DeskPage("desk_share.html", share_values, "share")
SIGNUP: Final = DeskPage("desk_signup.html", signup_values, "signup")
PHONES: Final = DeskPage("phone_codes.html", phone_values, "phones", "phones")
