"""Opening a table and its pages: what the forms say, what is refused, and what the page is told."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from rightbower.rules import shuffles
from rightbower.rules.book import load, names
from rightbower.rules.cards import Seat
from rightbower.rules.message import ENGLISH
from rightbower.web.app import make_app
from rightbower.web.common.identity import COOKIE, Person
from rightbower.web.hall.actor import Live
from rightbower.web.hall.bots import STRENGTHS
from rightbower.web.hall.card_text import reader
from rightbower.web.hall.entries import Manners
from rightbower.web.hall.front_pages import NOTHING_TYPED, _setup
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.house_rules import (
    ARGUED,
    HouseRule,
    argued,
    chosen_rules,
    house_rules,
    in_short,
    sheet,
)
from rightbower.web.hall.opening import Wish, WrongFields, wish
from rightbower.web.hall.table import Pace, Sitter
from rightbower.web.hall.talk import PHRASES, REACTIONS

STILL = Pace(bot=9999, trick=9999, deal=9999, salts=0)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(tmp_path, STILL), base_url="http://localhost") as client:
        keys = client.app.state.keys  # type: ignore[attr-defined]  # Starlette's
        client.cookies.set(COOKIE, keys.cookie(Person("ann", "Ann")))
        yield client


def table_at(client: TestClient, address: str) -> Live:
    """The table that an address leads to."""
    hall: Hall = client.app.state.hall  # type: ignore[attr-defined]
    live = hall.find(address.removeprefix("/t/"))
    assert live is not None
    return live


def typed(**more: str) -> dict[str, str]:
    """A form with these fields filled in."""
    return {**NOTHING_TYPED, **more}


def wrong(**more: str) -> dict[str, str]:
    """What is wrong with a form."""
    with pytest.raises(WrongFields) as found:
        wish(typed(**more))
    assert str(found.value) == "; ".join(found.value.fields.values())
    return found.value.fields


# Forms


def test_what_a_form_asks_for() -> None:
    assert wish(typed()) == Wish("standard", "strict", None, None, listed=False)
    assert wish(
        typed(
            book="charity-social",
            mode="as-at-the-table",
            turn_seconds=" 45 ",
            listed="yes",
            friendly="",
            watched_after="120",
            slips="often",
        )
    ) == Wish(
        "charity-social",
        "as-at-the-table",
        None,
        45,
        listed=True,
        friendly=False,
        manners=Manners(watched_after=120, slips="often"),
    )
    assert wish(typed(target="7")).target == 7
    assert wish(typed(chat="yes")).manners == Manners(chat=True)
    odd = wish(typed(mode="loose", watched_after="7", slips="always", listed="no"))
    assert odd == Wish("standard", "strict", None, None, listed=False)
    ruled = wish(typed(**{"rule.bidding.all_pass": "throw in"}))
    assert ruled.overlay == {"bidding.all_pass": "throw in"}


NUMBER = "Write a whole number from 1 to 999, or leave it empty."


@pytest.mark.parametrize("text", ["0", "1000", "-1", "x", "1.5", "٤", "000"])
def test_numbers_that_are_none(text: str) -> None:
    assert wrong(turn_seconds=text) == {"turn_seconds": NUMBER}
    assert wrong(target=text) == {"target": NUMBER}


def test_numbers_at_the_edges() -> None:
    assert [wish(typed(turn_seconds=text)).turn_seconds for text in ("1", "999", "", "007")] == [
        1,
        999,
        None,
        7,
    ]


def test_everything_that_is_wrong_is_told() -> None:
    assert wrong(book="x", chat="yes", listed="yes", turn_seconds="x") == {
        "book": "There is no such book. Choose one of the list.",
        "turn_seconds": NUMBER,
        "chat": "A table that anybody may join has no chat. Choose one of the two.",
    }
    (target,) = wrong(book="charity-social", target="7").items()
    assert target[0] == "target"
    assert target[1].endswith(".")
    assert wrong(**{"rule.bidding.all_pass": "weep"}) == {
        "rule.bidding.all_pass": "Choose one of the list."
    }


# House rules


def test_the_rules_people_argue_about() -> None:
    standard, social = load("standard"), load("charity-social")
    assert argued(standard) == [*ARGUED]
    assert argued(social) == [path for path in ARGUED if path != "game.target"]
    typed = {"rule.bidding.all_pass": "throw in"}
    first = next(each for each in house_rules(standard, typed) if each.path == "bidding.all_pass")
    assert first == HouseRule(
        "bidding.all_pass",
        "When everybody passes twice",
        "throw in",
        ("throw in", "stick the dealer", "pay"),
        "stick the dealer",
        first.note,
        "standard:bidding.all_pass",
    )
    assert first.changed
    assert first.note
    assert not house_rules(standard, {})[0].changed


@pytest.mark.parametrize(
    ("path", "text", "value"),
    [
        ("bidding.all_pass", " throw in ", "throw in"),
        ("game.target", "7", 7),
        ("game.target", "999", 999),
        ("score.march", "3", 3),
        ("clock.minutes", "30", 30),
        ("alone.barred_at", "8, 9", (8, 9)),
        ("score.super_euchre", "4", 4),
    ],
)
def test_a_rule_that_is_chosen(path: str, text: str, value: object) -> None:
    assert chosen_rules(load("standard"), {f"rule.{path}": text}) == ({path: value}, {})


@pytest.mark.parametrize(
    ("path", "text", "why"),
    [
        ("bidding.all_pass", "weep", "Choose one of the list."),
        ("score.march", "", "Write a whole number from 1 to 999."),
        ("score.march", "0", "Write a whole number from 1 to 999."),
        ("score.march", "1000", "Write a whole number from 1 to 999."),
        ("score.march", "x", "Write a whole number from 1 to 999."),
        ("clock.minutes", "x", "Write a whole number from 1 to 999."),
        ("alone.barred_at", "8, x", "Write a whole number from 1 to 999."),
    ],
)
def test_a_rule_that_cannot_be(path: str, text: str, why: str) -> None:
    found = chosen_rules(load("standard"), {f"rule.{path}": text})
    assert found == ({}, {f"rule.{path}": why})


def test_yes_and_no_and_nothing() -> None:
    book = load("standard")
    flags = [each for each in house_rules(book, {}) if each.options == ("yes", "no")]
    for rule in flags:
        other = "no" if rule.by_the_book == "yes" else "yes"
        values, refused = chosen_rules(book, {f"rule.{rule.path}": other})
        assert refused or values == {rule.path: other == "yes"}
    limited = load("national-2025")
    for text in ("", "none"):
        values, _ = chosen_rules(limited, {"rule.clock.minutes": text})
        assert values.get("clock.minutes", None) is None
    nothing, refused = chosen_rules(book, {"rule.game.target": ""})
    assert (nothing, list(refused)) == ({"game.target": None}, ["rules"])
    assert refused["rules"].endswith(".")


def test_rules_as_a_sheet() -> None:
    values = {"bidding.all_pass": "throw in", "game.target": 7, "alone.needs_trump": True}
    assert sheet(load("standard"), values) == (
        "# House rules; docs/house-rules.md says how such a sheet is used.\n"
        'name = "house"\n'
        'title = "The common North American game, house rules"\n'
        'extends = "standard"\n'
        "\n"
        "[bidding.all_pass]\n"
        'value = "throw in"\n'
        'note = "When everybody passes twice: throw in."\n'
        "\n"
        "[game.target]\n"
        "value = 7\n"
        'note = "Points that win the game: 7."\n'
        "\n"
        "[alone.needs_trump]\n"
        "value = true\n"
        'note = "A lone player needs a trump: yes."\n'
    )
    assert "value = false" in sheet(load("standard"), {"alone.needs_trump": False})
    assert 'value = "none"' in sheet(load("standard"), {"clock.minutes": None})


def test_a_book_in_short() -> None:
    book = load("standard")
    short = in_short(book)
    parts = {title: [str(each.text) for each in rules] for title, rules in short.parts}
    assert list(parts) == ["The cards", "Making trump", "The play", "Going alone", "Points"]
    assert len(parts["The cards"]) == 5
    assert parts["Making trump"][-1] == "If all pass again, the dealer has to name one."
    assert parts["Points"] == [
        "Makers with 3 tricks or more: 1.",
        "Makers with all five, a march: 2.",
        "Alone with all five: 4.",
        "Fewer than 3, euchred: 2 for the others.",
    ]
    assert short.parts[4][1][3].clause == "standard:score.euchre"
    with_call = "A maker with a great hand may say “alone” with the call."
    last = "A maker with a great hand may say “alone” before the first card is played."
    for name in names():
        before = load(name).alone.when == "before the first card"
        told = str(dict(in_short(load(name)).parts)["Going alone"][0].text)
        assert told == (last if before else with_call)
    assert any("10" in str(each.text) for each in short.ends)
    assert any("7" in str(each.text) for each in in_short(book, 7).ends)
    assert [ENGLISH.sentence(each.text) for each in short.ends] == [
        "The first side to 10 points wins."
    ]


# Pages


def test_a_table_for_friends_is_opened_as_it_was_asked_for(client: TestClient) -> None:
    form = typed(mode="as-at-the-table", target="7", turn_seconds="45", chat="yes", slips="seldom")
    answer = client.post("/tables", data=form, follow_redirects=False)
    assert answer.status_code == 303
    live = table_at(client, answer.headers["location"])
    opened = live.table.opened
    assert (opened.book, opened.mode, opened.by) == ("standard", "as-at-the-table", "ann")
    assert (opened.target, opened.turn_seconds, opened.listed) == (7, 45, False)
    assert opened.manners == Manners(chat=True, slips="seldom")
    assert (opened.friendly, opened.shuffle, opened.same) == (True, shuffles.NEWEST, "")
    assert opened.edition == load("standard").edition
    assert live.table.seats == (None, None, Sitter("ann", "Ann"), None)
    rules = client.post(
        "/tables", data=typed(**{"rule.score.march": "3"}), follow_redirects=False
    ).headers["location"]
    assert table_at(client, rules).table.opened.overlay == {"score.march": 3}


def test_a_quick_game_is_begun_at_once(client: TestClient) -> None:
    answer = client.post("/play", data={"strength": "league"}, follow_redirects=False)
    live = table_at(client, answer.headers["location"])
    assert live.table.seats == (
        Sitter("bot:N", "Nora", "league"),
        Sitter("bot:E", "Edgar", "league"),
        Sitter("ann", "Ann"),
        Sitter("bot:W", "Walter", "league"),
    )
    opened = live.table.opened
    assert (opened.listed, opened.mode, opened.manners) == (False, "strict", Manners())
    assert live.table.game is not None
    form = {"mode": "as-at-the-table", "book": "national-2025"}
    slipping = client.post("/play", data=form, follow_redirects=False).headers["location"]
    opened = table_at(client, slipping).table.opened
    assert (opened.book, opened.manners) == ("national-2025", Manners(slips="seldom"))
    for odd in ({"strength": "grandma"}, {"book": "x"}):
        answer = client.post("/play", data=odd)
        assert answer.status_code == 400
        assert "Choose the book and the players from the lists." in answer.text


def test_the_form_for_friends_carries_what_an_address_says(client: TestClient) -> None:
    plain = client.get("/friends").text
    assert "Share these rules:" not in plain
    ruled = html.unescape(client.get("/friends?book=standard&rule.score.march=3").text)
    assert "Share these rules:" in ruled
    assert "/friends?book=standard&rule.score.march=3" in ruled
    other = html.unescape(client.get("/friends?book=alberta-55plus&rule.score.march=3").text)
    assert "/friends?book=alberta-55plus&rule.score.march=3" in other
    assert load("alberta-55plus").clause("score.march") in other, "its rules are those of its book"
    assert load("alberta-55plus").clause("score.march") not in ruled
    missing = client.get("/friends?book=x")
    assert missing.status_code == 404
    assert "There is no book called x." in missing.text
    kept = client.post("/tables", data=typed(target="x"))
    assert kept.status_code == 400
    assert NUMBER in kept.text


def setup_of(live: Live, person: Person) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_setup(live, "abc", person, reader("en")))
    return found


def test_what_the_page_of_a_table_is_told(client: TestClient) -> None:
    at = client.post("/tables", data=typed(chat="yes", turn_seconds="45"), follow_redirects=False)
    live = table_at(client, at.headers["location"])
    told = setup_of(live, Person("ann", "Ann </script>"))
    assert "<" not in _setup(live, "abc", Person("ann", "Ann </script>"), reader("en"))
    now = told.pop("now")
    assert now == pytest.approx(live.now(), abs=60)
    assert told == {
        "table": "abc",
        "name": "Ann </script>",
        "guest": False,
        "mode": "strict",
        "fingerprint": shuffles.commitment(live.table.opened.seed),
        "phrases": list(PHRASES),
        "reactions": [list(each) for each in REACTIONS.items()],
        "chat": True,
        "turn": 45,
        "event": "",
        "back": "Back to the event",
        "friendly": True,
        "looking": False,
        "strengths": [[name, each.label] for name, each in STRENGTHS.items()],
        "book": {"name": "standard", "pass": "pass", "order": told["book"]["order"], "usual": True},
    }
    opened = live.table.opened
    live.table = replace(
        live.table,
        opened=replace(
            opened, event="spring/3/7", book="national-2025", manners=Manners(bots_after=9)
        ),
    )
    told = setup_of(live, Person("ann", "Ann"))
    assert (told["event"], told["looking"]) == ("/events/spring/phone", True)
    assert (told["book"]["name"], told["book"]["usual"]) == ("national-2025", False)
    live.table = replace(live.table, opened=replace(opened, same="key"))
    told = setup_of(live, Person("ann", "Ann"))
    assert (told["event"], told["back"]) == ("/same/key", "Compare")


def test_pages_that_are_not_there(client: TestClient) -> None:
    for path in ("/t/nothing", "/t/nothing/qr.svg"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "There is no such table; the link may be mistyped." in answer.text
    nowhere = client.get("/nowhere")
    assert nowhere.status_code == 404
    assert "There is no such page." in nowhere.text
    unnamed = client.post("/name", data={"name": " "})
    assert unnamed.status_code == 400
    assert "Write a name of at least one letter." in unnamed.text


def test_the_address_of_a_table_as_a_picture(client: TestClient) -> None:
    at = client.post("/tables", data=typed(), follow_redirects=False).headers["location"]
    code = client.get(f"{at}/qr.svg")
    assert code.headers["content-type"].startswith("image/svg+xml")
    assert "<svg" in code.text


def test_whoever_looks_for_players_waits_with_the_right_manners(client: TestClient) -> None:
    answer = client.post("/match", data={"book": "national-2025"}, follow_redirects=False)
    assert answer.status_code == 303
    live = table_at(client, answer.headers["location"])
    opened = live.table.opened
    assert (opened.book, opened.by, opened.turn_seconds) == ("national-2025", "ann", 45)
    assert (opened.friendly, opened.listed) == (False, True)
    assert opened.manners == Manners(watched_after=30, bots_after=15)
    assert live.table.seats == (None, None, Sitter("ann", "Ann"), None)
    again = client.post("/match", data={"book": "national-2025"}, follow_redirects=False)
    assert again.headers["location"] == answer.headers["location"]
    keys = client.app.state.keys  # type: ignore[attr-defined]
    places = [Seat.N, Seat.W, Seat.E]
    for who, seat in zip(("bea", "cy", "dov"), places, strict=True):
        client.cookies.clear()
        client.cookies.set(COOKIE, keys.cookie(Person(who, who.title())))
        came = client.post("/match", data={"book": "national-2025"}, follow_redirects=False)
        assert came.headers["location"] == answer.headers["location"]
        assert live.table.seat_of(who) is seat
    other = client.post("/match", data={"book": "standard"}, follow_redirects=False)
    assert other.headers["location"] != answer.headers["location"]
    keys = client.app.state.keys  # type: ignore[attr-defined]
    client.cookies.clear()
    client.cookies.set(COOKIE, keys.cookie(Person("eve", "Eve")))
    either = {"book": "charity-social", "also": "standard"}
    found = client.post("/match", data=either, follow_redirects=False)
    assert found.headers["location"] == other.headers["location"], "by the other book that will do"
    client.cookies.clear()
    client.cookies.set(COOKIE, keys.cookie(Person("flo", "Flo")))
    first = {"book": "charity-social", "also": "sportcial-league"}
    begun = client.post("/match", data=first, follow_redirects=False)
    assert table_at(client, begun.headers["location"]).table.opened.book == "charity-social"
    for wrong in ({"book": "x"}, {"book": "standard", "also": "x"}):
        odd = client.post("/match", data=wrong)
        assert odd.status_code == 400
        assert "Choose the book from the list." in odd.text
