"""Each check of how a hall is reached at its limits: doors, ports, addresses and their answers."""

from __future__ import annotations

import http.server
import socket
import ssl
import threading
import urllib.error
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from rightbower.web.running import checkup as reachable
from rightbower.web.running.checkup import Finding, SetUp
from web.set_up import well_set_up

pytestmark = pytest.mark.sqlite


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SetUp:
    """A set-up with nothing wrong."""
    return well_set_up(tmp_path, monkeypatch)


@pytest.mark.parametrize(
    ("healthy", "ready", "finding"),
    [
        ("", "", Finding("hall", "good", "the hall is open on port 8123")),
        (
            "",
            "the disk is almost full",
            Finding(
                "hall",
                "bad",
                "the hall is open and not ready: the disk is almost full",
                "see its log",
            ),
        ),
        (
            "refused",
            "",
            Finding(
                "hall",
                "doubtful",
                "the hall was stopped without being closed",
                "start it again; nothing is lost",
            ),
        ),
    ],
)
def test_a_hall_whose_door_is_there(
    here: SetUp, monkeypatch: pytest.MonkeyPatch, healthy: str, ready: str, finding: Finding
) -> None:
    said = {
        "http://127.0.0.1:8123/healthz": healthy,
        "http://127.0.0.1:8123/readyz": ready,
    }
    monkeypatch.setattr(reachable, "find_door", lambda _: SimpleNamespace(port=8123))
    monkeypatch.setattr(reachable, "_answers", said.__getitem__)
    free = Finding("port", "good", f"port {here.port} is free")
    assert list(reachable.port(here)) == [finding, *([free] if healthy else [])]


def test_a_port_is_free_or_another_programs(here: SetUp) -> None:
    assert list(reachable.port(here)) == [Finding("port", "good", f"port {here.port} is free")]
    with socket.create_server(("127.0.0.1", here.port)):
        do = f"stop it, or open the hall with --port {here.port + 1}"
        says = f"another program has port {here.port}"
        assert list(reachable.port(here)) == [Finding("port", "bad", says, do)]


def test_a_port_that_does_not_answer_is_not_waited_for_long(
    here: SetUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    class Silent(socket.socket):
        """Notes where it was to go, and how long it would have waited."""

        def connect_ex(self, address: object) -> int:
            asked.append((address, self.gettimeout()))
            return 110

    monkeypatch.setattr(socket, "socket", Silent)
    assert list(reachable.port(here)) == [Finding("port", "good", f"port {here.port} is free")]
    assert asked == [(("127.0.0.1", here.port), reachable.SECONDS)]


@pytest.mark.parametrize(
    ("own", "told"), [("127.0.0.1", True), ("::1", True), ("192.0.2.7", False)]
)
def test_without_an_address_to_look_at_the_network_is_looked_at(
    here: SetUp, monkeypatch: pytest.MonkeyPatch, own: str, told: bool
) -> None:
    monkeypatch.setattr(reachable, "own_address", lambda: own)
    do = "join the room's network; phones cannot come in without"
    says = "this machine has no address in a network"
    expected = [Finding("address", "doubtful", says, do)] if told else []
    assert list(reachable.address(here)) == expected


def test_the_address_that_people_are_given_is_asked(
    here: SetUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[str]()

    def answers(url: str) -> str:
        asked.append(url)
        return "" if "good" in url else "it is silent"

    monkeypatch.setattr(reachable, "_answers", answers)
    good, silent = "https://good.example/", "https://silent.example"
    assert list(reachable.address(SetUp(here.data, 1, good))) == [
        Finding("address", "good", f"{good} answers")
    ]
    do = "is the hall open with --everyone, the proxy running, the firewall letting it through?"
    assert list(reachable.address(SetUp(here.data, 1, silent))) == [
        Finding("address", "bad", f"{silent} does not answer: it is silent", do)
    ]
    assert asked == ["https://good.example/healthz", "https://silent.example/healthz"]


def answered(status: int, body: bytes) -> str:
    """What is made of an answer of some program."""

    class Program(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """It says nothing."""

    with http.server.HTTPServer(("127.0.0.1", 0), Program) as server:
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        said = reachable._answers(f"http://127.0.0.1:{server.server_port}/healthz")
        thread.join(20)
    return said


@pytest.mark.parametrize(
    ("status", "body", "says"),
    [
        (200, b"ok\n", ""),
        (202, b"", "it answers 202"),
        (503, b"the disk is almost full\n", "the disk is almost full"),
        (404, b"", "it answers 404, as another program would"),
        (404, b"<h1>Not found</h1>", "it answers 404, as another program would"),
        (500, b"two\nlines", "it answers 500, as another program would"),
    ],
)
def test_an_answer_is_understood(status: int, body: bytes, says: str) -> None:
    assert answered(status, body) == says


def untrusted() -> urllib.error.URLError:
    fault = ssl.SSLError(1, "certificate verify failed")
    fault.reason = "CERTIFICATE_VERIFY_FAILED"
    return urllib.error.URLError(fault)


def untrusted_without_a_reason() -> urllib.error.URLError:
    fault = ssl.SSLError(1, "odd")
    fault.reason = ""
    return urllib.error.URLError(fault)


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        (untrusted, "its certificate is not trusted (CERTIFICATE_VERIFY_FAILED)"),
        (untrusted_without_a_reason, "its certificate is not trusted (odd)"),
        (lambda: urllib.error.URLError(socket.gaierror(-2, "x")), "its name is not known (DNS)"),
        (
            lambda: urllib.error.URLError(ConnectionRefusedError(111, "Connection refused")),
            "Connection refused",
        ),
        (lambda: urllib.error.URLError("no host given"), "no host given"),
        (lambda: ValueError("x"), "it is not an address; write it with http:// or https://"),
        (lambda: TimeoutError("timed out"), "timed out"),
    ],
)
def test_why_an_address_does_not_answer(
    monkeypatch: pytest.MonkeyPatch, fault: Callable[[], Exception], says: str
) -> None:
    def fails(url: str, timeout: float) -> None:
        assert (url, timeout) == ("https://x.example/healthz", reachable.SECONDS)
        raise fault()

    monkeypatch.setattr("urllib.request.urlopen", fails)
    assert reachable._answers("https://x.example/healthz") == says
