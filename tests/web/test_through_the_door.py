"""The command line through an open hall, and what it says where something else answers."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import runpy
import stat
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import msgspec
import pytest
import uvicorn
from starlette.testclient import TestClient

from postgres import Postgres
from rightbower.cli import main
from rightbower.office.remote import NOTE, Closed, Door, find_door, open_door
from rightbower.web.app import make_app
from rightbower.web.common.command_line import PURPOSE
from rightbower.web.common.identity import Keys
from web.at_desk import Director
from web.serving import free_port

ROOT = Path(__file__).resolve().parents[2]


@contextlib.contextmanager
def hall_on_a_port(data: Path, site: str = "", journal: str = "", name: str = "") -> Iterator[int]:
    """A hall on a port, as ``rightbower hall`` opens it; its port."""
    port = free_port()
    with open_door(data, port, site) as door:
        app = make_app(data, room=False, journal=journal, name=name)
        app.state.door = door.token
        config = uvicorn.Config(app, port=port, log_level="critical", ws="websockets-sansio")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run)
        thread.start()
        while not server.started:
            thread.join(0.01)
        try:
            yield port
        finally:
            server.should_exit = True
            thread.join(20)


@pytest.fixture
def open_hall(tmp_path: Path) -> Iterator[tuple[Path, int]]:
    """A hall on a port, and its data folder."""
    data = tmp_path / "data"
    data.mkdir()
    with hall_on_a_port(data) as port:
        yield data, port


def test_the_token_of_the_note_counts_on_this_machine_alone(director: Director) -> None:
    client, door = director.client, "for this machine"
    client.app.state.door = door  # type: ignore[attr-defined]  # an ASGI app has no state
    asked, token = f"/api/v1/events/{director.id}/show", {"authorization": f"Bearer {door}"}
    assert client.get(asked, headers=token).status_code == 200
    for header in ("x-forwarded-for", "forwarded", "x-real-ip"):
        assert client.get(asked, headers={**token, header: "127.0.0.1"}).status_code == 401
    far = TestClient(client.app, base_url="http://localhost", client=("192.168.1.9", 5))
    far.portal = client.portal
    assert far.get(asked, headers=token).status_code == 401


def test_a_second_token_of_one_name_says_that_the_first_has_ended(director: Director) -> None:
    made, ended = f"/events/{director.id}/desk/programs", "had this name before has ended"
    assert ended not in director.client.post(made, data={"name": "website"}).text
    assert ended in director.client.post(made, data={"name": "website"}).text


def test_the_command_line_goes_on_at_the_hall_that_owns_the_event(
    tmp_path: Path, server: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    journal, folders = server.fresh(), [tmp_path / name for name in "abc"]
    for folder in folders:
        folder.mkdir()
        (folder / "secret").write_text("ab" * 32)
    here, there, lost = folders

    def typed(folder: Path, *words: str) -> tuple[int, str]:
        status = main([*words, "--data", str(folder)])
        said = capsys.readouterr()
        return status, said.err if status else said.out

    with contextlib.ExitStack() as halls:
        owner = halls.enter_context(hall_on_a_port(there, journal=journal, name="b"))
        site = f"http://localhost:{owner}"
        halls.enter_context(hall_on_a_port(here, site, journal, "a"))
        halls.enter_context(hall_on_a_port(lost, "", journal, "c"))
        assert typed(there, "event", "new", "charity-day", "--name", "Spring")[0] == 0
        assert typed(here, "event", "entrants", "add", "An", "Bo", "--here", "--by", "Pat")[0] == 0
        assert "Pat" in typed(there, "event", "log")[1]
        assert typed(here, "event", "result", "7", "9-5")[0] == 1
        status, said = typed(lost, "event", "entrants", "add", "Cy")
        assert status == 1
        assert "hall b has this event now" in said
        # Nobody comes in by the pass of a hall with other keys.
        other = Keys("another key").sealed({"may": "everything"}, PURPOSE)
        path = "/api/v1/events/spring/commands"
        tried = http.client.HTTPConnection("localhost", owner, timeout=20)
        tried.request("POST", path, b"[]", {"authorization": f"Bearer {other}"})
        assert tried.getresponse().status == 401
        tried.close()


def test_the_command_line_works_through_an_open_hall(
    open_hall: tuple[Path, int],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data, _ = open_hall
    monkeypatch.setenv("RIGHTBOWER_DATA", str(data))
    assert stat.S_IMODE((data / NOTE).stat().st_mode) == 0o600

    def typed(*words: str, status: int = 0) -> str:
        assert main(list(words)) == status, capsys.readouterr().err
        said = capsys.readouterr()
        return said.err if status else said.out

    assert "its id is spring" in typed("event", "new", "charity-day", "--name", "Spring")
    typed("event", "entrants", "add", "An", "Bo", "Cy", "Di", "--here", "--by", "Pat")
    assert "Round 1" in typed("event", "seat", "--seed", "x")
    refused = typed("event", "result", "7", "9-5", status=1)
    assert refused == "rightbower event: there is no table 7 in round 1\n"
    assert "All results of round 1 are in." in typed("event", "result", "1", "9-5")
    assert len(json.loads(typed("event", "standings", "--json"))) == 4
    typed("event", "export", "json", str(tmp_path / "spring.json"))
    typed("event", "import", str(tmp_path / "spring.json"), "--as", "copy")
    assert "copy" in typed("event", "list")
    assert "Pat" in typed("event", "log", "-e", "copy")
    assert "Champion: " in typed("league", "demo", "--teams", "4")
    assert "won" in typed("league", "table", "demo")
    assert "there is no league 'nope'" in typed("league", "table", "nope", status=1)


def test_a_note_of_a_hall_that_is_gone_is_passed_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_door(tmp_path, free_port()):
        assert main(["league", "open", "tue", "Tuesdays", "--data", str(tmp_path)]) == 0
    assert find_door(tmp_path) is None
    assert "its id is tue" in capsys.readouterr().out


def test_a_folder_has_one_hall_at_a_time(open_hall: tuple[Path, int]) -> None:
    data, port = open_hall
    with pytest.raises(Closed, match=f"a hall is open in .* already, at port {port}"):
        open_door(data, free_port()).__enter__()
    assert (door := find_door(data)) is not None
    assert door.port == port


class _Other(BaseHTTPRequestHandler):
    """Something that is not a hall: a proxy that sends everybody to https, or shows a page."""

    status, page = 302, b""

    def do_GET(self) -> None:
        self.send_response(self.status)
        self.end_headers()
        self.wfile.write(self.page)

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.mark.parametrize(
    ("status", "page", "said"),
    [
        (302, b"", r"what answers at http://127.0.0.1:\d+ is not a hall \(302\)"),
        (503, b"<!doctype html>", "the hall could not do it just now; try again"),
        (503, b"", "the hall could not do it just now; try again"),
        (421, b"This hall does not go by that name.", "this hall does not go by that name"),
        (503, b'{"error": "This could not be saved. Try again."}', "this could not be saved"),
    ],
)
def test_what_the_command_line_says_where_something_else_answers(
    tmp_path: Path, status: int, page: bytes, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    other = type("Other", (_Other,), {"status": status, "page": page})
    with HTTPServer(("127.0.0.1", 0), other) as server:
        (tmp_path / NOTE).write_bytes(msgspec.json.encode(Door(server.server_port, "token")))
        threading.Thread(target=server.handle_request).start()
        assert main(["event", "list", "--data", str(tmp_path)]) == 1
    told = capsys.readouterr().err
    assert re.search(said, told)
    assert "<" not in told


def test_programs_are_told_in_json_what_went_wrong(open_hall: tuple[Path, int]) -> None:
    _, port = open_hall
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    line.request("GET", "/api/v1/nothing/of/the/kind")
    answer = line.getresponse()
    assert (answer.status, json.loads(answer.read())) == (404, {"error": "There is no such page."})
    line.close()


def test_the_example_uses_the_api(
    open_hall: tuple[Path, int], capsys: pytest.CaptureFixture[str]
) -> None:
    data, port = open_hall
    door = find_door(data)
    assert door is not None
    folder = ["--data", str(data)]
    assert main(["event", "new", "alberta-pairs", "--name", "My event", *folder]) == 0
    example = runpy.run_path(str(ROOT / "examples" / "use_the_api.py"))
    example["main"](f"http://127.0.0.1:{port}", "my-event", door.token)
    said = capsys.readouterr().out.splitlines()
    assert said[-2].startswith("1 ")
    assert "1 win" in said[-2]
