"""The desk in detail: rounds and tables, their phones, and a ruling step by step."""

from __future__ import annotations

import html
import re
from typing import Any

from starlette.testclient import TestClient

from rightbower.web.notes import PhoneTaken
from web.at_desk import Director, says

PAIRS = ("Ann Lee & Al Abel", "Bea Kay & Bob Zorn", "Cat Abe & Cy Fox", "Dot Orr & Dan Poe")


def test_the_round_page_shows_an_earlier_round_where_asked(client: TestClient) -> None:
    director = Director(client, "alberta-pairs", placing="first free")
    director.names(*PAIRS)
    director.look("round")
    assert director.status == 200
    director.seat()
    director.all_in()
    director.seat()

    def shown(asked: str) -> str:
        director.look(f"round?round={asked}")
        found = re.search(r"<h1[^>]*>\s*Round (\d+)", director.text)
        return found[1] if found else ""

    assert [shown(each) for each in ("1", "2", "")] == ["1", "2", "2"]
    assert [shown(each) for each in ("0", "3", "x", "00001", "-1")] == ["2"] * 5


def test_a_tables_page_is_of_its_round_or_not_found(client: TestClient) -> None:
    director = Director(client, "alberta-pairs", placing="first free")
    director.names(*PAIRS, "Eve Ink & Ed Jay")
    director.seat()
    bye = next(each for each in director.event.round.tables if not each.playing)
    (out,) = director.event.round.byes
    said = director.look(f"table/{bye.number}")
    assert f"{director.event.name_of(out)} against —" in said
    director.all_in("10 7")
    director.seat()
    here = director.look("table/1")
    assert here.startswith("Table 1 — Our day")
    assert "Round 2 of 3" in here
    assert "Back to ‹ Round 1" in director.look("table/1?round=1")
    assert 'href="/events/' in director.text
    for asked in ("0", "3", "x", "-1"):
        director.look(f"table/1?round={asked}")
        assert (director.status, "There is no such round." in director.text) == (404, True)
    director.look("table/9")
    assert (director.status, "There is no such table in this round." in director.text) == (
        404,
        True,
    )
    for page in ("table/9", "table/9/ruling", "table/1?round=3", "table/1/ruling?round=3"):
        director.do(page, "confirm")
        assert director.status == 404, page
    refused = director.do("table/1", "overrule", number="0", instead="stand", why="no")
    assert (director.status, "The table is not played in the hall now." in refused) == (422, True)
    director.do("table/1?round=1", "overrule", number="0", instead="award", points="2", why="no")
    assert "The table is not played in the hall now." in says(director.text)


def test_phones_in_use_are_counted_and_freed(client: TestClient) -> None:
    director = Director(client, "alberta-pairs", placing="first free")
    director.names(*PAIRS[:2], "Eve", "Fay")
    desk: Any = client.app.state.desk  # type: ignore[attr-defined]  # an ASGI app has no state
    assert client.portal is not None
    for who, entrant in (("x", 1), ("y", 1), ("z", 2), ("v", 3), ("w", 4)):
        taken = PhoneTaken(who, entrant)
        client.portal.call(desk.note, f"event/{director.id}", lambda _, fact=taken: fact)
    assert "Everything saved · 5 phones" in director.look("phones")
    director.do("entrant/3", "entrants-pair", other="4")
    said = director.look("phones")
    assert "Ann Lee & Al Abel 2 phones" in said
    assert "Bea Kay & Bob Zorn 1 phone Free" in said
    assert "Eve & Fay 2 phones" in said
    tables = re.findall(r"<h2>Table (\d+)</h2>", director.text)
    assert tables == ["1", "2"]
    free = f"/events/{director.id}/desk/phones/free"
    client.post(free, data={"entrant": "5"})
    client.post(free, data={"entrant": "1"})
    said = director.look("phones")
    assert "Eve & Fay" not in said
    assert re.search(r"Everything saved · 1 phone\b", said)
    client.post(free, data={"entrant": "x"})
    client.post(free, data={"entrant": "2"})
    assert "None yet." in director.look("phones")
    director.seat()
    director.look("phones")
    assert len(re.findall(r"<h2>Table (\d+)</h2>", director.text)) == len(
        director.event.round.tables
    )


def test_a_ruling_is_asked_for_step_by_step_and_its_address_keeps_the_answers(
    client: TestClient,
) -> None:
    director = Director(client, "alberta-pairs", placing="first free")
    director.names(*PAIRS[:2])
    director.seat()
    director.look("table/1/ruling")
    base = f"/events/{director.id}/desk/table/1/ruling?round=1"
    kinds = [html.unescape(each) for each in re.findall(r'href="([^"]*what=[^"]*)"', director.text)]
    assert kinds
    assert all(each.startswith(f"{base}&what=") for each in kinds)
    answered = ""
    for path in kinds:
        page = html.unescape(client.get(path).text)
        onward = re.findall(r'href="([^"]*[?&]a=[^"]*)"', page)
        assert all(each.startswith(f"{path}&a=") for each in onward)
        if onward:
            answered = onward[0]
            links = re.findall(r'href="([^"]*ruling\?[^"]*)"', client.get(answered).text)
            assert html.unescape(links[-2]) == path, "one step back"
            assert html.unescape(links[-1]) == base, "something else happened"
            break
    assert answered
    undecided = director.do(kinds[0].partition("/desk/")[2], "agree", side="0")
    assert director.status == 422
    assert undecided
