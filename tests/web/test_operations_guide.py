"""docs/operations.md: its upgrade and its restore are followed line by line."""

from __future__ import annotations

import gzip
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rightbower.cli import COMMANDS
from rightbower.store.journal import Journal
from rightbower.store.restore import back_up
from rightbower.web.common.identity import Keys

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "operations.md").read_text("utf-8")
OLD = ROOT / "tests" / "web" / "old" / "rightbower.journal.gz"
NAMED = "rightbower-20260530-040000.journal"
# What stands for the system's own commands: a service that is started and stopped, an upgrade.
SYSTEMCTL = """#!/bin/sh
case $1 in
start)
    rightbower hall --port {port} --data {data} --backup-hours 0 >{home}/hall.log 2>&1 &
    echo $! >{home}/pid
    for _ in $(seq 600); do
        {python} -c "import urllib.request as u; u.urlopen('http://127.0.0.1:{port}/healthz')" 2>/dev/null && exit 0
        sleep 0.05
    done
    cat {home}/hall.log; exit 1 ;;
stop)
    [ -f {home}/pid ] || exit 0
    kill $(cat {home}/pid); while kill -0 $(cat {home}/pid) 2>/dev/null; do sleep 0.05; done
    rm {home}/pid ;;
esac
"""


def steps(heading: str) -> list[str]:
    """The commands under a heading of the guide."""
    part = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", GUIDE, re.MULTILINE | re.DOTALL)
    assert part, heading
    blocks = re.findall(r"^```sh\n(.*?)^```$", part[1], re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


class Server:
    """A machine as the guide sees it, in a folder."""

    def __init__(self, home: Path) -> None:
        self.home, self.bin = home, home / "bin"
        self.data, self.backups, self.safe = home / "data", home / "backups", home / "safe"
        for folder in (self.bin, self.backups, self.safe):
            folder.mkdir()
        self.data.mkdir(mode=0o700)
        self.port = _free_port()
        self._script("rightbower", f'#!/bin/sh\nexec {sys.executable} -m rightbower "$@"\n')
        self._script("pip", f'#!/bin/sh\necho "$@" >>{home}/pip\n')
        words = {"port": self.port, "data": self.data, "home": home, "python": sys.executable}
        self._script("systemctl", SYSTEMCTL.format(**words))

    def _script(self, name: str, text: str) -> None:
        (self.bin / name).write_text(text)
        (self.bin / name).chmod(0o755)

    def follow(self, lines: list[str]) -> str:
        """Type what the guide says; all that was printed."""
        said = ""
        for line in lines:
            here = line.replace("/opt/rightbower/bin/", "").replace("8000", str(self.port))
            for theirs, ours in (
                ("/var/lib/rightbower", self.data),
                ("/var/backups/rightbower", self.backups),
                ("/safe/place", self.safe),
            ):
                here = here.replace(theirs, str(ours))
            path = f"{self.bin}:{os.environ['PATH']}"
            log = self.home / "typed.log"
            with log.open("w") as out:  # a file: the hall in the background would hold a pipe open
                ran = subprocess.run(
                    ["bash", "-c", f"ulimit -n 4096; {here}"],
                    env={**os.environ, "PATH": path},
                    stdout=out,
                    stderr=out,
                )
            said += log.read_text()
            assert ran.returncode == 0, f"{line}\n{log.read_text()}"
        return said


def _free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def server(tmp_path: Path) -> Server:
    return Server(tmp_path)


def entries(data: Path) -> dict[str, int]:
    with Journal(data / "rightbower.journal") as journal:
        return {name: len(journal.read(name)) for name in journal.streams()}


def test_the_upgrade_of_a_hall_with_an_old_journal(server: Server) -> None:
    (server.data / "rightbower.journal").write_bytes(gzip.decompress(OLD.read_bytes()))
    (server.data / "rightbower.journal").chmod(0o600)
    Keys.of(server.data)
    server.follow(["systemctl start rightbower"])
    try:
        said = server.follow(steps("Upgrade"))
    finally:
        server.follow(["systemctl stop rightbower"])
    assert "was restored for a trial" in said
    assert "All is well." in said
    assert "--upgrade rightbower" in (server.home / "pip").read_text()
    assert len(entries(server.data)) > 5


def test_a_restore_on_a_machine_whose_journal_is_damaged(server: Server) -> None:
    Keys.of(server.data)
    with Journal(server.data / "rightbower.journal") as journal:
        journal.append("event/none", 0, [b"{}"] * 50)
        journal.append("event/some", 0, [b"{}"] * 7)
    made, _ = back_up(server.data, server.backups, keep=0, now=time.time())
    made.rename(server.backups / NAMED)
    shutil.copy(server.data / "secret", server.safe / "secret")
    before = entries(server.data)
    damaged = server.data / "rightbower.journal"
    damaged.write_bytes(damaged.read_bytes().replace(b"event/some", b"event/sume", 1))
    (server.data / "secret").unlink()
    try:
        said = server.follow(steps("Restore"))
    finally:
        server.follow(["systemctl stop rightbower"])
    assert "57 entries, all as they were written" in said
    assert "All is well." in said
    found = entries(server.data)
    assert {name: found[name] for name in before} == before
    assert (server.data / "rightbower.journal.before-restore").exists()
    secret = server.data / "secret"
    assert secret.read_bytes() == (server.safe / "secret").read_bytes()
    assert secret.stat().st_mode & 0o777 == 0o600


def test_the_rescue_of_the_guide(server: Server) -> None:
    with Journal(server.data / "rightbower.journal") as journal:
        journal.append("event/a", 0, [b"{}"] * 5)
    said = server.follow(steps("A damaged journal"))
    assert "5 entries saved" in said


def test_every_command_of_the_guide_is_there() -> None:
    named = set(re.findall(r"`?rightbower ([a-z]+)", GUIDE))
    assert {"hall", "journal", "doctor"} <= named
    assert named - {"does", "first"} <= set(COMMANDS) | {"hall"}
    targets = set(re.findall(r"`make ([a-z]+)`", GUIDE))
    makefile = (ROOT / "Makefile").read_text()
    assert all(re.search(rf"^{each}:", makefile, re.MULTILINE) for each in targets)
    for link in re.findall(r"\]\((\.\./[^)]+|[a-z]+\.md)\)", GUIDE):
        assert (ROOT / "docs" / link).exists(), link


def test_the_bill_of_materials_has_every_locked_package(tmp_path: Path) -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "bill_of_materials.py"))
    assert tool["main"]([str(tmp_path / "bill.json")]) == 0
    bill = json.loads((tmp_path / "bill.json").read_text())
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.5")
    lock = (ROOT / "requirements.lock").read_text()
    pinned = set(re.findall(r"^([a-z0-9._-]+==[^\s;\\]+)", lock, re.MULTILINE))
    listed = {f"{each['name']}=={each['version']}" for each in bill["components"]}
    assert listed == pinned
    assert all(each["hashes"] for each in bill["components"])
    needed = {each["name"] for each in bill["components"] if each["scope"] == "required"}
    assert {"starlette", "msgspec", "numpy", "reportlab", "cryptography", "h11"} <= needed
    assert not needed & {"rightbower", "numba", "llvmlite", "pytest", "mypy", "ruff", "playwright"}
