"""House rules when a table is opened: over any book, as a link, and as a sheet that is read again."""

from __future__ import annotations

import html
import re
import tomllib
from urllib.parse import parse_qsl

import pytest
from starlette.testclient import TestClient

from rightbower.rules.book import RuleBook, load, names, read, sheet_names, sheet_text
from rightbower.web.hall.actor import Live
from rightbower.web.hall.house_rules import ARGUED, argued, chosen_rules, house_rules, sheet
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


def test_the_page_says_in_sentences_what_differs_and_groups_the_rules(client: TestClient) -> None:
    page = flat(client.get("/friends", params={**OURS, "rule.bidding.no_trump": "high"}).text)
    says = page[page.index('class="says"') :].split("</div>")[0]
    assert "Alberta" in says
    assert "<li>No-trump may be named too: aces are best, and no jack is a bower.</li>" in says
    assert "<li>The first side to 21 points wins.</li>" in says
    assert "five tricks" not in says  # by the book
    headings = re.findall(r"<summary>([^<&]+)", page)
    assert headings.index("Making trump") < headings.index("Bad hands") < headings.index("Points")
    plain = flat(client.get("/friends").text)
    assert "What you change below is told here." in plain


def test_settings_that_cannot_meet_are_warned_of_by_their_names(client: TestClient) -> None:
    page = client.get("/friends", params={"rule.score.given_up": "2"})
    assert page.status_code == 200
    assert "Points a dealer pays who names no suit: no dealer pays for a deal here." in flat(
        page.text
    )


def test_the_card_says_the_rules_of_the_table_and_nothing_twice(client: TestClient) -> None:
    card = flat(client.get("/friends/card", params=OURS).text)
    assert card.count("The first side to 21 points wins.") == 1
    assert "With 8 or 9 points nobody plays alone." in card
    assert "rule.game.target=21" in card
    plain = flat(client.get("/friends/card").text)
    assert "As in The common North American game." in plain
    assert "The first side to 10 points wins." in plain
    wrong = client.get("/friends/card", params={"rule.game.target": "many"})
    assert wrong.status_code == 400
    assert "Write a whole number" in wrong.text
    assert client.get("/friends/card", params={"book": "none-such"}).status_code == 404


@pytest.mark.parametrize("name", sheet_names())
def test_rules_as_played_elsewhere_open_the_form_with_all_they_say(
    client: TestClient, name: str
) -> None:
    laid, told = load(name), tomllib.loads(sheet_text(name))
    assert told["sources"]
    assert told["unconfirmed"]
    own = [path for path, cited in laid.citations.items() if cited.basis == "house"]
    base = load(laid.extends)
    for path in own:
        assert laid.cite(path).note.startswith(("Stated: ", "Read: ", "Borrowed: "))
        assert path in ARGUED
    page = flat(client.get("/friends").text)
    link = next(
        each for each in re.findall(r'href="(/friends\?[^"]+)"', page) if name_of(each) == laid
    )
    assert client.get(html.unescape(link)).status_code == 200
    assert any(laid.value(path) != base.value(path) for path in own)


def name_of(address: str) -> RuleBook:
    """The sheet whose rules an address carries."""
    asked = dict(parse_qsl(html.unescape(address).partition("?")[2]))
    values, wrong = chosen_rules(load(asked.pop("book")), asked)
    assert not wrong
    return next(
        found
        for found in map(load, sheet_names())
        if all(found.value(path) == value for path, value in values.items())
        and {path for path in ARGUED if found.value(path) != load(found.extends).value(path)}
        == {*values}
    )
