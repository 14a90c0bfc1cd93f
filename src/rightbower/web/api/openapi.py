"""The OpenAPI description of the API, made from the structs of commands and questions."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from msgspec import Raw, json

from rightbower import __version__
from rightbower.office.contests import CONTESTS
from rightbower.tournament.commands import Query, Reply, Request, name_of, says
from rightbower.tournament.contest import Contest
from rightbower.tournament.reading import fields_of

BASE: Final = "/api/v1"
FAULT: Final = {"type": "object", "properties": {"error": {"type": "string"}}}
TOKEN: Final = [{"token": list[str]()}]
INTRODUCTION: Final = (
    "What the desk can do, a program can do. Public questions need no token; commands and the other"
    " questions need one, made at the desk under 'Programs'. A refusal is one sentence under 'error'."
)


def document() -> Raw:
    """The whole description."""
    return _document(tuple(each for contest in CONTESTS.values() for each in _all(contest)))


@lru_cache(maxsize=1)
def _document(requests: tuple[type[Request], ...]) -> Raw:
    """It takes a while to make, and is the same until there is another request."""
    refs, schemas = json.schema_components([*requests, Reply], ref_template="#/components/schemas/{name}")  # fmt: skip
    schema = dict(zip([*requests, Reply], refs, strict=True))
    paths: dict[str, Any] = {}
    for contest in CONTESTS.values():
        paths |= _paths(contest, schema)
    whole = {
        "openapi": "3.1.0",
        "info": {"title": "Rightbower", "version": __version__, "description": INTRODUCTION},
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }
    return Raw(json.encode(whole))


def _all(contest: Contest[Any]) -> list[type[Request]]:
    return [contest.opening, *contest.requests().values()]


def _paths(contest: Contest[Any], schema: dict[Any, dict[str, Any]]) -> dict[str, Any]:
    every = f"{BASE}/{contest.noun}s"
    one = f"{every}/{{id}}"
    paths: dict[str, Any] = {
        every: {
            "get": _operation(f"All {contest.noun}s.", {"type": "array"}),
            "post": _with_body(_operation(says(contest.opening), {}), schema[contest.opening]),
        },
        f"{one}/commands": {
            "post": _with_body(
                _operation("Several commands, all of them or none.", schema[Reply]),
                {"type": "array", "items": {"type": "object"}},
            )
        },
    }
    for name, request in contest.requests().items():
        paths[f"{one}/{name}"] = _of(request, contest, schema)
    for path, found in paths.items():
        if "{id}" in path:
            place = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
            found["parameters"] = [place]
    return paths


def _of(request: type[Request], contest: Contest[Any], schema: dict[Any, Any]) -> dict[str, Any]:
    """The calls of one command or question."""
    if not issubclass(request, Query):
        posted = _with_body(_operation(says(request), schema[Reply]), schema[request])
        return {"post": {**posted, "operationId": f"{contest.noun}-{name_of(request)}"}}
    asked = _operation(says(request), {})
    asked["operationId"] = f"{contest.noun}-{name_of(request)}"
    asked["parameters"] = [
        {"name": each.name, "in": "query", "required": each.required, "description": each.title,
         "schema": {"type": "integer" if each.number else "boolean" if each.plain is bool else "string"}}
        for each in fields_of(request)
    ]  # fmt: skip
    if request.public:
        del asked["security"]
    return {"get": asked}


def _operation(text: str, schema: dict[str, Any]) -> dict[str, Any]:
    body = {"content": {"application/json": {"schema": schema}}}
    fault = {"description": "Refused, in one sentence.", "content": {"application/json": {"schema": FAULT}}}  # fmt: skip
    return {
        "summary": text,
        "security": TOKEN,
        "responses": {"200": {"description": "Done.", **body}, "422": fault},
    }


def _with_body(operation: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    content = {"application/json": {"schema": schema}}
    return {**operation, "requestBody": {"required": True, "content": content}}
