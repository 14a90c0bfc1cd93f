"""Whether a hall is sound."""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import ssl
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from rightbower.office.journals import is_address, open_at, place_of
from rightbower.office.remote import find_door
from rightbower.rules.refusal import counted
from rightbower.store.backup import verified
from rightbower.store.contract import JournalError, Newer, NotNow
from rightbower.store.opening import JOURNAL
from rightbower.store.restore import backups
from rightbower.store.sqlite import look, marked
from rightbower.tournament.dates import moment_text
from rightbower.web.common.address import LOOPBACK, own_address
from rightbower.web.common.identity import ENVIRONMENT, PUT_BACK, SECRET, BadKeys, Keys
from rightbower.web.common.rendering import render
from rightbower.web.hall.front_pages import hall_of
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.talk import ChatTaken, ReportClosed, Reported
from rightbower.web.state.owner import is_owner

Verdict = Literal["good", "doubtful", "bad"]


class Finding(Struct, frozen=True):
    """What one check found, and what to do about it."""

    about: str
    verdict: Verdict
    says: str
    do: str = ""


class SetUp(Struct, frozen=True):
    """The set-up that is looked at."""

    data: Path
    port: int
    address: str = ""
    backups: Path | None = None


SECONDS: Final = 5.0


def port(here: SetUp) -> Iterator[Finding]:
    """Whether the hall is open and ready, or its port is free."""
    door = find_door(here.data)
    if door is not None and _answers(f"http://127.0.0.1:{door.port}/healthz") == "":
        why = _answers(f"http://127.0.0.1:{door.port}/readyz")
        if why:
            yield Finding("hall", "bad", f"the hall is open and not ready: {why}", "see its log")
        else:
            yield Finding("hall", "good", f"the hall is open on port {door.port}")
        return
    if door is not None:
        do = "start it again; nothing is lost"
        yield Finding("hall", "doubtful", "the hall was stopped without being closed", do)
    with socket.socket() as probe:
        probe.settimeout(SECONDS)
        if probe.connect_ex(("127.0.0.1", here.port)) == 0:
            do = f"stop it, or open the hall with --port {here.port + 1}"
            yield Finding("port", "bad", f"another program has port {here.port}", do)
        else:
            yield Finding("port", "good", f"port {here.port} is free")


def _answers(url: str) -> str:
    """Why an address does not answer as a hall does; nothing where it does."""
    try:
        with urllib.request.urlopen(url, timeout=SECONDS) as answer:
            return "" if answer.status == 200 else f"it answers {answer.status}"
    except urllib.error.HTTPError as fault:
        with fault:
            said = fault.read(200).decode("utf-8", "replace").strip()
            plain = said and not said.startswith("<") and "\n" not in said
            return said if plain else f"it answers {fault.code}, as another program would"
    except urllib.error.URLError as fault:
        reason = fault.reason
        if isinstance(reason, ssl.SSLError):
            return f"its certificate is not trusted ({reason.reason or reason})"
        if isinstance(reason, socket.gaierror):
            return "its name is not known (DNS)"
        return str(getattr(reason, "strerror", None) or reason)
    except ValueError:
        return "it is not an address; write it with http:// or https://"
    except OSError as fault:
        return str(fault)


def address(here: SetUp) -> Iterator[Finding]:
    """Whether the address answers that people are given."""
    if not here.address:
        if own_address() in LOOPBACK:
            do = "join the room's network; phones cannot come in without"
            yield Finding("address", "doubtful", "this machine has no address in a network", do)
        return
    url = here.address.rstrip("/") + "/healthz"
    if why := _answers(url):
        do = "is the hall open with --everyone, the proxy running, the firewall letting it through?"
        yield Finding("address", "bad", f"{here.address} does not answer: {why}", do)
    else:
        yield Finding("address", "good", f"{here.address} answers")


FOR_THE_HOST = "This page is the host's. Open the link that the hall printed where it was started, then come here."


class ReportShown(Struct, frozen=True):
    """A report as the host reads it; ``lines`` are who wrote what, the reported one last."""

    number: int
    when: str
    table: str
    by: str
    about: str
    lines: list[tuple[str, str]]
    silenced: bool


def routes() -> list[BaseRoute]:
    """The addresses of the host's page."""
    return [
        Route("/reports", reports_page),
        Route("/reports/{number:int}", see_to, methods=["POST"]),
    ]


def _host(request: Request) -> Hall:
    if not is_owner(request):
        raise HTTPException(403, FOR_THE_HOST)
    return hall_of(request)


async def reports_page(request: Request) -> Response:
    """The reports that nobody has seen to."""
    hall = _host(request)
    found = [_shown(hall, number, each) for number, each in hall.reports.open()]
    return render(request, "reports.html", reports=found)


def _shown(hall: Hall, number: int, report: Reported) -> ReportShown:
    def name(who: str, name: str) -> str:
        return hall.erased.shown(who, name)[1]

    lines = [(name(who, called), text) for who, called, text in report.before]
    about = name(report.about, report.about_name)
    return ReportShown(
        number,
        moment_text(report.at),
        report.table,
        name(report.by, report.by_name),
        about,
        [*lines, (about, report.text)],
        report.about in hall.reports.silenced,
    )


async def see_to(request: Request) -> Response:
    """Close a report; take the chat from whom it is about, or give it back."""
    hall = _host(request)
    number = int(request.path_params["number"])
    report = hall.reports.find(number)
    if report is None:
        raise HTTPException(404, "There is no such report any more.")
    what = str((await request.form()).get("do", ""))
    if what in ("take", "give"):
        await hall.reports.add(ChatTaken(report.about, hall.clock(), back=what == "give"))
    elif what == "close":
        await hall.reports.add(ReportClosed(number, hall.clock()))
    else:
        raise HTTPException(400, "Choose what to do with the report.")
    return RedirectResponse("/reports", 303)


OLDEST_PYTHON: Final = (3, 11)
LEAST_ROOM: Final = 50 * 1024 * 1024
ROOM: Final = 500 * 1024 * 1024
LEAST_FILES: Final = 1024
FILES: Final = 4096
# Files from further in the future than this mean that the clock was set back.
AHEAD: Final = 300.0
BACKUP_AGE: Final = 48 * 3600.0
OTHERS: Final = 0o077


def check_up(here: SetUp) -> Iterator[Finding]:
    """Look at everything, one after the other."""
    for check in CHECKS:
        yield from check(here)


def _python(_: SetUp) -> Iterator[Finding]:
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info[:2] < OLDEST_PYTHON:
        oldest = ".".join(map(str, OLDEST_PYTHON))
        yield Finding("python", "bad", f"Python is {version}", f"install Python {oldest} or newer")
    else:
        yield Finding("python", "good", f"Python {version}, SQLite {sqlite3.sqlite_version}")


def _user(_: SetUp) -> Iterator[Finding]:
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        do = "run the hall as a user of its own: deploy/rightbower.service does"
        yield Finding("user", "doubtful", "you are running as root, which a hall does not need", do)


def _folder(here: SetUp) -> Iterator[Finding]:
    if not here.data.is_dir():
        do = "start the hall once, or name the folder with --data"
        yield Finding("folder", "bad", f"there is no data folder {here.data}", do)
        return
    try:
        with tempfile.TemporaryFile(dir=here.data):
            pass
    except OSError as fault:
        do = "give the folder to the user who runs the hall: chown -R"
        yield Finding("folder", "bad", f"{here.data} cannot be written: {fault.strerror}", do)
    else:
        yield Finding("folder", "good", f"{here.data} can be written")
    yield from _strangers(here.data)


def _strangers(data: Path) -> Iterator[Finding]:
    """Files that others may read, or that belong to somebody else."""
    owner = data.stat().st_uid
    for path in [data, *sorted(data.iterdir())]:
        found = path.stat()
        if found.st_mode & OTHERS and (path == data or path.name.startswith(("secret", JOURNAL))):
            do = f"chmod {700 if path.is_dir() else 600} {path}"
            yield Finding("permissions", "bad", f"{path} can be read by other users", do)
        if found.st_uid != owner:
            do = f"chown -R the whole folder: {data}"
            yield Finding("owner", "bad", f"{path} belongs to another user than its folder", do)


def _disk(here: SetUp) -> Iterator[Finding]:
    if not here.data.is_dir():
        return
    free = shutil.disk_usage(here.data).free
    says = f"{free / 1e6:.0f} MB are free for {here.data}"
    verdict: Verdict = "bad" if free < LEAST_ROOM else "doubtful" if free < ROOM else "good"
    do = "" if verdict == "good" else "make room, or move the data folder to a larger disk"
    yield Finding("disk", verdict, says, do)


def _clock(here: SetUp) -> Iterator[Finding]:
    now = time.time()
    found = [*backups(_backups(here)), here.data / JOURNAL]
    newest = max((path.stat().st_mtime for path in found if path.is_file()), default=0.0)
    if newest > now + AHEAD:
        says = f"the clock says {time.strftime('%Y-%m-%d %H:%M', time.localtime(now))}, and there are files from later"
        yield Finding("clock", "bad", says, "set the clock: timedatectl set-ntp true")
    else:
        yield Finding("clock", "good", "the clock is not behind the hall's own files")


def _limits(_: SetUp) -> Iterator[Finding]:
    try:
        import resource
    except ImportError:
        return
    files, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    says = f"a program may open {files} files and connections"
    verdict: Verdict = "bad" if files < LEAST_FILES else "doubtful" if files < FILES else "good"
    do = "" if verdict == "good" else f"ulimit -n {FILES}, or LimitNOFILE={FILES} in the unit"
    yield Finding("limits", verdict, says, do)


def _elsewhere(here: SetUp) -> bool:
    try:
        return is_address(place_of(here.data))
    except JournalError:
        return True


def _journal(here: SetUp) -> Iterator[Finding]:
    if _elsewhere(here):
        yield _in_postgres(here)
        return
    path, do = here.data / JOURNAL, "restore the newest backup: rightbower journal restore"
    if not path.is_file():
        lost = bool(marked(path) or backups(_backups(here)))
        says = f"there is no journal in {here.data}{', but there was one' if lost else ' yet'}"
        yield Finding("journal", "bad" if lost else "doubtful", says, do if lost else "")
        return
    try:
        look(path, through=True)
        found = verified(path)
    except (JournalError, OSError, sqlite3.Error) as fault:
        if isinstance(fault, NotNow):
            do = "look at the disk"
        elif isinstance(fault, Newer):
            do = "install the newer version"
        yield Finding("journal", "bad", str(fault), do)
        return
    yield Finding("journal", "good", f"{found.entries} entries, all as they were written")


def _keys(here: SetUp) -> Iterator[Finding]:
    if not here.data.is_dir():
        return
    if not (here.data / SECRET).exists() and not os.environ.get(ENVIRONMENT):
        if (here.data / JOURNAL).is_file():
            do = "put the hall's own there; otherwise phones come in again, and open games stay closed"
            yield Finding("keys", "doubtful", f"there is no {here.data / SECRET}", do)
        return
    try:
        Keys.of(here.data)
    except BadKeys as fault:
        yield Finding("keys", "bad", fault.what, PUT_BACK)
    else:
        yield Finding("keys", "good", "the hall's keys can be read, and nobody can guess them")


def _in_postgres(here: SetUp) -> Finding:
    try:
        with open_at(place_of(here.data)) as journal:
            return Finding("journal", "good", f"{journal.name} answers, and can be read")
    except JournalError as fault:
        do = "start PostgreSQL, or set the address right: docs/federation.md"
        return Finding("journal", "bad", str(fault), do)


def _backups(here: SetUp) -> Path:
    return here.backups or here.data / "backups"


def _backup(here: SetUp) -> Iterator[Finding]:
    if _elsewhere(here):
        return
    found = backups(_backups(here))
    do = f"rightbower journal backup {_backups(here)} --keep 7 --data {here.data}"
    if not found:
        yield Finding("backup", "bad", f"there is no backup in {_backups(here)}", do)
        return
    age = time.time() - found[-1].stat().st_mtime
    if age > BACKUP_AGE:
        says = f"the newest backup is {counted(round(age / 3600), 'hour')} old"
        yield Finding("backup", "bad", says, do)
        return
    try:
        verified(found[-1])
    except (JournalError, OSError, sqlite3.Error) as fault:
        yield Finding("backup", "bad", str(fault), do)
        return
    yield Finding(
        "backup",
        "good",
        f"{found[-1].name} is complete, {counted(round(max(age, 0) / 3600), 'hour')} old",
    )


CHECKS: Final[tuple[Callable[[SetUp], Iterator[Finding]], ...]] = (
    _python,
    _user,
    _folder,
    _disk,
    _clock,
    _limits,
    _keys,
    _journal,
    _backup,
    port,
    address,
)
