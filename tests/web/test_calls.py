"""The calls of programs at their edges, and the tokens they are made with."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any

import pytest
from starlette.testclient import TestClient

from rightbower.store.contract import JournalError
from rightbower.tournament.commands import Answer
from rightbower.tournament.events.registration import AddEntrants
from rightbower.web.api import calls
from rightbower.web.state.desk import Desk
from web.at_desk import Director
from web.at_desk import says as words_of

OWNER = {"authorization": "Bearer sesame"}


@pytest.fixture
def owned(client: TestClient) -> TestClient:
    """A hall whose command line is known by a word."""
    client.app.state.door = "sesame"  # type: ignore[attr-defined]  # an ASGI app has no state
    return client


def token_of(director: Director) -> dict[str, str]:
    """A token made at the desk, as a header."""
    page = director.client.post(f"/events/{director.id}/desk/programs", data={"name": "site"}).text
    return {"authorization": f"Bearer {page.split('<code>')[1].split('</code>')[0]}"}


def answer(found: Any) -> tuple[int, Any]:
    """The status of an answer and what it says."""
    said = found.json()
    return found.status_code, said.get("error", said) if isinstance(said, dict) else said


NEEDS_TOKEN = (401, "This needs a token, made at the desk under 'Programs'.")


def test_events_are_begun_imported_and_listed_by_the_command_line(
    owned: TestClient, director: Director
) -> None:
    opening = {"preset": "alberta-pairs", "name": "Second", "date": "2026-06-01"}
    assert answer(owned.post("/api/v1/events", json=opening)) == NEEDS_TOKEN
    known = token_of(director)
    assert answer(owned.post("/api/v1/events", json=opening, headers=known))[0] == 401
    made = owned.post("/api/v1/events?by=Ann", json=opening, headers=OWNER)
    assert made.status_code == 201
    id_ = made.json()["id"]
    listed = owned.get("/api/v1/events")
    assert listed.headers["access-control-allow-origin"] == "*"
    assert listed.headers["content-type"] == "application/json"
    assert {each["id"] for each in listed.json()} == {director.id, id_}
    desk: Desk = owned.app.state.desk  # type: ignore[attr-defined]
    assert [each.by for each in desk.history(id_).entries] == ["Ann"]
    whole = owned.get(f"/api/v1/events/{id_}/export?form=json", headers=OWNER)
    assert whole.status_code == 200
    assert answer(owned.post("/api/v1/events/import?id=copy", content=whole.content)) == NEEDS_TOKEN
    copied = owned.post("/api/v1/events/import?id=copy", content=whole.content, headers=OWNER)
    assert (copied.status_code, copied.json()["id"]) == (201, "copy")
    assert len(desk.history("copy").entries) == 1
    again = owned.post("/api/v1/events/import?id=copy", content=whole.content, headers=OWNER)
    assert again.status_code == 422


def test_what_is_not_there_and_what_is_asked_in_the_wrong_way(director: Director) -> None:
    client, base = director.client, f"/api/v1/events/{director.id}"
    known = token_of(director)
    assert answer(client.get("/api/v1/events/nowhere/show", headers={})) == (
        404,
        "There is no event 'nowhere' here.",
    )
    assert answer(client.get("/api/v1/leagues/nowhere/table"))[1] == (
        "There is no league 'nowhere' here."
    )
    assert answer(client.get(f"{base}/explode")) == (
        404,
        "There is no 'explode' of events; see /api/v1/openapi.json.",
    )
    assert answer(client.get(f"{base}/seat", headers=known)) == (
        405,
        "This is a command: send it as POST.",
    )
    assert answer(client.post(f"{base}/seat", json={})) == NEEDS_TOKEN
    assert client.post(f"{base}/standings", json={}).status_code == 200
    shown = client.post(f"{base}/standings", json={}).json()
    assert set(shown) >= {"value"}
    assert answer(client.post(f"{base}/commands", json=[])) == NEEDS_TOKEN


def test_several_commands_are_a_list_of_commands(director: Director) -> None:
    client, known = director.client, token_of(director)

    def sent(body: Any, id_: str = director.id) -> tuple[int, Any]:
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        return answer(client.post(f"/api/v1/events/{id_}/commands", content=raw, headers=known))

    assert sent([]) == (422, "Send 1 to 500 commands at once.")
    assert sent([{"type": "x"}] * 501) == (422, "Send 1 to 500 commands at once.")
    assert sent([{"type": "x"}] * 500) == (422, "'x' is not a command of events.")
    assert sent([{}]) == (422, "'' is not a command of events.")
    assert sent([{"type": "standings"}]) == (422, "'standings' is not a command of events.")
    status, said = sent({"type": "seat"})
    assert (status, said.startswith("Send a list of commands: ")) == (422, True)
    assert sent(b'[{"type": "\xff"}]')[0] == 422
    added = {"type": "entrants-add", "names": ["Ann & Al"]}
    status, done = sent([added])
    assert (status, len(done["written"])) == (200, 1)


def test_commands_to_what_is_not_there_are_not_even_read(owned: TestClient) -> None:
    sent = owned.post("/api/v1/events/nowhere/commands", content=b"?", headers=OWNER)
    assert answer(sent) == (404, "There is no event 'nowhere' here.")


def test_the_command_line_says_itself_who_writes_and_a_token_has_its_name(
    owned: TestClient, director: Director
) -> None:
    path = f"/api/v1/events/{director.id}/entrants-add?by={'x' * 70}"
    desk: Desk = owned.app.state.desk  # type: ignore[attr-defined]
    for headers, by in ((OWNER, "x" * 60), (token_of(director), "site")):
        sent = owned.post(path, json={"names": [f"Ann {by[:3]} & Bob {by[:3]}"]}, headers=headers)
        assert sent.status_code == 200, sent.text
        assert desk.history(director.id).entries[-1].by == by


def test_a_stale_version_is_refused(director: Director) -> None:
    client, known = director.client, token_of(director)
    version = director.event.version
    path, body = f"/api/v1/events/{director.id}/entrants-add", {"names": ["Ann & Al"]}
    assert answer(client.post(f"{path}?version={version - 1}", json=body, headers=known)) == (
        409,
        f"The event is at version {version} by now.",
    )
    sent = client.post(f"{path}?version={version}", json=body, headers=known)
    assert sent.status_code == 200


def test_what_could_not_be_saved_is_said_so(
    director: Director, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = token_of(director)

    async def fails(*_: Any, **__: Any) -> None:
        raise JournalError("/secret/path: the disk is full")

    monkeypatch.setattr(Desk, "do", fails)
    path = f"/api/v1/events/{director.id}/entrants-add"
    assert answer(director.client.post(path, json={"names": ["Ann & Al"]}, headers=known)) == (
        503,
        "This could not be saved. Try again.",
    )


def test_an_answer_with_a_file_is_that_file() -> None:
    found = calls._taken(Answer(files={'a/b "c".csv': b"data", "other": b"x"}))
    assert bytes(found.body) == b"data"
    assert found.headers["content-disposition"] == 'attachment; filename="b c.csv"'
    assert found.headers["content-type"] == "application/octet-stream"
    plain = calls._taken(Answer(value={"a": 1}))
    assert bytes(plain.body) == b'{"a":1}'


def test_tokens_are_made_and_taken_back(director: Director) -> None:
    client, path = director.client, f"/events/{director.id}/desk/programs"
    desk: Desk = client.app.state.desk  # type: ignore[attr-defined]

    def kept() -> list[str]:
        return sorted(desk.notes(f"event/{director.id}").tokens)

    empty = client.post(path, data={"name": " "})
    assert empty.status_code == 422
    assert "Give the token a name" in words_of(empty.text)
    for name in ("site", "wall"):
        assert "rb_" in client.post(path, data={"name": name}).text
    assert kept() == ["site", "wall"]
    gone = client.post(path, data={"name": "site", "do": "take-back"})
    assert (gone.status_code, "rb_" in gone.text, kept()) == (200, False, ["wall"])
    notes = desk.all_notes(f"event/{director.id}")
    assert notes[-1].by == ""


def test_a_new_pin_has_to_be_one(director: Director) -> None:
    client, path = director.client, f"/events/{director.id}/desk/access"
    for pin, words in ((" ", "Write the new PIN."), ("12", "A PIN is four to twelve digits.")):
        page = client.post(path, data={"pin": pin})
        assert (page.status_code, words in words_of(page.text)) == (422, True)
        assert "four to twelve digits; a desk" in words_of(page.text)
    changed = client.post(path, data={"pin": " 97531 "}, follow_redirects=False)
    assert changed.status_code == 303
    assert changed.headers["location"] == f"/events/{director.id}/desk/access?changed=1"
    assert client.get(path).status_code == 200, "whoever changed it is let in"


def test_a_pile_of_commands_is_worked_out_beside_the_loop_and_is_bounded(
    director: Director, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, known = director.client, token_of(director)
    where: list[str] = []
    decide = AddEntrants.decide

    def deciding(self: AddEntrants, *args: Any) -> Any:
        where.append(threading.current_thread().name.partition("_")[0])
        return decide(self, *args)

    monkeypatch.setattr(AddEntrants, "decide", deciding)

    def sent(commands: int, names: int) -> Any:
        pile = [
            {
                "type": "entrants-add",
                "names": [f"Ann{n}x{m} Lee & Bob{n}x{m} Ray" for m in range(names)],
            }
            for n in range(commands)
        ]
        return client.post(f"/api/v1/events/{director.id}/commands", json=pile, headers=known)

    assert answer(sent(500, 40)) == (422, "That is too much at once: send it in several parts.")
    assert (where, len(director.event.entrants)) == ([], 0)
    assert sent(20, 10).status_code == 200
    assert (set(where), len(director.event.entrants)) == ({"piles"}, 200)


def test_piles_for_one_event_that_come_at_once_are_both_written(director: Director) -> None:
    desk: Desk = director.client.app.state.desk  # type: ignore[attr-defined]

    def pile(first: str) -> list[AddEntrants]:
        return [AddEntrants((f"{first}{n} Lee & Bob{first}{n} Ray",)) for n in range(100)]

    async def both() -> None:
        await asyncio.gather(*(desk.do(director.id, *pile(each)) for each in "ABC"))

    assert director.client.portal is not None
    director.client.portal.call(both)
    assert len(director.event.entrants) == 300
    kept = [type(each.fact).__name__ for each in desk.history(director.id).entries]
    assert len(kept) == desk.history(director.id).event.version
