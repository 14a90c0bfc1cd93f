"""The league's rulings: the ladder of forfeits, protests, the table and the playoffs."""

import pytest

from in_english import english
from rightbower.rules.book import load
from rightbower.tournament.league import forfeits, protests
from rightbower.tournament.league.conduct import decide, guaranteed, offences, offers
from rightbower.tournament.league.fixtures import Fixture
from rightbower.tournament.league.league import Protest
from rightbower.tournament.league.playoffs import champion, seeds
from rightbower.tournament.league.points import confirm, enter
from rightbower.tournament.league.protests import give_evidence, move_later_games, rule, waiting
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.sanctions import deduct
from rightbower.tournament.league.table import place_tied, standings, tied_teams
from tournament.league.evenings import Season

SIX = ("Aces", "Kings", "Queens", "Jacks", "Tens", "Nines")


def came_late(season: Season, week: int) -> None:
    """The Aces lose one game of a week by coming late."""
    fixture = season.of("Aces", week)
    season.here(fixture, season.two(season.league.team(fixture.other(1)).name))
    season.here(fixture, season.two("Aces"), "19:12")
    season.call(fixture, "19:12")


def test_L03_8_5_a_first_offence_costs_the_game() -> None:
    """X-36: one fixture with any forfeited game is one offence."""
    season = Season()
    came_late(season, 1)
    (offence,) = offences(season.league, 1)
    assert (offence.number, offence.week, offence.clause) == (1, 1, "L03-8.5, X-36")
    assert season.lost(season.of("Aces", 1)) == (1,)
    assert offers(season.league) == ()


def test_L03_8_5_three_games_of_a_night_are_one_offence() -> None:
    season = Season()
    season.miss("Aces", 1)
    assert len(offences(season.league, 1)) == 1


def test_L03_8_6_a_second_offence_offers_removal_from_the_playoffs() -> None:
    """SC-160: offered to the organizer, never done by itself."""
    season = Season(*SIX)
    came_late(season, 2)
    season.miss("Aces", 5)
    (offer,) = offers(season.league)
    assert (offer.about, offer.removal, offer.clause) == ("offence 2", "playoffs", "L03-8.6")
    assert season.team("Aces").out == ""
    season.do(decide(season.league, 1, "offence 2", True, "twice is enough"))
    assert season.team("Aces").out == "playoffs"
    season.rest()
    assert 1 not in seeds(season.league)


def test_L03_8_7_a_third_offence_and_each_later_one_offers_removal_from_the_league() -> None:
    season = Season(*SIX)
    for week in (1, 2):
        season.miss("Aces", week)
    season.do(decide(season.league, 1, "offence 2", False, "they promised"))
    season.miss("Aces", 3)
    (offer,) = offers(season.league)
    assert (offer.about, offer.removal, offer.clause) == ("offence 3", "league", "L03-8.7")
    season.do(decide(season.league, 1, "offence 3", False, "they promised again"))
    season.miss("Aces", 4)
    (offer,) = offers(season.league)
    assert (offer.about, offer.removal) == ("offence 4", "league")


def test_L03_8_7_a_team_removed_keeps_its_history() -> None:
    season = Season(*SIX)
    for week in (1, 2, 3):
        season.miss("Aces", week)
    season.do(decide(season.league, 1, "offence 3", True, "three nights missed"))
    assert [each.week for each in season.league.fixtures if each.cancelled] == [4, 5]
    last = standings(season.league)[-1]
    assert (last.rank, last.name, last.lost, last.forfeited) == (None, "Aces", 9, 9)
    assert english(last.why) == "removed from the league: three nights missed"
    won = {each.name: each.won for each in standings(season.league)}
    assert sorted(won.values()) == [0, 0, 0, 3, 3, 3]


def test_L03_8_8_more_than_one_offence_ends_the_guarantee() -> None:
    season = Season(guaranteed=9)
    assert guaranteed(season.league, 1)
    season.miss("Aces", 1)
    assert guaranteed(season.league, 1)
    season.miss("Aces", 2)
    assert not guaranteed(season.league, 1)


def test_L03_8_5_forfeits_by_protest_or_conduct_and_in_the_playoffs_do_not_count() -> None:
    season = Season()
    fixture = season.of("Aces", 1)
    season.both_here(fixture)
    season.do(forfeits.forfeit(season.league, fixture.number, (1, 2, 3), 1, "conduct", "a brawl"))
    season.rest()
    (first, *_) = (each for each in season.playoffs() if 1 in each.teams)
    season.miss("Aces", first.week)
    assert season.lost(first) == (1, 2, 3)
    assert offences(season.league, 1) == ()


def lodged(season: Season, fixture: Fixture, game: int, time: str, kind: str = "other") -> Protest:
    """A protest of the other team against the Aces."""
    assert kind in ("other", "eligibility")
    by = fixture.other(1)
    player = "Aces 2" if kind == "eligibility" else ""
    when = season.at(fixture, time)
    fact = protests.protest(
        season.league,
        fixture.number,
        game,
        by,
        "eligibility" if kind == "eligibility" else "other",
        when,
        "it is not right",
        player,
    )
    season.do(fact)
    return fact.protest


def final_four() -> tuple[Season, Fixture]:
    """The playoffs have begun, and the Aces have their first fixture before them."""
    season = Season()
    season.rest()
    (fixture,) = (each for each in season.playoffs() if 1 in each.teams)
    season.both_here(fixture)
    return season, fixture


@pytest.mark.parametrize(("time", "heard"), [("19:04:59", True), ("19:05:00", False)])
def test_L03_10_1_a_protest_during_a_game_is_not_formal(time: str, heard: bool) -> None:
    season = Season()
    fixture = season.of("Aces", 1)
    season.both_here(fixture)
    season.begin(fixture, 1, "19:05")
    protest = lodged(season, fixture, 1, time)
    assert (protest.informal == "") is heard
    if not heard:
        assert protest.informal.endswith("the game stands (L03-10.1, L03-10.8)")
        with pytest.raises(LeagueError, match="has to come before the start"):
            rule(season.league, protest.number, True, "they are right")


def test_L03_10_2_an_eligibility_protest_is_filed_before_the_game() -> None:
    season, fixture = final_four()
    protest = lodged(season, fixture, 1, "19:00", "eligibility")
    assert protest.informal == ""
    assert (protest.kind, protest.player) == ("eligibility", "Aces 2")
    with pytest.raises(LeagueError, match="name the player"):
        protests.protest(
            season.league, fixture.number, 1, fixture.other(1), "eligibility", fixture.starts, "?"
        )


def test_L03_10_3_a_written_name_and_email_make_it_official() -> None:
    season, fixture = final_four()
    protest = lodged(season, fixture, 1, "19:00", "eligibility")
    with pytest.raises(LeagueError, match=r"written name and email \(L03-10.3\)"):
        rule(season.league, 1, True, "not on the list")
    with pytest.raises(
        LeagueError, match=r"^'no address' is not an email address, .*\(L03-10.3\)$"
    ):
        give_evidence(season.league, 1, "Al", "no address", season.at(fixture, "19:01"))
    with pytest.raises(LeagueError, match=r"^write the challenged player's name \(L03"):
        give_evidence(season.league, 1, " ", "al@example.org", fixture.starts)
    assert waiting(season.league) == ()
    given = give_evidence(season.league, 1, "Al", "al@example.org", season.at(fixture, "19:01"))
    season.do(given)
    assert [each.number for each in waiting(season.league)] == [protest.number]


def test_L03_10_3_the_evidence_comes_before_the_start() -> None:
    season, fixture = final_four()
    lodged(season, fixture, 1, "19:00", "eligibility")
    season.begin(fixture, 1, "19:05")
    with pytest.raises(LeagueError, match="before the start"):
        give_evidence(season.league, 1, "Al", "al@example.org", season.at(fixture, "19:05"))
    early = season.at(fixture, "19:04:59")
    given = give_evidence(season.league, 1, "Al", "al@example.org", early)
    assert (given.name, given.email) == ("Al", "al@example.org")


def test_L03_10_4_eligibility_protests_count_in_the_playoffs_only() -> None:
    """SC-167: in the season such a protest is not heard."""
    season = Season()
    fixture = season.of("Aces", 1)
    protest = lodged(season, fixture, 1, "19:00", "eligibility")
    assert (
        protest.informal == "a protest about who may play is heard in the playoffs only (L03-10.4)"
    )
    season, fixture = final_four()
    assert lodged(season, fixture, 1, "19:00", "eligibility").informal == ""


def upheld() -> tuple[Season, Fixture]:
    """A protest about game one of a playoff was upheld against the Aces."""
    season, fixture = final_four()
    lodged(season, fixture, 1, "19:00", "eligibility")
    when = season.at(fixture, "19:01")
    season.do(give_evidence(season.league, 1, "Al", "al@example.org", when))
    season.do(rule(season.league, 1, True, "not on the waiver"))
    return season, fixture


def test_L03_10_5_an_upheld_protest_forfeits_the_game_in_question() -> None:
    """SC-165: that game, and no other."""
    season, fixture = upheld()
    assert season.lost(fixture) == (1,)
    assert season.game(fixture, 1).lost == (1,)
    assert season.game(fixture, 1).why == "not on the waiver (L03-10.5)"


def test_L03_10_5_a_rejected_protest_changes_nothing() -> None:
    season = Season()
    fixture = season.of("Aces", 1)
    lodged(season, fixture, 1, "18:50")
    season.do(rule(season.league, 1, False, "no reason seen"))
    assert season.lost(fixture) == ()
    with pytest.raises(LeagueError, match="only an upheld protest"):
        move_later_games(season.league, 1, "2027-01-14T19:00", "time to look")


def test_L03_10_6_later_games_may_be_moved() -> None:
    season, fixture = upheld()
    season.do(move_later_games(season.league, 1, "2027-03-04T19:00", "to calm down"))
    games = season.league.fixture(fixture.number).games
    assert [each.moved for each in games] == ["", "2027-03-04T19:00", "2027-03-04T19:00"]
    with pytest.raises(LeagueError, match="starts at Thu 4 Mar 2027, 7:00 pm"):
        season.begin(fixture, 2, "19:30")


def test_L03_10_7_other_protests_are_heard_in_the_season_too() -> None:
    """X-39: before the start, all through the league."""
    season = Season()
    fixture = season.of("Aces", 1)
    lodged(season, fixture, 1, "18:59")
    season.do(rule(season.league, 1, True, "the pack was marked"))
    assert season.lost(fixture) == (1,)
    assert offences(season.league, 1) == ()


def test_L03_10_8_a_late_protest_leaves_the_match_standing() -> None:
    season = Season()
    fixture = season.of("Aces", 1)
    season.play(fixture, "10-4 10-5 10-6")
    for game in (1, 2, 3):
        assert "(L03-10.1, L03-10.8)" in lodged(season, fixture, game, "22:00").informal
    assert season.score(fixture, 1) == (10, 4)
    assert waiting(season.league) == ()


def test_L03_10_9_a_ruling_is_not_ruled_on_again() -> None:
    season, _ = upheld()
    with pytest.raises(LeagueError, match=r"the Gamer has ruled, and it is final \(L03-10.9"):
        rule(season.league, 1, False, "second thoughts")


def test_L03_1_1_the_table_goes_by_games_won_then_the_games_between_them() -> None:
    """G-20: each place says what it rests on."""
    season = Season()
    season.play(season.between("Aces", "Kings"), "10-0 10-9 9-10", first="Kings")
    season.play(season.between("Aces", "Queens"), "10-0 10-0 0-10", first="Aces")
    season.play(season.between("Kings", "Queens"), "10-0 0-10 0-10", first="Kings")
    season.play(season.between("Aces", "Jacks"), "10-0 10-0 0-10", first="Aces")
    season.play(season.between("Kings", "Jacks"), "10-9 10-9 0-10", first="Kings")
    season.play(season.between("Queens", "Jacks"), "10-0 10-0 10-0", first="Queens")
    assert season.places() == [(1, "Queens"), (2, "Kings"), (3, "Aces"), (4, "Jacks")]
    kings = standings(season.league)[1]
    assert english(kings.why) == "5 games won, tied with Aces; won 2 of 3 games against Aces"
    assert kings.clauses == ("L03-1.1, G-20",)


def test_L03_1_1_those_level_all_round_are_parted_by_the_difference_in_points() -> None:
    season = Season("Aces", "Kings", "Queens")
    season.play(season.between("Aces", "Kings"), "10-0 10-0 9-10", first="Aces")
    season.play(season.between("Kings", "Queens"), "10-8 10-8 0-10", first="Kings")
    season.play(season.between("Queens", "Aces"), "10-9 10-9 0-10", first="Queens")
    assert season.places() == [(1, "Aces"), (2, "Queens"), (3, "Kings")]
    assert "difference in points +27 to" in english(standings(season.league)[0].why)


def test_L03_1_1_what_nothing_parts_is_left_to_the_gamer() -> None:
    season = Season("Aces", "Kings", weeks=2)
    for week in (1, 2):
        season.play(season.of("Aces", week), "10-5 10-5 10-5", first=("Aces", "Kings")[week - 1])
    assert season.places() == [(1, "Aces"), (1, "Kings")]
    assert all(each.open for each in standings(season.league))
    with pytest.raises(LeagueError, match="the Gamer has to put Aces and Kings in order first"):
        season.playoffs()
    assert tied_teams(season.league) == ((1, 2),)
    season.do(place_tied(season.league, (2, 1), "a cut of the cards"))
    assert season.places() == [(1, "Kings"), (2, "Aces")]
    assert seeds(season.league) == (2, 1)


def test_L03_10_4_playoffs_are_single_elimination_by_seeding() -> None:
    """G-20: with five teams the best three have the bye."""
    season = Season("Aces", "Kings", "Queens", "Jacks", "Tens")
    season.rest()
    (first,) = season.playoffs()
    assert set(first.teams) == {4, 5}
    season.play(first, first="Tens")
    semis = season.playoffs("2027-03-09T19:00")
    assert [set(each.teams) for each in semis] == [{1, 5}, {2, 3}]
    for fixture in semis:
        season.play(fixture, first=season.league.team(max(fixture.teams)).name)
    (final,) = season.playoffs("2027-03-16T19:00")
    assert (set(final.teams), champion(season.league)) == ({5, 3}, 0)
    season.play(final, "10-9 9-10 10-9", first="Queens")
    assert champion(season.league) == season.number("Queens")
    with pytest.raises(LeagueError, match="Queens has won the playoffs"):
        season.playoffs("2027-03-23T19:00")


def test_L03_10_4_the_playoffs_wait_for_the_season() -> None:
    season = Season()
    with pytest.raises(LeagueError, match="fixture 1 is not played yet"):
        season.playoffs()


@pytest.mark.parametrize("name", ["alberta-55plus", "charity-social", "national-2025"])
def test_L03_1_1_a_book_without_a_league_borrows_it(name: str) -> None:
    book, lender = load(name), load("sportcial-league")
    assert book.league == lender.league
    assert all(book.cite(path).basis == "borrowed" for path in book.paths() if "league." in path)


def test_L03_12_1_a_night_begins_and_ends_by_the_standard_book_too() -> None:
    season = Season("Aces", "Kings", book="standard")
    season.play(season.of("Aces", 1))
    assert [each.won for each in standings(season.league)] == [3, 0]
    with pytest.raises(LeagueError, match=r"a finished game stands \(standard:conduct.least\)"):
        deduct(season.league, 1, 3, 1, 1, 1, "nods", "2027-01-12T21:00")


def test_L03_7_9_a_result_is_confirmed_by_the_others_before_it_counts() -> None:
    season = Season("Aces", "Kings")
    fixture = season.of("Aces", 1)
    season.both_here(fixture)
    season.begin(fixture)
    season.do(enter(season.league, fixture.number, 1, (10, 6), side=0))
    assert season.score(fixture, 1) is None
    with pytest.raises(LeagueError, match="does not confirm"):
        confirm(season.league, fixture.number, 1, side=0)
    season.do(confirm(season.league, fixture.number, 1, side=1))
    assert season.score(fixture, 1) == (10, 6)
    with pytest.raises(LeagueError, match="is confirmed already"):
        confirm(season.league, fixture.number, 1)
