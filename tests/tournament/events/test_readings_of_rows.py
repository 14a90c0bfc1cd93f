"""Rows of a list, one after the other: what a heading is, whom a row names, and what is wrong with it."""

from __future__ import annotations

import pytest

from in_english import english
from rightbower.rules.book import load, overlay
from rightbower.rules.message import UNSAID, message
from rightbower.tournament.club.night import evening, league_roster
from rightbower.tournament.events import attendance as entrants
from rightbower.tournament.events import outcome as results
from rightbower.tournament.events import registration
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.name_lists import people, read_list
from rightbower.tournament.events.outlook import outlook
from rightbower.tournament.events.plan import open_event
from rightbower.tournament.events.presets import PRESETS
from rightbower.tournament.events.registration import add_rows, preview
from rightbower.tournament.events.results import enter
from rightbower.tournament.league import conduct as sanctions
from rightbower.tournament.league import season as seasons
from rightbower.tournament.league.archive import copied
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.season import open_league
from tournament.events.acts import act
from tournament.events.day import Day, individuals, refused, ring_of_pairs
from tournament.events.test_edges import with_settings
from tournament.league.evenings import Season


def test_rows_of_one_zone_count_together() -> None:
    event = with_settings(
        Day("alberta-pairs", stage="games").event, "entering", zone_pairs=2, zone_people=4
    )
    born = {"born": "1950-01-01", "partner born": "1950-01-01", "zone": "3"}
    rows = [{"name": f"A{letter} Lee", "partner": f"B{letter} Ray", **born} for letter in "abc"]
    faults = [str(line.fault).partition(" (")[0] for line in preview(event, rows).lines]
    assert english(faults) == ["", "", "zone 3 has sent its 2 pairs already"]
    assert [each.number for each in add_rows(event, rows).entrants] == [1, 2]


def test_a_row_says_what_is_missing_or_wrong() -> None:
    event = ring_of_pairs("alberta-55plus", 1).event
    rows = [
        {"name": "Ann & Al"},
        {"Name": "Bea", "Partner": "Bo", "born": "1950-01-01", "partner born": "1951-01-01"},
        {"name": "Cy", "partner": "Cat", "born": "soon"},
        {"name": "Di", "partner": "Dee", "floater": "maybe"},
        {"name": "Ed", "partner": "Eve", "floater": "yes", "member": "y", "partner member": "n"},
        {"name": "ann", "partner": "Fay"},
        {"name": "A1", "partner": "Flo"},
        {"other": "x"},
        {"name": " "},
    ]
    found = preview(event, rows, range(5, 14))
    assert english([(line.row, line.fault, line.remark) for line in found.lines]) == [
        (5, "", "birth date missing: Ann and Al"),
        (6, "", ""),
        (7, "'soon' is not a date; write it as 1950-06-30", ""),
        (8, "'maybe' is neither yes nor no", ""),
        (9, "", "birth date missing: Ed and Eve"),
        (10, "ann is on the list already, as entrant 3", ""),
        (11, "A1 is on the list already, as entrant 1", ""),
        (12, "a name is missing", ""),
    ]
    floater = found.lines[4].entrant
    assert (floater.floater, [each.member for each in floater.players]) == (True, [True, False])
    assert [each.number for each in add_rows(event, rows).entrants] == [3, 4, 5]
    known = preview(event, rows[:2], (1, 2), (UNSAID, message("look at it")))
    assert english([line.fault for line in known.lines]) == ["", "look at it"]
    with refused("no row can be added"):
        add_rows(event, rows[6:])


@pytest.mark.parametrize(
    ("text", "heading", "names", "doubt", "fault"),
    [
        ("Ida & Joe Mann", "", ("Ida", "Joe Mann"), "shared", ""),
        ("x & Joe Mann", "", ("x", "Joe Mann"), "shared", ""),
        ("Ida Lamb &", "", ("Ida Lamb &",), "", "one of the two names is missing"),
        ("Lamb, Ida", "", ("Lamb, Ida",), "commas", ""),
        ("Lamb, Ida", "name", ("Ida Lamb",), "", ""),
        ("Lamb, Ida", "names", ("Lamb, Ida",), "commas", ""),
        ("Ida Lamb, Joe Mann", "names", ("Ida Lamb", "Joe Mann"), "", ""),
        ("Ida Lamb, Joe Mann", "name", ("Ida Lamb, Joe Mann",), "commas", ""),
        ("van Lamb, Ida Joe", "names", ("van Lamb, Ida Joe",), "commas", ""),
        ("Lamb, Ida, Joe", "", ("Lamb, Ida, Joe",), "", "write one player a line, or two with & between them"),
        ("Lamb, Ida & Joe", "", ("Lamb, Ida", "Joe"), "", "write each name like Ida Lamb"),
        ("Lamb, Ida & Mann, Joe", "", ("Ida Lamb", "Joe Mann"), "", ""),
        ("Ida", "", ("Ida",), "", ""),
        ("Ida + Joe", "", ("Ida", "Joe"), "", ""),
        ("TBA", "", ("TBA",), "", "TBA is not a name; write only the player's name"),
        ("Ida Lamb & ?", "", ("Ida Lamb", "?"), "", "? is not a name; write only the player's name"),
        ("123", "", ("123",), "", "123 is not a name; write only the player's name"),
        ("Ida 555-1234", "", ("Ida 555-1234",), "", "Ida 555-1234 has more in it than a name"),
        ("Ida 555", "", ("Ida 555",), "", ""),
        ("Ida (Joe", "", ("Ida (Joe",), "", "Ida (Joe has more in it than a name"),
        ("", "", (), "", ""),
    ],
)  # fmt: skip
def test_names_as_people_write_them(
    text: str, heading: str, names: tuple[str, ...], doubt: str, fault: str
) -> None:
    found = people(text, heading=heading)
    assert english((found.names, found.doubt, found.fault)) == english((names, doubt, fault))


def test_answers_settle_what_a_text_leaves_open() -> None:
    shared = "the same last name"
    assert people("Ida & Joe Mann", {"shared": shared}).names == ("Ida Mann", "Joe Mann")
    own = "names of their own"
    assert people("Ida & Joe Mann", {"shared": own}).names == ("Ida", "Joe Mann")
    assert people("Lamb, Ida", {"commas": "last name first"}).names == ("Ida Lamb",)
    assert people("Lamb, Ida", {"commas": "two players"}).names == ("Lamb", "Ida")


def listed(*rows: str) -> list[tuple[int, list[str]]]:
    """Rows with cells parted by bars, numbered from 1."""
    return [(number, row.split("|")) for number, row in enumerate(rows, 1)]


def shown(*rows: str, **answers: str) -> list[tuple[int, dict[str, str], str]]:
    given = {key.replace("_", " "): value for key, value in answers.items()}
    found = read_list(listed(*rows), given)
    return [(each.row, dict(each.values), str(each.fault)) for each in found.readings]


def test_a_heading_may_stand_below_titles_and_beside_blanks() -> None:
    rows = ["Elm Street", "", "Name||Phone", "Ann Lee||555", "", "Bob Ray||556"]
    assert shown(*rows) == [(4, {"name": "Ann Lee"}, ""), (6, {"name": "Bob Ray"}, "")]
    found = read_list(listed(*rows))
    assert english(found.remarks) == ("taken for a title: Elm Street", "not used: Phone")
    assert found.questions == ()
    far = [*(f"Line {number}" for number in range(5)), "Name", "Ann Lee"]
    assert english([values["name"] for _, values, _ in shown(*far)][-2:]) == ["Name", "Ann Lee"]
    near = [*(f"Line {number}" for number in range(4)), "Name", "Ann Lee"]
    assert english(shown(*near)) == [(6, {"name": "Ann Lee"}, "")]
    wide = ["Ann Lee|Bob Ray", "Name|Partner", "Cal Orr|Dot Poe"]
    assert len(shown(*wide)) == 3


def test_columns_are_known_by_what_they_hold() -> None:
    assert english(shown("Ann Lee|Bob Ray|1950-01-01", "Cal Orr|Dot Poe|1951-01-01")) == [
        (1, {"name": "Ann Lee", "born": "1950-01-01", "partner": "Bob Ray"}, ""),
        (2, {"name": "Cal Orr", "born": "1951-01-01", "partner": "Dot Poe"}, ""),
    ]
    assert english(shown("1|Ann Lee|a@x.org|yes", "2|Bob Ray|b@x.org|no")) == [
        (1, {"name": "Ann Lee"}, ""),
        (2, {"name": "Bob Ray"}, ""),
    ]
    asked = read_list(listed("Ann|Lee", "Bob|Ray"))
    assert english([(each.key, each.guess) for each in asked.questions]) == [
        ("column 1", "first name"),
        ("column 2", "last name"),
    ]
    assert english(asked.questions[0].text) == "Column 1 has Ann, Bob. What is it?"
    four = read_list(listed("Ann|Lee|Bob|Ray"))
    assert english([each.guess for each in four.questions]) == [
        "first name", "last name", "partner first name", "partner last name",
    ]  # fmt: skip
    mixed = read_list(listed("Ann Lee|Elm", "Bob Ray|Oak"))
    assert english([each.guess for each in mixed.questions]) == ["name", "not used"]
    told = shown("Ann|Lee", column_1="last name", column_2="first name")
    assert english(told) == [(1, {"name": "Lee Ann"}, "")]


def test_headings_of_partners_and_of_more_than_one_entrant() -> None:
    assert english(shown("Player 1|Player 2", "Ann Lee|Bob Ray")) == [
        (2, {"name": "Ann Lee", "partner": "Bob Ray"}, "")
    ]
    assert english(shown("Name|Born|Name|Born", "Ann Lee|1950-01-01|Bob Ray|1951-01-01")) == [
        (2, {"name": "Ann Lee", "born": "1950-01-01", "partner born": "1951-01-01", "partner": "Bob Ray"}, "")
    ]  # fmt: skip
    assert english(shown("First|Last", "Ed & Fay|Hall & Ives", "Ann|Lee")) == [
        (2, {"name": "Ed Hall", "partner": "Fay Ives"}, ""),
        (3, {"name": "Ann Lee"}, ""),
    ]
    assert english(shown("Name|Last name", "Ann|Lee")) == [(2, {"name": "Ann Lee"}, "")]
    third = shown("Name|Partner", "Ann Lee & Bob Ray|Cal Orr")
    assert english(third[0][2]) == "Ann Lee & Bob Ray & Cal Orr: a pair is two players"
    assert english(shown("Name|Zone", "|3")) == [
        (2, {"name": "", "zone": "3"}, "the name is missing")
    ]
    assert english(shown("Name|Member", "Ann Lee|4711")[0][1]) == {"name": "Ann Lee"}
    assert english(shown("Name|Member", "Ann Lee|1")[0][1]) == {"name": "Ann Lee", "member": "1"}


def test_a_list_that_commas_cut_is_put_together_again() -> None:
    assert english(shown("Lamb|Ida & Mann|Joe", "Orr|Cal & Poe|Dot")) == [
        (1, {"name": "Ida Lamb", "partner": "Joe Mann"}, ""),
        (2, {"name": "Cal Orr", "partner": "Dot Poe"}, ""),
    ]


def test_a_night_that_runs_has_those_on_its_list() -> None:
    day = individuals("charity-day", 3)
    act(day, entrants.Withdraw((2,)))
    day.do(registration.remove(day.event, 1))
    assert [each.name for each in evening(day.event).lines] == ["P2", "P3"]


def test_a_league_night_counts_once_a_game_of_it_stands() -> None:
    season = Season("Aces", "Kings", weeks=2)
    first = season.of("Aces", 1)
    season.both_here(first)
    season.begin(first)
    assert set(league_roster(season.league).nights.values()) == {0}


def test_a_copied_league_has_the_teams_that_stayed() -> None:
    season = Season()
    season.do(sanctions.expel_team(season.league, 2, "marked cards"))
    again = copied(season.league, "next", " Next  year ", True, at=9.0, by="Kay").league
    assert (again.id, again.name) == ("next", "Next year")
    assert [team.name for team in again.teams] == ["Aces", "Queens", "Jacks"]
    assert [each.name for each in again.teams[1].members] == ["Queens 1", "Queens 2", "Queens 3"]
    assert not any(each.signed for team in again.teams for each in team.members)
    bare = copied(season.league, "next", "Next", False, at=9.0, by="Kay").league
    assert not any(team.members for team in bare.teams)
    with pytest.raises(LeagueError, match="a league needs a name"):
        copied(season.league, "next", " ", True, at=9.0, by="Kay")


@pytest.mark.parametrize("minutes", [(10, 10, 30), (20, 10, 30)])
def test_marks_of_the_forfeit_clock_come_one_after_the_other(
    minutes: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    book = overlay(load("sportcial-league"), {"league.forfeit_minutes": minutes}, note="Odd.")
    monkeypatch.setattr(seasons, "load", lambda _: book)
    with pytest.raises(LeagueError, match="each mark of the forfeit clock comes later than"):
        open_league("x", "X")


def test_a_book_of_fixtures_opens_no_day_and_presets_are_offered() -> None:
    with pytest.raises(EventError) as fault:
        open_event("alberta-pairs", "x", "X", "2026-05-30", book="sportcial-league")
    own = [name for name, each in PRESETS.items() if "movement.kind" in each.changes]
    assert {"round-robin", "knock-out"} <= set(own)
    assert str(fault.value).endswith(
        f"open a league, or take a preset with a movement of its own: {', '.join(own)}"
    )


def test_meetings_so_far_are_those_of_the_ranked() -> None:
    day = Day("alberta-pairs", placing="first free")
    day.enter("A & Aa", "B & Bb", "C & Cc")
    day.enter("F & Ff", floater=True)
    day.seat()
    day.play_all()
    day.enter("L & Ll")
    assert "1 of 6 possible meetings have been seated in 1 round." in english(outlook(day.event))


def test_two_pairs_have_met_once() -> None:
    day = ring_of_pairs("alberta-55plus", 1, rounds=2)
    day.play_all()
    act(day, entrants.Withdraw((2,)))
    assert "1 of 1 possible meetings have been seated in 1 round." in english(outlook(day.event))


@pytest.mark.parametrize(
    ("tables", "named"),
    [
        (1, "table 1 of round 1"),
        (4, "table 1 of round 1, table 2 of round 1, table 3 of round 1 and table 4 of round 1"),
        (5, "table 1 of round 1, table 2 of round 1, table 3 of round 1 and 2 more"),
    ],
)
def test_results_to_be_confirmed_are_named_where_they_are_few(tables: int, named: str) -> None:
    day = ring_of_pairs("alberta-55plus", tables)
    for number in range(1, tables + 1):
        day.do(enter(day.event, number, (10, 4), side=0))
    said = f"the result of {named} is not confirmed by the other side and does not count yet"
    assert english(results.to_confirm(day.event)) == english(said)
