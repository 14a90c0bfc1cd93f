"""deploy/federation and docs/federation.md: what they say is typed, for the set-up, a lost primary and a restore."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml

from postgres import Postgres, binaries
from rightbower.cli import hall as hall_command
from rightbower.cli import main
from rightbower.office.journals import open_at

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy" / "federation"
GUIDE = (ROOT / "docs" / "federation.md").read_text("utf-8")
SMALL = ("-c", "fsync=off", "-c", "listen_addresses=")

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
        assert "shared_buffers = 4GB\n" in text
        text = text.replace("shared_buffers = 4GB\n", "shared_buffers = 32MB\n")
        self.settings.write_text(self.here(text), "utf-8")
        for name in ("sockets", "backups/wal", "other"):
            (folder / name).mkdir(parents=True)
        self._own(folder)
        self.running: list[subprocess.Popen[bytes]] = []

    def here(self, text: str, data: str = "primary") -> str:
        """What a guide or a setting says, with the folders of this test."""
        for theirs, ours in (
            ("/var/backups/euchre", self.folder / "backups"),
            ("/var/lib/postgresql/15/main", self.folder / data),
            ("/var/lib/postgresql/15/before", self.folder / "before"),
            ("/etc/postgresql/15/main/postgresql.conf", self.settings),
            ("/usr/lib/postgresql/15/bin", self.primary.bin),
            ("/etc/rightbower", DEPLOY),
            ("host=db1,db2 ", f"host={self.folder / 'sockets'},{self.folder / 'other'} "),
        ):
            text = text.replace(theirs, str(ours))
        return text

    def follow(self, lines: str, data: str = "primary", sockets: str = "sockets") -> str:
        """Type what the guide says on one of the machines; its services are the test's to start."""
        text = self.here(lines, data).replace("su - postgres -c ", "sh -euc ")
        kept = [line for line in text.splitlines() if not line.startswith("systemctl")]
        place = {"PGHOST": str(self.folder / sockets)}
        return self.do("sh", "-euc", "\n".join(kept), **place)

    def _own(self, folder: Path) -> None:
        for path in (folder, *folder.rglob("*")):
            if self.user is not None and "programs" not in path.parts:
                os.chown(path, self.user, self.user, follow_symlinks=False)

    def environment(self, **more: str) -> dict[str, str]:
        """Where the programs are, and who asks the primary."""
        path = f"{self.primary.bin}:/usr/bin:/bin"
        home = {"HOME": str(self.folder), "PGHOST": str(self.folder / "sockets")}
        return {"PATH": path, "PGUSER": "postgres", "PGDATABASE": "postgres", **home, **more}

    def do(self, *words: str, **more: str) -> str:
        """Have something done as the user of PostgreSQL; what it printed."""
        ran = subprocess.run(
            words,
            env=self.environment(**more),
            user=self.user,
            group=self.user,
            extra_groups=None if self.user is None else [],
            cwd=self.folder,
            capture_output=True,
            text=True,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout.strip()

    def start(self, data: str, sockets: str = "sockets") -> None:
        """Start a server with our settings; returns when it takes connections."""
        own = ("-D", str(self.folder / data), "-c", f"config_file={self.settings}", *SMALL)
        place = ("-c", f"unix_socket_directories={self.folder / sockets}")
        log = (self.folder / f"{data}.log").open("ab")
        self.running.append(
            subprocess.Popen(
                ["postgres", *own, *place],
                env=self.environment(),
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
        """What a query gives."""
        return self.do("psql", "-qAtX", "-c", text, PGHOST=str(self.folder / sockets))

    def address(self, sockets: str = "sockets") -> str:
        """Where the journal is."""
        return f"postgresql://hall@/euchre?host={self.folder / sockets}"

    def stand_by(self, data: str, sockets: str, behind: str) -> None:
        """A standby as the guide makes one, and every commit of the server it follows waits for it."""
        (self.folder / data).mkdir(exist_ok=True)
        self._own(self.folder / data)
        (fill,) = step(4)
        self.follow(fill, data, sockets)
        self.start(data, sockets)
        self.waited_for(behind)

    def waited_for(self, sockets: str) -> None:
        """Let every commit of a server wait for its standby; returns when it does."""
        until(lambda: self.query("select state from pg_stat_replication", sockets) == "streaming")
        (wait,) = step(5)
        assert "streaming" in self.follow(wait, sockets=sockets)
        wanted = "select sync_state from pg_stat_replication"
        until(lambda: self.query(wanted, sockets) == "quorum")

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
            found.do("initdb", "-D", str(found.folder / "primary"), "-U", "postgres", "-A", "trust")
            found.start("primary")
            found.follow(step(2)[0].replace("--pwprompt ", ""))
            yield found
        finally:
            found.end()


def steps(heading: str, within: str = GUIDE) -> list[str]:
    """The blocks of commands under a heading of the guide."""
    part = re.search(rf"^##+ {heading}.*?\n(.*?)(?=^##|\Z)", within, re.MULTILINE | re.DOTALL)
    assert part, heading
    return re.findall(r"^```sh\n(.*?)^```$", part[1], re.MULTILINE | re.DOTALL)


def step(number: int) -> list[str]:
    """The blocks of a step of the set-up."""
    return steps(rf"{number}\.")


def until(good: Callable[[], bool]) -> None:
    """Wait for something; a test that waits for too long is ended anyway."""
    while not good():
        time.sleep(0.05)


def test_halls_and_standbys_are_let_in_by_one_line_each() -> None:
    (lines,) = step(3)
    with machines() as here:
        hba = Path(here.query("show hba_file"))
        before = hba.read_text("utf-8")
        for _ in range(2):
            here.follow(lines)
        hall, standby = hba.read_text("utf-8").removeprefix(before).splitlines()
        assert hall == "host euchre hall 10.0.0.0/24 scram-sha-256"
        assert standby == "host replication hall 10.0.0.0/24 scram-sha-256"
        assert (here.folder / ".pgpass").stat().st_mode & 0o077 == 0
        assert here.query("select count(*) from pg_hba_file_rules where error is not null") == "0"


def test_a_standby_has_what_was_acknowledged_and_can_take_over() -> None:
    promote, allow, rewind = steps("When the primary is lost")
    with machines() as here:
        here.stand_by("standby", "other", behind="sockets")
        with open_at(here.address()) as journal:
            journal.append("table/a", 0, [b"one", b"two"])
            (standby,) = journal.standbys()
            assert standby.waited_for
        with pytest.raises(AssertionError, match="This server is no standby; nothing was changed"):
            here.follow(promote)
        here.running[0].send_signal(signal.SIGQUIT)  # nothing is tidied up
        here.running[0].wait()
        here.follow(promote, sockets="other")
        with open_at(here.address("other")) as journal:
            assert [each.body for each in journal.read("table/a")] == [b"one", b"two"]
            journal.append("table/a", 2, [b"three"])
        here.follow(allow, sockets="other")
        here.follow(rewind)
        here.start("primary")
        here.waited_for("other")
        with open_at(here.address("other")) as journal:
            journal.append("table/a", 3, [b"four"])
            assert [each.waited_for for each in journal.standbys()] == [True]


def test_a_folder_that_holds_a_database_is_not_filled_again() -> None:
    with machines() as here:
        fill = step(4)[0].replace("rm -r /var/lib/postgresql/15/main\n", "")
        with pytest.raises(AssertionError, match="holds a database already"):
            here.follow(fill)


def test_any_moment_can_be_restored(tmp_path: Path) -> None:
    backup, restore, ordinary = steps("Restore to a point in time")
    with machines() as here:
        here.follow(backup)
        (copied,) = (here.folder / "backups").glob("base-*")
        with open_at(here.address()) as journal:
            journal.append("table/a", 0, [b"as it should be"])
        moment = here.query("select clock_timestamp()")
        with open_at(here.address()) as journal:
            journal.append("table/a", 1, [b"by mistake"])
        here.query("select pg_switch_wal()")
        until(lambda: here.query("select last_archived_wal from pg_stat_archiver") != "")
        here.query("checkpoint")
        here.end()
        here.running.clear()
        wanted = f"recovery_target_time = '{moment}'"
        restore = re.sub(r"recovery_target_time = '[^']*'", wanted, restore)
        here.follow(re.sub(r"base-[0-9-]+", copied.name, restore))
        here.start("primary")
        until(lambda: here.query("select pg_is_in_recovery()") == "f")
        with open_at(here.address()) as journal:
            assert [each.body for each in journal.read("table/a")] == [b"as it should be"]
        (tmp_path / "journal-address").write_text(here.address(), "utf-8")
        assert main(["journal", "check", "--data", str(tmp_path)]) == 0
        here.follow(ordinary)
        here.stand_by("standby", "other", behind="sockets")


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


def unit() -> str:
    """The unit of a hall."""
    return (DEPLOY / "rightbower@.service").read_text("utf-8")


def test_the_unit_starts_a_hall_of_its_name() -> None:
    (command,) = re.findall(r"^ExecStart=(.*)$", unit(), re.MULTILINE)
    program, word, *words = shlex.split(command.replace("%i", "a").replace("${PORT}", "8000"))
    assert (program, word) == ("/opt/rightbower/bin/rightbower", "hall")
    parser = argparse.ArgumentParser()
    hall_command.arguments(parser)
    args = parser.parse_args(words)
    assert (args.name, args.port, args.everyone, args.public) == ("a", 8000, True, True)
    assert (args.host, args.proxy) == (["euchre.example.org"], ["10.0.0.1"])
    # Its data folder is the one that the guide puts keys and address into.
    (data,) = re.findall(r"^Environment=RIGHTBOWER_DATA=(.*)$", unit(), re.MULTILINE)
    assert f"-m 700 {data.replace('%i', 'a')}\n" in step(6)[1]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    made = tmp_path / "rightbower@a.service"
    made.write_text(unit().replace("/opt/rightbower/bin/rightbower", sys.executable), "utf-8")
    words = ["systemd-analyze", "verify", "--man=no", str(made)]
    ran = subprocess.run(words, capture_output=True, text=True)
    assert [line for line in ran.stderr.splitlines() if "rightbower" in line] == []
