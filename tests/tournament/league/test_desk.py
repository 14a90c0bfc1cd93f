"""The desk of a league: refusals, corrections, undo, and a season run from the terminal."""

import json
import runpy
from pathlib import Path

import pytest

from books import league_book
from in_english import english
from rightbower.cli import main
from rightbower.office.journals import journal_of
from rightbower.store.contract import Conflict
from rightbower.tournament.contest import Entry, encode
from rightbower.tournament.league import forfeits, night, roster
from rightbower.tournament.league.archive import undo
from rightbower.tournament.league.contest import LEAGUE
from rightbower.tournament.league.league import LeagueHistory
from rightbower.tournament.league.playoffs import rounds, send_through
from rightbower.tournament.league.points import correct
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.remarks import remarks
from rightbower.tournament.league.season import enter_team, open_league, schedule
from rightbower.tournament.league.table import standings
from tournament.league.evenings import Season


def test_a_correction_keeps_who_when_and_why() -> None:
    season = Season("Aces", "Kings")
    fixture = season.of("Aces", 1)
    season.play(fixture, "10-7")
    season.do(correct(season.league, fixture.number, 1, (7, 10), "read the wrong way round"))
    assert season.score(fixture, 1) == (7, 10)
    last = season.history.lines()[-1]
    assert (last.by, last.at) == ("Gamer", season.now)
    assert english(last.says) == "fixture 1, game 1: corrected to 7–10: read the wrong way round"
    with pytest.raises(LeagueError, match="needs a reason"):
        correct(season.league, fixture.number, 1, (10, 7), "")


def test_undo_takes_the_latest_entry_back_and_keeps_it_in_the_story() -> None:
    season = Season("Aces", "Kings")
    fixture = season.of("Aces", 1)
    season.play(fixture, "10-7")
    before = season.league
    season.begin(fixture, 2)
    number = season.league.version
    with pytest.raises(
        LeagueError, match=f"the latest entry can be undone, and that is entry {number}"
    ):
        undo(season.history, "a slip", number - 1)
    with pytest.raises(LeagueError, match="needs a reason"):
        undo(season.history, " ")
    season.do(undo(season.history, "wrong table"))
    assert season.league.fixtures == before.fixtures
    assert [each.undone for each in season.history.lines()[-2:]] == [True, False]


def test_the_opening_is_not_undone() -> None:
    history = LeagueHistory.of([Entry(0.0, "Gamer", open_league("one", "One"))])
    with pytest.raises(LeagueError, match="opening"):
        undo(history, "no")


def test_teams_and_calendars_are_refused_in_one_sentence() -> None:
    season = Season("Aces", "Kings")
    league = season.league
    with pytest.raises(LeagueError, match="no team can join"):
        enter_team(league, "Late")
    with pytest.raises(LeagueError, match="made already"):
        schedule(league, "2027-01-12T19:00")
    empty = LeagueHistory.of([Entry(0.0, "Gamer", open_league("one", "One"))]).league
    with pytest.raises(LeagueError, match="two teams or more"):
        schedule(empty, "2027-01-12T19:00")
    for wrong in ("soon", "2027-01-12", "2027-01-12T19:00+01:00"):
        with pytest.raises(LeagueError, match="is not a "):
            roster.name_players(league, 1, ["Zed"], wrong)


def test_a_game_that_begins_before_an_earlier_one_is_remarked_on() -> None:
    season = Season("Aces", "Kings")
    fixture = season.of("Aces", 1)
    season.both_here(fixture)
    one, other = (season.two(season.league.team(each).name) for each in fixture.teams)
    when = season.at(fixture, "19:05")

    def told(game: int) -> tuple[str, ...]:
        return english(
            remarks(season.league, night.begin(season.league, 1, game, (one, other), when))
        )

    order = "and games are numbered in their order (L03-1.1, L03-8.1)."
    assert told(1) == ()
    assert english(told(2)) == ((f"Game 1 has not been played yet, {order}",))
    assert english(told(3)) == (f"Games 1 and 2 have not been played yet, {order}",)
    season.do(forfeits.forfeit(season.league, 1, (1,), 1, "conduct", "a brawl"))
    assert told(2) == ()


def test_nobody_plays_for_both_teams() -> None:
    season = Season("Aces", "Kings")
    fixture = season.of("Aces", 1)
    for own in (1, 2):
        season.do(roster.name_players(season.league, own, ["Zed"], fixture.starts))
        season.do(roster.sign(season.league, own, "Zed", fixture.starts))
        season.do(night.arrive(season.league, fixture.number, own, ["Zed"], fixture.starts))
    season.both_here(fixture)
    one, other = (season.league.team(each).name for each in fixture.teams)
    lineups = (["Zed", f"{one} 1"], ["Zed", f"{other} 1"])
    with pytest.raises(LeagueError, match="nobody can play for both teams"):
        night.begin(season.league, fixture.number, 1, lineups, season.at(fixture, "19:01"))


def test_a_playoff_that_nobody_won_goes_to_whom_the_gamer_says() -> None:
    season = Season("Aces", "Kings")
    season.rest()
    (final,) = season.playoffs()
    season.call(final, "19:30")
    with pytest.raises(LeagueError, match="not decided yet"):
        season.playoffs("2027-03-09T19:00")
    season.do(send_through(season.league, final.number, 2, "the Kings telephoned"))
    assert str(rounds(season.league)[-1][-1]).endswith("Kings goes on")


def test_a_winner_does_not_change_once_the_next_round_is_drawn() -> None:
    season = Season()
    season.rest()
    first, second = season.playoffs()
    season.play(first, "10-7 10-7 10-7")
    season.play(second, "10-7 10-7 10-7")
    season.playoffs("2027-03-09T19:00")
    season.do(correct(season.league, first.number, 1, (7, 10), "misread"))
    assert season.score(first, 1) == (7, 10)
    with pytest.raises(LeagueError, match="the next round is drawn"):
        correct(season.league, first.number, 2, (7, 10), "misread")
    season.do(correct(season.league, first.number, 2, (11, 7), "misread"))
    assert season.score(first, 2) == (11, 7)


def test_two_desks_cannot_both_write_the_next_entry(tmp_path: Path) -> None:
    with journal_of(tmp_path) as journal:
        book = league_book(journal)
        league = book.open(open_league("tuesdays", "Tuesdays"), 0.0, "Gamer")
        book.add("tuesdays", enter_team(league, "Aces"), 1.0, "Gamer", league.version)
        with pytest.raises(Conflict):
            book.add("tuesdays", enter_team(league, "Kings"), 1.0, "Pat", league.version)
        assert [team.name for team in book.state("tuesdays").teams] == ["Aces"]
        with pytest.raises(LeagueError, match="already"):
            book.open(open_league("tuesdays", "Again"), 0.0, "Gamer")
        with pytest.raises(LeagueError, match="is not an id"):
            book.open(open_league("Tuesday Nights", "Again"), 0.0, "Gamer")


def test_an_entry_of_a_newer_form_is_refused() -> None:
    entry = Entry(0.0, "Gamer", open_league("one", "One"), form=2)
    with pytest.raises(ValueError, match=r"newer Rightbower \(form 2\)"):
        LEAGUE.decode(encode(entry))
    with pytest.raises(ValueError, match="cannot be read"):
        LEAGUE.decode(b'{"at": 1}')


class Terminal:
    """The command line with a data folder of its own."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys

    def __call__(self, *words: str, status: int = 0) -> str:
        assert main(["league", "--data", str(self.folder), *words]) == status
        said = self.capsys.readouterr()
        return said.err if status else said.out


@pytest.fixture
def rightbower(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Terminal:
    """The league command with an empty data folder."""
    return Terminal(tmp_path, capsys)


def test_a_night_is_run_from_the_terminal(rightbower: Terminal) -> None:
    rightbower("open", "tue", "Tuesdays", "--email", "league@example.org")
    rightbower("teams", "tue", "Aces", "Kings")
    rightbower("calendar", "tue", "2027-01-12T19:00")
    start = ("--when", "2027-01-12T19:00")
    rightbower("players", "tue", "Aces", "Ann", "Al", "--signed", *start)
    rightbower("players", "tue", "Kings", "Kay", "Ken", "--signed", *start)
    first = json.loads(rightbower("fixtures", "tue", "--json"))[0]["teams"][0]
    lineups = ("Ann, Al", "Kay, Ken") if first == 1 else ("Kay, Ken", "Ann, Al")
    rightbower("arrive", "tue", "1", "Kings", "Kay", "Ken", *start)
    rightbower("arrive", "tue", "1", "Aces", "Ann", "Al", "--when", "2027-01-12T19:10:00")
    said = rightbower("call", "tue", "1", "--when", "2027-01-12T19:11")
    assert "Aces did not have 2 players there after 10 minutes (L03-8.1)" in said
    assert rightbower("call", "tue", "1", "--when", "2027-01-12T19:11") == "Nothing is due.\n"
    rightbower("begin", "tue", "1", "2", *lineups, "--when", "2027-01-12T19:12")
    refused = rightbower("result", "tue", "1", "2", "9-7", status=1)
    assert refused == "rightbower league: nobody has reached 10 (L03-7.7)\n"
    rightbower("result", "tue", "1", "2", "10-7", "--team", "Aces")
    rightbower("confirm", "tue", "1", "2", "--team", "Kings")
    places = json.loads(rightbower("table", "tue", "--json"))
    assert sum(place.get("won", 0) for place in places) == 2
    assert "offence 1, week 1" in rightbower("steps", "tue")
    assert "league@example.org" in rightbower("show", "tue")
    assert "undone: wrong" in rightbower("undo", "tue", "--why", "wrong")


def test_a_demonstration_is_in_the_journal(rightbower: Terminal) -> None:
    said = rightbower("demo", "--teams", "4")
    assert "Champion: " in said
    with journal_of(rightbower.folder) as journal:
        history = league_book(journal).history("demo")
        assert json.loads(LEAGUE.as_json(history))["champion"] > 0
        names = [place.name for place in standings(history.league)]
    assert all(name in said for name in names)
    for word in ("fixtures", "table", "rosters", "steps", "protests", "bracket", "sheets", "story"):
        assert len(rightbower(word, "demo")) > 20
        json.loads(rightbower(word, "demo", "--json"))
    assert rightbower("ics", "demo").startswith("BEGIN:VCALENDAR\r\n")
    assert "there is a league demo already" in rightbower("demo", status=1)


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(Path(__file__).resolve().parents[3] / "examples" / "run_a_season.py"))
    said = capsys.readouterr().out
    assert "Lone Hands, offence 1, week 1" in said
    assert "UID:tuesdays-fixture-1@rightbower" in said
