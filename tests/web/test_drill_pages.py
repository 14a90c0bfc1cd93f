"""Practice by topic and the review of an evening, as their reader uses them."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from rightbower.players.views import View
from rightbower.record.entries import Record
from rightbower.rules.acts import write_action
from rightbower.rules.cards import Seat
from rightbower.study.lessons import AGAIN, TOPICS, numbers
from rightbower.study.puzzles import shipped
from rightbower.study.review import Comment, review
from rightbower.web.app import make_app
from rightbower.web.common.identity import COOKIE, Person
from rightbower.web.hall.entries import Sat
from rightbower.web.hall.hints import Advice, OptionWorth
from rightbower.web.study import drill_pages
from rightbower.web.study.reviews import Reviews
from web.serving import played_out


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a choice is worth is the solver's affair, tested where it is."""

    async def studied(_request: object, _work: object, seen: View, *_args: object) -> Advice:
        worth = [OptionWorth(each, 0.5, 0.0, 0.01) for each in seen.legal]
        return Advice(worth, "West has the right bower.")

    monkeypatch.setattr(drill_pages, "studied", studied)


def shown(page: str) -> int:
    """The number of the puzzle on a page."""
    found = re.search(r'name="number" value="(\d+)"', page)
    assert found is not None
    return int(found[1])


def answer(client: TestClient, name: str, right: bool) -> int:
    """Answer what is shown; its number."""
    number = shown(client.get(f"/drills/{name}").text)
    puzzle = shipped().puzzles[number]
    others = [each for each in puzzle.seen.legal if each != puzzle.answer]
    given = puzzle.answer if right else others[0]
    data = {"number": str(number), "a": write_action(given)[2:]}
    page = client.post(f"/drills/{name}", data=data).text
    assert ("That is the best" in page) is right
    assert ("Better: " in page) is not right
    return number


def test_what_was_missed_comes_again_also_after_a_restart(tmp_path: Path) -> None:
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        client.get("/drills")
        missed = answer(client, "discards", right=False)
        for _ in range(AGAIN[0]):
            assert answer(client, "discards", right=True) != missed
        cookies = dict(client.cookies)
        assert "4 of 5 right; 1 comes again" in client.get("/drills").text
    with TestClient(make_app(tmp_path), base_url="http://localhost", cookies=cookies) as client:
        assert shown(client.get("/drills/discards").text) == missed
        assert answer(client, "discards", right=True) == missed
        # Somebody else begins at the beginning.
        client.cookies.clear()
        assert "not tried yet" in client.get("/drills").text


def test_a_page_sent_twice_counts_once_and_a_hint_is_not_right(tmp_path: Path) -> None:
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        client.get("/drills")
        number = shown(client.get("/drills/leads").text)
        best = write_action(shipped().puzzles[number].answer)[2:]
        for _ in range(3):
            client.post("/drills/leads", data={"number": str(number), "a": best})
        assert "1 of 1 right" in client.get("/drills").text
        number = shown(client.get("/drills/leads").text)
        page = client.post("/drills/leads", data={"number": str(number), "hint": "1"}).text
        assert 'name="hinted"' in page
        best = write_action(shipped().puzzles[number].answer)[2:]
        data = {"number": str(number), "a": best, "hinted": "1"}
        assert "That is the best" in client.post("/drills/leads", data=data).text
        assert "1 of 2 right; 1 comes again" in client.get("/drills").text


def test_an_answer_to_another_than_the_next_is_told_and_not_counted(tmp_path: Path) -> None:
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        number = shown(client.get("/drills/leads").text)
        other = next(each for each in numbers("leads") if each != number)
        for _ in range(2):
            best = write_action(shipped().puzzles[other].answer)[2:]
            page = client.post("/drills/leads", data={"number": str(other), "a": best})
            assert (page.status_code, "That is the best" in page.text) == (200, True)
            assert "right" not in client.get("/drills").text.partition("leads")[2][:200]
            assert shown(client.get("/drills/leads").text) == number
        answer(client, "leads", right=True)
        client.post("/drills/leads", data={"number": str(number), "a": "9C"})
        assert "1 of 1 right" in client.get("/drills").text


def test_the_table_has_you_at_the_bottom_and_no_hidden_card(tmp_path: Path) -> None:
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        for topic in TOPICS:
            for number in numbers(topic.name)[:3]:
                page = client.post(f"/drills/{topic.name}", data={"number": str(number)}).text
                seen = shipped().puzzles[number].seen
                faces = set(re.findall(r'data-face="(\w\w)"', page))
                assert faces >= {card.name for card in seen.hand}
                known = {card.name for card in seen.hand} | {str(seen.turn_up)}
                known |= {card.name for trick in seen.tricks for _, card in trick.plays}
                assert faces <= known
                assert "West" not in page


def test_nonsense_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        assert client.get("/drills/flying").status_code == 404
        number = shown(client.get("/drills/leads").text)
        for wrong in ("fly", "XX", "pass" * 20):
            data = {"number": str(number), "a": wrong}
            assert client.post("/drills/leads", data=data).status_code == 400
        assert client.post("/drills/leads", data={"number": "999999999"}).status_code == 200


class Looker:
    """The solver in a hurry; keeps what it found."""

    def __init__(self) -> None:
        self.found: list[Comment] = []

    async def __call__(self, game: Record, told: Callable[[int, int], None]) -> list[Comment]:
        comments = await asyncio.to_thread(review, game, 20, told)
        self.found += comments
        return comments


def test_the_evening_has_todays_games_the_dearest_choice_first(tmp_path: Path) -> None:
    now = time.time()
    for name, at in (("one", now - 60), ("two", now - 30), ("old", now - 3 * 86400)):
        sitters = [Sat(seat, f"w-{seat}", seat.word, at) for seat in Seat]
        played_out(tmp_path, name, target=10, sitters=sitters, at=at)
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        looker = Looker()
        client.app.state.reviews = Reviews(looker)  # type: ignore[attr-defined]  # Starlette's
        assert "not finished a game today" in client.get("/evening").text
        keys = client.app.state.keys  # type: ignore[attr-defined]
        client.cookies.clear()
        client.cookies.set(COOKIE, keys.cookie(Person("w-S", "South")))
        assert "being looked into" in client.get("/evening").text
        while not client.get("/evening/progress").json()["ready"]:
            time.sleep(0.01)
        page = client.get("/evening").text
    costs = [int(each) for each in re.findall(r'class="cost">−(\d+)%', page)]
    marked = [each for each in looker.found if each.sign and each.seat is Seat.S]
    assert len(marked) >= 3
    assert costs == sorted((round(100 * each.cost) for each in marked), reverse=True)[:20]
    assert "/t/old/" not in page
    assert "with North against West and East" in page


def test_an_answer_that_is_sent_twice_at_once_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    come: list[View] = []

    async def studied(_request: object, _work: object, seen: View, *_args: object) -> Advice:
        come.append(seen)
        while len(come) % 2:
            await asyncio.sleep(0.01)
        return Advice([OptionWorth(each, 0.5, 0.0, 0.01) for each in seen.legal], "Why not.")

    monkeypatch.setattr(drill_pages, "studied", studied)
    with TestClient(make_app(tmp_path)) as client:
        for answers in (1, 2):
            number = shown(client.get("/drills/leads").text)
            words = write_action(shipped().puzzles[number].answer)[2:]

            def send(number: int = number, words: str = words) -> int:
                data = {"number": str(number), "a": words}
                return client.post("/drills/leads", data=data).status_code

            with ThreadPoolExecutor(2) as threads:
                both = [threads.submit(send) for _ in range(2)]
            assert [each.result() for each in both] == [200, 200]
            assert f"{answers} of {answers} right" in client.get("/drills").text
