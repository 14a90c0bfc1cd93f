"""A new page is one handler and one route."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import ChoiceLoader, DictLoader
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from rightbower.web import app, routes
from rightbower.web.common.rendering import environment, render

TEMPLATE = """{% extends "base.html" %}
{% block title %}Good evening{% endblock %}
{% block body %}<h1>Good evening, {{ name }}</h1>{% endblock %}"""


async def greeting(request: Request) -> Response:
    return render(request, "greeting.html", name=request.path_params["name"])


def test_it_has_the_frame_and_the_guards_of_all_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = environment().loader
    assert pages is not None
    both = ChoiceLoader([DictLoader({"greeting.html": TEMPLATE}), pages])
    known = routes._event()
    monkeypatch.setattr(routes, "_event", lambda: [*known, Route("/greeting/{name}", greeting)])
    with TestClient(app.make_app(tmp_path, room=False), base_url="http://127.0.0.1") as client:
        monkeypatch.setattr(environment(), "loader", both)
        page = client.get("/greeting/<Ann>")
        home = client.head("/set-aside")
    assert page.status_code == 200
    assert "<h1>Good evening, &lt;Ann&gt;</h1>" in page.text
    assert page.headers["content-security-policy"] == home.headers["content-security-policy"]
