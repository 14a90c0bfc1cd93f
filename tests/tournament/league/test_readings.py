"""The other ways to read an unclear text of the league: a house chooses one."""

from typing import Any

import pytest

from rightbower.rules.book import load, overlay
from rightbower.rules.library import readings
from rightbower.tournament.league import roster
from rightbower.tournament.league import season as seasons
from rightbower.tournament.league.conduct import offences
from rightbower.tournament.league.league import League
from rightbower.tournament.league.protests import protest
from tournament.league.evenings import Season


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A season in which one text is read so: its number and the letter of the way chosen."""

    def opened(number: str, letter: str) -> Season:
        chosen = readings()[number].options["abc".index(letter)]
        assert chosen.set, "this way of reading is no setting"
        book = overlay(load("sportcial-league"), chosen.set, note="We read it so.")
        monkeypatch.setattr(seasons, "load", lambda _: book)
        return Season("Aces", "Kings", weeks=3)

    return opened


def late_by(season: Season, time: str) -> tuple[int, ...]:
    """The games lost by a team that is not there at a time."""
    fixture = season.of("Aces", 1)
    season.here(fixture, season.two("Kings"))
    return season.call(fixture, time)


@pytest.mark.parametrize(("letter", "lost"), [("a", (1,)), ("b", ())])
def test_x_35_the_mark_itself(read: Any, letter: str, lost: tuple[int, ...]) -> None:
    season = read("X-35", letter)
    assert late_by(season, "19:10:00") == lost
    assert late_by(read("X-35", letter), "19:10:01") == (1,)


@pytest.mark.parametrize(
    ("letter", "one_game", "whole_night"), [("a", 1, 1), ("b", 1, 3), ("c", 0, 1)]
)
def test_x_36_what_one_offence_is(read: Any, letter: str, one_game: int, whole_night: int) -> None:
    season = read("X-36", letter)
    assert late_by(season, "19:10:01") == (1,)
    assert len(offences(season.league, season.number("Aces"))) == one_game
    season = read("X-36", letter)
    assert late_by(season, "19:30:01") == (1, 2, 3)
    assert len(offences(season.league, season.number("Aces"))) == whole_night


def later_kind(league: League, season: Season) -> str:
    """What a name put down after the first night becomes."""
    when = "2027-01-20T19:00"
    fact = roster.name_players(league, season.number("Aces"), ["Zoe"], when)
    return fact.members[0].kind


@pytest.mark.parametrize(("letter", "kind"), [("a", "sub"), ("b", "roster")])
def test_x_38_later_names(read: Any, letter: str, kind: str) -> None:
    season = read("X-38", letter)
    assert later_kind(season.league, season) == kind


@pytest.mark.parametrize(("letter", "heard"), [("a", True), ("b", False)])
def test_x_39_protests_in_the_season(read: Any, letter: str, heard: bool) -> None:
    season = read("X-39", letter)
    fixture = season.of("Aces", 1)
    own = season.number("Aces")
    when = season.at(fixture, "18:55")
    fact = protest(season.league, fixture.number, 1, own, "other", when, "marked cards", "")
    assert (fact.protest.informal == "") is heard
