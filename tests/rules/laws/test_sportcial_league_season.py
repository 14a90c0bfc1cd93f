"""The league's season: fixtures, nights, forfeits by the clock, waivers and line-ups."""

import pytest

from in_english import english
from rightbower.rules.book import load
from rightbower.tournament.league import forfeits, night, roster
from rightbower.tournament.league.lists import score_sheets, whom_to_ask
from rightbower.tournament.league.outcome import over
from rightbower.tournament.league.points import enter
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.season import reschedule
from tournament.league.evenings import Season


def test_L03_1_1_two_teams_meet_in_three_games_a_week() -> None:
    season = Season()
    for week in (1, 2, 3):
        fixtures = [each for each in season.league.fixtures if each.week == week]
        assert sorted(team for each in fixtures for team in each.teams) == [1, 2, 3, 4]
        assert [len(each.games) for each in fixtures] == [3, 3]


def test_L03_1_1_a_team_without_opponents_has_a_bye() -> None:
    """G-18: a bye is no game."""
    season = Season("Aces", "Kings", "Queens")
    assert [len(each) for each in season.league.byes] == [1, 1, 1]
    assert sorted(each[0] for each in season.league.byes) == [1, 2, 3]


def test_L03_1_3_each_team_fields_two_players() -> None:
    season = Season()
    fixture = season.of("Aces", 1)
    season.both_here(fixture)
    season.here(fixture, ["Aces 3"])
    others = season.two(season.league.team(fixture.other(1)).name)
    for names in (["Aces 1"], ["Aces 1", "Aces 2", "Aces 3"], ["Aces 1", "Aces 1"]):
        lineups = (names, others) if fixture.teams[0] == 1 else (others, names)
        when = season.at(fixture, "19:05")
        with pytest.raises(LeagueError, match=r"plays with 2 players \(L03-1.3\)"):
            night.begin(season.league, fixture.number, 1, lineups, when)
    season.begin(fixture)
    assert season.game(fixture, 1).playing


def test_L03_2_1_a_gamer_is_there_to_help() -> None:
    season = Season(page="the group page", email="league@example.org")
    assert english(whom_to_ask(season.league)) == (
        "The Gamer is there on the night to help (L03-2.1).",
        "Questions go to the group page or league@example.org (L03-2.2).",
        "What is too awkward for the Gamer goes to league@example.org (L03-2.3).",
        "Fun comes first; compete in good spirit (L03-11.1).",
    )


def test_L03_2_4_notice_of_a_forfeit_is_given_in_advance() -> None:
    season = Season()
    fixture = season.of("Kings", 1)
    kings = season.number("Kings")
    early = season.at(fixture, "18:59:59")
    given = forfeits.give_notice(season.league, fixture.number, kings, early, "online")
    assert (given.notice.team, given.notice.channel) == (kings, "online")
    with pytest.raises(LeagueError, match=r"before the night begins \(L03-2.4\)"):
        forfeits.give_notice(
            season.league, fixture.number, kings, season.at(fixture, "19:00"), "email"
        )


def noticed(season: Season) -> tuple[int, int]:
    """The Kings give notice of their first night."""
    fixture = season.of("Kings", 1).number
    kings = season.number("Kings")
    season.do(forfeits.give_notice(season.league, fixture, kings, "2027-01-10T12:00", "email"))
    return fixture, kings


def test_L03_2_5_notice_may_bring_a_new_date() -> None:
    season = Season()
    fixture, kings = noticed(season)
    moved = forfeits.answer_notice(
        season.league, fixture, kings, "new date", "fair", "2027-01-14T19:00"
    )
    season.do(moved)
    assert season.league.fixture(fixture).starts == "2027-01-14T19:00"
    assert season.lost(season.league.fixture(fixture)) == ()


def test_L03_2_5_notice_may_bring_a_sub() -> None:
    season = Season()
    fixture, kings = noticed(season)
    season.do(forfeits.answer_notice(season.league, fixture, kings, "sub", "Zed plays"))
    assert season.lost(season.league.fixture(fixture)) == ()
    assert season.league.fixture(fixture).notices[0].resolution == "sub"


def test_L03_2_5_or_all_games_are_forfeited_after_all() -> None:
    season = Season()
    fixture, kings = noticed(season)
    season.do(forfeits.answer_notice(season.league, fixture, kings, "forfeit", "no date fits"))
    there = season.league.fixture(fixture)
    assert season.lost(there) == (1, 2, 3)
    assert sorted(season.score(there, 1) or ()) == [0, 10]
    with pytest.raises(LeagueError, match="no notice to answer"):
        forfeits.answer_notice(season.league, fixture, kings, "sub", "again")


def test_L03_3_3_each_game_has_a_score_sheet() -> None:
    season = Season()
    fixture = season.between("Aces", "Kings")
    season.play(fixture, "10-4 3-10", first="Aces")
    sheets = score_sheets(season.league, fixture.number)
    assert [sheet.game for sheet in sheets] == [1, 2, 3]
    assert [sheet.points is None for sheet in sheets] == [False, False, True]
    assert english(sheets[0].note) == "No sheet? Ask the Gamer (L03-3.3)."


@pytest.mark.parametrize(
    ("points", "reason"),
    [
        ((9, 7), r"nobody has reached 10 \(L03-7.7\)"),
        ((11, 10), r"the game ends there \(L03-7.7\)"),
        ((14, 3), r"13 points at most \(L03-7.7\)"),
        ((10, -1), "cannot be below zero"),
        ((10, 10), r"has a winner \(L03-7\.7\)"),
    ],
)
def test_L03_7_9_each_of_the_three_games_is_to_ten(points: tuple[int, int], reason: str) -> None:
    season = Season()
    fixture = season.of("Aces", 1)
    season.both_here(fixture)
    season.begin(fixture)
    with pytest.raises(LeagueError, match=reason):
        enter(season.league, fixture.number, 1, points)
    season.do(enter(season.league, fixture.number, 1, (13, 9)))
    assert season.score(fixture, 1) == (13, 9)


# The second of the Aces comes at this time, and these games are lost.
LATE = [
    ("19:00:00", ()),
    ("19:09:59", ()),
    ("19:10:00", (1,)),
    ("19:19:59", (1,)),
    ("19:20:00", (1, 2)),
    ("19:25:00", (1, 2)),
    ("19:29:59", (1, 2)),
    ("19:30:00", (1, 2, 3)),
    ("never", (1, 2, 3)),
]


def late_night(second: str) -> tuple[Season, tuple[int, ...]]:
    """The Kings are there, and of the Aces the second comes late."""
    season = Season("Aces", "Kings")
    fixture = season.of("Aces", 1)
    season.here(fixture, season.two("Kings"))
    season.here(fixture, ["Aces 1"])
    if second != "never":
        season.here(fixture, ["Aces 2"], second)
    return season, season.call(fixture, "20:00")


@pytest.mark.parametrize(("second", "lost"), LATE)
def test_L03_8_1_after_ten_minutes_game_one_is_lost(second: str, lost: tuple[int, ...]) -> None:
    """SC-151 to SC-157: the mark itself is too late (X-35)."""
    season, games = late_night(second)
    assert games == lost
    fixture = season.of("Aces", 1)
    for game in lost:
        assert season.score(fixture, game) == ((0, 10) if fixture.teams[0] == 1 else (10, 0))


def test_L03_8_1_the_mark_has_to_come_first() -> None:
    season = Season("Aces", "Kings")
    fixture = season.of("Aces", 1)
    season.here(fixture, season.two("Kings"))
    assert season.call(fixture, "19:09:59") == ()
    assert season.call(fixture, "19:10:00") == (1,)
    game = season.game(fixture, 1)
    assert game.why == "Aces did not have 2 players there after 10 minutes (L03-8.1)"
    with pytest.raises(LeagueError, match="is forfeited"):
        season.begin(fixture, 1, "19:12")


def test_L03_8_1_a_game_does_not_begin_before_the_forfeit_is_called() -> None:
    season = Season("Aces", "Kings")
    fixture = season.of("Aces", 1)
    season.here(fixture, season.two("Kings"))
    season.here(fixture, season.two("Aces"), "19:11")
    with pytest.raises(LeagueError, match="record the forfeit first"):
        season.begin(fixture, 1, "19:12")


def test_L03_8_2_after_twenty_minutes_game_two_is_lost() -> None:
    season = Season("Aces", "Kings")
    fixture = season.of("Aces", 1)
    season.here(fixture, season.two("Kings"))
    assert season.call(fixture, "19:19:59") == (1,)
    assert season.call(fixture, "19:20:00") == (1, 2)
    assert "(L03-8.2)" in season.game(fixture, 2).why


def test_L03_8_3_after_thirty_minutes_all_three_are_lost() -> None:
    season = Season("Aces", "Kings")
    fixture = season.of("Aces", 1)
    season.here(fixture, season.two("Kings"))
    assert season.call(fixture, "19:29:59") == (1, 2)
    assert season.call(fixture, "19:30:00") == (1, 2, 3)
    assert "(L03-8.3; L03-8.4)" in season.game(fixture, 3).why
    assert over(season.of("Aces", 1), season.league.plan)


def test_L03_8_4_one_player_counts_as_absent() -> None:
    """SC-157: the second player comes at 19:25, and game three is played."""
    season, lost = late_night("19:25")
    assert lost == (1, 2)
    fixture = season.of("Aces", 1)
    season.begin(fixture, 3, "19:26")
    season.do(enter(season.league, fixture.number, 3, (10, 2)))
    assert over(season.of("Aces", 1), season.league.plan)


def test_L03_8_4_a_single_player_loses_all_three() -> None:
    season, lost = late_night("never")
    assert lost == (1, 2, 3)
    assert all(each.lost == (1,) for each in season.of("Aces", 1).games)


def test_L03_8_4_where_neither_comes_both_lose() -> None:
    """X-35: a double forfeit is nothing to nothing, and a loss for both."""
    season = Season("Aces", "Kings")
    fixture = season.of("Aces", 1)
    season.here(fixture, ["Aces 1", "Kings 1"])
    season.here(fixture, ["Kings 2"], "19:15")
    assert season.call(fixture, "19:30") == (1, 2, 3)
    assert season.game(fixture, 1).lost == fixture.teams
    assert season.game(fixture, 2).lost == (1,)
    assert season.score(fixture, 1) == (0, 0)


def test_L03_8_4_who_has_not_signed_is_present_but_who_refuses_is_not() -> None:
    """X-35: an unsigned arrival counts as present, and refusing to sign as absent."""
    season = Season("Aces", "Kings", signed=False)
    fixture = season.of("Aces", 1)
    season.both_here(fixture)
    assert season.call(fixture, "19:10") == ()
    season.do(roster.refuse_to_sign(season.league, season.number("Aces"), "Aces 2"))
    assert season.call(fixture, "19:10") == (1,)
    assert season.game(fixture, 1).lost == (1,)


def test_L03_12_1_all_three_games_are_played() -> None:
    season = Season("Aces", "Kings")
    fixture = season.of("Aces", 1)
    season.play(fixture, "10-4 10-5")
    assert not over(season.of("Aces", 1), season.league.plan)
    season.begin(fixture, 3)
    season.do(enter(season.league, fixture.number, 3, (10, 2)))
    assert over(season.of("Aces", 1), season.league.plan)


def test_L03_12_2_a_game_has_no_clock_though_arrivals_have() -> None:
    """X-70: a game begun in time may last all night."""
    assert load("sportcial-league").clock.minutes is None
    season = Season("Aces", "Kings")
    fixture = season.of("Aces", 1)
    season.both_here(fixture, "19:09:59")
    season.begin(fixture, 1, "19:10")
    assert season.call(fixture, "23:59") == ()
    season.do(enter(season.league, fixture.number, 1, (10, 9)))
    season.begin(fixture, 2, "23:59")


def test_L03_2_5_a_fixture_may_be_moved_but_not_onto_another_night_of_a_team() -> None:
    season = Season()
    fixture = season.of("Aces", 1)
    season.do(reschedule(season.league, fixture.number, "2027-01-13T20:00", "snow"))
    moved = season.league.fixture(fixture.number)
    assert (moved.starts, moved.moves) == ("2027-01-13T20:00", 1)
    with pytest.raises(LeagueError, match="has another fixture on Tue 19 Jan 2027"):
        reschedule(season.league, fixture.number, "2027-01-19T21:00", "snow")
    with pytest.raises(LeagueError, match="needs a reason"):
        reschedule(season.league, fixture.number, "2027-01-13T21:00", " ")
