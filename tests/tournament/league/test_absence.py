"""Who counts as absent: notice, refusals, sanctions, and starts that cannot have been."""

import pytest

from rightbower.rules.book import load, overlay
from rightbower.tournament.league import forfeits, night, roster
from rightbower.tournament.league import season as seasons
from rightbower.tournament.league.conduct import offences
from rightbower.tournament.league.fixtures import Fixture
from rightbower.tournament.league.forfeits import NoticeAnswered
from rightbower.tournament.league.league import Scope
from rightbower.tournament.league.points import enter
from rightbower.tournament.league.protests import give_evidence, protest, rule, waiting
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.sanctions import sanction
from tournament.league.evenings import Season

BEFORE = "2027-01-10T12:00"


def noticed(season: Season, name: str, fixture: Fixture) -> int:
    """A team says two days before that it expects to forfeit."""
    own = season.number(name)
    season.do(forfeits.give_notice(season.league, fixture.number, own, BEFORE, "email"))
    return own


def test_a_notice_is_not_answered_once_the_games_are_lost_by_the_clock() -> None:
    season = Season("Aces", "Kings")
    fixture = season.of("Aces", 1)
    aces = noticed(season, "Aces", fixture)
    season.miss("Aces", 1)
    with pytest.raises(LeagueError, match="fixture 1 has begun"):
        forfeits.answer_notice(season.league, 1, aces, "forfeit", "no sub")
    assert forfeits.open_notices(season.of("Aces", 1)) == ()


def test_a_team_that_loses_a_game_twice_is_still_one_team() -> None:
    """As an older journal may have it: the opponents keep what they won."""
    season = Season("Aces", "Kings")
    fixture = season.of("Aces", 1)
    aces = noticed(season, "Aces", fixture)
    season.miss("Aces", 1)
    season.do(NoticeAnswered(1, aces, "forfeit", "no sub"))
    assert season.game(fixture, 1).lost == (aces,)
    assert sorted(season.score(fixture, 1) or ()) == [0, 10]


def test_where_both_gave_notice_and_neither_comes_both_lose() -> None:
    season = Season("Aces", "Kings")
    fixture = season.of("Aces", 1)
    for own in (noticed(season, "Aces", fixture), noticed(season, "Kings", fixture)):
        season.do(forfeits.answer_notice(season.league, 1, own, "forfeit", "no date fits"))
    assert [season.score(fixture, game) for game in (1, 2, 3)] == [(0, 0)] * 3


def test_a_new_date_lies_after_the_notice() -> None:
    season = Season("Aces", "Kings")
    aces = noticed(season, "Aces", season.of("Aces", 1))
    with pytest.raises(LeagueError, match="Fri 8 Jan 2027, 7:00 pm is over already"):
        forfeits.answer_notice(season.league, 1, aces, "new date", "fair", "2027-01-08T19:00")


def test_an_upheld_protest_does_not_undo_a_forfeit_of_the_late_team() -> None:
    season = Season("Aces", "Kings")
    fixture = season.of("Aces", 1)
    early = season.at(fixture, "18:50")
    season.do(protest(season.league, 1, 1, 1, "other", early, "a bad table"))
    season.here(fixture, season.two("Kings"))
    assert season.call(fixture, "19:10") == (1,)
    ruled = rule(season.league, 1, True, "true")
    assert ruled.why == "true; the game is forfeited already (L03-10.5)"
    season.do(ruled)
    assert (season.game(fixture, 1).lost, season.game(fixture, 1).cause) == ((1,), "late")
    assert len(offences(season.league, 1)) == 1
    assert season.league.protests[0].upheld is True


def test_a_protest_dated_after_the_start_is_not_ruled_on_though_written_down_before() -> None:
    season = Season("Aces", "Kings")
    fixture = season.of("Aces", 1)
    season.both_here(fixture)
    late = season.at(fixture, "19:20")
    season.do(protest(season.league, 1, 1, 1, "other", late, "dark"))
    assert len(waiting(season.league)) == 1
    season.begin(fixture, 1, "19:05")
    assert waiting(season.league) == ()
    with pytest.raises(LeagueError, match=r"the game stands \(L03-10.1, L03-10.8\)"):
        rule(season.league, 1, True, "it was dark")


def test_evidence_dated_after_the_start_is_none_though_written_down_before() -> None:
    season = Season("Aces", "Kings")
    season.rest()
    (final,) = season.playoffs()
    season.both_here(final)
    lodged = protest(
        season.league, final.number, 1, 1, "eligibility", final.starts, "not theirs", "Kings 1"
    )
    season.do(lodged)
    late = season.at(final, "19:20")
    season.do(give_evidence(season.league, 1, "Kay", "kay@example.org", late))
    season.begin(final, 1, "19:05")
    with pytest.raises(LeagueError, match=r"came after the start \(L03-10.3\)"):
        rule(season.league, 1, True, "not on the list")


def test_who_refuses_to_sign_is_absent_until_the_signature() -> None:
    season = Season("Aces", "Kings", signed=False)
    fixture = season.of("Aces", 1)
    season.both_here(fixture, "18:55")
    season.do(roster.refuse_to_sign(season.league, 1, "Aces 2"))
    assert season.call(fixture, "19:15") == (1,)
    season.do(roster.sign(season.league, 1, "Aces 2", season.at(fixture, "19:25")))
    assert season.call(fixture, "19:25") == (1, 2)
    assert season.call(fixture, "23:00") == (1, 2)


def test_a_game_does_not_begin_before_its_players_came() -> None:
    season = Season("Aces", "Kings")
    fixture = season.of("Aces", 1)
    season.here(fixture, season.two("Kings"))
    season.here(fixture, season.two("Aces"), "19:12")
    with pytest.raises(
        LeagueError, match=r"Aces 1 came at .*19:12, and the game cannot have begun"
    ):
        season.begin(fixture, 1, "19:05")
    assert season.call(fixture, "19:13") == (1,)


def test_an_expelled_player_does_not_make_the_team_complete() -> None:
    season = Season("Aces", "Kings")
    fixture = season.of("Aces", 1)
    out = sanction(season.league, 1, "Aces 1", "expulsion", "league", "marked cards", when=BEFORE)
    season.do(out)
    season.both_here(fixture)
    assert season.call(fixture, "19:30") == (1, 2, 3)


def test_a_player_ejected_after_coming_was_there_all_the_same() -> None:
    """What the team loses then is lost by conduct, which is no offence."""
    season = Season("Aces", "Kings")
    fixture = season.of("Aces", 1)
    season.play(fixture, "10-7")
    out = sanction(
        season.league,
        1,
        "Aces 1",
        "ejection",
        "fixture",
        "fists",
        fixture=1,
        when=season.at(fixture, "19:50"),
    )
    season.do(out)
    assert season.call(fixture, "20:00") == ()
    season.do(forfeits.forfeit(season.league, 1, (2, 3, 2), 1, "conduct", "one left"))
    assert season.lost(fixture) == (2, 3)
    assert offences(season.league, 1) == ()


@pytest.mark.parametrize("scope", ["fixture", "league"])
@pytest.mark.parametrize(("when", "lost"), [("18:50", (1, 2, 3)), ("19:20", ())])
def test_a_player_who_was_out_before_coming_does_not_make_the_team_complete(
    scope: Scope, when: str, lost: tuple[int, ...]
) -> None:
    season = Season("Aces", "Kings")
    fixture = season.of("Aces", 1)
    season.both_here(fixture)
    out = sanction(
        season.league,
        1,
        "Aces 1",
        "suspension",
        scope,
        "fists",
        fixture=1,
        when=season.at(fixture, when),
    )
    season.do(out)
    assert season.call(fixture, "19:30") == lost


def test_a_sub_does_not_make_the_team_complete_where_no_subs_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    book = overlay(load("sportcial-league"), {"league.subs": "never"}, note="No subs.")
    monkeypatch.setattr(seasons, "load", lambda _: book)
    season = Season("Aces", "Kings")
    fixture = season.of("Aces", 1)
    season.do(roster.name_players(season.league, 1, ["Zed"], BEFORE, sub=True))
    season.do(night.arrive(season.league, 1, 1, ["Aces 1", "Zed"], fixture.starts))
    season.here(fixture, season.two("Kings"))
    assert season.call(fixture, "19:10") == (1,)


def test_a_sanction_is_for_the_player_of_its_own_team() -> None:
    season = Season("Aces", "Kings")
    for own in (1, 2):
        season.do(roster.name_players(season.league, own, ["Ann"], BEFORE))
    season.do(sanction(season.league, 1, "Ann", "suspension", "league", "shouting"))
    fixture = season.of("Aces", 1)
    assert roster.barred(season.league, fixture, 1, 1, "Ann") is not None
    assert roster.barred(season.league, fixture, 1, 2, "Ann") is None


def test_a_game_is_not_finished_by_a_player_ejected_from_it() -> None:
    season = Season("Aces", "Kings")
    fixture = season.of("Aces", 1)
    season.both_here(fixture)
    season.here(fixture, ["Aces 3"])
    season.begin(fixture)
    out = sanction(season.league, 1, "Aces 1", "ejection", "game", "fists", fixture=1, game=1)
    season.do(out)
    with pytest.raises(LeagueError, match=r"Aces 1 may not play, by ejection: .*\(L03-11.2\)"):
        enter(season.league, 1, 1, (5, 10))
    season.do(night.stand_in(season.league, 1, 1, 1, "aces 1", "Aces 3", "Aces 1 was ejected"))
    season.do(enter(season.league, 1, 1, (5, 10)))
    assert season.score(fixture, 1) == (5, 10)


def test_a_player_does_not_stand_in_for_himself() -> None:
    season = Season("Aces", "Kings")
    fixture = season.of("Aces", 1)
    season.both_here(fixture)
    season.begin(fixture)
    with pytest.raises(LeagueError, match="somebody else plays on"):
        night.stand_in(season.league, 1, 1, 1, "Aces 1", "aces 1", "so")
    with pytest.raises(LeagueError, match="nobody can play for both teams"):
        night.stand_in(season.league, 1, 1, 1, "Aces 1", "KINGS 1", "so")
