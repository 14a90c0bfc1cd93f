"""Nobody writes entries without end: what changes nothing is not written, and the rest has a quota."""

from __future__ import annotations

import contextlib
from collections.abc import Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.testclient import TestClient

from rightbower.rules.cards import Seat
from rightbower.store.accounts import account_id
from rightbower.store.limits import Rate, Tries
from rightbower.web.app import SHARINGS, TABLES_OPENED, make_app
from rightbower.web.common import guard
from rightbower.web.common.guard import FairQueue, Guard
from rightbower.web.common.identity import COOKIE, KNOWN_DESKS, Keys, Person
from rightbower.web.common.refusal import Refused
from rightbower.web.hall import wire
from rightbower.web.hall.connections import Connection
from rightbower.web.hall.requests import Asked
from rightbower.web.state.accounts import SESSIONS
from rightbower.web.state.desk import KEYS_CHANGED, NOTED_AS_LET_IN
from web.at_desk import PIN, Director, says
from web.layers import ANN, BODY, KEYS, START, Through, scope
from web.serving import played_out
from web.test_quotas import visitor

MANY = 150


def entries(client: TestClient, stream: str) -> int:
    """How many entries a stream has."""
    found: int = client.app.state.hall.journal.head(stream)  # type: ignore[attr-defined]  # a Starlette
    return found


def test_sharing_and_unsharing_a_game_again_and_again_is_not_written_again_and_again(
    tmp_path: Path,
) -> None:
    played_out(tmp_path, "over")
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        keys: Keys = client.app.state.keys  # type: ignore[attr-defined]
        client.cookies.set(COOKIE, keys.cookie(Person(f"over-{Seat.S}", "Sue")))
        before = entries(client, "table/over")
        for _ in range(20):
            client.post("/t/over/share", data={"how": "named"})
        assert entries(client, "table/over") == before + 1
        for number in range(MANY):
            client.post("/t/over/share", data={"how": ("no", "named")[number % 2]})
        assert entries(client, "table/over") <= before + SHARINGS[0].at_once + 1
        said = [client.post("/t/over/share", data={"how": how}) for how in ("named", "no")]
        assert sorted(each.status_code for each in said) == [200, 429]


def test_the_right_pin_lets_in_again_and_again_and_is_noted_a_few_times(client: TestClient) -> None:
    director = Director(client, "alberta-pairs")
    notes, page = f"desk/event/{director.id}", f"/events/{director.id}/pin"
    before = entries(client, notes)
    for _ in range(20):
        assert "/desk" in client.post(page, data={"pin": PIN}).url.path
    assert entries(client, notes) == before, "this browser directs already"
    for _ in range(MANY):
        client.cookies.clear()
        let_in = client.post(page, data={"pin": PIN}, follow_redirects=False)
        assert "/desk" in let_in.headers["location"]
    assert entries(client, notes) <= before + NOTED_AS_LET_IN.at_once + 1


def test_new_pins_and_tokens_are_few(client: TestClient) -> None:
    director = Director(client, "alberta-pairs")
    notes = f"desk/event/{director.id}"
    before, most = entries(client, notes), int(KEYS_CHANGED[0].at_once)
    for _ in range(20):
        said = director.do("programs", "take-back", name="nobody")
        assert "There is no such token any longer" in said
    assert entries(client, notes) == before
    for number in range(most // 2):
        assert director.client.post(
            f"/events/{director.id}/desk/access", data={"pin": f"{1000 + number}"}
        ).url.query
    for number in range(most):
        director.do("programs", "make", name=f"site {number}")
    assert entries(client, notes) <= before + most + 1
    assert "Wait a few minutes" in says(
        director.client.post(f"/events/{director.id}/desk/access", data={"pin": "7777"}).text
    )


def test_right_sign_ins_end_somewhere(client: TestClient) -> None:
    form = {"name": "Ann", "passphrase": "four plain words here"}
    visitor(client, "10.0.0.5").post("/account", data={"do": "make", **form})
    account, most = f"account/{account_id('Ann')}", int(SESSIONS.at_once)
    before = entries(client, account)
    for _ in range(most + 10):
        other = TestClient(client.app, base_url="http://localhost", client=("10.0.0.6", 50000))
        other.portal = client.portal
        other.post("/account", data=form)
    assert before < entries(client, account) <= before + most


def test_games_by_ever_new_cookies_are_a_few_hundred_an_hour() -> None:
    an_hour = TABLES_OPENED[1].at_once + 3600 * TABLES_OPENED[1].per_second
    assert 1_000 <= an_hour <= 1_200, "enough for two hundred and fifty people"


def test_games_that_follow_each_other_end_somewhere() -> None:
    """The quota of a device, and of an address with ever new devices; each asks when a game is over."""
    table = SimpleNamespace(seat_of=lambda _: Seat.S, over=True, followed="")
    quotas = SimpleNamespace(games=Tries(Rate(2, 1e-9)), games_of_place=Tries(Rate(5, 1e-9)))

    def unheard(_: bytes) -> bool:
        return True

    def again(who: str) -> int:
        begun = list[Coroutine[Any, Any, None]]()
        live: Any = SimpleNamespace(services=quotas, table=table, rematch=[], beside=begun.append)
        Asked(Connection(who, who, unheard, place="10.0.0.5"), wire.Again("a")).decide(live)
        for each in begun:
            each.close()
        return len(begun)

    def begun_by(who: str) -> int:
        games = 0
        for _ in range(4):
            with contextlib.suppress(Refused):
                games += again(who)
        return games

    assert [begun_by(who) for who in ("ann-0", "bob-0", "cat-0", "dot-0")] == [2, 2, 1, 0]
    with pytest.raises(Refused, match="you have begun many games"):
        again("eve-0")


def sent(times: int, layer: Guard, found: Through, **headers: Any) -> int:
    """How many of so many things that are sent come through."""
    before = len(found.scopes)
    for _ in range(times):
        found.ask(layer, scope("POST", **headers))
    return len(found.scopes) - before


def test_what_somebody_sends_has_an_end_and_a_director_who_was_let_in_has_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slow = 1e-9
    monkeypatch.setattr(guard, "SENT", Rate(5, slow))
    monkeypatch.setattr(guard, "SENT_FROM", Rate(12, slow))
    monkeypatch.setattr(guard, "SENT_BY_STRANGERS", Rate(3, slow))
    found = Through(START, BODY)
    layer = Guard(found.app, FairQueue())
    ann = f"{COOKIE}={KEYS.cookie(ANN)}"
    assert sent(9, layer, found) == 3
    assert found.sent[-2]["status"] == 429
    assert sent(9, layer, found, cookie=ann) == 5
    assert sent(9, layer, found, authorization="Bearer x") == 4
    assert sent(9, layer, found, cookie=f"{COOKIE}={KEYS.cookie(Person('bob-0', 'Bob'))}") == 0
    cookie, purpose = KNOWN_DESKS
    director = f"{COOKIE}={KEYS.cookie(Person('dot-0', 'Dot'))}; {cookie}={KEYS.sealed({'event/a': 'yes'}, purpose)}"
    assert sent(9, layer, found, cookie=director) == 5
    assert sent(1, layer, found, client=("127.0.0.1", 1)) == 1, "the machine of the hall itself"
    found.ask(layer, scope("GET"))
    assert found.sent[-2]["status"] == 200


def test_what_one_browser_was_let_in_to_gives_made_up_devices_no_more_than_an_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slow = 1e-9
    monkeypatch.setattr(guard, "SENT", Rate(5, slow))
    monkeypatch.setattr(guard, "SENT_FROM", Rate(12, slow))
    found = Through(START, BODY)
    layer = Guard(found.app, FairQueue())
    cookie, purpose = KNOWN_DESKS

    def director(number: int, *events: str) -> str:
        known = KEYS.sealed(dict.fromkeys(events, "yes"), purpose)
        return f"{COOKIE}={KEYS.cookie(Person(f'dot-{number}', 'Dot'))}; {cookie}={known}"

    assert [sent(9, layer, found, cookie=director(n, "event/a")) for n in range(4)] == [5, 5, 2, 0]
    assert sent(9, layer, found, cookie=director(9, "event/b", "event/a")) == 0
    assert sent(9, layer, found, cookie=director(10, "event/b")) == 5, "another event's director"
