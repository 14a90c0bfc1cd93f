"""A finished game looked at again: its seed and shuffles, its files, its review, and what stays hidden."""

from __future__ import annotations

import asyncio
import json
import re
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.testclient import TestClient

from rightbower.record.entries import CutEntry, DealtEntry, Record
from rightbower.record.record import stories
from rightbower.rules.acts import Play
from rightbower.rules.cards import Seat
from rightbower.rules.ceremonies import Cut
from rightbower.rules.refusal import Refusal
from rightbower.study.review import Comment, moment
from rightbower.web.app import make_app
from rightbower.web.common.identity import COOKIE, Person
from rightbower.web.hall.entries import Sat
from rightbower.web.study import review_pages as evening_review
from rightbower.web.study.replay import _cut_and_dealt, record_of
from rightbower.web.study.reviews import Reviews
from web.at_desk import says
from web.serving import played_out

Look = Callable[[Record, Callable[[int, int], None]], Awaitable[list[Comment]]]


@pytest.fixture
def over(tmp_path: Path) -> Iterator[TestClient]:
    """A hall with one finished game."""
    played_out(tmp_path, "over")
    with TestClient(make_app(tmp_path)) as client:
        yield client


def reader(client: TestClient, who: str = "over-S", name: str = "South") -> None:
    """Look as one of those who played."""
    keys = client.app.state.keys  # type: ignore[attr-defined]  # Starlette's
    client.cookies.clear()
    client.cookies.set(COOKIE, keys.cookie(Person(who, name)))


def reviewed(client: TestClient, look: Look) -> None:
    client.app.state.reviews = Reviews(look)  # type: ignore[attr-defined]  # Starlette's


def game_of(client: TestClient) -> Record:
    return record_of(client.app.state.hall.find("over"))  # type: ignore[attr-defined]  # Starlette's


def test_the_seed_is_shown_with_every_deal_worked_out_again(over: TestClient) -> None:
    page = over.get("/t/over/fair").text
    assert f"<code>{'over' * 8}</code>" in page
    deals = len(stories(game_of(over))[1])
    assert len(re.findall(r"as it was played ✓", page)) == deals
    assert "NOT as it was played" not in page
    dealers = re.findall(r"Deal (\d+), (\w+) dealt", says(page))
    assert [int(number) for number, _ in dealers] == list(range(1, deals + 1))
    assert dealers[0][1] == "South"
    assert f"rightbower fair {'over' * 8} " in page
    assert page.count("--deal 1</code>") == 1


def test_a_game_resigned_in_the_middle_of_a_hand_is_replayed_as_far_as_it_went(
    tmp_path: Path,
) -> None:
    played_out(tmp_path, "over", resigned_after=60)
    with TestClient(make_app(tmp_path)) as client:
        assert game_of(client).entries
        page = client.get("/t/over/replay")
        assert page.status_code == 200
        setup = re.search(r'"deals":(\[.*\])', page.text)
        assert setup is not None
        *whole, last = (each["ends"] for each in json.loads(setup[1]))
        assert whole
        assert {each.partition(":")[0] for each in whole} == {"The hand is over"}
        assert last == "The game ended before this hand was over."
        for file in ("record", "egn", "review"):
            assert client.get(f"/t/over/{file}").status_code == 200, file


def test_a_cut_is_of_the_deal_that_follows_and_of_no_other(over: TestClient) -> None:
    game = game_of(over)
    first, second = [each for each in game.entries if isinstance(each, DealtEntry)][:2]
    cut = CutEntry(Cut(Seat.E, 8), 1.0)
    found = [*_cut_and_dealt(replace(game, entries=(cut, first, second)))]
    assert found == [(first, 8), (second, None)]


def test_before_the_end_nothing_is_given_away(tmp_path: Path) -> None:
    with TestClient(make_app(tmp_path)) as client:
        table = client.post("/play", data={"book": "standard"}, follow_redirects=False).headers[
            "location"
        ]
        page = client.get(f"{table}/fair").text
        assert "The seed is shown here when the game is over." in page
        for part in ("replay", "record", "egn", "review", "review/progress", "again/1"):
            answer = client.get(f"{table}/{part}")
            assert answer.status_code == 403
            assert "The game is not over yet; the hands stay hidden until then." in answer.text


def test_who_played_may_share_the_game_and_a_stranger_is_not_offered_it(over: TestClient) -> None:
    assert 'href="/t/over/share"' not in over.get("/t/over/replay").text
    reader(over)
    assert 'href="/t/over/share"' in over.get("/t/over/replay").text


def test_a_game_that_would_end_otherwise_today_is_not_stepped_through(
    over: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, _ = stories(game_of(over))
    other = replace(game, score=(game.score[0] + 1, game.score[1]))
    monkeypatch.setattr("rightbower.record.record.replay", lambda _: other)
    answer = over.get("/t/over/replay")
    assert answer.status_code == 409
    assert f"This game ended {game.score[0]}–{game.score[1]}, and that stands." in answer.text


def test_a_game_is_taken_home_under_its_name(over: TestClient) -> None:
    text = over.get("/t/over/record")
    assert text.headers["content-disposition"] == 'attachment; filename="euchre-over.txt"'
    egn = over.get("/t/over/egn")
    assert egn.headers["content-disposition"] == 'attachment; filename="euchre-over.egn"'
    assert egn.headers["content-type"].startswith("application/json")


def setup_of(client: TestClient) -> dict[str, Any]:
    page = client.get("/t/over/replay").text
    found = re.search(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert found is not None
    setup: dict[str, Any] = json.loads(found[1])
    return setup


def marked(
    game: Record, sign: str = "??", cost: float = 0.25, *, play: bool = True
) -> list[Comment]:
    """A comment on each decision, of which South's first play, or call, cost something."""
    found: list[Comment] = []
    number, done = 1, False
    while True:
        try:
            seen, action = moment(game, number)
        except Refusal:
            return found
        assert seen.seat is not None
        plays = isinstance(action, Play)
        own = not done and plays is play and seen.seat is Seat.S
        done = done or own
        place = sum(len(trick.plays) for trick in seen.tricks) if plays else len(seen.bids)
        best = next((each for each in seen.legal if each != action), action) if own else action
        found.append(
            Comment(
                deal=seen.played + 1,
                seat=seen.seat,
                place=place,
                action=action,
                best=best,
                cost=cost if own else 0.0,
                sign=sign if own else "",
                why="Because.",
                chance=0.5,
            )
        )
        number += 1


def test_what_cost_something_is_told_to_the_one_whose_choice_it_was(over: TestClient) -> None:
    comments = marked(game_of(over))
    (costly,) = [each for each in comments if each.sign]

    async def look(_game: Record, told: Callable[[int, int], None]) -> list[Comment]:
        told(1, 1)
        return comments

    reviewed(over, look)
    reader(over)
    over.get("/t/over/review")
    assert over.get("/t/over/review/progress").json() == {"done": 1, "of": 1, "ready": True}
    own = says(over.get("/t/over/review").text)
    assert "One choice cost you." in own
    assert f"Deal {costly.deal}, trick " in own
    reader(over, "over-N", "North")
    assert "Nothing you chose cost much." in says(over.get("/t/over/review").text)
    over.cookies.clear()
    stranger = says(over.get("/t/over/review").text)
    assert "The game ended " in stranger
    assert "North and South against East and West." in stranger
    costs = [deal["costs"] for deal in setup_of(over)["deals"]]
    told = [each for each in costs if each]
    assert len(told) == 1
    ((sign, words),) = told[0].values()
    assert sign == "??"
    assert words.startswith("Better by 25% of the game: ")
    assert costs.index(told[0]) == costly.deal - 1


def test_a_call_that_cost_something_is_of_its_deal_and_of_no_trick(over: TestClient) -> None:
    comments = marked(game_of(over), play=False)
    (costly,) = [each for each in comments if each.sign]

    async def look(_game: Record, _told: Callable[[int, int], None]) -> list[Comment]:
        return comments

    reviewed(over, look)
    reader(over)
    over.get("/t/over/review")
    own = says(over.get("/t/over/review").text)
    assert f"Deal {costly.deal}: You " in own
    assert ", trick " not in own


def test_a_review_that_cannot_be_is_refused_in_words(over: TestClient) -> None:
    async def look(_game: Record, _told: Callable[[int, int], None]) -> list[Comment]:
        raise Refusal("its cards are not known")

    reviewed(over, look)
    assert over.get("/t/over/review/progress").json() == {"done": 0, "of": 1, "ready": False}
    waiting = over.get("/t/over/review")
    assert waiting.status_code == 200
    assert over.get("/t/over/review/progress").json()["ready"] is True


def test_the_evening_says_how_far_it_is_and_leaves_out_what_cannot_be_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    sitters = [Sat(seat, f"over-{seat}", seat.word, now - 60) for seat in Seat]
    played_out(tmp_path, "over", sitters=sitters, at=now - 60)
    with TestClient(make_app(tmp_path)) as client:
        going = threading.Event()

        def wait(told: Callable[[int, int], None]) -> None:
            told(3, 10)
            assert going.wait(20)

        async def look(_game: Record, told: Callable[[int, int], None]) -> list[Comment]:
            await asyncio.to_thread(wait, told)
            return []

        reviewed(client, look)
        reader(client)
        assert client.get("/evening/progress").json() == {"done": 100, "of": 100, "ready": True}
        assert "being looked into" in client.get("/evening").text
        while (told := client.get("/evening/progress").json())["done"] == 0:
            time.sleep(0.01)
        assert told == {"done": 30, "of": 100, "ready": False}
        going.set()
        while not client.get("/evening/progress").json()["ready"]:
            time.sleep(0.01)
        assert client.get("/evening/progress").json()["done"] == 100
        assert "/t/over/" in client.get("/evening").text

        async def changed(_: Any) -> Record:
            raise HTTPException(409, "Its book has changed since.")

        monkeypatch.setattr(evening_review, "as_it_was", changed)
        page = client.get("/evening")
        assert page.status_code == 200
        assert "/t/over/" not in page.text


def test_a_decision_beyond_the_last_is_not_found(over: TestClient) -> None:
    for number in (0, 99999):
        assert over.get(f"/t/over/again/{number}").status_code == 404
    page = over.get("/t/over/again/1").text
    assert "Deal 1" in says(page)
    assert over.get("/t/nothing/replay").status_code == 404
