"""What the standard book, a house of its own choosing, says of a league; and other choices."""

from typing import Any

import pytest

from in_english import english
from rightbower.rules.book import load, overlay
from rightbower.tournament.league import conduct as sanctions
from rightbower.tournament.league import forfeits, night, roster
from rightbower.tournament.league import season as seasons
from rightbower.tournament.league.conduct import guaranteed, offences, offers
from rightbower.tournament.league.lists import score_sheets
from rightbower.tournament.league.outcome import over
from rightbower.tournament.league.points import enter
from rightbower.tournament.league.protests import protest, rule
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.sanctions import sanction
from rightbower.tournament.league.season import announce
from rightbower.tournament.league.table import standings
from tournament.league.evenings import Season


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A season by the standard book with some settings of the house."""

    def opened(*teams: str, **changes: Any) -> Season:
        paths = {f"league.{name}": value for name, value in changes.items()}
        book = overlay(load("standard"), paths, note="Our house.")
        monkeypatch.setattr(seasons, "load", lambda _: book)
        return Season(*(teams or ("Aces", "Kings")), book="standard", weeks=3)

    return opened


def standard() -> Season:
    """Two teams by the standard book, for three weeks."""
    return Season("Aces", "Kings", book="standard", weeks=4)


def test_standard_league_games_are_three() -> None:
    assert len(standard().of("Aces", 1).games) == 3


def test_standard_league_players_are_two() -> None:
    season = standard()
    fixture = season.of("Aces", 1)
    season.here(fixture, ["Aces 1", *season.two("Kings")])
    assert season.call(fixture, "19:10") == (1,)


def test_standard_league_forfeit_minutes_are_ten_twenty_and_thirty() -> None:
    season = standard()
    fixture = season.of("Aces", 1)
    season.here(fixture, season.two("Kings"))
    called = [season.call(fixture, f"19:{minute}:{second}") for minute, second in MARKS]
    assert called == [(), (1,), (1,), (1, 2), (1, 2), (1, 2, 3)]


MARKS = [("09", "59"), ("10", "00"), ("19", "59"), ("20", "00"), ("29", "59"), ("30", "00")]


def test_standard_league_forfeit_points_are_ten() -> None:
    season = standard()
    season.miss("Aces", 1)
    assert [each.points for each in standings(season.league)] == [30, 0]


def test_standard_league_playoff_removal_from_the_second_offence() -> None:
    season = standard()
    season.miss("Aces", 1)
    assert offers(season.league) == ()
    season.miss("Aces", 2)
    assert [each.removal for each in offers(season.league)] == ["playoffs"]


def test_standard_league_league_removal_from_the_third_offence() -> None:
    season = standard()
    for week in (1, 2, 3):
        season.miss("Aces", week)
    assert [each.removal for each in offers(season.league)] == ["playoffs", "league"]


def test_standard_league_guarantee_until_one_offence() -> None:
    season = standard()
    season.miss("Aces", 1)
    assert guaranteed(season.league, 1)
    season.miss("Aces", 2)
    assert not guaranteed(season.league, 1)


def test_standard_league_waiver_due_week_is_the_first() -> None:
    season = Season("Aces", "Kings", book="standard", signed=False)
    (signed,) = roster.sign(season.league, 1, "Aces 1", "2027-01-12T22:00").members
    assert signed.signed == "2027-01-12T22:00"
    with pytest.raises(LeagueError, match="signs with the"):
        roster.sign(season.league, 1, "Aces 1", "2027-01-13T09:00")


def test_a_house_may_forgive_the_mark_itself(house: Any) -> None:
    season = house(forfeit_at="after the mark")
    fixture = season.of("Aces", 1)
    season.here(fixture, season.two("Kings"))
    season.here(fixture, season.two("Aces"), "19:10:00")
    assert season.call(fixture, "19:40") == ()


def test_a_house_may_count_each_game_or_only_whole_nights(house: Any) -> None:
    for offence, counted in (("a game", 3), ("a whole fixture", 1), ("a fixture", 1)):
        season = house(offence=offence)
        season.miss("Aces", 1)
        assert len(offences(season.league, 1)) == counted


def test_a_house_may_stop_when_a_fixture_is_decided(house: Any) -> None:
    season = house(all_played=False)
    season.play(season.of("Aces", 1), "10-4 10-5")
    assert over(season.of("Aces", 1), season.league.plan)
    with pytest.raises(LeagueError, match="is decided"):
        season.begin(season.of("Aces", 1), 3)


def test_a_house_may_leave_a_game_open_where_neither_team_came(house: Any) -> None:
    season = house(both_absent="not played")
    assert season.call(season.of("Aces", 1), "20:00") == ()


def test_a_house_may_count_only_those_who_signed(house: Any) -> None:
    season = house(unsigned="absent")
    fixture = season.of("Aces", 1)
    season.do(roster.name_players(season.league, 1, ["Zed"], "2027-01-12T19:00"))
    season.here(fixture, [*season.two("Kings"), "Aces 1"])
    season.do(night.arrive(season.league, fixture.number, 1, ["Zed"], fixture.starts))
    assert season.call(fixture, "19:10") == (1,)


def test_a_house_may_give_notice_no_effect(house: Any) -> None:
    season = house(notice="nothing")
    season.do(forfeits.give_notice(season.league, 1, 1, "2027-01-10T10:00", "email"))
    with pytest.raises(LeagueError, match="does not replace the forfeit"):
        forfeits.answer_notice(season.league, 1, 1, "sub", "Zed")


def test_a_house_may_let_anyone_play_without_waiver_or_roster(house: Any) -> None:
    season = house(roster="anyone", waiver="nobody")
    team, fixture = season.team("Aces"), season.of("Aces", 1)
    assert roster.player_objection(season.league, fixture, team, "Stranger") is None
    season = house(roster="anyone", subs="never")
    season.do(roster.name_players(season.league, 1, ["Zed"], fixture.starts, sub=True))
    season.do(roster.sign(season.league, 1, "Zed", fixture.starts, witness="Pat"))
    assert roster.player_objection(season.league, fixture, season.team("Aces"), "Zed") is None
    assert roster.player_objection(season.league, fixture, season.team("Aces"), "Stranger")


def test_a_house_may_hear_protests_until_the_result(house: Any) -> None:
    season = house(protest_before="the result", upheld="officer decides")
    fixture = season.of("Aces", 1)
    season.both_here(fixture)
    season.begin(fixture)
    when = season.at(fixture, "19:30")
    season.do(protest(season.league, fixture.number, 1, 1, "other", when, "peeking"))
    season.do(rule(season.league, 1, True, "seen by all"))
    assert season.lost(fixture) == ()
    season.do(enter(season.league, fixture.number, 1, (10, 3)))
    late = protest(season.league, fixture.number, 1, 1, "other", when, "again")
    assert late.protest.informal.startswith("a protest has to come before the result")


def test_a_house_may_have_no_playoffs_sanctions_sheets_or_new_rules(house: Any) -> None:
    season = house(playoffs="none", sanctions="none", dishonesty="none", rule_changes="none")
    league = season.league
    with pytest.raises(LeagueError, match="no playoffs are played"):
        season.playoffs()
    with pytest.raises(LeagueError, match="no such sanction"):
        sanction(league, 1, "Aces 1", "ejection", "league", "rude")
    with pytest.raises(LeagueError, match="no expulsion"):
        sanctions.expel_team(league, 1, "cheats")
    with pytest.raises(LeagueError, match="not changed in the season"):
        announce(league, "Anything goes.", "2027-02-01")
    assert score_sheets(house(sheets="none").league, 1) == ()


def test_a_house_may_rank_by_fixtures_won(house: Any) -> None:
    season = house(ranking="fixtures won")
    season.play(season.of("Aces", 1), "10-0 10-0 10-0", first="Aces")
    season.play(season.of("Aces", 2), "10-9 10-9 0-10", first="Kings")
    season.play(season.of("Aces", 3), "10-9 10-9 0-10", first="Kings")
    assert season.places() == [(1, "Kings"), (2, "Aces")]
    assert english(standings(season.league)[1].why) == "1 fixture won"


def test_a_house_may_let_subs_play_in_the_playoffs_or_never(house: Any) -> None:
    for subs, played in (("always", True), ("never", False)):
        season = house(subs=subs)
        fixture = season.of("Aces", 1)
        season.do(roster.name_players(season.league, 1, ["Zed"], fixture.starts, sub=True))
        season.do(roster.sign(season.league, 1, "Zed", fixture.starts, witness="Pat"))
        reason = roster.player_objection(season.league, fixture, season.team("Aces"), "Zed")
        assert (reason is None) is played
