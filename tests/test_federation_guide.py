"""deploy/federation and docs/federation.md: the standby is set up and a moment is restored as they say."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml

from postgres import Postgres, binaries
from rightbower.cli import hall as hall_command
from rightbower.cli import main
from rightbower.office.journals import open_at

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy" / "federation"
GUIDE = (ROOT / "docs" / "federation.md").read_text("utf-8")
SMALL = ("-c", "shared_buffers=32MB", "-c", "fsync=off", "-c", "listen_addresses=")

pytestmark = pytest.mark.skipif(
    binaries() is None and sys.version_info >= (3, 15),
    reason="there are no binaries of PostgreSQL for this Python",
)


class Machines:
    """A primary, its standby and their backups in one folder, set up by what we ship."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.primary = Postgres(folder)
        self.user = self.primary.user
        self.settings = folder / "postgresql.conf"
        text = (DEPLOY / "postgresql.conf").read_text("utf-8")
        self.settings.write_text(self.here(text), "utf-8")
        for name in ("sockets", "backups/wal", "other"):
            (folder / name).mkdir(parents=True)
        self._own(folder)
        self.running: list[subprocess.Popen[bytes]] = []

    def here(self, text: str) -> str:
        """What a guide or a setting says, with the folders of this test."""
        for theirs, ours in (
            ("/var/backups/euchre", "backups"),
            ("/var/lib/postgresql/restored", "restored"),
            ("/etc/rightbower/postgresql.conf", "postgresql.conf"),
        ):
            text = text.replace(theirs, str(self.folder / ours))
        return text

    def _own(self, folder: Path) -> None:
        for path in (folder, *folder.rglob("*")):
            if self.user is not None and "programs" not in path.parts:
                os.chown(path, self.user, self.user, follow_symlinks=False)

    def environment(self, data: str, **more: str) -> dict[str, str]:
        """Where the programs are, and the folder of one of the two."""
        path = f"{self.primary.bin}:/usr/bin:/bin"
        home = {"PGDATA": str(self.folder / data), "PGHOST": str(self.folder / "sockets")}
        return {"PATH": path, "PGUSER": "hall", "PGDATABASE": "euchre", **home, **more}

    def do(self, *words: str, data: str = "primary", **more: str) -> str:
        """Have something done as the user of PostgreSQL; what it printed."""
        ran = subprocess.run(
            words,
            env=self.environment(data, **more),
            user=self.user,
            group=self.user,
            extra_groups=None if self.user is None else [],
            cwd=self.folder,
            capture_output=True,
            text=True,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout.strip()

    def start(self, *words: str, data: str, sockets: str = "sockets", **more: str) -> None:
        """Start a server with our settings; returns when it takes connections."""
        own = ("-c", f"config_file={self.settings}", *SMALL)
        place = ("-c", f"unix_socket_directories={self.folder / sockets}")
        log = (self.folder / f"{data}.log").open("ab")
        self.running.append(
            subprocess.Popen(
                [*words, *own, *place],
                env=self.environment(data, **more),
                user=self.user,
                group=self.user,
                extra_groups=None if self.user is None else [],
                cwd=self.folder,
                stdout=log,
                stderr=log,
            )
        )
        log.close()
        while not self.answers(sockets):
            gone = self.running[-1].poll()
            assert gone is None, (self.folder / f"{data}.log").read_text()
            time.sleep(0.05)

    def answers(self, sockets: str) -> bool:
        """Whether the server of these sockets takes connections."""
        words = [str(self.primary.bin / "pg_isready"), "-q", "-h", str(self.folder / sockets)]
        return subprocess.run(words).returncode == 0

    def query(self, text: str, sockets: str = "sockets") -> str:
        """What a query of the journal's database gives."""
        return self.do("psql", "-qAtX", "-c", text, PGHOST=str(self.folder / sockets))

    def address(self, sockets: str = "sockets") -> str:
        """Where the journal is."""
        return f"postgresql://hall@/euchre?host={self.folder / sockets}"

    def end(self) -> None:
        """Stop all of them at once."""
        for each in self.running:
            each.terminate()
        for each in self.running:
            each.wait()


@contextmanager
def machines() -> Iterator[Machines]:
    """A primary that runs with our settings."""
    with tempfile.TemporaryDirectory(prefix="rbfg-", ignore_cleanup_errors=True) as folder:
        found = Machines(Path(folder))
        try:
            found.do("initdb", "-D", str(found.folder / "primary"), "-U", "hall", "-A", "trust")
            found.start("postgres", "-D", str(found.folder / "primary"), data="primary")
            found.do("createdb", "euchre", PGDATABASE="postgres")
            yield found
        finally:
            found.end()


def steps(heading: str) -> list[str]:
    """The blocks of commands under a heading of the guide."""
    part = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", GUIDE, re.MULTILINE | re.DOTALL)
    assert part, heading
    return re.findall(r"^```sh\n(.*?)^```$", part[1], re.MULTILINE | re.DOTALL)


def test_a_standby_has_what_was_acknowledged_and_can_take_over() -> None:
    with machines() as here:
        to_primary = f"host={here.folder / 'sockets'} user=hall"
        here.start(str(DEPLOY / "standby.sh"), data="standby", sockets="other", PRIMARY=to_primary)
        here.do(str(DEPLOY / "primary.sh"), PGDATA=str(here.folder / "primary"))
        while here.query("select sync_state from pg_stat_replication") != "quorum":
            time.sleep(0.05)
        with open_at(here.address()) as journal:
            journal.append("table/a", 0, [b"one", b"two"])
            (standby,) = journal.standbys()
            assert standby.waited_for
        here.running[0].kill()
        here.running[0].wait()
        here.query("select pg_promote()", "other")
        here.query("alter system set synchronous_standby_names = ''", "other")
        here.query("select pg_reload_conf()", "other")
        with open_at(here.address("other")) as journal:
            assert [each.body for each in journal.read("table/a")] == [b"one", b"two"]
            journal.append("table/a", 2, [b"three"])


def test_any_moment_can_be_restored(tmp_path: Path) -> None:
    backup, restore, *_ = steps("Restore to a point in time")
    with machines() as here:
        _follow(here, backup)
        with open_at(here.address()) as journal:
            journal.append("table/a", 0, [b"as it should be"])
        moment = here.query("select clock_timestamp()")
        with open_at(here.address()) as journal:
            journal.append("table/a", 1, [b"by mistake"])
        here.query("select pg_switch_wal()")
        while here.query("select last_archived_wal from pg_stat_archiver") == "":
            time.sleep(0.05)
        here.query("checkpoint")
        here.end()
        here.running.clear()
        wanted = f"recovery_target_time = '{moment}'"
        _follow(here, re.sub(r"recovery_target_time = '[^']*'", wanted, restore))
        here.start("postgres", "-D", str(here.folder / "restored"), data="restored")
        while here.query("select pg_is_in_recovery()") != "f":
            time.sleep(0.05)
        with open_at(here.address()) as journal:
            assert [each.body for each in journal.read("table/a")] == [b"as it should be"]
        (tmp_path / "journal-address").write_text(here.address(), "utf-8")
        assert main(["journal", "check", "--data", str(tmp_path)]) == 0


def _follow(here: Machines, lines: str) -> None:
    """Type what the guide says; what starts a service is left to the test."""
    text = here.here(lines).replace(
        "host=db1 user=hall", f"host={here.folder / 'sockets'} user=hall"
    )
    kept = [line for line in text.splitlines() if not line.startswith(("systemctl", "rightbower"))]
    here.do("sh", "-euc", "\n".join(kept))


def composed() -> dict[str, Any]:
    """The compose file."""
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return found


def test_the_compose_file_names_files_that_are_there_and_halls_that_the_proxy_knows() -> None:
    services = composed()["services"]
    made_by_hand = {"./euchre.pem"}
    for service in services.values():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            if source.startswith("./") and source not in made_by_hand:
                assert (DEPLOY / source).is_file(), source
    proxy = (DEPLOY / "haproxy.cfg").read_text("utf-8")
    for name in "abc":
        address = services[f"hall-{name}"]["networks"]["inside"]["ipv4_address"]
        assert f"server {name} {address}:8000" in proxy
    front = services["proxy"]["networks"]["inside"]["ipv4_address"]
    parser = argparse.ArgumentParser()
    hall_command.arguments(parser)
    for name in "abc":
        args = parser.parse_args(services[f"hall-{name}"]["command"])
        assert (args.name, args.proxy) == (name, [front])


def test_scripts_can_be_run() -> None:
    for script in DEPLOY.glob("*.sh"):
        assert os.access(script, os.X_OK), script
        assert subprocess.run([shutil.which("sh") or "sh", "-n", str(script)]).returncode == 0
