"""The league's words on the terminal: what they take, refuse and say."""

from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from in_english import english
from rightbower.cli import main
from rightbower.office.rosters import preview_roster, read_roster
from rightbower.papers.printing.seasons import league_paper
from rightbower.rules.book import load, overlay
from rightbower.tournament.commands import LONGEST_NAME
from rightbower.tournament.contest import Entry, Fact
from rightbower.tournament.league import conduct as sanctions
from rightbower.tournament.league import forfeits, night, roster
from rightbower.tournament.league import season as seasons
from rightbower.tournament.league.archive import undo
from rightbower.tournament.league.league import LeagueHistory
from rightbower.tournament.league.points import enter
from rightbower.tournament.league.protests import protest
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.roster import NamePlayers
from rightbower.tournament.league.sanctions import deduct, sanction
from rightbower.tournament.league.season import (
    first_night,
    moment,
    open_league,
    reschedule,
    schedule,
)
from rightbower.tournament.league.simulated import season as by_chance
from rightbower.tournament.reading import from_form
from tournament.league.evenings import Season
from tournament.league.test_desk import Terminal
from tournament.league.test_desk import rightbower as rightbower

BEFORE = "2027-01-10T12:00"


def test_waivers_are_due_on_the_teams_own_first_night_wherever_it_was_moved() -> None:
    season = Season("Aces", "Kings", "Queens")
    fixture = season.league.fixture(1)
    season.do(reschedule(season.league, 1, "2027-02-09T19:00", "storm"))
    for number in fixture.teams:
        own = [each.starts for each in season.league.fixtures if number in each.teams]
        assert str(first_night(season.league, number)) == min(own)[:10]
    late = roster.name_players(season.league, 3, ["Late"], "2027-01-20T20:00")
    assert late.members[0].kind == "sub"


def test_a_fixture_brought_forward_leaves_the_other_teams_their_time() -> None:
    season = Season()
    first, second = season.league.fixtures[:2]
    season.do(reschedule(season.league, first.number, "2027-01-08T19:00", "early"))
    kinds = [
        roster.name_players(season.league, each.teams[0], ["Joe"], "2027-01-11T20:00")
        for each in (first, second)
    ]
    assert [each.members[0].kind for each in kinds] == ["sub", "roster"]


def test_a_team_with_a_bye_goes_by_the_first_night_of_the_league() -> None:
    season = Season("Aces", "Kings", "Queens")
    ((bye,), *_) = season.league.byes
    assert str(first_night(season.league, bye)) == "2027-01-12"


def test_a_season_that_never_ends_is_refused() -> None:
    season = Season("Aces", "Kings")
    league = LeagueHistory.of(season.history.entries[:3]).league
    with pytest.raises(LeagueError, match="is too far off"):
        schedule(league, "9999-12-20T19:00")
    for weeks in (3, 500, 10**9):
        with pytest.raises(LeagueError, match="go on too long"):
            schedule(league, "9998-12-20T19:00", weeks)
    with pytest.raises(LeagueError, match="is too far off"):
        moment("9999-01-01T19:00")


@pytest.mark.parametrize("teams", [1, 41, 100])
def test_a_season_by_chance_has_not_too_many_teams(teams: int) -> None:
    with pytest.raises(LeagueError, match="2 to 40 teams"):
        by_chance(7, teams)
    with pytest.raises(LeagueError, match="at most 60 weeks"):
        by_chance(7, 4, 61)


def test_rosters_without_known_headings_are_not_taken_for_names(
    rightbower: Terminal, tmp_path: Path
) -> None:
    rightbower("open", "tue", "Tuesdays")
    file = tmp_path / "rosters.csv"
    file.write_text("Who,Side\nAnn,Bowers\n")
    said = rightbower("players-from", "tue", str(file), status=1)
    assert "the first row names the columns, and two of them must be team and player" in said


def test_a_time_is_looked_at_before_there_is_a_calendar(rightbower: Terminal) -> None:
    rightbower("open", "tue", "Tuesdays")
    rightbower("teams", "tue", "Aces", "Kings")
    said = rightbower("players", "tue", "Aces", "Zed", "--when", "yesterday", status=1)
    assert "'yesterday' is not a time" in said


def test_a_sanction_says_from_what() -> None:
    league = Season().league
    with pytest.raises(LeagueError, match="until a week of the season"):
        sanction(league, 1, "Aces 1", "suspension", "league", "so", until=-1)
    with pytest.raises(LeagueError, match="say from which fixture Aces 1 is out"):
        sanction(league, 1, "Aces 1", "ejection", "game", "so")
    with pytest.raises(LeagueError, match="say from which game of fixture 1 Aces 1 is out"):
        sanction(league, 1, "Aces 1", "ejection", "game", "so", fixture=1)


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (["Ann", "Ann "], "Ann is here already"),
        (["X", "x"], "x is here already"),
        ([" "], "needs a name"),
    ],
)
def test_nobody_comes_twice_or_without_a_name(names: list[str], says: str) -> None:
    season = Season("Aces", "Kings")
    with pytest.raises(LeagueError, match=says):
        night.arrive(season.league, 1, 1, names, season.of("Aces", 1).starts)


def test_the_story_tells_a_signature_from_a_place_on_the_roster() -> None:
    season = Season("Aces", "Kings")
    when = "2027-01-20T10:00"
    season.do(roster.name_players(season.league, 1, ["Sue"], when))
    season.do(roster.add_to_roster(season.league, 1, "Sue", "moved in"))
    season.do(roster.sign(season.league, 1, "Sue", when, witness="Pat"))
    says = [line.says for line in season.history.lines()][-3:]
    assert english(says) == [
        "Aces: Sue named (sub)",
        "Aces: Sue added to the roster: moved in",
        "Aces: Sue signed Wed 20 Jan 2027, 10:00 am, with Pat",
    ]


def test_a_team_of_another_fixture_is_refused_by_its_name() -> None:
    season = Season()
    league, fixture = season.league, season.of("Aces", 1)
    (stranger, *_) = (each for each in league.teams if each.number not in fixture.teams)
    says = f"{stranger.name} does not play in fixture {fixture.number}"
    at = (fixture.number, 1, stranger.number)
    with pytest.raises(LeagueError, match=says):
        forfeits.give_notice(league, fixture.number, stranger.number, BEFORE, "email")
    with pytest.raises(LeagueError, match=says):
        protest(league, *at, "other", BEFORE, "so")


def test_an_undone_entry_keeps_the_name_its_team_had() -> None:
    entries: list[Entry[Any]] = [Entry(0.0, "Gamer", open_league("one", "One"))]

    def write(fact: Fact) -> None:
        entries.append(Entry(0.0, "Gamer", fact))

    write(seasons.enter_team(LeagueHistory.of(entries).league, "Aces"))
    write(roster.name_players(LeagueHistory.of(entries).league, 1, ["Sue"], BEFORE))
    for _ in range(2):
        write(undo(LeagueHistory.of(entries), "a slip"))
    write(seasons.enter_team(LeagueHistory.of(entries).league, "Kings"))
    write(roster.name_players(LeagueHistory.of(entries).league, 1, ["Sue"], BEFORE))
    says = [line.says for line in LeagueHistory.of(entries).lines()]
    assert english(says[2]) == "Aces: Sue named (roster)"
    assert english(says[6]) == "Kings: Sue named (roster)"


def test_the_opening_says_what_is_wrong_with_it() -> None:
    with pytest.raises(LeagueError, match="the games promised to each team cannot be below zero"):
        open_league("x", "X", guaranteed=-1)
    with pytest.raises(LeagueError, match="playoffs have two teams or more"):
        open_league("x", "X", playoff_teams=-1)


def test_the_marks_of_a_house_sheet_come_one_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    book = overlay(load("sportcial-league"), {"league.forfeit_minutes": [30, 10, 20]}, note="Odd.")
    monkeypatch.setattr(seasons, "load", lambda _: book)
    with pytest.raises(LeagueError, match="each mark of the forfeit clock comes later"):
        open_league("x", "X")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("--one 10", "'10' for Aces lacks the game; write GAME=POINTS, such as 1=10"),
        ("--one 1=", "'1=' for Aces lacks the points; write GAME=POINTS"),
        ("--one 1=10 --other =7", "'=7' for Kings lacks the game; write GAME=POINTS"),
        ("--one 1=10", "write the points of both teams: game 1 lacks those of Kings"),
        ("--one 1=10 --other 1=7 --other 2=10", "game 2 lacks those of Aces"),
        ("--one x=10", "'x' is not the number of a game"),
        ("--one 12=10", "write the points of both teams: game 12 lacks those of Kings"),
        ("--one 123=10", "'123' is not the number of a game"),
        ("--one 1=ten", "'ten' is not a number of points"),
        ("--one 1=100", "'100' is not a number of points"),
    ],
)
def test_a_sheet_says_what_is_missing(rightbower: Terminal, words: str, says: str) -> None:
    rightbower("open", "tue", "Tuesdays")
    rightbower("teams", "tue", "Kings", "Aces")
    rightbower("calendar", "tue", "2027-01-12T19:00")
    assert "Aces against Kings" in rightbower("fixtures", "tue")
    assert says in rightbower("sheet", "tue", "1", *words.split(), status=1)


@pytest.mark.parametrize("name", [("Sue Sub",), ("--others", "Sue Sub")])
def test_a_sub_is_named_by_a_plain_word(rightbower: Terminal, name: tuple[str, ...]) -> None:
    rightbower("open", "tue", "Tuesdays")
    rightbower("teams", "tue", "Kings", "Aces")
    rightbower("calendar", "tue", "2027-01-12T19:00")
    when = ("--when", "2027-01-12T18:55")
    rightbower("sub", "tue", "1", "Aces", *name, *when)
    assert "Sue Sub (sub), signed Tue 12 Jan 2027, 6:55 pm" in rightbower("rosters", "tue")
    nobody = rightbower("sub", "tue", "1", "Aces", *when, status=1)
    both = rightbower("sub", "tue", "1", "Aces", "Sue Sub, Sam Sub", *when, status=1)
    assert "write the name of the sub" in nobody
    assert "write the name of the sub" in both


@pytest.mark.parametrize(("paper", "across"), [("letter", 612), ("a4", 595)])
def test_the_papers_are_as_large_as_the_paper(
    rightbower: Terminal, tmp_path: Path, paper: str, across: int
) -> None:
    rightbower("open", "tue", "Tuesdays")
    rightbower("teams", "tue", "Aces", "Kings")
    file = tmp_path / "table.pdf"
    rightbower("print", "tue", "table", "--paper", paper, "--output", str(file))
    assert round(PdfReader(file).pages[0].mediabox.width) == across


def test_a_row_with_a_name_too_long_is_named_and_the_others_are_taken() -> None:
    longest = "x" * LONGEST_NAME
    found = preview_roster(
        Season().league, read_roster(f"Aces: Zoe, {longest}, {longest}y".encode()), BEFORE
    )
    faults = [line.fault for line in found.lines]
    assert english(faults) == english(["", "", f"a name has at most {LONGEST_NAME} letters"])


def test_empty_lines_and_commas_between_names_name_nobody() -> None:
    form = [("team", "Aces"), ("names", "Zoe  Ray,, Yves\r\n\r\n,")]
    assert from_form(NamePlayers, form).names == ("Zoe Ray", "Yves")


def test_a_week_that_is_not_there_is_refused(rightbower: Terminal, tmp_path: Path) -> None:
    rightbower("open", "tue", "Tuesdays")
    rightbower("teams", "tue", "Aces", "Kings")
    assert rightbower("fixtures", "tue", "--week", "9") == "There is no calendar yet.\n"
    rightbower("calendar", "tue", "2027-01-12T19:00")
    for word in ("fixtures", "sheets"):
        assert "there is no week 9" in rightbower(word, "tue", "--week", "9", status=1)
    file = tmp_path / "sheets.pdf"
    asked = ("print", "tue", "score-sheets", "--week", "9", "--output", str(file))
    assert "there is no week 9" in rightbower(*asked, status=1)
    assert not file.exists()
    assert "Tue 12 Jan 2027, 7:00 pm" in rightbower("sheets", "tue", "--week", "1")
    assert "there is no league 'nope'" in rightbower("print", "nope", "table", status=1)
    assert league_paper(Season().league, "score-sheets", week=1).startswith(b"%PDF")


def test_a_fixture_is_not_moved_into_the_past() -> None:
    season = Season("Aces", "Kings")
    with pytest.raises(LeagueError, match="Wed 1 Jan 2020, 7:00 pm is over already"):
        reschedule(season.league, 1, "2020-01-01T19:00", "so", BEFORE)


def test_nobody_protests_against_a_player_of_their_own() -> None:
    season = Season("Aces", "Kings")
    with pytest.raises(LeagueError, match="Aces 1 is a player of Aces, who protest"):
        protest(season.league, 1, 1, 1, "eligibility", BEFORE, "old", "Aces 1")


def test_nothing_happens_in_a_fixture_that_is_not_played() -> None:
    season = Season()
    number = season.of("Aces", 1).number
    other = season.of("Aces", 1).other(1)
    season.do(forfeits.give_notice(season.league, number, 1, BEFORE, "email"))
    season.do(sanctions.expel_team(season.league, 1, "marked cards"))
    league = season.league
    with pytest.raises(LeagueError, match="is not played: Aces was removed"):
        forfeits.give_notice(league, number, other, BEFORE, "email")
    with pytest.raises(LeagueError, match="is not played: Aces was removed"):
        forfeits.answer_notice(league, number, 1, "forfeit", "so")
    with pytest.raises(LeagueError, match="is not played: Aces was removed"):
        forfeits.forfeit(league, number, (1,), other, "conduct", "so")
    with pytest.raises(LeagueError, match="is not played: Aces was removed"):
        protest(league, number, 1, other, "other", BEFORE, "so")


def test_one_thing_is_counted_as_one() -> None:
    season = Season("Aces", "Kings")
    fixture = season.of("Aces", 1)
    season.both_here(fixture)
    season.begin(fixture)
    season.do(deduct(season.league, 1, 1, 1, 1, 5, "nods", fixture.starts))
    assert "1 point taken from Aces," in str(season.history.lines()[-1].says)
    season.do(enter(season.league, 1, 1, (10, 3)))
    for game in (2, 3):
        season.begin(fixture, game)
        season.do(enter(season.league, 1, game, (10, 3)))
    season.playoffs()
    assert english(season.history.lines()[-1].says) == "playoffs drawn: 1 fixture"
    assert english(season.history.lines()[3].says) == "calendar made: 1 fixture"


def test_the_data_folder_is_said_before_the_word_or_after_it(
    rightbower: Terminal, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rightbower("open", "tue", "Tuesdays", "--by", "Pat")
    assert "tue  Tuesdays  0 teams" in rightbower("list")
    assert main(["league", "list", "--data", str(tmp_path)]) == 0
    assert "tue  Tuesdays" in capsys.readouterr().out
    assert "  Pat: Tuesdays opened" in rightbower("story", "tue")
