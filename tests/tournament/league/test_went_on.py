"""What others have gone on from: who went on stays, and a team that is out plays no more."""

import pytest

from rightbower.papers.spreadsheets.tables import league_pages
from rightbower.tournament.league import (
    conduct as sanctions,
)
from rightbower.tournament.league import forfeits
from rightbower.tournament.league.conduct import decide, leave, offences
from rightbower.tournament.league.fixtures import Fixture
from rightbower.tournament.league.league import Results
from rightbower.tournament.league.outcome import goes_on, over
from rightbower.tournament.league.playoffs import champion, draw, rounds
from rightbower.tournament.league.points import correct, enter
from rightbower.tournament.league.protests import protest, rule
from rightbower.tournament.league.questions import ShowBracket, ShowLeague
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.table import place_tied, standings
from tournament.league.evenings import Season


def semi_finals(points: str) -> tuple[Season, Fixture]:
    """The Aces play the Jacks for these points, the Kings win, and the final is drawn."""
    season = Season()
    season.rest()
    first, second = season.playoffs()
    season.play(first, points, first=season.league.team(first.teams[0]).name)
    season.play(second, "10-3 10-3 10-3")
    season.playoffs("2027-03-09T19:00")
    return season, first


@pytest.mark.parametrize("upheld", [True, False])
def test_nothing_is_drawn_while_a_protest_waits(upheld: bool) -> None:
    season = Season()
    season.rest()
    first, second = season.playoffs()
    aces, jacks = first.teams
    before = season.at(first, "18:50")
    fact = protest(season.league, first.number, 1, jacks, "other", before, "cards")
    season.do(fact)
    season.play(first, "10-3 10-3 3-10", first=season.league.team(aces).name)
    season.play(second, "10-3 10-3 10-3")
    said = rf"protest 1, about game 1 of fixture {first.number}, has to be ruled on .*L03-10"
    with pytest.raises(LeagueError, match=said):
        draw(season.league, "2027-03-09T19:00")
    season.do(rule(season.league, 1, upheld, "marked cards"))
    season.playoffs("2027-03-09T19:00")
    assert (jacks if upheld else aces) in season.league.fixtures[-1].teams


def test_a_correction_does_not_turn_a_playoff_decided_by_points() -> None:
    season = Season()
    season.rest()
    first, second = season.playoffs()
    season.both_here(first, "19:10")
    season.call(first, "19:10")
    for game, points in ((2, (10, 8)), (3, (7, 10))):
        season.begin(first, game, "19:11")
        season.do(enter(season.league, first.number, game, points))
    season.play(second, "10-3 10-3 10-3")
    season.playoffs("2027-03-09T19:00")
    with pytest.raises(LeagueError, match="the next round is drawn; undo it"):
        correct(season.league, first.number, 3, (9, 10), "misread")
    season.do(correct(season.league, first.number, 3, (6, 10), "misread"))


def test_an_expelled_finalist_has_still_won_the_semi_final() -> None:
    season, first = semi_finals("10-3 10-3 10-3")
    gone, other = season.league.fixtures[-1].teams
    season.do(sanctions.expel_team(season.league, gone, "marked cards"))
    assert goes_on(season.league, season.league.fixture(first.number)) == gone
    assert f"{season.league.team(gone).name} goes on" in str(rounds(season.league)[0][0])
    assert champion(season.league) == other


def test_the_league_at_a_glance_names_its_champion() -> None:
    season, _ = semi_finals("10-3 10-3 10-3")
    shown = ShowLeague().answer(season.history, 0.0).sheets[0].title
    assert "Champion" not in shown
    season.play(season.league.fixtures[-1], "10-3 10-3 10-3", first="Aces")
    for query in (ShowLeague(), ShowBracket()):
        assert query.answer(season.history, 0.0).sheets[0].title.endswith("Champion: Aces")


def test_a_team_expelled_before_the_draw_does_not_go_on() -> None:
    season = Season()
    season.rest()
    first, second = season.playoffs()
    season.play(first, "10-3 10-3 10-3")
    season.play(second, "10-3 10-3 10-3")
    season.do(sanctions.expel_team(season.league, first.teams[0], "marked cards"))
    drawn = draw(season.league, "2027-03-09T19:00")
    assert first.teams[1] in drawn.fixtures[0].teams
    assert first.teams[0] not in drawn.fixtures[0].teams


def removed() -> tuple[Season, Fixture]:
    """The Aces are removed for a third offence while their third night has begun."""
    season = Season(weeks=3)
    for week in (1, 2):
        season.miss("Aces", week)
    fixture = season.of("Aces", 3)
    other = season.league.team(fixture.other(1)).name
    season.here(fixture, season.two(other))
    season.call(fixture, "19:10")
    season.do(decide(season.league, 1, "offence 3", True, "three times"))
    return season, season.of("Aces", 3)


def test_a_team_removed_on_the_night_loses_the_games_left() -> None:
    season, fixture = removed()
    assert [each.lost for each in fixture.games] == [(1,)] * 3
    assert [each.cause for each in fixture.games] == ["late", "removal", "removal"]
    assert over(fixture, season.league.plan)
    assert len(offences(season.league, 1)) == 3


def test_a_team_removed_neither_comes_nor_plays() -> None:
    season, fixture = removed()
    with pytest.raises(LeagueError, match="Aces was removed from the league"):
        season.here(fixture, season.two("Aces"), "19:15")
    with pytest.raises(LeagueError, match="Aces was removed from the league"):
        season.begin(fixture, 2, "19:16")


def test_a_team_removed_from_the_playoffs_plays_no_playoff() -> None:
    season = Season(weeks=3)
    for week in (1, 2):
        season.miss("Aces", week)
    season.rest()
    fixture = next(each for each in season.playoffs() if 1 in each.teams)
    season.do(decide(season.league, 1, "offence 2", True, "twice"))
    with pytest.raises(LeagueError, match="Aces was removed from the playoffs"):
        season.both_here(fixture)
    assert forfeits.due(season.league, fixture.number, season.at(fixture, "23:00")) == ()
    assert goes_on(season.league, season.league.fixture(fixture.number)) == fixture.other(1)


def playoff_in_progress() -> tuple[Season, Fixture]:
    """The Aces have won the first game of a playoff, and the second is being played."""
    season = Season()
    season.rest()
    fixture = next(each for each in season.playoffs() if 1 in each.teams)
    season.play(fixture, "10-3", first="Aces")
    season.begin(fixture, 2)
    return season, fixture


def lost_the_rest(season: Season, fixture: Fixture) -> None:
    """The fixture has the first game as played and the others forfeited by the Aces."""
    now = season.league.fixture(fixture.number)
    assert [each.lost for each in now.games] == [(), (1,), (1,)]
    assert [each.cause for each in now.games] == [None, "removal", "removal"]
    assert over(now, season.league.plan)
    assert goes_on(season.league, now) == fixture.other(1)


def test_a_team_expelled_during_a_playoff_loses_the_games_left() -> None:
    season, fixture = playoff_in_progress()
    season.do(sanctions.expel_team(season.league, 1, "marked cards"))
    lost_the_rest(season, fixture)
    assert season.game(fixture, 3).why == "Aces was removed from the league"
    said = str(season.history.lines()[-1].says)
    assert f"the games left of fixture {fixture.number} are lost" in said


@pytest.mark.parametrize("results", ["stand", "void"])
def test_a_team_that_leaves_during_a_playoff_loses_the_games_left(results: Results) -> None:
    season, fixture = playoff_in_progress()
    season.do(leave(season.league, 1, results, "moved away"))
    lost_the_rest(season, fixture)


def test_a_team_removed_during_a_playoff_loses_the_games_left() -> None:
    season = Season(weeks=3)
    for week in (1, 2):
        season.miss("Aces", week)
    season.rest()
    fixture = next(each for each in season.playoffs() if 1 in each.teams)
    season.play(fixture, "10-3", first="Aces")
    season.do(decide(season.league, 1, "offence 2", True, "twice"))
    lost_the_rest(season, fixture)
    assert season.game(fixture, 2).why == "Aces was removed from the playoffs"


def test_a_team_that_has_left_has_no_place_in_the_spreadsheet() -> None:
    season = Season()
    season.do(leave(season.league, 1, "void", "moved away"))
    places = {row[1]: row[0] for row in league_pages(season.league)[0].rows}
    assert places.pop("Aces") == ""
    assert "" not in places.values()


def test_an_order_of_level_teams_holds_for_what_they_had_then() -> None:
    season = Season("Aces", "Kings")
    season.do(place_tied(season.league, (2, 1), "week 0"))
    assert season.places() == [(1, "Kings"), (2, "Aces")]
    season.do(forfeits.forfeit(season.league, 1, (1,), 1, "conduct", "a brawl"))
    season.do(forfeits.forfeit(season.league, 1, (2,), 2, "conduct", "another"))
    assert [place.rank for place in standings(season.league)] == [1, 1]
    assert all("the Gamer decides" in str(place.why) for place in standings(season.league))
    assert [row[0] for row in league_pages(season.league)[0].rows] == ["1=", "1="]
