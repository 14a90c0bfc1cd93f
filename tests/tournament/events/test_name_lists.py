"""Name lists as clubs have them: forty shapes and how each is read, or what is asked first."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

import pytest
from openpyxl import Workbook

from in_english import english
from rightbower.papers.spreadsheets.cells import cells_of
from rightbower.tournament.events.name_lists import (
    COMMAS,
    MEANINGS,
    SHARED,
    NameList,
    people,
    read_list,
)

PAIRS = ["Ida Lamb & Joe Mann", "Ed Hall & Fay Ives"]
PEOPLE = ["Ida Lamb", "Joe Mann", "Zoë Côté"]


def looked_at(data: str | bytes, answers: Mapping[str, str] | None = None) -> NameList:
    given = data.encode() if isinstance(data, str) else data
    return read_list(cells_of(given), answers)


def entrants(found: NameList) -> list[str]:
    """Each entrant as people say it, a cross before those that cannot be added."""
    return [
        ("✗ " if each.fault else "")
        + " & ".join(filter(None, (each.values.get("name"), each.values.get("partner"))))
        for each in found.readings
    ]


def workbook(
    *rows: Sequence[object], title: str = "Sheet1", merge: str = "", before: str = ""
) -> bytes:
    """A workbook as a spreadsheet program saves it."""
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = before or title
    if before:
        sheet["A1"] = "This document was exported from Numbers."
        sheet = book.create_sheet(title)
    for row in rows:
        sheet.append(list(row))
    if merge:
        sheet.merge_cells(merge)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


# Shapes that can be read in one way only.
READ: dict[str, tuple[str | bytes, list[str]]] = {
    "numbered headings in one word": ("Player1,Player2\nIda Lamb,Joe Mann\nEd Hall,Fay Ives", PAIRS),
    "ampersand": ("Ida Lamb & Joe Mann\nEd Hall & Fay Ives\n", PAIRS),
    "and": ("Ida Lamb and Joe Mann\nEd Hall AND Fay Ives", PAIRS),
    "with": ("Ida Lamb with Joe Mann\nEd Hall with Fay Ives", PAIRS),
    "plus and slash": ("Ida Lamb + Joe Mann\nEd Hall/Fay Ives", PAIRS),
    "dash": ("Ida Lamb – Joe Mann\nEd Hall - Fay Ives", PAIRS),
    "comma between two whole names": ("Ida Lamb, Joe Mann\nEd Hall, Fay Ives", PAIRS),
    "semicolon": ("Ida Lamb; Joe Mann\nEd Hall;Fay Ives", PAIRS),
    "tab": ("Ida Lamb\tJoe Mann\nEd Hall\tFay Ives", PAIRS),
    "last name first, joined": ("Lamb, Ida & Mann, Joe\nHall, Ed and Ives, Fay", PAIRS),
    "numbered": ("1. Ida Lamb & Joe Mann\n2. Ed Hall & Fay Ives", PAIRS),
    "bullets": ("• Ida Lamb and Joe Mann\n• Ed Hall and Fay Ives", PAIRS),
    "counted in a column": ("1,Ida Lamb,Joe Mann\n2,Ed Hall,Fay Ives", PAIRS),
    "one a line": ("Ida Lamb\nJoe Mann\n\nZoë Côté\n", PEOPLE),
    "first names only": ("Ida\nJoe\nZoë", ["Ida", "Joe", "Zoë"]),
    "a hyphen in a name": ("Ann-Marie Lee-Ray\nSandy Anderson", ["Ann-Marie Lee-Ray", "Sandy Anderson"]),
    "name and phone": ("Ida Lamb,403-555-0199\nJoe Mann,(403) 555 0100", PEOPLE[:2]),
    "name and address": ("Ida Lamb;ida@x.ca\nJoe Mann;joe@x.ca", PEOPLE[:2]),
    "first and last headed": ("First name,Last name\nIda,Lamb\nJoe,Mann\nZoë,Côté", PEOPLE),
    "last and first headed": ("Last Name;First Name\nLamb;Ida\nMann;Joe\nCôté;Zoë", PEOPLE),
    "columns in any order": (
        "Phone,Last name,Membership,First name\n555-0199,Lamb,1001,Ida\n555-0100,Mann,1002,Joe",
        PEOPLE[:2],
    ),
    "surname and given name": ("SURNAME\tGiven_Name\nLamb\tIda\nMann\tJoe", PEOPLE[:2]),
    "name and surname": ("Name,Surname\nIda,Lamb\nJoe,Mann", PEOPLE[:2]),
    "four headed columns": (
        "First Name,Last Name,First Name,Last Name\nIda,Lamb,Joe,Mann\nEd,Hall,Fay,Ives",
        PAIRS,
    ),
    "partner's names": (
        "First,Last,Partner's first name,Partner's last name\nIda,Lamb,Joe,Mann\nEd,Hall,Fay,Ives",
        PAIRS,
    ),
    "player 1 and player 2": ("Player 1,Player 2\nIda Lamb,Joe Mann\nEd Hall,Fay Ives", PAIRS),
    "player 1's names": (
        "Player 1 First;Player 1 Last;Player 2 First;Player 2 Last\nIda;Lamb;Joe;Mann\nEd;Hall;Fay;Ives",
        PAIRS,
    ),
    "name and partner": ("Partner;Name\nJoe Mann;Ida Lamb\nFay Ives;Ed Hall", PAIRS),
    "quoted, last name first": ('"Name","Phone"\n"Lamb, Ida","1"\n"Mann, Joe","2"', PEOPLE[:2]),
    "pairs quoted": ('Pair,Paid\n"Ida Lamb, Joe Mann",yes\n"Ed Hall, Fay Ives",no', PAIRS),
    "two first and two last names": (
        "First name,Last name\nIda & Joe,Lamb & Mann\nEd and Fay,Hall and Ives",
        PAIRS,
    ),
    "names under no heading": (",Phone\nIda Lamb,555-0199\nJoe Mann,555-0100", PEOPLE[:2]),
    "member numbers": ("Member,Name\n1001,Ida Lamb\n1002,Joe Mann", PEOPLE[:2]),
    "a title above": ("Spring Euchre\n\nFirst name,Last name\nIda,Lamb\nJoe,Mann", PEOPLE[:2]),
    "excel's own mark": ("sep=;\r\nName;Phone\r\nIda Lamb;1\r\nJoe Mann;2\r\n", PEOPLE[:2]),
    "old Macintosh lines": ("Name\rIda Lamb\rJoe Mann\r", PEOPLE[:2]),
    "UTF-16": ("Name\tPhone\nIda Lamb\t1\nJoe Mann\t2\nZoë Côté\t3".encode("utf-16"), PEOPLE),
    "UTF-16 without its mark": ("Ida Lamb\r\nJoe Mann\r\nZoë Côté".encode("utf-16-le"), PEOPLE),
    "Windows-1252": ("Name;Phone\nIda Lamb;1\nJoe Mann;2\nZoë Côté;3".encode("cp1252"), PEOPLE),
    "UTF-8 with its mark": ("Name\nIda Lamb\nJoe Mann\nZoë Côté".encode("utf-8-sig"), PEOPLE),
    "French": ("Prénom;Nom de famille\nIda;Lamb\nJoe;Mann\nZoë;Côté", PEOPLE),
    "workbook": (workbook(("Last name", "First name"), ("Lamb", "Ida"), ("Mann", "Joe")), PEOPLE[:2]),
    "workbook with a title over it": (
        workbook(("Spring Euchre", None), ("Name", "Member no"), ("Ida Lamb", 1001.0), merge="A1:B1"),
        PEOPLE[:1],
    ),
    "workbook from Numbers": (
        workbook(("Name",), ("Ida Lamb",), ("Joe Mann",), before="Export Summary"),
        PEOPLE[:2],
    ),
    "workbook without a heading": (workbook(("Ida Lamb", "Joe Mann"), ("Ed Hall", "Fay Ives")), PAIRS),
}  # fmt: skip

TWO = {"commas": COMMAS[1]}
LAST_FIRST = {"commas": COMMAS[0]}
# Shapes that can be read in more than one way: what is asked, an answer, and what it comes to.
ASKED: dict[str, tuple[str | bytes, set[str], Mapping[str, str], list[str]]] = {
    "last name, first name": (
        "Lamb, Ida\nMann, Joe\nCôté, Zoë",
        {"column 1", "column 2"},
        {"column 1": "last name", "column 2": "first name"},
        PEOPLE,
    ),
    "first names of partners": (
        "Ida, Joe\nEd, Fay",
        {"column 1", "column 2"},
        {"column 1": "name", "column 2": "partner"},
        ["Ida & Joe", "Ed & Fay"],
    ),
    "last name of several words": (
        "van Dyke, Mary Ann\nde la Cruz, Juan Carlos",
        {"column 1", "column 2"},
        {"column 1": "last name", "column 2": "first name"},
        ["Mary Ann van Dyke", "Juan Carlos de la Cruz"],
    ),
    "some whole names, some not": (
        "Ida Lamb, Joe Mann\nHall, Ed",
        {"column 1", "column 2"},
        {"column 1": "name", "column 2": "partner"},
        ["Ida Lamb & Joe Mann", "Hall & Ed"],
    ),
    "quoted without a heading": ('"Lamb, Ida"\n"Mann, Joe"', {"commas"}, LAST_FIRST, PEOPLE[:2]),
    "quoted pairs under name": (
        'Name;Phone\n"Ida Lamb, Joe Mann";1\n"Ed Hall, Fay Ives";2', {"commas"}, TWO, PAIRS,
    ),
    "quoted under pair": ('Pair;Paid\n"Ida, Joe";yes', {"commas"}, TWO, ["Ida & Joe"]),
    "four words": (
        "Ida;Lamb;Joe;Mann\nEd;Hall;Fay;Ives",
        {"column 1", "column 2", "column 3", "column 4"},
        {f"column {n}": MEANINGS[place] for n, place in ((1, 2), (2, 3), (3, 5), (4, 6))},
        PAIRS,
    ),
    "name and town": (
        "Ida Lamb,Calgary\nJoe Mann,Edmonton",
        {"column 1", "column 2"},
        {"column 1": "name", "column 2": "not used"},
        PEOPLE[:2],
    ),
    "a couple": (
        "Ida and Joe Lamb\nEd & Fay Ives", {"shared"}, {"shared": SHARED[0]},
        ["Ida Lamb & Joe Lamb", "Ed Ives & Fay Ives"],
    ),
    "a couple in two columns": (
        "First name,Last name\nIda & Joe,Lamb", {"shared"}, {"shared": SHARED[0]},
        ["Ida Lamb & Joe Lamb"],
    ),
    "a first name alone": (
        "Ida & Joe Mann", {"shared"}, {"shared": SHARED[1]}, ["Ida & Joe Mann"],
    ),
    "a couple, last name first": (
        "Hall, Ed and Fay\nLamb, Ida and Joe",
        {"column 1", "column 2"},
        {"column 1": "last name", "column 2": "first name", "shared": SHARED[0]},
        ["Ed Hall & Fay Hall", "Ida Lamb & Joe Lamb"],
    ),
    "many on a line": (
        "Ida Lamb, Joe Mann, Zoë Côté",
        {"column 1", "column 2", "column 3"},
        {"column 1": "name", "column 2": "name", "column 3": "name"},
        PEOPLE,
    ),
    "a third player": (
        "Player 1,Player 2,Player 3\nIda Lamb,Joe Mann,Zoë Côté",
        {"column 1", "column 2", "column 3"},
        {"column 1": "name", "column 2": "name", "column 3": "name"},
        PEOPLE,
    ),
    "members headed only so": (
        "Member,Phone\nIda Lamb,1\nJoe Mann,2",
        {"column 1", "column 2"},
        {"column 1": "name", "column 2": "not used"},
        PEOPLE[:2],
    ),
    "a column without a heading": (
        "Name,\nIda Lamb,Joe Mann\nEd Hall,Fay Ives",
        {"column 1", "column 2"},
        {"column 1": "name", "column 2": "partner"},
        PAIRS,
    ),
}  # fmt: skip


@pytest.mark.parametrize("shape", READ)
def test_list_that_can_be_read_in_one_way(shape: str) -> None:
    data, wanted = READ[shape]
    found = looked_at(data)
    assert found.questions == ()
    assert entrants(found) == wanted


@pytest.mark.parametrize("shape", ASKED)
def test_list_that_can_be_read_in_two_ways_is_asked_about(shape: str) -> None:
    data, keys, answers, wanted = ASKED[shape]
    found = looked_at(data)
    assert {each.key for each in found.questions} == keys
    assert all(each.guess in each.choices for each in found.questions)
    settled = looked_at(data, answers)
    assert settled.questions == ()
    assert entrants(settled) == wanted


def test_a_column_of_dates_without_a_heading_may_have_gaps() -> None:
    found = looked_at("Ann Lee,1950-01-01\nBob Ray,\nCy Orr,1951-02-03\n")
    assert [each.values["born"] for each in found.readings] == ["1950-01-01", "", "1951-02-03"]


def test_there_are_forty_shapes() -> None:
    assert len(READ) + len(ASKED) >= 40


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("Ida Lamb &", "one of the two names is missing"),
        ("and Joe Mann", "one of the two names is missing"),
        ("Ida Lamb & TBA", "TBA is not a name; write only the player's name"),
        ("Ida Lamb & ?", "? is not a name; write only the player's name"),
        ("Ida Lamb 403-555-0199", "Ida Lamb 403-555-0199 has more in it than a name"),
        ("Ida Lamb ida@x.ca", "Ida Lamb ida@x.ca has more in it than a name"),
        ("Table 1: Ida Lamb", "Table 1: Ida Lamb has more in it than a name"),
        ("Total", "Total is not a name; write only the player's name"),
    ],
)
def test_line_that_is_not_only_names_is_not_ticked(line: str, fault: str) -> None:
    found = looked_at(f"Ann Lee\n{line}\n")
    assert english([each.fault for each in found.readings]) == english(["", fault])


def test_three_in_a_pair_and_a_name_that_is_missing() -> None:
    found = looked_at("Pair,Zone\nA & B & C,1\n,2\n")
    assert english([each.fault for each in found.readings]) == [
        "A & B & C: a pair is two players",
        "the name is missing",
    ]


def test_what_is_not_used_is_said() -> None:
    found = looked_at("Club list\nName,Membership,Phone,Zone\nIda Lamb,1001,555,3\n")
    assert english(found.remarks) == ("taken for a title: Club list", "not used: Membership, Phone")
    assert english(found.readings[0].values) == {"name": "Ida Lamb", "zone": "3"}


def test_numbers_of_members_are_not_used_where_some_have_none() -> None:
    found = looked_at("Name,Member\nIda Lamb,1001\nJoe Mann,\n")
    assert english(found.remarks) == ("not used: Member",)
    assert "member" not in english(found.readings[0].values)


def test_a_question_about_a_column_shows_what_is_in_it() -> None:
    _, second = looked_at("Name,\nIda Lamb,\nEd Hall,Fay Ives").questions
    assert second.text == "Column 2 has Fay Ives. What is it?"


def test_birth_dates_members_and_floaters_come_along() -> None:
    found = looked_at(
        "Name,Partner,Born,Born 2,Member,Partner member,Floater\n"
        "Ida Lamb,Joe Mann,1950-06-30,1951-01-02,yes,no,x\n"
    )
    assert found.readings[0].values == {
        "name": "Ida Lamb",
        "partner": "Joe Mann",
        "born": "1950-06-30",
        "partner born": "1951-01-02",
        "member": "yes",
        "partner member": "no",
        "floater": "x",
    }


def test_dates_without_a_heading_are_birth_dates() -> None:
    found = looked_at("Ida Lamb;1950-06-30\nJoe Mann;1951-01-02")
    assert [each.values.get("born") for each in found.readings] == ["1950-06-30", "1951-01-02"]


def test_an_answer_that_is_none_of_the_choices_asks_again() -> None:
    assert looked_at('"Lamb, Ida"', {"commas": "whatever"}).questions
    assert str(people("Lamb, Ida, Mann, Joe").fault).startswith("write one player a line")


def test_one_line_with_a_comma_does_not_turn_a_list_into_columns() -> None:
    names = [f"Ann{number} Lee" for number in range(8)]
    cells = [(n, [name]) for n, name in enumerate(names, 1)] + [(9, ["Lamb", "Ida"])]
    found = read_list(cells)
    assert [each.key for each in found.questions] == ["commas"]
    assert found.questions[0].text == "What does the comma in “Lamb, Ida” stand between?"
    read = read_list(cells, {"commas": "last name first"})
    assert read.questions == ()
    assert [each.values["name"] for each in read.readings] == [*names, "Ida Lamb"]
    many = [(n, ["Lamb", "Ida"]) for n in range(3)] + [(9, ["Ann Lee"])]
    assert {each.key for each in read_list(many).questions} == {"column 1", "column 2"}
    dated = [(n, [name]) for n, name in enumerate(names, 1)] + [(9, ["Ida Lamb", "1950-01-02"])]
    assert read_list(dated).readings[-1].values == {"name": "Ida Lamb", "born": "1950-01-02"}


def test_two_on_a_line_are_two_entrants_where_everybody_plays_alone() -> None:
    cells = [(1, ["Ann Lee"]), (2, ["Ed Hall and Fay Ives"])]
    pairs = read_list(cells)
    assert [each.values for each in pairs.readings][1] == {"name": "Ed Hall", "partner": "Fay Ives"}
    found = read_list(cells, alone=True)
    assert [(each.row, each.values) for each in found.readings] == [
        (1, {"name": "Ann Lee"}),
        (2, {"name": "Ed Hall"}),
        (2, {"name": "Fay Ives"}),
    ]
    assert english(found.remarks) == ("1 line names two players: both are listed",)
    headed = [(1, ["Name", "Zone"]), (2, ["Ed Hall & Fay Ives", "4"])]
    assert [each.values for each in read_list(headed, alone=True).readings] == [
        {"name": "Ed Hall", "zone": "4"},
        {"name": "Fay Ives", "zone": "4"},
    ]
    wrong = [(1, ["Ann Lee"]), (2, ["A B & C D & E F"])]
    assert len(read_list(wrong, alone=True).readings) == 2
    assert read_list(cells[:1], alone=True).remarks == ()
