"""Check-in at the desk: names, who is here, fees, the door, and all that happens to entrants."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from openpyxl import Workbook

from web.at_desk import Director, flat, hall, says

PAIRS = ("Ann & Al", "Bea & Bob", "Cat & Cy", "Dot & Don")


@pytest.fixture
def pairs(tmp_path: Path) -> Iterator[Director]:
    """An event of pairs with an empty list."""
    with hall(tmp_path) as client:
        yield Director(client, "alberta-pairs")


@pytest.fixture
def players(tmp_path: Path) -> Iterator[Director]:
    """A national progressive with eight who are expected."""
    with hall(tmp_path) as client:
        director = Director(client, "national-progressive")
        director.names(*["Ann", "Bea", "Cat", "Dot", "Eve", "Fay", "Gus", "Hal"], here=False)
        yield director


def state(director: Director, number: int) -> str:
    return director.event.entrant(number).state


def test_an_empty_list_says_what_to_do_first(pairs: Director) -> None:
    assert "Nobody is on the list yet. Paste the names" in pairs.look("check-in")
    pairs.look()
    assert pairs.path.endswith("/desk/check-in")


def test_pasted_names_are_shown_with_their_faults_before_anything_is_written(
    pairs: Director,
) -> None:
    shown = pairs.do("check-in", "look", names="Ann & Al\n\nann & Zed\nA & B & C\nDot")
    assert "2 can go on the list; 3 cannot" not in shown
    assert "2 can go on the list; 2 cannot" in shown
    assert "line 3 ann & Zed Left out: ann is on the list already, as entrant 1" in shown
    assert "Left out: A & B & C: a pair is two players" in shown
    assert pairs.event.entrants == ()


def test_the_good_rows_go_on_the_list_and_are_here_at_once_when_asked(pairs: Director) -> None:
    pairs.names("Ann & Al", "Bea & Bob", here=False)
    assert [state(pairs, each) for each in (1, 2)] == ["entered", "entered"]
    pairs.names("Cat & Cy", "Cat & X")
    assert state(pairs, 3) == "here"
    assert len(pairs.event.entrants) == 3


def test_a_row_of_a_file_that_cannot_be_read_does_not_go_on_the_list(pairs: Director) -> None:
    data = b"Name,Partner,Born\nAnn,Al,1950-01-01\nBea,Bob,someday\n"
    shown = pairs.do("check-in", "look", files={"file": ("list.csv", data)})
    assert "Left out: 'someday' is not a date" in shown
    rows = re.search(r'name="rows" value="([^"]*)"', pairs.text)
    assert rows is not None
    assert "Bea" not in rows[1], "it is not sent back, whatever has changed by then"
    pairs.do("check-in", "entrants-add-rows", rows=unescape(rows[1]))
    assert [each.name for each in pairs.event.entrants] == ["Ann & Al"]


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_file_is_shown_row_by_row(pairs: Director, kind: str) -> None:
    rows = [("Name", "Partner", "Born"), ("Ann", "Al", "1950-01-01"), ("Bea", "Bob", "2001-05-05")]
    if kind == "csv":
        data = "\n".join(",".join(row) for row in rows).encode()
    else:
        book = Workbook()
        sheet = book.create_sheet(index=0)
        for row in rows:
            sheet.append(row)
        kept = io.BytesIO()
        book.save(kept)
        data = kept.getvalue()
    shown = pairs.do("check-in", "look", files={"file": (f"list.{kind}", data)})
    assert "1 Ann & Al birth date missing: Al" in shown
    assert "Left out: Bea is not 55 by 31 December 2026" in shown


def test_a_file_that_is_no_list_is_refused_in_words(pairs: Director) -> None:
    said = pairs.do("check-in", "look", files={"file": ("list.xlsx", b"PK\x03\x04 nonsense")})
    assert pairs.status == 422
    assert "Put names on the list" in said
    assert "write at least one name" in pairs.do("check-in", "look", names=" \n ").lower()


def test_a_name_is_shown_as_text(pairs: Director) -> None:
    pairs.names("<b>Ann & <img>")
    assert "<b>" not in pairs.text
    assert "&lt;b&gt;Ann &amp; &lt;img&gt;" in pairs.text


def test_a_list_that_can_be_read_in_two_ways_is_asked_about_first(players: Director) -> None:
    shown = players.do("check-in", "look", names="Lamb, Ida\nMann, Joe")
    assert "This can be read in more than one way" in shown
    assert "Column 1 has Lamb, Mann. What is it?" in shown
    assert "on the list</button>" not in players.text
    cells = '[[1,["Lamb","Ida"]],[2,["Mann","Joe"]]]'
    answers = {"column 1": "last name", "column 2": "first name", "cells": cells}
    shown = players.do("check-in", "look", **answers)
    assert "9 Ida Lamb 10 Joe Mann" in shown
    assert "did not arrive" in players.do("check-in", "look", cells="[[1]")
    assert players.status == 422


def test_two_columns_of_names_and_what_is_not_used(pairs: Director) -> None:
    data = "Phone;First;Last;First;Last\n1;Ida;Lamb;Joe;Mann\n".encode("utf-16")
    shown = pairs.do("check-in", "look", files={"file": ("list.csv", data)})
    assert "Not used: Phone." in shown
    assert "Ida Lamb & Joe Mann birth date missing" in shown


def test_the_list_is_by_last_name_and_a_switch_to_first_names_is_remembered(
    pairs: Director,
) -> None:
    pairs.names("Zoe Adams & Al Young", "Ann Young & Bo Poe", "Mia Lee & Cy Abel", here=False)

    def order(page: str) -> list[str]:
        pairs.look(page)
        people = says(pairs.text.partition('id="people"')[2].partition("</ul>")[0])
        return re.findall(
            r"(Zoe Adams & Al Young|Ann Young & Bo Poe|Mia Lee & Cy Abel)(?!:)", people
        )

    by_last = ["Zoe Adams & Al Young", "Mia Lee & Cy Abel", "Ann Young & Bo Poe"]
    assert order("check-in") == by_last
    assert "Zoe <strong>Adams</strong> &amp; Al Young</a>" in pairs.text
    by_first = ["Ann Young & Bo Poe", "Mia Lee & Cy Abel", "Zoe Adams & Al Young"]
    assert order("check-in?by=first") == by_first
    assert "<strong>Zoe</strong> Adams &amp; Al Young</a>" in pairs.text
    assert order("check-in") == by_first
    assert order("check-in?by=last") == by_last
    assert order("check-in?by=nonsense") == by_last


def test_here_and_not_here_again_before_play(pairs: Director) -> None:
    pairs.names(*PAIRS, here=False)
    pairs.do("check-in", "entrants-check-in", all="yes")
    assert [state(pairs, each) for each in (1, 2, 3, 4)] == ["here"] * 4
    said = pairs.do("check-in", "entrants-not-here", who=2)
    assert [state(pairs, each) for each in (1, 2, 3, 4)] == ["here", "entered", "here", "here"]
    assert "3 here · 1 expected" in said
    pairs.do("check-in", "entrants-check-in", who=2)
    assert state(pairs, 2) == "here"
    assert "Bea & Bob is here already" in pairs.do("check-in", "entrants-check-in", who=2)
    assert pairs.status == 422


def test_undo_takes_the_last_entry_back(pairs: Director) -> None:
    pairs.names(*PAIRS, here=False)
    pairs.do("check-in", "entrants-check-in", who=2)
    latest = pairs.event.version
    said = pairs.do("log", "undo", entry=latest, version=latest, back="check-in")
    assert state(pairs, 2) == "entered"
    assert pairs.path.endswith("/desk/check-in")
    assert f"Entry {latest} undone" in said
    assert (
        "only the latest entry"
        in pairs.do("log", "undo", entry=1, version=pairs.event.version).lower()
    )


def test_those_still_expected_are_not_coming(pairs: Director) -> None:
    pairs.names(*PAIRS, here=False)
    pairs.do("check-in", "entrants-check-in", who=1)
    pairs.do("check-in", "entrants-no-show", all="yes")
    assert [state(pairs, each) for each in (1, 2, 3, 4)] == ["here"] + ["no-show"] * 3
    assert "Name at least one" in pairs.do("check-in", "entrants-no-show", all="yes")


def test_fees_fill_the_pot(pairs: Director) -> None:
    pairs.names(*PAIRS)
    pairs.do("check-in", "fee", fee="12.50")
    pairs.do("check-in", "paid", number=1, amount="12.50")
    assert "pot 25.00" in pairs.do("check-in", "paid", number=2, amount="12.50")
    assert "pot 12.50" in pairs.do("check-in", "paid", number=1, amount="0")
    assert "'a lot' is not an amount; write 5 or 12.50" in pairs.do("check-in", "fee", fee="a lot")
    assert "more than anybody pays" in pairs.do("check-in", "fee", fee="99999")
    assert "no entrant 9" in pairs.do("check-in", "paid", number=9, amount="1")
    assert pairs.status == 422


def test_the_door_is_opened_and_closed(pairs: Director) -> None:
    assert "The door is closed" in pairs.do("check-in", "door", open="no")
    assert "/qr.svg" not in pairs.text
    said = pairs.do("check-in", "door", open="yes")
    assert "they scan this, or type the code at" in said
    assert "localhost" not in said
    assert "/qr.svg" in pairs.text


def test_nothing_to_scan_is_shown_while_the_hall_is_open_to_the_laptop_only(
    pairs: Director, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs.do("check-in", "door", open="yes")
    monkeypatch.setattr(pairs.client.app.state, "room", False)  # type: ignore[attr-defined]
    said = pairs.look("check-in")
    assert "with their phones: they type the code at" in said
    assert "/qr.svg" not in pairs.text


def test_outlook_and_checklist_stand_beside_the_list(pairs: Director) -> None:
    pairs.names(*PAIRS)
    said = pairs.look("check-in")
    assert "4 pairs are here: 2 tables." in said
    assert "Number them from 1 to 2" in said


def test_who_is_missing_stands_by_themselves_when_they_are_few(players: Director) -> None:
    for number in (1, 2, 3, 4, 5):
        players.do("check-in", "entrants-check-in", who=number)
    missing = flat(players.text).partition('id="missing"')[2].partition("</ul>")[0]
    assert [each for each in ("Eve", "Fay", "Gus", "Hal") if each in says(missing)] == [
        "Fay",
        "Gus",
        "Hal",
    ]
    assert missing.count('value="entrants-no-show"') == 3
    said = players.do("check-in", "entrants-no-show", who=6)
    assert "The other 2 are not coming" in said
    assert (
        said.partition("If you began now")[2]
        .strip()
        .startswith(
            "5 players are here: 1 table, and 1 left without a table. 3 more make 2 tables."
        )
    )
    players.do("check-in", "entrants-no-show", all="yes")
    assert 'id="missing"' not in players.text


def test_those_who_are_missing_are_not_listed_twice_while_they_are_many(players: Director) -> None:
    players.do("check-in", "entrants-add", names="Ida")
    assert 'id="missing"' in players.text
    assert 'id="missing-1"' not in players.text
    assert "All 9 expected are here" in players.look("check-in")


def test_birth_dates_are_spoken_of_once_where_they_are_missing_for_most(pairs: Director) -> None:
    pairs.names(*PAIRS)
    assert pairs.look("check-in").count("birth date missing") == 4
    pairs.names(*(f"{name} One & {name} Two" for name in ("Eve", "Fay", "Gus", "Hal", "Ida")))
    said = pairs.look("check-in")
    assert "birth date missing" not in said
    assert "Birth dates are missing for 9 on this list." in said


def test_leaving_and_coming_back(pairs: Director) -> None:
    pairs.names(*PAIRS)
    pairs.do("entrant/2", "entrants-withdraw", why="a cold")
    assert state(pairs, 2) == "withdrawn"
    assert "a cold" in pairs.look("entrant/2")
    assert "has left already" in pairs.do("entrant/2", "entrants-withdraw")
    pairs.do("entrant/2", "entrants-check-in")
    assert state(pairs, 2) == "here"


def test_a_no_show_is_marked_on_the_entrants_page(pairs: Director) -> None:
    pairs.names(*PAIRS, here=False)
    pairs.do("entrant/3", "entrants-no-show")
    assert state(pairs, 3) == "no-show"
    assert "is not expected: no-show" in pairs.do("entrant/3", "entrants-no-show")


def test_a_substitute_takes_over(pairs: Director) -> None:
    pairs.names(*PAIRS)
    pairs.do("entrant/1", "entrants-substitute", out="Al", new="Zed", why="went home")
    assert pairs.event.entrant(1).name == "Ann & Zed"
    assert (
        "write the name" in pairs.do("entrant/1", "entrants-substitute", out="Ann", new=" ").lower()
    )
    assert "Bob is on the list already" in pairs.do(
        "entrant/1", "entrants-substitute", out="Ann", new="Bob"
    )
    pairs.seat()
    (at,) = [each.number for each in pairs.event.round.tables if 1 in each.entrants]
    pairs.all_in()
    pairs.seat()
    pairs.do("entrant/1", "entrants-substitute", out="Ann", new="Yan", why="went home")
    pairs.look(f"table/{at}?round=1")
    assert "<small>Ann &amp; Zed</small>" in pairs.text, "who played then"
    assert "<small>Yan &amp; Zed</small>" not in pairs.text


def test_two_singles_become_a_pair(pairs: Director) -> None:
    pairs.names("Ann", "Bea", "Cat & Cy")
    assert "2. Bea" in pairs.look("entrant/1")
    pairs.do("entrant/1", "entrants-pair", other=2)
    assert pairs.event.entrant(4).name == "Ann & Bea"
    assert "plays in a pair" in pairs.look("entrant/1").lower()
    assert "not here without a partner" in pairs.do("entrant/1", "entrants-pair", other=3)


def test_keeping_apart_floating_and_vouching(pairs: Director) -> None:
    pairs.names(*PAIRS)
    pairs.do("entrant/1", "entrants-apart", other=2)
    assert pairs.event.apart == ((1, 2),)
    assert "kept apart from Bea & Bob" in pairs.look("entrant/1")
    assert "two different entrants" in pairs.do("entrant/1", "entrants-apart", other=1)
    pairs.do("entrant/3", "entrants-floater")
    assert pairs.event.entrant(3).floater
    assert "a floater already" in pairs.do("entrant/3", "entrants-floater")
    pairs.do("entrant/4", "entrants-vouch", why="driving licences")
    assert "vouched for: driving licences" in pairs.look("check-in")
    assert "say what was seen" in pairs.do("entrant/4", "entrants-vouch", why="").lower()


def test_a_sitting_player_is_named_before_the_start(players: Director) -> None:
    players.do("check-in", "entrants-check-in", all="yes")
    players.do("entrant/1", "entrants-sitter", table="2")
    assert players.event.entrant(1).sitter == 2
    assert (
        "table 2 has a sitter already"
        in players.do("entrant/2", "entrants-sitter", table="2").lower()
    )
    players.seat()
    assert "named at the start" in players.do("entrant/2", "entrants-sitter")
    assert "Sitting player" not in says(players.look("entrant/2"))


def test_late_arrivals_come_in_after_the_first_round(pairs: Director) -> None:
    pairs.names(*PAIRS)
    pairs.seat()
    pairs.names("Eve & Ed")
    assert (state(pairs, 5), pairs.event.entrant(5).since) == ("here", 1)
    assert "Late arrivals" in pairs.look("check-in")
    pairs.do("check-in", "entrants-not-here", who=5)
    assert state(pairs, 5) == "withdrawn"


def test_a_button_that_is_not_known_and_an_entrant_who_is_not_there(pairs: Director) -> None:
    pairs.do("check-in", "explode")
    assert pairs.status == 400
    pairs.look("entrant/9")
    assert pairs.status == 404


def test_the_plan_can_be_changed_before_play(pairs: Director) -> None:
    pairs.do("plan", "plan", rounds="4", minutes="20", prizes="First = 50\nSecond = 25.50\n")
    plan = pairs.event.plan
    assert (plan.rounds, plan.minutes) == (4, 20)
    assert [(each.name, each.place, each.amount) for each in plan.prizes] == [
        ("First", 1, 5000),
        ("Second", 2, 2550),
    ]
    assert plan.decided == 2
    assert "is not an amount" in pairs.do("plan", "plan", prizes="First = lots")
    pairs.names(*PAIRS)
    pairs.seat()
    pairs.do("plan", "plan", rounds="3", why="late")
    assert pairs.event.plan.rounds == 3
    assert "the number of rounds and the prizes can change" in pairs.look("plan")


def test_a_house_director_is_asked_for_the_pin(pairs: Director) -> None:
    pairs.client.cookies.clear()
    for page in ("", "check-in", "seating", "round", "standings", "finish", "log", "paper", "plan"):
        pairs.look(page)
        assert pairs.path == f"/events/{pairs.id}/pin"
    pairs.do("check-in", "entrants-check-in", all="yes")
    assert pairs.path == f"/events/{pairs.id}/pin"


def test_two_on_a_line_are_two_players_where_everybody_plays_alone(players: Director) -> None:
    before = len(players.event.entrants)
    shown = players.do("check-in", "look", names="Ida Lamb\nEd Hall and Fay Ives")
    assert "1 line names two players: both are listed." in shown
    assert "3 can go on the list" in shown
    rows = unescape(re.findall(r'name="rows" value="([^"]*)"', players.text)[0])
    players.do("check-in", "entrants-add-rows", rows=rows)
    assert [each.name for each in players.event.entrants[before:]] == [
        "Ida Lamb",
        "Ed Hall",
        "Fay Ives",
    ]


def test_where_people_would_sit_out_seating_proposes_what_to_do(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        charity = Director(client, "charity-day", prizes="High = 50\nlow: Low = 10")
        charity.names(*(f"P{number} Lee" for number in range(7)))
        shown = charity.look("seating")
        assert "3 players would sit out each round." in shown
        assert "Find 1 more player" in shown
        charity.do("seating", "plan", sat_out="average")
        assert charity.event.plan.standings.sat_out == "average"
        assert "Score the average" not in charity.look("seating")
        said = charity.do("seating", "entrants-add", names="The Host", floater="yes", here="yes")
        assert charity.path.endswith("/desk/seating")
        assert "would sit out each round" not in said
