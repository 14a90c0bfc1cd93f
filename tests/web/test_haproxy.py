"""deploy/federation/haproxy.cfg before three halls: those who belong together meet, and a name leads there."""

from __future__ import annotations

import http.client
import re
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from web.serving import free_port

DEPLOY = Path(__file__).resolve().parents[2] / "deploy" / "federation"
HAPROXY = shutil.which("haproxy") or shutil.which("/usr/sbin/haproxy")

pytestmark = pytest.mark.skipif(
    HAPROXY is None, reason="haproxy is not installed, and no wheel carries it"
)


CLAIMS = ("X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "Forwarded")


class Named(BaseHTTPRequestHandler):
    """Answers with the name of its hall, and what the proxy says about who asks."""

    def do_GET(self) -> None:
        """Anything that is asked for."""
        said = [self.headers.get_all(name, []) for name in CLAIMS]
        about = " ".join(",".join(each) for each in said)
        body = f"{self.server.name} {about}".encode()  # type: ignore[attr-defined]
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing."""


@contextmanager
def hall(name: str, port: int) -> Iterator[None]:
    """Something that answers as a hall of that name."""
    server = ThreadingHTTPServer(("127.0.0.1", port), Named)
    server.name = name  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def proxy(folder: Path, ports: dict[str, int], most: int = 1000) -> Iterator[int]:
    """HAProxy with our settings, without TLS, before halls at these ports; its own port."""
    front = free_port()
    text = (DEPLOY / "haproxy.cfg").read_text("utf-8")
    # A test may have few files open, and is not always root.
    text, found = re.subn(r"    (maxconn|user|group|chroot) .*\n", "", text)
    assert found == 4
    text = text.replace("global\n", "global\n    maxconn 100\n")
    text = re.sub(r"bind :443 .*", f"bind 127.0.0.1:{front}", text)
    text = text.replace("bind :80\n", "\n").replace(" unless { ssl_fc }", " if FALSE")
    assert "gt 1000 }" in text
    text = text.replace("gt 1000 }", f"gt {most} }}")
    for name, port in ports.items():
        text, found = re.subn(rf" server {name} \S+", f" server {name} 127.0.0.1:{port}", text)
        assert found == 1
    (folder / "haproxy.cfg").write_text(text, "utf-8")
    process = subprocess.Popen([str(HAPROXY), "-db", "-f", str(folder / "haproxy.cfg")])
    try:
        while True:
            assert process.poll() is None
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", front)) == 0:
                    break
            time.sleep(0.02)
        yield front
    finally:
        process.terminate()
        process.wait()


def asked(port: int, path: str, **headers: str) -> tuple[int, list[str]]:
    """The answer to a request: its status, the hall that gave it, and what it was told about us."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        line.request("GET", path, headers={"Host": "euchre.example.org", **headers})
        answer = line.getresponse()
        return answer.status, answer.read().decode().split(" ")
    finally:
        line.close()


def test_a_code_chooses_the_hall_a_name_leads_to_it_and_a_dead_one_is_passed_by(
    tmp_path: Path,
) -> None:
    ports = {name: free_port() for name in "abc"}
    with hall("a", ports["a"]), hall("b", ports["b"]):
        with hall("c", ports["c"]), proxy(tmp_path, ports) as front:
            of = {code: asked(front, f"/t/{code}")[1][0] for code in map(str, range(30))}
            assert set(of.values()) == set("abc"), "each has its share"
            for code, name in of.items():
                assert asked(front, f"/t/{code}/live?x=1")[1][0] == name
            for name in "abc":
                assert asked(front, f"/t/7/live?hall={name}")[1][0] == name
            assert asked(front, "/metrics")[0] == 404
            theirs = [code for code, name in of.items() if name == "c"]
            stay = {code: name for code, name in of.items() if name != "c"}
        # c has gone; a new proxy finds it gone, and so did the old one within a second or two.
        with proxy(tmp_path, ports) as front:
            until(lambda: asked(front, f"/t/{theirs[0]}")[0] == 200)
            assert {asked(front, f"/t/{code}")[1][0] for code in theirs} <= {"a", "b"}
            assert asked(front, "/t/7?hall=c")[1][0] in ("a", "b")
            assert {code: asked(front, f"/t/{code}")[1][0] for code in stay} == stay


def test_nothing_that_a_visitor_claims_is_passed_on(tmp_path: Path) -> None:
    ports = {name: free_port() for name in "abc"}
    lies = dict.fromkeys(CLAIMS, "elsewhere")
    with hall("a", ports["a"]), proxy(tmp_path, ports) as front:
        until(lambda: asked(front, "/")[0] == 200)
        assert asked(front, "/", **lies)[1][1:] == ["127.0.0.1", "euchre.example.org", "https", ""]


def test_who_asks_without_end_is_told_to_wait_and_no_hall_is_troubled(tmp_path: Path) -> None:
    ports = {name: free_port() for name in "abc"}
    with hall("a", ports["a"]), proxy(tmp_path, ports, most=100) as front:
        until(lambda: asked(front, "/")[0] == 200)
        while asked(front, "/")[0] != 429:
            pass


def until(good: Callable[[], bool]) -> None:
    """Wait for something; a test that waits for too long is ended anyway."""
    while not good():
        time.sleep(0.05)
