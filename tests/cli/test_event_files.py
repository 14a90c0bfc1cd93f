"""Papers and files from the terminal: what goes out comes back, and what is wrong is said."""

from pathlib import Path

import pytest
from msgspec import json
from openpyxl import load_workbook
from pypdf import PdfReader

from books import event_book, league_book
from rightbower.cli import main
from rightbower.office.journals import journal_of
from rightbower.tournament.events.contest import EVENT
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.labels import EVENT_PAPERS, LEAGUE_PAPERS, OF_BOARDS
from rightbower.tournament.events.presets import PRESETS
from rightbower.tournament.league.contest import LEAGUE
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.simulated import season
from tournament.events.random_days import RandomDay
from typed import Terminal


@pytest.fixture
def terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Terminal:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RIGHTBOWER_DATA", raising=False)
    return Terminal(capsys)


@pytest.fixture
def event(terminal: Terminal) -> Terminal:
    """A small event that has been played."""
    words = ("--tables", "2", "--rounds", "2", "--quick", "--seed", "x")
    terminal("event", "demo", "alberta-pairs", *words)
    return terminal


@pytest.fixture
def league(terminal: Terminal) -> Terminal:
    """A small league that has been played."""
    terminal("league", "demo", "--id", "tue", "--teams", "3")
    return terminal


@pytest.mark.parametrize("preset", list(PRESETS))
def test_an_event_comes_back_from_its_export_byte_for_byte(preset: str, tmp_path: Path) -> None:
    tables = 4 if preset == "whist-chart" else 5
    data = EVENT.as_json(RandomDay(preset, 6, tables, 3).history)
    with journal_of(tmp_path) as journal:
        event_book(journal).begin("random", EVENT.from_json(data).entries)
    with journal_of(tmp_path) as journal:
        assert EVENT.as_json(event_book(journal).history("random")) == data


def test_a_league_comes_back_from_its_export_byte_for_byte(tmp_path: Path) -> None:
    data = LEAGUE.as_json(season(3, 5))
    with journal_of(tmp_path) as journal:
        league_book(journal).begin("demo", LEAGUE.from_json(data).entries)
    with journal_of(tmp_path) as journal:
        assert LEAGUE.as_json(league_book(journal).history("demo")) == data


def test_a_file_that_was_changed_is_refused() -> None:
    data = EVENT.as_json(RandomDay("charity-day", 4, 5, 2).history)
    with pytest.raises(EventError, match="its entries do not come to its event"):
        EVENT.from_json(data.replace(b'"name":"P1"', b'"name":"P9"', 1))
    with pytest.raises(EventError, match="does not hold a whole event"):
        EVENT.from_json(data[:-20])
    with pytest.raises(EventError, match="does not hold a whole event"):
        EVENT.from_json(b'{"event": 1}')
    with pytest.raises(EventError, match="written by a newer Rightbower"):
        EVENT.from_json(data.replace(b'"form":1', b'"form":2'))
    league = LEAGUE.as_json(season(3, 3))
    with pytest.raises(LeagueError, match="its entries do not come to its league"):
        LEAGUE.from_json(league.replace(b'"version":', b'"version":1', 1))
    with pytest.raises(LeagueError, match="does not hold a whole league"):
        LEAGUE.from_json(data)
    with pytest.raises(LeagueError, match="written by a newer Rightbower"):
        LEAGUE.from_json(league.replace(b'"form":1', b'"form":2'))


def test_an_event_is_taken_in_under_another_id(event: Terminal) -> None:
    event("event", "export", "json", "a.json")
    assert "there is an event demo-alberta-pairs-1" in event.refused("event", "import", "a.json")
    assert "its id is copy" in event("event", "import", "a.json", "--as", "copy")
    event("event", "export", "json", "b.json", "-e", "copy")
    one, other = (Path(name).read_bytes() for name in ("a.json", "b.json"))
    assert other == one.replace(b'"id":"demo-alberta-pairs-1"', b'"id":"copy"')
    assert "is not an id" in event.refused("event", "import", "a.json", "--as", "Not So")


def test_a_league_is_taken_in_under_another_id(league: Terminal) -> None:
    league("league", "export", "tue", "json", "a.json")
    assert Path("a.json").read_text("utf-8") + "\n" == league("league", "export", "tue")
    assert "there is a league tue" in league.refused("league", "import", "a.json")
    assert "its id is wed" in league("league", "import", "a.json", "--as", "wed")
    league("league", "export", "wed", "json", "b.json")
    one, other = (Path(name).read_bytes() for name in ("a.json", "b.json"))
    assert other == one.replace(b'"id":"tue"', b'"id":"wed"')


def test_one_paper_goes_to_a_file_and_all_to_a_folder(event: Terminal) -> None:
    assert "demo-alberta-pairs-1-sign-in.pdf written." in event("event", "print", "sign-in")
    event("event", "print", "results", "--paper", "letter", "--output", "final.pdf")
    (page,) = PdfReader("final.pdf").pages
    assert (round(page.mediabox.width), round(page.mediabox.height)) == (612, 792)
    listed = json.decode(event("event", "print", "all", "--output", "hall", "--json"))
    papers = [name for name in EVENT_PAPERS if name not in OF_BOARDS]
    assert listed == [f"hall/{name}.pdf" for name in papers]
    assert {file.stem for file in Path("hall").iterdir()} == {*papers}


def test_the_papers_are_listed(terminal: Terminal) -> None:
    terminal("event", "new", "charity-day", "--name", "Spring")
    listed = set(json.decode(terminal("event", "print", "--json")))
    assert listed == set(EVENT_PAPERS) - set(OF_BOARDS)
    terminal("event", "new", "duplicate", "--name", "Boards")
    assert set(json.decode(terminal("event", "print", "--json", "-e", "boards"))) == set(
        EVENT_PAPERS
    )
    assert "a card for each table with the movement in words" in terminal(
        "event", "print", "-e", "spring"
    )
    terminal("league", "open", "tue", "Tuesdays")
    assert "the league table, each place with its reason" in terminal("league", "print", "tue")


def test_a_league_prints_one_week_or_all(league: Terminal) -> None:
    league("league", "print", "tue", "fixtures", "--week", "1", "--output", "week.pdf")
    said = PdfReader("week.pdf").pages[0].extract_text()
    assert "Week 1" in said
    assert "Week 2" not in said
    league("league", "print", "tue", "all")
    assert {file.stem for file in Path("tue-papers").iterdir()} == set(LEAGUE_PAPERS)


def test_every_table_of_an_event_goes_to_a_spreadsheet(event: Terminal) -> None:
    event("event", "export", "xlsx", "day.xlsx")
    book = load_workbook("day.xlsx")
    assert book.sheetnames == ["Standings", "Games", "Entrants"]
    assert [book["Games"].max_row, book["Entrants"].max_row] == [1 + 4, 1 + 4]
    for table, head in (("standings", "Place,"), ("games", "Round,"), ("entrants", "Name,")):
        event("event", "export", "csv", "day.csv", "--table", table)
        assert Path("day.csv").read_text("utf-8-sig").startswith(head)


def test_the_list_that_goes_out_can_be_taken_in_again(event: Terminal) -> None:
    event("event", "export", "csv", "names.csv", "--table", "entrants")
    event("event", "new", "provincial-pairs", "--name", "Next")
    event("event", "entrants", "import", "names.csv", "-e", "next")
    before, after = (
        json.decode(event("event", "entrants", "list", "--json", "-e", id_))
        for id_ in ("demo-alberta-pairs-1", "next")
    )
    assert [each["players"] for each in after] == [each["players"] for each in before]


def test_every_table_of_a_league_goes_to_a_spreadsheet(league: Terminal) -> None:
    league("league", "export", "tue", "xlsx", "tue.xlsx")
    assert load_workbook("tue.xlsx").sheetnames == ["Table", "Fixtures", "Rosters"]
    assert league("league", "export", "tue", "csv", "--table", "fixtures").startswith("Number,Week")
    assert "name a file" in league.refused("league", "export", "tue", "xlsx")


ROSTER = """Team,Player,Sub,Signed,Signed with
Left Bowers,Ann Lee,,yes,
Left Bowers,Al Orr,no,2027-01-11T18:00,
left bowers,Ida Todd,yes,yes,Gus
Farmers,Fay Park,,,
"""


def test_rosters_come_from_a_file_after_a_look(terminal: Terminal) -> None:
    terminal("league", "open", "tue", "Tuesday league")
    Path("r.csv").write_text(ROSTER, "utf-8")
    when = ("--when", "2027-01-12T18:45")
    seen = terminal("league", "players-from", "tue", "r.csv", "--preview", *when)
    assert "row 2: Ann Lee, Left Bowers: roster, signed" in seen
    assert "row 5: Fay Park, Farmers: roster, has still to sign" in seen
    assert json.decode(terminal("league", "rosters", "tue", "--json")) == []
    terminal("league", "players-from", "tue", "r.csv", *when)
    bowers, farmers = json.decode(terminal("league", "rosters", "tue", "--json"))
    assert [(each["name"], each.get("kind", "roster")) for each in bowers["members"]] == [
        ("Ann Lee", "roster"),
        ("Al Orr", "roster"),
        ("Ida Todd", "sub"),
    ]
    assert bowers["members"][1]["signed"] == "2027-01-11T18:00:00"
    assert "signed" not in farmers["members"][0]
    terminal("league", "export", "tue", "csv", "out.csv", "--table", "rosters")
    terminal("league", "open", "wed", "Wednesday league")
    terminal("league", "players-from", "wed", "out.csv", *when)
    again = json.decode(terminal("league", "rosters", "wed", "--json"))
    assert [[each["name"] for each in team["members"]] for team in again] == [
        ["Ann Lee", "Al Orr", "Ida Todd"],
        ["Fay Park"],
    ]


def test_roster_with_names_in_two_columns_or_last_name_first(terminal: Terminal) -> None:
    terminal("league", "open", "tue", "Tuesday league")
    Path("r.csv").write_text("Surname;Team;First\nLee;Aces;Ann\nOrr;Aces;Al\n", "utf-8")
    Path("s.csv").write_text('Team,Player\nAces,"Lamb, Ida"\nAces,"Ida Lamb, Joe Mann"\n', "utf-8")
    when = ("--when", "2027-01-12T18:45", "--preview", "--json")
    first = json.decode(terminal("league", "players-from", "tue", "r.csv", *when))
    assert [line["player"] for line in first] == ["Ann Lee", "Al Orr"]
    second = json.decode(terminal("league", "players-from", "tue", "s.csv", *when))
    assert second[0]["player"] == "Ida Lamb"
    assert second[1]["fault"].startswith("Ida Lamb, Joe Mann may be more than one player")


def test_list_that_can_be_read_in_two_ways_is_refused_until_it_is_said(event: Terminal) -> None:
    event("event", "new", "charity-day", "--name", "Next")
    Path("n.csv").write_text("Lamb,Ida\nMann,Joe\n", "utf-8")
    said = event.refused("event", "entrants", "import", "n.csv", "-e", "next")
    assert "Column 1 has Lamb, Mann. What is it?" in said
    assert '--columns "first name,last name"' in said
    seen = event("event", "entrants", "import", "n.csv", "--preview", "--plain", "-e", "next")
    assert "not sure" in seen
    assert "Column 2 has Ida, Joe. What is it?" in seen
    columns = ("--columns", "last name, first name")
    event("event", "entrants", "import", "n.csv", *columns, "-e", "next")
    listed = json.decode(event("event", "entrants", "list", "--json", "-e", "next"))
    assert [each["players"][0]["name"] for each in listed] == ["Ida Lamb", "Joe Mann"]
    Path("q.csv").write_text('"Orr, Cy"\n', "utf-8")
    said = event.refused("event", "entrants", "import", "q.csv", "-e", "next")
    assert '--commas "last name first" or --commas "two players"' in said
    said = event.refused("event", "entrants", "add", "Ida Lamb, Joe Mann", "-e", "next")
    assert "can be read in two ways" in said


def test_each_wrong_row_of_a_roster_says_why_and_nothing_is_taken_in(terminal: Terminal) -> None:
    terminal("league", "open", "tue", "Tuesday league")
    rows = "Aces,Ann,,\n,Bob,,\nAces,,,\nAces,ann,,\nAces,Cy,perhaps,\nAces,Di,,soon\nAces,Ed,yes,yes\n"
    Path("r.csv").write_text("Team,Player,Sub,Signed\n" + rows, "utf-8")
    when = ("--when", "2027-01-12T18:45")
    seen = terminal("league", "players-from", "tue", "r.csv", "--preview", "--json", *when)
    assert [line.get("fault", "") for line in json.decode(seen)] == [
        "",
        "the team is missing",
        "a player needs a name",
        "ann is already on the list of Aces",
        "'perhaps' under sub is neither yes nor no",
        "'soon' is not a time; write 2027-01-12T19:00",
        "Ed signs with the Gamer now (L03-9.3)",
    ]
    assert "6 rows cannot be imported" in terminal.refused(
        "league", "players-from", "tue", "r.csv", *when
    )
    assert json.decode(terminal("league", "rosters", "tue", "--json")) == []


def test_a_file_that_is_not_there_is_named_plainly(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["event", "import", "not-there.json", "--data", str(tmp_path)]) == 1
    told = capsys.readouterr().err
    assert "not-there.json" in told
    assert "Errno" not in told
