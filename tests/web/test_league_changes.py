"""The Gamer's desk when a season changes: a team leaves, and the table moves after the draw."""

from __future__ import annotations

import re

from rightbower.web.league.desk import changes
from web.office import Office, play_the_season


def test_a_team_leaves_and_the_gamer_chooses_what_becomes_of_its_results(gamer: Office) -> None:
    page = gamer.see("/desk/team/4")
    assert "The team drops out" in page
    wish = {"team": 4, "results": "void", "why": "they moved away"}
    assert "Jacks left the league; its results are void" in gamer.do("team/4", "leave", **wish)
    assert gamer.league.team(4).out == ""
    assert changes(gamer.league, gamer.league) == []
    gamer.do("team/4", "leave", sure="yes", **wish)
    assert gamer.league.team(4).left == "void"
    assert "left the league: they moved away" in gamer.see("/desk/team/4")
    assert "Jacks left the league" in gamer.see()
    assert "left the league: they moved away; its results are void" in gamer.see("/desk/playoffs")


def test_who_says_yes_agrees_to_what_the_question_showed_not_to_an_older_state(
    gamer: Office,
) -> None:
    old = gamer.league.version
    gamer.do("import", "players-import", list="Aces: Somebody New")
    wish = {"team": "4", "results": "void", "why": "they moved away"}
    page = f"{gamer.base}/desk/team/4"
    asked = gamer.client.post(page, data={"do": "leave", **wish, "version": str(old), "sure": "no"})
    hidden = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', asked.text)
    assert sorted(hidden) == sorted(
        {"do": "leave", **wish, "sure": "yes", "version": str(gamer.league.version)}.items()
    )
    assert gamer.client.post(page, data=dict(hidden)).status_code == 200
    assert gamer.league.team(4).left == "void"


def test_a_correction_after_the_draw_is_told_and_drawn_again_by_decision(gamer: Office) -> None:
    play_the_season(gamer)
    gamer.do("playoffs", "playoffs", starts="2027-03-02T19:00")
    seen = []
    between = next(each for each in gamer.league.fixtures if set(each.teams) == {3, 4})
    page = f"fixture/{between.number}"
    one, other = (7, 10) if between.teams[0] == 3 else (10, 7)
    for game in (1, 2, 3):
        wish = {
            "fixture": between.number,
            "game": game,
            "one": one,
            "other": other,
            "why": "misread",
        }
        seen += [gamer.do(page, "correct", **wish), gamer.do(page, "correct", sure="yes", **wish)]
    told = "By it the first round would be Aces against Queens; Kings against Jacks."
    assert told in gamer.see("/desk/playoffs")
    # The second correction turns the two round: told before it is written, and after.
    assert [told in each for each in seen] == [False, False, True, True, False, False]
    before = gamer.league.bracket
    gamer.do("playoffs", "redraw", starts="2027-03-09T19:00", why="Jacks were third")
    assert gamer.league.bracket == before
    gamer.do("playoffs", "redraw", sure="yes", starts="2027-03-09T19:00", why="Jacks were third")
    assert gamer.league.bracket == ((1, 3, 2, 4),)
    assert told not in gamer.see("/desk/playoffs")


def test_unequal_games_are_told_and_ranked_by_share(gamer: Office) -> None:
    fixture = gamer.of("Jacks")
    gamer.at(f"{fixture.starts[:10]}T19:00")
    for number in fixture.teams:
        gamer.do("night", "arrive-all", fixture=fixture.number, team=number)
    gamer.play(fixture, "10-7", "10-7", "10-7")
    assert "Teams have played from 0 to 3 games." in gamer.see("/desk/playoffs")
    assert "Teams have played from 0 to 3 games." in gamer.see()
    gamer.do("playoffs", "rank-by", unequal="by-share", why="some have byes")
    assert "They are ranked by the share won (L03-1.1, X-103, the Gamer's choice)." in gamer.see(
        "/desk/playoffs"
    )
    assert "won 3 of 3 games, 100.0%" in gamer.see()
