"""The description of the calls as a whole, and the pages of everything."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from rightbower import __version__
from rightbower.office.contests import CONTESTS
from rightbower.tournament.commands import Query, name_of, says
from rightbower.tournament.reading import fields_of
from rightbower.web.api import openapi, pages
from rightbower.web.state.desk import Desk
from web.at_desk import Director
from web.at_desk import says as words_of
from web.office import Office


def _request_body(schema: Any) -> Any:
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def _responses(schema: Any) -> Any:
    fault = {"application/json": {"schema": openapi.FAULT}}
    return {
        "200": {"description": "Done.", "content": {"application/json": {"schema": schema}}},
        "422": {"description": "Refused, in one sentence.", "content": fault},
    }


def test_the_description_is_complete() -> None:
    whole = json.loads(bytes(openapi.document()))
    assert set(whole) == {"openapi", "info", "paths", "components"}
    assert whole["info"] == {
        "title": "Rightbower",
        "version": __version__,
        "description": openapi.INTRODUCTION,
    }
    schemes = whole["components"]["securitySchemes"]
    assert schemes == {"token": {"type": "http", "scheme": "bearer"}}
    token: list[Any] = [{"token": []}]
    id_ = {"name": "id", "in": "path", "required": True}
    own_id = [{**id_, "schema": {"type": "string"}}]
    reply = {"$ref": "#/components/schemas/Reply"}
    expected: dict[str, Any] = {}
    for word, contest in CONTESTS.items():
        every = f"/api/v1/{word}s"

        def ref(kind: type) -> dict[str, str]:
            return {"$ref": f"#/components/schemas/{kind.__name__}"}

        expected[every] = {
            "get": {
                "summary": f"All {word}s.",
                "security": token,
                "responses": _responses({"type": "array"}),
            },
            "post": {
                "summary": says(contest.opening),
                "security": token,
                "responses": _responses({}),
                "requestBody": _request_body(ref(contest.opening)),
            },
        }
        expected[f"{every}/{{id}}/commands"] = {
            "post": {
                "summary": "Several commands, all of them or none.",
                "security": token,
                "responses": _responses(reply),
                "requestBody": _request_body({"type": "array", "items": {"type": "object"}}),
            },
            "parameters": own_id,
        }
        for name, request in contest.requests().items():
            call = {
                "summary": says(request),
                "security": token,
                "operationId": f"{word}-{name_of(request)}",
            }
            if issubclass(request, Query):
                call["responses"] = _responses({})
                call["parameters"] = [
                    {
                        "name": each.name,
                        "in": "query",
                        "required": each.required,
                        "description": each.title,
                        "schema": {
                            "type": "integer"
                            if each.number
                            else "boolean"
                            if each.plain is bool
                            else "string"
                        },
                    }
                    for each in fields_of(request)
                ]
                if request.public:
                    del call["security"]
            else:
                call["responses"] = _responses(reply)
                call["requestBody"] = _request_body(ref(request))
            method = "get" if issubclass(request, Query) else "post"
            expected[f"{every}/{{id}}/{name}"] = {method: call, "parameters": own_id}
    assert whole["paths"] == expected


def test_a_command_is_chosen_on_the_page_of_everything(director: Director) -> None:
    page = director.do("everything", "no such thing", who=1)
    assert (director.status, "Choose what to do." in page) == (422, True)
    director.do("everything", "entrants-add", names="Ann & Al")
    assert director.status == 200
    assert director.path == f"/events/{director.id}/desk/everything"
    refused = director.do("everything", "result", table="0")
    assert (director.status, "Table: write a whole number from 1 to 9999." in refused) == (
        422,
        True,
    )


def test_a_league_and_a_club_have_their_own_pages_of_everything(gamer: Office) -> None:
    client, id_ = gamer.client, gamer.base.rpartition("/")[2]
    for path in (f"/leagues/{id_}/desk", "/club/desk"):
        for page in ("everything", "programs", "access"):
            found = client.get(f"{path}/{page}", follow_redirects=False)
            if path.startswith("/leagues"):
                assert found.status_code == 200
                assert path.removesuffix("/desk") in found.text
            else:
                assert found.headers.get("location", "/club").startswith("/club")
    named = client.post(f"/leagues/{id_}/desk/programs", data={"name": "site"})
    assert "site" in words_of(named.text)
    desk: Desk = client.app.state.desk  # type: ignore[attr-defined]
    assert list(desk.notes(f"league/{id_}").tokens) == ["site"]


def test_what_the_officer_of_a_page_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    league, club, event = (SimpleNamespace(id=id_) for id_ in ("tuesdays", "club", "day"))
    monkeypatch.setattr(pages, "directed_league", lambda _: SimpleNamespace(league=league))
    monkeypatch.setattr(pages, "kept_club", lambda _: SimpleNamespace(club=club))
    monkeypatch.setattr(pages, "directed_event", lambda _: event)
    for params, word, state, base, stream in (
        ({"league": "tuesdays"}, "league", league, "/leagues/tuesdays", "league/tuesdays"),
        ({}, "club", club, "/club", "club/club"),
        ({"event": "day"}, "event", event, "/events/day", "event/day"),
    ):
        request: Any = SimpleNamespace(path_params=params)
        here = pages.directed(request)
        assert here.contest is CONTESTS[word]
        assert (here.state, here.base, here.stream) == (state, base, stream)
