"""The first lesson as pages: done step by step, by any book, with a word to every answer."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from rightbower.rules.book import load, names
from rightbower.study.lessons import lesson
from web.at_desk import flat


@pytest.mark.parametrize("name", names())
def test_the_whole_lesson_is_done_by_its_right_answers(client: TestClient, name: str) -> None:
    steps = lesson(load(name))
    for number, step in enumerate(steps, 1):
        page = flat(client.get(f"/learn/{name}/{number}").text)
        assert step.ask.split(".")[0].replace("'", "&#39;") in page
        assert f'name="a" value="{step.right[0]}"' in page
        assert ">Next<" not in page
        done = flat(client.get(f"/learn/{name}/{number}", params={"a": step.right[0]}).text)
        assert (">Done<" if number == len(steps) else ">Next<") in done
    assert "Play your first game" in flat(client.get(f"/learn/{name}").text)


def test_at_the_end_the_other_books_are_offered(client: TestClient) -> None:
    for book in names():
        page = flat(client.get(f"/learn/{book}").text).partition("<main")[2]
        others = [load(each).title for each in names() if each != book]
        offered = re.findall(r'href="/learn/([a-z0-9-]+)', page)
        assert set(offered) == {each for each in names() if each != book}
        assert all(title in page for title in others)


def test_three_others_sit_round_the_table_and_nobody_in_ones_own_place(client: TestClient) -> None:
    page = flat(client.get("/learn/standard/1").text)
    found = re.findall(r'<div class="who (\w)"><span [^>]*>(\w)</span><b>(\w+)</b>', page)
    assert sorted(found) == [("e", "E", "Edgar"), ("n", "N", "Nora"), ("w", "W", "Walter")]


def test_learn_leads_to_the_first_step(client: TestClient) -> None:
    assert str(client.get("/learn").url).endswith("/learn/standard/1")
    assert 'href="/learn"' in flat(client.get("/").text)


@pytest.mark.parametrize(
    ("given", "says"),
    [("QS", "Not that one"), ("JC", "you have to play it")],
)
def test_another_card_is_answered_and_the_step_goes_on(
    client: TestClient, given: str, says: str
) -> None:
    page = flat(client.get("/learn/standard/1", params={"a": given}).text)
    assert says in page
    assert 'value="AS"' in page
    assert ">Next<" not in page


def test_a_hint_is_given_when_asked_for(client: TestClient) -> None:
    assert "Which of them beats a king?" not in flat(client.get("/learn/standard/1").text)
    assert "Which of them beats a king?" in flat(client.get("/learn/standard/1?hint=1").text)


def test_new_words_are_bold_and_trump_has_its_sign(client: TestClient) -> None:
    page = flat(client.get("/learn/standard/4").text)
    assert "is the <b>right bower</b>, the best card" in page
    assert "♥</span>Hearts are trump" in page


def test_a_card_that_may_not_be_discarded_has_to_stay(client: TestClient) -> None:
    steps = [step.path for step in lesson(load("alberta-55plus"))]
    number = steps.index("burying.turn_up") + 1
    page = flat(client.get(f"/learn/alberta-55plus/{number}", params={"a": "bury 9H"}).text)
    assert "The nine of hearts has to stay." in page


@pytest.mark.parametrize("address", ["/learn/none/1", "/learn/standard/0", "/learn/standard/99"])
def test_there_is_no_such_step(client: TestClient, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("given", ["<b>", "AH", "name spades", "bury AS", "x" * 500])
def test_what_cannot_be_done_is_refused_in_a_sentence(client: TestClient, given: str) -> None:
    answer = client.get("/learn/standard/1", params={"a": given})
    assert answer.status_code == 400
    assert "This cannot be done here." in answer.text
