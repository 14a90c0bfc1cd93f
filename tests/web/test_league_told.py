"""What the pages of a league begin with: tonight, what is to be done next, who meets in the playoffs."""

from rightbower.web.league.contents import pending_tasks
from rightbower.web.league.views import bracket_view, night_now, nights
from tournament.league.evenings import Season

DRAW = "Draw the first round of the playoffs"


def test_tonight_is_looked_at_or_else_the_first_night_that_is_not_over() -> None:
    season = Season()
    first, second, third, *_ = nights(season.league)
    assert night_now(season.league, f"{third}T20:00") == third
    assert night_now(season.league, "2026-01-01T20:00") == first
    for fixture in season.league.fixtures:
        if fixture.starts[:10] == first:
            season.play(fixture)
    assert night_now(season.league, "2026-01-01T20:00") == second


def test_the_playoffs_are_drawn_once_the_season_is_played() -> None:
    season = Season()
    late = "2027-12-31T12:00"
    assert DRAW not in str(pending_tasks(season.league, late))
    season.rest()
    assert DRAW in str(pending_tasks(season.league, late))


def test_the_bracket_names_those_who_meet() -> None:
    season = Season()
    season.rest()
    drawn = season.playoffs()
    names = [tuple(season.league.team(each).name for each in fixture.teams) for fixture in drawn]
    assert [(each.one, each.other) for each in bracket_view(season.league)[0]] == names
