"""The addresses of desks: whose event it is, what takes long, what is owned first, what is noted."""

from __future__ import annotations

import inspect
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from rightbower.web import notes as note_facts
from rightbower.web.api import pages as directors
from rightbower.web.notes import Note, PinSet
from rightbower.web.state import access
from rightbower.web.state import access as large_events
from web.apart import run_apart
from web.asking import asking
from web.at_desk import Director, hall


def stored(prefix: str, **found: Any) -> Any:
    """A store with these."""
    return SimpleNamespace(find=found.get, type=SimpleNamespace(prefix=prefix))


@pytest.mark.parametrize(
    ("path", "params", "is_large"),
    [
        ("/events/small", {"event": "small"}, False),
        ("/events/long", {"event": "long"}, True),
        ("/events/many", {"event": "many"}, True),
        ("/leagues/long", {"league": "long"}, True),
        ("/leagues/many", {"league": "many"}, False),
        ("/api/v1/leagues/many/x", {"id": "many"}, False),
        ("/api/v1/events/many/x", {"id": "many"}, True),
        ("/events/gone", {"event": "gone"}, False),
        ("/", {}, False),
    ],
)
def test_which_pages_take_long(
    monkeypatch: pytest.MonkeyPatch, path: str, params: dict[str, str], is_large: bool
) -> None:
    monkeypatch.setattr(large_events, "is_many", lambda event: event == "of many")

    def history(entries: int, event: str = "") -> Any:
        return SimpleNamespace(entries=range(entries), event=event)

    most = large_events.MANY_ENTRIES
    found = {"small": history(most), "long": history(most + 1), "many": history(1, "of many")}
    request = asking(path=path)
    request.scope["path_params"] = params
    desk = SimpleNamespace(events=stored("event/", **found), leagues=stored("league/", **found))
    request.app.state.desk = desk
    assert large_events.is_large(request) is is_large


def test_pages_are_made_beside_the_loop_and_live_lines_are_left_alone() -> None:
    async def page(_: Request) -> Response:
        return Response("made")

    async def line(_: WebSocket) -> None:
        """Nothing is sent."""

    shown, live = Route("/events/{event}", page), WebSocketRoute("/events/{event}/live", line)
    beside, same = large_events.reads_beside([shown, live])
    assert same is live
    assert isinstance(beside, Route)
    assert (beside.path, beside.methods, beside.name) == (shown.path, shown.methods, "page")
    assert beside.endpoint is not page
    assert inspect.unwrap(beside.endpoint) is page


@pytest.mark.parametrize(
    ("params", "owned", "asked"),
    [
        ({"event": "a"}, False, ["event/a"]),
        ({"league": "b"}, False, ["league/b"]),
        ({"event": "a"}, True, []),
        ({"event": "gone"}, False, []),
        ({}, False, []),
    ],
)
def test_what_is_changed_is_owned_first(
    params: dict[str, str], owned: bool, asked: list[str]
) -> None:
    taken = list[str]()

    async def own(stream: str) -> None:
        taken.append(stream)

    async def reads(read: Any, *args: Any) -> Any:
        return read(*args)

    request = asking()
    request.scope["path_params"] = params
    request.app.state.desk = SimpleNamespace(
        events=stored("event/", a=1),
        leagues=stored("league/", b=1),
        ownership=SimpleNamespace(owns=lambda _: owned),
        own=own,
        reads=reads,
    )
    run_apart(large_events.own_asked(request))
    assert taken == asked


@pytest.mark.parametrize(
    ("thrown_away", "says"),
    [
        (None, "There is no such event here."),
        (True, "This practice event was thrown away."),
        (False, ""),
    ],
)
def test_the_event_of_an_address(thrown_away: bool | None, says: str) -> None:
    event: Any = SimpleNamespace(id="a", thrown_away=thrown_away)
    kept = None if thrown_away is None else SimpleNamespace(state=event, event=event)
    request = asking()
    request.scope["path_params"] = {"event": "a"}
    request.app.state.desk = SimpleNamespace(events=stored("event/", a=kept))
    if says:
        with pytest.raises(HTTPException) as refused:
            access.event_of(request)
        assert (refused.value.status_code, refused.value.detail) == (404, says)
    else:
        found: Any = access.event_of(request)
        assert found is event
        assert access.stream_of(found) == "event/a"


def test_what_was_done_beside_the_log_is_said_in_words_the_latest_first() -> None:
    told: list[tuple[note_facts.NoteFact, str]] = [
        (
            PinSet("s", "h"),
            "set a PIN; whoever was let in by an earlier one is asked again",
        ),
        (note_facts.DirectorNamed("id", "Ann"), "Ann directs this with an account"),
        (note_facts.LetIn("here"), "came in with the PIN, from here"),
        (note_facts.WrongPin("there"), "a wrong PIN was given, from there"),
        (note_facts.TokenMade("site", "h"), "made a token for site"),
        (note_facts.TokenGone("site"), "took the token of site back"),
        (note_facts.DoorSet(True), "opened the list for phones"),
        (note_facts.DoorSet(False), "closed the list for phones"),
        (note_facts.PhoneFreed(7), "freed the phones of entrant 7"),
        (note_facts.CaptainFreed(3), "took the phones of team 3 back"),
        (note_facts.FeeSet(1250), "set the fee to 12.50"),
        (
            note_facts.OneHand(2, 5),
            "round 2, table 5: both sides came from one phone or computer",
        ),
        (note_facts.PhoneTaken("phone", 7), ""),
    ]
    notes = [Note(0.0, fact, "Bob" if number else "") for number, (fact, _) in enumerate(told)]
    lines = directors.audit(notes, "Director")
    assert [line.says for line in lines] == [says for _, says in reversed(told) if says]
    assert [line.by for line in lines] == ["Bob"] * (len(lines) - 1) + ["Director"]
    many = [Note(0.0, note_facts.TokenGone(str(number))) for number in range(302)]
    said = [line.says for line in directors.audit(many, "Director")]
    assert (len(said), said[-1]) == (directors.MOST_LINES, "took the token of 2 back")


def test_asking_for_the_head_of_a_page_shows_it_and_does_nothing(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        director = Director(client, "alberta-pairs")
        director.names(*(f"Player {number} & Partner {number}" for number in range(8)))
        director.seat()
        director.do("messages", "say", text="Coffee is served")
        client.post(
            "/account", data={"do": "make", "name": "Ann", "passphrase": "plain kettle seven"}
        )
        league = client.post("/leagues/new", data={"name": "Bar", "pin": "2468"}).url.path
        journal: Any = client.app.state.hall.journal  # type: ignore[attr-defined]  # an ASGI app has no state
        before = journal.entries
        steps = ("check-in", "seating", "round", "standings", "finish", "messages", "money", "log")
        more = (
            "plan",
            "table/1",
            "table/1/ruling",
            "entrant/1",
            "everything",
            "programs",
            "access",
        )
        desk = [f"/events/{director.id}/desk/{page}" for page in steps + more]
        new = ["/events/new", "/leagues/new", "/account", f"/events/{director.id}/join"]
        for path in (*desk, *new, league):
            assert client.head(path).status_code == client.get(path).status_code == 200, path
        assert journal.entries == before
        assert client.app.state.desk.notes(f"event/{director.id}").message == "Coffee is served"  # type: ignore[attr-defined]  # an ASGI app has no state
        assert "Ann" in client.get("/account").text
