"""The same seed makes up the same season: every entry, the table and the champion."""

from __future__ import annotations

import pytest

from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.simulated import season
from tournament.league.made_up import FILE, seasons


def test_seasons_are_those_written_down() -> None:
    assert seasons() == FILE.read_text("utf-8")


@pytest.mark.parametrize("teams", [1, 41])
def test_a_made_up_season_has_a_number_of_teams_that_can_be_played(teams: int) -> None:
    with pytest.raises(LeagueError, match=r"^a made-up season has 2 to 40 teams$"):
        season(1, teams)


def test_a_made_up_season_has_an_end() -> None:
    with pytest.raises(LeagueError, match=r"^a made-up season has at most 60 weeks$"):
        season(1, 2, 61)
    two = season(1, 2, 1).league
    assert [team.name for team in two.teams] == ["Left Bowers", "Right Bowers"]


def test_names_of_many_teams_are_numbered() -> None:
    names = [team.name for team in season(3, 14, 1).league.teams]
    assert names[11:] == ["Kitty", "Left Bowers 2", "Right Bowers 2"]
