"""The office: papers, files and lists asked for by commands, the door of a hall, and the workers' parts."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from papers.days import club
from rightbower.office import papers, rosters
from rightbower.office.club_files import ExportClub, PrintClub, names_of
from rightbower.office.contests import CONTESTS, JournalOffice
from rightbower.office.event_files import CopyEvent, Export, PreviewRows, Print, ShareResults
from rightbower.office.league_files import (
    CalendarFile,
    CopyLeague,
    ExportLeague,
    PreviewPlayers,
    PrintLeague,
)
from rightbower.papers.spreadsheets.cells import ListPreview, Row
from rightbower.rules.message import Message
from rightbower.rules.refusal import Refusal
from rightbower.store.journal import Journal
from rightbower.tournament.club.club import ClubError
from rightbower.tournament.events.contest import EVENT
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.labels import CLUB_PAPERS, EVENT_PAPERS, LEAGUE_PAPERS, OF_BOARDS
from rightbower.tournament.events.simulated import rehearse
from rightbower.tournament.league.archive import ThrowLeagueAway
from rightbower.tournament.league.contest import LEAGUE
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.season import OpenLeague
from tournament.events.day import Day
from tournament.league.evenings import Season

AT = 1_790_000_000.0


def night() -> Any:
    """The history of a small event."""
    day = Day("charity-day", rounds=1)
    *_, _ = rehearse(day.event, day.do, 2, "office")
    return day.history


def evenings() -> Any:
    """The history of a small league."""
    return Season("Aces", "Kings", "Queens").history


def test_papers_are_listed_or_made_one_or_all() -> None:
    known = {"sign-in": EVENT_PAPERS["sign-in"], "results": EVENT_PAPERS["results"]}
    made: list[str] = []

    def make(name: str) -> bytes:
        made.append(name)
        return name.encode()

    told = papers.papers(known, "day", ("", ""), make)
    assert told.value == dict(known)
    assert [each.title for each in told.sheets] == [f"Papers\n{papers.listed(known)}"]
    assert papers.listed(known).splitlines() == [
        f"  sign-in  {known['sign-in']}",
        f"  results  {known['results']}",
        "  all      all of them, in a folder",
    ]
    assert made == []
    assert papers.papers(known, "day", ("results", ""), make).files == {
        "day-results.pdf": b"results"
    }
    assert papers.papers(known, "day", ("results", "x.pdf"), make).files == {"x.pdf": b"results"}
    both = {"sign-in.pdf": b"sign-in", "results.pdf": b"results"}
    for folder, named in (("", "day-papers"), ("out", "out")):
        found = papers.papers(known, "day", ("all", folder), make).files
        assert found == {f"{named}/{name}": data for name, data in both.items()}
    with pytest.raises(
        Refusal, match=r"^there is no paper 'menu'; the papers are sign-in, results and all$"
    ):
        papers.papers(known, "day", ("menu", ""), make)


@pytest.mark.parametrize(("paper", "size"), [("a4", "A4"), ("letter", "Letter")])
def test_a_paper_is_made_as_it_is_asked_for(
    paper: Any, size: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Any, ...]] = []

    def noted(*args: Any) -> bytes:
        asked.append(args)
        return b"PDF"

    monkeypatch.setattr("rightbower.papers.printing.events.event_paper", noted)
    monkeypatch.setattr("rightbower.papers.printing.seasons.league_paper", noted)
    monkeypatch.setattr("rightbower.papers.printing.seasons.season_paper", noted)
    event, league = night(), evenings()
    answer = Print("results", paper, "", 3, ("2=http://x/y=z", "17=b")).answer(event, AT)
    assert answer.files == {"day-results.pdf": b"PDF"}
    assert asked.pop() == (event.event, "results", size, 3, {2: "http://x/y=z", 17: "b"})
    PrintLeague("table", paper, "out.pdf", 4).answer(league, AT)
    assert asked.pop() == (league.league, "table", size, 4)
    (named,) = CLUB_PAPERS
    season = club().club.seasons[0].id
    found = PrintClub(named, season, paper).answer(club(), AT).files
    assert found == {f"club-{named}.pdf": b"PDF"}
    assert asked == [(club(), season, size)]
    listed: list[Any] = [Print().answer(event, AT).value, PrintLeague().answer(league, AT).value]
    assert [list(each) for each in listed] == [
        [name for name in EVENT_PAPERS if name not in OF_BOARDS],
        list(LEAGUE_PAPERS),
    ]


@pytest.mark.parametrize("link", ["2", "x=http://y", "12345=http://y", "=http://y", "2="])
def test_what_is_no_link_is_refused(link: str) -> None:
    with pytest.raises(EventError, match=r"is not a link; write TABLE=ADDRESS$"):
        Print("results", links=(link,)).answer(night(), AT)
    assert Print(links=("1234=y",))._links() == {1234: "y"}


def cells(data: bytes) -> list[list[Any]]:
    """The first sheet of a workbook."""
    return [[each.value for each in row] for row in load_workbook(io.BytesIO(data)).worksheets[0].iter_rows()]  # fmt: skip


def test_an_event_is_exported_in_each_form() -> None:
    history = night()
    assert Export("json").answer(history, AT).files == {"day.json": EVENT.as_json(history)}
    assert set(Export("json", "x.json").answer(history, AT).files) == {"x.json"}
    heads = {"standings": "Place,Name,Won", "games": "Round,Table", "entrants": "Name,Partner"}
    for table, head in heads.items():
        (text,) = Export("csv", table=table).answer(history, AT).files.values()  # type: ignore[arg-type]
        assert text.decode("utf-8-sig").startswith(head)
    (data,) = Export("xlsx").answer(history, AT).files.values()
    assert load_workbook(io.BytesIO(data)).sheetnames == ["Standings", "Games", "Entrants"]


def test_a_league_is_exported_in_each_form() -> None:
    history = evenings()
    assert ExportLeague().answer(history, AT).files == {"-": LEAGUE.as_json(history)}
    heads = {"table": "Place,Team", "fixtures": "Number,Week", "rosters": "Team,Player"}
    for table, head in heads.items():
        (text,) = ExportLeague("csv", "-", table).answer(history, AT).files.values()  # type: ignore[arg-type]
        assert text.decode("utf-8-sig").startswith(head)
    assert (
        cells(ExportLeague("xlsx", "x.xlsx").answer(history, AT).files["x.xlsx"])[0][0] == "Place"
    )
    with pytest.raises(LeagueError, match=r"^a workbook cannot be printed; name a file$"):
        ExportLeague("xlsx").answer(history, AT)


def test_a_club_is_exported_in_each_form() -> None:
    season = club().club.seasons[0].id
    (whole,) = ExportClub().answer(club(), AT).files.values()
    assert json.loads(whole)
    (text,) = ExportClub("csv", "-", "season", season).answer(club(), AT).files.values()
    head, first, *_ = text.decode("utf-8-sig").splitlines()
    assert head == (
        "Place,Name,Total,For coming,Nights,Firsts,Won,Drawn,Lost,Points made,Prizes in cents,Why,"
        "Night n1 (2027-01-01),Night n2 (2027-01-02)"
    )
    assert first.startswith("1,Fred Hall,36,6,2,2,6,0,0,")
    (text,) = ExportClub("csv", "-", "people").answer(club(), AT).files.values()
    rows = text.decode("utf-8-sig").splitlines()
    assert rows[0].startswith("Name,Nights,League nights,Firsts,Best place,Winnings in cents,Last")
    assert "Fred Hall,2,0,2,1,6002,2027-01-02," in rows
    assert cells(ExportClub("xlsx", "x.xlsx", "people").answer(club(), AT).files["x.xlsx"])[0][0] == "Name"  # fmt: skip
    with pytest.raises(ClubError, match=r"^a workbook cannot be printed; name a file$"):
        ExportClub("xlsx").answer(club(), AT)


@pytest.mark.parametrize(
    ("form", "name", "begins"),
    [("html", "day.html", b"<!doctype html>"), ("picture", "day.png", b"\x89PNG"), ("text", "day.txt", b"Our day, "), ("calendar", "day.ics", b"BEGIN:VCALENDAR")],
)  # fmt: skip
def test_results_are_passed_on_in_each_form(form: Any, name: str, begins: bytes) -> None:
    ((found, data),) = ShareResults(form, link="http://x/y").answer(night(), AT).files.items()
    assert found == name
    assert data.startswith(begins)
    assert (b"http://x/y" in data) is (form != "picture")
    if form == "calendar":
        assert b"Our day" in data
    assert set(ShareResults(form, "mine").answer(night(), AT).files) == {"mine"}


def test_an_event_and_a_league_are_copied_under_a_free_id() -> None:
    history = night()
    ((name, data),) = CopyEvent("Our day", "2026-07-01", True).answer(history, AT).files.items()
    assert name == "our-day.json"
    made = CopyEvent("Our day", "2026-07-01", True).copied(history, AT, ["our-day"])
    assert (made.event.id, made.event.name, made.event.date) == (
        "our-day-2",
        "Our day",
        "2026-07-01",
    )
    assert len(made.event.entrants) == len(history.event.entrants)
    assert {each.by for each in made.entries} == {history.event.plan.officer}
    assert {each.at for each in made.entries} == {AT}
    plain = CopyEvent("Other", id="given").copied(history, AT, [])
    assert (plain.event.id, plain.event.date, plain.event.entrants) == ("given", "2026-09-21", ())
    assert data
    season = evenings()
    ((name, _),) = CopyLeague("Tuesday league").answer(season, AT).files.items()
    assert name == "tuesday-league.json"
    again = CopyLeague("Tuesday league", True).copied(season, AT, ["tuesday-league"])
    assert (again.league.id, again.league.name) == ("tuesday-league-2", "Tuesday league")
    assert [len(team.members) for team in again.league.teams] == [3, 3, 3]
    bare = CopyLeague("Tuesday league", id="mine").copied(season, AT, [])
    assert (bare.league.id, [len(team.members) for team in bare.league.teams]) == (
        "mine",
        [0, 0, 0],
    )


def test_a_list_of_names_is_looked_at_before_it_is_taken() -> None:
    day = Day("charity-day")
    day.enter("Ann Lee")
    rows = ({"name": "Ann Lee"}, {"name": "Bob Ray"}, {"name": ""})
    found = PreviewRows(rows, (4, 5, 7), ("", "", "no name")).answer(day.history, AT)
    (sheet,) = found.sheets
    assert (sheet.title, sheet.heads) == ("Rows", ("Row", "Names", "How it was read"))
    assert [tuple(row) for row in sheet.rows] == [
        ("4", "Ann Lee", "Ann Lee is on the list already, as entrant 1"),
        ("5", "Bob Ray", "good"),
        ("7", "", "no name"),
    ]
    assert found.fault
    unsure = PreviewRows(rows[1:2], (5,), ("",), open=True).answer(day.history, AT)
    assert unsure.sheets[0].rows[0][2] == "not sure"
    assert not unsure.fault


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ann Lee\nBob Ray\n", ["Ann Lee", "Bob Ray"]),
        ("\ufeffName\nAnn Lee\n\n,\nBob Ray", ["Ann Lee", "Bob Ray"]),
        ("Zone, PLAYER \n3,Ann Lee\n4\n5,Bob Ray,x", ["Ann Lee", "Bob Ray"]),
        ("Zone,Player,Name\n3,x,Ann Lee", ["Ann Lee"]),
        ("Name\n" + "x" * 60, ["x" * 60]),
        ("Ann Lee\n   \nBob Ray", ["Ann Lee", "Bob Ray"]),
    ],
)
def test_the_names_of_a_clubs_list(text: str, names: list[str]) -> None:
    assert names_of(text) == names


def test_a_clubs_list_is_refused_where_it_is_empty_or_a_name_too_long() -> None:
    for empty in ("", "\n\n", ",\n,,"):
        with pytest.raises(ClubError, match=r"^the list is empty$"):
            names_of(empty)
    with pytest.raises(ClubError, match=r"^x{20}…: a name has at most 60 letters$"):
        names_of("Ann\n" + "x" * 61)


def test_rosters_are_read_from_lines_or_columns() -> None:
    found = rosters.read_roster(b"\xef\xbb\xbf Aces : Ann  Lee, Al\n\nKings: Bo\n")
    assert [(row.number, dict(row.values)) for row in found.rows] == [
        (1, {"team": "Aces", "player": "Ann Lee"}),
        (1, {"team": "Aces", "player": "Al"}),
        (2, {"team": "Kings", "player": "Bo"}),
    ]
    assert not found.headed
    assert {tuple(row.values) for row in found.rows} == {("team", "player")}
    headed = rosters.read_roster("team,player\nAces: one,Zoë\n".encode("cp1252"))
    assert (headed.headed, headed.rows[0].values["player"]) == (True, "Zoë")
    mixed = rosters.read_roster(b"team,player\nAces: the second,Ann\n")
    assert [row.values["team"] for row in mixed.rows] == ["Aces: the second"]
    lines = rosters.roster_text(found).splitlines()
    assert lines[0].split(",")[:2] == ["team", "player"]
    assert [line.split(",")[:2] for line in lines[1:]] == [["Aces", "Ann Lee"], ["Aces", "Al"], ["Kings", "Bo"]]  # fmt: skip
    assert rosters.roster_file_text(b"Aces: Ann, Al\n") == rosters.roster_text(
        rosters.read_roster(b"Aces: Ann, Al")
    )


def test_every_row_of_a_roster_is_told_in_its_order() -> None:
    league = Season("Aces", "Kings", "Queens").league
    rows = (
        Row(2, {"team": "Aces", "player": "x" * 61}),
        Row(3, {"team": "Aces", "player": "y" * 60}),
        Row(4, {"team": "", "player": "Bo"}, ("the team is missing", "more")),
        Row(5, {"team": "t" * 61, "player": "Bo"}),
        Row(6, {"team": "Kings", "player": "Cy"}),
    )
    found = rosters.preview_roster(league, ListPreview(rows), "2027-01-12T19:00")
    assert [(line.row, str(line.fault)) for line in found.lines] == [
        (2, "a name has at most 60 letters"),
        (3, ""),
        (4, "the team is missing"),
        (5, "a name has at most 60 letters"),
        (6, ""),
    ]
    assert (found.lines[2].team, found.lines[2].player) == ("", "Bo")
    assert len(found.facts) == 2
    answer = PreviewPlayers("team,player\nAces,New One\n,Nobody\n").answer(evenings(), AT)
    assert answer.fault
    assert [each.title for each in answer.sheets] == [
        "row 2: New One, Aces: roster, has still to sign\nrow 3: Nobody, : the team is missing"
    ]
    assert not PreviewPlayers("team,player\nAces,New One\n").answer(evenings(), AT).fault


def test_the_calendar_of_a_league_or_of_one_team() -> None:
    history = evenings()
    (every,) = CalendarFile().answer(history, AT).files.values()
    (own,) = CalendarFile("x.ics", "Aces").answer(history, AT).files.values()
    assert every.count(b"BEGIN:VEVENT") == len(history.league.fixtures)
    number = next(each.number for each in history.league.teams if each.name == "Aces")
    playing = sum(number in each.teams for each in history.league.fixtures)
    assert own.count(b"BEGIN:VEVENT") == playing < len(history.league.fixtures)


def test_practice_that_was_thrown_away_is_in_no_list(tmp_path: Path) -> None:
    with Journal(tmp_path / "rightbower.journal") as journal:
        books = JournalOffice(journal, CONTESTS["league"])
        books.open(OpenLeague("real", "Real"), "Wil")
        books.open(OpenLeague("trial", "Trial", practice=True), "Wil")
        assert {each.id for each in books.summaries()} == {"real", "trial"}
        books.do("trial", [ThrowLeagueAway()], "Wil")
        assert [each.id for each in books.summaries()] == ["real"]


def test_every_contest_says_sums_up_and_remarks_in_its_own_words() -> None:
    day, season = night(), evenings()
    for word, history, id_ in (("event", day, "day"), ("league", season, "tuesdays"), ("club", club(), "club")):  # fmt: skip
        contest = CONTESTS[word]
        assert contest.noun == word
        state = history.state
        assert contest.summary(state).id == id_
        fact = history.entries[-1].fact
        assert isinstance(fact.says(state), Message)
        assert isinstance(contest.remarks(state, fact), tuple | list)
