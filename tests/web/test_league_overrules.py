"""What the Gamer puts right on the night: times of arrival, lateness excused, forfeits lifted, paper."""

from __future__ import annotations

from web.office import Office

LATE = "19:35:00"


def all_lost(gamer: Office) -> tuple[int, int, str]:
    """The Aces' opponents are put down late, after the last mark: the whole night is lost."""
    fixture = gamer.of("Aces")
    other = fixture.other(1)
    name = gamer.league.team(other).name
    gamer.tonight("18:55:00")
    gamer.here("Aces")
    gamer.tonight(LATE)
    gamer.here(name)
    gamer.do("night", "call", fixture=fixture.number)
    games = gamer.league.fixture(fixture.number).games
    assert all(game.lost == (other,) for game in games)
    return fixture.number, other, name


def test_a_late_tap_is_put_right_by_the_true_times(gamer: Office) -> None:
    number, other, name = all_lost(gamer)
    page = gamer.see("/desk/night")
    assert "7:35 pm" in page
    assert "Correct it" in page
    why = {"why": "they sat at the bar"}
    where = {"fixture": number, "team": other}
    for word in ("One", "Two"):
        gamer.do("night", "correct-arrival", **where, player=f"{name} {word}", when="18:50", **why)
    games = gamer.league.fixture(number).games
    assert [game.lost for game in games] == [(), (), ()]
    assert (
        f"{name} Two came at Tue 12 Jan 2027, 6:50 pm; games 1, 2, 3 not lost: they sat"
        in gamer.see("/log")
    )
    gamer.play(gamer.league.fixture(number), "10-6", "7-10", "10-2")
    assert "10–6" in gamer.see(f"/desk/fixture/{number}")


def test_one_true_time_is_not_enough_where_two_must_be_there(gamer: Office) -> None:
    number, other, name = all_lost(gamer)
    fields = {"fixture": number, "team": other, "player": f"{name} One", "when": "18:50"}
    gamer.do("night", "correct-arrival", **fields, why="seen at the bar")
    assert all(game.lost == (other,) for game in gamer.league.fixture(number).games)


def test_a_time_between_two_marks_keeps_the_games_that_it_costs(gamer: Office) -> None:
    number, other, name = all_lost(gamer)
    for word in ("One", "Two"):
        fields = {"fixture": number, "team": other, "player": f"{name} {word}", "when": "19:12"}
        gamer.do("night", "correct-arrival", **fields, why="the clock on the wall")
    games = gamer.league.fixture(number).games
    assert [game.lost for game in games] == [(other,), (), ()]


def test_somebody_who_was_not_there_after_all(gamer: Office) -> None:
    fixture = gamer.of("Aces")
    gamer.tonight("18:55:00")
    gamer.here("Aces")
    fields = {"fixture": fixture.number, "team": 1, "player": "Aces Three"}
    assert "needs a reason" in gamer.refused("night", "correct-arrival", **fields, why="")
    gamer.do("night", "correct-arrival", **fields, why="mistaken for her sister")
    came = [each.player for each in gamer.league.fixture(fixture.number).arrivals]
    assert came == ["Aces One", "Aces Two"]
    other = gamer.league.team(fixture.other(1)).name
    gamer.here(other)
    gamer.tonight("19:00:00")
    gamer.do("night", "begin", fixture=fixture.number, game=1, **gamer.lineups(fixture))
    says = gamer.refused(
        "night", "correct-arrival", fixture=fixture.number, team=1, player="Aces One", why="no"
    )
    assert "Aces One has played game 1" in says


def test_the_gamer_excuses_a_late_team_before_anything_is_written(gamer: Office) -> None:
    fixture = gamer.of("Aces")
    other = fixture.other(1)
    name = gamer.league.team(other).name
    gamer.tonight("18:55:00")
    gamer.here("Aces")
    gamer.tonight("19:20:00")
    assert f"Excuse {name}" in gamer.see("/desk/night")
    asked = gamer.do("night", "excuse", fixture=fixture.number, team=other, why="snow storm")
    assert not gamer.league.fixture(fixture.number).excused
    assert "excused for coming late" in asked
    fields = {"fixture": fixture.number, "team": other, "why": "snow storm", "sure": "yes"}
    gamer.do("night", "excuse", **fields)
    assert gamer.league.fixture(fixture.number).excused == (other,)
    gamer.here(name)
    assert f"{name} was excused for coming late" in gamer.see("/desk/night")
    gamer.do("night", "begin", fixture=fixture.number, game=1, **gamer.lineups(fixture))
    assert "excused already" in gamer.refused("night", "excuse", **fields)


def test_a_forfeit_is_lifted_from_its_own_link(gamer: Office) -> None:
    number, other, _ = all_lost(gamer)
    answer = gamer.client.get(f"{gamer.base}/desk/fixture/{number}")
    for game in (1, 2, 3):
        assert f"/desk/fixture/{number}#g{game}" in answer.text
        assert f'id="g{game}"' in answer.text
    fields = {"fixture": number, "games": "2", "why": "the Gamer's clock was wrong"}
    gamer.do(f"fixture/{number}", "lift", **fields, sure="yes")
    there = gamer.league.fixture(number)
    assert [game.lost for game in there.games] == [(other,), (), (other,)]
    assert there.excused == (other,)
    says = gamer.refused(f"fixture/{number}", "lift", **fields, sure="yes")
    assert f"Game 2 of fixture {number} is not forfeited" in says


def test_a_paper_sheet_is_entered_the_next_morning_without_times(gamer: Office) -> None:
    fixture = gamer.of("Aces")
    gamer.at("2027-01-13T09:30:00")
    page = gamer.see("/desk/night/2027-01-12")
    assert "Enter the night from its paper sheet" in page
    points = {"one1": "10", "other1": "6", "one2": "4", "other2": "10", "one3": "10", "other3": "9"}
    gamer.do(
        "night/2027-01-12",
        "sheet",
        fixture=fixture.number,
        on_time="yes",
        **gamer.lineups(fixture),
        **points,
    )
    there = gamer.league.fixture(fixture.number)
    assert [game.points for game in there.games] == [(10, 6), (4, 10), (10, 9)]
    assert {each.when for each in there.arrivals} == {there.starts}


def test_a_whole_night_forfeited_wrongly_is_lifted_with_one_reason(gamer: Office) -> None:
    number, other, _ = all_lost(gamer)
    assert "All 3 games were forfeited by mistake" in gamer.see(f"/desk/fixture/{number}")
    fields = {"fixture": number, "games": ["1", "2", "3"], "why": "they sat in the back room"}
    asked = gamer.do(f"fixture/{number}", "lift", **fields)
    assert "What changes" in asked
    gamer.do(f"fixture/{number}", "lift", **fields, sure="yes")
    there = gamer.league.fixture(number)
    assert [game.lost for game in there.games] == [(), (), ()]
    assert there.excused == (other,)
    assert "were forfeited by mistake" not in gamer.see(f"/desk/fixture/{number}")
