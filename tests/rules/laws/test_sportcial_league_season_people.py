"""The league's people: waivers, rosters, subs, conduct, signalling and rules made known."""

import pytest

from rightbower.tournament.league import conduct as sanctions
from rightbower.tournament.league import forfeits, night, roster
from rightbower.tournament.league.conduct import decide, offences, offers
from rightbower.tournament.league.fixtures import Fixture
from rightbower.tournament.league.night import Began
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.sanctions import deduct, sanction
from rightbower.tournament.league.season import announce
from tournament.league.evenings import Season


def lineup_of(season: Season, fixture: Fixture, game: int, *names: str) -> Began:
    """A game begun by the Aces with these players; the others play their first two."""
    other = season.two(season.league.team(fixture.other(1)).name)
    lineups = (names, other) if fixture.teams[0] == 1 else (other, names)
    when = season.at(fixture, "19:05")
    return night.begin(season.league, fixture.number, game, lineups, when)


def test_L03_9_1_nobody_plays_who_has_not_signed() -> None:
    """SC-162: a newcomer of week three signs with the Gamer before being in a line-up."""
    season = Season()
    fixture = season.of("Aces", 3)
    when = season.at(fixture, "19:00")
    season.do(roster.name_players(season.league, 1, ["Zed"], when))
    season.both_here(fixture)
    season.do(night.arrive(season.league, fixture.number, 1, ["Zed"], when))
    with pytest.raises(LeagueError, match=r"Zed signs the waiver .* \(L03-9.1, L03-9.3\)"):
        lineup_of(season, fixture, 1, "Aces 1", "Zed")
    season.do(roster.sign(season.league, 1, "Zed", when, witness="Gamer"))
    season.do(lineup_of(season, fixture, 1, "Aces 1", "Zed"))
    assert season.game(fixture, 1).playing


def test_L03_9_2_waivers_are_due_by_the_first_night() -> None:
    season = Season(signed=False)
    season.do(roster.sign(season.league, 1, "Aces 1", "2027-01-12T23:59:59"))
    with pytest.raises(LeagueError, match="with the Gamer now"):
        roster.sign(season.league, 1, "Aces 2", "2027-01-13T00:00")
    assert [each.name for each in roster.unsigned(season.league, 1)] == ["Aces 2", "Aces 3"]


def test_L03_9_3_absentees_sign_with_the_gamer_and_stay_on_the_roster() -> None:
    season = Season(signed=False)
    late = "2027-01-19T18:50"
    with pytest.raises(LeagueError, match=r"signs with the Gamer now \(L03-9.3\)"):
        roster.sign(season.league, 1, "Aces 1", late)
    season.do(roster.sign(season.league, 1, "Aces 1", late, witness="Pat the Gamer"))
    member = season.team("Aces").member("aces 1")
    assert member is not None
    assert (member.kind, member.witness, member.signed) == ("roster", "Pat the Gamer", late)
    with pytest.raises(LeagueError, match="has signed already"):
        roster.sign(season.league, 1, "Aces 1", late, witness="Gamer")


def test_L03_9_4_the_roster_is_the_waiver_list_of_the_first_night() -> None:
    """X-38: later names are subs, unless the Gamer adds them in the season."""
    season = Season()
    season.do(roster.name_players(season.league, 1, ["Early"], "2027-01-12T23:59"))
    season.do(roster.name_players(season.league, 1, ["Late"], "2027-01-13T00:00"))
    kinds = {each.name: each.kind for each in season.team("Aces").members}
    assert (kinds["Aces 1"], kinds["Early"], kinds["Late"]) == ("roster", "roster", "sub")
    season.do(roster.add_to_roster(season.league, 1, "Late", "moved to town"))
    late = season.team("Aces").member("Late")
    assert late is not None
    assert (late.kind, late.added) == ("roster", "moved to town")


def test_L03_9_4_a_stranger_does_not_play() -> None:
    season = Season()
    fixture = season.of("Aces", 1)
    season.both_here(fixture)
    season.do(
        night.arrive(season.league, fixture.number, 1, ["Stranger"], season.at(fixture, "19:00"))
    )
    with pytest.raises(LeagueError, match=r"Stranger is not on the roster of Aces, .*\(L03-9.4\)"):
        lineup_of(season, fixture, 1, "Aces 1", "Stranger")


def test_L03_9_4_rosters_are_closed_at_the_playoffs() -> None:
    season = Season()
    season.do(roster.name_players(season.league, 1, ["Zed"], "2027-01-20T12:00"))
    season.rest()
    (added,) = roster.add_to_roster(season.league, 1, "Zed", "still the season").members
    assert added.kind == "roster"
    season.playoffs()
    with pytest.raises(LeagueError, match=r"rosters are closed \(L03-9.4, X-38\)"):
        roster.add_to_roster(season.league, 1, "Zed", "too late")
    with pytest.raises(LeagueError, match="rosters are closed"):
        roster.name_players(season.league, 1, ["Yan"], "2027-03-02T18:00")


def sign_sub(season: Season) -> None:
    """Zed becomes a sub of the Aces in week two."""
    season.do(roster.name_players(season.league, 1, ["Zed"], "2027-01-18T12:00"))
    season.do(roster.sign(season.league, 1, "Zed", "2027-01-18T12:00", witness="Gamer"))


def sub_comes(season: Season, fixture: Fixture) -> None:
    """Zed comes along."""
    season.do(night.arrive(season.league, fixture.number, 1, ["Zed"], season.at(fixture, "19:00")))


def test_L03_12_3_a_sub_plays_in_the_season() -> None:
    season = Season()
    fixture = season.of("Aces", 2)
    season.both_here(fixture)
    sign_sub(season)
    sub_comes(season, fixture)
    season.do(lineup_of(season, fixture, 1, "Aces 1", "Zed"))
    assert "Zed" in sum(season.game(fixture, 1).lineups, ())


def test_L03_10_10_the_playoffs_are_for_the_roster() -> None:
    season = Season()
    sign_sub(season)
    season.rest()
    first = season.playoffs()[0]
    season.both_here(first)
    sub_comes(season, first)
    with pytest.raises(LeagueError, match=r"Zed is a sub, .* for the roster \(L03-10.10\)"):
        lineup_of(season, first, 1, "Aces 1", "Zed")
    season.do(lineup_of(season, first, 1, "Aces 1", "Aces 2"))
    assert season.game(first, 1).playing


def test_L03_8_4_a_sub_does_not_make_a_playoff_team_complete() -> None:
    season = Season("Aces", "Kings")
    sign_sub(season)
    first = season.of("Aces", 1)
    season.here(first, ["Aces 1", *season.two("Kings")])
    sub_comes(season, first)
    assert season.call(first, "19:10") == ()
    season.do(forfeits.forfeit(season.league, first.number, (1, 2, 3), 1, "conduct", "left early"))
    (final,) = season.playoffs()
    season.here(final, ["Aces 1", *season.two("Kings")])
    sub_comes(season, final)
    assert season.call(final, "19:10") == (1,)


def test_L03_10_10_notice_brings_no_sub_in_the_playoffs() -> None:
    season = Season()
    season.rest()
    first = season.playoffs()[0]
    season.do(
        forfeits.give_notice(season.league, first.number, 1, "2027-03-01T12:00", "email", "ill")
    )
    with pytest.raises(LeagueError, match=r"no subs play in the playoffs \(L03-10.10\)"):
        forfeits.answer_notice(season.league, first.number, 1, "sub", "Zed")


def test_L03_11_2_an_ejected_player_leaves_a_team_of_one() -> None:
    """SC-170: the games left are forfeited, unless a sub may play."""
    season = Season()
    fixture = season.of("Aces", 1)
    season.both_here(fixture)
    season.begin(fixture)
    out = sanction(
        season.league, 1, "Aces 2", "ejection", "fixture", "threw cards", fixture=fixture.number
    )
    season.do(out)
    season.do(forfeits.forfeit(season.league, fixture.number, (1,), 1, "conduct", "ejected"))
    with pytest.raises(LeagueError, match=r"Aces 2 has an ejection \(L03-11.2\)"):
        lineup_of(season, fixture, 2, "Aces 1", "Aces 2")
    season.do(forfeits.forfeit(season.league, fixture.number, (2, 3), 1, "conduct", "one left"))
    assert season.lost(fixture) == (1, 2, 3)
    assert offences(season.league, 1) == ()


def test_L03_11_2_a_sub_may_play_on_for_the_ejected() -> None:
    season = Season()
    fixture = season.of("Aces", 2)
    season.both_here(fixture)
    sign_sub(season)
    sub_comes(season, fixture)
    season.begin(fixture)
    season.do(
        sanction(season.league, 1, "Aces 2", "ejection", "fixture", "swore", fixture=fixture.number)
    )
    season.do(
        night.stand_in(season.league, fixture.number, 1, 1, "Aces 2", "Zed", "Aces 2 was ejected")
    )
    assert season.game(fixture, 1).lineups[fixture.side_of(1)] == ("Aces 1", "Zed")


def test_L03_11_2_a_suspension_ends_with_its_week() -> None:
    season = Season()
    season.do(sanction(season.league, 1, "Aces 2", "suspension", "league", "shouting", until=1))
    first, second = season.of("Aces", 1), season.of("Aces", 2)
    season.both_here(first)
    with pytest.raises(LeagueError, match=r"Aces 2 has a suspension \(L03-11.2\)"):
        lineup_of(season, first, 1, "Aces 1", "Aces 2")
    season.both_here(second)
    assert lineup_of(season, second, 1, "Aces 1", "Aces 2").game == 1


def test_L03_11_2_one_ejected_from_a_game_plays_the_next() -> None:
    season = Season()
    fixture = season.of("Aces", 1)
    season.both_here(fixture)
    season.here(fixture, ["Aces 3"])
    season.do(
        sanction(
            season.league, 1, "Aces 2", "ejection", "game", "loud", fixture=fixture.number, game=1
        )
    )
    with pytest.raises(LeagueError, match="Aces 2 has an ejection"):
        lineup_of(season, fixture, 1, "Aces 1", "Aces 2")
    assert lineup_of(season, fixture, 1, "Aces 1", "Aces 3").game == 1
    assert lineup_of(season, fixture, 2, "Aces 1", "Aces 2").game == 2


@pytest.mark.parametrize(("points", "taken"), [(0, False), (1, True), (10, True), (11, False)])
def test_L03_12_7_signalling_costs_one_to_ten_points(points: int, taken: bool) -> None:
    """X-37: the Gamer enters the amount, and no team falls below nothing."""
    season = Season()
    fixture = season.of("Aces", 1)
    season.both_here(fixture)
    season.begin(fixture)
    when = season.at(fixture, "19:20")
    if not taken:
        with pytest.raises(LeagueError, match=r"1 to 10 points \(L03-12.7\)"):
            deduct(season.league, fixture.number, 1, 1, points, 6, "nods", when)
        return
    season.do(deduct(season.league, fixture.number, 1, 1, points, 6, "nods", when))
    (deduction,) = season.game(fixture, 1).deductions
    assert deduction.left == max(0, 6 - points)
    (offer,) = offers(season.league)
    assert (offer.about, offer.removal, offer.clause) == ("signalling 1", "league", "L03-12.7")


def test_L03_12_7_a_finished_game_stands() -> None:
    season = Season()
    fixture = season.of("Aces", 1)
    season.play(fixture, "10-4")
    when = season.at(fixture, "19:50")
    with pytest.raises(LeagueError, match=r"a finished game stands \(L03-12.7, X-37\)"):
        deduct(season.league, fixture.number, 1, 1, 2, 4, "nods", when)
    with pytest.raises(LeagueError, match="is not in progress"):
        deduct(season.league, fixture.number, 2, 1, 2, 4, "nods", when)
    season.begin(fixture, 2)
    with pytest.raises(LeagueError, match="the Gamer gives a reason"):
        deduct(season.league, fixture.number, 2, 1, 2, 4, "", when)


def test_L03_12_7_the_team_is_considered_and_may_stay() -> None:
    season = Season()
    fixture = season.of("Aces", 1)
    season.both_here(fixture)
    season.begin(fixture)
    when = season.at(fixture, "19:20")
    season.do(deduct(season.league, fixture.number, 1, 1, 2, 6, "nods", when))
    season.do(decide(season.league, 1, "signalling 1", False, "a first time"))
    assert offers(season.league) == ()
    assert season.team("Aces").out == ""


def test_L03_12_10_dishonesty_may_bring_expulsion_or_a_forfeit() -> None:
    season = Season()
    fixture = season.of("Aces", 1)
    season.both_here(fixture)
    season.begin(fixture)
    season.do(forfeits.forfeit(season.league, fixture.number, (1,), 1, "dishonesty", "false score"))
    assert season.game(fixture, 1).why == "false score (L03-12.10)"
    season.do(sanction(season.league, 1, "Aces 1", "expulsion", "league", "false score"))
    with pytest.raises(LeagueError, match=r"Aces 1 has an expulsion \(L03-12.10\)"):
        lineup_of(season, fixture, 2, "Aces 1", "Aces 2")
    season.do(sanctions.expel_team(season.league, 2, "marked cards"))
    assert season.team("Kings").out == "league"
    assert offences(season.league, 1) == ()


def test_L03_12_11_a_rule_change_has_a_version_and_a_date() -> None:
    season = Season()
    season.do(announce(season.league, "Ask before you cut.", "2027-02-01"))
    season.do(announce(season.league, "The kitty stays face down.", "2027-02-08"))
    told = [(each.version, each.date) for each in season.league.announcements]
    assert told == [(2, "2027-02-01"), (3, "2027-02-08")]
    with pytest.raises(LeagueError, match="not a date"):
        announce(season.league, "Soon.", "soon")
