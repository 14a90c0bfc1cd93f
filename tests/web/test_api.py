"""The JSON API, its description, tokens, and the command line through an open hall."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import pytest
from starlette.testclient import TestClient

from rightbower.cli import main
from rightbower.office.contests import CONTESTS
from rightbower.tournament.commands import Now, Query, declared, field, forget_declaration
from rightbower.tournament.contest import Fact
from rightbower.tournament.events.acts import EventCommand, Who
from rightbower.tournament.events.attendance import vouch
from rightbower.tournament.events.event import Event, EventHistory
from rightbower.tournament.events.labels import entrant
from rightbower.tournament.league.simulated import season
from web.at_desk import Director

ROOT = Path(__file__).resolve().parents[2]


def token_of(director: Director, name: str = "website") -> dict[str, str]:
    """A token made at the desk, as a header."""
    director.client.post(f"/events/{director.id}/desk/programs", data={"name": name})
    page = director.client.post(f"/events/{director.id}/desk/programs", data={"name": name}).text
    return {"authorization": f"Bearer {page.split('<code>')[1].split('</code>')[0]}"}


def test_a_program_does_what_the_desk_can(director: Director) -> None:
    client, base = director.client, f"/api/v1/events/{director.id}"
    known = token_of(director)
    added = client.post(f"{base}/entrants-add", headers=known,
                        json={"names": ["Ann & Al", "Bea & Bob"], "here": True})  # fmt: skip
    assert [each["says"] for each in added.json()["written"]] == [
        "entered: 1 Ann & Al, 2 Bea & Bob",
        "here: entrants 1, 2",
    ]
    assert client.post(f"{base}/seat", headers=known, json={"seed": "x"}).status_code == 200
    client.post(f"{base}/result", headers=known, json={"table": 1, "first": 10, "second": 7})
    places = client.get(f"{base}/standings").json()
    assert [place["rank"] for place in places] == [1, 2]
    assert client.get(f"{base}/results").json()[0]["points"] == [10, 7]
    assert director.client.app.state.desk.history(director.id).entries[-1].by == "website"  # type: ignore[attr-defined]  # an ASGI app has no state


@pytest.mark.parametrize(
    ("path", "body", "status", "sentence"),
    [
        ("result", {"table": 0, "first": 1, "second": 2}, 422, "Table: write a whole number from 1 to 9999."),
        ("result", {"table": 1, "first": 10}, 422, "Points: write a whole number from -9999 to 9999."),
        ("result", {"tabel": 1}, 422, "Object contains unknown field `tabel`."),
        ("result", {"table": 1, "first": 10, "second": 2}, 422, "No round has been seated yet."),
        ("seat", {"move": "sideways"}, 422, "Who moves: choose one of a-up, b-down, both."),
        ("explode", {}, 404, "There is no 'explode' of events"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_sentence(
    director: Director, path: str, body: dict[str, Any], status: int, sentence: str
) -> None:
    answer = director.client.post(
        f"/api/v1/events/{director.id}/{path}", json=body, headers=token_of(director)
    )
    assert answer.status_code == status
    assert sentence in answer.json()["error"]


def test_a_body_that_is_not_json_is_refused_in_one_sentence(director: Director) -> None:
    answer = director.client.post(
        f"/api/v1/events/{director.id}/result", content=b"{", headers=token_of(director)
    )
    assert answer.status_code == 422
    assert "The body is not JSON" in answer.json()["error"]


def test_commands_need_a_token_and_public_questions_none(director: Director) -> None:
    base = f"/api/v1/events/{director.id}"
    client = director.client
    assert client.post(f"{base}/seat", json={}).status_code == 401
    wrong = {"authorization": "Bearer nobody"}
    assert client.post(f"{base}/seat", json={}, headers=wrong).status_code == 401
    assert client.get(f"{base}/entrants-list").status_code == 401
    assert client.post(f"{base}/entrants-list", json={}).status_code == 401
    assert client.get(f"{base}/standings").status_code == 200
    assert client.post(f"{base}/standings", json={}).status_code == 200
    assert client.get(f"{base}/seat").status_code == 405
    assert client.get("/api/v1/events/none/standings").status_code == 404
    known = token_of(director)
    assert client.get(f"{base}/entrants-list", headers=known).json() == []
    assert client.post("/api/v1/events", json={}, headers=known).status_code == 401
    whole = client.get(f"{base}/export?form=json", headers=known).content
    for headers in ({}, known):
        copied = client.post("/api/v1/events/import?id=copy", content=whole, headers=headers)
        assert copied.status_code == 401
    assert client.get("/api/v1/events/copy/standings").status_code == 404
    other = Director(client, "charity-day", "Another day")
    assert client.post(f"/api/v1/events/{other.id}/seat", json={}, headers=known).status_code == 401
    client.post(f"/events/{director.id}/desk/programs", data={"name": "website", "do": "take-back"})
    assert client.get(f"{base}/entrants-list", headers=known).status_code == 401


def test_birth_dates_and_addresses_are_not_for_everybody(director: Director) -> None:
    client, known = director.client, token_of(director)
    base = f"/api/v1/events/{director.id}"
    people = {
        "names": ["Ann & Al", "Bea & Bob"],
        "born": ["1950-02-01", "1948-11-30"],
        "here": True,
    }
    assert client.post(f"{base}/entrants-add", json=people, headers=known).is_success
    client.post(f"{base}/seat", json={}, headers=known)
    client.post(f"{base}/clock-start", json={}, headers=known)
    league = demo_league(client)
    for place, word in ((base, "event"), (f"/api/v1/leagues/{league}", "league")):
        for name, asked in declared(CONTESTS[word].queries).items():
            more = {"form": "text"} if name == "share" else {}
            answer = client.get(f"{place}/{name}", params=more)
            if name == "boards-list":  # this event has none
                assert "duplicate" in answer.text.lower()
                continue
            assert answer.status_code == (200 if asked.public else 401), name
            assert not re.search("1950-02-01|player@example.org", answer.text), name
    assert "1950-02-01" in client.get(f"{base}/show", headers=known).text


def demo_league(client: TestClient) -> str:
    """A season with protests, in which players handed in their addresses."""
    history = season(4, 6)
    assert any(each.email for each in history.league.protests)
    desk = client.app.state.desk  # type: ignore[attr-defined]  # an ASGI app has no state
    assert client.portal is not None
    entries = list(history.entries)
    client.portal.call(desk.import_, CONTESTS["league"], history.league.id, entries)
    return history.league.id


def test_several_commands_are_written_all_or_none(director: Director) -> None:
    director.names("Ann & Al", "Bea & Bob", "Cat & Cy", "Dot & Di")
    director.seat()
    known, path = token_of(director), f"/api/v1/events/{director.id}/commands"
    bad = [
        {"type": "result", "table": 1, "first": 10, "second": 7},
        {"type": "result", "table": 9, "first": 10, "second": 7},
    ]
    refused = director.client.post(path, json=bad, headers=known)
    assert refused.json()["error"] == "There is no table 9 in round 1."
    assert director.event.round.table(1).result is None
    version = director.event.version
    good = [bad[0], {**bad[1], "table": 2}]
    stale = director.client.post(f"{path}?version={version - 1}", json=good, headers=known)
    assert stale.status_code == 409
    assert director.client.post(f"{path}?version={version}", json=good, headers=known).is_success
    assert director.event.version == version + 2


def test_every_command_and_question_is_described(client: TestClient) -> None:
    described = client.get("/api/v1/openapi.json").json()
    assert described["openapi"] == "3.1.0"
    for word, contest in CONTESTS.items():
        for name, request in contest.requests().items():
            found = described["paths"][f"/api/v1/{word}s/{{id}}/{name}"]
            assert set(found) - {"parameters"} == {"get" if issubclass(request, Query) else "post"}
    kinds = described["paths"]["/api/v1/events/{id}/entrants-preview"]["get"]["parameters"]
    assert {each["name"]: each["schema"]["type"] for each in kinds} == {
        "rows": "string", "numbers": "integer", "faults": "string", "open": "boolean"
    }  # fmt: skip
    table = described["components"]["schemas"]["EnterResult"]["properties"]["table"]
    assert (table["title"], table["minimum"], table["maximum"]) == ("Table", 1, 9999)


def test_a_new_command_appears_everywhere(
    director: Director, capsys: pytest.CaptureFixture[str]
) -> None:
    class Applaud(EventCommand, frozen=True, tag="applaud"):
        """Everybody applauds an entrant."""

        who: Who
        loudly: Annotated[bool, field("Loudly")] = False

        def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
            number = entrant(state, self.who)
            yield vouch(state, number, "applause" + "!" * self.loudly)

    try:
        director.names("Ann & Al", "Bea & Bob")
        assert "applaud" in declared(EventCommand)
        assert main(["event", "--help"]) == 0
        assert "applaud              Everybody applauds an entrant." in capsys.readouterr().out
        assert main(["event", "applaud", "--help"]) == 0
        assert "--loudly" in capsys.readouterr().out
        assert "applaud Everybody applauds an entrant." in director.look("everything")
        director.do("everything", "applaud", who=1)
        director.line("applaud bea --loudly")
        paths = director.client.get("/api/v1/openapi.json").json()["paths"]
        assert paths["/api/v1/events/{id}/applaud"]["post"]["summary"].startswith("Everybody")
        path = f"/api/v1/events/{director.id}/applaud"
        director.client.post(path, json={"who": "Ann"}, headers=token_of(director))
        says = [entry.fact.why for entry in _entries(director)[-3:]]
        assert says == ["applause", "applause!", "applause"]
    finally:
        forget_declaration(Applaud)


def _entries(director: Director) -> Any:
    return director.client.app.state.desk.history(director.id).entries  # type: ignore[attr-defined]  # an ASGI app has no state


def test_a_changed_pin_ends_the_tokens_made_with_the_old_one(director: Director) -> None:
    client, asked = director.client, f"/api/v1/events/{director.id}/show"
    token = token_of(director)
    assert client.get(asked, headers=token).status_code == 200
    page = client.post(f"/events/{director.id}/desk/access", data={"pin": "97531"}).text
    assert "programs need new tokens" in page
    assert "took the token of website back" in page
    assert client.get(asked, headers=token).status_code == 401
