"""The proxies of deploy/federation before three halls: those who belong together meet, and a name leads there.

A hall is lost, hangs or loses its journal under a proxy that goes on.
"""

from __future__ import annotations

import http.client
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from store.federation import HAPROXY, caddy_command, caddy_text, haproxy_command, haproxy_text
from web.serving import free_port

needs_haproxy = pytest.mark.skipif(
    HAPROXY is None, reason="haproxy is not installed, and no wheel carries it"
)
# A line on which a hall that lives says nothing: longer than Caddy waits, in seconds.
LONG = 5.0
Before = Callable[[Path, dict[str, int]], AbstractContextManager[int]]
CLAIMS = ("X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "Forwarded")


class Asked(BaseHTTPRequestHandler):
    """Answers with the name of its hall, and what the proxy says about who asks."""

    server: FakeHall
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Anything that is asked for."""
        what = self.path.partition("?")[0].rpartition("/")[2]
        if what == "readyz":
            self.server.answering.wait()
        if what in ("live", "dies"):
            self.line() if what == "live" else self.dies()
            return
        if what == "slow":
            time.sleep(LONG)
        said = [self.headers.get_all(name, []) for name in CLAIMS]
        about = " ".join(",".join(each) for each in said)
        body = f"{self.server.name} {about}".encode()
        unready = what == "readyz" and not self.server.ready
        self.send_response(503 if unready else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET

    def line(self) -> None:
        """A line, on which the hall says its name whenever it is told to."""
        self.send_response(101)
        self.send_header("Connection", "Upgrade")
        self.send_header("Upgrade", "a-line")
        self.end_headers()
        self.close_connection = True
        while self.server.says.acquire() and not self.server.over:
            self.wfile.write(self.server.name.encode())

    def dies(self) -> None:
        """The hall goes while it does what it was asked for."""
        self.server.done.append(self.command)
        self.close_connection = True
        if len(self.server.done) > 1:
            self.send_error(500)

    def log_message(self, *_: object) -> None:
        """Nothing."""


class FakeHall(ThreadingHTTPServer):
    """Something that answers as a hall of a name; ``done`` is shared by all."""

    daemon_threads = True
    over = False

    def __init__(self, name: str, port: int, done: list[str] | None = None) -> None:
        super().__init__(("127.0.0.1", port), Asked)
        self.name, self.ready = name, True
        self.done = [] if done is None else done
        self.answering, self.says = threading.Event(), threading.Semaphore(0)
        self.answering.set()

    def handle_error(self, *_: object) -> None:
        """The proxy closes as soon as it has read what it wanted to know."""


@contextmanager
def hall(name: str, port: int, done: list[str] | None = None) -> Iterator[FakeHall]:
    """Something that answers as a hall of that name."""
    server = FakeHall(name, port, done)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield server
    finally:
        server.over = True
        server.answering.set()
        server.says.release(100)
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def running(words: list[str], folder: Path, port: int) -> Iterator[None]:
    """A proxy until the end of the block."""
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(words, env={"HOME": str(folder)}, stdout=log, stderr=log)
    try:
        while True:
            assert process.poll() is None, (folder / "log").read_text()
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.02)
        yield
    finally:
        process.terminate()
        process.wait()


@contextmanager
def proxy(folder: Path, ports: dict[str, int], most: int = 1000) -> Iterator[int]:
    """HAProxy with our settings, without TLS, before halls at these ports; its own port."""
    front = free_port()
    text = haproxy_text(front, ports)
    # A test may have few files open.
    for ours, theirs in (("maxconn 8000", "maxconn 100"), ("gt 1000 }", f"gt {most} }}")):
        assert ours in text
        text = text.replace(ours, theirs)
    with running(haproxy_command(folder, text), folder, front):
        yield front


@contextmanager
def caddy(folder: Path, ports: dict[str, int]) -> Iterator[int]:
    """Caddy in the same way."""
    front = free_port()
    with running(caddy_command(folder, caddy_text(front, ports)), folder, front):
        yield front


def asked(port: int, path: str, method: str = "GET", **headers: str) -> tuple[int, list[str]]:
    """The answer to a request: its status, the hall that gave it, and what it was told about us."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        line.request(method, path, headers={"Host": f"localhost:{port}", **headers})
        answer = line.getresponse()
        return answer.status, answer.read().decode().split(" ")
    finally:
        line.close()


@contextmanager
def line(port: int, path: str) -> Iterator[socket.socket]:
    """A line that is open; what a hall says on it is left to read."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as found:
        head = f"GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: Upgrade\r\nUpgrade: a-line"
        found.sendall(f"{head}\r\n\r\n".encode())
        heard = b""
        while not heard.endswith(b"\r\n\r\n"):
            heard += found.recv(1)
        assert b" 101 " in heard
        yield found


@contextmanager
def three_halls(
    folder: Path, before: Before = proxy
) -> Iterator[tuple[int, dict[str, FakeHall], ExitStack]]:
    """Halls a, b and c behind a proxy, which has found all of them; the last stack ends c."""
    ports, done = {name: free_port() for name in "abc"}, list[str]()
    with ExitStack() as stack:
        halls = {name: stack.enter_context(hall(name, ports[name], done)) for name in "ab"}
        third = stack.enter_context(ExitStack())
        halls["c"] = third.enter_context(hall("c", ports["c"], done))
        yield stack.enter_context(before(folder, ports)), halls, third


def chosen(front: int) -> dict[str, str]:
    """The halls that are chosen for some codes."""
    return {code: asked(front, f"/t/{code}")[1][0] for code in map(str, range(30))}


@needs_haproxy
def test_a_code_chooses_the_hall_and_a_name_leads_to_it(tmp_path: Path) -> None:
    with three_halls(tmp_path) as (front, _, _):
        of = chosen(front)
        assert set(of.values()) == set("abc"), "each has its share"
        for code, name in of.items():
            assert asked(front, f"/t/{code}/x?x=1")[1][0] == name
        for name in "abc":
            assert asked(front, f"/t/7/x?hall={name}")[1][0] == name
        assert asked(front, "/metrics")[0] == 404


@needs_haproxy
def test_a_hall_that_goes_under_the_proxy_is_passed_by_and_the_others_keep_what_they_have(
    tmp_path: Path,
) -> None:
    with three_halls(tmp_path) as (front, _, third):
        before = chosen(front)
        third.close()
        # The proxy has not asked it since. Its codes and its name lead to the others at the first try.
        for code, name in before.items():
            status, [found, *_] = asked(front, f"/t/{code}")
            assert status == 200
            assert found == name if name != "c" else found in ("a", "b")
        assert asked(front, "/t/7?hall=c")[1][0] in ("a", "b")
        after = chosen(front)
        assert {code: after[code] for code in after if before[code] != "c"} == {
            code: name for code, name in before.items() if name != "c"
        }


@needs_haproxy
def test_what_a_hall_may_have_done_is_not_sent_to_another(tmp_path: Path) -> None:
    with three_halls(tmp_path) as (front, halls, _):
        done = halls["a"].done
        assert asked(front, "/t/7/dies", "POST")[0] == 502
        assert done == ["POST"]
        done.clear()
        assert asked(front, "/t/7/dies")[0] == 500
        assert done == ["GET", "GET"], "what changes nothing is tried once more"


@needs_haproxy
def test_a_hall_that_is_not_ready_keeps_its_lines_and_is_sent_nobody_new(tmp_path: Path) -> None:
    with three_halls(tmp_path) as (front, halls, _), line(front, "/t/7/live?hall=c") as kept:
        theirs = [code for code, name in chosen(front).items() if name == "c"]
        halls["c"].ready = False
        until(lambda: asked(front, f"/t/{theirs[0]}")[1][0] != "c")
        halls["c"].says.release()
        assert kept.recv(1) == b"c", "the line is open"
        # Where no hall is ready it is the halls that say so.
        for each in halls.values():
            each.ready = False
        while asked(front, f"/t/{theirs[0]}")[1][0] != "c":
            pass
        assert {*chosen(front).values()} == set("abc")
        halls["c"].says.release()
        assert kept.recv(1) == b"c", "the line is still open"
        for each in halls.values():
            each.ready = True
        until(lambda: asked(front, f"/t/{theirs[0]}")[0] == 200)


@needs_haproxy
def test_the_lines_of_a_hall_that_hangs_are_cut(tmp_path: Path) -> None:
    with three_halls(tmp_path) as (front, halls, _), line(front, "/t/7/live?hall=c") as lost:
        halls["c"].answering.clear()
        assert lost.recv(1) == b""
        assert asked(front, "/t/7?hall=c")[1][0] in ("a", "b")


@needs_haproxy
def test_nothing_that_a_visitor_claims_is_passed_on(tmp_path: Path) -> None:
    ports = {name: free_port() for name in "abc"}
    lies = dict.fromkeys(CLAIMS, "elsewhere")
    with hall("a", ports["a"]), proxy(tmp_path, ports) as front:
        until(lambda: asked(front, "/")[0] == 200)
        assert asked(front, "/", **lies)[1][1:] == ["127.0.0.1", f"localhost:{front}", "https", ""]


@needs_haproxy
def test_who_asks_without_end_is_told_to_wait_and_no_hall_is_troubled(tmp_path: Path) -> None:
    ports = {name: free_port() for name in "abc"}
    with hall("a", ports["a"]), proxy(tmp_path, ports, most=100) as front:
        until(lambda: asked(front, "/")[0] == 200)
        while asked(front, "/")[0] != 429:
            pass


def test_caddy_cuts_a_line_on_which_a_hall_is_silent_and_waits_for_a_page(tmp_path: Path) -> None:
    with three_halls(tmp_path, caddy) as (front, halls, _), line(front, "/t/7/live?hall=c") as lost:
        slow = threading.Timer(LONG, halls["c"].says.release)
        slow.start()
        assert lost.recv(1) == b"", "it is cut before the hall says something"
        slow.join()
        assert asked(front, "/t/7/slow?hall=c")[1][0] == "c"


def until(good: Callable[[], bool]) -> None:
    """Wait for something; a test that waits for too long is ended anyway."""
    while not good():
        time.sleep(0.05)
