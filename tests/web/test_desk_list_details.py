"""The desk in detail: the list and its order, who is found, messages, papers, money, the log."""

from __future__ import annotations

import html
import re
from typing import Any

from starlette.testclient import TestClient

from web.at_desk import Director, says

PAIRS = ("Ann Lee & Al Abel", "Bea Kay & Bob Zorn", "Cat Abe & Cy Fox", "Dot Orr & Dan Poe")


def options(page: str, id_: str) -> list[str]:
    """What can be chosen in a list of a page."""
    inside = page.partition(f'<select id="{id_}"')[2].partition("</select>")[0]
    return [html.unescape(each) for each in re.findall(r"<option[^>]*>([^<]*)<", inside)]


def listed(page: str) -> list[str]:
    """Those on the list, by number, in the order of the page."""
    return re.findall(r'<li class="person [a-z-]+" id="e(\d+)"', page)


def sent(director: Director, page: str, act: str, **fields: Any) -> str:
    """Where a press leads."""
    answer = director.client.post(
        f"/events/{director.id}/desk/{page}", data={"do": act, **fields}, follow_redirects=False
    )
    assert answer.status_code == 303, says(answer.text)
    return answer.headers["location"].partition("/desk/")[2]


def test_the_list_is_sorted_as_was_asked_for_last(client: TestClient) -> None:
    director = Director(client, "alberta-pairs")
    director.names(*PAIRS)
    director.look("check-in")
    assert listed(director.text) == ["3", "2", "1", "4"]  # Abe, Kay, Lee, Orr
    director.look("check-in?by=first")
    assert listed(director.text) == ["1", "2", "3", "4"]
    director.look("check-in")
    assert listed(director.text) == ["1", "2", "3", "4"]
    director.look("check-in?by=last")
    assert listed(director.text) == ["3", "2", "1", "4"]
    director.do("check-in", "entrants-no-show", who=3)
    director.look("check-in")
    assert listed(director.text)[-1] in ("3", "4")
    director.do("entrant/4", "entrants-remove")
    director.look("check-in")
    assert "4" not in listed(director.text)


def test_everybody_is_found_by_letters_with_table_and_partner(client: TestClient) -> None:
    director = Director(client, "alberta-pairs", placing="first free")
    director.names(*PAIRS)

    def found(letters: str) -> list[dict[str, str]]:
        answer = client.get(f"/events/{director.id}/desk/find.json", params={"q": letters})
        rows: list[dict[str, str]] = answer.json()
        return rows

    page = f"/events/{director.id}/desk/entrant/"
    here = {"name": "Ann Lee", "place": "Here", "says": "with Al Abel", "page": f"{page}1"}
    assert found("ann") == [here]
    assert found("a") == []
    assert [each["name"] for each in found("ab")] == ["Al Abel", "Cat Abe"]
    director.do("check-in", "entrants-no-show", who=4)
    assert director.status in (200, 422)
    director.seat()
    event = director.event
    table = next(each for each in event.round.tables if 1 in each.entrants and each.playing)
    side = event.plan.side_names[table.side_of(1)]
    (row,) = found("ann l")
    assert (row["place"], row["says"]) == (f"Table {table.number}", f"with Al Abel · {side}")
    director.do("entrant/2", "entrants-withdraw")
    director.all_in()
    director.seat()
    assert found("bea")[0]["place"] == "Has left"


def test_no_more_than_eight_are_found_and_those_off_the_list_are_not(client: TestClient) -> None:
    director = Director(client, "fair-draw")
    director.names(*(f"Ann {letter}" for letter in "abcdefghij"), here=False)
    answer = client.get(f"/events/{director.id}/desk/find.json?q=ann")
    assert [each["name"] for each in answer.json()] == [f"Ann {letter}" for letter in "abcdefgh"]
    assert {each["place"] for each in answer.json()} == {"Expected"}
    assert {each["says"] for each in answer.json()} == {""}
    director.do("entrant/1", "entrants-remove")
    names = [
        each["name"] for each in client.get(f"/events/{director.id}/desk/find.json?q=ann").json()
    ]
    assert names[0] == "Ann b"


def test_messages_go_to_everybody_or_to_a_table(client: TestClient) -> None:
    director = Director(client, "alberta-pairs", placing="first free")
    director.names(*PAIRS[:3])
    director.look("messages")
    assert options(director.text, "table") == []
    assert "Write what you want to say." in director.do("messages", "say", text="  ")
    assert director.status == 422
    director.seat()
    director.look("messages")
    playing = [f"table {each.number}" for each in director.event.round.tables if each.playing]
    assert options(director.text, "table") == ["everybody", *playing]
    assert sent(director, "messages", "say", text="Coffee   is ready.") == "messages"
    assert "“Coffee is ready.” to everybody" in director.look("messages")
    for back in ("round", "seating", "standings"):
        assert sent(director, "messages", "say", text="Hush.", table="1", back=back) == back
    assert sent(director, "messages", "say", text="Hush.", table="1", back="log") == "messages"
    assert "“Hush.” to table 1" in director.look("messages")
    assert sent(director, "messages", "say", text="x" * 160) == "messages"
    assert "at most 160 letters" in director.do("messages", "say", text="x" * 161)
    director.do("messages", "say", text="Look.", table="99")
    assert director.status == 422
    director.do("messages", "say", text="Look.", table="x")
    assert "Table: write a whole number." in says(director.text)
    sent(director, "messages", "away", text="ignored")
    sent(director, "messages", "away", table="1")
    assert "Nothing is shown." in director.look("messages")


def test_an_entrants_page_offers_the_others_and_leads_back(client: TestClient) -> None:
    director = Director(client, "alberta-pairs", placing="first free")
    director.names(*PAIRS[:3], "Eve Ink & Ed Jay")
    director.look("entrant/1")
    names = ["Bea Kay & Bob Zorn", "Cat Abe & Cy Fox", "Eve Ink & Ed Jay"]
    assert options(director.text, "other") == names
    assert "Change places" not in director.text
    for number in ("0", "5", "99"):
        none = client.get(f"/events/{director.id}/desk/entrant/{number}")
        assert (none.status_code, "Nobody on the list has this number." in none.text) == (404, True)
    assert sent(director, "entrant/4", "entrants-apart", other="1") == "check-in#e4"
    director.names("Fay Ash & Gus Bay")
    director.seat()
    event = director.event
    (out,) = event.round.byes
    director.look(f"entrant/{out}")
    assert "Sits out this round." in says(director.text)
    for seated in (each for each in event.round.tables if each.playing):
        for who in seated.entrants:
            director.look(f"entrant/{who}")
            assert f"Sits at table {seated.number}." in says(director.text)
    others = options(director.text, "with")[1:]
    assert others == sorted(others)
    assert f"{event.name_of(out)}, sits out" in others
    assert not any(each.startswith(event.name_of(who)) for each in others)
    assert f"{event.name_of(seated.sides[0][0])}, table {seated.number}" in others
    assert sent(director, f"entrant/{who}", "entrants-floater", no="no") == "round"
    assert sent(director, f"entrant/{out}", "entrants-floater", no="no") == f"check-in#e{out}"


def test_only_those_who_may_come_are_offered_and_nobody_to_oneself(client: TestClient) -> None:
    director = Director(client, "alberta-pairs", placing="first free")
    director.names(*PAIRS[:2], "Eve", "Fay")
    director.do("entrant/2", "entrants-remove")
    director.look("entrant/3")
    assert options(director.text, "mate") == ["4. Fay"]
    assert options(director.text, "other") == [PAIRS[0], "Fay"]


def test_papers_name_the_tables_that_play_and_the_people_who_do(client: TestClient) -> None:
    director = Director(client, "alberta-pairs", placing="first free")
    director.names(*PAIRS, "Eve", "Fay")
    director.do("entrant/5", "entrants-pair", other="6")
    director.look("paper")
    everybody = [*PAIRS, "Eve & Fay"]
    assert options(director.text, "only-who") == everybody
    assert options(director.text, "only-table") == []
    assert "paper/pack.pdf" in director.text
    one_by_one = director.text.partition("One by one")[2]
    assert "pack.pdf" not in one_by_one
    director.seat()
    director.look("paper")
    playing = [f"Table {each.number}" for each in director.event.round.tables if each.playing]
    assert options(director.text, "only-table") == playing
    assert len(playing) == 2


def test_after_undo_one_is_back_at_the_step(client: TestClient) -> None:
    director = Director(client, "alberta-pairs")
    director.names(*PAIRS, here=False)
    led = {"check-in": "check-in", "standings": "standings", "paper": "log", "": "log"}
    for number, (back, where) in enumerate(led.items(), 1):
        director.do("check-in", "entrants-check-in", who=number)
        last = str(director.event.version)
        assert sent(director, "log", "undo", entry=last, version=last, back=back) == where


def test_money_is_noted_from_check_in_and_from_its_own_page(client: TestClient) -> None:
    director = Director(client, "alberta-pairs")
    director.names(*PAIRS)
    desk: Any = client.app.state.desk  # type: ignore[attr-defined]  # an ASGI app has no state

    def kept() -> Any:
        return desk.notes(f"event/{director.id}")

    assert sent(director, "check-in", "fee", fee="5") == "check-in"
    assert kept().fee == 500
    assert sent(director, "money", "fee", fee="6.50") == "money"
    assert kept().fee == 650
    assert sent(director, "check-in", "paid", number="2", amount="6.50") == "check-in#e2"
    assert sent(director, "money", "paid", number="3", amount="2") == "money"
    assert sent(director, "check-in", "paid", number="1", amount="1", back="money") == "money"
    assert kept().paid == {2: 650, 3: 200, 1: 100}
    assert sent(director, "check-in", "all-paid") == "check-in"
    assert kept().paid == {2: 650, 3: 650, 1: 650, 4: 650}
    assert sent(director, "check-in", "undo-money") == "check-in"
    assert kept().paid == {2: 650, 3: 200, 1: 100, 4: 0}
    assert sent(director, "check-in", "door", open="no") == "check-in"
    assert kept().door is False
    assert sent(director, "check-in", "door", open="yes") == "check-in"
    assert kept().door is True
    wrong = {"number": "9", "amount": "5"}
    assert director.do("money", "paid", **wrong)
    assert director.status == 422
    assert "Is not an amount" in director.do("check-in", "fee", fee="x").replace("'x' is", "Is")
    assert director.status == 422
    assert "Number: write a whole number." in director.do(
        "check-in", "paid", number="x", amount="1"
    )
    for size, wide in (("", b"612"), ("?size=A4", b"595")):
        paper = client.get(f"/events/{director.id}/desk/money/cash.pdf{size}")
        assert wide in paper.content
        named = f'inline; filename="{director.id}-cash.pdf"'
        assert paper.headers["content-disposition"] == named


def test_the_log_checks_draws_and_tells_of_the_backup_where_asked(client: TestClient) -> None:
    director = Director(client, "alberta-pairs", placing="first free")
    director.names(*PAIRS)
    director.seat()
    plain = director.look("log")
    checked = director.look("log?check")
    assert checked != plain
    assert "Backed up at" not in director.look("log?backup")
