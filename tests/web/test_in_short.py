"""How to play by a book on one screen, what is special in it, and all settings below a fold."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from rightbower.rules import library as trace
from rightbower.rules.book import load, names, overlay
from rightbower.rules.message import whole
from rightbower.web.hall.house_rules import ShortRules, in_short


@pytest.mark.parametrize("name", names())
def test_every_sentence_has_a_clause_of_its_book(name: str) -> None:
    book = load(name)
    short = in_short(book)
    told = [*short.special, *short.ends, *(rule for _, rules in short.parts for rule in rules)]
    known = trace.every_clause()
    assert len(told) > 20
    for rule in told:
        assert whole(str(rule.text)).endswith((".", "”."))
        assert book.document == "STD" or rule.clause in known


def sentences(short: ShortRules) -> str:
    """All of them, one after the other."""
    told = [*short.special, *short.ends, *(rule for _, rules in short.parts for rule in rules)]
    return " ".join(whole(str(rule.text)) for rule in told)


def test_numbers_and_ways_come_from_the_book() -> None:
    book = overlay(
        load("standard"),
        {"score.lone_march": 7, "bidding.all_pass": "throw in", "game.target": 21},
        "Ours.",
    )
    words = sentences(in_short(book))
    assert "Alone with all five: 7." in words
    assert "the cards are thrown in" in words
    assert "The first side to 21 points wins." in words
    assert "The first side to 5 points wins." in sentences(in_short(book, 5))


def test_what_is_special_comes_first_and_settings_are_parts_of_their_own(
    client: TestClient,
) -> None:
    page = client.get("/rules/alberta-55plus").text
    special = page.index("has to play alone")
    parts = re.findall(r'<section class="part" id="([a-z_]+)"', page)
    assert parts[:4] == ["short", "draw", "dealing", "bidding"]
    assert page.index('id="short"') < special
    assert special < page.index("The play") < page.index('id="bidding"')
    assert page.index('id="bidding"') < page.index('id="A01-4.5"')


def test_the_table_has_the_rules_and_the_card_before_the_first_deal(client: TestClient) -> None:
    page = client.post("/play", data={"book": "national-2025"}).text
    card = page[page.index('id="book-sheet"') : page.index('id="settings-sheet"')]
    assert "To pass, players say “away”." in card
    assert '"usual":false' in page
    assert '"usual":true' in client.post("/play", data={"book": "standard"}).text
