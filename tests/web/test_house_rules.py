"""House rules when a table is opened: over any book, as a link, and as a sheet that is read again."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from rightbower.rules.book import load, names, read
from rightbower.web.hall.actor import Live
from rightbower.web.hall.house_rules import argued, chosen_rules, house_rules, sheet
from web.at_desk import flat

OURS = {
    "book": "alberta-55plus",
    "rule.bidding.all_pass": "stick the dealer",
    "rule.game.target": "21",
    "rule.alone.needs_trump": "yes",
    "rule.clock.minutes": "none",
    "rule.score.march": "2",
    "rule.alone.defend": "against any maker",
    "rule.alone.barred_at": "8, 9",
}
VALUES = {
    "bidding.all_pass": "stick the dealer",
    "game.target": 21,
    "alone.needs_trump": True,
    "clock.minutes": None,
    "alone.defend": "against any maker",
    "alone.barred_at": (8, 9),
}


def _opened(client: TestClient) -> Live:
    live: Live
    (live,) = client.app.state.hall.tables.values()  # type: ignore[attr-defined]
    return live


@pytest.mark.parametrize("name", names())
def test_by_the_book_nothing_is_changed_and_every_rule_has_its_note(name: str) -> None:
    book = load(name)
    typed = {f"rule.{each.path}": each.by_the_book for each in house_rules(book, {})}
    assert chosen_rules(book, typed) == ({}, {})
    for each in house_rules(book, {}):
        assert each.note
        assert each.clause
        assert not each.options or each.by_the_book in each.options
    assert ("game.target" in argued(book)) is (book.game.target is not None)


def test_a_table_is_played_by_its_house_rules(client: TestClient) -> None:
    answer = client.post("/tables", data=OURS, follow_redirects=False)
    assert answer.status_code == 303
    book = _opened(client).table.book
    assert {path: book.value(path) for path in VALUES} == VALUES
    assert book.cite("game.target").basis == "house"
    page = client.get(answer.headers["location"]).text
    assert "If everybody passes twice, the dealer has to name a suit." in page
    assert "The first side to 21 points wins." in page
    assert "A defender may play alone against any maker." in page
    assert "With 8 or 9 points nobody plays alone." in page
    assert "The experts have not studied these rules" in page


@pytest.mark.parametrize(
    ("path", "text", "says"),
    [
        ("game.target", "many", "Write a whole number"),
        ("game.target", "", "would never end"),
        ("bidding.all_pass", "fight", "Choose one of the list"),
        ("score.march", "none", "Write a whole number"),
        ("score.march", "0", "Write a whole number"),
    ],
)
def test_a_wrong_rule_keeps_the_form_and_says_why(
    client: TestClient, path: str, text: str, says: str
) -> None:
    answer = client.post("/tables", data={**OURS, f"rule.{path}": text})
    assert answer.status_code == 400
    assert says in answer.text
    assert '<option value="yes" selected>yes</option>' in flat(answer.text)
    assert not client.app.state.hall.tables  # type: ignore[attr-defined]


def test_the_link_carries_the_rules(client: TestClient) -> None:
    page = flat(client.get("/friends", params=OURS).text)
    assert '<option value="stick the dealer" selected>stick the dealer</option>' in page
    assert "rule.game.target=21" in page
    assert "rule.score.march" not in page[page.index("Share these rules") :].split("</a>")[0]
    assert client.get("/friends", params={"book": "none-such"}).status_code == 404


def test_the_sheet_is_a_sheet(client: TestClient) -> None:
    answer = client.post("/friends/sheet", data=OURS)
    assert "attachment" in answer.headers["content-disposition"]
    book = read(answer.text, "house-rules.toml")
    assert {path: book.value(path) for path in VALUES} == VALUES
    assert book.extends == "alberta-55plus"
    assert read(sheet(load("standard"), {}), "x").value("game.target") == 10


def test_a_table_that_is_not_friendly_has_no_hints(client: TestClient) -> None:
    client.post("/tables", data={"book": "standard", "friendly": ""})
    assert not _opened(client).table.friendly


def test_no_sheet_is_made_of_rules_that_cannot_be(client: TestClient) -> None:
    answer = client.post("/friends/sheet", data={**OURS, "turn_seconds": "soon"})
    assert answer.status_code == 400
    assert "Write a whole number from 1 to" in answer.text
    assert "content-disposition" not in answer.headers
    assert 'value="soon"' in answer.text
