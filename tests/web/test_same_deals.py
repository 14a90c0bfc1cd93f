"""The same deals for several people: dealt alike, hidden until played, compared afterwards."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from rightbower.rules import shuffles
from rightbower.rules.book import names
from rightbower.rules.refusal import Refusal
from rightbower.web.app import make_app
from rightbower.web.common.identity import COOKIE, Person
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.same_deals import new_match, of_day, result_of, same_deals, today
from rightbower.web.hall.table import Pace
from rightbower.web.study.replay import record_of
from web.joined import joined

ROOT = Path(__file__).resolve().parents[2]
AT_ONCE = Pace(bot=0, trick=0, deal=0, salts=0)
NOON = 1_800_000_000.0
Choose = Callable[[list[str]], str]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(tmp_path, AT_ONCE), base_url="http://localhost") as client:
        yield client


def hall_of(client: TestClient) -> Hall:
    hall: Hall = client.app.state.hall  # type: ignore[attr-defined]  # Starlette's
    return hall


def become(client: TestClient, who: str) -> None:
    keys = client.app.state.keys  # type: ignore[attr-defined]
    client.cookies.clear()
    client.cookies.set(COOKIE, keys.cookie(Person(who, who.capitalize())))


def first(legal: list[str]) -> str:
    return legal[0]


def last(legal: list[str]) -> str:
    return legal[-1]


def state(line: Any) -> dict[str, Any]:
    while True:
        message = joined(line.receive_json())
        if message["type"] == "state":
            return message


def play_out(client: TestClient, key: str, who: str, choose: Choose = first) -> str:
    """Play the deals to their end; the table where."""
    become(client, who)
    table = client.post(f"/same/{key}/play", follow_redirects=False).headers["location"]
    with client.websocket_connect(f"{table}/live?protocol=2") as line:
        line.send_json({"type": "hello"})
        now = state(line)
        while not now["game"].get("result"):
            legal = now["game"].get("legal")
            if legal:
                move = {"type": "move", "id": str(now["version"]), "action": choose(legal)}
                line.send_json({**move, "meant": True})
            now = state(line)
    return table.removeprefix("/t/")


def dealt(client: TestClient, table: str) -> list[Any]:
    """The cards of every deal at a table."""
    live = hall_of(client).find(table)
    assert live is not None
    record = record_of(live)
    return [entry.cards for entry in record.entries if hasattr(entry, "cards")]


def test_friends_have_the_same_cards_and_are_compared(client: TestClient) -> None:
    made = client.post("/same", data={"book": "standard", "deals": "4"}, follow_redirects=False)
    key = made.headers["location"].removeprefix("/same/")
    one = play_out(client, key, "ann", first)
    other = play_out(client, key, "bea", last)
    many = min(len(dealt(client, one)), len(dealt(client, other)))
    assert many >= 4
    assert dealt(client, one)[:many] == dealt(client, other)[:many]
    become(client, "ann")
    page = client.get(f"/same/{key}").text
    found = {each.name: each for each in _results(client, key)}
    assert set(found) == {"Ann", "Bea"}
    assert "You" in page
    assert "Bea" in page
    both = min(len(found["Ann"].deals), len(found["Bea"].deals))
    ours, theirs = (sum(found[name].deals[:both]) for name in ("Ann", "Bea"))
    words = "are level" if ours == theirs else "beat" if ours > theirs else "are behind"
    assert words in page
    assert page.count("<th>You</th>") == 1


def _results(client: TestClient, key: str) -> list[Any]:
    from rightbower.web.hall.same_deals import results

    hall = hall_of(client)
    return results(hall.journal, same_deals(key, hall.clock()))


def test_nobody_reads_the_deals_before_playing_them(client: TestClient) -> None:
    key = new_match("standard", 4)
    table = play_out(client, key, "ann")
    become(client, "cy")
    page = client.get(f"/same/{key}").text
    assert "Ann" not in page
    assert "1 has played them so far" in page
    seed = hall_of(client).find(table).table.opened.seed  # type: ignore[union-attr]
    for path in ("", "/replay", "/review", "/record", "/egn", "/fair", "/again/1"):
        answer = client.get(f"/t/{table}{path}")
        assert (path, answer.status_code) == (path, 403)
        assert seed not in answer.text
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"/t/{table}/live?protocol=2") as line,
    ):
        line.receive_json()
    play_out(client, key, "cy")
    assert client.get(f"/t/{table}/replay").status_code == 200
    assert "Ann" in client.get(f"/same/{key}").text


def test_everybody_plays_once_alone_and_without_help(client: TestClient) -> None:
    key = of_day(today(hall_of(client).clock()))
    become(client, "ann")
    begun = client.post(f"/same/{key}/play", follow_redirects=False).headers["location"]
    again = client.post(f"/same/{key}/play", follow_redirects=False).headers["location"]
    assert begun == again
    with client.websocket_connect(f"{begun}/live?protocol=2") as line:
        line.send_json({"type": "hello"})
        now = state(line)
        assert not now["told"].get("may_propose")
        for request in ({"type": "stand"}, {"type": "bot", "seat": "N", "player": "beginner"}):
            line.send_json({**request, "id": "x"})
            answer = line.receive_json()
            while answer["type"] == "state":
                answer = line.receive_json()
            assert "plays them alone" in answer["reason"]
    assert play_out(client, key, "ann") == begun.removeprefix("/t/")
    become(client, "ann")
    assert client.post(f"/same/{key}/play", follow_redirects=False).headers["location"] == begun


def test_the_deal_of_the_day_is_one_for_all_and_another_tomorrow(client: TestClient) -> None:
    assert client.get("/day", follow_redirects=False).headers["location"].startswith("/same/day-")
    key = of_day(today(hall_of(client).clock()))
    tables = [play_out(client, key, who, how) for who, how in (("ann", first), ("bea", last))]
    one, other = (dealt(client, table)[0] for table in tables)
    assert one == other
    page = client.get(f"/same/{key}").text
    assert "You came to" in page
    assert "Of the 1 who played it too" in page
    # Names are not for everybody's eyes.
    assert "Ann" not in page
    hall = hall_of(client)
    hall.clock = lambda clock=hall.clock: clock() + 86400  # type: ignore[misc]
    become(client, "cy")
    assert "Players" in client.get(f"/same/{key}").text
    assert client.post(f"/same/{key}/play").status_code == 403
    tomorrow = of_day(today(hall.clock()))
    later = play_out(client, tomorrow, "ann")
    assert dealt(client, later)[0] != one
    become(client, "cy")
    assert client.get(f"/t/{tables[0]}/replay").status_code == 200


def test_a_day_to_come_and_nonsense_are_refused(client: TestClient) -> None:
    tomorrow = today(hall_of(client).clock()) + timedelta(days=1)
    wrong = ("day-2026-02-30", of_day(tomorrow), "standard-5-abcdefgh", "nobook-8-abcdefgh", "x")
    for key in wrong:
        assert client.get(f"/same/{key}").status_code == 404
        assert client.post(f"/same/{key}/play").status_code == 404
    for data in ({}, {"book": "standard", "deals": "99999"}, {"book": "../x", "deals": "8"}):
        assert client.post("/same", data=data).status_code == 400
    with pytest.raises(Refusal, match="not come"):
        same_deals(of_day(date(2100, 1, 1)), NOON)


@pytest.mark.parametrize("book", names())
def test_by_every_book_it_ends_after_so_many_deals(client: TestClient, book: str) -> None:
    key = new_match(book, 4)
    table = play_out(client, key, "ann")
    live = hall_of(client).find(table)
    assert live is not None
    assert live.table.finished is not None
    assert live.table.finished.reason in ("deals", "game lost")
    if live.table.finished.reason == "deals":
        (found,) = _results(client, key)
        score = live.table.finished.score
        assert found.total == score[0] - score[1]


def test_the_shuffle_without_salts_is_checked_without_ours() -> None:
    checker = runpy.run_path(str(ROOT / "tools" / "check_shuffle.py"))
    for number in range(50):
        seed, label = shuffles.commitment(str(number)), f"deal {number}"
        pack = shuffles.pack(seed, ("a", "", "", ""), label, shuffles.SAME)
        assert [card.name for card in pack] == checker["pack"](seed, None, label)
        assert pack != shuffles.pack(seed, ("a", "", "", ""), label, shuffles.NEWEST)


def test_net_points_are_those_of_each_deal(client: TestClient) -> None:
    table = play_out(client, new_match("standard", 4), "ann")
    (game,) = _past(client)
    assert game.table == table
    net = result_of(game)
    assert sum(net.deals) == game.score[0] - game.score[1]
    assert len(net.deals) == len(game.deals)


def _past(client: TestClient) -> list[Any]:
    from rightbower.web.hall import archive as lists

    return lists.past_games(hall_of(client).journal, "ann", 10)
