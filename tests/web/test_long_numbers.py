"""A number of five thousand digits, wherever one can be written, is refused in words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from rightbower.tournament.commands import declared
from rightbower.tournament.events.acts import EventCommand
from rightbower.tournament.reading import fields_of
from rightbower.web.app import make_app
from web.at_desk import Director

LONG = "9" * 5000
# As long as an address may be.
IN_AN_ADDRESS = "9" * 3900


@pytest.fixture
def director(tmp_path: Path) -> Iterator[Director]:
    """A director in a hall whose faults are pages."""
    app = make_app(tmp_path)
    client = TestClient(app, base_url="http://localhost", raise_server_exceptions=False)
    with client:
        yield Director(client, "alberta-pairs")


def test_every_command_takes_or_refuses_it(director: Director) -> None:
    for name, command in declared(EventCommand).items():
        form = {"do": name, **{field.name: LONG for field in fields_of(command)}}
        answer = director.client.post(f"/events/{director.id}/desk/everything", data=form)
        assert answer.status_code < 500, name


def test_every_form_and_address_takes_or_refuses_it(director: Director) -> None:
    event = f"/events/{director.id}"
    forms = {
        "/tables": {"target": LONG, "turn_seconds": LONG},
        "/events/new": {
            "preset": "charity-day",
            "name": "x",
            "date": LONG,
            "pin": LONG,
            "rounds": LONG,
        },
        "/leagues/new": {"name": "x", "pin": "1234", "weeks": LONG, "first_night": LONG},
        "/name": {"name": LONG},
        f"{event}/me": {"entrant": LONG},
        f"{event}/join": {"name": LONG, "partner_name": LONG, "born": LONG},
        f"{event}/desk/round": {"do": "result", "line": f"{LONG} 10 7"},
        f"{event}/desk/check-in": {"do": "fee", "fee": LONG},
    }
    for path, form in forms.items():
        assert director.client.post(path, data=form).status_code < 500, path
    for path in (
        "/puzzles/{}",
        "/charts/hand?score={}",
        f"{event}/desk/table/{{}}",
        f"{event}/desk/round?round={{}}",
        f"{event}/desk/entrant/{{}}",
        f"{event}/table/{{}}?code=x",
    ):
        assert director.client.get(path.format(IN_AN_ADDRESS)).status_code < 500, path
