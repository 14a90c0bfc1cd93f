"""The hall as those who run it know it: health, figures, log, stop, and the warning to root."""

from __future__ import annotations

import http.client
import io
import json
import logging
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from rightbower.store.journal import Journal
from rightbower.web.app import make_app
from rightbower.web.running import health, logs
from rightbower.web.running.logs import request_id
from web.serving import free_port


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(
        make_app(tmp_path), base_url="http://localhost", raise_server_exceptions=False
    ) as found:
        yield found


def journal_of(client: TestClient) -> Journal:
    found: Journal = client.app.state.hall.journal  # type: ignore[attr-defined]
    return found


def fill_disk(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(journal_of(client), "_insert", full)


@pytest.mark.sqlite
def test_ready_says_whether_the_journal_can_be_written(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/readyz").text == "ready\n"
    fill_disk(client, monkeypatch)
    assert client.post("/play", data={"book": "standard"}).status_code == 503
    answer = client.get("/readyz")
    assert (answer.status_code, answer.text) == (503, "the journal cannot be written\n")
    assert client.get("/healthz").status_code == 200
    monkeypatch.undo()
    client.post("/play", data={"book": "standard"})
    assert client.get("/readyz").status_code == 200


@pytest.mark.sqlite
def test_ready_says_when_the_disk_is_almost_full(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "LEAST_ROOM", 1 << 62)
    assert client.get("/readyz").text == "the disk is almost full\n"


def test_a_hall_that_closes_says_so_before_it_is_gone(client: TestClient) -> None:
    client.app.state.hall.ownership.leaving = True  # type: ignore[attr-defined]  # a Starlette
    answer = client.get("/readyz")
    assert (answer.status_code, answer.text) == (503, "this hall is closing\n")
    assert client.get("/healthz").status_code == 200


def test_the_figures_are_in_the_form_prometheus_reads(client: TestClient) -> None:
    client.get("/")
    client.get("/nowhere")
    answer = client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    typed: dict[str, str] = {}
    values: dict[str, float] = {}
    for line in answer.text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert name not in typed, "a family stands together"
            typed[name] = kind
        elif not line.startswith("#"):
            found = re.fullmatch(r'([a-z_]+(?:\{[a-z]+="[^"]+"\})?) (\S+)', line)
            assert found, line
            values[found[1]] = float(found[2])
            family = found[1].partition("{")[0]
            assert family in typed or re.sub(r"_(bucket|sum|count)$", "", family) in typed
    assert values['rightbower_requests_total{status="200"}'] >= 1
    assert values['rightbower_requests_total{status="404"}'] == 1
    assert values["rightbower_request_seconds_count"] == 2
    assert values["rightbower_journal_writable"] == 1
    assert values["process_resident_memory_bytes"] > 1_000_000


def test_the_figures_are_not_for_strangers(client: TestClient) -> None:
    for header in ("x-forwarded-for", "forwarded", "x-real-ip"):
        assert client.get("/metrics", headers={header: "203.0.113.7"}).status_code == 404
    far = TestClient(client.app, base_url="http://localhost", client=("192.168.1.9", 5))
    assert far.get("/metrics").status_code == 404
    assert far.get("/healthz").status_code == 200


@pytest.mark.sqlite
def test_each_answer_names_its_request_and_the_log_has_it(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    one, other = (client.get("/").headers["x-request-id"] for _ in range(2))
    assert one != other
    fill_disk(client, monkeypatch)
    page = client.post("/play", data={"book": "standard"})
    assert page.headers["x-request-id"] in page.text
    assert str(journal_of(client).path) not in page.text
    assert "/play could not be done" in caplog.text, "the log tells whoever keeps the hall"


def test_the_link_of_whoever_runs_the_hall_is_in_no_log(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    key = client.app.state.owner  # type: ignore[attr-defined]  # an ASGI app has no state
    with caplog.at_level(logging.INFO, "rightbower.requests"):
        client.get(f"/owner/{key}", follow_redirects=False)
    (line,) = caplog.records
    assert vars(line)["path"] == "/owner/…"


def test_what_proxies_ask_is_in_the_log_only_where_it_fails(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "rightbower.requests"):
        client.get("/healthz")
        client.get("/readyz")
        assert not caplog.records
        monkeypatch.setattr(health, "_not_ready", lambda _: "this hall is closing")
        client.get("/readyz")
    (line,) = caplog.records
    assert (vars(line)["path"], vars(line)["status"]) == ("/readyz", 503)


def test_a_line_of_the_log_is_one_line_for_programs_and_for_people() -> None:
    for form in ("json", "plain"):
        written = io.StringIO()
        handler = logging.StreamHandler(written)
        handler.setFormatter(logs._Json() if form == "json" else logs._OneLine())
        told = logging.LogRecord("rightbower", 30, "x", 1, "asked for %s", ("/\n\x1b[2J",), None)
        told.path = "/\x1b[2J"
        token = request_id.set("abc")
        handler.handle(told)
        request_id.reset(token)
        assert written.getvalue().count("\n") == 1
        assert "\x1b" not in written.getvalue()
        assert "abc" in written.getvalue()
    line = json.loads(_json_line())
    assert (line["level"], line["message"], line["request"]) == ("warning", "hello", "r1")


def _json_line() -> str:
    token = request_id.set("r1")
    try:
        return logs._Json().format(logging.LogRecord("x", 30, "x", 1, "hello", (), None))
    finally:
        request_id.reset(token)


def hall(data: Path, port: int, *more: str) -> subprocess.Popen[str]:
    """``rightbower hall`` as a service manager starts it; it answers when this returns."""
    words = [sys.executable, "-m", "rightbower", "hall", "--port", str(port), "--data", str(data)]
    process = subprocess.Popen(
        [*words, "--log", "json", *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    for _ in range(600):
        assert process.poll() is None, process.communicate()
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            line.request("GET", "/readyz")
            assert line.getresponse().status == 200
            return process
        except OSError:
            time.sleep(0.05)
        finally:
            line.close()
    raise AssertionError("the hall did not open")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_from_outside_closes_the_hall_in_order(tmp_path: Path, number: int) -> None:
    process = hall(tmp_path / "data", port := free_port())
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    line.request(
        "POST", "/play", "book=standard", {"content-type": "application/x-www-form-urlencoded"}
    )
    assert line.getresponse().status == 303
    line.close()
    process.send_signal(number)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 0
    assert "Traceback" not in said
    left = {path.name for path in (tmp_path / "data").iterdir()}
    assert left >= {"rightbower.journal", "secret"}
    assert not left & {"hall.door", "rightbower.journal-wal", "rightbower.journal-shm"}
    answered = [json.loads(each) for each in said.splitlines() if each.startswith("{")]
    (played,) = [each for each in answered if each.get("path") == "/play"]
    assert (played["status"], len(played["request"])) == (303, 12)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root is warned")
def test_root_is_warned(tmp_path: Path) -> None:
    process = hall(tmp_path / "data", free_port())
    process.terminate()
    _, said = process.communicate(timeout=30)
    assert "You are running as root" in said
