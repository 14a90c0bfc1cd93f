"""Where a journal is, and the door of a hall that holds it."""

from __future__ import annotations

import http.client
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import UNSET

from rightbower.office import journals
from rightbower.office import remote as hall_client
from rightbower.office.contests import CONTESTS
from rightbower.office.event_files import Export
from rightbower.store.contract import JournalError
from rightbower.store.opening import JOURNAL
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.league.refusal import LeagueError


def test_where_the_journal_of_a_folder_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RIGHTBOWER_JOURNAL", raising=False)
    assert journals.place_of(tmp_path) == tmp_path / JOURNAL
    assert journals.place_of(tmp_path, "given") == "given"
    monkeypatch.setenv("RIGHTBOWER_JOURNAL", "postgresql://env")
    assert journals.place_of(tmp_path) == "postgresql://env"
    (tmp_path / journals.ADDRESS).write_text(" postgresql://noted \n", "utf-8")
    assert journals.place_of(tmp_path) == "postgresql://noted"
    assert journals.place_of(tmp_path, "given") == "given"
    with pytest.raises(JournalError, match=r"^this journal is in PostgreSQL: back it up with"):
        journals.file_of(tmp_path)
    (tmp_path / journals.ADDRESS).unlink()
    monkeypatch.delenv("RIGHTBOWER_JOURNAL")
    with pytest.raises(JournalError, match=r"^there is no journal in "):
        journals.file_of(tmp_path)
    (tmp_path / JOURNAL).touch()
    assert journals.file_of(tmp_path) == tmp_path / JOURNAL


@pytest.mark.parametrize(
    ("place", "kind"),
    [("postgresql://h/d", True), ("postgres://h/d", True), ("data/x", False), ("mysql://h", "mysql"), ("host=h dbname=d", "host"), ("postgresql:h", "postgresql")],
)  # fmt: skip
def test_a_journal_is_a_file_or_an_address(place: str, kind: bool | str) -> None:
    if isinstance(kind, bool):
        assert journals.is_address(place) is kind
        return
    with pytest.raises(
        JournalError, match=rf"^a journal is a file or postgresql://…, not {kind}…$"
    ):
        journals.is_address(place)


def test_a_journal_in_postgresql_needs_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rightbower.store.postgres.journal", None)
    with pytest.raises(JournalError, match=r"needs asyncpg: pip install"):
        journals.open_at("postgresql://h/d")
    made = SimpleNamespace(PostgresJournal=lambda place: ("open", place))
    monkeypatch.setitem(sys.modules, "rightbower.store.postgres.journal", made)
    opened: Any = journals.open_at("postgresql://h/d")
    assert opened == ("open", "postgresql://h/d")


class Halls:
    """Halls that answer as they are told to, and note what they were asked."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, *answers: tuple[int, str, str, str]
    ) -> None:
        self.asked: list[tuple[Any, ...]] = []
        self.answers = list(answers)
        monkeypatch.setattr(hall_client, "_asked", self.ask)

    def ask(self, *asked: Any) -> hall_client._Heard:
        self.asked.append(asked)
        status, data, where, token = self.answers.pop(0) if self.answers else (200, "[]", "", "")
        return hall_client._Heard(status, data.encode(), where, token)


def office(site: str = "", word: str = "event") -> hall_client.HallOffice:
    """The office through a hall at port 8123."""
    return hall_client.HallOffice(hall_client.Door(8123, "TOKEN", site), CONTESTS[word])


def test_a_hall_is_asked_by_its_port_with_its_token(monkeypatch: pytest.MonkeyPatch) -> None:
    halls = Halls(monkeypatch)
    here = "http://127.0.0.1:8123"
    assert office().summaries() == []
    assert [each[:5] for each in halls.asked] == [
        (here, "/api/v1/openapi.json", "TOKEN", "GET", b""),
        (here, "/api/v1/events", "TOKEN", "GET", b""),
    ]
    summary = '{"id":"x","name":"X","date":"","preset":"p","entrants":1,"rounds":0,"state":"s"}'
    through = office()
    halls.asked.clear()
    halls.answers = [(200, summary, "", ""), (200, summary, "", "")]
    assert through.import_(b"DATA", "new id").id == "x"
    assert through.import_(b"DATA", "").name == "X"
    assert [each[1:5] for each in halls.asked] == [
        ("/api/v1/events/import?id=new+id", "TOKEN", "POST", b"DATA"),
        ("/api/v1/events/import", "TOKEN", "POST", b"DATA"),
    ]
    halls.asked.clear()
    halls.answers = [(200, '{"written":[]}', "", ""), (200, "{}", "", "")]
    through.do("a b", [], "Zoe")
    assert through.ask("a b", Export("json")).value is UNSET
    assert [each[1:5] for each in halls.asked] == [
        ("/api/v1/events/a%20b/commands?by=Zoe", "TOKEN", "POST", b"[]"),
        ("/api/v1/events/a%20b/export", "TOKEN", "POST", halls.asked[1][4]),
    ]


def test_another_hall_is_asked_where_the_first_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    halls = Halls(monkeypatch)
    through = office("https://halls.org")
    halls.asked.clear()
    halls.answers = [(307, "", "/other?hall=b", "PASS"), (200, "[]", "", "")]
    assert through.summaries() == []
    assert halls.asked[1][:5] == ("https://halls.org", "/other?hall=b", "PASS", "GET", b"")
    halls.answers = [(307, "", "/other", "PASS")] * hall_client.HOPS
    with pytest.raises(EventError, match=r"^the event is just moving to another hall; try again$"):
        through.summaries()
    alone = office(word="league")
    for where, hall in (("/other?hall=b", "b"), ("/other", "another")):
        halls.answers = [(307, "", where, "PASS")]
        with pytest.raises(LeagueError, match=rf"^hall {hall} has this league now, and this hall"):
            alone.summaries()
    halls.answers = [(400, '{"error":"There is no event x."}', "", "")]
    with pytest.raises(EventError, match=r"^there is no event x$"):
        through.summaries()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'{"error":"There is no x."}', "there is no x"),
        (b'{"error":"GET is not X."}', "GET is not X."),
        (b'{"other":"x"}', '{"other":"x"}'),
        (b"No such page.", "no such page"),
        (b"a" + b"x" * 300, "a" + "x" * 199),
    ],
)
def test_a_refusal_of_a_hall_is_said_as_the_command_line_does(data: bytes, said: str) -> None:
    assert hall_client._said(data) == said


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_hall_is_asked_over_a_line_that_is_closed_again(
    scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[tuple[Any, ...]] = []

    class Line:
        def __init__(self, *args: Any, **options: Any) -> None:
            calls.append((scheme, *args, options))

        def request(self, *args: Any) -> None:
            calls.append(args)
            if args[1] == "/broken":
                raise OSError("gone")

        def getresponse(self) -> Any:
            heads = {"location": "/there", "x-rightbower-pass": "PASS"}
            return SimpleNamespace(status=307, read=lambda: b"DATA", getheader=heads.get)

        def close(self) -> None:
            calls.append(("closed",))

    name = "HTTPSConnection" if scheme == "https" else "HTTPConnection"
    monkeypatch.setattr(http.client, "HTTPSConnection", None)
    monkeypatch.setattr(http.client, "HTTPConnection", None)
    monkeypatch.setattr(http.client, name, Line)
    heard = hall_client._asked(f"{scheme}://halls.org:1", "/x", "TOKEN", "POST", b"BODY")
    assert heard == hall_client._Heard(307, b"DATA", "/there", "PASS")
    assert calls == [
        (scheme, "halls.org:1", {"timeout": hall_client.SECONDS}),
        ("POST", "/x", b"BODY", {"authorization": "Bearer TOKEN"}),
        ("closed",),
    ]
    with pytest.raises(hall_client.Closed, match=r"does not answer: gone$"):
        hall_client._asked(f"{scheme}://halls.org:1", "/broken", "TOKEN", "GET", b"")
    assert calls[-1] == ("closed",)


def test_a_hall_leaves_a_note_that_only_its_owner_reads(tmp_path: Path) -> None:
    assert hall_client.find_door(tmp_path) is None
    (tmp_path / hall_client.NOTE).write_text("not a note")
    assert hall_client.find_door(tmp_path) is None
    with hall_client.open_door(tmp_path, 8123, "https://halls.org") as found:
        assert (found.port, found.site, len(found.token) > 30) == (8123, "https://halls.org", True)
        assert hall_client.find_door(tmp_path) == found
        assert (tmp_path / hall_client.NOTE).stat().st_mode & 0o777 == 0o600
    assert not (tmp_path / hall_client.NOTE).exists()
    with hall_client.open_door(tmp_path, 8123):
        other = json.dumps({"port": 1, "token": "x", "site": ""})
        (tmp_path / hall_client.NOTE).write_text(other)
    assert (tmp_path / hall_client.NOTE).read_text() == other
