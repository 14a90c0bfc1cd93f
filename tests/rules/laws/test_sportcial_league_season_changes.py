"""A season that changes: a team that leaves, unequal games, and a table that moves after the draw."""

import pytest

from in_english import english
from rightbower.rules.book import load, names
from rightbower.tournament.contest import encode
from rightbower.tournament.league.archive import undo
from rightbower.tournament.league.conduct import leave
from rightbower.tournament.league.contest import LEAGUE
from rightbower.tournament.league.league import LeagueHistory, TeamNames
from rightbower.tournament.league.outcome import not_counting, over
from rightbower.tournament.league.playoffs import (
    champion,
    draw,
    drawn_order,
    drawn_otherwise,
    redraw,
    rounds,
)
from rightbower.tournament.league.points import confirm, correct, enter
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.remarks import remarks
from rightbower.tournament.league.table import rank_by, standings, tallies, unequal_text
from tournament.league.evenings import Season

NEW_NIGHT = "2027-03-09T19:00"


def why(season: Season, name: str) -> str:
    """The sentence of a team's place."""
    return english(next(each.why for each in standings(season.league) if each.name == name))


def games(season: Season, name: str) -> tuple[int, int]:
    """The games a team has won and lost in the table."""
    tally = tallies(season.league)[season.number(name)]
    return tally.won, tally.lost


def left_in_week_two(results: str) -> Season:
    """Aces beat Jacks in their first week; then the Jacks leave."""
    season = Season()
    season.play(season.of("Jacks", 1), first="Jacks", points="10-7 4-10 4-10")
    season.do(leave(season.league, season.number("Jacks"), results, "they moved away"))  # type: ignore[arg-type]
    return season


def test_L03_8_7_a_team_may_leave_and_its_results_stand() -> None:
    """X-104: a removal is the officer's act; leaving is the team's own."""
    season = left_in_week_two("stand")
    assert games(season, "Jacks") == (1, 2)
    beaten = season.of("Jacks", 1)
    (other,) = (each for each in beaten.teams if each != season.number("Jacks"))
    assert tallies(season.league)[other].games == 3
    assert english(why(season, "Jacks")).endswith(
        "left the league: they moved away; its results stand"
    )
    unplayed = [each for each in season.league.fixtures if season.number("Jacks") in each.teams][1:]
    assert {each.cancelled for each in unplayed} == {"Jacks left the league"}
    assert standings(season.league)[-1].rank is None


def test_L03_8_7_or_its_results_are_void_for_everybody() -> None:
    season = left_in_week_two("void")
    assert games(season, "Jacks") == (0, 0)
    played = season.of("Jacks", 1)
    (other,) = (each for each in played.teams if each != season.number("Jacks"))
    assert tallies(season.league)[other].games == 0
    assert season.league.fixture(played.number).void == "Jacks left the league"
    assert english(why(season, "Jacks")).endswith("they moved away; its results are void")
    with pytest.raises(LeagueError, match="does not count: Jacks left"):
        correct(season.league, played.number, 1, (10, 3), "misread")


def test_L03_8_7_a_night_that_has_begun_is_lost_or_void() -> None:
    for results, won in (("stand", 3), ("void", 0)):
        season = Season()
        fixture = season.of("Jacks", 1)
        season.both_here(fixture)
        season.begin(fixture)
        season.do(leave(season.league, season.number("Jacks"), results, "a quarrel"))  # type: ignore[arg-type]
        (other,) = (each for each in fixture.teams if each != season.number("Jacks"))
        assert over(season.league.fixture(fixture.number), season.league.plan)
        assert tallies(season.league)[other].won == won


def test_L03_8_7_who_has_left_cannot_leave_again_and_plays_no_more() -> None:
    season = left_in_week_two("stand")
    with pytest.raises(LeagueError, match="Jacks is out of the league already"):
        leave(season.league, season.number("Jacks"), "void", "again")
    with pytest.raises(LeagueError, match="a team that leaves needs a reason"):
        leave(season.league, season.number("Aces"), "void", " ")
    season.rest()
    season.playoffs()
    assert season.number("Jacks") not in drawn_order(season.league)


def test_L03_8_7_leaving_is_told_taken_back_and_read_back() -> None:
    season = left_in_week_two("void")
    fact = season.history.entries[-1].fact
    assert (
        english(fact.says(TeamNames.of(season.league)))
        == "Jacks left the league; its results are void: they moved away"
    )
    again = LeagueHistory.of([LEAGUE.decode(encode(entry)) for entry in season.history.entries])
    assert again.league == season.league
    season.do(undo(season.history, "they stay after all"))
    assert season.team("Jacks").out == ""
    assert not any(each.void or each.cancelled for each in season.league.fixtures)


def test_L03_1_1_unequal_games_are_told_in_the_reasons() -> None:
    """X-103: three teams have met the Jacks or not when they leave."""
    season = left_in_week_two("stand")
    season.rest()
    said = unequal_text(season.league)
    assert english(said) == (
        "Teams have played from 6 to 9 games. They are still ranked by games won; the Gamer can"
        " rank them by the share won (L03-1.1, X-103)."
    )
    fewer = [each for each in standings(season.league) if each.won + each.lost == 6]
    assert len(fewer) == 2
    assert all("6 games played where others have 9" in english(each.why) for each in fewer)
    more = next(each for each in standings(season.league) if each.won + each.lost == 9)
    assert "9 games played" in english(more.why)
    assert "where others" not in english(more.why)


def test_L03_1_1_equal_games_need_no_word() -> None:
    season = Season()
    season.rest()
    assert unequal_text(season.league) is None
    assert english(why(season, "Aces")) == "9 games won"


def test_L03_1_1_the_gamer_can_rank_by_share() -> None:
    """Aces win 5 of 6, Kings 6 of 9: by games won the Kings lead, by share the Aces."""
    season = Season("Aces", "Kings", "Queens", "Jacks")
    jacks = season.number("Jacks")
    season.play(season.between("Kings", "Jacks"), first="Kings", points="10-1 10-1 10-1")
    season.do(leave(season.league, jacks, "stand", "no players"))
    season.play(season.between("Aces", "Kings"), first="Aces", points="10-7 10-8 4-10")
    season.play(season.between("Aces", "Queens"), first="Aces", points="10-1 10-2 10-3")
    season.play(season.between("Kings", "Queens"), first="Kings", points="10-7 10-8 4-10")
    assert season.places()[:2] == [(1, "Kings"), (2, "Aces")]
    season.do(rank_by(season.league, "by share", "the Jacks left early"))
    assert season.places()[:2] == [(1, "Aces"), (2, "Kings")]
    assert english(why(season, "Aces")) == "won 5 of 6 games, 83.3%"
    assert "They are ranked by the share won (L03-1.1, X-103, the Gamer's choice)." in english(
        unequal_text(season.league)
    )
    first, *_, last = standings(season.league)
    assert first.clauses == ("L03-1.1, X-103, the Gamer's choice",)
    assert last.clauses == ("L03-8.7, X-104",)
    with pytest.raises(LeagueError, match="teams are ranked by share already"):
        rank_by(season.league, "by share", "again")
    with pytest.raises(LeagueError, match="another ranking needs a reason"):
        rank_by(season.league, "as they are", "")


def test_L03_1_1_level_shares_go_by_the_difference_a_game() -> None:
    """Aces have +17 in 3 games, Kings +29 in 6; both have won two of three, and have not met."""
    season = Season("Aces", "Kings", "Queens", "Jacks")
    season.do(rank_by(season.league, "by share", "from the start"))
    season.play(season.between("Aces", "Queens"), first="Aces", points="10-1 10-1 9-10")
    season.play(season.between("Kings", "Queens"), first="Kings", points="10-1 10-1 9-10")
    season.play(season.between("Kings", "Jacks"), first="Kings", points="10-1 10-1 4-10")
    assert season.places()[:2] == [(1, "Aces"), (2, "Kings")]
    assert english(why(season, "Aces")) == (
        "won 2 of 3 games, 66.7%, tied with Kings; never met; difference in points a"
        " game +5.67 to +4.83"
    )


@pytest.mark.parametrize("name", names())
def test_L03_1_1_every_book_leaves_unequal_games_as_they_are(name: str) -> None:
    assert load(name).league.unequal == "as they are"


def drawn_season() -> Season:
    """The Aces come first, then Kings, Queens and Jacks; the playoffs are drawn."""
    season = Season(playoff_teams=4)
    season.rest()
    season.playoffs()
    assert drawn_order(season.league) == (1, 2, 3, 4)
    return season


def corrected(season: Season, better: str = "Jacks", worse: str = "Queens") -> None:
    """The one team, and not the other, won their games against each other."""
    fixture = season.between(worse, better)
    for game in (1, 2, 3):
        points = (3, 10) if fixture.teams[0] == season.number(worse) else (10, 3)
        season.do(correct(season.league, fixture.number, game, points, "read upside down"))


def test_L03_10_4_a_correction_after_the_draw_tells_what_would_have_been_drawn() -> None:
    """X-105: the table changes, the bracket stays, and nobody is left to find out alone."""
    season = drawn_season()
    before = season.league.bracket
    assert drawn_otherwise(season.league) is None
    corrected(season)
    assert season.places()[2:] == [(3, "Jacks"), (4, "Queens")]
    assert season.league.bracket == before
    assert english(drawn_otherwise(season.league)) == (
        "The table has changed since the playoffs were drawn. By it the first round would be Aces"
        " against Queens; Kings against Jacks. The bracket stays as it was drawn, unless the Gamer"
        " has it drawn again (L03-10.4, X-105)."
    )


def test_L03_10_4_the_gamer_is_told_with_the_very_entry() -> None:
    """The second game turns the two round; the first and the third change nothing."""
    season = drawn_season()
    fixture = season.between("Queens", "Jacks")
    points = (3, 10) if fixture.teams[0] == season.number("Queens") else (10, 3)
    told = []
    for game in (1, 2, 3):
        fact = correct(season.league, fixture.number, game, points, "upside down")
        told.append(remarks(season.league, fact))
        season.do(fact)
    assert [len(each) for each in told] == [0, 1, 0]
    assert "would be Aces against Queens; Kings against Jacks" in english(told[1][0])


def test_L03_10_4_where_the_same_teams_would_meet_nothing_is_said() -> None:
    season = drawn_season()
    corrected(season, "Queens", "Kings")
    assert season.places()[1:3] == [(2, "Queens"), (3, "Kings")]
    assert drawn_otherwise(season.league) is None


def test_L03_10_4_a_correction_that_moves_nobody_is_not_told() -> None:
    season = drawn_season()
    fixture = season.between("Kings", "Queens")
    points = (10, 2) if fixture.teams[0] == season.number("Kings") else (2, 10)
    fact = correct(season.league, fixture.number, 1, points, "two, not seven")
    assert remarks(season.league, fact) == ()


def test_L03_10_4_the_bracket_is_drawn_again_only_by_decision() -> None:
    season = drawn_season()
    corrected(season)
    old = season.league.playoff_fixtures
    with pytest.raises(LeagueError, match="drawing the playoffs again needs a reason"):
        redraw(season.league, NEW_NIGHT, "")
    season.do(redraw(season.league, NEW_NIGHT, "the Jacks were third"))
    assert drawn_order(season.league) == (1, 2, 4, 3)
    assert drawn_otherwise(season.league) is None
    assert {season.league.fixture(each.number).cancelled for each in old} == {
        "the playoffs were drawn again: the Jacks were third"
    }
    assert english(rounds(season.league)) == (("Aces against Queens", "Kings against Jacks"),)
    again = LeagueHistory.of([LEAGUE.decode(encode(entry)) for entry in season.history.entries])
    assert again.league == season.league


def test_L03_10_4_the_new_bracket_is_played_to_its_champion() -> None:
    season = drawn_season()
    season.play(season.league.playoff_fixtures[0])
    corrected(season)
    fact = redraw(season.league, NEW_NIGHT, "the Jacks were third")
    assert english(remarks(season.league, fact)) == (
        "Aces against Jacks was played and no longer counts.",
    )
    season.do(fact)
    for fixture in season.league.playoff_fixtures:
        season.play(fixture)
    final = draw(season.league, "2027-03-16T19:00")
    season.do(final)
    season.play(season.league.playoff_fixtures[-1])
    assert season.league.team(champion(season.league)).name == "Aces"
    with pytest.raises(LeagueError, match="Aces has won the playoffs"):
        redraw(season.league, "2027-03-23T19:00", "again")


def test_L03_10_4_there_has_to_be_a_draw_before_another() -> None:
    season = Season()
    season.rest()
    with pytest.raises(LeagueError, match="no playoffs are drawn yet"):
        redraw(season.league, NEW_NIGHT, "why not")


def test_L03_10_4_a_team_that_leaves_after_the_draw_moves_nobody_else() -> None:
    season = drawn_season()
    season.do(leave(season.league, season.number("Jacks"), "stand", "on holiday"))
    assert drawn_otherwise(season.league) is None


def test_L03_3_3_points_of_one_team_alone_do_not_count_and_hold_the_draw_up() -> None:
    season = Season(weeks=1)
    season.play(season.of("Aces", 1))
    fixture = next(each for each in season.league.fixtures if not each.begun)
    season.both_here(fixture)
    for game in (1, 2, 3):
        season.begin(fixture, game)
        side = 0 if game == 3 else None
        season.do(enter(season.league, fixture.number, game, (10, 3), side=side))
    told = (
        f"Fixture {fixture.number}, game 3: only one team has entered the points; they do not count"
    )
    assert english(not_counting(season.league)[0]).startswith(told)
    assert tallies(season.league)[fixture.teams[0]].won == 2
    with pytest.raises(LeagueError, match="game 3: only one team has entered the points"):
        season.playoffs()
    season.do(confirm(season.league, fixture.number, 3, side=1))
    assert not_counting(season.league) == ()
    assert tallies(season.league)[fixture.teams[0]].won == 3
