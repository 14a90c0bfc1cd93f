"""Whether a hall is set up well: each check says what it found, and what to do where it is not."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from rightbower.office.journals import is_address, open_at, place_of
from rightbower.rules.refusal import Refusal, counted
from rightbower.store.backup import verified
from rightbower.store.contract import JournalError
from rightbower.store.events import JOURNAL
from rightbower.store.restore import backups
from rightbower.store.sqlite import marked, refuse_newer
from rightbower.web.common.identity import ENVIRONMENT, PUT_BACK, SECRET, Keys
from rightbower.web.running import reachable
from rightbower.web.running.findings import Finding, SetUp, Verdict

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
    had = marked(path)
    try:
        found = verified(path)
        refuse_newer(path)
    except (JournalError, OSError, sqlite3.Error) as fault:
        said = str(fault)
        look = "look at the disk" if "cannot be read now" in said else "install the newer version"
        yield Finding("journal", "bad", said, do if "is damaged" in said else look)
        return
    if had > found.entries:
        says = f"{had - found.entries} entries that were written are missing"
        yield Finding("journal", "bad", says, do)
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
    except Refusal as fault:
        yield Finding("keys", "bad", str(fault).partition("; ")[0], PUT_BACK)
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
    reachable.port,
    reachable.address,
)
